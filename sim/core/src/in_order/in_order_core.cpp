#include "core/in_order/in_order_core.hpp"

#include "core/units/warm_caches.hpp"
#include "in_order/cycle.hpp"
#include "isa/registers.hpp"
#include "isa/written_code.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::core {

namespace {

/// The mispredicted operation behind which fetch follows a wrong path.
const InFlightOp& branch_of_wrong_path(const InOrderState& s) {
  const auto branch = std::find_if(s.ops.begin(), s.ops.end(), [&](const InFlightOp& op) {
    return op.id == s.speculation.branch;
  });
  STALLSCOPE_CHECK(branch != s.ops.end(), "the branch of a wrong path is in flight");
  return *branch;
}

} // namespace

std::uint64_t right_path_pc(const InOrderState& s) {
  return s.speculation.active ? branch_of_wrong_path(s).actual_pc : s.arch.pc;
}

isa::ArchState right_path_of(const InOrderState& s) {
  isa::ArchState arch = s.arch;
  if (s.speculation.active) {
    isa::UndoLog undo = s.undo;
    roll_back(arch, undo, branch_of_wrong_path(s).undo_mark);
    arch.pc = right_path_pc(s);
  }
  return arch;
}

namespace {

RegId end_of_written(const isa::Program& program) {
  if (program.isa == isa::Isa::riscv) // code that a run writes itself can use all registers
    return isa::riscv::kFcsr;
  RegId end = 0;
  for (const MicroOp& micro_op : program.micro_ops)
    for (const RegId reg : micro_op.destinations())
      end = std::max<RegId>(end, reg + 1);
  return end;
}

void insert_unit(LaneSet& lanes, const PipelinePlan& plan, isa::OpClass op_class) {
  const unsigned unit = plan.unit_of[static_cast<std::size_t>(op_class)];
  for (unsigned lane = plan.unit_first_lane[unit]; lane <= plan.unit_last_lane[unit]; ++lane)
    lanes.insert(lane);
}

LaneSet lanes_needed(const isa::Program& program, const PipelinePlan& plan) {
  LaneSet lanes;
  for (const isa::Instruction& instruction : program.code)
    insert_unit(lanes, plan, instruction.op_class);
  return lanes;
}

} // namespace

InOrderCore::InOrderCore(const isa::Program& program, const machine::Machine& machine,
                         isa::Environment environment)
    : program_(&program), machine_(&machine), environment_(environment), plan_(make_plan(machine)),
      predictor_(machine, program.isa), hierarchy_(machine.caches),
      written_end_(end_of_written(program)), needed_(lanes_needed(program, plan_)) {
  environment_.delay_slots = machine.delay_slot;
  environment_.misaligned = machine.misaligned;
  environment_.undeclared = machine.undeclared;
  executing_ = environment_;
  executing_.asks_cycle = true;
  STALLSCOPE_CHECK(plan_.lanes.size() <= kMaxLanes,
                   "a machine with too many lanes passed validation");
}

InOrderState InOrderCore::initial_state() const {
  InOrderState state;
  state.arch = isa::initial_state(*program_);
  state.committed = state.arch.regs;
  for (unsigned i = 0; i < kMaxInFlight; ++i)
    state.free_slots[i] = static_cast<std::uint8_t>(kMaxInFlight - 1 - i);
  state.free_count = kMaxInFlight;
  state.gaps.fill({Reason::fill});
  LaneSet first; // of the unit that the first instruction needs
  if (const std::uint32_t index = isa::index_at(*program_, state.arch, state.arch.pc);
      index != isa::kNoIndex)
    insert_unit(first, plan_, program_->instruction(index).op_class);
  for (unsigned lane = plan_.front_count; lane < plan_.first_back; ++lane)
    if (!first.contains(lane))
      state.gaps[lane] = {Reason::idle};
  state.issue_gap = {Reason::fill};
  for (const trace::LedgerPoint point : state.ledger.points())
    state.ledger.at(point).width = plan_.width;
  state.counted_ledger = state.ledger;
  state.memory = hierarchy_.caches().warm ? warm_state(hierarchy_, *program_, environment_)
                                          : hierarchy_.initial_state();
  state.predictor = predictor_.initial_state(std::max(plan_.slots, 1U));
  return state;
}

trace::Ledger InOrderCore::ledger_of(const InOrderState& state) const {
  if (machine_->drain == machine::DrainRule::counted)
    return state.ledger;
  trace::Ledger ledger = state.counted_ledger;
  for (const trace::LedgerPoint point : ledger.points())
    ledger.at(point).use_lost(state.ledger.at(point).used() - ledger.at(point).used(),
                              Reason::fill);
  return ledger;
}

template <class Sink> void InOrderCore::step(InOrderState& state, Sink& sink) const {
  if (state.stop == StopReason::running)
    Pipeline<Sink>(*this, state, sink).cycle();
}

template <class Sink>
void InOrderCore::run(InOrderState& state, Sink& sink, std::uint64_t until_cycle) const {
  Pipeline<Sink> pipeline(*this, state, sink);
  while (state.stop == StopReason::running && state.cycle < until_cycle) {
    pipeline.cycle();
    if (trace::is_over(sink))
      return;
  }
}

void InOrderCore::leave_breakpoint(InOrderState& state) const {
  STALLSCOPE_CHECK(state.stop == StopReason::breakpoint && state.in_flight == 0,
                   "no breakpoint instruction has stopped this run");
  state.leave_breakpoint();
  state.fetch.stopped = false;
}

template <class Sink>
void InOrderCore::report_snapshot(const InOrderState& state, Sink& sink) const {
  using trace::What;
  std::array<const InFlightOp*, kMaxInFlight> flying{};
  unsigned count = 0;
  for (unsigned lane = 0; lane < plan_.lanes.size(); ++lane)
    for (unsigned i = 0; i < state.lanes[lane].count; ++i)
      flying[count++] = &state.ops[state.lanes[lane].slots[i]];
  std::sort(flying.begin(), flying.begin() + count,
            [](const InFlightOp* a, const InFlightOp* b) { return a->id < b->id; });
  const Cycle now{state.cycle};
  for (unsigned i = 0; i < count; ++i)
    sink.begin(now, flying[i]->id, InstructionIndex{flying[i]->instruction}, flying[i]->wrong_path);
  for (unsigned i = 0; i < count; ++i) {
    const InFlightOp& op = *flying[i];
    sink.report(What::enter, now, op.id, kNoOp, {}, op.lane, 0);
    if (op.held)
      sink.report(What::hold, now, op.id, own_cause(op).culprit, own_cause(op), op.lane, 0);
    if (op.leaving)
      sink.report(What::retire, now, op.id, kNoOp, {}, op.lane, 0);
  }
  for (unsigned lane = 0; lane < plan_.lanes.size(); ++lane)
    if (state.gap_shown[lane])
      sink.report(What::empty, now, kNoOp, state.gaps[lane].culprit, state.gaps[lane],
                  static_cast<LaneId>(lane), 0);
  for (std::size_t point = 0; point < trace::kLedgerPointCount; ++point)
    if (state.losses[point].entries > 0)
      report_losses(sink, now, static_cast<LedgerPoint>(point), state.losses[point]);
}

std::string InOrderCore::dump(const InOrderState& state) const {
  std::string text =
      fmt::format("cycle {}, {} operations in flight, next pc {:#x}{}\n", state.cycle,
                  state.in_flight, state.arch.pc, state.speculation.active ? " (wrong path)" : "");
  for (unsigned lane = 0; lane < plan_.lanes.size(); ++lane) {
    if (state.lanes[lane].count == 0)
      continue;
    text += fmt::format("  {:<6}", plan_.names[lane].name);
    for (unsigned i = 0; i < state.lanes[lane].count; ++i) {
      const InFlightOp& op = state.ops[state.lanes[lane].slots[i]];
      text += fmt::format(" #{} {}", op.id.value, program_->text_of(op.instruction));
      if (op.held) {
        text += fmt::format(" [held: {}", info(op.cause.why).name);
        if (op.cause.reg != kNoRegister)
          text += fmt::format(" {}", program_->register_names[op.cause.reg]);
        if (op.cause.culprit)
          text += fmt::format(" by #{}", op.cause.culprit.value);
        text += "]";
      }
    }
    text += '\n';
  }
  return text;
}

template void InOrderCore::step(InOrderState&, trace::NullSink&) const;
template void InOrderCore::step(InOrderState&, trace::RecordingSink&) const;
template void InOrderCore::run(InOrderState&, trace::NullSink&, std::uint64_t) const;
template void InOrderCore::run(InOrderState&, trace::RecordingSink&, std::uint64_t) const;
template void InOrderCore::report_snapshot(const InOrderState&, trace::NullSink&) const;
template void InOrderCore::report_snapshot(const InOrderState&, trace::RecordingSink&) const;

} // namespace stallscope::core
