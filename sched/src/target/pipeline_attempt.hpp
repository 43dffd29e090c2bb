#pragma once

#include "sched/target/pipeline_model.hpp"

#include <cstddef>

namespace stallscope::sched {

/// An instruction on its way through the model.
struct PipelineModel::Attempt {
  const PipelineOp& op;
  Placed& p;                           ///< what is known of its way so far
  const Placed* prev = nullptr;        ///< the one in front of it, if any
  std::size_t index = 0;               ///< its place in the order
  std::uint8_t missing = 0;            ///< operands (as bits) that have not come yet
  std::uint8_t missing_at_execute = 0; ///< those it needs to enter the execute stage
  std::uint8_t missing_at_branch = 0;  ///< those it compares in front of the execute stage
  std::int32_t can_decide = 0;         ///< branches: cycle at whose end they have what they compare
  PipelineModel::StallCounts* held = nullptr; ///< cycles it is held, by reason; may be null

  /// A hazard of its own keeps it where it is for a cycle.
  void hold(Reason reason) const {
    if (held != nullptr)
      ++held->at(static_cast<std::size_t>(reason));
  }
};

} // namespace stallscope::sched
