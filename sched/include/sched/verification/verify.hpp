#pragma once

#include "isa/program.hpp"
#include "sched/control_flow/block.hpp"
#include "sched/dependence/dependence.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::sched {

struct VerifyOptions {
  unsigned inputs = 32;                     ///< the program as it stands, then drawn ones
  std::uint64_t seed = 1;                   ///< of the inputs
  std::uint64_t instruction_limit = 100000; ///< of the original, an input; the result gets more
  bool delay_slots = false;                 ///< as the machine has them
  AliasHints hints; ///< what was promised for scheduling: these pointers get memory of their own
};

struct Verification {
  unsigned inputs = 0;   ///< both programs were run on
  unsigned compared = 0; ///< on which the original came to an end; the others say nothing
  std::optional<std::size_t> blocks{}; ///< machine code: run on their own with drawn inputs
  std::string difference;              ///< what differs, in a sentence; empty: nothing

  [[nodiscard]] bool equal() const { return difference.empty(); }
};

/// Runs a program and what was made of it on the reference, with the program's own input and then
/// with registers and memory drawn at random: pointers into a few areas of random bytes, small
/// numbers, any numbers; registers that end a loop in reach of the one it counts with. All of
/// memory may be accessed, at any address, so that drawn pointers do not end the run. Compared are
/// how the run ends, what it prints, memory but the stack, and registers: those the original names
/// when the end of its text is reached, those a caller may read behind a return, none after exit.
/// Addresses of code count as equal, as code has moved. Nothing is proved by it but the presence
/// of errors.
[[nodiscard]] Verification verify(const isa::Program& original, const isa::Program& result,
                                  const VerifyOptions& options = {});

/// The same for machine code whose blocks have been written in other orders (CodeWriter): each of
/// `blocks`, the changed ones, is run on its own in both programs, with all inputs but the first;
/// compared are all registers, all memory and where it goes on. What traps with an input, and calls
/// of the system, say nothing. Then both programs are run to their end with their own input and
/// their output and exit codes are compared.
[[nodiscard]] Verification verify_code(const isa::Program& original, const isa::Program& result,
                                       const std::vector<Block>& blocks,
                                       const VerifyOptions& options = {});

} // namespace stallscope::sched
