#include "platform/pmp.hpp"

#include "execution/executor_regions.hpp"
#include "isa/csr.hpp"
#include "isa/written_code.hpp"
#include "platform/csr.hpp"
#include "platform/csr_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

namespace stallscope::isa {

namespace {

// Fields of a pmpcfg byte.
constexpr unsigned kMayRead = 1;
constexpr unsigned kMayWrite = 2;
constexpr unsigned kMayExecute = 4;
constexpr unsigned kMayAll = kMayRead | kMayWrite | kMayExecute;
constexpr unsigned kPmpLocked = 0x80;
constexpr unsigned kPmpFields = 0x9F;
enum class PmpMatch : std::uint8_t { off, top_of_range, four_bytes, power_of_two };

constexpr std::uint64_t kMachineModeLockdown = 1;  // MML
constexpr std::uint64_t kMachineModeWhitelist = 2; // MMWP
constexpr std::uint64_t kRuleLockingBypass = 4;    // RLB

/// Bits of a pmpaddr: a physical address without its lowest two bits.
std::uint64_t pmp_address_mask(const Program& program) {
  return program.xlen == 32 ? 0xFFFFFFFFULL : (1ULL << 54) - 1;
}

unsigned pmp_config(const ArchState& state, unsigned entry) {
  return static_cast<unsigned>(state.regs[riscv::kFirstPmpConfig + entry / 8] >> entry % 8 * 8 &
                               0xFF);
}

std::uint64_t pmp_address(const ArchState& state, unsigned entry) {
  return state.regs[riscv::kFirstPmpAddress + entry];
}

PmpMatch pmp_match(unsigned config) {
  return static_cast<PmpMatch>(config >> 3 & 3);
}

bool has_mseccfg(const ArchState& state, std::uint64_t mseccfg_bit) {
  return (state.regs[riscv::kMseccfg] & mseccfg_bit) != 0;
}

/// Permissions of machine mode where an entry with this configuration matches.
unsigned allowed_by(const ArchState& state, unsigned config) {
  const unsigned rwx = config & kMayAll;
  const bool locked = (config & kPmpLocked) != 0;
  if (!has_mseccfg(state, kMachineModeLockdown))
    return locked ? rwx : kMayAll;
  // Table "Encoding of PMP configuration registers" of Smepmp; write without read means shared
  // memory.
  if ((rwx & (kMayRead | kMayWrite)) == kMayWrite) {
    if (!locked)
      return kMayRead | kMayWrite;
    return (rwx & kMayExecute) != 0 ? kMayRead | kMayExecute : kMayExecute;
  }
  if (!locked)
    return 0;
  return rwx == kMayAll ? kMayRead : rwx;
}

/// Permissions where no entry matches.
unsigned allowed_elsewhere(const ArchState& state) {
  if (has_mseccfg(state, kMachineModeWhitelist))
    return 0;
  return has_mseccfg(state, kMachineModeLockdown) ? kMayRead | kMayWrite : kMayAll;
}

unsigned legal_config(const ArchState& state, unsigned old, unsigned wanted) {
  const bool bypass = has_mseccfg(state, kRuleLockingBypass);
  if ((old & kPmpLocked) != 0 && !bypass)
    return old;
  wanted &= kPmpFields;
  if (!has_mseccfg(state, kMachineModeLockdown)) // write without read is reserved
    return (wanted & kMayRead) != 0 ? wanted : wanted & ~kMayWrite;
  const bool adds_code =
      (wanted & kPmpLocked) != 0 && (allowed_by(state, wanted) & kMayExecute) != 0;
  return adds_code && !bypass ? old : wanted;
}

/// Address range of an entry: [begin, end).
struct PmpRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  unsigned entry = 0;
  unsigned config = 0;
  [[nodiscard]] bool contains(std::uint64_t address) const {
    return begin <= address && address < end;
  }
};

std::optional<PmpRange> pmp_range(const ArchState& state, unsigned entry) {
  const unsigned config = pmp_config(state, entry);
  const std::uint64_t address = pmp_address(state, entry);
  PmpRange range{0, 0, entry, config};
  switch (pmp_match(config)) {
  case PmpMatch::off:
    return std::nullopt;
  case PmpMatch::top_of_range:
    range.begin = entry == 0 ? 0 : pmp_address(state, entry - 1) << 2;
    range.end = address << 2;
    break;
  case PmpMatch::four_bytes:
    range.begin = address << 2;
    range.end = range.begin + 4;
    break;
  case PmpMatch::power_of_two: {
    const auto ones = static_cast<unsigned>(std::countr_one(address));
    range.begin = (address & ~((2ULL << ones) - 1)) << 2;
    range.end = range.begin + (8ULL << ones);
    break;
  }
  }
  return range.begin < range.end ? std::optional(range) : std::nullopt;
}

std::vector<PmpRange> pmp_ranges(const ArchState& state) {
  std::vector<PmpRange> ranges;
  for (unsigned entry = 0; entry < riscv::kPmpEntries; ++entry)
    if (const auto range = pmp_range(state, entry))
      ranges.push_back(*range);
  return ranges;
}

/// The matching entry with the lowest number.
const PmpRange* decides(const std::vector<PmpRange>& ranges, std::uint64_t address) {
  const auto found = std::find_if(ranges.begin(), ranges.end(),
                                  [address](const PmpRange& r) { return r.contains(address); });
  return found == ranges.end() ? nullptr : &*found;
}

/// Appends the accessible parts of a region of the program.
void append_parts(std::vector<MemoryRegion>& regions, const MemoryRegion& whole,
                  const std::vector<PmpRange>& ranges, const ArchState& state) {
  std::vector<std::uint64_t> ends{whole.end};
  for (const PmpRange& range : ranges)
    for (const std::uint64_t at : {range.begin, range.end})
      if (whole.begin < at && at < whole.end)
        ends.push_back(at);
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  const PmpRange* before = nullptr;
  std::uint64_t begin = whole.begin;
  for (const std::uint64_t end : ends) {
    const PmpRange* range = decides(ranges, begin);
    const unsigned allowed =
        range == nullptr ? allowed_elsewhere(state) : allowed_by(state, range->config);
    if (begin > whole.begin && range == before) {
      regions.back().end = end;
    } else {
      MemoryRegion part = whole;
      part.begin = begin;
      part.end = end;
      part.readable = whole.readable && (allowed & kMayRead) != 0;
      part.writable = whole.writable && (allowed & kMayWrite) != 0;
      part.executable = whole.executable && (allowed & kMayExecute) != 0;
      if (range != nullptr && (allowed != kMayAll || !range->contains(whole.begin) ||
                               range->end < whole.end)) // accesses may not cross its ends
        part.name = fmt::format("{}{}", kPmpRegion, range->entry);
      regions.push_back(std::move(part));
    }
    before = range;
    begin = end;
  }
}

bool forbids_code(const Program& program, const std::vector<MemoryRegion>& regions) {
  return std::any_of(regions.begin(), regions.end(), [&program](const MemoryRegion& region) {
    if (region.executable)
      return false;
    constexpr std::uint64_t kLongest = 4;
    const std::uint64_t first = region.begin - std::min(region.begin, kLongest - 1);
    const auto at = std::partition_point(program.code.begin(), program.code.end(),
                                         [first](const Instruction& i) { return i.pc < first; });
    return std::any_of(at, program.code.end() - at > 4 ? at + 4 : program.code.end(),
                       [&region](const Instruction& i) {
                         return i.pc < region.end && i.pc + i.size > region.begin;
                       });
  });
}

} // namespace

std::uint64_t read_pmp(const Program& program, const ArchState& state, unsigned csr) {
  if (is_pmp_address(csr))
    return pmp_address(state, csr - csr::kPmpaddr0);
  const unsigned number = csr - csr::kPmpcfg0;
  const std::uint64_t whole = state.regs[riscv::kFirstPmpConfig + number / 2];
  return program.xlen == 32 ? whole >> number % 2 * 32 & 0xFFFFFFFFULL : whole;
}

CsrChange write_pmp(const Program& program, const ArchState& state, unsigned csr,
                    std::uint64_t value) {
  const bool bypass = has_mseccfg(state, kRuleLockingBypass);
  const auto locked = [&](unsigned entry) {
    return (pmp_config(state, entry) & kPmpLocked) != 0 && !bypass;
  };
  if (is_pmp_address(csr)) {
    const unsigned entry = csr - csr::kPmpaddr0;
    const bool is_bottom = entry + 1 < riscv::kPmpEntries && locked(entry + 1) &&
                           pmp_match(pmp_config(state, entry + 1)) == PmpMatch::top_of_range;
    const RegId reg = static_cast<RegId>(riscv::kFirstPmpAddress + entry);
    return {reg, locked(entry) || is_bottom ? state.regs[reg] : value & pmp_address_mask(program)};
  }
  const unsigned number = csr - csr::kPmpcfg0;
  const RegId reg = static_cast<RegId>(riscv::kFirstPmpConfig + number / 2);
  const unsigned first = program.xlen == 32 ? number % 2 * 4 : 0;
  std::uint64_t whole = state.regs[reg];
  for (unsigned i = 0; i < program.xlen / 8; ++i) {
    const unsigned shift = 8 * (first + i);
    const auto old = static_cast<unsigned>(whole >> shift & 0xFF);
    const auto wanted = static_cast<unsigned>(value >> 8 * i & 0xFF);
    whole = (whole & ~(0xFFULL << shift)) | std::uint64_t{legal_config(state, old, wanted)}
                                                << shift;
  }
  return {reg, whole};
}

std::uint64_t legal_mseccfg(const ArchState& state, std::uint64_t value) {
  const std::uint64_t old = state.regs[riscv::kMseccfg];
  std::uint64_t bits = (value & (kMachineModeLockdown | kMachineModeWhitelist)) |
                       (old & (kMachineModeLockdown | kMachineModeWhitelist));
  bool any_locked = false;
  for (unsigned entry = 0; entry < riscv::kPmpEntries; ++entry)
    any_locked = any_locked || (pmp_config(state, entry) & kPmpLocked) != 0;
  if ((old & kRuleLockingBypass) != 0 || !any_locked)
    bits |= value & kRuleLockingBypass;
  return bits;
}

bool store_is_allowed(const ArchState& state, std::uint64_t address, std::uint64_t bytes) {
  const std::vector<PmpRange> ranges = pmp_ranges(state);
  const PmpRange* range = decides(ranges, address);
  for (std::uint64_t i = 1; i < bytes; ++i)
    if (decides(ranges, address + i) != range)
      return false;
  return ((range == nullptr ? allowed_elsewhere(state) : allowed_by(state, range->config)) &
          kMayWrite) != 0;
}

void apply_protection(const Program& program, ArchState& state) {
  const std::vector<PmpRange> ranges = pmp_ranges(state);
  std::vector<MemoryRegion> regions;
  for (const MemoryRegion& whole : program.regions)
    append_parts(regions, whole, ranges, state);
  const bool forbids = forbids_code(program, regions);
  state.regions = std::make_shared<const std::vector<MemoryRegion>>(std::move(regions));
  state.region_hint = 0;
  if (forbids || state.code)
    look_into_memory(state);
}

bool changes_protection(const Instruction& instruction) {
  const auto csr = static_cast<unsigned>(instruction.imm);
  return is_csr_access(instruction.op) && writes_csr(instruction) &&
         (is_pmp_config(csr) || is_pmp_address(csr) || csr == csr::kMseccfg);
}

std::string protection_at(const Program& program, const ArchState& state, std::uint64_t address) {
  if (program.platform != Platform::bare_metal)
    return {};
  const std::vector<PmpRange> ranges = pmp_ranges(state);
  const PmpRange* range = decides(ranges, address);
  const unsigned allowed =
      range == nullptr ? allowed_elsewhere(state) : allowed_by(state, range->config);
  if (allowed == kMayAll)
    return {};
  const std::string rights =
      fmt::format("{}{}{}", (allowed & kMayRead) != 0 ? 'r' : '-',
                  (allowed & kMayWrite) != 0 ? 'w' : '-', (allowed & kMayExecute) != 0 ? 'x' : '-');
  if (range == nullptr)
    return fmt::format("mseccfg ({}, where no PMP entry is)", rights);
  return fmt::format("PMP entry {} ({}{})", range->entry,
                     (range->config & kPmpLocked) != 0 ? "locked, " : "", rights);
}

} // namespace stallscope::isa
