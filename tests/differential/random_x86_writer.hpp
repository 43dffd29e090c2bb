#pragma once

#include "random_x86.hpp"

#include <fmt/format.h>

#include <array>

namespace stallscope::differential {

using property::Random;

inline constexpr std::array<std::array<const char*, 4>, 16> kRegisters{{
    {"al", "ax", "eax", "rax"},
    {"cl", "cx", "ecx", "rcx"},
    {"dl", "dx", "edx", "rdx"},
    {"bl", "bx", "ebx", "rbx"},
    {"spl", "sp", "esp", "rsp"},
    {"bpl", "bp", "ebp", "rbp"},
    {"sil", "si", "esi", "rsi"},
    {"dil", "di", "edi", "rdi"},
    {"r8b", "r8w", "r8d", "r8"},
    {"r9b", "r9w", "r9d", "r9"},
    {"r10b", "r10w", "r10d", "r10"},
    {"r11b", "r11w", "r11d", "r11"},
    {"r12b", "r12w", "r12d", "r12"},
    {"r13b", "r13w", "r13d", "r13"},
    {"r14b", "r14w", "r14d", "r14"},
    {"r15b", "r15w", "r15d", "r15"},
}};
inline constexpr unsigned kStack = 4;
inline constexpr unsigned kBase = 14; ///< of memory operands; 0 outside them
inline constexpr std::array<char, 4> kSuffix{'b', 'w', 'l', 'q'};
inline constexpr std::array<const char*, 16> kConditions{
    "o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"};
inline constexpr std::array<const char*, 5> kFlagNames{"OF", "CF", "ZF", "SF", "PF"};
inline constexpr std::array<const char*, 5> kFlagConditions{"o", "b", "e", "s", "p"};

/// Flags that an instruction leaves undefined.
enum Flag : unsigned { kOf = 1, kCf = 2, kZf = 4, kSf = 8, kPf = 16, kAllFlags = 31 };

/// Operands and values for random instructions, and the block they are written into.
class X86Writer {
public:
  X86Writer(std::uint64_t seed, const X86Features& features) : random_(seed), features_(features) {}

protected:
  void emit(const std::string& text) { body_ += "\t" + text + "\n"; }

  /// A register that instructions may use.
  unsigned any() {
    unsigned n = kStack;
    while (n == kStack || n == kBase)
      n = random_.below(16);
    return n;
  }
  std::string reg(unsigned width) { return kRegisters.at(any()).at(width); }
  /// With the percent sign; of bytes also ah, ch, dh, bh.
  std::string operand(unsigned width) {
    if (width == 0 && high_allowed_ && random_.chance(15))
      return fmt::format("%{}", random_.pick({"ah", "ch", "dh", "bh"}));
    return "%" + reg(width);
  }
  std::string xmm() { return fmt::format("%xmm{}", random_.below(16)); }

  /// Makes the base point into memory; flags stay.
  std::string memory() {
    emit("leaq mem+64(%rip), %r14");
    if (random_.chance(50))
      return fmt::format("{}(%r14)", random_.between(-64, 100));
    emit(fmt::format("movq ${}, %r13", random_.between(-4, 7)));
    return fmt::format("{}(%r14,%r13,{})", random_.between(-16, 32),
                       random_.pick({"1", "2", "4", "8"}));
  }

  std::uint64_t interesting() {
    static constexpr std::array<std::uint64_t, 20> kCorners{0,
                                                            1,
                                                            0x7f,
                                                            0x80,
                                                            0xff,
                                                            0x7fff,
                                                            0x8000,
                                                            0xffff,
                                                            0x7fffffff,
                                                            0x80000000,
                                                            0xffffffff,
                                                            1ULL << 63,
                                                            ~0ULL >> 1,
                                                            ~0ULL,
                                                            0x3ff0000000000000,
                                                            0x7ff0000000000000,
                                                            0xfff8000000000000,
                                                            0x7ff0000000000001,
                                                            0x8000000000000000,
                                                            0x3f800000};
    switch (random_.below(4)) {
    case 0:
      return kCorners.at(random_.below(kCorners.size()));
    case 1:
      return random_.next() >> random_.below(64);
    default:
      return random_.next();
    }
  }
  std::uint64_t interesting_real() {
    static constexpr std::array<std::uint64_t, 16> kCorners{0,
                                                            0x8000000000000000,
                                                            0x7ff0000000000000,
                                                            0xfff0000000000000,
                                                            0x7ff8000000000000,
                                                            0xfff8000000000123,
                                                            0x7ff4000000000001,
                                                            0x0000000000000001,
                                                            0x43e0000000000000,
                                                            0xc3e0000000000000,
                                                            0x41dfffffffc00000,
                                                            0xc1e0000000000000,
                                                            0x7fc000007f800000,
                                                            0x7fa0000180000001,
                                                            0x4f0000003f800000,
                                                            0xbff0000000000000};
    switch (random_.below(4)) {
    case 0:
      return kCorners.at(random_.below(kCorners.size()));
    case 1: // a moderate double
      return (random_.next() >> 12) | (0x3f0ULL + random_.below(64)) << 52 |
             (random_.next() & 1) << 63;
    case 2: // a moderate single in the low half
      return (random_.next() << 32) |
             ((random_.next() & 0x807fffff) | (0x70ULL + random_.below(64)) << 23);
    default:
      return random_.next();
    }
  }
  std::string immediate(unsigned width) {
    const std::uint64_t value = interesting();
    switch (width) {
    case 0:
      return fmt::format("${}", static_cast<int>(static_cast<std::int8_t>(value)));
    case 1:
      return fmt::format("${}", static_cast<std::int16_t>(value));
    default:
      return fmt::format("${}", static_cast<std::int32_t>(value));
    }
  }
  std::string input(unsigned width) {
    const unsigned kind = random_.below(10);
    return kind < 3 ? immediate(width) : kind < 5 ? memory() : operand(width);
  }
  std::string rm(unsigned width) { return random_.chance(30) ? memory() : operand(width); }

  void define_flags() {
    emit(fmt::format("cmpl %{}, %{}", reg(2), reg(2)));
    undefined_ = 0;
  }
  void need_flags() {
    if (undefined_ != 0)
      define_flags();
  }

  std::string xmm_rm() { return random_.chance(25) ? memory() : xmm(); }
  bool vex() { return features_.avx && random_.chance(35); }

  Random random_;
  X86Features features_;
  std::string body_;
  unsigned undefined_ = 0; ///< flags
  bool high_allowed_ = true;
};

/// Instructions on bits and on whole xmm registers.
class X86ExtensionWriter : public X86Writer {
public:
  using X86Writer::X86Writer;

protected:
  void flag_operation();
  void bits(); ///< bts and its kin, and shifts of two operands
  void exchange();
  void bit_manipulation();
  void packed_move();
  void packed();
  void packed_compare(bool avx);
  void fused_product();
  void packed_constant();
  /// AVX2 in registers of 16 and 32 bytes, and SSE3 to SSE4.1.
  void vectors();
  /// Gathers, numbers of 16 bits, deposits of bits, checksums, hints.
  void rest();

private:
  void gather();
  void of_sse(bool avx);
  void of_avx();
  void hint();
  std::string vector(bool wide);
  std::string vector_rm(bool wide);
  void in_lanes(bool wide);
  void across_lanes(bool wide);
  void chosen_by_constant(bool wide);
  void between_widths(bool wide);
  void vector_move(bool wide);
  void vector_shift(bool wide);
  void without_avx();
  void string_operation(char suffix);
  std::string aligned();
  std::string packed_rm(bool avx);
  std::string other(bool avx);
};

} // namespace stallscope::differential
