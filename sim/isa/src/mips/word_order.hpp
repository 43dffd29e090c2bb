#pragma once

#include <cstdint>
#include <string_view>

namespace stallscope::isa::mips {

/// What the functions of the compiler's library take and return in pairs of registers.
enum class WordOrder : std::uint8_t { unknown, low_first, high_first };

/// In which order a text has the words of 64-bit numbers in pairs of registers: little-endian
/// compilers low word first, big-endian ones high word first.
[[nodiscard]] WordOrder word_order_of(std::string_view text);

/// In which order the words of 8-byte data (.8byte, .dword, .double) lie in memory.
enum class DataWords : std::uint8_t {
  low_first,
  high_first,
  /// Code for big-endian processors with an FPU: doubles, whose bits compilers write in
  /// hexadecimal, are loaded whole (ldc1); integers, in decimal, as two words.
  high_first_of_integers,
};

/// The word order that the code of the text expects: code that loads the two words of a number into
/// a register pair has them in the order of the pair. With 64-bit registers numbers are loaded
/// whole.
[[nodiscard]] DataWords data_words_of(std::string_view text);

/// The text uses instructions on registers of 64 bits.
[[nodiscard]] bool has_registers_of_64_bits(std::string_view text);

} // namespace stallscope::isa::mips
