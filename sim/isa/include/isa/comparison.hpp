#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <optional>

namespace stallscope::isa {

/// What a conditional branch compares, in the same terms in all notations.
struct Comparison {
  Op op = Op::beq; ///< beq, bne, blt, bge, bltu, bgeu, ble or bgt, of `a` and `b`
  RegId a = 0;
  RegId b = kNoRegister;     ///< kNoRegister: `constant`
  std::int64_t constant = 0; ///< unless there is b
  unsigned bits = 64;        ///< of the registers, from below
  bool traps = false;        ///< before it, when a - b overflows as a signed number

  /// The bits of a register or constant that are compared, extended to 64.
  [[nodiscard]] std::uint64_t extended(std::uint64_t value) const;
  bool operator==(const Comparison&) const = default;
};

/// Of a branch on registers; x86: on the flags that `setter` has left, which is the last
/// instruction before it that writes flags, and whose operands have not changed since. If it
/// compares with 0 a difference or the result of a comparison, that of the operands of `setter`,
/// which has written it and whose operands have not changed since. nullopt: it compares something
/// else.
[[nodiscard]] std::optional<Comparison> comparison_of(const Instruction& branch,
                                                      const Instruction* setter);
/// The register that a branch compares with 0, for equality.
[[nodiscard]] std::optional<RegId> tested_register(const Instruction& branch, bool has_zero);
/// It writes the flags that conditional branches of x86 read.
[[nodiscard]] bool sets_flags(const Instruction& instruction);

/// A constant is added to a register.
struct Increment {
  RegId reg = 0;
  std::int64_t by = 0;
  unsigned bits = 64;     ///< of the register, from below
  bool overflows = false; ///< it traps on signed overflow
};
[[nodiscard]] std::optional<Increment> increment_of(const Instruction& instruction);

} // namespace stallscope::isa
