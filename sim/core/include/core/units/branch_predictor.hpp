#pragma once

#include "isa/program.hpp"
#include "machine/description.hpp"

#include <cstdint>

namespace stallscope::core {

/// What fetch control is told about a branch or jump before it is resolved.
struct Prediction {
  bool taken = false;
  std::uint64_t target = 0; ///< where fetch goes when taken
};

/// What really happens, known to the functional model; only the perfect predictor looks at it.
struct Outcome {
  bool taken = false;
  std::uint64_t target = 0;
};

/// The static predictors: pure functions of the instruction. Conditional branches follow `kind`.
/// Direct jumps are predicted taken by every kind but not_taken, which stands for fetching straight
/// on whatever comes. Indirect jumps have no known target before they are resolved, except for
/// `perfect`.
[[nodiscard]] Prediction predict_static(machine::PredictorKind kind,
                                        const isa::Instruction& instruction,
                                        const Outcome& outcome);

} // namespace stallscope::core
