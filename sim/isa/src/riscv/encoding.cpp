#include "riscv/encoding.hpp"

#include "base/check.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace stallscope::isa::riscv {

namespace {

bool is_reserved_rounding(std::uint32_t bits) {
  const std::uint32_t rounding = bits >> 12 & 7U;
  return rounding == 5 || rounding == 6;
}

bool keeps_rules(const Encoding& e, std::uint32_t bits) {
  const RegId rd = register_at(e.shape.rd, bits);
  const RegId rs1 = register_at(e.shape.rs1, bits);
  const RegId rs2 = register_at(e.shape.rs2, bits);
  return ((e.rules & kRdNotZero) == 0 || rd != 0) && ((e.rules & kRdNotSp) == 0 || rd != 2) &&
         ((e.rules & kRs1NotZero) == 0 || rs1 != 0) && ((e.rules & kRs2NotZero) == 0 || rs2 != 0) &&
         ((e.rules & kImmNotZero) == 0 || gather(e.shape.imm, bits) != 0) &&
         ((e.rules & kSameSources) == 0 || rs1 == rs2);
}

/// Finds the first row that matches machine code. The key consists of the bits that distinguish
/// most instructions: opcode, funct3 and funct7 for long instructions, quadrant, funct3 and bits 5,
/// 6 and 10 to 12 for short ones. A row whose mask leaves key bits open is stored under all
/// possible keys.
class Index {
public:
  explicit Index(std::span<const Encoding> rows) : rows_(rows) {
    std::vector<std::pair<std::uint16_t, std::uint16_t>> filed; // key, row
    for (std::size_t row = 0; row < rows.size(); ++row)
      file(rows[row], static_cast<std::uint16_t>(row), filed);
    std::sort(filed.begin(), filed.end());
    for (const auto& [key, row] : filed) {
      ++first_[key + 1U];
      candidates_.push_back({rows[row].pattern, row, rows[row].xlens, rows[row].rules,
                             rows[row].has('r') || rows[row].has('e')});
    }
    STALLSCOPE_CHECK(candidates_.size() <= UINT16_MAX, "the candidates have 16-bit numbers");
    for (std::size_t key = 0; key < kKeys; ++key)
      first_[key + 1] = static_cast<std::uint16_t>(first_[key + 1] + first_[key]);
  }

  [[nodiscard]] const Encoding* find(std::uint32_t bits, unsigned xlen) const {
    const bool is_long = (bits & 3U) == 3;
    if (!is_long)
      bits &= 0xffffU;
    const std::uint32_t key = is_long ? long_key(bits) : short_key(bits);
    const unsigned xlens = xlen == 32 ? kRv32 : kRv64;
    for (std::uint32_t i = first_[key]; i < first_[key + 1U]; ++i) {
      const Candidate& candidate = candidates_[i];
      if ((bits & candidate.pattern.mask) != candidate.pattern.match ||
          (candidate.xlens & xlens) == 0)
        continue;
      if (candidate.rounded && is_reserved_rounding(bits))
        continue;
      const Encoding& row = rows_[candidate.row];
      if (candidate.rules == kNoRule || keeps_rules(row, bits))
        return &row;
    }
    return nullptr;
  }

private:
  struct Candidate {
    Pattern pattern;
    std::uint16_t row = 0;
    std::uint8_t xlens = 0;
    std::uint8_t rules = kNoRule;
    bool rounded = false; ///< has a rounding mode
  };

  static constexpr std::uint32_t kShortKeys = 1U << 10;
  static constexpr std::uint32_t kKeys = kShortKeys + (1U << 15);
  static constexpr std::uint32_t kLongKeyBits = 0xfe00707c;
  static constexpr std::uint32_t kShortKeyBits = 0xfc63;

  static constexpr std::uint32_t long_key(std::uint32_t bits) {
    return kShortKeys + ((bits >> 2 & 31U) | (bits >> 7 & 0xe0U) | (bits >> 17 & 0x7f00U));
  }
  static constexpr std::uint32_t short_key(std::uint32_t bits) {
    return (bits & 3U) | (bits >> 3 & 12U) | (bits >> 6 & 0x3f0U);
  }
  static void file(const Encoding& row, std::uint16_t number,
                   std::vector<std::pair<std::uint16_t, std::uint16_t>>& filed) {
    const bool is_long = row.size() == 4;
    const std::uint32_t open = (is_long ? kLongKeyBits : kShortKeyBits) & ~row.pattern.mask;
    std::uint32_t bits = open; // enumerates all subsets of the open bits, from the largest to the
                               // empty one
    while (true) {
      const std::uint32_t code = row.pattern.match | bits;
      filed.emplace_back(static_cast<std::uint16_t>(is_long ? long_key(code) : short_key(code)),
                         number);
      if (bits == 0)
        return;
      bits = (bits - 1) & open;
    }
  }

  std::span<const Encoding> rows_;
  std::array<std::uint16_t, kKeys + 1>
      first_{}; ///< candidates of key k: [first_[k], first_[k + 1])
  std::vector<Candidate> candidates_;
};

struct Table {
  std::vector<Encoding> encodings;
  std::vector<Alias> aliases;
  std::unordered_map<std::string_view, std::vector<const Encoding*>> by_mnemonic;

  Table() {
    add_base_encodings(encodings);
    add_fp_encodings(encodings);
    add_compressed_encodings(encodings);
    add_aliases(aliases);
    for (const Encoding& encoding : encodings)
      by_mnemonic[encoding.mnemonic].push_back(&encoding);
  }
};

const Table& table() {
  static const Table kTable;
  return kTable;
}

} // namespace

bool Encoding::matches(std::uint32_t bits, unsigned xlen) const {
  if (!exists(xlen) || (bits & pattern.mask) != pattern.match)
    return false;
  if ((has('r') || has('e')) && is_reserved_rounding(bits))
    return false;
  return rules == kNoRule || keeps_rules(*this, bits);
}

std::span<const Encoding> encodings() {
  return table().encodings;
}

std::span<const Alias> aliases() {
  return table().aliases;
}

const Encoding* encoding_named(std::string_view mnemonic, unsigned xlen) {
  const auto it = table().by_mnemonic.find(mnemonic);
  if (it == table().by_mnemonic.end())
    return nullptr;
  for (const Encoding* encoding : it->second)
    if (encoding->exists(xlen))
      return encoding;
  return nullptr;
}

const Encoding* encoding_of(std::uint32_t bits, unsigned xlen) {
  static const Index kIndex(encodings());
  return kIndex.find(bits, xlen);
}

const Alias* alias_of(std::uint32_t bits, unsigned xlen) {
  static const Index kIndex(aliases());
  return kIndex.find(bits, xlen);
}

Op word_op(Op op) {
  switch (op) {
  case Op::add:
    return Op::addw;
  case Op::sub:
    return Op::subw;
  case Op::sll:
    return Op::sllw;
  case Op::srl:
    return Op::srlw;
  case Op::sra:
    return Op::sraw;
  case Op::mul:
    return Op::mulw;
  case Op::mulh:
    return Op::mulhw;
  case Op::mulhu:
    return Op::mulhuw;
  case Op::mulhsu:
    return Op::mulhsuw;
  case Op::div:
    return Op::divw;
  case Op::divu:
    return Op::divuw;
  case Op::rem:
    return Op::remw;
  case Op::remu:
    return Op::remuw;
  case Op::sh1add:
    return Op::sh1add_w;
  case Op::sh2add:
    return Op::sh2add_w;
  case Op::sh3add:
    return Op::sh3add_w;
  case Op::clz:
    return Op::clz_w;
  case Op::ctz:
    return Op::ctz_w;
  case Op::cpop:
    return Op::cpop_w;
  case Op::rol:
    return Op::rol_w;
  case Op::ror:
    return Op::ror_w;
  case Op::orc_b:
    return Op::orc_b_w;
  case Op::rev8:
    return Op::rev8_w;
  case Op::pack:
    return Op::pack_w;
  case Op::brev8:
    return Op::brev8_w;
  case Op::clmul:
    return Op::clmul_w;
  case Op::clmulh:
    return Op::clmulh_w;
  case Op::clmulr:
    return Op::clmulr_w;
  case Op::bclr:
    return Op::bclr_w;
  case Op::bext:
    return Op::bext_w;
  case Op::binv:
    return Op::binv_w;
  case Op::bset:
    return Op::bset_w;
  default:
    return op;
  }
}

} // namespace stallscope::isa::riscv
