#pragma once

#include "unrolling/counted_loop.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace stallscope::sched {

/// Immediate range of both notations: 12 bits of RISC-V.
inline constexpr std::int64_t kLargestImmediate = 2047;

/// Text of a counted loop, and generated instructions on its counter. Registers are given by name.
/// Lines end with a newline.
class LoopText {
public:
  LoopText(const CountedLoop& loop, bool delay_slot)
      : loop_(loop), program_(*loop.block.program), delay_slot_(delay_slot) {}

  [[nodiscard]] const std::string& name(RegId reg) const { return program_.register_names[reg]; }
  /// The register for results of ordered comparisons, where branches only compare for equality
  /// (MIPS).
  void set_flag(const std::string& flag) { flag_ = flag; }
  /// The bound: a register, or a constant of three-address code.
  [[nodiscard]] std::string bound() const;
  /// The source line of a node.
  [[nodiscard]] const std::string& line(Node node) const;
  /// The statement of a node, without label and comment.
  [[nodiscard]] std::string statement(Node node) const;
  /// A statement as a line.
  static std::string written(const std::string& statement) { return "        " + statement + "\n"; }
  /// The labels on the line of the first instruction, which stay before the generated code.
  [[nodiscard]] std::string front_labels() const;
  /// The original loop, under another label.
  [[nodiscard]] std::string rest(const std::string& label) const;

  /// to = left - right, to = left + right, in the counter's width.
  [[nodiscard]] std::string difference(const std::string& to, const std::string& left,
                                       const std::string& right) const;
  [[nodiscard]] std::string sum(const std::string& to, const std::string& left,
                                const std::string& right) const;
  /// to = from + n.
  [[nodiscard]] std::string advance(const std::string& to, const std::string& from,
                                    std::int64_t n) const;
  /// to = from + n in the full register width.
  [[nodiscard]] std::string advance_wide(const std::string& to, const std::string& from,
                                         std::int64_t n) const;
  /// value = value mod n, unsigned; uses `temporary` when n is not a power of two. Empty when the
  /// notation has no instruction for it.
  [[nodiscard]] std::optional<std::string> remainder(const std::string& value, std::int64_t n,
                                                     const std::string& temporary) const;
  /// Branches to the label when value < n, unsigned (three-address code: signed).
  [[nodiscard]] std::string goto_if_less(const std::string& value, std::int64_t n,
                                         const std::string& temporary,
                                         const std::string& label) const;
  /// A branch; the caller fills its delay slot.
  [[nodiscard]] std::string branch(isa::Op op, const std::string& left, const std::string& right,
                                   const std::string& label) const;
  /// A branch with a nop in the delay slot.
  [[nodiscard]] std::string branch_alone(isa::Op op, const std::string& left,
                                         const std::string& right, const std::string& label) const;
  /// A branch that compares the counter with a value, in the operand order of the loop's branch.
  [[nodiscard]] std::string compare(isa::Op op, const std::string& other,
                                    const std::string& label) const;
  [[nodiscard]] std::string compare_alone(isa::Op op, const std::string& other,
                                          const std::string& label) const;
  [[nodiscard]] isa::Op op() const { return loop_.op; }
  /// The inverse condition.
  static isa::Op opposite(isa::Op op);
  /// to = from.
  [[nodiscard]] std::string move(RegId like, const std::string& to, const std::string& from) const;

private:
  [[nodiscard]] bool tac() const { return program_.isa == isa::Isa::tac; }
  [[nodiscard]] bool riscv() const { return program_.isa == isa::Isa::riscv; }
  /// A 32-bit operation on 64-bit registers.
  [[nodiscard]] bool word() const { return riscv() && loop_.words && program_.xlen == 64; }

  const CountedLoop& loop_;
  const isa::Program& program_;
  bool delay_slot_;
  std::string flag_;
};

} // namespace stallscope::sched
