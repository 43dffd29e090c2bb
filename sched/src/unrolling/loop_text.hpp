#pragma once

#include "unrolling/counted_loop.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace stallscope::sched {

/// Immediates of both notations reach that far: 12 bits of RISC-V.
inline constexpr std::int64_t kLargestImmediate = 2047;

/// The lines of a counted loop, and instructions in its notation that compute with its counter.
/// Registers are given by name. Lines end with a newline.
class LoopText {
public:
  LoopText(const CountedLoop& loop, bool delay_slot)
      : loop_(loop), program_(*loop.block.program), delay_slot_(delay_slot) {}

  [[nodiscard]] const std::string& name(RegId reg) const { return program_.register_names[reg]; }
  /// The register that comparisons of order are made in, where branches compare for equality only
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
  /// The labels on the line of the first instruction, which stay in front of everything.
  [[nodiscard]] std::string front_labels() const;
  /// The loop as it was, under another label.
  [[nodiscard]] std::string rest(const std::string& label) const;

  /// to = left - right, to = left + right, in the width the counter has.
  [[nodiscard]] std::string difference(const std::string& to, const std::string& left,
                                       const std::string& right) const;
  [[nodiscard]] std::string sum(const std::string& to, const std::string& left,
                                const std::string& right) const;
  /// to = from + n.
  [[nodiscard]] std::string advance(const std::string& to, const std::string& from,
                                    std::int64_t n) const;
  /// The same over the whole width of registers, whatever the counter's is.
  [[nodiscard]] std::string advance_wide(const std::string& to, const std::string& from,
                                         std::int64_t n) const;
  /// value = value mod n, without sign; over `temporary` where n is no power of two. Nothing where
  /// the notation has no instruction for it.
  [[nodiscard]] std::optional<std::string> remainder(const std::string& value, std::int64_t n,
                                                     const std::string& temporary) const;
  /// To the label when value < n, without sign (three-address code: with sign).
  [[nodiscard]] std::string goto_if_less(const std::string& value, std::int64_t n,
                                         const std::string& temporary,
                                         const std::string& label) const;
  /// A branch; its delay slot is left to the caller.
  [[nodiscard]] std::string branch(isa::Op op, const std::string& left, const std::string& right,
                                   const std::string& label) const;
  /// The same with a nop in the delay slot.
  [[nodiscard]] std::string branch_alone(isa::Op op, const std::string& left,
                                         const std::string& right, const std::string& label) const;
  /// A branch that compares the counter with something, in the order of the loop's own.
  [[nodiscard]] std::string compare(isa::Op op, const std::string& other,
                                    const std::string& label) const;
  [[nodiscard]] std::string compare_alone(isa::Op op, const std::string& other,
                                          const std::string& label) const;
  [[nodiscard]] isa::Op op() const { return loop_.op; }
  /// What is taken when another is not.
  static isa::Op opposite(isa::Op op);
  /// to = from.
  [[nodiscard]] std::string move(RegId like, const std::string& to, const std::string& from) const;

private:
  [[nodiscard]] bool tac() const { return program_.isa == isa::Isa::tac; }
  [[nodiscard]] bool riscv() const { return program_.isa == isa::Isa::riscv; }
  /// A 32-bit operation of 64-bit registers.
  [[nodiscard]] bool word() const { return riscv() && loop_.words && program_.xlen == 64; }

  const CountedLoop& loop_;
  const isa::Program& program_;
  bool delay_slot_;
  std::string flag_;
};

} // namespace stallscope::sched
