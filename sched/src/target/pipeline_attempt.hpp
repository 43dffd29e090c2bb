#pragma once

#include "sched/target/pipeline_model.hpp"

#include <cstddef>

namespace stallscope::sched {

/// An instruction being placed, cycle by cycle.
struct PipelineModel::Attempt {
  const PipelineOp& op;
  Placed& p;                                  ///< its path through the pipeline so far
  const Placed* prev = nullptr;               ///< the previous instruction in program order, if any
  std::size_t index = 0;                      ///< its position in the order
  std::uint8_t missing = 0;                   ///< operands (bit mask) that are not available yet
  std::uint8_t missing_at_execute = 0;        ///< operands needed to enter the execute stage
  std::uint8_t missing_at_branch = 0;         ///< operands compared before the execute stage
  std::int32_t can_decide = 0;                ///< branches: cycle at whose end their operands are
                                              ///< available
  PipelineModel::StallCounts* held = nullptr; ///< stall cycles by reason; can be null

  /// Counts a cycle in which a hazard of the instruction itself holds it in its stage.
  void hold(Reason reason) const {
    if (held != nullptr)
      ++held->at(static_cast<std::size_t>(reason));
  }
};

} // namespace stallscope::sched
