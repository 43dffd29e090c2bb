#include "control_flow/code_addresses.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace stallscope::sched {

namespace {

constexpr std::size_t kWordBytes = 4;

/// One pass over the code that tracks the values lui and auipc leave in registers.
class Constants {
public:
  explicit Constants(const isa::Program& program) : program_(program) {}

  void step(const isa::Instruction& instruction, CodeAddresses& found,
            std::vector<std::uint64_t>& tables) {
    const std::optional<std::uint64_t> before = latest(instruction.rs1);
    if (instruction.op == isa::Op::load_immediate) {
      put(instruction.rd, static_cast<std::uint64_t>(instruction.imm));
      return;
    }
    const bool sum = instruction.has_immediate &&
                     (instruction.op == isa::Op::add || instruction.op == isa::Op::addw);
    if (sum) {
      for (const std::uint64_t base : bases(instruction.rs1)) {
        const std::uint64_t address = wrapped(base + static_cast<std::uint64_t>(instruction.imm));
        if (is_code(address))
          found.computed.insert(address);
        tables.push_back(address);
      }
    } else if (isa::access_bytes(instruction) > 0) {
      if (before && instruction.rs1 != 0) {
        const std::uint64_t begin = wrapped(*before + static_cast<std::uint64_t>(instruction.imm));
        if (is_code(begin & ~std::uint64_t{1}))
          found.accessed.emplace_back(begin, begin + isa::access_bytes(instruction));
      }
    } else if (instruction.op_class == isa::OpClass::jump_register ||
               instruction.op == isa::Op::jump_link_register) {
      if (before && instruction.rs1 != 0) {
        const std::uint64_t target = wrapped(*before + static_cast<std::uint64_t>(instruction.imm));
        if (is_code(target))
          found.jumped.insert(target);
      }
    }
    for (const isa::MicroOp& part : program_.micro_ops_of(instruction))
      for (const RegId reg : part.destinations())
        known_.at(reg).current = false;
    if (sum && instruction.rd < kRegisters && instruction.rd != 0)
      if (before)
        put(instruction.rd, wrapped(*before + static_cast<std::uint64_t>(instruction.imm)));
  }

  [[nodiscard]] bool is_code(std::uint64_t address) const {
    return (address & 1) == 0 && program_.index_of(address) != isa::kNoIndex;
  }

private:
  static constexpr std::size_t kRegisters = 32;
  /// Compilers share an upper half between several addresses, also across branches, while code in
  /// between may reuse the register.
  static constexpr std::size_t kKept = 4;
  struct Values {
    std::array<std::uint64_t, kKept> values{};
    std::size_t count = 0; ///< values recorded so far
    bool current = false;  ///< the register still holds the last recorded value
  };

  void put(RegId reg, std::uint64_t value) {
    if (reg == 0 || reg >= kRegisters)
      return;
    Values& known = known_.at(reg);
    known.values.at(known.count++ % kKept) = wrapped(value);
    known.current = true;
  }
  [[nodiscard]] std::optional<std::uint64_t> latest(RegId reg) const {
    if (reg >= kRegisters || !known_.at(reg).current)
      return reg == 0 ? std::optional<std::uint64_t>(0) : std::nullopt;
    return known_.at(reg).values.at((known_.at(reg).count - 1) % kKept);
  }
  [[nodiscard]] std::vector<std::uint64_t> bases(RegId reg) const {
    if (reg == 0 || reg >= kRegisters)
      return std::vector<std::uint64_t>(reg == 0 ? 1 : 0, 0);
    const Values& known = known_.at(reg);
    return {known.values.begin(),
            known.values.begin() + static_cast<std::ptrdiff_t>(std::min(known.count, kKept))};
  }
  [[nodiscard]] std::uint64_t wrapped(std::uint64_t address) const {
    return program_.xlen == 32 ? address & 0xffffffffU : address;
  }

  const isa::Program& program_;
  std::array<Values, kMaxRegisters> known_{};
};

std::uint32_t word_at(const isa::DataSegment& segment, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < kWordBytes; ++i)
    word |= std::uint32_t{segment.bytes[at + i]} << (8 * i);
  return word;
}

/// Words at multiples of 4 that are code addresses. For 64-bit addresses only the lower half is
/// examined.
void find_pointers(const isa::Program& program, const Constants& constants, CodeAddresses& found) {
  for (const isa::DataSegment& segment : program.data) {
    for (std::size_t at = (kWordBytes - segment.address % kWordBytes) % kWordBytes;
         at + kWordBytes <= segment.bytes.size(); at += kWordBytes)
      if (const std::uint32_t word = word_at(segment, at); constants.is_code(word))
        found.in_data.insert(word);
  }
}

/// Jump tables with offsets relative to their own start: from an address computed in the code, as
/// long as the entries lead to code.
void find_tables(const isa::Program& program, const Constants& constants,
                 std::vector<std::uint64_t>& tables, CodeAddresses& found) {
  std::sort(tables.begin(), tables.end());
  tables.erase(std::unique(tables.begin(), tables.end()), tables.end());
  for (const std::uint64_t table : tables) {
    const auto segment =
        std::find_if(program.data.begin(), program.data.end(), [table](const isa::DataSegment& s) {
          return table >= s.address && table - s.address < s.bytes.size();
        });
    if (segment == program.data.end() || table % kWordBytes != 0)
      continue;
    for (std::size_t at = table - segment->address; at + kWordBytes <= segment->bytes.size();
         at += kWordBytes) {
      const auto distance = static_cast<std::int32_t>(word_at(*segment, at));
      const std::uint64_t target = table + static_cast<std::uint64_t>(std::int64_t{distance});
      if (!constants.is_code(program.xlen == 32 ? target & 0xffffffffU : target))
        break;
      found.in_data.insert(target);
    }
  }
}

} // namespace

CodeAddresses code_addresses(const isa::Program& program, std::span<const std::uint32_t> line) {
  CodeAddresses found;
  Constants constants(program);
  std::vector<std::uint64_t> tables;
  for (const std::uint32_t index : line)
    constants.step(program.code[index], found, tables);
  find_pointers(program, constants, found);
  find_tables(program, constants, tables, found);
  return found;
}

} // namespace stallscope::sched
