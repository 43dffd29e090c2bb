#pragma once

#include "graph/memory/lifetimes.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::graph {

/// State of an allocator from a tick on, after all allocations and releases of that tick.
struct AllocatorSample {
  Ticks tick = 0;
  std::uint64_t allocated = 0;    ///< requested bytes in use
  std::uint64_t reserved = 0;     ///< bytes reserved from the device
  std::uint64_t free = 0;         ///< reserved bytes that an allocation can get
  std::uint64_t free_blocks = 0;  ///< contiguous ranges that these lie in
  std::uint64_t largest_free = 0; ///< the largest of them

  /// External fragmentation: the share of free bytes outside of the largest block, 0 to 1.
  [[nodiscard]] double fragmentation() const {
    return free == 0 ? 0 : 1 - static_cast<double>(largest_free) / static_cast<double>(free);
  }
};

/// An allocation that an allocator cannot serve within the memory of its device.
struct AllocatorFailure {
  Ticks tick = 0;
  NodeId node = kNoNode; ///< whose result is allocated
  std::uint32_t device = 0;
  std::uint64_t bytes = 0;     ///< requested
  std::uint64_t allocated = 0; ///< requested bytes in use on the device
  std::uint64_t reserved = 0;  ///< bytes reserved from the device, after cached ones were returned
  std::uint64_t free = 0;      ///< of those, bytes in no use
  std::uint64_t largest_free = 0;
  double fragmentation = 0; ///< as in AllocatorSample
};

/// Result of an allocator on a trace of allocations.
struct AllocatorRun {
  std::string_view name;
  std::uint64_t peak_allocated = 0; ///< maximum of the requested bytes in use
  std::uint64_t peak_reserved = 0;  ///< maximum of the bytes reserved from the device
  std::uint64_t device_calls = 0;   ///< calls that reserve, free or map device memory
  std::uint64_t splits = 0;
  std::uint64_t merges = 0;
  std::uint64_t returned = 0;           ///< segments given back to the device for lack of memory
  std::uint64_t unused_at_peak = 0;     ///< bytes reserved but not in use when the most are in use
  double worst_fragmentation = 0;       ///< maximum while bytes are in use
  std::vector<AllocatorSample> samples; ///< over time
  std::optional<AllocatorFailure> failure; ///< where the run ends; none: all is allocated
};

/// Sizes of PyTorch 2's caching allocator (c10/cuda/CUDACachingAllocator.cpp).
inline constexpr std::uint64_t kBlockUnit = 512;
inline constexpr std::uint64_t kSmallBlock = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kSmallSegment = std::uint64_t{2} << 20;
inline constexpr std::uint64_t kLargeSegment = std::uint64_t{20} << 20;
inline constexpr std::uint64_t kOwnSegment = std::uint64_t{10} << 20;

/// Runs three allocators on the allocations of all devices:
/// immediate: each allocation and release is a device call;
/// caching: sizes are rounded up to 512 bytes, allocated from the smallest free block that fits;
/// blocks are split, and merged with free neighbours; segments without a block in use are returned
/// to the device only when it has too little memory left for a new one;
/// stitching: any set of free pages can be mapped to a contiguous address range (GMLake, ASPLOS
/// 2024), so that memory is lost only within the last page of each block, not between blocks.
/// `limit`: bytes per device, 0: unlimited. A run ends at the first allocation that fails.
[[nodiscard]] std::vector<AllocatorRun>
run_allocators(const MemoryCurve& trace, std::uint64_t page_bytes, std::uint64_t limit = 0);

} // namespace stallscope::graph
