#pragma once

#include "asm/text/expression.hpp"
#include "base/ids.hpp"
#include "isa/op.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stallscope::isa::riscv {
struct Encoding;
}

namespace stallscope::isa::assembly {

/// How %hi(x) and similar operators transform a value.
enum class Modifier : std::uint8_t {
  none,
  hi,                ///< upper part, rounded so that adding the sign-extended `lo` gives the value
  lo,                ///< lower part, sign-extended
  pcrel_hi,          ///< like `hi`, for the distance from the instruction
  pcrel_lo,          ///< lower part of the distance used by the pcrel_hi instruction at the label
  pcrel_lo_previous, ///< lower part of the distance from the previous instruction
                     ///< (pseudo-instructions)
  upper,             ///< upper part, not rounded: for `ori`
  lower,             ///< lower part, not sign-extended
  higher,            ///< for 64 bits: the third 16 bits from below, rounded like `hi`
  highest,           ///< for 64 bits: the top 16 bits, rounded like `hi`
  gp_rel,            ///< the distance from the pointer to small data
  tprel_add,         ///< marks an addition of the thread pointer; its operand changes nothing
  // Of position-independent code: operands whose value is an entry of the table of addresses
  got_pcrel_hi, ///< `pcrel_hi` of the entry
  got_address,  ///< the distance of the entry from the table
  got_page,
  got_either,
  got_called,
  from_table, ///< the distance of a value from the table
  // Parts of the distance of the table from this instruction, for `lo` from the one before, or from
  // a function
  gp_disp_hi,
  gp_disp_lo,
  gp_neg_hi,
  gp_neg_lo,
};

/// Conditions for the use of a row: all flags of a row must be among those of the dialect.
enum RowFlag : unsigned {
  kAnywhere = 0,
  kOnly32 = 1,
  kOnly64 = 2,
  kDelaySlot = 4, ///< form of a pseudo-instruction for machines with a delay slot
  kNoDelaySlot = 8,
  kSpecial = 16,      ///< Dialect::expand expands it
  kUnsupported = 32,  ///< known, but not supported
  kAbbreviated = 128, ///< omits an operand: accepted, but never suggested
  kCompressed = 64,   ///< 16-bit machine code, which a program may disable
};

/// One form of an instruction or pseudo-instruction.
///
/// `format` has one letter per operand, in the order they are written:
///   d s t   integer register: rd, rs1, rs2             D S T  FP register
///   c       FP condition flag 0..7                     m      displacement(base): base is rs1
///   i u h H immediate of the dialect's range           o      the constant 0
///   I       any known constant                         R      real number
///   b j     branch, jump target                        a      address
///   M       any displacement(base), for pseudo-instructions
///   z       code of a trap (ignored)
///   n       size of a bit field; the constant before it is its position
/// and for RISC-V:
///   C       CSR                                        Z      constant of a CSR instruction
///   F       set of memory accesses of a fence, first of predecessors, then of successors
///   V       FP register rs3                            r e    rounding mode
///   g       (base): base is rs1                        p      the stack pointer
///   2 4     that number
/// `expansion`, if any, lists the instructions a pseudo-instruction stands for, separated by ';'.
/// Their operands are letters of the format, `@` (assembler temporary), `0` (zero register), `x1`
/// (register 1), `#5` (a constant), `.+8` (an address), `neg(I)`, `inc(I)` (I + 1), and for values
/// `hi(a)` and so on, each also with a base: `lo(a)(@)`. `%` is the mnemonic of the row itself.
struct Row {
  std::string mnemonic;
  std::string format;
  Op op = Op::unknown;
  OpClass op_class = OpClass::integer;
  unsigned flags = kAnywhere;
  std::string expansion{};
  unsigned size = 4;                         ///< bytes
  const riscv::Encoding* encoding = nullptr; ///< encoding of an instruction with machine code

  /// The format letter for the value, or 0.
  [[nodiscard]] char value_letter() const {
    const std::size_t at = format.find_first_of("iuhHbjmzZ");
    return at == std::string::npos ? '\0' : format[at];
  }
};

/// Operands of an instruction, matched with the letters of a row.
struct Fields {
  RegId rd = 0;
  RegId rs1 = 0;
  RegId rs2 = 0;
  RegId rs3 = 0;
  RegId flag = 0; ///< number of an FP condition flag
  std::int64_t csr = 0;
  std::int64_t field_size = 0;
  std::optional<std::uint8_t> rounding{}; ///< encoded as in machine code
  std::uint8_t fence = 0;                 ///< predecessors * 16 + successors
  Modifier modifier = Modifier::none;
  bool has_value = false; ///< `value` is an operand
  Expr value{};
  std::optional<std::int64_t> known{}; ///< the value, if known during reading
  Place value_place{};
  bool has_target = false; ///< `target` is an operand: letters b and j
  Expr target{};
  Place target_place{};
  std::string_view real{}; ///< text of a real number, without sign
  bool real_negative = false;
  std::uint32_t own = 0; ///< number of an instruction read by the notation itself
};

struct ImmediateRange {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int64_t multiple = 1; ///< alignment of targets
};

class InstructionTable {
public:
  explicit InstructionTable(std::vector<Row> rows);

  /// The forms of a mnemonic (lower case), in the order they are tried.
  [[nodiscard]] std::span<const Row* const> forms(std::string_view mnemonic) const;
  /// In alphabetical order.
  [[nodiscard]] const std::vector<std::string_view>& mnemonics() const { return mnemonics_; }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

private:
  std::vector<Row> rows_;
  std::unordered_map<std::string_view, std::vector<const Row*>> forms_;
  std::vector<std::string_view> mnemonics_;
};

} // namespace stallscope::isa::assembly
