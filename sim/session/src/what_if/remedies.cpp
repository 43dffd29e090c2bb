#include "what_if/remedies.hpp"

#include "machine/machine_file.hpp"
#include "machine/settings_list.hpp"
#include "run/quiet_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::session {

namespace {

using machine::Machine;

/// Number of instructions that a row represents; of several micro-ops only the first counts.
std::uint64_t instructions_of(const OpRow& row) {
  return row.part != 0 ? 0 : row.fused ? 2 : 1;
}

std::string text_of(const machine::Setting& setting) {
  return setting.key + "=" + setting.value;
}

/// One wait of an operation: successive stays on a lane for the same reason and the same register,
/// with any culprits.
struct Waiting {
  LaneId lane = kNoLane;
  Cycle begin;
  Cycle end;
  std::vector<std::uint64_t> distances; ///< distances in program order from the operation to the
                                        ///< culprits
  unsigned attempt = 0; ///< number of earlier passes of the operation that ended with a replay
  bool is_cut = false;  ///< ended by a replay: it goes on in the next pass

  [[nodiscard]] bool shares_with(const Waiting& other) const {
    return std::any_of(distances.begin(), distances.end(), [&](std::uint64_t distance) {
      return std::find(other.distances.begin(), other.distances.end(), distance) !=
             other.distances.end();
    });
  }
};

/// All waits of an operation for one reason: either those in the front end or those elsewhere.
struct Waits {
  std::vector<Waiting> all;
  unsigned attempts = 1;
};

Waits waits_for(const Timeline& timeline, const OpRow& row, const Cause& cause, bool in_front) {
  Waits found;
  std::vector<Waiting>& waits = found.all;
  const Span* before = nullptr;
  for (const Span& span : timeline.spans_of(row)) {
    if (before != nullptr && span.lane < before->lane) { // replayed
      ++found.attempts;
      if (!waits.empty() && waits.back().end == span.begin)
        waits.back().is_cut = true;
    }
    before = &span;
    if (span.cause.why != cause.why || span.cause.reg != cause.reg ||
        timeline.lanes[span.lane].is_front != in_front)
      continue;
    // Replays caused by two different loads are two waits.
    const bool again = in_front && cause.why == Reason::memory_order;
    if (waits.empty() || waits.back().lane != span.lane || waits.back().end != span.begin ||
        (again && waits.back().distances.back() != row.op.value - span.cause.culprit.value))
      waits.push_back({span.lane, span.begin, span.end, {}, found.attempts - 1, false});
    waits.back().end = span.end;
    waits.back().distances.push_back(row.op.value - span.cause.culprit.value);
  }
  return found;
}

/// The last attempt that belongs to the wait of the first: the next one as well when a replay
/// interrupted the wait. Once the operation has left its station, a wait after a replay is another
/// wait.
unsigned last_of_first(const Waits& waits) {
  unsigned last = 0;
  for (const Waiting& one : waits.all)
    if (one.attempt == last && one.is_cut)
      ++last;
  return last;
}

/// The wait under analysis, together with waits for the same culprits after a replay that has cut
/// it, or of further passes for a wait behind a replay: the wait ends only with the last of them.
struct AskedWait {
  Waiting wait;
  std::vector<Waiting> others; ///< waits of the operation for other culprits
  unsigned attempts = 1;       ///< number of passes from the wait on
  Cycle last;                  ///< beginning of the last wait for the same culprits
  std::uint64_t cycles = 0;
};

AskedWait asked_wait(const Timeline& timeline, const OpRow& row, const Span& span) {
  AskedWait asked;
  asked.wait = {span.lane, span.begin, span.end, {row.op.value - span.cause.culprit.value},
                0,         false};
  const Waits waits = waits_for(timeline, row, span.cause, timeline.lanes[span.lane].is_front);
  for (const Waiting& one : waits.all)
    if (one.begin <= span.begin && span.begin < one.end)
      asked.wait = one;
  asked.attempts = waits.attempts - asked.wait.attempt;
  const unsigned last = asked.wait.attempt == 0 ? last_of_first(waits) : waits.attempts;
  for (const Waiting& one : waits.all)
    if (!one.shares_with(asked.wait)) {
      asked.others.push_back(one);
    } else if (one.attempt >= asked.wait.attempt && one.attempt <= last) {
      asked.cycles += one.end - one.begin;
      asked.last = one.begin;
    }
  return asked;
}

/// Cycles of the same wait in another run: of all waits except those that match another wait of the
/// operation, in the same passes. With fewer replays the last passes are those that are gone; with
/// more, those in front are new.
std::uint64_t cycles_of(const Waits& waits, const AskedWait& asked) {
  const unsigned passes = asked.wait.attempt + asked.attempts;
  const unsigned from = asked.wait.attempt == 0   ? 0
                        : waits.attempts > passes ? waits.attempts - asked.attempts
                                                  : asked.wait.attempt;
  const unsigned last = asked.wait.attempt == 0 ? last_of_first(waits) : waits.attempts;
  std::uint64_t cycles = 0;
  for (const Waiting& wait : waits.all) {
    // A wait on a lane where the operation has had another one is that one, also when another
    // operation is in front of it there.
    const bool is_other =
        std::any_of(asked.others.begin(), asked.others.end(), [&](const Waiting& other) {
          return wait.shares_with(asked.wait)
                     ? wait.lane != asked.wait.lane && wait.lane == other.lane
                     : wait.shares_with(other);
        });
    if (!is_other && wait.attempt >= from && wait.attempt <= last)
      cycles += wait.end - wait.begin;
  }
  return cycles;
}

/// Cycles in which an operation is held, for any reason.
std::uint64_t held_cycles(const Timeline& timeline, const OpRow& row) {
  std::uint64_t cycles = 0;
  for (const Span& span : timeline.spans_of(row))
    cycles += span.cause.why != Reason::none ? span.end - span.begin : 0;
  return cycles;
}

/// The location of a wait, identified by name on other machines: a lane, or the front end as a
/// whole.
class WaitPlace {
public:
  WaitPlace(const Timeline& timeline, LaneId lane)
      : is_front_(timeline.lanes[lane].is_front), name_(timeline.lanes[lane].name) {
    for (std::size_t i = lane + std::size_t{1}; i < timeline.lanes.size(); ++i)
      behind_.push_back(timeline.lanes[i].name);
  }

  [[nodiscard]] bool is_at(const Lane& lane) const {
    return is_front_ ? lane.is_front : lane.name == name_;
  }
  /// The lane comes after the location.
  [[nodiscard]] bool is_passed_at(const Lane& lane) const {
    return !lane.is_front && std::find(behind_.begin(), behind_.end(), lane.name) != behind_.end();
  }
  /// Number of stays of an operation at the location up to a cycle.
  [[nodiscard]] std::size_t stays_until(const Timeline& timeline, const OpRow& row,
                                        Cycle cycle) const {
    std::size_t stays = 0;
    bool here = false;
    for (const Span& span : timeline.spans_of(row)) {
      if (cycle < span.begin)
        break;
      const bool is_here = is_at(timeline.lanes[span.lane]);
      stays += is_here && !here ? 1 : 0;
      here = is_here;
    }
    return stays;
  }
  /// The cycle in which an operation leaves the location after its n-th stay, or after its last one
  /// if it has fewer stays; for an operation that was never there, the cycle in which it enters a
  /// later lane.
  [[nodiscard]] Cycle left_at(const Timeline& timeline, const OpRow& row, std::size_t n) const {
    Cycle left = row.end;
    std::size_t stays = 0;
    bool here = false;
    for (const Span& span : timeline.spans_of(row)) {
      const Lane& lane = timeline.lanes[span.lane];
      if (!is_at(lane)) {
        if (stays == 0 && is_passed_at(lane))
          return span.begin;
        here = false;
        continue;
      }
      if (!here && stays == n)
        break;
      stays += here ? 0 : 1;
      here = true;
      left = span.end;
    }
    return left;
  }

private:
  bool is_front_;
  std::string name_;
  std::vector<std::string> behind_;
};

} // namespace

ChangedMachines::ChangedMachines(const isa::Program& program, const Machine& machine,
                                 const RunOptions& options, const trace::RunRecord& run,
                                 std::vector<const OpRow*> rows)
    : program_(program), machine_(machine), variants_(machine), options_(options), run_(run),
      rows_(std::move(rows)),
      changes_([this](const std::string&) { return !options_.progress || options_.progress({}); }) {
}

ChangedMachines::Place ChangedMachines::place_of(const OpRow& row) const {
  Place place{0, row.part, run_.legend.instruction_pc[row.instruction.value]};
  for (const OpRow& other : run_.timeline.rows) {
    if (!other.wrong_path && other.op <= row.op)
      place.instruction += instructions_of(other);
    if (other.op >= row.op)
      break;
  }
  return place;
}

const OpRow* ChangedMachines::row_at(const trace::RunRecord& run, const Place& place) const {
  if (!run.window)
    return nullptr;
  std::uint64_t instruction = first_ - 1;
  for (const OpRow& row : run.timeline.rows) {
    if (row.op < run.window->first || row.wrong_path)
      continue;
    instruction += instructions_of(row);
    const bool is_it =
        row.part == place.part && run.legend.instruction_pc[row.instruction.value] == place.pc;
    if (instruction >= place.instruction && (is_it || row.fused))
      return &row;
    if (instruction > place.instruction)
      break;
  }
  return nullptr;
}

void ChangedMachines::try_all() {
  begun_ = true;
  if (rows_.empty())
    return;
  first_ = kNever.value;
  for (const OpRow* row : rows_) {
    const Place place = place_of(*row);
    first_ = std::min(first_, place.instruction);
    last_ = std::max(last_, place.instruction);
    end_ = std::max(end_, row->end);
  }
  RunOptions whole = options_of_whole();
  whole.limit_cycles = std::min(options_.limit_cycles, kMaxRemedyCycles);
  const trace::RunRecord all = run_program(program_, machine_, whole);
  simulated_cycles_ += all.cycles;
  if (all.cycles < whole.limit_cycles && all.stop.reason != "interrupted")
    cycles_ = all.cycles;
  for (const machine::Setting& setting : machine::faster_settings(machine_))
    (void)changes_.measure(text_of(setting), [&] { return tried_out(setting); });
}

RunOptions ChangedMachines::options_of_whole() const {
  RunOptions whole = quiet(options_);
  whole.keep_output = false;
  whole.until.reset(); // what it waits for can happen at another time
  return whole;
}

std::optional<ChangedMachines::Change> ChangedMachines::tried_out(const machine::Setting& setting) {
  const Result<Machine> changed = variants_.with({setting});
  if (!changed || *changed == machine_ || has_errors(machine::check_runs(*changed, program_)))
    return std::nullopt; // an invalid or equal machine, or one that cannot run the program
  RunOptions again = options_of_whole();
  again.record = true;
  again.counts_right_path = true;
  again.only_window_waits = true;
  again.from_op = first_;
  again.to_op = last_;
  again.from_cycle = 1;
  again.to_cycle = kNever.value;
  again.stop_after_window = true;
  again.limit_cycles = limit_cycles();
  Change change{setting, run_program(program_, *changed, again)};
  simulated_cycles_ += change.run.cycles;
  return change;
}

std::uint64_t ChangedMachines::limit_cycles() const {
  return cycles_ ? 2 * *cycles_ + 1'000 : end_.value + 64;
}

std::optional<std::int64_t> ChangedMachines::run_cycles_saved(const Change& change) {
  if (!cycles_)
    return std::nullopt;
  const std::int64_t* saved =
      cycles_saved_.measure(text_of(change.setting), [&]() -> std::optional<std::int64_t> {
        RunOptions whole = options_of_whole();
        whole.limit_cycles = limit_cycles();
        const trace::RunRecord run =
            run_program(program_, variants_.with({change.setting}).value(), whole);
        simulated_cycles_ += run.cycles;
        if (run.cycles >= whole.limit_cycles || run.stop.reason == "interrupted")
          return std::nullopt;
        return static_cast<std::int64_t>(*cycles_) - static_cast<std::int64_t>(run.cycles);
      });
  return saved == nullptr ? std::nullopt : std::optional(*saved);
}

ChangedMachines::Compared ChangedMachines::compared(const OpRow& row, const Stretch& wait) {
  if (!begun_)
    try_all();
  const Timeline& timeline = run_.timeline;
  const Cause& cause = wait.span.cause;
  const Place place = place_of(row);
  const WaitPlace lane(timeline, wait.span.lane);
  const bool in_front = timeline.lanes[wait.span.lane].is_front;
  const AskedWait asked = asked_wait(timeline, row, wait.span);
  const std::uint64_t waited = asked.cycles;
  const std::size_t stay = lane.stays_until(timeline, row, asked.last);
  const Cycle leaves_now = lane.left_at(timeline, row, stay);
  Compared found;
  for (const Change& change : changes_.outcomes()) {
    const OpRow* other = row_at(change.run, place);
    if (other == nullptr || other->in_flight)
      continue;
    const Timeline& then = change.run.timeline;
    const std::uint64_t waits = cycles_of(waits_for(then, *other, cause, in_front), asked);
    const Cycle left = lane.left_at(then, *other, stay);
    if (waits >= waited)
      continue;
    // A wait that only has another reason or another location is not shorter. An operation that
    // ends later all the same, because it is replayed for instance, is not helped by an earlier end
    // of the wait.
    const bool helps =
        left < leaves_now &&
        (other->end < row.end ||
         (other->end == row.end && held_cycles(then, *other) < held_cycles(timeline, row)));
    if (!helps && other->end < row.end)
      continue; // the cycles are saved before the wait
    Remedy remedy;
    remedy.setting = text_of(change.setting);
    remedy.waited_cycles = waited;
    remedy.waits_cycles = waits;
    remedy.total_cycles_saved = other->end < row.end ? row.end - other->end : 0;
    remedy.leaves_cycles_earlier = left < leaves_now ? leaves_now - left : 0;
    if (!helps) {
      remedy.done_later_cycles = other->end - row.end;
      remedy.leaves_later_cycles = leaves_now < left ? left - leaves_now : 0;
    }
    remedy.run_cycles_saved = run_cycles_saved(change);
    (helps ? found.remedies : found.in_vain).push_back(std::move(remedy));
  }
  std::stable_sort(found.remedies.begin(), found.remedies.end(),
                   [](const Remedy& a, const Remedy& b) {
                     return std::pair(a.total_cycles_saved, a.leaves_cycles_earlier) >
                            std::pair(b.total_cycles_saved, b.leaves_cycles_earlier);
                   });
  std::stable_sort(
      found.in_vain.begin(), found.in_vain.end(),
      [](const Remedy& a, const Remedy& b) { return a.waits_cycles < b.waits_cycles; });
  return found;
}

} // namespace stallscope::session
