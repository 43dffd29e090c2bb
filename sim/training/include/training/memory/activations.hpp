#pragma once

#include "training/simulation/simulate.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::training {

/// Activations that a device holds, in chunks: divided by Plan::chunks they are micro-batches of a
/// whole device.
struct ActivationPeak {
  std::uint32_t chunks = 0;                ///< at most, at once
  OperationIndex operation = kNoOperation; ///< the forward pass with which it gets there first
};

/// The most activations each device holds, from the begin of a forward pass to the end of the
/// backward pass, or of the weight gradient where that is split. It follows from the order alone.
[[nodiscard]] std::vector<ActivationPeak> activation_peaks(const Plan& plan);

/// From this point in time on, a device holds so many.
struct ActivationLevel {
  Ticks time = 0;
  std::uint32_t chunks = 0;
};
/// The curve of a device, from time 0 on.
[[nodiscard]] std::vector<ActivationLevel>
activation_curve(const Plan& plan, const Execution& execution, std::uint32_t device);

/// Versions of the weights, of schedules that do not flush.
struct WeightVersions {
  std::uint32_t kept = 1;      ///< that a stage keeps at once, at most
  std::uint32_t staleness = 0; ///< updates between the forward and the backward pass, at most
};
/// By stage.
[[nodiscard]] std::vector<WeightVersions> weight_versions(const Plan& plan);

} // namespace stallscope::training
