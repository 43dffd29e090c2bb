#pragma once

#include "session/runner.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::session {

class Simulation;

/// What would hold an operation in the next cycle if `cause`, which holds the operation, were
/// removed; none: the operation would move, or the cause cannot be removed.
[[nodiscard]] Cause behind_obstacle(const Simulation& before, OpId op, const Cause& cause);

/// A machine option that shortens a wait, verified by simulation.
struct Remedy {
  std::string setting;                     ///< as for --set: "forwarding.paths=[\"EX->EX\"]"
  std::uint64_t waited_cycles = 0;         ///< cycles of the wait on the unchanged machine, for its
                                           ///< reason
  std::uint64_t waits_cycles = 0;          ///< cycles of the wait on the changed machine
  std::uint64_t total_cycles_saved = 0;    ///< cycles saved up to the retirement of the operation
  std::uint64_t leaves_cycles_earlier = 0; ///< cycles by which the operation leaves the lane of the
                                           ///< wait earlier
  std::uint64_t done_later_cycles = 0;     ///< for in_vain: cycles by which the operation retires
                                           ///< later
  std::uint64_t leaves_later_cycles = 0;   ///< for in_vain: cycles by which the operation leaves
                                           ///< the lane of the wait later
  /// Cycles saved over the whole run; negative: the changed run takes longer. nullopt: one of the
  /// runs is too long to be simulated to its end.
  std::optional<std::int64_t> run_cycles_saved;
};

/// One link of a wait chain: what an operation in flight waits for in a cycle, or what it does.
struct ChainLink {
  OpId op;
  std::string number;      ///< number with which the operation is displayed: "12", "12.2"
  std::string instruction; ///< text of the micro-op
  std::string lane;
  Cause cause;            ///< none: the operation is executing or has completed
  OpId waits_for;         ///< the next link; none: this is the root
  Cycle end;              ///< end of the wait: first cycle in which the operation does something
                          ///< else
  std::string sentence;   ///< "waits for t0 from #9", "misses the cache until cycle 140"
  bool discarded = false; ///< the operation is squashed at the end of the wait
  /// The operation waited for has retired, and its store is not in the cache yet.
  bool waits_for_cache = false;
};

/// What would hold an operation in some cycles of its wait if the present cause were removed, found
/// by simulating a changed copy of the state.
struct BehindObstacle {
  Cycle begin;
  Cycle end;
  Cause cause;          ///< none: the operation would move, or the obstacle cannot be removed
  std::string sentence; ///< "waits for the functional unit held by ..."; empty when the cause is
                        ///< none
};

/// What one operation does in one cycle, or in one interval of its lifetime.
struct OpExplanation {
  OpId op;
  std::string number;      ///< number with which the operation is displayed: "12", "12.2", "12x"
  std::string instruction; ///< text of the instruction
  std::uint32_t line = 0;  ///< source line; 0: not known
  std::string place;       ///< source position as text: "line 12", "sort.c:12", "pc 0x80000010"
  std::string lane;        ///< pipeline stage
  Cycle begin;             ///< the interval [begin, end) that the sentence describes
  Cycle end;
  bool open_end = false; ///< the run (or the record) ends before the interval does
  Cause cause;           ///< none: the operation is executing
  /// The next obstacles behind the cause: one for a single cycle; for an interval one for each
  /// group of equal cycles. Empty when the operation is not held.
  std::vector<BehindObstacle> behind_by_cycle;
  Cause behind;                ///< the first cause of behind_by_cycle that is not none
  std::string behind_sentence; ///< "waits for the functional unit held by ..."; empty when `behind`
                               ///< is none
  std::string sentence; ///< "waits in ID for $t2 from instruction 1 (...), which is in ALU now;
                        ///< goes on in cycle 5"
  /// Dynamically scheduled machines: the wait chain, from the operation through the operations it
  /// waits for to the root; only the operation itself when it does not wait.
  std::vector<ChainLink> chain;
  Cycle chain_cycle;            ///< the cycle of the chain; in the middle of an interval
  std::vector<Remedy> remedies; ///< best first; empty when the operation does not wait, or no
                                ///< option helps
  /// Options that shorten the wait without making the operation complete earlier: another cause
  /// holds it as long.
  std::vector<Remedy> in_vain;
  bool remedies_sought = false;   ///< every option of the machine has been tried
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

/// Last cycle for which remedies are simulated; explanations of later cycles say that remedies were
/// omitted.
inline constexpr std::uint64_t kMaxRemedyCycles = 200'000;

/// Explains all operations in flight in a cycle. nullopt when the run ends, or is interrupted,
/// before the cycle. When interrupted later, the explanation notes what it omits.
[[nodiscard]] std::optional<Explanation> explain_cycle(const isa::Program& program,
                                                       const machine::Machine& machine,
                                                       const RunOptions& options,
                                                       std::uint64_t cycle, bool remedies);

/// Explains the lifetime of one operation, given by name or by number in fetch order from 1.
/// nullopt when the run does not have the operation.
[[nodiscard]] std::optional<Explanation> explain_op(const isa::Program& program,
                                                    const machine::Machine& machine,
                                                    const RunOptions& options,
                                                    const trace::OpName& name, bool remedies);
[[nodiscard]] std::optional<Explanation> explain_op(const isa::Program& program,
                                                    const machine::Machine& machine,
                                                    const RunOptions& options, std::uint64_t op,
                                                    bool remedies);

} // namespace stallscope::session
