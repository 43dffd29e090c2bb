#pragma once

#include "control_flow/control_flow.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace stallscope::sched {

/// A constant, or an offset from the stack pointer's value at the function's entry.
struct KnownValue {
  std::int64_t value = 0;
  bool on_stack = false;

  bool operator==(const KnownValue&) const = default;
};

/// Registers with known values. Register 0 is not included.
using KnownValues = std::map<RegId, KnownValue>;

/// Transfer function: values after an instruction, for constants that are loaded, copied, added to
/// and shifted. Code addresses are unknown, because transformations move code.
void step_values(const isa::Program& program, const isa::Instruction& instruction,
                 KnownValues& values);

/// Values at the end of a block, given those at its start.
[[nodiscard]] KnownValues known_behind(const Block& block, KnownValues values);

/// Constant propagation: values at the start of each block on which all paths agree. Blocks with
/// unknown predecessors know at most the stack pointer, at a function's entry; after a call of an
/// external function callee-saved values remain.
[[nodiscard]] std::vector<KnownValues> known_at_entry(const isa::Program& program,
                                                      const std::vector<Block>& blocks,
                                                      bool delay_slot,
                                                      CallsKeep calls = CallsKeep::nothing);

} // namespace stallscope::sched
