#include "platform/region_map.hpp"

#include <algorithm>
#include <iterator>

namespace stallscope::isa {

namespace {

bool alike(const MemoryRegion& a, const MemoryRegion& b) {
  return a.name == b.name && a.readable == b.readable && a.writable == b.writable &&
         a.executable == b.executable;
}

} // namespace

std::vector<std::pair<std::uint64_t, std::uint64_t>>
executable_ranges(const std::vector<MemoryRegion>& regions) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const MemoryRegion& region : regions)
    if (region.executable)
      ranges.emplace_back(region.begin, region.end);
  std::sort(ranges.begin(), ranges.end());
  return ranges;
}

std::pair<std::size_t, std::size_t> RegionMap::touched(std::uint64_t begin,
                                                       std::uint64_t end) const {
  const auto first =
      std::partition_point(regions_.begin(), regions_.end(),
                           [begin](const MemoryRegion& region) { return region.end < begin; });
  const auto last = std::partition_point(
      first, regions_.end(), [end](const MemoryRegion& region) { return region.begin <= end; });
  return {first - regions_.begin(), last - regions_.begin()};
}

void RegionMap::cut(std::uint64_t begin, std::uint64_t end) {
  const auto [first, last] = touched(begin, end);
  std::vector<MemoryRegion> kept;
  for (std::size_t i = first; i < last; ++i) {
    const MemoryRegion& region = regions_[i];
    if (region.begin < begin) {
      kept.push_back(region);
      kept.back().end = std::min(region.end, begin);
    }
    if (region.end > end) {
      kept.push_back(region);
      kept.back().begin = std::max(region.begin, end);
    }
  }
  const auto place = regions_.erase(regions_.begin() + static_cast<std::ptrdiff_t>(first),
                                    regions_.begin() + static_cast<std::ptrdiff_t>(last));
  regions_.insert(place, std::make_move_iterator(kept.begin()),
                  std::make_move_iterator(kept.end()));
}

void RegionMap::insert(MemoryRegion region) {
  auto place = std::lower_bound(
      regions_.begin(), regions_.end(), region,
      [](const MemoryRegion& a, const MemoryRegion& b) { return a.begin < b.begin; });
  place = regions_.insert(place, std::move(region));
  if (const auto next = std::next(place);
      next != regions_.end() && next->begin == place->end && alike(*place, *next)) {
    place->end = next->end;
    regions_.erase(next);
  }
  if (place != regions_.begin())
    if (const auto before = std::prev(place);
        before->end == place->begin && alike(*before, *place)) {
      before->end = place->end;
      regions_.erase(place);
    }
}

bool RegionMap::covers(std::uint64_t begin, std::uint64_t end) const {
  for (auto [i, last] = touched(begin, end); i < last; ++i)
    if (regions_[i].begin <= begin && begin < regions_[i].end)
      begin = std::min(end, regions_[i].end);
  return begin >= end;
}

bool RegionMap::overlaps(std::uint64_t begin, std::uint64_t end) const {
  const auto [first, last] = touched(begin, end);
  return std::any_of(
      regions_.begin() + static_cast<std::ptrdiff_t>(first),
      regions_.begin() + static_cast<std::ptrdiff_t>(last),
      [&](const MemoryRegion& region) { return region.begin < end && begin < region.end; });
}

void RegionMap::protect(std::uint64_t begin, std::uint64_t end, bool readable, bool writable,
                        bool executable) {
  std::vector<MemoryRegion> changed;
  for (const MemoryRegion& region : regions_)
    if (region.begin < end && begin < region.end) {
      changed.push_back(region);
      changed.back().begin = std::max(begin, region.begin);
      changed.back().end = std::min(end, region.end);
    }
  cut(begin, end);
  for (MemoryRegion& region : changed) {
    region.readable = readable;
    region.writable = writable;
    region.executable = executable;
    insert(std::move(region));
  }
}

std::optional<std::uint64_t> RegionMap::gap_below(std::uint64_t highest, std::uint64_t lowest,
                                                  std::uint64_t bytes) const {
  std::uint64_t top = highest;
  for (auto region = regions_.rbegin(); region != regions_.rend(); ++region) {
    if (region->begin >= top)
      continue;
    const std::uint64_t bottom = std::max(lowest, region->end);
    if (top > bottom && top - bottom >= bytes)
      return top - bytes;
    top = std::min(top, region->begin);
  }
  if (top > lowest && top - lowest >= bytes)
    return top - bytes;
  return std::nullopt;
}

std::uint64_t RegionMap::total_bytes() const {
  std::uint64_t bytes = 0;
  for (const MemoryRegion& region : regions_)
    bytes += region.end - region.begin;
  return bytes;
}

} // namespace stallscope::isa
