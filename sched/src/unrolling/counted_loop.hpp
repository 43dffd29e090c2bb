#pragma once

#include "sched/control_flow/block.hpp"
#include "sched/dependence/folding.hpp"
#include "sched/message.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::sched {

/// A register a loop advances by a constant, once an iteration.
struct Induction {
  RegId reg = kNoRegister;
  Node node = 0; ///< the addition
  std::int64_t step = 0;
  bool merges = false; ///< all that reads it besides are loads and stores with it as base, whose
                       ///< offsets can be changed, and the branch
};

/// A register that something is added to, and that nothing else of the loop reads or writes.
struct Accumulator {
  RegId reg = kNoRegister;
  Node node = 0;
  bool floating_point = false;
};

/// A loop of one block that compares a counter with a bound.
struct CountedLoop {
  Block block;
  Folding folding;
  Node branch = 0; ///< its node; behind it at most the delay slot, a nop
  std::vector<Induction> inductions;
  std::vector<Accumulator> accumulators;
  Induction counter;
  RegId bound = 0;
  std::optional<std::int64_t> bound_value; ///< the bound is this constant
  bool counter_first = true;               ///< the branch names the counter before the bound
  isa::Op op{}; ///< how they are compared: a branch that is taken as long as the loop goes on
  /// A comparison of its own ("slt $t0, $a0, $a1") whose result the branch tests; nothing else of
  /// the loop reads that.
  std::optional<Node> compare;
  RegId flag = kNoRegister; ///< holds the comparison's result
  bool words = false;       ///< the counter is advanced by a 32-bit addition, of 64-bit registers
};

/// The comparison in front of a branch that tests whether its result is zero: the only instruction
/// that writes the register, which nothing else of the block reads.
[[nodiscard]] std::optional<Node> comparison_of(const Block& block, Node branch);
/// The branch that a comparison (slt, sltu) and a test of its result (bne, beq) are together.
[[nodiscard]] isa::Op branch_of(isa::Op comparison, isa::Op test);

/// Finds what a loop counts with; otherwise `why_not` says why it cannot be told. `variables`: also
/// in three-address code.
[[nodiscard]] std::optional<CountedLoop> counted_loop(const Block& block, bool delay_slot,
                                                      Message& why_not, bool variables = false);

} // namespace stallscope::sched
