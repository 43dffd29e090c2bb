#pragma once

#include "session/runner.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::session {

class Simulation;

/// What would hold an operation in the next cycle if `cause`, which holds it, were removed; none:
/// it would move, or the cause cannot be removed.
[[nodiscard]] Cause behind_obstacle(const Simulation& before, OpId op, const Cause& cause);

/// A machine option that shortens a wait, verified by simulation.
struct Remedy {
  std::string setting;                     ///< as for --set: "forwarding.paths=[\"EX->EX\"]"
  std::uint64_t waited_cycles = 0;         ///< cycles of the wait, for its reason, on the unchanged
                                           ///< machine
  std::uint64_t waits_cycles = 0;          ///< with the change
  std::uint64_t total_cycles_saved = 0;    ///< up to the retirement of the operation
  std::uint64_t leaves_cycles_earlier = 0; ///< cycles by which it leaves the lane of the wait
                                           ///< earlier
  std::uint64_t done_later_cycles = 0;     ///< in vain: up to the retirement of the operation
  std::uint64_t leaves_later_cycles = 0;   ///< the same, up to when it leaves the lane of the wait
  /// Over the whole run; negative: it takes longer. None: one of the runs is too long to be
  /// simulated to its end.
  std::optional<std::int64_t> run_cycles_saved;
};

/// One link of a wait chain: what an operation in flight waits for in a cycle, or what it does.
struct ChainLink {
  OpId op;
  std::string number;      ///< it is shown with: "12", "12.2"
  std::string instruction; ///< text of the micro-op
  std::string lane;
  Cause cause;            ///< none: it is executing or has completed
  OpId waits_for;         ///< the next link; none: this is the root
  Cycle end;              ///< end of the wait: first cycle in which the operation does something
                          ///< else
  std::string sentence;   ///< "waits for t0 from #9", "misses the cache until cycle 140"
  bool discarded = false; ///< the operation it waits for has retired, but its store is not in the
                          ///< cache yet
  /// Whom it waits for has retired, and its store is not in the cache yet.
  bool waits_for_cache = false;
};

/// What would hold an operation in some cycles of its wait if the present cause were removed, found
/// on a copy of the state.
struct BehindObstacle {
  Cycle begin;
  Cycle end;
  Cause cause;          ///< none: it would move, or the obstacle cannot be removed
  std::string sentence; ///< "waits for the functional unit held by ...", empty with none
};

/// What one operation does in one cycle, or in one interval of its lifetime.
struct OpExplanation {
  OpId op;
  std::string number;      ///< it is shown with: "12", "12.2", "12x"
  std::string instruction; ///< text
  std::uint32_t line = 0;  ///< of the source; 0: not known
  std::string place;       ///< source position as text: "line 12", "sort.c:12", "pc 0x80000010"
  std::string lane;        ///< pipeline stage
  Cycle begin;             ///< the interval [begin, end) that the sentence describes
  Cycle end;
  bool open_end = false; ///< the run (or the record) ends before the interval does
  Cause cause;           ///< none: it is executing
  /// The next obstacles behind the cause: one for a single cycle; for an interval one for each
  /// group of equal cycles. Empty when the operation is not held.
  std::vector<BehindObstacle> behind_by_cycle;
  Cause behind;                ///< the first of these that is not none
  std::string behind_sentence; ///< "waits for the functional unit held by ...", empty with none
  std::string sentence; ///< "waits in ID for $t2 from instruction 1 (...), which is in ALU now;
                        ///< goes on in cycle 5"
  /// Dynamically scheduled machines: the wait chain, from the operation through each operation that
  /// is waited for to the root; only the operation itself when it waits for none.
  std::vector<ChainLink> chain;
  Cycle chain_cycle;            ///< the cycle of the chain; in the middle of an interval
  std::vector<Remedy> remedies; ///< best first; empty when the operation does not wait, or no
                                ///< option helps
  /// Options that shorten the wait and do not make the operation done earlier: something else holds
  /// it as long.
  std::vector<Remedy> in_vain;
  bool remedies_sought = false;   ///< every option of the machine was tried
  std::size_t machines_tried = 0; ///< number of machines simulated
};

struct Explanation {
  std::string headline;           ///< "cycle 3 of 11: 1 instruction works, 1 waits"
  std::vector<OpExplanation> ops; ///< oldest first; for one operation, its lifetime interval by
                                  ///< interval
  std::vector<std::string> empty; ///< empty stages and why, front to back
  std::vector<std::string> notes;
  std::uint64_t simulated_cycles = 0; ///< of all runs in which options were tried
};

/// Remedies are simulated for explanations up to this cycle; later ones say that remedies were
/// omitted.
inline constexpr std::uint64_t kMaxRemedyCycles = 200'000;

/// Explains all operations in flight in a cycle. Nothing when the run ends, or is interrupted,
/// before it. When interrupted later, the explanation notes what it omits.
[[nodiscard]] std::optional<Explanation> explain_cycle(const isa::Program& program,
                                                       const machine::Machine& machine,
                                                       const RunOptions& options,
                                                       std::uint64_t cycle, bool remedies);

/// Explains the lifetime of one operation, by name or by its place in fetch order from 1. Nothing
/// when the run does not have it.
[[nodiscard]] std::optional<Explanation> explain_op(const isa::Program& program,
                                                    const machine::Machine& machine,
                                                    const RunOptions& options,
                                                    const trace::OpName& name, bool remedies);
[[nodiscard]] std::optional<Explanation> explain_op(const isa::Program& program,
                                                    const machine::Machine& machine,
                                                    const RunOptions& options, std::uint64_t op,
                                                    bool remedies);

} // namespace stallscope::session
