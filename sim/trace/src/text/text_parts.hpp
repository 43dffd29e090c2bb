#pragma once

#include "report/words.hpp"
#include "text/grid.hpp"

#include <string>

// Parts shared by table, diagram and comparison.
namespace stallscope::trace {

/// Text of a cell of the occupancy table: "2 RAW $t2", "1, 3", "- RAW".
[[nodiscard]] GridCell table_cell(const TableCell& cell, const Lane& lane, const RunRecord& run,
                                  const TextStyle& style, bool with_gap_marks);

/// Text of a diagram's cell: a lane, or the abbreviation of the stall of the operation or its
/// fetch. Can be empty.
[[nodiscard]] GridCell diagram_cell(const DiagramRow& row, std::size_t column,
                                    const PipelineDiagram& diagram, const RunRecord& run);

/// Width of the widest entry of a diagram, headings included: the width of every cycle's column.
[[nodiscard]] std::size_t widest_cell(const PipelineDiagram& diagram, const RunRecord& run);

/// The mark of a difference, or an equally wide space, before every item.
[[nodiscard]] GridCell with_mark(GridCell cell, bool differs);

/// "Instructions", each with its number, text and stalls.
[[nodiscard]] std::string instruction_list(const std::vector<const OpRow*>& rows,
                                           const RunRecord& run, const TextStyle& style);

/// "Reasons", each abbreviation with its meaning; empty when there are none. The last line explains
/// 'x' when it occurs.
[[nodiscard]] std::string reason_legend(const ReasonSet& reasons, bool wrong_path, bool training,
                                        const TextStyle& style);

/// The accounts of two runs side by side, in a fixed order of reasons, with a star where they
/// differ.
[[nodiscard]] std::string ledger_comparison(const RunRecord& a, const RunRecord& b,
                                            const TextStyle& style);
/// CPI stacks of both runs, by share and reason.
[[nodiscard]] std::string cpi_comparison(const RunRecord& a, const RunRecord& b,
                                         const TextStyle& style);
/// Statistics of both runs, except the speed of the host.
[[nodiscard]] std::string stats_comparison(const RunRecord& a, const RunRecord& b,
                                           const TextStyle& style);

/// Structures of both runs at the end of the same cycle, side by side by name.
[[nodiscard]] std::string structures_comparison(const RunRecord& a, const RunRecord& b,
                                                const TextStyle& style);

/// text_diagram, with or without the legend of reasons: a report with a table has one already.
[[nodiscard]] std::string diagram_text(const RunRecord& run, const View& view,
                                       const TextStyle& style, bool with_legend);

} // namespace stallscope::trace
