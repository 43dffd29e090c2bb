#pragma once

#include "training/plan/operation.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace stallscope::training {

/// The slots, all of equal length, in which the passes of the first micro-batch run on a device of
/// a V-shaped pipeline: F of chunk 0, F of chunk 1, I of chunk 1, I of chunk 0. Repeated every six
/// slots, once per micro-batch; weight gradients run in the slots between.
using VBlock = std::array<std::int64_t, 4>;

/// The building blocks of V-Half and V-Min (Qi et al., "Pipeline Parallelism with Controllable
/// Memory", 2024), by device.
[[nodiscard]] std::vector<VBlock> v_half_block(std::uint32_t devices);
[[nodiscard]] std::vector<VBlock> v_min_block(std::uint32_t devices);

/// An operation of a micro-batch on a device.
struct VSlot {
  std::int64_t time = 0;
  Kind kind = Kind::forward;
  std::uint32_t chunk = 0;
  std::uint32_t micro_batch = 0;
};

/// The operations of each device in order: the block repeated, then squeezed: in fill and drain
/// operations move to earlier free slots as far as their inputs and the peak of the repeated block
/// allow, first with weight gradients in place, then passes alone, whose weight gradients take the
/// first free slots.
[[nodiscard]] std::vector<std::vector<VSlot>> squeezed(const std::vector<VBlock>& block,
                                                       std::uint32_t micro_batches);

} // namespace stallscope::training
