#pragma once

#include "training/plan/verify.hpp"

namespace stallscope::training {

/// The pass on another stage whose result an operation needs; kNoOperation: no input, or only from
/// its own stage.
[[nodiscard]] inline OperationIndex producer_of(const Plan& plan, const PassTable& passes,
                                                const Operation& op) {
  switch (op.kind) {
  case Kind::forward:
    return plan.is_first(op.stage)
               ? kNoOperation
               : passes.forward[passes.at(static_cast<StageId>(op.stage - 1), op.micro_batch)];
  case Kind::backward:
  case Kind::input_gradient:
  case Kind::recompute: // recomputation is scheduled before its backward pass, so it also waits for
                        // the gradient
    return plan.is_last(op.stage)
               ? kNoOperation
               : passes.backward[passes.at(static_cast<StageId>(op.stage + 1), op.micro_batch)];
  default:
    return kNoOperation;
  }
}

/// The pass on its own stage that an operation needs: F for B and I, I for W; kNoOperation: none.
[[nodiscard]] inline OperationIndex local_producer_of(const PassTable& passes,
                                                      const Operation& op) {
  switch (op.kind) {
  case Kind::backward:
  case Kind::input_gradient:
  case Kind::recompute:
    return passes.forward[passes.at(op.stage, op.micro_batch)];
  case Kind::weight_gradient:
    return passes.backward[passes.at(op.stage, op.micro_batch)];
  default:
    return kNoOperation;
  }
}

/// The stage that needs the result of a pass; -1: none.
[[nodiscard]] inline int consumer_stage(const Plan& plan, const Operation& op) {
  switch (op.kind) {
  case Kind::forward:
    return plan.is_last(op.stage) ? -1 : op.stage + 1;
  case Kind::backward:
  case Kind::input_gradient:
    return plan.is_first(op.stage) ? -1 : op.stage - 1;
  default:
    return -1;
  }
}

} // namespace stallscope::training
