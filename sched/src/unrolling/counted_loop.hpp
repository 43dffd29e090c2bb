#pragma once

#include "sched/control_flow/block.hpp"
#include "sched/dependence/folding.hpp"
#include "sched/message.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::sched {

/// Induction variable: a register advanced by a constant once per iteration.
struct Induction {
  RegId reg = kNoRegister;
  Node node = 0; ///< the addition
  std::int64_t step = 0;
  bool merges = false; ///< its other uses are only bases of loads and stores with adjustable
                       ///< offsets, and the branch
};

/// Accumulator: a register that something is added to, without other uses in the loop.
struct Accumulator {
  RegId reg = kNoRegister;
  Node node = 0;
  bool floating_point = false;
};

/// A one-block loop that compares a counter with a bound.
struct CountedLoop {
  Block block;
  Folding folding;
  Node branch = 0; ///< the branch; followed at most by the delay slot, a nop
  std::vector<Induction> inductions;
  std::vector<Accumulator> accumulators;
  Induction counter;
  RegId bound = 0;
  std::optional<std::int64_t> bound_value; ///< if the bound is a constant
  bool counter_first = true;               ///< order of operands in the branch
  isa::Op op{}; ///< the branch's comparison: the branch is taken while the loop continues
  /// A separate comparison ("slt $t0, $a0, $a1") whose result only the branch uses.
  std::optional<Node> compare;
  RegId flag = kNoRegister; ///< destination of the separate comparison
  bool words = false;       ///< the counter is advanced by a 32-bit addition on 64-bit registers
};

/// The comparison before a branch that tests its result for zero: the only writer of the register,
/// which no other instruction of the block reads.
[[nodiscard]] std::optional<Node> comparison_of(const Block& block, Node branch);
/// The branch equivalent to a comparison (slt, sltu) and a test of its result (bne, beq).
[[nodiscard]] isa::Op branch_of(isa::Op comparison, isa::Op test);

/// Recognises a counted loop; otherwise the reason is in `why_not`. `variables`: also in
/// three-address code.
[[nodiscard]] std::optional<CountedLoop> counted_loop(const Block& block, bool delay_slot,
                                                      Message& why_not, bool variables = false);

} // namespace stallscope::sched
