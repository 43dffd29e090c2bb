#include "model/language/strings.hpp"
#include "model/run/run_words.hpp"
#include "view/table/table_panel.hpp"

#include <algorithm>

// The keyboard cursor of a table.
namespace stallscope::gui {

namespace {

const std::vector<TableToken>* tokens_of(const TableView& table, std::uint64_t cycle,
                                         std::size_t lane) {
  for (const TableRowView& row : table.rows)
    if (row.cycle == cycle && lane < row.cells.size())
      return &row.cells[lane].tokens;
  return nullptr;
}

/// The index of an operation in a cell, or the given index if the operation is not there.
std::size_t index_of(const std::vector<TableToken>& tokens, OpId op, std::size_t index) {
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (op && tokens[i].op == op)
      return i;
  return std::min(index, tokens.size() - 1);
}

} // namespace

/// Starts at an operation that waits in the current cycle, otherwise at the first operation.
void TablePanel::start_cursor(const TableView& table, Side side, std::uint64_t now) {
  Cursor cursor;
  cursor.side = side;
  cursor.cycle = std::max<std::uint64_t>(now, 1);
  bool found = false;
  for (std::size_t lane = 0; lane < table.lanes.size(); ++lane)
    if (const auto* tokens = tokens_of(table, cursor.cycle, lane))
      for (const TableToken& token : *tokens)
        if (!found || (token.stalled() && !cursor.op)) {
          cursor.lane = lane;
          cursor.op = token.stalled() ? token.op : kNoOp;
          found = true;
        }
  cursor_ = cursor;
  trail_.clear();
}

TableCellId TablePanel::cell_of(const Cursor& cursor, const TableView& table) const {
  TableCellId id{cursor.cycle, static_cast<LaneId>(cursor.lane), kNoOp};
  const auto* tokens = tokens_of(table, cursor.cycle, cursor.lane);
  if (tokens != nullptr && !tokens->empty())
    id.op = (*tokens)[index_of(*tokens, cursor.op, cursor.index)].op;
  return id;
}

/// Past the last lane of A the cursor goes on in the first one of B, and back.
bool TablePanel::cross_over(CursorKey key, std::size_t lanes, Comparison& runs,
                            const Shared& shared) {
  Cursor& cursor = *cursor_;
  const bool to_b = cursor.side == Side::a && key == CursorKey::right && cursor.lane + 1 >= lanes;
  const bool to_a = cursor.side == Side::b && key == CursorKey::left && cursor.lane == 0;
  if (!runs.has_b() || shared.arrangement == Arrangement::single || (!to_b && !to_a))
    return false;
  const Side side = to_b ? Side::b : Side::a;
  cursor.side = side;
  cursor.lane = to_b ? 0 : runs.run(side).lanes().size() - 1;
  cursor.index = to_b ? 0 : ~std::size_t{0};
  cursor.op = kNoOp;
  runs.set_active(side);
  return true;
}

void TablePanel::move_cursor(CursorKey key, const TableView& table, std::uint64_t now) {
  Cursor& cursor = *cursor_;
  const auto* tokens = tokens_of(table, cursor.cycle, cursor.lane);
  const bool several = tokens != nullptr && !tokens->empty();
  const std::size_t index = several ? index_of(*tokens, cursor.op, cursor.index) : 0;
  switch (key) {
  case CursorKey::up:
    cursor.cycle -= cursor.cycle > 1 ? 1 : 0;
    break;
  case CursorKey::down:
    cursor.cycle += cursor.cycle < now ? 1 : 0;
    break;
  case CursorKey::left:
    if (index > 0) {
      cursor.index = index - 1;
    } else if (cursor.lane > 0) {
      --cursor.lane;
      cursor.index = ~std::size_t{0}; // the last operation of the cell
    }
    break;
  default:
    if (several && index + 1 < tokens->size()) {
      cursor.index = index + 1;
    } else if (cursor.lane + 1 < table.lanes.size()) {
      ++cursor.lane;
      cursor.index = 0;
    }
  }
  cursor.op = kNoOp;
}

/// First press: shows why the cell waits; second press: moves to the cell it waits for.
void TablePanel::ask_why(const TableView& table, Run& run, Shared& shared) {
  TableModel& model = panes_[static_cast<std::size_t>(cursor_->side)].model;
  const TableCellId id = cell_of(*cursor_, table);
  if (model.pinned() != id) {
    model.pin(id);
    shared.pinned_sentence = model.explain(run, id);
    return;
  }
  const auto culprit = model.culprit_cell(run, id);
  if (!culprit) {
    shared.message = tr(Text::waits_for_none);
    return;
  }
  trail_.push_back(*cursor_);
  cursor_->cycle = culprit->cycle;
  cursor_->lane = culprit->lane;
  cursor_->op = culprit->op;
  model.pin(*culprit);
  shared.pinned_sentence = model.explain(run, *culprit);
}

void TablePanel::take_cursor_key(CursorKey key, const TableView& table, Comparison& runs,
                                 Shared& shared, std::uint64_t rows) {
  Run& run = runs.run(cursor_->side);
  if (key == CursorKey::why) {
    ask_why(table, run, shared);
  } else if (key == CursorKey::back) {
    if (trail_.empty())
      return;
    cursor_ = trail_.back();
    trail_.pop_back();
    TableModel& model = panes_[static_cast<std::size_t>(cursor_->side)].model;
    const TableCellId id{cursor_->cycle, static_cast<LaneId>(cursor_->lane), cursor_->op};
    model.pin(id);
    shared.pinned_sentence = model.explain(run, id);
  } else {
    const auto* tokens = tokens_of(table, cursor_->cycle, cursor_->lane);
    const std::size_t count = tokens == nullptr ? 0 : tokens->size();
    const std::size_t index = count == 0 ? 0 : index_of(*tokens, cursor_->op, cursor_->index);
    const bool at_edge = key == CursorKey::right ? index + 1 >= count : index == 0;
    if (!at_edge || !cross_over(key, table.lanes.size(), runs, shared))
      move_cursor(key, table, runs.cycle(cursor_->side));
  }
  keep_in_sight(scroll_of(runs, cursor_->side), cursor_->cycle, rows);
}

void TablePanel::keep_in_sight(Scroll& scroll, std::uint64_t cycle, std::uint64_t rows) {
  scroll.top_cycle = std::min(scroll.top_cycle, cycle);
  if (cycle >= scroll.top_cycle + rows)
    scroll.top_cycle = cycle - rows + 1;
}

void TablePanel::draw_cursor(const TableView& table, Comparison& runs, Side side, Shared& shared,
                             TableFrame& frame) {
  if (!cursor_ || cursor_->side != side)
    return;
  cursor_->cycle = std::min(cursor_->cycle, std::max<std::uint64_t>(frame.current, 1));
  cursor_->lane = std::min(cursor_->lane, table.lanes.size() - 1);
  const TableCellId id = cell_of(*cursor_, table);
  if (id.op)
    cursor_->op = id.op; // vertical movement stays with an operation only while it is in the lane
  frame.hovered = TableLayout::Hit{id.cycle, id.lane};
  frame.followed = id.op;
  pointed_ = id;
  if (const auto* tokens = tokens_of(table, id.cycle, id.lane);
      tokens != nullptr && side == Side::a)
    for (const TableToken& token : *tokens)
      if (token.op == id.op)
        shared.line_pointed = source_line_of(runs.run(side), token.pc);
  shared.sentence = panes_[static_cast<std::size_t>(side)].model.explain(runs.run(side), id);
}

} // namespace stallscope::gui
