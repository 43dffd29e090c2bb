#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// Operations for the operators of three-address code.
namespace stallscope::isa::tac {

struct BinaryOperator {
  std::string_view text;
  Op op;       ///< variable op (variable or constant)
  Op reversed; ///< for a constant on the left: rd = b op rs1
  OpClass op_class;
};
[[nodiscard]] const BinaryOperator* binary_operator(std::string_view text);
[[nodiscard]] std::span<const BinaryOperator> binary_operators();

/// A comparison for a branch: the same symbols as among the binary operators.
[[nodiscard]] bool is_comparison(std::string_view text);
/// The comparison with its sides exchanged: "<" becomes ">".
[[nodiscard]] std::string_view mirrored(std::string_view comparison);
/// Sets op, registers and immediate of a branch that compares `left` with a register or a constant.
void set_branch(Instruction& branch, std::string_view comparison, RegId left, RegId right);
void set_branch(Instruction& branch, std::string_view comparison, RegId left,
                std::int64_t constant);

/// `a op b`; nullopt for a division by zero.
[[nodiscard]] std::optional<std::int64_t> fold(const BinaryOperator& op, std::int64_t a,
                                               std::int64_t b);

/// A word for memory before a bracket: mem, mem1, mem1u, mem2, mem2u, mem4, mem4u.
struct MemoryWord {
  std::string_view text;
  Op load;
  Op store;
  unsigned bytes;
};
[[nodiscard]] const MemoryWord* memory_word(std::string_view text);

} // namespace stallscope::isa::tac
