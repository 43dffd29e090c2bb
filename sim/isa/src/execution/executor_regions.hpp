#pragma once

#include "isa/executor.hpp"

#include <string_view>

namespace stallscope::isa {

/// Prefix of the names of regions created by PMP entries (platform/pmp.hpp).
inline constexpr std::string_view kPmpRegion = "PMP entry ";

/// An access may not cross from one of these regions to the other: "The matching PMP entry must
/// match all bytes of an access, or the access fails" (volume II, "Priority and Matching Logic").
inline bool is_closed_between(const MemoryRegion& a, const MemoryRegion& b) {
  return a.name != b.name && (a.name.starts_with(kPmpRegion) || b.name.starts_with(kPmpRegion));
}

/// Whether a program may access [address, address + bytes): Trap::none, unmapped or read_only. An
/// access may cross adjacent regions. `hint` is the region to try first and is set to the one
/// found.
inline Trap check_regions(const std::vector<MemoryRegion>& regions, std::uint32_t& hint,
                          std::uint64_t address, std::uint64_t bytes, bool write) {
  const auto inside = [&](const MemoryRegion& r) { return address >= r.begin && address < r.end; };
  const MemoryRegion* before = nullptr;
  while (true) {
    if (hint >= regions.size() || !inside(regions[hint])) [[unlikely]] {
      std::uint32_t i = 0;
      while (i < regions.size() && !inside(regions[i]))
        ++i;
      if (i == regions.size())
        return Trap::unmapped;
      hint = i;
    }
    const MemoryRegion& region = regions[hint];
    if (!region.readable) [[unlikely]]
      return Trap::unmapped;
    if (write && !region.writable)
      return Trap::read_only;
    if (before != nullptr && is_closed_between(*before, region)) [[unlikely]]
      return Trap::unmapped;
    if (region.end - address >= bytes)
      return Trap::none;
    before = &region;
    bytes -= region.end - address;
    address = region.end;
  }
}

} // namespace stallscope::isa
