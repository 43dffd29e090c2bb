#pragma once

#include "isa/riscv_code.hpp"
#include "property/generators/random.hpp"
#include "riscv/encoding.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::differential {

using property::Random;

/// Registers a sequence never writes: sp, s0 and s1 hold addresses of its memory, gp where its
/// results go.
[[nodiscard]] constexpr bool is_reserved(RegId reg) {
  return reg == 2 || reg == 3 || reg == 8 || reg == 9;
}

/// Where the memory of the sequences is accessed: kWindow bytes around sp and s0, mostly; s1 is
/// 16 bytes further.
inline constexpr std::uint64_t kWindow = 128;

/// Appends machine code.
class CodeWriter {
public:
  CodeWriter(std::vector<std::uint8_t>& code, unsigned xlen) : code_(code), xlen_(xlen) {}

  void bits(std::uint32_t bits);
  /// An instruction that exists and takes the operands; otherwise the test is wrong.
  void emit(std::string_view mnemonic, const isa::RiscvOperands& operands);
  [[nodiscard]] std::uint64_t size() const { return code_.size(); }

private:
  std::vector<std::uint8_t>& code_;
  unsigned xlen_;
};

/// Random instructions that run from the first to behind the last: nothing traps, jumps go forward.
class BodyGenerator {
public:
  explicit BodyGenerator(unsigned xlen);

  /// `count` instructions, and a few more that belong to some of them.
  void append_to(std::vector<std::uint8_t>& code, unsigned count, Random& random) const;

private:
  using Encodings = std::vector<const isa::riscv::Encoding*>;

  /// Instructions that are jumped over together, or not at all.
  struct Group {
    std::vector<std::uint8_t> code;
    const isa::riscv::Encoding* jump = nullptr; ///< the last instruction, not yet in `code`
    isa::RiscvOperands operands;                ///< of `jump`
    unsigned over = 0;                          ///< groups that it jumps over
  };
  void classify(const isa::riscv::Encoding& encoding);
  [[nodiscard]] Group random_group(Random& random) const;
  [[nodiscard]] std::uint32_t random_plain(const Encodings& from, Random& random) const;
  [[nodiscard]] isa::RiscvOperands operands_of(const isa::riscv::Encoding& encoding,
                                               Random& random) const;
  void add_csr(CodeWriter& out, Random& random) const;
  void add_reservation(CodeWriter& out, Random& random) const;
  static void set_distance(Group& group, std::int64_t distance, unsigned xlen);
  [[nodiscard]] unsigned size_of(const Group& group) const;

  unsigned xlen_;
  Encodings integer_, compressed_, memory_, floating_, atomic_, branches_, indirect_;
};

} // namespace stallscope::differential
