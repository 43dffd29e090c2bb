#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::isa::mips {

/// What the functions of the compiler's library take and return in pairs of registers.
enum class WordOrder : std::uint8_t { unknown, low_first, high_first };

/// In which order a text has the words of 64-bit numbers in pairs of registers: little-endian
/// compilers low word first, big-endian ones high word first.
[[nodiscard]] WordOrder word_order_of(std::string_view text);

struct Routines {
  /// Every branch of it has a nop behind it, so that it is the same with and without delay slots.
  std::string text;
  bool order_is_assumed = false; ///< it takes numbers in pairs, and no order was found
};

/// The functions of the compiler's library that a program calls without defining them; an empty
/// text when there is none.
[[nodiscard]] Routines routines_for(std::string_view text);

} // namespace stallscope::isa::mips
