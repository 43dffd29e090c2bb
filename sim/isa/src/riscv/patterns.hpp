#pragma once

#include "riscv/encoding.hpp"

/// Patterns and shapes shared by the parts of the table. `opcode` is bits 0 to 6; the others are
/// named as in the manual.
namespace stallscope::isa::riscv {

constexpr Pattern with_opcode(std::uint32_t opcode) {
  return {opcode, 0x7f};
}
constexpr Pattern with_funct3(std::uint32_t opcode, std::uint32_t funct3) {
  return {opcode | funct3 << 12, 0x707f};
}
constexpr Pattern with_funct7(std::uint32_t opcode, std::uint32_t funct3, std::uint32_t funct7) {
  return {opcode | funct3 << 12 | funct7 << 25, 0xfe00707f};
}
/// Shifts by a constant of 6 bits.
constexpr Pattern with_funct6(std::uint32_t opcode, std::uint32_t funct3, std::uint32_t funct6) {
  return {opcode | funct3 << 12 | funct6 << 26, 0xfc00707f};
}
/// The upper 12 bits are fixed: instructions with one source.
constexpr Pattern with_funct12(std::uint32_t opcode, std::uint32_t funct3, std::uint32_t funct12) {
  return {opcode | funct3 << 12 | funct12 << 20, 0xfff0707f};
}
constexpr Pattern exactly(std::uint32_t bits) {
  return {bits, 0xffffffff};
}
/// `pattern` with the additional condition (code & mask) == match.
constexpr Pattern where(Pattern pattern, std::uint32_t mask, std::uint32_t match) {
  return {pattern.match | match, pattern.mask | mask};
}

inline constexpr std::uint32_t kRdBits = 31U << 7;
inline constexpr std::uint32_t kRs1Bits = 31U << 15;
inline constexpr std::uint32_t kRs2Bits = 31U << 20;
inline constexpr std::uint32_t kImmIBits = 0xfffU << 20;

inline constexpr OpClass kInteger = OpClass::integer;
inline constexpr OpClass kShift = OpClass::shift;

inline constexpr Shape kNoOperands{""};
inline constexpr Shape kThree{"dst", Place::bits7, Place::bits15, Place::bits20};
inline constexpr Shape kTwo{"ds", Place::bits7, Place::bits15};
inline constexpr Shape kImmediate{"dsi",       Place::bits7, Place::bits15,
                                  Place::none, Place::none,  Imm::i};
inline constexpr Shape kShift5{"dsh",       Place::bits7, Place::bits15,
                               Place::none, Place::none,  Imm::shift5};
inline constexpr Shape kShift6{"dsh",       Place::bits7, Place::bits15,
                               Place::none, Place::none,  Imm::shift6};
inline constexpr Shape kUpper{"du", Place::bits7, Place::none, Place::none, Place::none, Imm::u};
inline constexpr Shape kJump{"dj", Place::bits7, Place::none, Place::none, Place::none, Imm::j};
inline constexpr Shape kBranch{"stb",         Place::none, Place::bits15,
                               Place::bits20, Place::none, Imm::b};
inline constexpr Shape kLoad{"dm", Place::bits7, Place::bits15, Place::none, Place::none, Imm::i};
inline constexpr Shape kStore{"tm", Place::none, Place::bits15, Place::bits20, Place::none, Imm::s};

} // namespace stallscope::isa::riscv
