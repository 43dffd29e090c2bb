#pragma once

#include "isa/executor.hpp"

namespace stallscope::isa {

/// Whether a program may touch [address, address + bytes): Trap::none, unmapped or read_only. An
/// access may straddle regions that touch. `hint` is the region to try first and becomes the one
/// found.
inline Trap check_regions(const std::vector<MemoryRegion>& regions, std::uint32_t& hint,
                          std::uint64_t address, std::uint64_t bytes, bool write) {
  const auto inside = [&](const MemoryRegion& r) { return address >= r.begin && address < r.end; };
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
    if (region.end - address >= bytes)
      return Trap::none;
    bytes -= region.end - address;
    address = region.end;
  }
}

} // namespace stallscope::isa
