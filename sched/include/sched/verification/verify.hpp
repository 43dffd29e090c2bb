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
  unsigned inputs = 32;                     ///< the program's own input, then random ones
  std::uint64_t seed = 1;                   ///< seed of the random inputs
  std::uint64_t instruction_limit = 100000; ///< for the original program and one input; the
                                            ///< transformed program gets a multiple
  bool delay_slots = false;                 ///< the machine's branches have delay slots
  AliasHints hints; ///< as given to scheduling: these pointers get separate memory
};

struct Verification {
  unsigned inputs = 0;   ///< inputs that both programs were run with
  unsigned compared = 0; ///< inputs with which the original ended; the others are inconclusive
  std::optional<std::size_t> blocks{}; ///< machine code: blocks run individually with random inputs
  std::string difference;              ///< the first difference, as a sentence; empty: no
                                       ///< difference

  [[nodiscard]] bool equal() const { return difference.empty(); }
};

/// Runs a program and its transformed version on the reference, with the program's own input and
/// then with random registers and memory: pointers into a few areas of random bytes, small numbers,
/// any numbers; loop bounds are within reach of their counters. All addresses are accessible, so
/// that random pointers do not end the run. Compared are the end of the run, the output, memory
/// except the stack, and registers: those the original names when the end of its text is reached,
/// those a caller may read after a return, none after exit. Code addresses count as equal, because
/// code has moved. Testing shows only the presence of errors.
[[nodiscard]] Verification verify(const isa::Program& original, const isa::Program& result,
                                  const VerifyOptions& options = {});

/// Verification of machine code with reordered blocks (CodeWriter): each changed block (`blocks`)
/// is run individually in both programs with all random inputs; compared are all registers, all
/// memory and the next pc. Inputs that trap, and system calls, are inconclusive. Then both programs
/// are run with their own input to their end, and output and exit codes are compared.
[[nodiscard]] Verification verify_code(const isa::Program& original, const isa::Program& result,
                                       const std::vector<Block>& blocks,
                                       const VerifyOptions& options = {});

} // namespace stallscope::sched
