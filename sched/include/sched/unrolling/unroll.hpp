#pragma once

#include "sched/data_flow/liveness.hpp"
#include "sched/dependence/dependence.hpp"
#include "sched/message.hpp"
#include "sched/target/target.hpp"

#include <string>
#include <vector>

namespace stallscope::sched {

struct UnrollOptions {
  unsigned factor = 4;      ///< 2 or more
  bool reassociate = false; ///< sums of floating-point numbers may be split, which changes rounding
  bool delay_slot = false;  ///< the machine's branches have one
};

/// What became of a loop.
struct UnrolledLoop {
  std::string label;        ///< of the loop in the source
  std::string main_label;   ///< of the unrolled one; empty: the loop has been left as it is
  Message why_not;          ///< when it has been left
  std::uint32_t merged = 0; ///< induction variables that are advanced once a round
  std::uint32_t split = 0;  ///< accumulators that have been given further registers
};

struct Unrolled {
  std::string text;
  std::vector<UnrolledLoop> loops;
};

/// The loops that are one block: those of `blocks` whose last branch leads to their own beginning.
[[nodiscard]] std::vector<Block> loops_of(const std::vector<Block>& blocks, bool delay_slot);

/// Unrolls counted loops of RISC-V and MIPS source text that are one block: a register that is
/// advanced by a constant is compared with one that stays. In front of the loop it is computed how
/// far whole rounds of `factor` iterations go (for `bne`: the distance without its remainder, or
/// where a mask cannot take that, the distance itself is compared every round; for an order: the
/// bound less factor - 1 steps); the unrolled loop LABEL_unrolled runs so far, and the loop as it
/// was, LABEL_rest, takes what is left, all of it when the trip count is short.
///
/// A register that is advanced once and else is only the base of loads and stores is advanced once
/// a round, at its end, and offsets are changed. Sums that nothing else of the loop reads get a
/// register a copy, as far as there are any, added up behind the loop. Registers come from those
/// that hold nothing in and around the loop. Other temporaries of the copies keep their names:
/// rename_registers parts them.
[[nodiscard]] Unrolled unroll(const isa::Program& program, const std::vector<Block>& blocks,
                              const UnrollOptions& options = {});

/// The same, only loops that are shorter for it on the machine: of as many iterations as are known
/// from the constants they are entered with, else kExpectedTrips, with the limit computed in front,
/// the whole rounds and those left over; each loop list-scheduled, going round and round, the
/// unrolled one with its registers renamed.
[[nodiscard]] Unrolled unroll_where_shorter(const isa::Program& program,
                                            const std::vector<Block>& blocks,
                                            const UnrollOptions& options, const Target& target,
                                            const AliasHints& hints = {});
inline constexpr std::uint32_t kExpectedTrips = 18;

} // namespace stallscope::sched
