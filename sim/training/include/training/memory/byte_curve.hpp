#pragma once

#include "training/simulation/simulate.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::training {

/// Bytes of a part of the model on one device, rounded up as padding does.
struct PartBytes {
  std::uint64_t parameters = 0; ///< this device's share of them, held all the time
  std::uint64_t gradients = 0;  ///< share, from the first backward pass on
  std::uint64_t optimizer = 0;  ///< share, held all the time
  std::uint64_t activation = 0; ///< of a micro-batch, from F to the end of B, or of W
  /// Computed again for the backward pass: one layer's, or all where weight gradients are split off
  /// and need them later.
  std::uint64_t recomputed = 0;
  bool recomputed_until_weight = false;
  std::uint64_t gathered = 0;       ///< ZeRO 3: parameters of two layers while a pass runs
  std::uint64_t whole_gradient = 0; ///< ZeRO 2 and 3: of a layer, until it has been reduced
  std::uint64_t resident = 0; ///< activations swapped out: those of a layer that stay, all the time

  bool operator==(const PartBytes&) const = default;
};

/// What a device holds at a time, in bytes.
struct DeviceBytes {
  std::uint64_t parameters = 0; ///< its share, of all versions that are kept
  std::uint64_t gradients = 0;
  std::uint64_t optimizer = 0;
  std::uint64_t activations = 0;
  /// For the length of an operation: activations that are computed again, parameters that are
  /// gathered, gradients that are not reduced yet.
  std::uint64_t workspace = 0;

  [[nodiscard]] std::uint64_t all() const {
    return parameters + gradients + optimizer + activations + workspace;
  }
  bool operator==(const DeviceBytes&) const = default;
};

/// What every stage's operations allocate and free: F its activation, freed at the end of B, or of
/// W; R what is computed again; the first backward pass the gradients, freed by the optimizer step.
struct PlanBytes {
  std::vector<PartBytes> stages;       ///< by stage
  std::vector<std::uint32_t> versions; ///< of the weights, by stage
};

/// From this point in time on, a device holds so much.
struct BytesLevel {
  Ticks time = 0;
  DeviceBytes bytes;
  OperationIndex operation = kNoOperation; ///< that has allocated or freed; of time 0 none
};
/// The curve of a device, from time 0 on.
[[nodiscard]] std::vector<BytesLevel> byte_curve(const Plan& plan, const PlanBytes& bytes,
                                                 const Execution& execution, std::uint32_t device);

/// The most a device holds at once: it follows from the order alone.
struct BytesPeak {
  DeviceBytes bytes;                       ///< at that time: they add up to the peak
  OperationIndex operation = kNoOperation; ///< with which it gets there first; none: the states
};
[[nodiscard]] std::vector<BytesPeak> byte_peaks(const Plan& plan, const PlanBytes& bytes);

/// The first allocation, in time, of which a device has no room.
struct OutOfMemory {
  std::uint32_t device = 0;
  OperationIndex operation = kNoOperation; ///< none: the states alone are too large
  Ticks time = 0;
  DeviceBytes bytes; ///< with it
};
[[nodiscard]] std::optional<OutOfMemory> out_of_memory(const Plan& plan, const PlanBytes& bytes,
                                                       const Execution& execution,
                                                       std::uint64_t room);

} // namespace stallscope::training
