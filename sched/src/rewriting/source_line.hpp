#pragma once

#include "sched/control_flow/block.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace stallscope::sched {

/// A word of a source line that is a register.
struct RegisterWord {
  std::size_t at = 0;
  std::size_t length = 0;
  RegId reg = kNoRegister;
};

/// Bounds of a line's statement: after its labels, before a comment.
struct Statement {
  std::size_t begin = 0;
  std::size_t end = 0;
};
[[nodiscard]] Statement statement_of(const std::string& line);

/// The register operands of a line, from left to right.
[[nodiscard]] std::vector<RegisterWord> register_words(const isa::Program& program,
                                                       const std::string& line);

/// The source line of a node, from 1; 0 when the line has several instructions or is unknown.
[[nodiscard]] std::uint32_t own_line(const Block& block, Node node);

/// The destination register, which must be the text's first register operand, with all source
/// registers after it, so that each word can be replaced; kNoRegister for an instruction without
/// destination. False: the text cannot be changed.
[[nodiscard]] bool words_are_operands(const Block& block, Node node, RegId& written);

/// A line with its statement replaced.
[[nodiscard]] std::string with_statement(const std::string& line, const std::string& statement);

/// All lines of a program as one text.
[[nodiscard]] std::string joined(const std::vector<std::string>& lines);

} // namespace stallscope::sched
