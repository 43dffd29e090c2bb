#pragma once

#include "sched/control_flow/block.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace stallscope::sched {

/// A word of a source line that names a register.
struct RegisterWord {
  std::size_t at = 0;
  std::size_t length = 0;
  RegId reg = kNoRegister;
};

/// Where the statement of a line begins, behind its labels; and where it ends, before a comment.
struct Statement {
  std::size_t begin = 0;
  std::size_t end = 0;
};
[[nodiscard]] Statement statement_of(const std::string& line);

/// The registers a line names, from left to right, without its mnemonic.
[[nodiscard]] std::vector<RegisterWord> register_words(const isa::Program& program,
                                                       const std::string& line);

/// The line of a node's source, counted from 1; 0 when the line holds other instructions as well or
/// is not known.
[[nodiscard]] std::uint32_t own_line(const Block& block, Node node);

/// The register that a node's text names first as its destination, with all registers it reads
/// named behind it, so that each word can be exchanged for itself; kNoRegister for an instruction
/// that writes none. False: the text cannot be changed.
[[nodiscard]] bool words_are_operands(const Block& block, Node node, RegId& written);

/// A line with another statement.
[[nodiscard]] std::string with_statement(const std::string& line, const std::string& statement);

/// All lines of a program as one text.
[[nodiscard]] std::string joined(const std::vector<std::string>& lines);

} // namespace stallscope::sched
