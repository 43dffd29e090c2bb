#pragma once

#include "training/simulation/simulate.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::training {

/// Peak of the activations held by a device, in chunks: divided by Plan::chunks it is a number of
/// micro-batches of a whole device.
struct ActivationPeak {
  std::uint32_t chunks = 0;                ///< maximum number held at the same time
  OperationIndex operation = kNoOperation; ///< the first forward pass that reaches the peak
};

/// The peak of each device, where an activation is held from the start of the forward pass to the
/// end of the backward pass, or of the weight gradient if that is split off. The peak depends on
/// the order only, not on durations.
[[nodiscard]] std::vector<ActivationPeak> activation_peaks(const Plan& plan);

/// Number of activations held by a device from a point in time on.
struct ActivationLevel {
  Ticks time = 0;
  std::uint32_t chunks = 0;
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
