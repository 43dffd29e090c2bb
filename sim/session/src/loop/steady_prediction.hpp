#pragma once

#include "machine/description.hpp"
#include "session/loop.hpp"

#include <string>
#include <vector>

namespace stallscope::session {

/// What a machine's predictors say of the branches and jumps of a loop when they have learnt all
/// that there is to learn.
struct SteadyPrediction {
  std::vector<LoopWrongPath> wrong_paths; ///< by position
  std::size_t predicted = 0;              ///< branches and jumps of an iteration
  std::string unsettled; ///< why predictions can differ from these, as a sentence; empty: they
                         ///< cannot
};

/// Runs the predictors over iterations, one branch after the other, at the addresses of the
/// program.
[[nodiscard]] SteadyPrediction steady_prediction(const isa::Program& program, const LoopBody& body,
                                                 const machine::Machine& machine);

} // namespace stallscope::session
