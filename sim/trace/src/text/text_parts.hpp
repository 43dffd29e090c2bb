#pragma once

#include "report/words.hpp"
#include "text/grid.hpp"

#include <string>

// Parts that the table, the diagram and the comparison share.
namespace stallscope::trace {

/// What stands in a cell of the occupancy table: "2 RAW $t2", "1, 3", "- RAW".
[[nodiscard]] GridCell table_cell(const TableCell& cell, const Lane& lane, const RunRecord& run,
                                  const TextStyle& style, bool with_gap_marks);

/// What stands in the column of one cycle of the diagram: a lane, or the mark of what the operation
/// or its fetch waits for. Empty when there is nothing to say.
[[nodiscard]] GridCell diagram_cell(const DiagramRow& row, std::size_t column,
                                    const PipelineDiagram& diagram, const RunRecord& run);

/// Cells the widest entry of a diagram takes, headings included: every cycle gets a column of this
/// width.
[[nodiscard]] std::size_t widest_cell(const PipelineDiagram& diagram, const RunRecord& run);

/// The mark of a difference, or the space it would take, in front of every item.
[[nodiscard]] GridCell with_mark(GridCell cell, bool differs);

/// "Instructions", each with its number, text and what it waited for.
[[nodiscard]] std::string instruction_list(const std::vector<const OpRow*>& rows,
                                           const RunRecord& run, const TextStyle& style);

/// "Reasons", each mark with its meaning; empty when there are none. A last line explains 'x' when
/// it occurs.
[[nodiscard]] std::string reason_legend(const ReasonSet& reasons, bool wrong_path,
                                        const TextStyle& style);

/// The accounts of two runs beside each other, in a fixed order of reasons, with a star where they
/// differ.
[[nodiscard]] std::string ledger_comparison(const RunRecord& a, const RunRecord& b,
                                            const TextStyle& style);
/// What an instruction takes in both, by share and reason.
[[nodiscard]] std::string cpi_comparison(const RunRecord& a, const RunRecord& b,
                                         const TextStyle& style);
/// The same for their statistics; the speed of the host is not compared.
[[nodiscard]] std::string stats_comparison(const RunRecord& a, const RunRecord& b,
                                           const TextStyle& style);

/// What both hold at the end of the same cycle, structures of the same name beside each other.
[[nodiscard]] std::string structures_comparison(const RunRecord& a, const RunRecord& b,
                                                const TextStyle& style);

/// text_diagram, with or without the legend of its reasons: a report that shows a table already has
/// one.
[[nodiscard]] std::string diagram_text(const RunRecord& run, const View& view,
                                       const TextStyle& style, bool with_legend);

} // namespace stallscope::trace
