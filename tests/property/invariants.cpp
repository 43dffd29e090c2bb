#include "property/invariants.hpp"

#include "timeline/occupancy_table.hpp"
#include "trace/build_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stallscope::property {

using core::InFlightOp;
using core::InOrderState;
using core::StopReason;

namespace {

class Collector final : public isa::OutputSink {
public:
  void write(std::uint64_t, std::string_view text) override { text_ += text; }
  std::string take() { return std::move(text_); }

private:
  std::string text_;
};

template <class Sink>
void go(const core::InOrderCore& core, InOrderState& state, Sink& sink, std::uint64_t limit,
        bool single_steps) {
  if (!single_steps) {
    core.run(state, sink, limit);
    return;
  }
  while (state.stop == StopReason::running && state.cycle < limit)
    core.step(state, sink);
}

StopReason stop_for(isa::Trap trap) {
  switch (trap) {
  case isa::Trap::end:
    return StopReason::end;
  case isa::Trap::exit:
    return StopReason::exit;
  case isa::Trap::breakpoint:
    return StopReason::breakpoint;
  case isa::Trap::none:
    return StopReason::running;
  default:
    return StopReason::fault;
  }
}

} // namespace

CoreRun run_core(const isa::Program& program, const machine::Machine& machine, bool record,
                 std::uint64_t limit_cycles, std::string_view input, bool single_steps) {
  Collector output;
  const core::InOrderCore core(program, machine,
                               isa::Environment{.input = input, .output = &output});
  CoreRun run;
  run.state = std::make_unique<InOrderState>(core.initial_state());
  if (record) {
    trace::RecordingSink sink;
    core.report_snapshot(*run.state, sink); // gaps before the first cycle
    go(core, *run.state, sink, limit_cycles, single_steps);
    sink.covered(Cycle{1}, Cycle{run.state->cycle + 1});
    run.timeline = trace::build_timeline(sink.log(), core.plan().names);
  } else {
    trace::NullSink sink;
    go(core, *run.state, sink, limit_cycles, single_steps);
  }
  run.output = output.take();
  return run;
}

DynamicRun run_dynamic(const isa::Program& program, const machine::Machine& machine,
                       std::uint64_t limit_cycles, std::string_view input) {
  Collector output;
  const core::OutOfOrderCore core(program, machine,
                                  isa::Environment{.input = input, .output = &output});
  DynamicRun run;
  run.state = std::make_unique<core::OutOfOrderState>(core.initial_state());
  trace::NullSink sink;
  core.run(*run.state, sink, limit_cycles);
  run.output = output.take();
  return run;
}

namespace {

/// Both cores' states have members of these names.
template <class Run>
std::string end_differs(const isa::Program& program, const Run& run,
                        const isa::ReferenceRun& reference) {
  const auto& end = *run.state;
  if (end.stop != stop_for(reference.trap))
    return fmt::format(
        "the core stops with StopReason {} and trap {}, the reference machine with {}",
        static_cast<int>(end.stop), isa::name(end.trap), isa::name(reference.trap));
  if (end.trap != reference.trap)
    return fmt::format("the core ends with trap {}, the reference machine with {}",
                       isa::name(end.trap), isa::name(reference.trap));
  for (RegId reg = 0; reg < kMaxRegisters; ++reg) {
    if (reg == isa::kSinkRegister)
      continue;
    for (const std::uint64_t value : {end.arch.regs[reg], end.committed[reg]})
      if (value != reference.state.regs[reg])
        return fmt::format("{} is {:#x} ({:#x} written back), on the reference machine {:#x}",
                           reg < program.register_names.size() ? program.register_names[reg]
                                                               : fmt::format("r{}", reg),
                           end.arch.regs[reg], end.committed[reg], reference.state.regs[reg]);
  }
  if (!(end.arch.memory == reference.state.memory))
    return "memory differs from the reference machine's";
  if (end.arch.memory.hash() != reference.state.memory.hash())
    return "equal memories have different hashes";
  if (run.output != reference.output)
    return fmt::format("the output is '{}', on the reference machine '{}'", run.output,
                       reference.output);
  if (end.counters.retired != reference.state.instructions ||
      end.arch.instructions != reference.state.instructions)
    return fmt::format("{} instructions retired ({} executed), on the reference machine {}",
                       end.counters.retired, end.arch.instructions, reference.state.instructions);
  if (end.arch.exit_code != reference.state.exit_code)
    return fmt::format("exit code {}, on the reference machine {}", end.arch.exit_code,
                       reference.state.exit_code);
  if (end.arch.pc != reference.state.pc || end.arch.input_used != reference.state.input_used ||
      end.arch.heap_end != reference.state.heap_end)
    return "pc, input position or heap differ from the reference machine's";
  return {};
}

} // namespace

std::string differs_from_reference(const isa::Program& program, const CoreRun& run,
                                   const isa::ReferenceRun& reference) {
  return end_differs(program, run, reference);
}

std::string differs_from_reference(const isa::Program& program, const DynamicRun& run,
                                   const isa::ReferenceRun& reference) {
  return end_differs(program, run, reference);
}

namespace {

/// `goes_back`: a replay, after which a load and everything behind it pass through the front end
/// again.
std::string broken_row(const Timeline& timeline, const OpRow& row, bool goes_back = false) {
  const auto spans = timeline.spans_of(row);
  if (spans.empty())
    return fmt::format("op {} has no span", row.op.value);
  if (spans.front().begin != row.begin || spans.back().end != row.end)
    return fmt::format("the row of op {} does not begin and end with its spans", row.op.value);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const Span& span = spans[i];
    if (span.begin >= span.end || span.op != row.op || span.lane >= timeline.lanes.size())
      return fmt::format("op {} has a span [{}, {}) on lane {}", row.op.value, span.begin.value,
                         span.end.value, span.lane);
    if (i > 0 && span.begin != spans[i - 1].end)
      return fmt::format("op {} leaves a lane in cycle {} and enters the next in cycle {}",
                         row.op.value, spans[i - 1].end.value, span.begin.value);
    if (i > 0 && span.lane < spans[i - 1].lane && !goes_back)
      return fmt::format("op {} goes backwards in cycle {}", row.op.value, span.begin.value);
  }
  if (row.in_flight)
    return fmt::format("op {} is still in flight at the end of the run", row.op.value);
  if (row.wrong_path && !row.flushed)
    return fmt::format("op {} of the wrong path was not flushed", row.op.value);
  if (row.wrong_path && (!row.flushed_by || row.flushed_by >= row.op))
    return fmt::format("op {} of the wrong path was flushed by op {}", row.op.value,
                       row.flushed_by.value);
  return {};
}

} // namespace

std::string broken_timeline(const Timeline& timeline, const InOrderState& end) {
  std::uint64_t retired = 0;
  std::uint64_t flushed = 0;
  std::uint64_t flushed_right = 0;
  for (std::size_t i = 0; i < timeline.rows.size(); ++i) {
    const OpRow& row = timeline.rows[i];
    if (std::string problem = broken_row(timeline, row); !problem.empty())
      return problem;
    if (row.op.value != i + 1)
      return fmt::format("row {} is op {}", i + 1, row.op.value);
    (row.flushed ? flushed : retired) += 1;
    flushed_right += row.flushed && !row.wrong_path ? 1 : 0;
  }
  const unsigned faults = end.stop == StopReason::fault ? 1 : 0;
  if (retired != end.counters.retired)
    return fmt::format("{} rows retired, the core counts {}", retired, end.counters.retired);
  // The instruction that faults leaves without having done anything, unless there was none at that
  // address.
  if (flushed_right > faults || flushed - flushed_right != end.counters.flushed)
    return fmt::format("{} rows flushed, {} of them of the right path, the core counts {}", flushed,
                       flushed_right, end.counters.flushed);
  if (timeline.end_cycle.value != end.cycle + 1)
    return fmt::format("the record ends before cycle {}, the run in cycle {}",
                       timeline.end_cycle.value, end.cycle);

  const OccupancyTable table = occupancy_table(timeline, Cycle{1}, timeline.end_cycle);
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (std::size_t lane = 0; lane < table.lanes.size(); ++lane) {
      const TableCell& cell = table.rows[r][lane];
      if (cell.occupants.empty() && cell.gap.why == Reason::none)
        return fmt::format("cycle {}: {} is empty for no reason", r + 1, table.lanes[lane].name);
      if (cell.occupants.size() > table.lanes[lane].slots)
        return fmt::format("cycle {}: {} operations in {}, which holds {}", r + 1,
                           cell.occupants.size(), table.lanes[lane].name, table.lanes[lane].slots);
      if (cell.occupants.size() == table.lanes[lane].slots && cell.gap.why != Reason::none)
        return fmt::format("cycle {}: {} is full and empty", r + 1, table.lanes[lane].name);
    }
  return {};
}

namespace {

/// Recounting the lost slots of a whole record gives another ledger.
std::string miscounted(const trace::Ledger& ledger, const trace::Ledger& again) {
  if (ledger.cycles != again.cycles)
    return fmt::format("the ledger has {} cycles, the timeline {}", ledger.cycles, again.cycles);
  for (std::size_t p = 0; p < trace::kLedgerPointCount; ++p)
    for (std::size_t r = 0; r < kReasonCount; ++r)
      if (ledger.accounts[p].slots[r] != again.accounts[p].slots[r])
        return fmt::format("slots lost to {} at {}: {} in the ledger, {} in the timeline",
                           info(static_cast<Reason>(r)).name,
                           trace::name(static_cast<trace::LedgerPoint>(p)),
                           ledger.accounts[p].slots[r], again.accounts[p].slots[r]);
  return {};
}

/// A lane with too many operations, or empty without a reason that the ledger has. Without a front
/// end, operations that move on at once are not visible in the fetch stage.
std::string broken_lane(const Timeline& timeline, bool front_end) {
  const OccupancyTable table = occupancy_table(timeline, Cycle{1}, timeline.end_cycle);
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (std::size_t l = 0; l < table.lanes.size(); ++l) {
      const Lane& lane = table.lanes[l];
      const TableCell& cell = table.rows[r][l];
      if (lane.slots != 0 && cell.occupants.size() > lane.slots)
        return fmt::format("cycle {}: {} operations in {}, which holds {}", r + 1,
                           cell.occupants.size(), lane.name, lane.slots);
      if (cell.occupants.empty() && (l > 0 || front_end) && lane.lost_at != kNoLedgerPoint &&
          cell.gap.why == Reason::none)
        return fmt::format("cycle {}: {} is empty for no reason", r + 1, lane.name);
    }
  return {};
}

/// The micro-ops of a record by how they ended, and the instructions of these.
struct RowCounts {
  std::uint64_t retired = 0;
  std::uint64_t retired_firsts = 0; ///< instructions of these
  std::uint64_t pairs = 0;          ///< of two instructions, on the right path
  std::uint64_t wrong = 0;          ///< of wrong paths
  std::uint64_t faulted = 0;        ///< of instructions that trapped
  std::uint64_t faulted_firsts = 0;
};

/// Counts rows, or says which is broken.
std::string broken_rows(const Timeline& timeline, bool replays, RowCounts& counts) {
  for (std::size_t i = 0; i < timeline.rows.size(); ++i) {
    const OpRow& row = timeline.rows[i];
    if (std::string problem = broken_row(timeline, row, replays); !problem.empty())
      return problem;
    if (row.op.value != i + 1 ||
        (row.part > 0 && (i == 0 || timeline.rows[i - 1].part + 1 != row.part)))
      return fmt::format("row {} is op {}, part {}", i + 1, row.op.value, row.part);
    const unsigned first = row.part > 0 ? 0 : row.fused ? 2 : 1;
    counts.pairs += first == 2 && !row.wrong_path ? 1 : 0;
    if (row.wrong_path) {
      ++counts.wrong;
    } else if (row.flushed) {
      ++counts.faulted;
      counts.faulted_firsts += first;
    } else {
      ++counts.retired;
      counts.retired_firsts += first;
    }
  }
  return {};
}

/// The ledger does not balance, or is not that which is counted again from the timeline.
std::string broken_ledger(const trace::RunRecord& run, const machine::Machine& machine) {
  using trace::LedgerPoint;
  std::string why;
  if (!run.ledger.balanced(&why))
    return "the ledger does not balance: " + why;
  const auto& accounts = run.ledger.accounts;
  trace::Ledger again = trace::recount_ledger(
      run.timeline, {accounts[0].width, accounts[1].width, accounts[2].width, accounts[3].width});
  const machine::Dynamic* const dynamic = machine.dynamic ? &*machine.dynamic : nullptr;
  if (dynamic != nullptr &&
      (!dynamic->speculates() || dynamic->retire_width > dynamic->dispatch_width)) {
    // Operations that ended in the last cycles beyond the width took slots that were lost.
    const std::uint64_t counted = again.at(LedgerPoint::retire).used();
    if (counted > run.ledger.at(LedgerPoint::retire).used())
      return fmt::format("{} slots used at retirement by the timeline, more than in the ledger",
                         counted);
    again.at(LedgerPoint::retire).use_lost(run.ledger.at(LedgerPoint::retire).used() - counted);
  }
  return miscounted(run.ledger, again);
}

/// Slots used at fetch, issue and retirement against what has passed there.
std::string broken_slots(const trace::Ledger& ledger, const machine::Machine& machine,
                         const RowCounts& rows) {
  using trace::LedgerPoint;
  const std::uint64_t fetched = ledger.at(LedgerPoint::fetch).used();
  const std::uint64_t issued = ledger.at(LedgerPoint::issue).used();
  const std::uint64_t left = ledger.at(LedgerPoint::retire).used();
  // The second of two fused micro-ops takes no slot.
  const bool a_slot_each =
      !machine.dynamic || !(machine.dynamic->fuse_load_op || machine.dynamic->fuse_store);
  const std::uint64_t seconds =
      machine.dynamic && machine.dynamic->pairs_count_once ? rows.pairs : 0;
  if (fetched + seconds != rows.retired_firsts + rows.faulted_firsts ||
      issued > rows.retired + rows.faulted || (a_slot_each && issued < rows.retired + rows.faulted))
    return fmt::format("{} slots used at fetch, {} at dispatch, for {} instructions and {} "
                       "micro-ops, and {} and {} that trapped",
                       fetched, issued, rows.retired_firsts, rows.retired, rows.faulted_firsts,
                       rows.faulted);
  if (left > rows.retired || (a_slot_each && left != rows.retired))
    return fmt::format("{} slots used at retirement for {} micro-ops", left, rows.retired);
  return {};
}

} // namespace

std::string broken_record(const trace::RunRecord& run, const machine::Machine& machine) {
  const Timeline& timeline = run.timeline;
  const bool replays =
      machine.dynamic && machine.dynamic->disambiguation == machine::Disambiguation::predict;
  RowCounts rows;
  if (std::string problem = broken_rows(timeline, replays, rows); !problem.empty())
    return problem;
  if (rows.retired != run.micro_ops || rows.retired_firsts != run.instructions ||
      rows.wrong != run.wrong_path_ops)
    return fmt::format(
        "{} rows retired, {} instructions, {} of wrong paths; the statistics say {}, "
        "{}, {}",
        rows.retired, rows.retired_firsts, rows.wrong, run.micro_ops, run.instructions,
        run.wrong_path_ops);
  if (timeline.end_cycle.value != run.cycles + 1)
    return fmt::format("the record ends before cycle {}, the run in cycle {}",
                       timeline.end_cycle.value, run.cycles);
  const bool front_end = machine.dynamic && machine.dynamic->front_cycles > 0;
  if (std::string problem = broken_lane(timeline, front_end); !problem.empty())
    return problem;
  if (std::string problem = broken_ledger(run, machine); !problem.empty())
    return problem;
  return broken_slots(run.ledger, machine, rows);
}

std::string differs_in_window(const Timeline& whole, const Timeline& part) {
  for (const OpRow& row : whole.rows) {
    std::vector<Span> wanted;
    for (Span span : whole.spans_of(row)) {
      span.begin = std::max(span.begin, part.first_cycle);
      span.end = std::min(span.end, part.end_cycle);
      if (span.begin < span.end)
        wanted.push_back(span);
    }
    const OpRow* found = part.find(row.op);
    if ((found != nullptr) != !wanted.empty())
      return fmt::format("op {} is in one record only", row.op.value);
    if (found == nullptr)
      continue;
    const auto spans = part.spans_of(*found);
    if (spans.size() != wanted.size() || found->part != row.part ||
        found->wrong_path != row.wrong_path || found->instruction != row.instruction)
      return fmt::format("op {} is another, or has {} spans instead of {}", row.op.value,
                         spans.size(), wanted.size());
    for (std::size_t i = 0; i < spans.size(); ++i)
      if (spans[i].begin != wanted[i].begin || spans[i].end != wanted[i].end ||
          spans[i].lane != wanted[i].lane || !(spans[i].cause == wanted[i].cause))
        return fmt::format("op {}: [{}, {}) on {} for {} instead of [{}, {}) on {} for {}",
                           row.op.value, spans[i].begin.value, spans[i].end.value,
                           part.lanes[spans[i].lane].name, info(spans[i].cause.why).name,
                           wanted[i].begin.value, wanted[i].end.value,
                           whole.lanes[wanted[i].lane].name, info(wanted[i].cause.why).name);
  }
  const OccupancyTable all = occupancy_table(whole, part.first_cycle, part.end_cycle);
  const OccupancyTable some = occupancy_table(part, part.first_cycle, part.end_cycle);
  for (std::size_t r = 0; r < some.rows.size(); ++r)
    for (std::size_t lane = 0; lane < some.lanes.size(); ++lane)
      if (const Cause& a = all.rows[r][lane].gap, &b = some.rows[r][lane].gap; !(a == b))
        return fmt::format("cycle {}: {} is empty because of {} {}, in the window of {} {}",
                           some.first_cycle.value + r, some.lanes[lane].name, info(a.why).name,
                           a.culprit.value, info(b.why).name, b.culprit.value);
  return {};
}

std::string broken_ledger(const CoreRun& run, unsigned width) {
  const trace::Ledger& ledger = run.state->ledger;
  std::string why;
  if (!ledger.balanced(&why))
    return "the ledger does not balance: " + why;
  if (std::string problem = miscounted(ledger, trace::recount_ledger(run.timeline, width));
      !problem.empty())
    return problem;
  using trace::LedgerPoint;
  for (const LedgerPoint point : {LedgerPoint::issue, LedgerPoint::retire}) {
    const std::uint64_t faults =
        run.state->stop == StopReason::fault && point == LedgerPoint::issue ? 1 : 0;
    const std::uint64_t used = ledger.at(point).used();
    if (used < run.state->counters.retired || used > run.state->counters.retired + faults)
      return fmt::format("{} slots used at {}, {} instructions retired", used, trace::name(point),
                         run.state->counters.retired);
  }
  return {};
}

namespace {

class Fields {
public:
  template <class... T> void add(T... values) { (one(values), ...); }
  std::vector<std::uint64_t> take() { return std::move(values_); }

private:
  void one(std::uint64_t v) { values_.push_back(v); }
  void one(OpId v) { values_.push_back(v.value); }
  void one(const Cause& v) {
    add(static_cast<std::uint64_t>(v.why), std::uint64_t{v.reg}, v.culprit);
  }
  std::vector<std::uint64_t> values_;
};

void add_op(Fields& f, const InFlightOp& op) {
  f.add(op.id, op.instruction, static_cast<std::uint64_t>(op.op_class), op.lane, op.wrong_path,
        op.faulting, op.is_control, op.is_direct_jump, op.resolved, op.predicted, op.held, op.late,
        op.leaving, op.written, op.missing, op.missing_at_execute, op.missing_at_branch,
        op.entered_at, op.ready_at, op.issued_at, op.written_at, op.cause,
        op.held ? op.behind : kNoOp, op.address, op.access_bytes, op.actual_pc, op.predicted_pc,
        op.followed_pc, op.actual_taken, op.predicted_taken, op.followed_taken, op.delay_slot,
        op.undo_mark);
  for (const OpId producer : op.producers)
    f.add(producer);
  for (const std::uint64_t result : op.results)
    f.add(result);
}

} // namespace

std::vector<std::uint64_t> visible_state(const InOrderState& s, std::size_t lanes) {
  Fields f;
  f.add(s.cycle, static_cast<std::uint64_t>(s.stop), static_cast<std::uint64_t>(s.pending_stop),
        static_cast<std::uint64_t>(s.trap), s.trap_pc, s.next_op, s.fetch.stopped,
        s.fetch.left_code, s.in_flight, s.unresolved, s.last_progress, s.counted_cycles,
        s.last_retired, s.delay_slot_pending, s.issue_gap, s.fetch.exception_pending,
        s.fetch.exception, s.arch.exceptions, s.fetched_to == s.arch.pc);
  f.add(s.arch.pc, s.arch.npc, s.arch.heap_end, s.arch.instructions, s.arch.input_used,
        s.arch.output_bytes, static_cast<std::uint64_t>(s.arch.exit_code), s.arch.memory.hash());
  f.add(s.counters.retired, s.counters.fetched, s.counters.flushed, s.counters.branches,
        s.counters.mispredictions);
  f.add(s.speculation.active, s.speculation.armed, s.speculation.branch,
        static_cast<std::uint64_t>(s.speculation.why));
  f.add(s.fetch.redirect.pending, s.fetch.redirect.pending ? s.fetch.redirect.branch : kNoOp,
        s.fetch.redirect.pending ? s.fetch.redirect.pc : std::uint64_t{0}, s.undo.size());
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    f.add(s.lanes[lane].count, s.gap_shown[lane], s.gaps[lane]);
    for (unsigned i = 0; i < s.lanes[lane].count; ++i)
      add_op(f, s.ops[s.lanes[lane].slots[i]]);
  }
  for (RegId reg = 0; reg < kMaxRegisters; ++reg)
    f.add(s.arch.regs[reg], s.committed[reg]);
  for (const trace::Ledger* ledger : {&s.ledger, &s.counted_ledger})
    for (const trace::LedgerAccount& account : ledger->accounts)
      for (const std::uint64_t slots : account.slots)
        f.add(slots);
  return f.take();
}

} // namespace stallscope::property
