#pragma once

#include "graph/memory/lifetimes.hpp"

#include <string_view>
#include <vector>

namespace stallscope::graph {

/// One allocator on a trace of allocations.
struct AllocatorRun {
  std::string_view name;
  std::uint64_t peak_allocated = 0; ///< bytes asked for at once
  std::uint64_t peak_reserved = 0;  ///< bytes taken from the device at once
  std::uint64_t device_calls = 0;   ///< to reserve, free or map memory of the device
  std::uint64_t splits = 0;
  std::uint64_t merges = 0;
  std::uint64_t largest_unused = 0; ///< bytes reserved and not asked for, at their most
  std::vector<std::pair<Ticks, std::uint64_t>> reserved; ///< over time
};

/// Sizes that the caching allocator of PyTorch 2 has (c10/cuda/CUDACachingAllocator.cpp).
inline constexpr std::uint64_t kBlockUnit = 512;
inline constexpr std::uint64_t kSmallBlock = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kSmallSegment = std::uint64_t{2} << 20;
inline constexpr std::uint64_t kLargeSegment = std::uint64_t{20} << 20;
inline constexpr std::uint64_t kOwnSegment = std::uint64_t{10} << 20;

/// The results of a run on three allocators, those of all devices together:
/// immediate: every allocation asks the device, every release gives back;
/// caching: sizes are rounded up to 512 bytes, taken from free blocks of segments, the smallest
/// that fits, split and merged with free neighbours again; segments stay;
/// stitching: memory is pages that any range of addresses can be made of (GMLake, ASPLOS 2024), so
/// that nothing is lost between blocks, only within the last page of each.
[[nodiscard]] std::vector<AllocatorRun> run_allocators(const MemoryCurve& trace,
                                                       std::uint64_t page_bytes);

} // namespace stallscope::graph
