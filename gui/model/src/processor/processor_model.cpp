#include "model/processor/processor_model.hpp"

#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"
#include "processor/micro_op_facts.hpp"
#include "processor/processor_flows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace stallscope::gui {

const ProcessorLayout& ProcessorModel::layout(const Run& run, const ProcessorRoom& room) {
  if (of_ != &run || version_ != run.version() || layout_.room != room || language_ != language()) {
    language_ = language();
    of_ = &run;
    version_ = run.version();
    cycle_ = ~0ULL;
    layout_ =
        run.machine() == nullptr ? ProcessorLayout() : layout_of(*run.machine(), run.lanes(), room);
  }
  return layout_;
}

namespace {

struct Standing {
  const OpRow* row = nullptr;
  const Span* span = nullptr;
};

/// The operations on lanes in a cycle, with their spans.
std::vector<Standing> standing_in(const Timeline& part, std::uint64_t cycle) {
  std::vector<Standing> list;
  for (const OpRow& row : part.rows)
    for (const Span& span : part.spans_of(row))
      if (span.begin.value <= cycle && cycle < span.end.value)
        list.push_back({&row, &span});
  return list;
}

/// Height below a stage's tokens reserved for text, in figure units.
constexpr double kStageText = 11;
/// Distance of tokens from the edges of their part, and between tokens relative to their size.
constexpr double kMargin = 0.8;
constexpr double kGap = 0.06;
/// Maximum height of a token of a dynamically scheduled machine, in text lines.
constexpr double kMostLines = 2.2;

/// Grid of operation blocks in a box, from its top, horizontally centred.
struct Grid {
  double columns = 1;
  double width = 0; ///< width of a cell
  double height = 0;
  std::size_t places = 0; ///< number of cells; if fewer than operations, the last cell shows the
                          ///< number of the others
};
/// The largest squares with legible numbers; otherwise narrower blocks, as many as fit.
Grid grid_of(const std::vector<std::string>& numbers, double width, double height,
             const ProcessorRoom& room, bool limited) {
  const auto count = static_cast<double>(numbers.size());
  std::size_t letters = 2;
  for (const std::string& number : numbers)
    letters = std::max(letters, number.size());
  const double wide = std::min(width, (static_cast<double>(letters) + 0.7) * room.letter);
  const double high = std::min(height, 1.05 * room.line);
  Grid best;
  for (double columns = 1; columns <= count; ++columns)
    if (const double size = std::min(width / columns, height / std::ceil(count / columns));
        size > best.width)
      best = {columns, size, size, numbers.size()};
  if (limited && best.width > kMostLines * room.line)
    best.width = best.height = kMostLines * room.line;
  if (best.width >= wide && best.height >= high) {
    best.columns = std::min(count, std::floor(width / best.width + 1e-6));
    return best;
  }
  const double columns = std::max(1.0, std::floor(width / wide + 1e-6));
  const double rows = std::max(1.0, std::floor(height / high + 1e-6));
  best.columns = std::min(columns, std::ceil(count / std::min(rows, std::ceil(count / columns))));
  best.places = static_cast<std::size_t>(columns * rows);
  if (best.places < numbers.size())
    best.columns = columns;
  const double used =
      std::ceil(static_cast<double>(std::min(best.places, numbers.size())) / best.columns);
  best.width = std::min(width / best.columns, wide * 1.3);
  best.height = std::min(height / used, high * 1.5);
  return best;
}

/// Places tokens in the cells of a grid, and counts those that do not fit.
void put(const std::vector<ProcessorToken*>& tokens, const Grid& grid, double left, double width,
         double top, std::vector<ProcessorCount>& counts) {
  const bool all = tokens.size() <= grid.places;
  const std::size_t shown = all ? tokens.size() : grid.places - 1;
  const double used =
      std::min(static_cast<double>(all ? tokens.size() : grid.places), grid.columns) * grid.width;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto place = static_cast<double>(std::min(i, shown));
    ProcessorToken& token = *tokens[i];
    token.counted = i >= shown && !all;
    token.width = grid.width * (1 - kGap);
    token.height = grid.height * (1 - kGap);
    token.x = left + (width - used) / 2 + (std::fmod(place, grid.columns) + 0.5) * grid.width;
    token.y = top + (std::floor(place / grid.columns) + 0.5) * grid.height;
  }
  if (!all)
    counts.push_back({tokens.size() - shown, tokens.back()->x, tokens.back()->y,
                      tokens.back()->width, tokens.back()->height});
}

/// Places the tokens of all parts: lanes side by side, the operations of each lane in a grid.
/// Returns the placed operations.
std::vector<Standing> place(const ProcessorLayout& layout, std::vector<Standing> all,
                            const trace::RunRecord& record, std::map<OpId, ProcessorToken>& tokens,
                            std::vector<ProcessorCount>& counts) {
  std::map<std::pair<std::size_t, std::size_t>, std::vector<const Standing*>> groups;
  std::vector<std::size_t> in_part(layout.parts.size(), 0);
  for (const Standing& standing : all) {
    const std::size_t index = layout.part_of_lane[standing.span->lane];
    const ProcessorPart& part = layout.parts[index];
    const auto lane = part.pooled
                          ? part.lanes.begin()
                          : std::find(part.lanes.begin(), part.lanes.end(), standing.span->lane);
    groups[{index, static_cast<std::size_t>(lane - part.lanes.begin())}].push_back(&standing);
    ++in_part[index];
  }
  for (const auto& [where, standings] : groups) {
    const ProcessorPart& part = layout.parts[where.first];
    const double lanes = part.pooled ? 1.0 : static_cast<double>(part.lanes.size());
    const double share = (part.width - part.side) / lanes;
    const double width = share - 2 * kMargin;
    const double left = part.x + part.side + static_cast<double>(where.second) * share + kMargin;
    // A stage has its name above it, and text below a token that is alone.
    const bool stage = part.kind == PartKind::stage;
    const bool alone = in_part[where.first] == 1;
    const double margin = part.side > 0 ? 0.2 : kMargin;
    const double head = stage            ? (alone ? 3.0 : kMargin)
                        : part.side > 0  ? margin
                        : layout.dynamic ? part.head
                                         : std::min(3.8, part.height * 0.4);
    const double height = part.height - head - (stage && alone ? kStageText : margin);
    std::vector<std::string> numbers;
    std::vector<ProcessorToken*> chosen;
    for (const Standing* standing : standings) {
      numbers.push_back(number_of(standing->row->op, standing->row->wrong_path, record));
      chosen.push_back(&tokens[standing->row->op]);
      chosen.back()->part = where.first;
    }
    ProcessorRoom room = layout.room;
    if (!layout.dynamic) // boxes of in-order machines have a fixed layout
      room.line = room.letter = 0;
    const Grid grid = grid_of(numbers, width, height, room, layout.dynamic);
    const double lines = std::ceil(static_cast<double>(numbers.size()) / grid.columns);
    put(chosen, grid, left, width,
        part.y + head +
            (stage || part.side > 0 ? std::max(0.0, height - lines * grid.height) / 2 : 0.0),
        counts);
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

/// The operation has left the units, where branches are resolved.
bool has_left_units(const Timeline& part, const OpRow& row, std::uint64_t cycle) {
  const auto spans = part.spans_of(row);
  return std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
    return part.lanes[span.lane].is_unit && span.end.value <= cycle;
  });
}

} // namespace

const ProcessorView& ProcessorModel::visible(Run& run, std::uint64_t cycle) {
  layout(run, layout_.room);
  if (cycle_ == cycle && !view_.loading)
    return view_;
  cycle_ = cycle;
  view_ = {};
  view_.in_part.assign(layout_.parts.size(), 0);
  view_.lit.assign(layout_.flows.size(), false);
  if (cycle == 0 || layout_.parts.empty())
    return view_;
  const std::uint64_t before = cycle > 1 ? cycle - 1 : 1;
  // Includes the next cycle, so that spans that end in this cycle are complete.
  const std::uint64_t end = std::max(cycle + 1, std::min(cycle + 2, run.last_cycle() + 1));
  const WindowPtr window = run.window(before, end);
  if (window == nullptr) {
    view_.loading = true;
    return view_;
  }
  const Timeline part = window->index.slice(Cycle{before}, Cycle{cycle + 1});
  std::map<OpId, ProcessorToken> was;
  std::map<OpId, ProcessorToken> is;
  std::vector<ProcessorCount> not_shown; // unused counts of the previous cycle
  if (cycle > 1)
    place(layout_, standing_in(part, cycle - 1), window->record, was, not_shown);
  std::vector<const OpRow*> rows;
  for (const Standing& standing :
       place(layout_, standing_in(part, cycle), window->record, is, view_.counts)) {
    // on the last lane it retires
    if (static_cast<std::size_t>(standing.span->lane) + 1 < part.lanes.size())
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
  find_gaps(run, *window, part);
  decide_branches(run, *window, part, was);
  light_flows({run, *window, layout_, part, was, is, cycle}, view_);
  return view_;
}

/// The branch prediction queue of a machine that speculates. Of an instruction with several
/// micro-ops the last one resolves.
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
  std::vector<std::string> numbers;
  for (const OpRow* row : branches) {
    ProcessorToken& token = view_.queue.emplace_back();
    describe(token, *row, window.record);
    token.part = static_cast<std::size_t>(queue - layout_.parts.begin());
    token.decided = has_left_units(part, *row, cycle_);
    numbers.push_back(token.number);
  }
  std::vector<ProcessorToken*> tokens;
  for (ProcessorToken& token : view_.queue)
    tokens.push_back(&token);
  const double width = queue->width - 2 * kMargin;
  put(tokens, grid_of(numbers, width, queue->height - queue->head - kMargin, layout_.room, true),
      queue->x + kMargin, width, queue->y + queue->head, view_.counts);
  for (ProcessorToken& token : view_.queue) {
    token.from_x = token.x;
    token.from_y = token.y;
  }
}

/// The result of a prediction, and the squashed operations. Dynamically scheduled machines resolve
/// in the last cycle on the unit, and squash in the next cycle.
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

std::string ProcessorModel::explain_part(Run& run, std::uint64_t cycle, std::size_t part) const {
  const WindowPtr window = run.window(cycle, cycle + 1);
  if (window == nullptr)
    return {};
  for (const ProcessorGap& gap : view_.gaps)
    if (gap.part == part)
      return gap.lane == kNoLane ? gap.words
                                 : cell_sentence(window->record, cycle, gap.lane, kNoOp, gap.cause);
  return {};
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
