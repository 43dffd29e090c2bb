#pragma once

#include "session/runner.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::session {

class Simulation;

/// What would hold an operation in the cycle behind a state, in which it is held for `cause`, if
/// that were not in its way; none: it would go on, or the cause is nothing to be removed.
[[nodiscard]] Cause behind_obstacle(const Simulation& before, OpId op, const Cause& cause);

/// A change of the machine that shortens a wait, found by simulating again with it.
struct Remedy {
  std::string setting;                     ///< "forwarding.paths=[\"EX->EX\"]", as --set takes it
  std::uint64_t waited_cycles = 0;         ///< for the reason of the wait, on the machine as it is
  std::uint64_t waits_cycles = 0;          ///< with the change
  std::uint64_t total_cycles_saved = 0;    ///< up to the retirement of this operation
  std::uint64_t leaves_cycles_earlier = 0; ///< the lane on which it waits
  /// Of the whole run; below 0: that takes longer. None: the run, or the changed one, is longer
  /// than is looked at.
  std::optional<std::int64_t> run_cycles_saved;
};

/// What an operation in flight waits for in a cycle, or what it does when it waits for none.
struct ChainLink {
  OpId op;
  std::string instruction; ///< text of the micro-op
  std::string lane;
  Cause cause;            ///< none: it works, or has done all its work
  OpId waits_for;         ///< the next link; none: this is the root
  Cycle end;              ///< first cycle in which it does something else
  std::string sentence;   ///< "waits for t0 from #9", "misses the cache until cycle 140"
  bool discarded = false; ///< in cycle `end`
  /// Whom it waits for has retired, and its store is not in the cache yet.
  bool waits_for_cache = false;
};

/// What would hold an operation in some cycles of its wait if that for which it is held were not:
/// found on a copy of the state.
struct BehindObstacle {
  Cycle begin;
  Cycle end;
  Cause cause;          ///< none: it would go on, or the obstacle is nothing to be removed
  std::string sentence; ///< "waits for the functional unit held by ...", empty with none
};

/// What one operation does in one cycle, or in one stretch of its way.
struct OpExplanation {
  OpId op;
  std::string instruction; ///< text
  std::uint32_t line = 0;  ///< of the source; 0: not known
  std::string place;       ///< in words: "line 12", "sort.c:12", "pc 0x80000010"
  std::string lane;        ///< stage it is in
  Cycle begin;             ///< the stretch [begin, end) in which it does what the sentence says
  Cycle end;
  bool open_end = false; ///< the run (or the record) ends before the stretch does
  Cause cause;           ///< none: it works
  /// What is behind that: of a cycle once, of a stretch by the cycles in which it is the same. None
  /// when it is not held.
  std::vector<BehindObstacle> behind_by_cycle;
  Cause behind;                ///< the first of these that is something
  std::string behind_sentence; ///< "waits for the functional unit held by ...", empty with none
  std::string sentence; ///< "waits in ID for $t2 from instruction 1 (...), which is in ALU now;
                        ///< goes on in cycle 5"
  /// Of dynamically scheduled machines: the operation, what it waits for, what that waits for, and
  /// so on back to the root; the operation alone when it waits for no other.
  std::vector<ChainLink> chain;
  Cycle chain_cycle;              ///< in which it is that; in the middle of a stretch
  std::vector<Remedy> remedies;   ///< best first; empty when it does not wait, or nothing helps
  bool remedies_sought = false;   ///< every option of the machine was tried
  std::size_t machines_tried = 0; ///< for that
};

struct Explanation {
  std::string headline;           ///< "cycle 3 of 11: 1 instruction works, 1 waits"
  std::vector<OpExplanation> ops; ///< oldest first; for one operation, its way stretch by stretch
  std::vector<std::string> empty; ///< empty stages and why, front to back
  std::vector<std::string> notes;
};

/// Machines are simulated again for remedies up to this cycle; beyond it the explanation says that
/// it left them out.
inline constexpr std::uint64_t kMaxRemedyCycles = 200'000;

/// Everything in flight in a cycle. Nothing when the run ends before it, or is interrupted before
/// it. Interrupted later, the explanation says in a note what it leaves out.
[[nodiscard]] std::optional<Explanation> explain_cycle(const isa::Program& program,
                                                       const machine::Machine& machine,
                                                       const RunOptions& options,
                                                       std::uint64_t cycle, bool remedies);

/// The way of one operation (numbered in fetch order from 1). Nothing when the run has fewer.
[[nodiscard]] std::optional<Explanation> explain_op(const isa::Program& program,
                                                    const machine::Machine& machine,
                                                    const RunOptions& options, std::uint64_t op,
                                                    bool remedies);

} // namespace stallscope::session
