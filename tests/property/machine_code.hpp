#pragma once

#include <cstdint>
#include <span>
#include <string>

// What holds of all machine code of RISC-V, instructions or not. Each function says in words what
// does not hold; an empty string: everything does.
namespace stallscope::property {

/// The word is illegal, or an instruction whose operands encode to the same bits, and both ways to
/// write it have text.
[[nodiscard]] std::string problem_of_code(std::uint32_t bits, unsigned xlen);

/// The exact text of the words, one behind the other, assembles into the same bits.
[[nodiscard]] std::string problem_of_text(std::span<const std::uint32_t> words, unsigned xlen);

} // namespace stallscope::property
