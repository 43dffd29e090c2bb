// brk, mmap and related calls: the memory of a Linux program.

#include "isa/written_code.hpp"
#include "platform/host_files.hpp"
#include "platform/linux/linux_call.hpp"
#include "platform/region_map.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace stallscope::isa {

using namespace linux_abi;

namespace {

// Bits of `prot` and `flags` of mmap.
constexpr std::uint64_t kProtRead = 1;
constexpr std::uint64_t kProtWrite = 2;
constexpr std::uint64_t kProtExec = 4;
constexpr std::uint64_t kMapPrivate = 0x02;
constexpr std::uint64_t kMapTypes = 0x03; // both: MAP_SHARED_VALIDATE
constexpr std::uint64_t kMapFixed = 0x10;
constexpr std::uint64_t kMapAnonymous = 0x20;
constexpr std::uint64_t kMapFixedNoReplace = 0x100000;
constexpr std::string_view kMapped = "mmap";
constexpr std::string_view kHeap = "heap";

bool is_page(std::uint64_t address) {
  return address % kPageBytes == 0;
}

/// [begin, begin + bytes) is in the user address space; bytes > 0.
bool in_user_space(std::uint64_t begin, std::uint64_t bytes, const Layout& layout) {
  return begin >= layout.lowest && begin < layout.stack_end && bytes <= layout.stack_end - begin;
}

MemoryRegion region_of(std::uint64_t begin, std::uint64_t end, std::uint64_t protection,
                       std::string_view name) {
  MemoryRegion region{std::string(name), begin, end};
  region.writable = (protection & kProtWrite) != 0;
  region.readable = region.writable || (protection & (kProtRead | kProtExec)) != 0;
  region.executable = (protection & kProtExec) != 0;
  return region;
}

} // namespace

/// Memory that is no longer executable is removed from the code for fetches.
void LinuxCall::replace_regions(RegionMap map) {
  const auto before = executable_ranges(*state_.regions);
  state_.regions = std::make_shared<const std::vector<MemoryRegion>>(map.take());
  if (executable_ranges(*state_.regions) != before)
    synchronize_code(program_, state_);
}

bool LinuxCall::fits(std::uint64_t bytes) const {
  const std::uint64_t used = RegionMap(*state_.regions).total_bytes();
  return used <= kMaxMappedBytes && bytes <= kMaxMappedBytes - used &&
         state_.regions->size() + 2 <= kMaxRegions;
}

/// The break can be moved between the end of the program and the next region above it. On failure
/// its current value is returned, as by the kernel.
std::int64_t LinuxCall::set_break() {
  const std::uint64_t wanted = pointer(0);
  const std::uint64_t old_end = page_up(state_.heap_end);
  const std::uint64_t new_end = page_up(wanted);
  const auto stay = [this] { return static_cast<std::int64_t>(state_.heap_end); };
  if (wanted < program_.heap_begin || new_end < wanted || new_end > program_.heap_end)
    return stay();
  RegionMap map(*state_.regions);
  if (new_end > old_end) {
    if (map.overlaps(old_end, new_end) || !fits(new_end - old_end))
      return stay();
    map.insert(region_of(old_end, new_end, kProtRead | kProtWrite, kHeap));
    replace_regions(std::move(map));
  } else if (new_end < old_end) {
    map.cut(new_end, old_end);
    replace_regions(std::move(map));
    state_.memory.clear(new_end, old_end - new_end);
  }
  state_.heap_end = wanted;
  return stay();
}

std::int64_t LinuxCall::map() {
  const std::uint64_t flags = word(3);
  const std::uint64_t asked = word(1);
  const std::uint64_t bytes = page_up(asked);
  const Layout space = layout(program_.xlen);
  const bool anonymous = (flags & kMapAnonymous) != 0;
  const bool fixed = (flags & (kMapFixed | kMapFixedNoReplace)) != 0;
  if (asked == 0 || (flags & kMapTypes) == 0 || word(5) % kPageBytes != 0)
    return kEINVAL;
  if (bytes < asked || bytes > kMaxMappedBytes)
    return kENOMEM;
  const GuestFile* file = anonymous ? nullptr : descriptor(number(4));
  if (!anonymous && file == nullptr)
    return kEBADF;
  if (!anonymous && file->kind != GuestFile::Kind::file)
    return kENODEV;
  if (!anonymous && (flags & kMapTypes) != kMapPrivate && (word(2) & kProtWrite) != 0)
    return kEACCES; // files are read-only

  RegionMap map(*state_.regions);
  std::uint64_t begin = pointer(0) / kPageBytes * kPageBytes;
  if (fixed && begin != pointer(0))
    return kEINVAL;
  if (fixed && !in_user_space(begin, bytes, space))
    return kENOMEM;
  if (fixed && (flags & kMapFixedNoReplace) != 0 && map.overlaps(begin, begin + bytes))
    return kEEXIST;
  if (!fixed && (!in_user_space(begin, bytes, space) || map.overlaps(begin, begin + bytes))) {
    const auto gap = map.gap_below(space.mmap_end, space.lowest, bytes);
    if (!gap)
      return kENOMEM;
    begin = *gap;
  }
  map.cut(begin, begin + bytes);
  if (map.regions().size() + 1 > kMaxRegions || map.total_bytes() + bytes > kMaxMappedBytes)
    return kENOMEM;
  std::string_view part; // part of the file
  if (!anonymous) {
    const std::string_view content = program_.files->file(file->file).content;
    part = content.substr(std::min<std::uint64_t>(word(5), content.size()), bytes);
  }
  if (!call_may_write(environment_, state_, begin, part.size())) {
    trap_ = Trap::interrupted;
    return 0;
  }
  map.insert(region_of(begin, begin + bytes, word(2), kMapped));
  replace_regions(std::move(map));
  state_.memory.clear(begin, bytes);
  state_.memory.write(begin, {reinterpret_cast<const std::uint8_t*>(part.data()), part.size()});
  if ((word(2) & kProtExec) != 0)
    synchronize_code(program_, state_);
  return static_cast<std::int64_t>(begin);
}

std::int64_t LinuxCall::unmap() {
  const std::uint64_t begin = pointer(0);
  const std::uint64_t bytes = page_up(word(1));
  if (!is_page(begin) || bytes == 0 || bytes < word(1) ||
      !in_user_space(begin, bytes, layout(program_.xlen)))
    return kEINVAL;
  RegionMap map(*state_.regions);
  if (!map.overlaps(begin, begin + bytes))
    return 0;
  if (map.regions().size() + 1 > kMaxRegions)
    return kENOMEM;
  map.cut(begin, begin + bytes);
  replace_regions(std::move(map));
  state_.memory.clear(begin, bytes);
  return 0;
}

std::int64_t LinuxCall::remap() {
  constexpr std::uint64_t kMayMove = 1;
  constexpr std::uint64_t kFixed = 2; // and MREMAP_DONTUNMAP, 4: unsupported
  const std::uint64_t begin = pointer(0);
  const std::uint64_t old_bytes = page_up(word(1));
  const std::uint64_t new_bytes = page_up(word(2));
  const Layout space = layout(program_.xlen);
  if (!is_page(begin) || (word(3) & ~(kMayMove | kFixed)) != 0 || new_bytes == 0 ||
      new_bytes < word(2) || old_bytes == 0 || old_bytes < word(1) ||
      !in_user_space(begin, old_bytes, space))
    return kEINVAL;
  if ((word(3) & kFixed) != 0)
    return unknown(216);
  RegionMap map(*state_.regions);
  const auto found =
      std::find_if(map.regions().begin(), map.regions().end(), [&](const MemoryRegion& r) {
        return r.begin <= begin && begin + old_bytes <= r.end;
      });
  if (found == map.regions().end())
    return kEFAULT;
  MemoryRegion region = *found;
  if (new_bytes <= old_bytes) {
    if (new_bytes < old_bytes) {
      map.cut(begin + new_bytes, begin + old_bytes);
      replace_regions(std::move(map));
      state_.memory.clear(begin + new_bytes, old_bytes - new_bytes);
    }
    return static_cast<std::int64_t>(begin);
  }
  if (!fits(new_bytes - old_bytes))
    return kENOMEM;
  if (in_user_space(begin, new_bytes, space) &&
      !map.overlaps(begin + old_bytes, begin + new_bytes)) { // it can grow in place
    region.begin = begin + old_bytes;
    region.end = begin + new_bytes;
    map.insert(std::move(region));
    replace_regions(std::move(map));
    return static_cast<std::int64_t>(begin);
  }
  const auto gap = map.gap_below(space.mmap_end, space.lowest, new_bytes);
  if ((word(3) & kMayMove) == 0 || !gap)
    return kENOMEM;
  map.cut(begin, begin + old_bytes);
  region.begin = *gap;
  region.end = *gap + new_bytes;
  map.insert(std::move(region));
  replace_regions(std::move(map));
  std::vector<std::uint8_t> page(kPageBytes);
  for (std::uint64_t done = 0; done < old_bytes; done += kPageBytes) {
    state_.memory.read(begin + done, page);
    if (std::any_of(page.begin(), page.end(), [](std::uint8_t byte) { return byte != 0; }))
      state_.memory.write(*gap + done, page);
    state_.memory.clear(begin + done, kPageBytes); // cleared immediately, so that it never exists
                                                   // twice
  }
  return static_cast<std::int64_t>(*gap);
}

std::int64_t LinuxCall::protect() {
  constexpr std::uint64_t kProtections = kProtRead | kProtWrite | kProtExec;
  const std::uint64_t begin = pointer(0);
  const std::uint64_t bytes = page_up(word(1));
  if (!is_page(begin) || (word(2) & ~kProtections) != 0)
    return kEINVAL;
  if (bytes == 0)
    return word(1) == 0 ? 0 : kENOMEM;
  RegionMap map(*state_.regions);
  if (!in_user_space(begin, bytes, layout(program_.xlen)) || !map.covers(begin, begin + bytes) ||
      map.regions().size() + 2 > kMaxRegions)
    return kENOMEM;
  const MemoryRegion like = region_of(begin, begin + bytes, word(2), {});
  map.protect(begin, begin + bytes, like.readable, like.writable, like.executable);
  replace_regions(std::move(map));
  return 0;
}

/// Advice may be ignored, but MADV_DONTNEED on private memory must return zeros afterwards.
std::int64_t LinuxCall::advise() {
  constexpr std::int64_t kDontNeed = 4;
  const std::uint64_t begin = pointer(0);
  const std::uint64_t bytes = page_up(word(1));
  if (!is_page(begin) || bytes < word(1))
    return kEINVAL;
  if (bytes == 0)
    return 0;
  if (!in_user_space(begin, bytes, layout(program_.xlen)) ||
      !RegionMap(*state_.regions).covers(begin, begin + bytes))
    return kENOMEM;
  const bool dropped = number(2) == kDontNeed;
  for (const MemoryRegion& region : *state_.regions)
    if (dropped && (region.name == kMapped || region.name == kHeap)) {
      const std::uint64_t from = std::max(begin, region.begin);
      const std::uint64_t to = std::min(begin + bytes, region.end);
      if (from < to)
        state_.memory.clear(from, to - from);
    }
  return 0;
}

} // namespace stallscope::isa
