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

/// Edges of a critical path, what the run would gain without them, and what it does gain.
struct CriticalEdge {
  trace::EdgeClass edge;
  std::string sentence;                   ///< of its example
  std::optional<VerifiedChange> verified; ///< the best of what was tried; none: nothing fits
};

struct CriticalPathReport {
  trace::RunRecord run;
  std::vector<trace::PathLink> path; ///< from the first cycle to the last
  std::vector<CriticalEdge> top;     ///< the greatest gain first
  std::size_t left_out = 0;          ///< classes of edges without a gain, as there were too many
  bool whole = true;                 ///< the record is the whole run
  bool interrupted = false;          ///< not everything was verified
};

/// Edges of which is said what the run gains without them.
inline constexpr std::size_t kTopEdges = 10;

/// The critical path of a run, and its edges with the greatest gain, each of which is verified by a
/// run of a machine (or a program) that does not have it. The path is empty when it is interrupted
/// before that is known.
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
