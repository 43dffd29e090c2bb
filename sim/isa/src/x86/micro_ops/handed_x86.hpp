#pragma once

#include "isa/handed_values.hpp"

namespace stallscope::isa::x86 {

inline constexpr RegId kLoaded = kFirstTemporary;     ///< the memory operand's value
inline constexpr RegId kResult = kFirstTemporary + 1; ///< the value to store, or the second result
inline constexpr RegId kStep = kFirstTemporary + 2;   ///< value between the steps of a vector
                                                      ///< operation

/// Like the functions in handed_values.hpp.
[[nodiscard]] HandedValues handed_before(const Instruction& instruction, const ArchState& before);
[[nodiscard]] bool has_second_result(const Instruction& instruction);
[[nodiscard]] std::uint64_t second_result(const Instruction& instruction, const ArchState& behind);

} // namespace stallscope::isa::x86
