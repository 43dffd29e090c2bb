#include "trace/report_size.hpp"

#include "base/byte_size.hpp"
#include "base/markup.hpp"
#include "report/window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace stallscope::trace {

namespace {

/// Estimated size of each instruction's executions in a cell.
std::vector<std::uint64_t> bytes_in_cells(const RunRecord& run, std::uint64_t cell) {
  std::vector<std::uint64_t> bytes;
  bytes.reserve(run.legend.instruction_text.size());
  for (const std::string& text : run.legend.instruction_text)
    bytes.push_back(cell + escaped_markup(text).size());
  return bytes;
}

} // namespace

std::uint64_t picture_bytes(const RunRecord& run, const View& view, CellsOf cells) {
  const std::uint64_t pictures =
      (view.table ? 1U : 0U) + (view.diagram && cells == CellsOf::table_and_diagram ? 1U : 0U);
  if (pictures == 0)
    return 0;
  const std::uint64_t cell =
      cells == CellsOf::table_and_diagram ? kPictureCellBytes : kListCellBytes;
  const SpanWindow window = span_window(run, view);
  const std::vector<std::uint64_t> in_cells = bytes_in_cells(run, cell);
  std::uint64_t bytes = 0;
  for (const OpRow* row : window.rows) {
    const Cycle from = std::max(window.from, row->begin);
    const Cycle to = std::min(window.to, row->end);
    const std::uint32_t i = row->instruction.value;
    const std::uint64_t in_cell = i < in_cells.size() ? in_cells[i] : cell;
    std::uint64_t of_row = 0;
    if (to > from && __builtin_mul_overflow(pictures * in_cell, to - from, &of_row))
      return ~0ULL;
    if (__builtin_add_overflow(bytes, of_row, &bytes))
      return ~0ULL;
  }
  return bytes;
}

std::string why_too_long(std::uint64_t picture_bytes, const Terms& terms) {
  if (picture_bytes <= kMostPictureBytes)
    return "";
  return fmt::format("Table and diagram would take about {} MB, more than {}: show fewer with {}.",
                     picture_bytes / 1'000'000, byte_size_words(kMostPictureBytes),
                     terms.fewer_of_either);
}

} // namespace stallscope::trace
