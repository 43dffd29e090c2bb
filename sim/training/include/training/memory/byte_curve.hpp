#pragma once

#include "training/simulation/simulate.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::training {

/// Bytes of a part of the model on one device, rounded up (padding).
struct PartBytes {
  std::uint64_t parameters = 0; ///< this device's share, allocated all the time
  std::uint64_t gradients = 0;  ///< this device's share, from the first backward pass on
  std::uint64_t optimizer = 0;  ///< this device's share, allocated all the time
  std::uint64_t activation = 0; ///< per micro-batch, from F to the end of B, or of W
  /// Recomputed for the backward pass: the activations of one layer, or of all layers where a split
  /// weight gradient reads them later.
  std::uint64_t recomputed = 0;
  bool recomputed_until_weight = false;
  std::uint64_t gathered = 0;       ///< ZeRO 3: parameters of two layers while a pass runs
  std::uint64_t whole_gradient = 0; ///< ZeRO 2 and 3: full gradient of a layer, until it has been
                                    ///< reduced
  std::uint64_t resident = 0; ///< activation offloading: activations of one layer that stay on the
                              ///< device, all the time

  bool operator==(const PartBytes&) const = default;
};

/// Bytes held by a device at one time.
struct DeviceBytes {
  std::uint64_t parameters = 0; ///< this device's share, of all versions in use
  std::uint64_t gradients = 0;
  std::uint64_t optimizer = 0;
  std::uint64_t activations = 0;
  /// For the duration of an operation: recomputed activations, gathered parameters, unreduced
  /// gradients.
  std::uint64_t workspace = 0;

  [[nodiscard]] std::uint64_t all() const {
    return parameters + gradients + optimizer + activations + workspace;
  }
  bool operator==(const DeviceBytes&) const = default;
};

/// Allocations and releases by the operations of every stage: F allocates its activation, released
/// at the end of B, or of W; R the recomputed activations; the first backward pass the gradients,
/// released by the optimizer step.
struct PlanBytes {
  std::vector<PartBytes> stages;       ///< by stage
  std::vector<std::uint32_t> versions; ///< number of weight versions, by stage
};

/// Bytes held by a device from a point in time on.
struct BytesLevel {
  Ticks time = 0;
  DeviceBytes bytes;
  OperationIndex operation = kNoOperation; ///< the operation that allocated or freed; kNoOperation
                                           ///< at time 0
};
/// Bytes held by a device over time, from time 0 on.
[[nodiscard]] std::vector<BytesLevel> byte_curve(const Plan& plan, const PlanBytes& bytes,
                                                 const Execution& execution, std::uint32_t device);

/// Peak memory of a device: depends on the order only, not on durations.
struct BytesPeak {
  DeviceBytes bytes;                       ///< at the peak: the parts add up to it
  OperationIndex operation = kNoOperation; ///< the first operation that reaches the peak; none:
                                           ///< model states alone
};
[[nodiscard]] std::vector<BytesPeak> byte_peaks(const Plan& plan, const PlanBytes& bytes);

/// The first allocation, in time, that exceeds device memory.
struct OutOfMemory {
  std::uint32_t device = 0;
  OperationIndex operation = kNoOperation; ///< none: the model states alone are too large
  Ticks time = 0;
  DeviceBytes bytes; ///< including the allocation
};
[[nodiscard]] std::optional<OutOfMemory> out_of_memory(const Plan& plan, const PlanBytes& bytes,
                                                       const Execution& execution,
                                                       std::uint64_t room);

} // namespace stallscope::training
