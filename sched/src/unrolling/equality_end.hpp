#pragma once

#include "sched/data_flow/liveness.hpp"
#include "sched/message.hpp"
#include "unrolling/counted_loop.hpp"

#include <memory>
#include <optional>
#include <string>

namespace stallscope::sched {

/// Rewrites a loop that ends with a separate comparison (MIPS: "slt $t0, $a0, $a1; bne $t0, $zero,
/// loop") so that its branch compares the counter with its final value: "bne $a0, $t1, loop". The
/// final value is computed before the loop.
struct EqualityEnd {
  std::shared_ptr<const isa::Program> program; ///< with the rewritten loop, in the same lines
  Block block;                                 ///< the loop in it
  RegId bound = kNoRegister;                   ///< holds the counter's final value
  std::string front;  ///< text that computes the counter's final value; jumps to LABEL_rest when
                      ///< numbers would wrap around, or for a single iteration
  std::string behind; ///< text that sets the comparison's final result, if it is live
  std::string rest;   ///< text of the original loop, as LABEL_rest
};

/// `around`: live registers before or after the loop; `label`: the loop's. `why_not`: the reason
/// when it cannot be rewritten: registers run out, or steps that are not a power of two would need
/// a division.
[[nodiscard]] std::optional<EqualityEnd> equality_end(const CountedLoop& loop,
                                                      const RegisterSet& around, bool delay_slot,
                                                      const std::string& label, Message& why_not);

} // namespace stallscope::sched
