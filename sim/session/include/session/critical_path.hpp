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

/// A change that removes an edge of a critical path, verified by simulation.
struct VerifiedChange {
  std::vector<std::string> settings; ///< settings as for --set; empty: the program was changed
  std::string title;                 ///< "unit mul takes a cycle", "add t2 does not wait for t1"
  std::int64_t cycles_saved = 0;     ///< cycles saved over the run; negative: the changed run takes
                                     ///< longer
};

/// A class of edges of a critical path, and the saving of a run without them.
struct CriticalEdge {
  trace::EdgeClass edge;
  std::string sentence;                   ///< sentence that describes an example of the class
  std::optional<VerifiedChange> verified; ///< the best change tried; nullopt: no change removes the
                                          ///< class
  std::size_t others = 0; ///< classes of edges with fewer cycles that the same change removes
};

struct CriticalPathReport {
  trace::RunRecord run;
  std::vector<trace::PathLink> path; ///< from the first cycle to the last
  /// Largest measured saving first; then the unmeasured ones, by the estimate from the graph.
  std::vector<CriticalEdge> top;
  std::size_t left_out = 0; ///< number of classes of edges that were not examined
  bool whole = true;        ///< the record covers the whole run
  bool interrupted = false; ///< interrupted before everything was verified
};

/// Maximum number of classes of edges for which the saving is reported.
inline constexpr std::size_t kTopEdges = 10;
/// Maximum number of classes that are measured: those whose removal shortens the graph most, and
/// those with the most cycles on the path.
inline constexpr std::size_t kMeasuredByLength = 10;
inline constexpr std::size_t kMeasuredByCycles = 5;

/// The critical path of a run, and the classes of its edges whose removal saves the most cycles,
/// measured by running a machine (or a program) without them. A change affects all operations of
/// its kind, not only those on the path. The path is empty when the analysis is interrupted before
/// it is known.
[[nodiscard]] CriticalPathReport critical_path(const isa::Program& program,
                                               const machine::Machine& machine,
                                               const RunOptions& options);

/// Selects a cell: of an operation, of a lane, or the oldest held operation of a cycle. At least
/// one of `cycle` and `op` must be set.
struct CellQuestion {
  std::optional<std::uint64_t> cycle;
  std::optional<std::uint64_t> op; ///< number in fetch order, from 1; without a cycle: the cell of
                                   ///< its longest wait
  std::string lane;                ///< empty: any; without an operation: the operation held there,
                                   ///< or the cause of its empty slots
  std::optional<trace::OpName> named = std::nullopt; ///< name of an operation, instead of `op`
};

struct CellAnswer {
  trace::RunRecord run;
  std::optional<trace::WhyChain> chain; ///< nullopt: there is no such cell, for the reason in:
  std::string problem;
  /// Where a lane is asked for that has operations and free slots: of its free slots.
  std::optional<trace::WhyChain> of_free_slots;
  std::size_t others = 0; ///< number of younger operations that are held in the same cycle
};

/// The chain of causes of a cell's content, back to the root.
[[nodiscard]] CellAnswer why_chain(const isa::Program& program, const machine::Machine& machine,
                                   const RunOptions& options, const CellQuestion& question);

} // namespace stallscope::session
