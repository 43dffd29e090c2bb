#include "program/undeclared.hpp"

#include "isa/written_code.hpp"

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

/// Adds the block of an address outside all regions, without its declared parts. It is merged with
/// neighbours of the same kind, so that a sequential traversal leaves one region. The very last
/// byte is never in a region, because its end could not be represented.
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

/// Number of bytes from an address on that are outside all regions; at least 1; if there are no
/// regions, the size of the address space minus one.
std::uint64_t bytes_to_next_region(const Regions& regions, std::uint64_t address) {
  std::uint64_t bytes = kLastByte;
  for (const MemoryRegion& r : regions)
    bytes = std::min(bytes, r.begin - address); // distance around the end of memory, for regions
                                                // below
  return bytes;
}

NotedAccess noted(const ArchState& state, const DataAccess& access) {
  return {state.pc, access.address,
          access.by_instruction ? static_cast<std::uint8_t>(access.bytes) : std::uint8_t{0},
          access.write};
}

} // namespace

bool declares_memory(const Program& program) {
  return std::any_of(program.regions.begin(), program.regions.end(),
                     [](const MemoryRegion& r) { return r.name == kDeclaredRegion; });
}

Trap reach_undeclared(const Program& program, const Environment& environment, ArchState& state,
                      const DataAccess& access) {
  if (!lets_undeclared_pass(program, environment) ||
      (program.xlen == 32 && access.address + access.bytes > 1ULL << 32))
    return Trap::unmapped; // with 2^32 addresses: handled by Execution::access_round
  const Regions* regions = state.regions.get();
  std::shared_ptr<Regions> changed; // a copy, created when a region is added
  std::uint32_t blocks = state.platform->undeclared_blocks;
  std::uint64_t at = access.address;
  for (std::uint64_t left = access.bytes; left > 0;) {
    std::uint64_t part = 0;
    if (const std::size_t i = region_at(*regions, at); i < regions->size()) {
      const MemoryRegion& region = (*regions)[i];
      if (!region.readable)
        return Trap::unmapped;
      if (access.write && !region.writable)
        return Trap::read_only;
      part = region.end - at;
    } else if (access.write && at != kLastByte) {
      if (is_below_stack(*regions, at))
        return Trap::unmapped;
      if (blocks == kMaxUndeclaredBlocks)
        return Trap::undeclared_limit;
      ++blocks;
      if (changed == nullptr)
        regions = (changed = std::make_shared<Regions>(*regions)).get();
      add_block(*changed, at);
    } else {
      part = bytes_to_next_region(*regions, at);
    }
    part = std::min(left, part);
    at += part; // after the last address follows the first
    left -= part;
  }
  if (changed != nullptr) {
    state.regions = std::move(changed);
    state.region_hint = static_cast<std::uint32_t>(region_at(*state.regions, access.address));
  }
  if (blocks != state.platform->undeclared_blocks || !state.platform->first_undeclared) {
    PlatformState& platform = state.platform.edit();
    platform.undeclared_blocks = blocks;
    if (!platform.first_undeclared)
      platform.first_undeclared = noted(state, access);
  }
  return Trap::none;
}

bool is_break_of_division(const Program& program, const ArchState& state, std::uint64_t pc) {
  const std::uint32_t index = index_at(program, state, pc);
  if (program.isa != Isa::mips || index == kNoIndex || index + 1 >= program.code.size())
    return false;
  const Instruction& next = program.instruction(index + 1);
  return program.instruction(index).op == Op::breakpoint &&
         base_of(next.op_class) == OpClass::divide &&
         program.place_of(index).line == program.place_of(index + 1).line &&
         state.regs[next.rs2] == 0;
}

bool passes_zero_division(const Program& program, const Environment& environment,
                          ArchState& state) {
  if (!is_lenient(program, environment) || program.register_names.at(1) != "R1" ||
      !is_break_of_division(program, state, state.pc))
    return false;
  if (!state.platform->first_zero_division)
    state.platform.edit().first_zero_division = state.pc;
  return true;
}

void note_misaligned(ArchState& state, const DataAccess& access) {
  if (!state.platform->first_misaligned)
    state.platform.edit().first_misaligned = noted(state, access);
}

} // namespace stallscope::isa
