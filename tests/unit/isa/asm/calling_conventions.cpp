#include "unit/isa/asm/calling_conventions.hpp"

namespace stallscope::isa::testing {

namespace {

void set(std::vector<InitialRegister>& registers, RegId reg, std::uint64_t value) {
  registers.push_back({reg, value});
}

/// The word of a number of less than 64 bits as registers have it.
std::uint64_t extended(std::uint64_t word, unsigned bits) {
  return bits == 32 ? static_cast<std::uint64_t>(
                          static_cast<std::int64_t>(static_cast<std::int32_t>(word)))
                    : word;
}

} // namespace

const std::vector<Target>& targets() {
  constexpr RegId kFp = kFirstFpRegister;
  const std::vector<RegId> a{10, 11, 12, 13};
  const std::vector<RegId> m{4, 5, 6, 7};
  static const std::vector<Target> all{
      {"rv32im", Isa::riscv, 32, 32, false, false, "call {}\n", a, {10, 11}, 0, 0},
      {"rv32i",
       Isa::riscv,
       32,
       32,
       false,
       false,
       "call {}\nebreak\ncall __mulsi3\n",
       a,
       {10, 11},
       0,
       0},
      {"rv32d",
       Isa::riscv,
       32,
       32,
       false,
       true,
       "call {}\nebreak\nfadd.d fa1,fa1,fa1\n",
       a,
       {10, 11},
       kFp + 10,
       kFp + 10},
      {"rv64im", Isa::riscv, 64, 64, false, false, "call {}\n", a, {10, 11}, 0, 0},
      {"rv64i",
       Isa::riscv,
       64,
       64,
       false,
       false,
       "call {}\nebreak\ncall __muldi3\n",
       a,
       {10, 11},
       0,
       0},
      {"mipsel", Isa::mips, 32, 32, false, false, "sra $3,$2,31\njal {}\nnop\n", m, {2, 3}, 0, 0},
      {"mips", Isa::mips, 32, 32, true, false, "sra $2,$3,31\njal {}\nnop\n", m, {2, 3}, 0, 0},
      {"mipsel, FPU",
       Isa::mips,
       32,
       32,
       false,
       true,
       "sra $3,$2,31\njal {}\nnop\nbreak\nadd.d $f2,$f2,$f2\n",
       m,
       {2, 3},
       kFp + 12,
       kFp},
      {"mips, FPU",
       Isa::mips,
       32,
       32,
       true,
       true,
       "sra $2,$3,31\njal {}\nnop\nbreak\nadd.d $f2,$f2,$f2\n",
       m,
       {2, 3},
       kFp + 12,
       kFp},
  };
  return all;
}

unsigned width_of(char type) {
  return type == 't' ? 128 : type == 'l' || type == 'd' ? 64 : 32;
}
bool is_float(char type) {
  return type == 'f' || type == 'd';
}

std::vector<InitialRegister> registers_for(const Target& target, const Operation& operation,
                                           const std::array<U128, 2>& values) {
  std::vector<InitialRegister> registers;
  std::size_t at = 0;
  for (std::size_t i = 0; operation.arguments[i] != 0; ++i) {
    const char type = operation.arguments[i];
    const auto low = static_cast<std::uint64_t>(values.at(i));
    if (target.hard && is_float(type)) {
      const bool boxed = type == 'f' && target.isa == Isa::riscv;
      set(registers, target.fp_argument, boxed ? low | 0xffffffff00000000 : low);
      continue;
    }
    if (width_of(type) <= target.word) {
      set(registers, target.arguments.at(at++), extended(low, width_of(type)));
      continue;
    }
    const std::uint64_t first = extended(low, target.word);
    const std::uint64_t second =
        extended(static_cast<std::uint64_t>(values.at(i) >> target.word), target.word);
    set(registers, target.arguments.at(at++), target.high_first ? second : first);
    set(registers, target.arguments.at(at++), target.high_first ? first : second);
  }
  return registers;
}

U128 masked(U128 value, unsigned bits) {
  return bits == 128 ? value : value & ((U128{1} << bits) - 1);
}

U128 result_of(const Target& target, const Operation& operation, const ArchState& state) {
  const unsigned width = width_of(operation.result);
  if (target.hard && is_float(operation.result))
    return masked(state.regs[target.fp_result], width);
  const U128 first = masked(state.regs[target.results[0]], target.word);
  const U128 second = masked(state.regs[target.results[1]], target.word);
  if (width <= target.word)
    return masked(first, width);
  return target.high_first ? first << target.word | second : second << target.word | first;
}

} // namespace stallscope::isa::testing
