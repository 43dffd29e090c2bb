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

/// A stretch of blocks entered only at its first, scheduled as one.
struct Superblock {
  std::string label;         ///< of its first block
  std::uint32_t blocks = 0;  ///< branches over one line (conditional moves) count as no end
  std::uint32_t hoisted = 0; ///< lines that have crossed a branch out of it upwards
  std::uint32_t sunk = 0;    ///< and downwards
  std::uint32_t copies = 0;  ///< lines of compensation code, on the ways out that need them
  double cycles_before = 0;  ///< expected, block by block
  double cycles_after = 0;
};

struct Superblocks {
  std::string text;
  std::vector<Superblock> made;
  /// Blocks of the new text (basic_blocks) that have got their order here, ascending.
  std::vector<std::size_t> scheduled;
};

/// How often the branches at the ends of blocks were seen, by block of basic_blocks.
struct BranchProfile {
  std::vector<std::uint64_t> executed;
  std::vector<std::uint64_t> taken;
  [[nodiscard]] bool empty() const { return executed.empty(); }
};

/// Counts branches in a run of the program on the reference with its own input, at most so many
/// instructions.
[[nodiscard]] BranchProfile branch_profile(const isa::Program& program,
                                           std::uint64_t instruction_limit = 10'000'000);

struct RenamedSuperblocks {
  Renamed renamed;
  /// Blocks (basic_blocks) of the superblocks that have been renamed, ascending.
  std::vector<std::size_t> blocks;
};
/// Renames the values of superblocks (rename_registers) where these then take fewer cycles as
/// branches go: values that are made and used up between their beginning and their end, and are not
/// read on the ways out.
[[nodiscard]] RenamedSuperblocks rename_superblocks(const isa::Program& program,
                                                    const std::vector<Block>& blocks,
                                                    const Target& target,
                                                    const AliasHints& hints = {},
                                                    const BranchProfile& profile = {});

/// Superblock scheduling (Hwu and others, "The Superblock", Journal of Supercomputing 7, 1993) of
/// RISC-V source text: blocks that follow each other in the text and are entered from nowhere else
/// are scheduled together where that takes fewer cycles as branches go (`profile`; without one by
/// rules: loops go on, what comes next in the text is the likelier way, equality is the less likely
/// outcome).
///
/// An instruction crosses a branch upwards when its result is not read on the way out and it cannot
/// fault nor leave a trace: no stores, no operations that raise floating-point flags, loads only
/// from the stack frame, from data with a fixed address, or from bytes that have been accessed in
/// front of the branch. It crosses one downwards when its result is not read on the way out either,
/// or when a copy of it stands there: compensation code, between the branch and its target. A
/// branch over one line ("beq a3,zero,1f; mv a0,a5; 1:", GCC's conditional move) is scheduled as
/// one instruction.
[[nodiscard]] Superblocks schedule_superblocks(const isa::Program& program,
                                               const std::vector<Block>& blocks,
                                               const Target& target, const AliasHints& hints = {},
                                               const BranchProfile& profile = {});

} // namespace stallscope::sched
