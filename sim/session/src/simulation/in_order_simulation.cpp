#include "simulation/in_order_simulation.hpp"

#include "core/units/unit_counts.hpp"

#include <algorithm>

namespace stallscope::session {

namespace {

/// Calls `test` with the operations of the lanes for which `lane_test` holds, until it returns
/// true.
template <class LaneTest, class OpTest>
bool any_on(const core::InOrderState& state, std::size_t lanes, LaneTest lane_test,
            OpTest op_test) {
  for (std::size_t lane = 0; lane < lanes; ++lane)
    for (unsigned i = 0; lane_test(lane) && i < state.lanes[lane].count; ++i)
      if (op_test(state.ops[state.lanes[lane].slots[i]]))
        return true;
  return false;
}

/// A store or atomic operation that wrote memory; the result of a store-conditional shows whether
/// it did.
bool writes(const isa::Program& program, const core::InFlightOp& op) {
  const isa::Instruction& i = program.instruction(op.instruction);
  const bool conditional = i.op == isa::Op::sc_w || i.op == isa::Op::sc_d;
  const bool failed = conditional && i.rd != isa::kSinkRegister && op.results[0] != 0;
  return isa::writes_memory(i) && !failed;
}

constexpr auto kEveryLane = [](std::size_t) { return true; };

} // namespace

InOrderSimulation::InOrderSimulation(const isa::Program& program, const machine::Machine& machine,
                                     const isa::Environment& environment)
    : CoreSimulation(program, machine, environment), fast_(core_) {}

OpId InOrderSimulation::oldest_op() const {
  OpId oldest = state_->next_op;
  (void)any_on(*state_, core_.plan().lanes.size(), kEveryLane, [&](const core::InFlightOp& op) {
    oldest = std::min(oldest, op.id);
    return false;
  });
  return oldest;
}

/// Operations in flight have been executed functionally and are therefore subtracted.
std::uint64_t InOrderSimulation::completed() const {
  std::uint64_t done = state_->arch.instructions;
  (void)any_on(*state_, core_.plan().lanes.size(), kEveryLane, [&](const core::InFlightOp& op) {
    done -= op.wrong_path || op.leaving || op.faulting ? 0 : 1;
    return false;
  });
  return done;
}

Simulation::Totals InOrderSimulation::totals() const {
  const core::InOrderCounters& counters = state_->counters;
  return {.cycles = state_->counted_cycles,
          .instructions = counters.retired,
          .micro_ops = counters.retired,
          .wrong_path_ops = counters.flushed,
          .branches = counters.branches,
          .mispredictions = counters.mispredictions,
          .ledger = core_.ledger_of(*state_),
          .unit_counts = core::unit_counts(machine(), state_->predictor, state_->memory)};
}

bool InOrderSimulation::any_fetched(const std::function<bool(std::uint32_t)>& test) const {
  return any_on(
      *state_, core_.plan().lanes.size(), [](std::size_t lane) { return lane == 0; },
      [&](const core::InFlightOp& op) {
        return !op.wrong_path && op.entered_at == state_->cycle && test(op.instruction);
      });
}

bool InOrderSimulation::any_access(const std::function<bool(const Access&)>& test) const {
  const core::PipelinePlan& plan = core_.plan();
  const auto accesses = [&plan](std::size_t lane) { // the last step of a unit with several steps
    return plan.lanes[lane].accesses_memory &&
           (!plan.lanes[lane].is_unit || lane == plan.unit_last_lane[plan.lanes[lane].unit]);
  };
  return any_on(*state_, plan.lanes.size(), accesses, [&](const core::InFlightOp& op) {
    return !op.wrong_path && op.entered_at == state_->cycle && op.access_bytes != 0 &&
           test({op.instruction, op.address, op.access_bytes, writes(program(), op)});
  });
}

void InOrderSimulation::record(std::uint64_t until_cycle, trace::RecordingSink& recorder) {
  if (recording_fast_ == nullptr) {
    core::InOrderFastForward::Limits limits;
    limits.records = true;
    recording_fast_ = std::make_unique<core::InOrderFastForward>(core_, limits);
  }
  recording_fast_->run(*state_, until_cycle, recorder);
}

void InOrderSimulation::write_results(RegId reg, std::uint64_t value) {
  for (core::InFlightOp& op : state_->ops) {
    if (!op.id) // a free entry
      continue;
    const isa::MicroOp& micro_op = program().micro_op(op.micro_op);
    for (unsigned d = 0; d < micro_op.write_count; ++d)
      if (micro_op.writes[d] == reg)
        op.results[d] = value;
  }
}

} // namespace stallscope::session
