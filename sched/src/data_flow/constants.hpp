#pragma once

#include "control_flow/control_flow.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace stallscope::sched {

/// A number, or an address so many bytes behind the stack pointer's value at the function's entry.
struct KnownValue {
  std::int64_t value = 0;
  bool on_stack = false;

  bool operator==(const KnownValue&) const = default;
};

/// Registers whose values are known, with these. Register 0 is not among them.
using KnownValues = std::map<RegId, KnownValue>;

/// The values behind an instruction, given those before it: constants that are loaded, copied,
/// added to and shifted. Addresses of code are not known, as transformations move code.
void step_values(const isa::Program& program, const isa::Instruction& instruction,
                 KnownValues& values);

/// What is known behind a block, given what is known at its beginning.
[[nodiscard]] KnownValues known_behind(const Block& block, KnownValues values);

/// What is known at the beginning of each block whichever way leads there. What may be entered from
/// elsewhere knows only where the stack pointer points, if it begins a function; behind a call of
/// another file's function is known what the calling convention keeps.
[[nodiscard]] std::vector<KnownValues> known_at_entry(const isa::Program& program,
                                                      const std::vector<Block>& blocks,
                                                      bool delay_slot,
                                                      CallsKeep calls = CallsKeep::nothing);

} // namespace stallscope::sched
