#include "session/explain.hpp"

#include "explain/empty_lanes.hpp"
#include "explain/wait_chain.hpp"
#include "trace/render.hpp"
#include "what_if/remedies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace stallscope::session {

namespace {

/// Number of cycles recorded around the requested one when the whole run up to it is too long.
constexpr std::uint64_t kWindowCycles = 2'000;

/// The record that an explanation is derived from.
trace::RunRecord record_around(const isa::Program& program, const machine::Machine& machine,
                               RunOptions options, std::uint64_t from, std::uint64_t to) {
  options.record = true;
  options.live_output = nullptr; // the program runs several times: its output is not displayed
  options.from_op.reset();
  options.to_op.reset();
  options.from_cycle = from;
  options.to_cycle = to;
  options.limit_cycles = std::min(options.limit_cycles, to);
  return run_program(program, machine, options);
}

/// The word for an operation in sentences.
const char* noun(const trace::RunRecord& run) {
  return run.counts_micro_ops ? "micro-op" : "instruction";
}

/// `in_buffer`: the operation has retired, and its store is in the store buffer.
std::string where_is(const trace::RunRecord& run, OpId op, Cycle cycle, bool in_buffer) {
  const OpRow* row = run.timeline.find(op);
  if (row == nullptr)
    return {};
  if (const Span* span = span_at(run.timeline, *row, cycle))
    return fmt::format(", which is in {} in cycle {}", run.timeline.lanes[span->lane].name,
                       cycle.value);
  return row->end > cycle ? std::string{}
         : in_buffer      ? std::string(kNotInCache)
                          : ", which has left the pipeline";
}

/// For the culprit of a wait: the operation for which it waits itself.
std::string waits_itself(const trace::RunRecord& run, const Cause& cause, Cycle cycle) {
  const OpRow* const row =
      cause.why == Reason::stage_full ? run.timeline.find(cause.culprit) : nullptr;
  const Span* const span = row != nullptr ? span_at(run.timeline, *row, cycle) : nullptr;
  return span != nullptr && span->cause.why != Reason::none
             ? " and " + trace::sentence_about(row->op, span->cause, run)
             : std::string{};
}

/// Source position of an instruction: its line, or its address when unknown.
std::string place_of(const trace::Legend& legend, InstructionIndex i) {
  std::string place = legend.place(i);
  if (!place.empty() || i.value >= legend.instruction_line.size())
    return place;
  return legend.instruction_line[i.value] != 0
             ? fmt::format("line {}", legend.instruction_line[i.value])
             : fmt::format("pc {:#x}", legend.instruction_pc[i.value]);
}

/// Why an operation is held, and until when.
std::string held_words(const trace::RunRecord& run, const OpRow& row, const Stretch& stretch,
                       Cycle cycle, bool in_buffer) {
  const Span& span = stretch.span;
  const std::string& lane = run.timeline.lanes[span.lane].name;
  std::string text;
  if (const auto replayed = trace::replay_sentence(span.lane, span.cause, cycle, run)) {
    text = fmt::format("is back in {} since cycle {}: it {}", lane, span.begin.value, *replayed);
  } else {
    text = fmt::format("is held in {} since cycle {}: it {}", lane, span.begin.value,
                       trace::sentence_about(row.op, span.cause, run));
    if (span.cause.culprit && span.cause.culprit != row.op)
      text += where_is(run, span.cause.culprit, cycle, in_buffer) +
              waits_itself(run, span.cause, cycle);
  }
  return text + "; " + ending_words(run, row, stretch, "goes on", "it ");
}

/// What an operation does in an interval. `chain`: its wait chain in one cycle of the interval
/// (dynamically scheduled machines). An operation that is not held can still wait for its turn to
/// be dispatched or to retire.
OpExplanation explain_stretch(const trace::RunRecord& run, const OpRow& row, const Stretch& stretch,
                              Cycle cycle, Cycle chain_cycle, std::vector<ChainLink> chain,
                              std::vector<BehindObstacle> behind) {
  const Span& span = stretch.span;
  OpExplanation out;
  out.op = row.op;
  out.number = run.number(row.op) + (row.wrong_path && run.numbers.empty() ? "x" : "");
  out.instruction =
      run.counts_micro_ops ? micro_op_text(run, row) : run.legend.text(row.instruction);
  out.line = row.instruction.value < run.legend.instruction_line.size()
                 ? run.legend.instruction_line[row.instruction.value]
                 : 0;
  out.place = place_of(run.legend, row.instruction);
  out.lane = run.timeline.lanes[span.lane].name;
  out.begin = span.begin;
  out.end = span.end;
  out.open_end = row.in_flight && span.end == row.end;
  out.cause = span.cause;
  if (span.cause.why != Reason::none) {
    out.sentence =
        held_words(run, row, stretch, cycle, !chain.empty() && chain.front().waits_for_cache);
    for (BehindObstacle& part : behind) {
      if (part.cause.why == Reason::none)
        continue;
      part.sentence = trace::sentence_about(row.op, part.cause, run);
      if (out.behind.why == Reason::none) {
        out.behind = part.cause;
        out.behind_sentence = part.sentence;
      }
    }
    out.behind_by_cycle = std::move(behind);
  } else if (!chain.empty()) {
    out.sentence = chain.front().sentence;
  } else {
    out.sentence = fmt::format("works in {}", out.lane);
    if (span.end - span.begin > 1)
      out.sentence += fmt::format(", cycles {} to {}", span.begin.value, span.end.value - 1);
  }
  if (row.wrong_path)
    out.sentence += fmt::format(
        " (wrong path{})",
        row.flushed_by ? fmt::format(", discarded by {} {}", noun(run), run.number(row.flushed_by))
                       : std::string{});
  if (run.counts_micro_ops) {
    out.chain_cycle = chain_cycle;
    out.chain = std::move(chain);
  }
  return out;
}

/// In-order machines: what an operation that executes for several cycles does, instead of just
/// "works".
void tell_work(OpExplanation& op, const Span& span, Cycle cycle, WaitChains& states) {
  constexpr std::string_view kWorks = "works";
  if (span.cause.why != Reason::none || span.end - span.begin < 2 ||
      !op.sentence.starts_with(kWorks))
    return;
  if (const std::string work = states.work_of(op.op, cycle); !work.empty())
    op.sentence.replace(0, kWorks.size(), work);
}

std::string headline_of(const trace::RunRecord& run, const OpRow& row, const OpExplanation& op,
                        const isa::Program& program, const machine::Machine& machine) {
  return fmt::format("{} {} of {} on {}: {} ({}), cycles {} to {}{}",
                     run.counts_micro_ops ? "Micro-op" : "Instruction", run.number(row.op),
                     program.name, machine.name, op.instruction, op.place, row.begin.value,
                     row.end.value - 1,
                     row.flushed     ? ", discarded"
                     : row.in_flight ? ", still in flight"
                                     : ", retired");
}

/// Removes "this cycle" from a sentence that names the cycles.
std::string without_this_cycle(std::string sentence) {
  constexpr std::string_view kCycle = " in this cycle";
  if (sentence.ends_with(kCycle))
    sentence.resize(sentence.size() - kCycle.size());
  return sentence;
}

/// Why an operation was not fetched earlier.
std::vector<std::string> fetch_notes(const trace::RunRecord& run, OpId op) {
  std::vector<std::string> notes;
  for (const FetchWait& wait : run.timeline.fetch_waits_of(op))
    notes.push_back(
        fmt::format("fetched late because in {} {}",
                    wait.end - wait.begin == 1
                        ? fmt::format("cycle {}", wait.begin.value)
                        : fmt::format("cycles {} to {}", wait.begin.value, wait.end.value - 1),
                    without_this_cycle(trace::fetch_sentence(wait.cause, run))));
  return notes;
}

/// A micro-op has left its station with this operand, and was not squashed or replayed after that.
bool was_taken(const trace::RunRecord& run, const Arrow& arrow) {
  const OpRow* row = run.timeline.find(arrow.consumer);
  if (row == nullptr || !run.counts_micro_ops)
    return true;
  for (const Span& span : run.timeline.spans_of(*row)) {
    const Lane& lane = run.timeline.lanes[span.lane];
    if (span.end <= arrow.cycle)
      continue;
    if (lane.is_unit || lane.is_lead)
      return true;
    if (lane.is_front && span.begin >= arrow.cycle) // back in the front end: replayed
      return false;
  }
  return false;
}

/// The source of each operand of an operation.
std::vector<std::string> operand_notes(const trace::RunRecord& run, OpId op) {
  std::vector<std::string> notes;
  for (const Arrow& arrow : run.timeline.arrows)
    if (arrow.consumer == op && was_taken(run, arrow))
      notes.push_back(fmt::format(
          "takes {} from {} {} in cycle {}, {}", run.legend.register_name(arrow.reg), noun(run),
          run.number(arrow.producer), arrow.cycle.value,
          arrow.from == kNoLane
              ? trace::storage_words(arrow, run)
              : fmt::format("forwarded from the end of {}", run.timeline.lanes[arrow.from].name)));
  return notes;
}

/// Run options that remember whether the run was interrupted.
class Watch {
public:
  explicit Watch(const RunOptions& options) : options_(options) {
    // The requested cycle can be many periods into an infinite loop.
    options_.stop_at_repeats = false;
    options_.progress = [this, asked = options.progress](const Progress& p) {
      interrupted_ = interrupted_ || (asked && !asked(p));
      return !interrupted_;
    };
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  [[nodiscard]] const RunOptions& options() const { return options_; }
  [[nodiscard]] bool interrupted() const { return interrupted_; }

private:
  RunOptions options_;
  bool interrupted_ = false;
};

constexpr const char* kInterrupted =
    "interrupted: which machine options would shorten the waits was not looked for to the end";

constexpr const char* kTooFar =
    "which machine options would shorten a wait is only looked for in the first {} cycles";

/// Adds the effects of the changed machines on one wait.
void take_remedies(OpExplanation& of, ChangedMachines& changed, const OpRow& row,
                   const Stretch& wait, const Watch& watch) {
  ChangedMachines::Compared found = changed.compared(row, wait);
  of.remedies = std::move(found.remedies);
  of.in_vain = std::move(found.in_vain);
  of.remedies_sought = !watch.interrupted();
  of.machines_tried = changed.tried();
}

/// Remedies that would shorten the waits of operations in a cycle; the cycles simulated.
std::uint64_t seek_remedies(const isa::Program& program, const machine::Machine& machine,
                            const Watch& watch, const trace::RunRecord& run, Cycle cycle,
                            const std::vector<std::pair<const OpRow*, std::size_t>>& asked_about,
                            std::vector<OpExplanation>& ops) {
  std::vector<const OpRow*> rows;
  for (const auto& [row, place] : asked_about)
    rows.push_back(row);
  ChangedMachines changed(program, machine, watch.options(), run, rows);
  for (const auto& [row, place] : asked_about) {
    const Span* span = span_at(run.timeline, *row, cycle);
    const Stretch stretch = stretch_at(run.timeline, *row, *span);
    take_remedies(ops[place], changed, *row, stretch, watch);
  }
  return changed.simulated_cycles();
}

/// Maximum number of cycles of a wait that are tested counterfactually; of longer waits every n-th
/// cycle is tested.
constexpr std::uint64_t kMostLooks = 4'096;

/// The next obstacles behind a wait's cause, grouped by equal cycles.
std::vector<BehindObstacle> behind_in(const OpRow& row, const Span& span, WaitChains& states) {
  std::vector<BehindObstacle> parts;
  const std::uint64_t step = 1 + (span.end - span.begin - 1) / kMostLooks;
  for (Cycle cycle = span.begin; cycle < span.end; cycle = cycle + step) {
    const Cause cause = states.behind(row, span.cause, cycle);
    const Cycle end = std::min(cycle + step, span.end);
    if (!parts.empty() && parts.back().cause == cause)
      parts.back().end = end;
    else
      parts.push_back({cycle, end, cause, {}});
  }
  return parts;
}

/// The stretches of an operation. On a dynamically scheduled machine, stretches in which it waits
/// for its turn are divided by the operation in front of it.
std::vector<Stretch> way_of(const trace::RunRecord& run, const OpRow& row, WaitChains& chains) {
  std::vector<Stretch> way;
  for (const Stretch& stretch : stretches_of(run.timeline, row)) {
    way.push_back(stretch);
    const Span span = stretch.span;
    if (!run.counts_micro_ops || span.cause.why != Reason::none ||
        run.timeline.lanes[span.lane].is_unit)
      continue;
    const std::uint64_t step = 1 + (span.end - span.begin - 1) / kMostLooks;
    WaitChains::Turn last = chains.turn_of(row, span, span.begin);
    for (Cycle cycle = span.begin + step; cycle < span.end; cycle = cycle + step) {
      const WaitChains::Turn turn = chains.turn_of(row, span, cycle);
      if (turn == last)
        continue;
      way.back().span.end = cycle;
      way.push_back(stretch);
      way.back().span.begin = cycle;
      last = turn;
    }
  }
  return way;
}

} // namespace

std::optional<Explanation> explain_cycle(const isa::Program& program,
                                         const machine::Machine& machine, const RunOptions& asked,
                                         std::uint64_t cycle, bool remedies) {
  Watch watch(asked);
  const RunOptions& options = watch.options();
  if (cycle == 0)
    return std::nullopt; // before the start of the run
  const bool from_start = cycle <= kMaxRemedyCycles;
  const trace::RunRecord run = record_around(
      program, machine, options, from_start ? 1 : cycle - kWindowCycles, cycle + kWindowCycles);
  if (run.timeline.end_cycle.value <= cycle)
    return std::nullopt;
  Explanation out;
  WaitChains chains(program, machine, options);
  std::map<OpId, std::vector<BehindObstacle>> behind; // derived from the state one cycle earlier
  for (const OpRow& row : run.timeline.rows)
    if (const Span* span = span_at(run.timeline, row, Cycle{cycle});
        span != nullptr && span->cause.why != Reason::none)
      behind[row.op] = {
          {Cycle{cycle}, Cycle{cycle + 1}, chains.behind(row, span->cause, Cycle{cycle}), {}}};
  bool sought = false;
  std::vector<std::pair<const OpRow*, std::size_t>> asked_about; // row, and its index in out.ops
  unsigned working = 0;
  unsigned waiting = 0;
  for (const OpRow& row : run.timeline.rows) {
    const Span* span = span_at(run.timeline, row, Cycle{cycle});
    if (span == nullptr)
      continue;
    std::vector<ChainLink> chain;
    if (run.counts_micro_ops)
      chain = chains.of(run, row, Cycle{cycle});
    OpExplanation op = explain_stretch(run, row, stretch_at(run.timeline, row, *span), Cycle{cycle},
                                       Cycle{cycle}, std::move(chain), behind[row.op]);
    tell_work(op, stretch_at(run.timeline, row, *span).span, Cycle{cycle}, chains);
    (op.cause.why == Reason::none ? working : waiting) += 1;
    // With many operations in flight, remedies are sought for the oldest held operations only.
    const bool first_only = run.counts_micro_ops && sought;
    if (remedies && from_start && op.cause.why != Reason::none && !first_only) {
      sought = true;
      if (!row.wrong_path)
        asked_about.emplace_back(&row, out.ops.size());
    }
    out.ops.push_back(std::move(op));
  }
  out.simulated_cycles =
      seek_remedies(program, machine, watch, run, Cycle{cycle}, asked_about, out.ops);
  out.empty = empty_lanes(run, !machine.dynamic || machine.dynamic->speculates(), Cycle{cycle});
  out.headline = fmt::format("Cycle {} of {} on {}: {} {}{} at work, {} held", cycle, program.name,
                             machine.name, working, noun(run), working == 1 ? "" : "s", waiting);
  if (watch.interrupted())
    out.notes.emplace_back(remedies ? kInterrupted : "interrupted: what comes later is not known");
  else if (remedies && !from_start && waiting > 0)
    out.notes.push_back(fmt::format(kTooFar, kMaxRemedyCycles));
  else if (sought && run.counts_micro_ops && waiting > 1)
    out.notes.emplace_back("options that would shorten a wait are looked for only of the oldest "
                           "micro-op that is held; --op N looks for those of another");
  return out;
}

std::optional<Explanation> explain_op(const isa::Program& program, const machine::Machine& machine,
                                      const RunOptions& asked, std::uint64_t op, bool remedies) {
  return explain_op(program, machine, asked, trace::OpName{op, 0, false, true}, remedies);
}

namespace {

/// Options of a run that records the cycles around an operation only.
RunOptions window_around(const RunOptions& options, const machine::Machine& machine,
                         const trace::OpName& name) {
  RunOptions window = options;
  window.record = true;
  window.live_output = nullptr;
  window.from_op = name.number > kWindowCycles ? name.number - kWindowCycles : 1;
  window.to_op = name.number + (name.wrong_path ? kWindowCycles : 0);
  window.counts_right_path = machine.dynamic.has_value() && !name.is_id;
  window.stop_after_window = true;
  return window;
}

} // namespace

std::optional<Explanation> explain_op(const isa::Program& program, const machine::Machine& machine,
                                      const RunOptions& asked, const trace::OpName& name,
                                      bool remedies) {
  Watch watch(asked);
  const RunOptions& options = watch.options();
  // If the operation is near the start, it is recorded again from cycle 1, for the remedies.
  trace::RunRecord run = run_program(program, machine, window_around(options, machine, name));
  const OpRow* row = trace::find_op(run, name);
  if (row == nullptr)
    return std::nullopt;
  const bool from_start = run.timeline.first_cycle.value == 1 || row->end.value <= kMaxRemedyCycles;
  if (from_start && run.timeline.first_cycle.value != 1) {
    run = record_around(program, machine, options, 1, row->end.value);
    row = trace::find_op(run, name);
    if (row == nullptr)
      return std::nullopt;
  }
  Explanation out;
  WaitChains chains(program, machine, options);
  // Shared by all stretches, because it advances from cycle to cycle.
  WaitChains states(program, machine, options);
  bool waited = false;
  ChangedMachines changed(program, machine, options, run, {row});
  for (const Stretch& stretch : way_of(run, *row, chains)) {
    const Span& span = stretch.span;
    const Cycle middle = span.begin + (span.end - span.begin - 1) / 2;
    std::vector<BehindObstacle> behind;
    if (span.cause.why != Reason::none)
      behind = behind_in(*row, span, states);
    std::vector<ChainLink> chain;
    if (run.counts_micro_ops)
      chain = chains.of(run, *row, middle);
    OpExplanation part = explain_stretch(run, *row, stretch, span.begin, middle, std::move(chain),
                                         std::move(behind));
    tell_work(part, span, span.end - 1, states);
    if (part.cause.why != Reason::none) {
      waited = true;
      if (remedies && from_start && !row->wrong_path) {
        take_remedies(part, changed, *row, stretch, watch);
      }
    }
    out.ops.push_back(std::move(part));
  }
  out.simulated_cycles = changed.simulated_cycles();
  out.headline = headline_of(run, *row, out.ops.front(), program, machine);
  out.notes = fetch_notes(run, row->op);
  for (std::string& note : operand_notes(run, row->op))
    out.notes.push_back(std::move(note));
  if (watch.interrupted())
    out.notes.emplace_back(remedies ? kInterrupted : "interrupted: what comes later is not known");
  else if (remedies && waited && !from_start)
    out.notes.push_back(fmt::format(kTooFar, kMaxRemedyCycles));
  return out;
}

} // namespace stallscope::session
