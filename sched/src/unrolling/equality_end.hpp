#pragma once

#include "sched/data_flow/liveness.hpp"
#include "sched/message.hpp"
#include "unrolling/counted_loop.hpp"

#include <memory>
#include <optional>
#include <string>

namespace stallscope::sched {

/// A loop that ends with a comparison of its own (MIPS: "slt $t0, $a0, $a1; bne $t0, $zero, loop")
/// written as one whose branch compares the counter with the value it ends with: "bne $a0, $t1,
/// loop". That value is computed in front of the loop.
struct EqualityEnd {
  std::shared_ptr<const isa::Program> program; ///< with the loop so written, in the same lines
  Block block;                                 ///< the loop in it
  RegId bound = kNoRegister;                   ///< holds what the counter ends with
  std::string front;  ///< text that computes it; where numbers would wrap around, or the loop goes
                      ///< through once only, it goes to LABEL_rest
  std::string behind; ///< text that gives the comparison's result its last value, for who reads it
  std::string rest;   ///< text of the loop as it was, as LABEL_rest
};

/// `around`: what holds values in front of the loop or behind it; `label`: the loop's. `why_not`
/// says why it cannot be written so: registers run out, or steps that are no power of two would
/// take a division.
[[nodiscard]] std::optional<EqualityEnd> equality_end(const CountedLoop& loop,
                                                      const RegisterSet& around, bool delay_slot,
                                                      const std::string& label, Message& why_not);

} // namespace stallscope::sched
