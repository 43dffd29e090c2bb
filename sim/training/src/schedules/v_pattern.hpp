#pragma once

#include "training/plan/operation.hpp"

#include <array>
#include <cstdint>

namespace stallscope::training {

/// A building block of a V-shaped pipeline (Qi et al., "Pipeline Parallelism with Controllable
/// Memory", 2024): the slots, all of equal length, of the six operations of one micro-batch on
/// every device. Repeated every six slots, once per micro-batch, the block fills every slot of
/// every device exactly once; the shorter a micro-batch's lifetime, the fewer activations are in
/// flight.
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
  /// Slots between adjacent devices: chunk 0 and 1 forward, chunk 1 and 0 backward.
  std::array<std::int64_t, 4> step{};
  /// Slots from F of chunk 0 to F of chunk 1 on the last device, from there to I of chunk 1 on the
  /// first device, and to I of chunk 0 on the last device.
  std::array<std::int64_t, 3> turn{};

  /// The slots of the six operations on a device.
  [[nodiscard]] Slots slots(std::uint32_t device) const;
};

/// The shortest block with which devices hold up to `chunks` chunk activations from F to the end of
/// W.
[[nodiscard]] VPattern find_v_pattern(std::uint32_t devices, std::uint32_t chunks);

} // namespace stallscope::training
