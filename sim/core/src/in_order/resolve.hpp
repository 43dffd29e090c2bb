#pragma once

// Resolution of branches and jumps, and the redirects that follow.

#include "common/branch_recovery.hpp"
#include "in_order/pipeline.hpp"

namespace stallscope::core {

/// The stage in which a branch or jump is resolved.
template <class Sink> unsigned Pipeline<Sink>::resolve_stage_of(const InFlightOp& op) const {
  return machine::resolve_stage(machine_, op.op_class, op.is_direct_jump, op.late);
}

/// A redirect of fetch to where an operation goes, or is predicted to go.
template <class Sink>
Redirect Pipeline<Sink>::redirect_to(const InFlightOp& op, std::uint64_t pc, bool taken) const {
  return {true, op.id, static_cast<std::uint8_t>(&op - s_.ops.data()), pc, taken};
}

/// Resolves a branch or jump: its target is known.
template <class Sink> void Pipeline<Sink>::resolve(InFlightOp& op) {
  if (outcomes().records_path_of(op) && !op.is_direct_jump)
    outcomes().wrong_path_outcome(op);
  op.predicted = true;
  op.resolved = true;
  --s_.unresolved;
  const bool wrong = !is_foreseen(op) && op.op_class == OpClass::branch;
  if (!op.wrong_path && op.op_class == OpClass::branch)
    count_branch(s_.counters, wrong);
  if constexpr (Sink::kActive)
    sink_.report(What::resolve, Cycle{now()}, op.id, kNoOp, {}, op.lane, wrong ? 1 : 0);
  resolve_branch(s_, op.wrong_path, is_followed(op), redirect_to(op, op.actual_pc, op.actual_taken),
                 [&] {
                   predictor().learn(s_.predictor, program_.instruction(op.instruction),
                                     op.prediction, {op.actual_taken, op.actual_pc});
                 });
}

/// Resolves branches and jumps at the end of their resolve stage; follows predictions at the end of
/// the predict stage.
template <class Sink> void Pipeline<Sink>::resolve_branches() {
  if (s_.unresolved == 0)
    return;
  for (const unsigned lane : occupied(0, lane_count())) {
    const PlanLane& here = plan_.lanes[lane];
    if (here.is_unit && !here.is_last_step)
      continue;
    for (unsigned i = 0; i < s_.lanes[lane].count; ++i) {
      InFlightOp& op = op_at(s_.lanes[lane].slots[i]);
      if (op.resolved || op.ready_at > now())
        continue;
      if (here.stage < resolve_stage_of(op) || (op.missing & op.missing_at_branch) != 0) {
        if (!op.predicted && here.stage >= machine_.predict_stage) {
          op.predicted = true;
          if (op.predicted_pc != op.followed_pc || op.predicted_taken != op.followed_taken)
            s_.fetch.request_redirect(redirect_to(op, op.predicted_pc, op.predicted_taken));
        }
        continue;
      }
      resolve(op);
    }
  }
}

} // namespace stallscope::core
