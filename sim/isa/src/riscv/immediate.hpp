#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// Positions of the bits of immediates in RISC-V machine code.
///
/// Source: The RISC-V Instruction Set Manual, volume I, "Immediate Encoding Variants" and the
/// instruction listings of the C extension.
namespace stallscope::isa::riscv {

enum class Imm : std::uint8_t {
  none,
  i,      ///< 12 bits, signed
  s,      ///< 12 bits, signed, in two parts
  b,      ///< branch distance, signed, even
  u,      ///< upper 20 bits, as written after lui: 0 to 0xfffff
  j,      ///< jump distance, signed, even
  shift5, ///< shift amount, 0 to 31
  shift6, ///< shift amount, 0 to 63
  csr,    ///< number of a CSR
  fence,  ///< predecessor set in bits 4 to 7, successor set in bits 0 to 3
  // compressed
  c_i,      ///< 6 bits, signed
  c_shift,  ///< shift amount, 0 to 63
  c_upper,  ///< as written after lui: 6 bits, sign-extended to 20
  c_sp_add, ///< c.addi16sp: signed multiple of 16
  c_sp_to,  ///< c.addi4spn: multiple of 4, 0 to 1020
  c_word,   ///< displacement of a word: multiple of 4, 0 to 124
  c_double, ///< displacement of a doubleword: multiple of 8, 0 to 248
  c_lwsp,   ///< multiple of 4, 0 to 252
  c_ldsp,   ///< multiple of 8, 0 to 504
  c_swsp,   ///< multiple of 4, 0 to 252
  c_sdsp,   ///< multiple of 8, 0 to 504
  c_b,      ///< branch distance, signed, even
  c_j,      ///< jump distance, signed, even
  c_byte,   ///< Zcb: displacement of a byte, 0 to 3
  c_half,   ///< Zcb: displacement of a halfword, 0 or 2
  // the same in every code
  byte_mask, ///< 255
  minus_one,
};
inline constexpr std::size_t kImmCount = static_cast<std::size_t>(Imm::minus_one) + 1;

constexpr bool is_constant(Imm imm) {
  return imm == Imm::byte_mask || imm == Imm::minus_one;
}

/// `length` bits starting at bit `from` of the machine code are the bits starting at `to` of the
/// value.
struct ImmSlice {
  std::uint8_t from = 0;
  std::uint8_t length = 0;
  std::uint8_t to = 0;
};

struct ImmLayout {
  std::array<ImmSlice, 8> slices{}; ///< slices with length 0 are unused
  std::uint8_t sign_bit = 0;        ///< highest bit of a signed value; otherwise 0

  [[nodiscard]] constexpr unsigned width() const {
    unsigned width = 0;
    for (const ImmSlice& slice : slices)
      if (slice.length > 0 && static_cast<unsigned>(slice.to + slice.length) > width)
        width = slice.to + slice.length;
    return width;
  }
  [[nodiscard]] constexpr std::int64_t low() const {
    return sign_bit == 0 ? 0 : -(1LL << sign_bit);
  }
  /// All values are multiples of this: 1, 2, 4, 8 or 16.
  [[nodiscard]] constexpr std::int64_t multiple() const {
    unsigned lowest = 63;
    for (const ImmSlice& slice : slices)
      if (slice.length > 0 && slice.to < lowest)
        lowest = slice.to;
    return lowest == 63 ? 1 : 1LL << lowest;
  }
  [[nodiscard]] constexpr std::int64_t high() const {
    return (1LL << (sign_bit == 0 ? width() : sign_bit)) - multiple();
  }
};

/// Indexed by Imm.
inline constexpr std::array<ImmLayout, kImmCount> kImmLayouts = {{
    {},
    {{{{20, 12, 0}}}, 11},
    {{{{7, 5, 0}, {25, 7, 5}}}, 11},
    {{{{8, 4, 1}, {25, 6, 5}, {7, 1, 11}, {31, 1, 12}}}, 12},
    {{{{12, 20, 0}}}, 0},
    {{{{21, 10, 1}, {20, 1, 11}, {12, 8, 12}, {31, 1, 20}}}, 20},
    {{{{20, 5, 0}}}, 0},
    {{{{20, 6, 0}}}, 0},
    {{{{20, 12, 0}}}, 0},
    {{{{20, 8, 0}}}, 0},
    {{{{2, 5, 0}, {12, 1, 5}}}, 5},
    {{{{2, 5, 0}, {12, 1, 5}}}, 0},
    {{{{2, 5, 0}, {12, 1, 5}}}, 5},
    {{{{6, 1, 4}, {2, 1, 5}, {5, 1, 6}, {3, 2, 7}, {12, 1, 9}}}, 9},
    {{{{6, 1, 2}, {5, 1, 3}, {11, 2, 4}, {7, 4, 6}}}, 0},
    {{{{6, 1, 2}, {10, 3, 3}, {5, 1, 6}}}, 0},
    {{{{10, 3, 3}, {5, 2, 6}}}, 0},
    {{{{4, 3, 2}, {12, 1, 5}, {2, 2, 6}}}, 0},
    {{{{5, 2, 3}, {12, 1, 5}, {2, 3, 6}}}, 0},
    {{{{9, 4, 2}, {7, 2, 6}}}, 0},
    {{{{10, 3, 3}, {7, 3, 6}}}, 0},
    {{{{3, 2, 1}, {10, 2, 3}, {2, 1, 5}, {5, 2, 6}, {12, 1, 8}}}, 8},
    {{{{3, 3, 1}, {11, 1, 4}, {2, 1, 5}, {7, 1, 6}, {6, 1, 7}, {9, 2, 8}, {8, 1, 10}, {12, 1, 11}}},
     11},
    {{{{6, 1, 0}, {5, 1, 1}}}, 0},
    {{{{5, 1, 1}}}, 0},
    {},
    {},
}};

constexpr const ImmLayout& layout_of(Imm imm) {
  return kImmLayouts[static_cast<std::size_t>(imm)];
}

/// The immediate in `bits`. (kImm is a template parameter so that the loop unrolls.)
template <Imm kImm> constexpr std::int64_t gather(std::uint32_t bits) {
  if constexpr (is_constant(kImm))
    return kImm == Imm::byte_mask ? 255 : -1;
  constexpr ImmLayout kLayout = layout_of(kImm);
  std::uint32_t value = 0;
  for (const ImmSlice& slice : kLayout.slices)
    value |= ((bits >> slice.from) & ((1U << slice.length) - 1)) << slice.to;
  if constexpr (kImm == Imm::c_upper)
    return ((value ^ 0x20U) - 0x20U) & 0xfffffU;
  if constexpr (kLayout.sign_bit != 0) {
    constexpr std::uint32_t kSign = 1U << kLayout.sign_bit;
    return static_cast<std::int32_t>((value ^ kSign) - kSign);
  }
  return value;
}

/// Like gather, for an immediate that is only known at run time.
[[nodiscard]] std::int64_t gather(Imm imm, std::uint32_t bits);
/// The bits of an immediate that fits its layout.
[[nodiscard]] std::uint32_t scatter(Imm imm, std::int64_t value);
/// Whether a layout can hold a value.
[[nodiscard]] bool fits(Imm imm, std::int64_t value);

} // namespace stallscope::isa::riscv
