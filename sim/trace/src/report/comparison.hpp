#pragma once

#include "timeline/occupancy_table.hpp"
#include "timeline/pipeline_diagram.hpp"
#include "trace/render.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

// What two runs have in common and where they part, for every form of a comparison.
namespace stallscope::trace {

/// The instructions that left the machine at their end, in order of retirement (in the same cycle:
/// by number): of several micro-ops the row of the last; of two instructions that are one micro-op
/// a row each.
[[nodiscard]] std::vector<OpRow> retired_rows(const Timeline& timeline);
/// Likewise, from the first of the record's window on: what a second run with the same window lines
/// up with.
[[nodiscard]] std::vector<OpRow> retired_in_window(const RunRecord& run);

/// "A 11 cycles, B 8 cycles: B saves 3 cycles (27.3 %)". The share is of the longer run.
[[nodiscard]] std::string cycles_sentence(const RunRecord& a, const RunRecord& b);

/// "First difference: instruction 2 ...", or that there is none.
[[nodiscard]] std::string divergence_sentence(const RunRecord& a, const RunRecord& b);

/// A line of a comparison: a row of one run, of the other, or one of each.
struct Pair {
  std::optional<std::size_t> a;
  std::optional<std::size_t> b;
};

/// Rows of two tables lined up. By cycle: same cycle, same line. By instruction: the cycles in
/// which the n-th instruction retires stand on one line, and the shorter way there is padded in
/// front.
[[nodiscard]] std::vector<Pair> align_tables(const OccupancyTable& a, const RunRecord& run_a,
                                             const OccupancyTable& b, const RunRecord& run_b,
                                             Align align);

/// Rows of two diagrams lined up. By cycle: in order of number. By instruction: the n-th retired
/// beside the n-th retired; what never retired stands alone.
[[nodiscard]] std::vector<Pair> align_diagrams(const PipelineDiagram& a, const RunRecord& run_a,
                                               const PipelineDiagram& b, const RunRecord& run_b,
                                               Align align);

/// For each lane of a, the lane of the same name of b.
[[nodiscard]] std::vector<std::optional<std::size_t>> matching_lanes(const std::vector<Lane>& a,
                                                                     const std::vector<Lane>& b);

/// Cells of a table that are not the same in the two runs: other instructions, or another wait. The
/// reason of an empty cell does not count. Lanes only one machine has are never marked.
struct TableMarks {
  std::vector<std::vector<bool>> a; ///< [row][lane] of a's table
  std::vector<std::vector<bool>> b;
};
[[nodiscard]] TableMarks compare_tables(const OccupancyTable& a, const RunRecord& run_a,
                                        const OccupancyTable& b, const RunRecord& run_b,
                                        const std::vector<Pair>& pairs);

/// The same for diagrams: another lane or another wait in the same cycle.
[[nodiscard]] TableMarks compare_diagrams(const PipelineDiagram& a, const RunRecord& run_a,
                                          const PipelineDiagram& b, const RunRecord& run_b,
                                          const std::vector<Pair>& pairs);

} // namespace stallscope::trace
