#pragma once

#include "grid.hpp"
#include "words.hpp"

#include <string>

// Parts that the table, the diagram and the comparison share.
namespace stallscope::trace {

/// What stands in a cell of the occupancy table: "2 RAW $t2", "1, 3", "-".
[[nodiscard]] GridCell table_cell(const TableCell& cell, const Lane& lane, const RunRecord& run,
                                  const TextStyle& style, bool with_gap_marks);

/// What stands in the column of one cycle of the diagram; empty when the operation is on no lane.
[[nodiscard]] GridCell diagram_cell(const DiagramRow& row, std::size_t column,
                                    const PipelineDiagram& diagram, const RunRecord& run);

/// Cells the widest entry of a diagram takes, headings included: every cycle gets a column of this
/// width.
[[nodiscard]] std::size_t widest_cell(const PipelineDiagram& diagram, const RunRecord& run);

/// The mark of a difference, or the space it would take, in front of every item.
[[nodiscard]] GridCell with_mark(GridCell cell, bool differs);

/// Whether empty cells carry the mark of their reason: only where it can be told from an
/// operation's.
[[nodiscard]] bool shows_gap_marks(const TextStyle& style);

/// "Instructions", each with its number, text and what it waited for.
[[nodiscard]] std::string instruction_list(const std::vector<const OpRow*>& rows,
                                           const RunRecord& run, const TextStyle& style);

/// "Reasons", each mark with its meaning; empty when there are none. A last line explains 'x' when
/// it occurs.
[[nodiscard]] std::string reason_legend(const ReasonSet& reasons, bool wrong_path,
                                        const TextStyle& style);

/// text_diagram, with or without the legend of its reasons: a report that shows a table already has
/// one.
[[nodiscard]] std::string diagram_text(const RunRecord& run, const View& view,
                                       const TextStyle& style, bool with_legend);

} // namespace stallscope::trace
