#include "program/undeclared.hpp"

#include <algorithm>
#include <limits>

namespace stallscope::isa {

namespace {

constexpr std::uint64_t kLastByte = std::numeric_limits<std::uint64_t>::max();

using Regions = std::vector<MemoryRegion>;

std::size_t region_at(const Regions& regions, std::uint64_t address) {
  std::size_t i = 0;
  while (i < regions.size() && (address < regions[i].begin || address >= regions[i].end))
    ++i;
  return i;
}

bool is_below_stack(const Regions& regions, std::uint64_t address) {
  return std::any_of(regions.begin(), regions.end(), [address](const MemoryRegion& r) {
    return r.name == "stack" && address < r.begin && r.begin - address <= kStackGuardBytes;
  });
}

/// The block of an address that is in no region, less what is declared of it. It becomes one with
/// its neighbours of the same kind, so that walking through memory leaves one region. The last byte
/// of all is in no region: its end could not be told.
void add_block(Regions& regions, std::uint64_t address) {
  MemoryRegion block;
  block.name = kUndeclaredRegion;
  block.begin = address / kUndeclaredBlockBytes * kUndeclaredBlockBytes;
  block.end = block.begin + (kUndeclaredBlockBytes - 1);
  block.end += block.end == kLastByte ? 0 : 1;
  for (const MemoryRegion& r : regions) {
    if (r.end <= address)
      block.begin = std::max(block.begin, r.end);
    if (r.begin > address)
      block.end = std::min(block.end, r.begin);
  }
  std::erase_if(regions, [&block](const MemoryRegion& r) {
    const bool touches =
        r.name == kUndeclaredRegion && (r.end == block.begin || r.begin == block.end);
    if (touches) {
      block.begin = std::min(block.begin, r.begin);
      block.end = std::max(block.end, r.end);
    }
    return touches;
  });
  regions.push_back(block);
}

NotedAccess noted(const ArchState& state, const DataAccess& access) {
  return {state.pc, access.address,
          access.by_instruction ? static_cast<std::uint8_t>(access.bytes) : std::uint8_t{0},
          access.write};
}

} // namespace

Trap reach_undeclared(const Program& program, const Environment& environment, ArchState& state,
                      const DataAccess& access) {
  const std::uint64_t last = access.address + (access.bytes - 1);
  if (!is_lenient(program, environment) || last < access.address)
    return Trap::unmapped;
  const Regions* regions = state.regions.get();
  std::shared_ptr<Regions> changed; // a copy, once there is something to add
  std::uint32_t blocks = state.platform->undeclared_blocks;
  std::uint64_t at = access.address;
  while (at != kLastByte) {
    const std::size_t i = region_at(*regions, at);
    if (i < regions->size()) {
      const MemoryRegion& region = (*regions)[i];
      if (!region.readable)
        return Trap::unmapped;
      if (access.write && !region.writable)
        return Trap::read_only;
      if (region.end > last)
        break;
      at = region.end;
      continue;
    }
    if (blocks == kMaxUndeclaredBlocks || is_below_stack(*regions, at))
      return Trap::unmapped;
    ++blocks;
    if (changed == nullptr)
      regions = (changed = std::make_shared<Regions>(*regions)).get();
    add_block(*changed, at);
  }
  if (changed != nullptr)
    state.regions = std::move(changed);
  state.region_hint = static_cast<std::uint32_t>(region_at(*state.regions, access.address));
  if (blocks != state.platform->undeclared_blocks || !state.platform->first_undeclared) {
    PlatformState& platform = state.platform.edit();
    platform.undeclared_blocks = blocks;
    if (!platform.first_undeclared)
      platform.first_undeclared = noted(state, access);
  }
  return Trap::none;
}

void note_misaligned(ArchState& state, const DataAccess& access) {
  if (!state.platform->first_misaligned)
    state.platform.edit().first_misaligned = noted(state, access);
}

} // namespace stallscope::isa
