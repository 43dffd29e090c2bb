#pragma once

#include "isa/registers.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// A register named by an operand.
struct Register {
  RegId id = 0;
  std::uint8_t width = 3; ///< log2 of bytes; xmm: 4, ymm: 5
  bool high = false;      ///< ah, ch, dh, bh
};
inline constexpr std::uint8_t kXmmWidth = 4;
inline constexpr std::uint8_t kYmmWidth = 5;
inline constexpr std::uint8_t kX87Width = 6; ///< register of the x87 stack, counted from its top

/// "rax", "eax", "ax", "al", "ah", "r8d", "xmm3", "ymm3", without the percent sign; lower or upper
/// case.
[[nodiscard]] std::optional<Register> register_named(std::string_view text);

/// The name of a part of an integer register: (rax, 2) is "eax".
[[nodiscard]] std::string name_of(RegId reg, std::uint8_t width);

/// All register names, for suggestions.
[[nodiscard]] const std::vector<std::string>& all_names();

/// By RegId, as in Program::register_names: rax to r15 (with width 2 eax to r15d), flags, moved,
/// xmm0 to xmm15.
[[nodiscard]] std::vector<std::string> program_names(std::uint8_t width = 3);

} // namespace stallscope::isa::x86
