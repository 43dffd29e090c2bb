#include "model/processor_model.hpp"

#include "micro_op_facts.hpp"
#include "model/sentences.hpp"
#include "processor_flows.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace stallscope::gui {

const ProcessorLayout& ProcessorModel::layout(const Run& run) {
  if (of_ != &run || version_ != run.version()) {
    of_ = &run;
    version_ = run.version();
    cycle_ = ~0ULL;
    layout_ = run.machine() == nullptr ? ProcessorLayout() : layout_of(*run.machine(), run.lanes());
  }
  return layout_;
}

namespace {

struct Standing {
  const OpRow* row = nullptr;
  const Span* span = nullptr;
};

/// The operations on a lane in a cycle, with what they do there.
std::vector<Standing> standing_in(const Timeline& part, std::uint64_t cycle) {
  std::vector<Standing> list;
  for (const OpRow& row : part.rows)
    for (const Span& span : part.spans_of(row))
      if (span.begin.value <= cycle && cycle < span.end.value)
        list.push_back({&row, &span});
  return list;
}

/// Units of the figure below the tokens of a stage.
constexpr double kStageText = 11;
/// Above those of the branch prediction queue, whose name takes two lines.
constexpr double kQueueName = 7.4;
/// Between tokens and the edges of their part, and between tokens, as a part of their size.
constexpr double kMargin = 0.8;
constexpr double kGap = 0.06;

struct Squares {
  double columns = 1;
  double size = 0; ///< edge
};
/// The largest squares of which so many fit into a box.
Squares largest_squares(double count, double width, double height) {
  Squares best;
  for (double columns = 1; columns <= count; ++columns)
    if (const double size = std::min(width / columns, height / std::ceil(count / columns));
        size > best.size)
      best = {columns, size};
  return best;
}

/// Where tokens stand in a part: lanes beside each other, the operations of each in a grid. Gives
/// back those that stand there.
std::vector<Standing> place(const ProcessorLayout& layout, std::vector<Standing> all,
                            std::map<OpId, ProcessorToken>& tokens) {
  std::map<LaneId, std::vector<const Standing*>> by_lane;
  std::vector<std::size_t> in_part(layout.parts.size(), 0);
  for (const Standing& standing : all) {
    by_lane[standing.span->lane].push_back(&standing);
    ++in_part[layout.part_of_lane[standing.span->lane]];
  }
  for (const auto& [lane, standings] : by_lane) {
    const ProcessorPart& part = layout.parts[layout.part_of_lane[lane]];
    const auto lane_place = static_cast<double>(
        std::find(part.lanes.begin(), part.lanes.end(), lane) - part.lanes.begin());
    const double share = part.width / static_cast<double>(part.lanes.size());
    const double width = share - 2 * kMargin;
    const double left = part.x + lane_place * share + kMargin;
    // A stage has its name above it, and below a token that is alone room for what it is.
    const bool stage = part.kind == PartKind::stage;
    const bool alone = in_part[layout.part_of_lane[lane]] == 1;
    const double head = stage ? (alone ? 3.0 : kMargin) : std::min(3.8, part.height * 0.4);
    const double height = part.height - head - (stage && alone ? kStageText : kMargin);
    const auto count = static_cast<double>(standings.size());
    const auto [columns, size] = largest_squares(count, width, height);
    // Those of a stage stand in its middle, those of others below their name.
    const double top =
        part.y + head + (stage ? (height - std::ceil(count / columns) * size) / 2 : 0.0);
    for (std::size_t i = 0; i < standings.size(); ++i) {
      ProcessorToken& token = tokens[standings[i]->row->op];
      const double column = std::fmod(static_cast<double>(i), columns);
      const double row = std::floor(static_cast<double>(i) / columns);
      const double used = std::min(count, columns) * size;
      token.part = layout.part_of_lane[lane];
      token.size = size * (1 - kGap);
      token.x = left + (width - used) / 2 + (column + 0.5) * size;
      token.y = top + (row + 0.5) * size;
    }
  }
  return all;
}

void describe(ProcessorToken& token, const OpRow& row, const trace::RunRecord& record) {
  token.op = row.op;
  token.number = number_of(row.op, row.wrong_path, record);
  token.text = record.legend.text(row);
  token.color = color_of(record.shown(row.op));
  token.wrong_path = row.wrong_path;
}

bool is_branch(const Run& run, const RunWindow& window, const OpRow& row) {
  return class_of(run, window, row) == isa::OpClass::branch;
}

/// It has left the units, where a branch is decided.
bool has_left_units(const Timeline& part, const OpRow& row, std::uint64_t cycle) {
  const auto spans = part.spans_of(row);
  return std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
    return part.lanes[span.lane].is_unit && span.end.value <= cycle;
  });
}

} // namespace

const ProcessorView& ProcessorModel::visible(Run& run, std::uint64_t cycle) {
  layout(run);
  if (cycle_ == cycle && !view_.loading)
    return view_;
  cycle_ = cycle;
  view_ = {};
  view_.in_part.assign(layout_.parts.size(), 0);
  view_.lit.assign(layout_.flows.size(), false);
  if (cycle == 0 || layout_.parts.empty())
    return view_;
  const std::uint64_t before = cycle > 1 ? cycle - 1 : 1;
  // With the cycle behind it: what ends in this one is known by it.
  const std::uint64_t end = std::max(cycle + 1, std::min(cycle + 2, run.last_cycle() + 1));
  const WindowPtr window = run.window(before, end);
  if (window == nullptr) {
    view_.loading = true;
    return view_;
  }
  const Timeline part = window->index.slice(Cycle{before}, Cycle{cycle + 1});
  std::map<OpId, ProcessorToken> was;
  std::map<OpId, ProcessorToken> is;
  if (cycle > 1)
    place(layout_, standing_in(part, cycle - 1), was);
  std::vector<const OpRow*> rows;
  for (const Standing& standing : place(layout_, standing_in(part, cycle), is)) {
    if (static_cast<std::size_t>(standing.span->lane) + 1 < part.lanes.size()) // it retires there
      rows.push_back(standing.row);
    ProcessorToken& token = is[standing.row->op];
    describe(token, *standing.row, window->record);
    token.cause = standing.span->cause;
    token.reason = short_cause(token.cause, window->record);
    const auto from = was.find(token.op);
    token.from_x = from == was.end() ? token.x : from->second.x;
    token.from_y = from == was.end() ? token.y : from->second.y;
    ++view_.in_part[token.part];
    view_.tokens.push_back(token);
  }
  queue_branches(run, *window, rows, part);
  decide_branches(run, *window, part, was);
  light_flows({run, *window, layout_, part, was, is, cycle}, view_);
  return view_;
}

/// Those of a machine that fetches behind branches before they are decided. Of an instruction with
/// several micro-ops the last decides.
void ProcessorModel::queue_branches(const Run& run, const RunWindow& window,
                                    const std::vector<const OpRow*>& rows, const Timeline& part) {
  const auto queue =
      std::find_if(layout_.parts.begin(), layout_.parts.end(),
                   [](const ProcessorPart& drawn) { return drawn.kind == PartKind::branch_queue; });
  if (queue == layout_.parts.end() || !run.machine()->dynamic->speculates())
    return;
  std::vector<const OpRow*> branches;
  for (const OpRow* row : rows)
    if (const auto what = class_of(run, window, *row); what && isa::is_control(*what)) {
      if (!branches.empty() && row->part > 0 && branches.back()->op < row->op &&
          branches.back()->instruction == row->instruction && branches.back()->part < row->part)
        branches.back() = row;
      else
        branches.push_back(row);
    }
  constexpr double kMost = 6; // of the figure: a token's edge, where there are few
  const double width = queue->width - 2 * kMargin;
  const auto [columns, room] = largest_squares(static_cast<double>(branches.size()), width,
                                               queue->height - kQueueName - kMargin);
  const double size = std::min(room, kMost);
  const double used = std::min(static_cast<double>(branches.size()), columns) * size;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    ProcessorToken& token = view_.queue.emplace_back();
    describe(token, *branches[i], window.record);
    token.part = static_cast<std::size_t>(queue - layout_.parts.begin());
    token.size = size * (1 - kGap);
    const auto place = static_cast<double>(i);
    token.x = token.from_x =
        queue->x + kMargin + (width - used) / 2 + (std::fmod(place, columns) + 0.5) * size;
    token.y = token.from_y = queue->y + kQueueName + (std::floor(place / columns) + 0.5) * size;
    token.decided = has_left_units(part, *branches[i], cycle_);
  }
}

/// What was predicted wrongly or rightly, and the work that is swept away. Dynamically scheduled
/// machines know it in the last cycle on the unit, and sweep in the next.
void ProcessorModel::decide_branches(const Run& run, const RunWindow& window, const Timeline& part,
                                     const std::map<OpId, ProcessorToken>& was) {
  const bool dynamic = run.machine()->dynamic.has_value();
  for (const OpRow& row : part.rows) {
    const auto stood = was.find(row.op);
    if (row.flushed && row.end.value == cycle_ && stood != was.end()) {
      ProcessorToken token = stood->second;
      describe(token, row, window.record);
      token.from_x = token.x;
      token.from_y = token.y;
      token.swept = true;
      view_.tokens.push_back(token);
      ++view_.discarded;
      view_.branch = row.flushed_by;
      if (!dynamic)
        view_.prediction_ok = false;
    }
    const OpRow* by = row.flushed && dynamic ? part.find(row.flushed_by) : nullptr;
    if (by != nullptr && decides_control(run, window, part, *by, cycle_)) {
      view_.branch = row.flushed_by;
      view_.prediction_ok = false;
    } else if (!view_.prediction_ok && is_branch(run, window, row) &&
               decides_in(*run.machine(), part, row, dynamic ? cycle_ : cycle_ - 1)) {
      view_.prediction_ok = true;
    }
  }
}

std::string ProcessorModel::explain(Run& run, std::uint64_t cycle, OpId op) const {
  const WindowPtr window = run.window(cycle, cycle + 1);
  const OpRow* row = window == nullptr ? nullptr : window->timeline().find(op);
  if (row == nullptr)
    return {};
  for (const Span& span : window->timeline().spans_of(*row))
    if (span.begin.value <= cycle && cycle < span.end.value)
      return cell_sentence(window->record, cycle, span.lane, op, span.cause);
  return {};
}

} // namespace stallscope::gui
