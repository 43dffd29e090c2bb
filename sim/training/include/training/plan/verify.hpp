#pragma once

#include "training/plan/plan.hpp"

#include <string>
#include <vector>

namespace stallscope::training {

/// Where the passes of a micro-batch on a stage stand: by stage * micro-batches + micro-batch.
struct PassTable {
  std::uint32_t micro_batches = 0;
  std::vector<OperationIndex> forward;
  std::vector<OperationIndex> backward; ///< B, or I
  std::vector<OperationIndex> weight;   ///< W; kNoOperation where the backward pass is whole

  [[nodiscard]] std::size_t at(StageId stage, MicroBatch batch) const {
    return std::size_t{stage} * micro_batches + batch;
  }
};

/// What is wrong with a plan.
struct PlanProblem {
  OperationIndex operation = kNoOperation; ///< where; kNoOperation: something is missing
  std::uint32_t device = 0;                ///< of a missing one: where it belongs
  std::string message;
  std::string expected;
};

/// Each micro-batch passes every stage of its pipeline once, forward and backward, on the device of
/// the stage; B or I behind F, W behind I; nothing twice; a send behind what it sends, a receive
/// in front of what needs it. Orders that wait for each other are found by the simulation.
struct Verified {
  PassTable passes;
  std::vector<PlanProblem> problems; ///< the first 1000
  std::uint64_t problem_count = 0;
  bool explicit_transfers = false; ///< the order says when what is sent and received
};
[[nodiscard]] Verified verify(const Plan& plan);

} // namespace stallscope::training
