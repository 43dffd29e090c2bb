#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace stallscope::isa {

/// Ranges that may contain code, [begin, end), in ascending order; the regions may be in any order.
[[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>>
executable_ranges(const std::vector<MemoryRegion>& regions);

/// Changes to a program's memory regions, which are sorted by address and do not overlap. Addresses
/// are multiples of the page size, begin < end.
class RegionMap {
public:
  explicit RegionMap(std::vector<MemoryRegion> regions) : regions_(std::move(regions)) {}

  [[nodiscard]] const std::vector<MemoryRegion>& regions() const { return regions_; }
  [[nodiscard]] std::vector<MemoryRegion> take() { return std::move(regions_); }

  /// The regions that overlap [begin, end) or are adjacent to it, as indices: [first, last).
  [[nodiscard]] std::pair<std::size_t, std::size_t> touched(std::uint64_t begin,
                                                            std::uint64_t end) const;
  /// Removes [begin, end) from all regions.
  void cut(std::uint64_t begin, std::uint64_t end);
  /// Adds a region in an unused range. It is merged with neighbours that have equal properties.
  void insert(MemoryRegion region);
  /// Every byte of [begin, end) is in a region.
  [[nodiscard]] bool covers(std::uint64_t begin, std::uint64_t end) const;
  [[nodiscard]] bool overlaps(std::uint64_t begin, std::uint64_t end) const;
  /// Changes the permissions in [begin, end), which must be covered.
  void protect(std::uint64_t begin, std::uint64_t end, bool readable, bool writable,
               bool executable);
  /// The highest free position for `bytes` in [lowest, highest), or nothing.
  [[nodiscard]] std::optional<std::uint64_t> gap_below(std::uint64_t highest, std::uint64_t lowest,
                                                       std::uint64_t bytes) const;
  [[nodiscard]] std::uint64_t total_bytes() const;

private:
  std::vector<MemoryRegion> regions_;
};

} // namespace stallscope::isa
