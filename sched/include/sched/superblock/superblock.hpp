#pragma once

#include "sched/control_flow/block.hpp"
#include "sched/dependence/dependence.hpp"
#include "sched/renaming/rename.hpp"
#include "sched/target/target.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::sched {

/// A superblock: blocks with a single entry, scheduled as one.
struct Superblock {
  std::string label;         ///< label of its first block
  std::uint32_t blocks = 0;  ///< number of basic blocks; branches over one line (conditional moves)
                             ///< do not end a block
  std::uint32_t hoisted = 0; ///< lines moved up across a side exit
  std::uint32_t sunk = 0;    ///< lines moved down across a side exit
  std::uint32_t copies = 0;  ///< lines of compensation code on side exits
  double cycles_before = 0;  ///< expected cycles when scheduled block by block
  double cycles_after = 0;
};

struct Superblocks {
  std::string text;
  std::vector<Superblock> made;
  /// Blocks of the new text (basic_blocks) ordered by the superblock scheduler, ascending.
  std::vector<std::size_t> scheduled;
};

/// Edge profile: execution counts of the branches at block ends, by block of basic_blocks.
struct BranchProfile {
  std::vector<std::uint64_t> executed;
  std::vector<std::uint64_t> taken;
  [[nodiscard]] bool empty() const { return executed.empty(); }
};

/// Profiles branches in a run of the program on the reference with its own input, limited to a
/// number of instructions.
[[nodiscard]] BranchProfile branch_profile(const isa::Program& program,
                                           std::uint64_t instruction_limit = 10'000'000);

struct RenamedSuperblocks {
  Renamed renamed;
  /// Blocks (basic_blocks) of the superblocks that were renamed, ascending.
  std::vector<std::size_t> blocks;
};
/// Register renaming within superblocks (rename_registers) where it saves expected cycles: of
/// values defined and used within a superblock and dead at its side exits.
[[nodiscard]] RenamedSuperblocks rename_superblocks(const isa::Program& program,
                                                    const std::vector<Block>& blocks,
                                                    const Target& target,
                                                    const AliasHints& hints = {},
                                                    const BranchProfile& profile = {});

/// Superblock scheduling (Hwu and others, "The Superblock", Journal of Supercomputing 7, 1993) of
/// RISC-V source text: adjacent blocks with a single entry are scheduled together where that saves
/// expected cycles, by `profile` or, without a profile, by static heuristics: loops continue,
/// fall-through is the likelier path, equality the less likely outcome.
///
/// An instruction moves up across a branch (speculation) if its result is dead at the exit and it
/// cannot fault or have side effects: no stores, no operations that raise floating-point flags,
/// loads only from the stack frame, from data at fixed addresses, or from bytes accessed before the
/// branch. An instruction moves down if its result is dead at the exit, or if a copy is placed
/// there: compensation code, between the branch and its target. A branch over one line ("beq
/// a3,zero,1f; mv a0,a5; 1:", GCC's conditional move) is scheduled as one instruction.
[[nodiscard]] Superblocks schedule_superblocks(const isa::Program& program,
                                               const std::vector<Block>& blocks,
                                               const Target& target, const AliasHints& hints = {},
                                               const BranchProfile& profile = {});

} // namespace stallscope::sched
