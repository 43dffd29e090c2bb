#pragma once

#include "training/plan/plan.hpp"

#include <string>
#include <vector>

namespace stallscope::training {

/// Operation indices of the passes, by stage * micro-batches + micro-batch.
struct PassTable {
  std::uint32_t micro_batches = 0;
  std::vector<OperationIndex> forward;
  std::vector<OperationIndex> backward; ///< B, or I
  std::vector<OperationIndex> weight;   ///< W; kNoOperation if the backward pass is not split

  [[nodiscard]] std::size_t at(StageId stage, MicroBatch batch) const {
    return std::size_t{stage} * micro_batches + batch;
  }
};

/// A violation of the rules for plans.
struct PlanProblem {
  OperationIndex operation = kNoOperation; ///< kNoOperation: an operation is missing
  std::uint32_t device = 0;                ///< the device of a missing operation
  std::string message;
  std::string expected;
};

/// Rules: each micro-batch passes each stage of its pipeline once, forward and backward, on the
/// device of the stage; B or I after F, W after I; no duplicates; a send after the pass whose
/// result it sends, a receive before the pass that reads it; R between F and B; REDUCE_GRAD and
/// OPTIMIZER behind a new gradient; passes of a stage with UNSHARD between it and RESHARD.
/// Deadlocks of orders are found by the simulation.
struct Verified {
  PassTable passes;
  std::vector<PlanProblem> problems; ///< at most 1000 problems
  std::uint64_t problem_count = 0;
  bool explicit_transfers = false; ///< the order contains sends and receives
};
[[nodiscard]] Verified verify(const Plan& plan);

} // namespace stallscope::training
