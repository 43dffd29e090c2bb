#pragma once

#include "isa/program.hpp"
#include "machine/description.hpp"
#include "session/runner.hpp"
#include "trace/critical_path.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::session {

/// A change that removes an edge of a critical path, measured.
struct VerifiedChange {
  std::vector<std::string> settings; ///< as --set takes them; empty: the program was changed
  std::string title;                 ///< "unit mul takes a cycle", "add t2 does not wait for t1"
  std::int64_t cycles_saved = 0;     ///< of the run; below 0: it takes longer
};

/// Edges of a critical path, and what a run saves that does not have them.
struct CriticalEdge {
  trace::EdgeClass edge;
  std::string sentence;                   ///< of its example
  std::optional<VerifiedChange> verified; ///< the best of what was tried; none: nothing fits
  std::size_t others = 0; ///< kinds of edges with fewer cycles for which that is the same change
};

struct CriticalPathReport {
  trace::RunRecord run;
  std::vector<trace::PathLink> path; ///< from the first cycle to the last
  /// The greatest measured saving first; behind them what could not be measured, by the estimate of
  /// the graph.
  std::vector<CriticalEdge> top;
  std::size_t left_out = 0; ///< classes of edges that were not looked at
  bool whole = true;        ///< the record is the whole run
  bool interrupted = false; ///< not everything was verified
};

/// Edges of which is said what the run saves without them.
inline constexpr std::size_t kTopEdges = 10;
/// Classes of edges that are measured for that: those without which the graph is the shortest, and
/// those with the most cycles of the path.
inline constexpr std::size_t kMeasuredByLength = 10;
inline constexpr std::size_t kMeasuredByCycles = 5;

/// The critical path of a run, and of its edges those without which the run saves most: measured by
/// a run of a machine (or a program) that does not have them. A change holds for all operations of
/// its kind, also for those beside the path. The path is empty when it is interrupted before that
/// is known.
[[nodiscard]] CriticalPathReport critical_path(const isa::Program& program,
                                               const machine::Machine& machine,
                                               const RunOptions& options);

/// A cell: of an operation, of a lane, or whatever is held in a cycle. One of `cycle` and `op` at
/// least.
struct CellQuestion {
  std::optional<std::uint64_t> cycle;
  std::optional<std::uint64_t> op; ///< in fetch order, from 1; without a cycle: its longest wait
  std::string lane;                ///< empty: any; without an operation: who is held there, or why
                                   ///< it has room
};

struct CellAnswer {
  trace::RunRecord run;
  std::optional<trace::WhyChain> chain; ///< none: there is no such cell, and this is why:
  std::string problem;
  std::size_t others = 0; ///< operations that are held in the cycle as well, younger ones
};

/// Why a cell is as it is, back to the root.
[[nodiscard]] CellAnswer why_chain(const isa::Program& program, const machine::Machine& machine,
                                   const RunOptions& options, const CellQuestion& question);

} // namespace stallscope::session
