#pragma once

#include "isa/op.hpp"
#include "isa/program.hpp"
#include "riscv/immediate.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace stallscope::isa::riscv {

/// Location of a register of an instruction: a field of the machine code, or an implied register.
enum class Place : std::uint8_t {
  none,
  bits7,  ///< bits 7 to 11
  bits15, ///< bits 15 to 19
  bits20, ///< bits 20 to 24
  bits27, ///< bits 27 to 31
  bits2,  ///< bits 2 to 6
  short7, ///< bits 7 to 9: registers 8 to 15
  short2, ///< bits 2 to 4: registers 8 to 15
  ra,     ///< register 1
  sp,     ///< register 2
};

/// The operands of an instruction: how they are written, and where they are in the machine code.
///
/// `text` has one letter per operand, in the order they are written:
///   d s t   integer registers rd, rs1, rs2         D S T V  FP registers rd, rs1, rs2, rs3
///   i       signed number                          u        upper 20 bits
///   h       shift amount                           b j      target of a branch, of a jump
///   m       displacement(rs1)                      g        (rs1)
///   C       CSR                                    Z        5-bit constant in the field of rs1
///   F       set of memory accesses of a fence, the first the predecessors, the second the
///           successors
///   r       rounding mode, omitted: dynamic        e        rounding mode, omitted: rne (exact
///                                                           conversions, which never round)
///   p       the stack pointer
struct Shape {
  std::string_view text;
  Place rd = Place::none;
  Place rs1 = Place::none;
  Place rs2 = Place::none;
  Place rs3 = Place::none;
  Imm imm = Imm::none;
};

enum class Extension : std::uint8_t {
  i,
  m,
  a,
  f,
  d,
  c,
  zicsr,
  zifencei,
  zba,
  zbb,
  zbc,
  zbs,
  zicond,
  zbkb,
  zawrs,
  zihintpause,
  zcb,
  machine, ///< privileged architecture, machine mode
};

/// Conditions of an encoding beyond match and mask.
enum Rule : std::uint8_t {
  kNoRule = 0,
  kRdNotZero = 1,
  kRdNotSp = 2,
  kRs1NotZero = 4,
  kRs2NotZero = 8,
  kImmNotZero = 16,
  kSameSources = 32, ///< rs1 and rs2 are the same register
};

enum Xlens : std::uint8_t { kRv32 = 1, kRv64 = 2, kRv32And64 = 3 };

/// Machine code belongs to an instruction if (code & mask) == match.
struct Pattern {
  std::uint32_t match = 0;
  std::uint32_t mask = 0;
};

/// One row of the table from which decoder, encoder, disassembler and assembler are derived.
struct Encoding {
  std::string_view mnemonic;
  Shape shape;
  Pattern pattern;
  Op op = Op::unknown; ///< for 64-bit registers; word_op returns the operation for 32 bits
  OpClass op_class = OpClass::integer;
  Extension extension = Extension::i;
  std::uint8_t xlens = kRv32And64;
  std::uint8_t rules = kNoRule;

  [[nodiscard]] unsigned size() const { return (pattern.match & 3U) == 3 ? 4 : 2; }
  [[nodiscard]] bool exists(unsigned xlen) const {
    return (xlens & (xlen == 32 ? kRv32 : kRv64)) != 0;
  }
  [[nodiscard]] bool has(char letter) const {
    return shape.text.find(letter) != std::string_view::npos;
  }
  /// The bits contain this instruction, and no operand has a reserved value.
  [[nodiscard]] bool matches(std::uint32_t bits, unsigned xlen) const;
};

/// An alternative spelling of some machine code: `ret`, `mv`; the shape has the operands that are
/// written.
using Alias = Encoding;

/// All instructions; if two match the same code, the first one applies.
[[nodiscard]] std::span<const Encoding> encodings();
/// Pseudo-instructions as printed by disassemblers, the preferred ones first.
[[nodiscard]] std::span<const Alias> aliases();
/// The encodings of a mnemonic, at most one per register width.
[[nodiscard]] const Encoding* encoding_named(std::string_view mnemonic, unsigned xlen);
/// The encoding of machine code, or nullptr if it is illegal.
[[nodiscard]] const Encoding* encoding_of(std::uint32_t bits, unsigned xlen);
/// The preferred spelling, or nullptr: the instruction itself.
[[nodiscard]] const Alias* alias_of(std::uint32_t bits, unsigned xlen);

/// The corresponding operation for 32-bit registers, which are stored sign-extended.
[[nodiscard]] Op word_op(Op op);

/// The register number at a place of the code.
[[nodiscard]] constexpr RegId register_at(Place place, std::uint32_t bits) {
  switch (place) {
  case Place::none:
    return 0;
  case Place::bits7:
    return static_cast<RegId>((bits >> 7) & 31);
  case Place::bits15:
    return static_cast<RegId>((bits >> 15) & 31);
  case Place::bits20:
    return static_cast<RegId>((bits >> 20) & 31);
  case Place::bits27:
    return static_cast<RegId>((bits >> 27) & 31);
  case Place::bits2:
    return static_cast<RegId>((bits >> 2) & 31);
  case Place::short7:
    return static_cast<RegId>(8 + ((bits >> 7) & 7));
  case Place::short2:
    return static_cast<RegId>(8 + ((bits >> 2) & 7));
  case Place::ra:
    return 1;
  case Place::sp:
    return 2;
  }
  return 0;
}

/// Parts of the table, in separate files.
void add_base_encodings(std::vector<Encoding>& all);
void add_fp_encodings(std::vector<Encoding>& all);
void add_compressed_encodings(std::vector<Encoding>& all);
void add_aliases(std::vector<Alias>& all);

} // namespace stallscope::isa::riscv
