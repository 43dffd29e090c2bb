#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace stallscope::isa {

/// Where code may lie, [begin, end), in ascending order; of regions in any order.
[[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>>
executable_ranges(const std::vector<MemoryRegion>& regions);

/// Changes to a program's memory regions, which are sorted by address and do not overlap. Addresses
/// are whole pages, begin < end.
class RegionMap {
public:
  explicit RegionMap(std::vector<MemoryRegion> regions) : regions_(std::move(regions)) {}

  [[nodiscard]] const std::vector<MemoryRegion>& regions() const { return regions_; }
  [[nodiscard]] std::vector<MemoryRegion> take() { return std::move(regions_); }

  /// The regions that overlap [begin, end) or touch it, by index: [first, last).
  [[nodiscard]] std::pair<std::size_t, std::size_t> touched(std::uint64_t begin,
                                                            std::uint64_t end) const;
  /// Takes [begin, end) out of whatever is there.
  void cut(std::uint64_t begin, std::uint64_t end);
  /// Puts a region where nothing is. Neighbours that differ in nothing become one with it.
  void insert(MemoryRegion region);
  /// Every byte of [begin, end) is in some region.
  [[nodiscard]] bool covers(std::uint64_t begin, std::uint64_t end) const;
  [[nodiscard]] bool overlaps(std::uint64_t begin, std::uint64_t end) const;
  /// Changes what is allowed in [begin, end), which is covered.
  void protect(std::uint64_t begin, std::uint64_t end, bool readable, bool writable,
               bool executable);
  /// The highest place for `bytes` in [lowest, highest), or nothing.
  [[nodiscard]] std::optional<std::uint64_t> gap_below(std::uint64_t highest, std::uint64_t lowest,
                                                       std::uint64_t bytes) const;
  [[nodiscard]] std::uint64_t total_bytes() const;

private:
  std::vector<MemoryRegion> regions_;
};

} // namespace stallscope::isa
