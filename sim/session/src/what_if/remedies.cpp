#include "what_if/remedies.hpp"

#include "machine/machine_file.hpp"
#include "machine/settings_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::session {

namespace {

using machine::Machine;

/// Instructions a row stands for; of several micro-ops only the first counts.
std::uint64_t instructions_of(const OpRow& row) {
  return row.part != 0 ? 0 : row.fused ? 2 : 1;
}

/// One wait of an operation: stays that follow each other on a lane, for the same reason and the
/// same register, whoever is waited for.
struct Waiting {
  LaneId lane = kNoLane;
  Cycle begin;
  Cycle end;
  std::vector<std::uint64_t> distances; ///< how far in front of it those are, in program order

  [[nodiscard]] bool shares_with(const Waiting& other) const {
    return std::any_of(distances.begin(), distances.end(), [&](std::uint64_t distance) {
      return std::find(other.distances.begin(), other.distances.end(), distance) !=
             other.distances.end();
    });
  }
};

/// All waits of an operation for a reason, of those in the front end or of those elsewhere.
std::vector<Waiting> waits_for(const Timeline& timeline, const OpRow& row, const Cause& cause,
                               bool in_front) {
  std::vector<Waiting> waits;
  for (const Span& span : timeline.spans_of(row)) {
    if (span.cause.why != cause.why || span.cause.reg != cause.reg ||
        timeline.lanes[span.lane].is_front != in_front)
      continue;
    // What is done again for a load, and what for another one, are two waits.
    const bool again = in_front && cause.why == Reason::memory_order;
    if (waits.empty() || waits.back().lane != span.lane || waits.back().end != span.begin ||
        (again && waits.back().distances.back() != row.op.value - span.cause.culprit.value))
      waits.push_back({span.lane, span.begin, span.end, {}});
    waits.back().end = span.end;
    waits.back().distances.push_back(row.op.value - span.cause.culprit.value);
  }
  return waits;
}

/// Cycles of some waits without those that are other ones of the operation.
std::uint64_t cycles_of(const std::vector<Waiting>& waits, const Waiting& asked,
                        const std::vector<Waiting>& others) {
  std::uint64_t cycles = 0;
  for (const Waiting& wait : waits) {
    const bool is_other = !wait.shares_with(asked) &&
                          std::any_of(others.begin(), others.end(), [&](const Waiting& other) {
                            return wait.shares_with(other);
                          });
    cycles += is_other ? 0 : wait.end - wait.begin;
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

/// When an operation has left a lane for the n-th time, or for the last where it has been there
/// less often; where it never was, when it went to one behind it.
Cycle left_at(const Timeline& timeline, const OpRow& row, const std::string& lane, std::size_t n) {
  const auto at = std::find_if(timeline.lanes.begin(), timeline.lanes.end(),
                               [&lane](const Lane& l) { return l.name == lane; });
  const auto id = static_cast<std::size_t>(at - timeline.lanes.begin());
  Cycle left = row.end;
  std::size_t stays = 0;
  bool here = false;
  for (const Span& span : timeline.spans_of(row)) {
    if (span.lane != id) {
      if (stays == 0 && span.lane > id)
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

/// How often an operation has come to a lane up to a cycle.
std::size_t stays_until(const Timeline& timeline, const OpRow& row, LaneId lane, Cycle cycle) {
  std::size_t stays = 0;
  bool here = false;
  for (const Span& span : timeline.spans_of(row)) {
    if (cycle < span.begin)
      break;
    stays += span.lane == lane && !here ? 1 : 0;
    here = span.lane == lane;
  }
  return stays;
}

} // namespace

ChangedMachines::ChangedMachines(const isa::Program& program, const Machine& machine,
                                 const RunOptions& options, const trace::RunRecord& run,
                                 std::vector<const OpRow*> rows)
    : program_(program), machine_(machine), options_(options), run_(run), rows_(std::move(rows)) {}

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
  RunOptions whole = options_;
  whole.record = false;
  whole.live_output = nullptr;
  whole.commit_log = nullptr;
  whole.until.reset(); // what it waits for can happen at another time
  whole.limit_cycles = std::min(options_.limit_cycles, kMaxRemedyCycles);
  if (const trace::RunRecord all = run_program(program_, machine_, whole);
      all.cycles < whole.limit_cycles && all.stop.reason != "interrupted")
    cycles_ = all.cycles;
  for (const machine::Setting& setting : machine::faster_settings(machine_)) {
    if (options_.progress && !options_.progress({}))
      return; // interrupted: the caller knows
    try_out(setting);
  }
}

void ChangedMachines::try_out(const machine::Setting& setting) {
  const Result<Machine> changed = machine::with_settings(machine_, {setting});
  if (!changed || *changed == machine_ || has_errors(machine::check_runs(*changed, program_)))
    return; // an invalid or equal machine, or one that cannot run the program
  RunOptions again = options_;
  again.record = true;
  again.live_output = nullptr;
  again.commit_log = nullptr;
  again.until.reset();
  again.counts_right_path = true;
  again.from_op = first_;
  again.to_op = last_;
  again.from_cycle = 1;
  again.to_cycle = kNever.value;
  again.stop_after_window = !cycles_;
  // Beyond this cycle the change improves neither the wait nor the run.
  again.limit_cycles = cycles_ ? 2 * *cycles_ + 1'000 : end_.value + 64;
  again.keep_output = false;
  Change change{setting.key + "=" + setting.value, run_program(program_, *changed, again), {}};
  if (cycles_ && change.run.cycles < again.limit_cycles)
    change.cycles = change.run.cycles;
  changes_.push_back(std::move(change));
}

std::vector<Remedy> ChangedMachines::against(const OpRow& row, const Stretch& wait) {
  if (!begun_)
    try_all();
  const Timeline& timeline = run_.timeline;
  const std::string& lane = timeline.lanes[wait.span.lane].name;
  const Place place = place_of(row);
  const bool in_front = timeline.lanes[wait.span.lane].is_front;
  std::vector<Waiting> others = waits_for(timeline, row, wait.span.cause, in_front);
  Waiting asked{wait.span.lane, wait.span.begin, wait.span.end, {}};
  std::erase_if(others, [&](const Waiting& one) {
    const bool is_it = one.begin <= wait.span.begin && wait.span.begin < one.end;
    asked = is_it ? one : asked;
    return is_it;
  });
  const std::uint64_t waited = asked.end - asked.begin;
  const std::size_t stay = stays_until(timeline, row, wait.span.lane, wait.span.begin);
  const Cycle leaves_now = left_at(timeline, row, lane, stay);
  std::vector<Remedy> remedies;
  for (const Change& change : changes_) {
    const OpRow* other = row_at(change.run, place);
    if (other == nullptr || other->in_flight)
      continue;
    const Timeline& then = change.run.timeline;
    const std::uint64_t waits =
        cycles_of(waits_for(then, *other, wait.span.cause, in_front), asked, others);
    const Cycle left = left_at(then, *other, lane, stay);
    // A wait that is only for another reason, or in another place, is not shorter.
    if (waits >= waited || left >= leaves_now ||
        (other->end >= row.end && held_cycles(then, *other) >= held_cycles(timeline, row)))
      continue;
    Remedy remedy{change.setting, waited, waits, 0, leaves_now - left, {}};
    remedy.total_cycles_saved = other->end < row.end ? row.end - other->end : 0;
    if (change.cycles)
      remedy.run_cycles_saved =
          static_cast<std::int64_t>(*cycles_) - static_cast<std::int64_t>(*change.cycles);
    remedies.push_back(std::move(remedy));
  }
  std::stable_sort(remedies.begin(), remedies.end(), [](const Remedy& a, const Remedy& b) {
    return std::pair(a.total_cycles_saved, a.leaves_cycles_earlier) >
           std::pair(b.total_cycles_saved, b.leaves_cycles_earlier);
  });
  return remedies;
}

} // namespace stallscope::session
