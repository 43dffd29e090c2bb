#pragma once

#include "isa/program.hpp"
#include "strength_reduction/multiplier_chain.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::sched {

/// An operation on a register and a constant that shifts, additions and masks can replace.
struct Reducible {
  enum class Kind : std::uint8_t {
    multiply,
    divide,
    divide_unsigned,
    remainder,
    remainder_unsigned,
  };
  Kind kind = Kind::multiply;
  std::int64_t constant = 0;
  bool words = false;    ///< on the low 32 bits, with a sign-extended result
  bool in_place = false; ///< source and destination are the same register
};

/// Operand of a step. Temporaries count from 0.
enum class Operand : std::uint8_t { source, destination, first_temporary, second_temporary };

/// One instruction of a sequence; x86 multiplication chains are formatted separately.
struct ShiftStep {
  enum class Kind : std::uint8_t {
    shift_left,
    shift_right, ///< logical
    shift_right_signed,
    add,
    subtract,
    negate,
    mask,
    copy,
    set,           ///< loads the constant
    scale_and_add, ///< (left << amount) + left, in one instruction
  };
  Kind kind = Kind::copy;
  Operand to = Operand::destination;
  Operand left = Operand::source;
  Operand right = Operand::source;
  std::int64_t amount = 0;
  bool words = false;
};

/// The fastest sequence of dependent steps; nothing when there is none or it takes `limit` cycles
/// or more.
[[nodiscard]] std::optional<std::vector<ShiftStep>> shift_sequence(const Reducible& operation,
                                                                   const ChainCosts& costs,
                                                                   std::uint32_t limit,
                                                                   isa::Isa isa, unsigned xlen);

/// Number of registers needed besides source and destination.
[[nodiscard]] unsigned temporaries_of(const std::vector<ShiftStep>& steps);

/// Operand names for the steps, indexed by Operand.
struct OperandNames {
  std::vector<std::string> names;     ///< source, destination, temporaries
  std::vector<std::string> addresses; ///< x86: their 64-bit names, for lea
  std::string suffix;                 ///< x86: "l" or "q"

  [[nodiscard]] const std::string& operator[](Operand operand) const {
    return names[static_cast<std::size_t>(operand)];
  }
  [[nodiscard]] const std::string& address(Operand operand) const {
    return addresses[static_cast<std::size_t>(operand)];
  }
};

/// The statements of a step in a notation: one, or in x86 up to two.
[[nodiscard]] std::vector<std::string> statements_of(const ShiftStep& step, isa::Isa isa,
                                                     unsigned xlen, const OperandNames& names);

} // namespace stallscope::sched
