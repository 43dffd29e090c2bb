#pragma once

#include "training/plan/operation.hpp"

#include <array>
#include <cstdint>

namespace stallscope::training {

/// A building block of a V-shaped pipeline (Qi et al., "Pipeline Parallelism with Controllable
/// Memory", 2024): when the six operations of one micro-batch run on every device, in slots of
/// equal length. Repeated every six slots, one a micro-batch, it fills every slot of every device
/// exactly once; the shorter a micro-batch stays, the fewer activations are in flight.
struct VPattern {
  static constexpr std::int64_t kInterval = 6;

  struct Slot {
    std::int64_t time = 0;
    Kind kind = Kind::forward;
    std::uint32_t chunk = 0;
  };
  using Slots = std::array<Slot, 6>;

  bool found = false;
  std::uint32_t devices = 0;
  /// Slots from a device to the next: of chunk 0 and 1 forward, of chunk 1 and 0 backward.
  std::array<std::int64_t, 4> step{};
  /// Slots from F of chunk 0 to F of chunk 1 on the last device, to I of chunk 1 on the first and
  /// to I of chunk 0 on the last.
  std::array<std::int64_t, 3> turn{};

  /// The six operations on a device.
  [[nodiscard]] Slots slots(std::uint32_t device) const;
};

/// The block with which devices hold up to `chunks` activations of chunks, from F to the end of W,
/// and a micro-batch is done earliest.
[[nodiscard]] VPattern find_v_pattern(std::uint32_t devices, std::uint32_t chunks);

} // namespace stallscope::training
