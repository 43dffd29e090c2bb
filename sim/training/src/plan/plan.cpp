#include "training/plan/plan.hpp"

namespace stallscope::training {

namespace {

Ticks duration_alone(const Plan& plan, const Operation& operation) {
  const Durations& durations = plan.stages[operation.stage].durations;
  switch (operation.kind) {
  case Kind::forward:
    return durations.forward;
  case Kind::backward:
    return durations.backward;
  case Kind::input_gradient:
    return durations.input_gradient;
  case Kind::weight_gradient:
    return durations.weight_gradient;
  case Kind::recompute:
    return durations.recompute;
  case Kind::reduce_gradient:
    return plan.timed_reduction ? durations.reduce_gradient : 0;
  case Kind::optimizer_step:
    return durations.optimizer_step;
  default:
    return 0;
  }
}

} // namespace

Ticks duration_of(const Plan& plan, OperationIndex operation) {
  const Operation& op = plan.operations[operation];
  const Operation* other = op.overlaps_next ? &plan.operations[operation + 1]
                           : operation > 0 && plan.operations[operation - 1].overlaps_next
                               ? &plan.operations[operation - 1]
                               : nullptr;
  if (other == nullptr)
    return duration_alone(plan, op);
  const Operation& forward = op.kind == Kind::forward ? op : *other;
  if (const Ticks both = plan.stages[forward.stage].durations.overlapped; both != 0)
    return both;
  return duration_alone(plan, op) + duration_alone(plan, *other);
}

Waits waits_of(const Plan& plan, OperationIndex operation) {
  const auto alone = [&plan](const Operation& op) {
    return plan.stages[op.stage].durations.waits[static_cast<std::size_t>(op.kind)];
  };
  Waits waits = alone(plan.operations[operation]);
  if (plan.operations[operation].overlaps_next) {
    const Waits second = alone(plan.operations[operation + 1]);
    waits = {waits.barrier + second.barrier, waits.transfer + second.transfer};
  }
  return waits;
}

} // namespace stallscope::training
