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
  bool reassociate = false; ///< floating-point sums may be split, which changes rounding
  bool delay_slot = false;  ///< the machine's branches have a delay slot
};

/// The result for one loop.
struct UnrolledLoop {
  std::string label;        ///< label of the loop in the source
  std::string main_label;   ///< label of the unrolled loop; empty: not unrolled
  Message why_not;          ///< the reason why it was not unrolled
  std::uint32_t merged = 0; ///< induction variables advanced once per unrolled iteration
  std::uint32_t split = 0;  ///< accumulators split into several registers
};

struct Unrolled {
  std::string text;
  std::vector<UnrolledLoop> loops;
};

/// The one-block loops among `blocks`: blocks whose last branch targets their own start.
[[nodiscard]] std::vector<Block> loops_of(const std::vector<Block>& blocks, bool delay_slot);

/// Unrolls counted one-block loops of RISC-V and MIPS source text: a register that is advanced by a
/// constant is compared with an invariant one. Code before the loop computes the limit for whole
/// unrolled iterations of `factor` iterations (for `bne`: the distance without its remainder, or
/// where a mask cannot compute that, the distance itself is compared in every unrolled iteration;
/// for ordered comparisons: the bound less factor - 1 steps). The unrolled loop LABEL_unrolled runs
/// up to it, and the original loop, LABEL_rest, executes the rest, or everything when the trip
/// count is short.
///
/// A register that is advanced once and otherwise only used as the base of loads and stores is
/// advanced once per unrolled iteration, at its end, and offsets are adjusted. Accumulators not
/// read elsewhere in the loop get a register for each copy, as far as available, summed after the
/// loop. Only registers that are free in and around the loop are used. Other temporaries of the
/// copies keep their names: rename_registers separates them.
[[nodiscard]] Unrolled unroll(const isa::Program& program, const std::vector<Block>& blocks,
                              const UnrollOptions& options = {});

/// Unrolls only the loops that become faster on the machine: for the trip count known from
/// constants at the entry, otherwise kExpectedTrips, including the computation of the limit, the
/// unrolled iterations and the remaining ones; each loop list-scheduled in the steady state, the
/// unrolled one with registers renamed.
[[nodiscard]] Unrolled unroll_where_shorter(const isa::Program& program,
                                            const std::vector<Block>& blocks,
                                            const UnrollOptions& options, const Target& target,
                                            const AliasHints& hints = {});
inline constexpr std::uint32_t kExpectedTrips = 18;

} // namespace stallscope::sched
