#include "model/cells/table_model.hpp"

#include "model/language/sentences.hpp"

#include <algorithm>

namespace stallscope::gui {

namespace {

TableToken token_of(const Occupant& occupant, const trace::RunRecord& record) {
  TableToken token;
  token.op = occupant.op;
  token.color = color_of(record.color(occupant.op));
  token.number = number_of(occupant.op, occupant.wrong_path, record);
  const OpRow* row = record.timeline.find(occupant.op);
  token.text =
      row != nullptr ? operation_words(record, *row) : record.legend.text(occupant.instruction);
  if (occupant.instruction.value < record.legend.instruction_pc.size())
    token.pc = record.legend.instruction_pc[occupant.instruction.value];
  token.wrong_path = occupant.wrong_path;
  token.cause = occupant.cause;
  token.reason = short_cause(occupant.cause, record);
  token.pattern = pattern_of(occupant.cause.why);
  token.letter = letter_of(occupant.cause.why);
  return token;
}

/// The lane that an operation is on in a row of the table.
LaneId lane_before(const std::vector<TableCell>& row, const std::vector<Lane>& lanes, OpId op) {
  for (std::size_t lane = 0; lane < row.size(); ++lane)
    if (!lanes[lane].is_queue)
      for (const Occupant& occupant : row[lane].occupants)
        if (occupant.op == op)
          return static_cast<LaneId>(lane);
  return kNoLane;
}

TableRowView row_view(const OccupancyTable& table, std::size_t index,
                      const trace::RunRecord& record) {
  TableRowView row;
  row.cycle = table.first_cycle.value + index;
  row.cells.resize(table.lanes.size());
  for (std::size_t lane = 0; lane < table.lanes.size(); ++lane) {
    const TableCell& cell = table.rows[index][lane];
    TableCellView& view = row.cells[lane];
    view.gap = cell.gap;
    view.gap_reason = short_cause(cell.gap, record);
    if (table.lanes[lane].is_queue) {
      view.queued = cell.occupants.size();
      continue;
    }
    for (const Occupant& occupant : cell.occupants) {
      TableToken token = token_of(occupant, record);
      if (index > 0)
        token.from_lane = lane_before(table.rows[index - 1], table.lanes, occupant.op);
      view.tokens.push_back(std::move(token));
    }
  }
  return row;
}

} // namespace

std::uint64_t TableModel::follow(std::uint64_t now, std::uint64_t rows, std::uint64_t last) {
  rows = std::max<std::uint64_t>(rows, 1);
  if (last <= rows)
    return 1;
  const std::uint64_t above = std::max<std::uint64_t>(rows * 2 / 3, 1);
  const std::uint64_t first = now > above ? now - above + 1 : 1;
  return std::min(first, last - rows + 1);
}

std::uint64_t TableModel::keep_end(std::uint64_t first, std::uint64_t rows, std::uint64_t last) {
  const std::uint64_t kept = std::max<std::uint64_t>(rows / 3, 1);
  const std::uint64_t furthest = last > kept ? last - kept + 1 : 1;
  if (first > furthest && last <= rows) // nothing of it is beside the other run: all of it fits
    return 1;
  return std::clamp<std::uint64_t>(first, 1, furthest);
}

const TableView& TableModel::visible(Run& run, std::uint64_t first_cycle, std::uint64_t rows,
                                     std::uint64_t now) {
  const std::uint64_t first = std::max<std::uint64_t>(first_cycle, 1);
  const std::uint64_t last = std::min({first + rows, now + 1, run.last_cycle() + 1});
  if (of_ == &run && version_ == run.version() && first_ == first && last_ == last &&
      !view_.loading)
    return view_;
  if (of_ == &run && version_ != run.version())
    pinned_.reset(); // the cell belongs to the previous run
  of_ = &run;
  version_ = run.version();
  first_ = first;
  last_ = last;
  view_ = {};
  view_.first_cycle = first;
  view_.lanes = run.lanes();
  if (last <= first)
    return view_;
  const std::uint64_t before = first > 1 ? first - 1 : 1; // the previous row determines where
                                                          // tokens come from
  const WindowPtr window = run.window(before, last);
  if (window == nullptr) {
    view_.loading = true;
    return view_;
  }
  const OccupancyTable table =
      occupancy_table(window->index.slice(Cycle{before}, Cycle{last}), Cycle{before}, Cycle{last});
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    if (table.first_cycle.value + i >= first)
      view_.rows.push_back(row_view(table, i, window->record));
  return view_;
}

std::optional<TableCellId> place_of(const Timeline& timeline, OpId op, std::uint64_t cycle) {
  const OpRow* row = timeline.find(op);
  if (row == nullptr)
    return std::nullopt;
  std::optional<TableCellId> best;
  std::uint64_t best_distance = 0;
  for (const Span& span : timeline.spans_of(*row)) {
    const std::uint64_t at = std::clamp(cycle, span.begin.value, span.end.value - 1);
    const std::uint64_t distance = at > cycle ? at - cycle : cycle - at;
    if (!best || distance < best_distance) {
      best = TableCellId{at, span.lane, op};
      best_distance = distance;
    }
  }
  return best;
}

namespace {

/// The cause of a cell: of the stalled operation, or of the free slots.
Cause cause_in(const Timeline& timeline, const TableCellId& cell) {
  if (!cell.op) {
    for (const Gap& gap : timeline.gaps)
      if (gap.lane == cell.lane && gap.begin.value <= cell.cycle && cell.cycle < gap.end.value)
        return gap.cause;
    return {};
  }
  const OpRow* row = timeline.find(cell.op);
  if (row != nullptr)
    for (const Span& span : timeline.spans_of(*row))
      if (span.begin.value <= cell.cycle && cell.cycle < span.end.value && span.lane == cell.lane)
        return span.cause;
  return {};
}

} // namespace

std::optional<TableCellId> TableModel::culprit_cell(Run& run, const TableCellId& cell) const {
  const WindowPtr window = run.window(cell.cycle, cell.cycle + 1);
  if (window == nullptr)
    return std::nullopt;
  const Cycle at{cell.cycle};
  const Cause cause = cause_in(window->index.slice(at, at + 1), cell);
  if (!cause.culprit || cause.culprit == cell.op)
    return std::nullopt;
  return place_of(window->timeline(), cause.culprit, cell.cycle);
}

std::string TableModel::explain(Run& run, const TableCellId& cell) const {
  const WindowPtr window = run.window(cell.cycle, cell.cycle + 1);
  if (window == nullptr || cell.lane >= window->timeline().lanes.size())
    return {};
  const Cycle at{cell.cycle};
  const Cause cause = cause_in(window->index.slice(at, at + 1), cell);
  return cell_sentence(window->record, cell.cycle, cell.lane, cell.op, cause);
}

std::string TableModel::row_words(Run& run, std::uint64_t cycle) {
  const TableView& view = visible(run, cycle, 1, cycle);
  std::string words;
  if (view.rows.empty())
    return words;
  const auto add = [&](LaneId lane, OpId op) {
    const std::string sentence = explain(run, {cycle, lane, op});
    // omits "cycle N, "
    const std::size_t start = sentence.find(view.lanes[lane].name);
    words += sentence.substr(start == std::string::npos ? 0 : start) + ". ";
  };
  for (std::size_t lane = 0; lane < view.lanes.size(); ++lane) {
    const TableCellView& cell = view.rows[0].cells[lane];
    for (const TableToken& token : cell.tokens)
      add(static_cast<LaneId>(lane), token.op);
    if (cell.gap.why != Reason::none) // cause of the free slots
      add(static_cast<LaneId>(lane), kNoOp);
  }
  if (!words.empty())
    words.pop_back();
  return words;
}

} // namespace stallscope::gui
