#include "isa/registers.hpp"
#include "platform/csr.hpp"
#include "platform/loading.hpp"
#include "platform/region_map.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::isa {

namespace {

constexpr std::uint64_t kPageBytes = 4096;

/// One past the last address; for 64-bit programs without the last page, so that it can be
/// represented.
std::uint64_t end_of_addresses(unsigned xlen) {
  return xlen == 32 ? 1ULL << 32 : ~0ULL - (kPageBytes - 1);
}

MemoryRegion ram(std::uint64_t begin, std::uint64_t end) {
  return {"memory", begin, end, true, true, true};
}

/// Addresses [first, second).
using Range = std::pair<std::uint64_t, std::uint64_t>;

/// A map of all these ranges; overlapping or adjacent ones are merged.
RegionMap union_of(std::vector<Range> ranges) {
  std::sort(ranges.begin(), ranges.end());
  std::vector<MemoryRegion> regions;
  for (const auto& [begin, end] : ranges)
    if (!regions.empty() && begin <= regions.back().end)
      regions.back().end = std::max(regions.back().end, end);
    else
      regions.push_back(ram(begin, end));
  return RegionMap(std::move(regions));
}

RegionMap memory_map(const Program& program, const ElfFile& elf, const ElfOptions& options,
                     Diagnostics& problems) {
  std::vector<Range> ranges;
  const std::uint64_t limit = end_of_addresses(program.xlen);
  for (const MemoryRange& range : options.memory) {
    if (range.bytes == 0 || range.begin >= limit || range.bytes > limit - range.begin)
      problems.push_back(program_error(
          program, fmt::format("memory of {:#x} bytes at {:#x} is no memory of a {}-bit machine",
                               range.bytes, range.begin, program.xlen)));
    else
      ranges.emplace_back(range.begin, range.begin + range.bytes);
  }
  if (!options.memory.empty())
    return union_of(std::move(ranges));
  for (const ElfSegment& segment : elf.segments)
    for (const std::uint64_t address : {segment.address, segment.load_address}) {
      const std::uint64_t begin = address / kPageBytes * kPageBytes;
      const std::uint64_t bytes = std::max(kBareMetalBytes, address - begin + segment.memory_bytes);
      ranges.emplace_back(begin, begin + std::min(bytes, limit - begin));
    }
  return union_of(std::move(ranges));
}

void add_data(Program& program, const ElfFile& elf, const RegionMap& map, Diagnostics& problems) {
  for (const ElfSegment& segment : elf.segments) {
    if (!map.covers(segment.address, segment.address + segment.memory_bytes) ||
        !map.covers(segment.load_address, segment.load_address + segment.bytes.size()))
      problems.push_back(program_error(
          program,
          fmt::format("a segment of {:#x} bytes at {:#x} lies outside the memory",
                      segment.memory_bytes, segment.address),
          "memory (--memory BEGIN:BYTES) for all of the program, or '--platform linux' if it is "
          "made for Linux"));
    program.data.push_back(
        {"segment", segment.load_address, {segment.bytes.begin(), segment.bytes.end()}});
  }
}

std::uint64_t address_of(const ElfFile& elf, std::string_view name) {
  const ElfSymbol* symbol = elf.symbol_named(name);
  return symbol == nullptr ? 0 : symbol->address;
}

} // namespace

void prepare_bare_metal(Program& program, const ElfFile& elf, const ElfOptions& options,
                        Diagnostics& problems) {
  if (!options.environment.empty() || !options.sandbox.empty())
    problems.push_back(program_error(
        program, "the program runs on a bare machine, which has neither environment nor files",
        "neither --env nor --sandbox, or '--platform linux'"));
  RegionMap map = memory_map(program, elf, options, problems);
  add_data(program, elf, map, problems);
  if (has_errors(problems))
    return;
  const ElfSegment& last = elf.segments.back();
  program.heap_begin = (last.address + last.memory_bytes + 15) / 16 * 16;
  std::uint64_t stack_end = 0;
  for (const MemoryRegion& region : map.regions()) {
    if (region.begin <= program.entry && program.entry < region.end)
      stack_end = region.end / 16 * 16;
    if (region.begin <= last.address && last.address < region.end)
      program.heap_end = region.end / 16 * 16;
  }
  program.heap_begin = std::min(program.heap_begin, program.heap_end);
  program.tohost = address_of(elf, "tohost");
  program.fromhost = address_of(elf, "fromhost");
  for (std::uint64_t* place : {&program.tohost, &program.fromhost})
    if (!map.covers(*place, *place + 8))
      *place = 0;
  if (program.tohost != 0) { // stores there are intercepted
    map.cut(program.tohost, program.tohost + 8);
    map.insert({"tohost", program.tohost, program.tohost + 8, false, true, true});
  }
  program.regions = map.take();
  const std::uint64_t sp =
      program.xlen == 32 ? static_cast<std::uint64_t>(
                               static_cast<std::int32_t>(static_cast<std::uint32_t>(stack_end)))
                         : stack_end;
  program.initial_registers = {{riscv::kSp, sp}, {riscv::kMstatus, mstatus_at_reset(program)}};
}

} // namespace stallscope::isa
