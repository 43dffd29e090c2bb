#pragma once

#include "training/simulation/simulate.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::training {

/// Peak of the activations held by a device, in parts: divided by activation_parts() it is a number
/// of micro-batches of a whole device.
struct ActivationPeak {
  std::uint64_t parts = 0;                 ///< maximum number held at the same time
  OperationIndex operation = kNoOperation; ///< the first forward pass that reaches the peak
};

/// The parts of an activation of a whole device: HeldParts::all of each chunk.
[[nodiscard]] std::uint64_t activation_parts(const Plan& plan);

/// The peak of each device, where an activation is held from the start of the forward pass to the
/// end of the backward pass, or of the weight gradient if that is split off, but for what the input
/// gradient frees (Plan::held). The peak depends on
/// the order only, not on durations.
[[nodiscard]] std::vector<ActivationPeak> activation_peaks(const Plan& plan);

/// Activations held by a device from a point in time on, in parts.
struct ActivationLevel {
  Ticks time = 0;
  std::uint64_t parts = 0;
};
/// Activations held by a device over time, from time 0 on.
[[nodiscard]] std::vector<ActivationLevel>
activation_curve(const Plan& plan, const Execution& execution, std::uint32_t device);

/// Versions of the weights, for schedules without flush.
struct WeightVersions {
  std::uint32_t kept = 1;      ///< maximum number of versions a stage holds at the same time
  std::uint32_t staleness = 0; ///< maximum number of updates between the forward and the backward
                               ///< pass of a micro-batch
};
/// By stage.
[[nodiscard]] std::vector<WeightVersions> weight_versions(const Plan& plan);

} // namespace stallscope::training
