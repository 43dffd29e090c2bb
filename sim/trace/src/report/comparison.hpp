#pragma once

#include "timeline/occupancy_table.hpp"
#include "timeline/pipeline_diagram.hpp"
#include "trace/render.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// Alignment and differences of two runs, for every form of a comparison.
namespace stallscope::trace {

/// The retired instructions in order of retirement (within a cycle: by number): for several
/// micro-ops the row of the last; a fused pair counts as two, with the same row.
[[nodiscard]] std::vector<OpRow> retired_rows(const Timeline& timeline);
/// retired_rows() from the record's window on: aligned with a second run with the same window.
[[nodiscard]] std::vector<OpRow> retired_in_window(const RunRecord& run);

/// "A 11 cycles, B 8 cycles: B saves 3 cycles (27.3 %)". The share is of the longer run.
[[nodiscard]] std::string cycles_sentence(const RunRecord& a, const RunRecord& b);

/// "First difference: instruction 2 ...", or that there is none.
[[nodiscard]] std::string divergence_sentence(const RunRecord& a, const RunRecord& b);

/// A line of a comparison: a row of one run, of the other, or of both.
struct Pair {
  std::optional<std::size_t> a;
  std::optional<std::size_t> b;
};

/// Aligned rows of two tables. By cycle: equal cycles on one line. By instruction: the cycles in
/// which the n-th instruction retires are on one line, and the shorter interval before it is padded
/// in front.
[[nodiscard]] std::vector<Pair> align_rows(const OccupancyTable& a, const RunRecord& run_a,
                                           const OccupancyTable& b, const RunRecord& run_b,
                                           Align align);

/// Aligned rows of two diagrams. By cycle: in order of number. By instruction: the n-th retired
/// operations together; operations that never retired have no counterpart.
[[nodiscard]] std::vector<Pair> align_rows(const PipelineDiagram& a, const RunRecord& run_a,
                                           const PipelineDiagram& b, const RunRecord& run_b,
                                           Align align);

/// For each lane of a, the lane of the same name of b.
[[nodiscard]] std::vector<std::optional<std::size_t>> matching_lanes(const std::vector<Lane>& a,
                                                                     const std::vector<Lane>& b);

/// Table cells that differ between the runs: other instructions, or another wait. Causes of empty
/// cells, and lanes of only one machine, are ignored.
struct TableMarks {
  std::vector<std::vector<bool>> a; ///< [row][lane] of a's table
  std::vector<std::vector<bool>> b;
};
[[nodiscard]] TableMarks differences(const OccupancyTable& a, const RunRecord& run_a,
                                     const OccupancyTable& b, const RunRecord& run_b,
                                     const std::vector<Pair>& pairs);

/// As above for diagrams: another lane or another wait in the same cycle.
[[nodiscard]] TableMarks differences(const PipelineDiagram& a, const RunRecord& run_a,
                                     const PipelineDiagram& b, const RunRecord& run_b,
                                     const std::vector<Pair>& pairs);

/// Two tables or two diagrams, row beside row, with differences marked.
template <class Table> struct Compared {
  Table a;
  Table b;
  std::vector<Pair> pairs;
  TableMarks marks;
};
template <class Table>
[[nodiscard]] Compared<Table> compared(Table a, const RunRecord& run_a, Table b,
                                       const RunRecord& run_b, Align align) {
  Compared<Table> both{std::move(a), std::move(b), {}, {}};
  both.pairs = align_rows(both.a, run_a, both.b, run_b, align);
  both.marks = differences(both.a, run_a, both.b, run_b, both.pairs);
  return both;
}

} // namespace stallscope::trace
