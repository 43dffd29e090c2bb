#include "svg/figure.hpp"
#include "svg/svg_cells.hpp"
#include "trace/critical_path.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

/// Maximum number of rows of a picture, which notes how many are omitted.
constexpr std::size_t kMostPathRows = 2'000;

/// Width of a cycle, and position of the first cycle.
struct Axis {
  double left = 0;
  double per_cycle = 0;
  Cycle first;

  double x(Cycle cycle) const {
    return left + per_cycle * static_cast<double>(cycle.value - first.value);
  }
};

void draw_axis(Pen& pen, const Axis& axis, Cycle end) {
  std::uint64_t step = 1;
  while (static_cast<double>(step) * axis.per_cycle < 44)
    step *= step % 3 == 2 ? 5 : 2; // 1, 2, 10, 20, 40 ...
  for (std::uint64_t cycle = axis.first.value; cycle <= end.value; cycle += step)
    pen.text(axis.x(Cycle{cycle}), 18, "head", fmt::format("{}", cycle), "start");
  pen.line(0, kRowHeight - 2, axis.x(end), kRowHeight - 2, "rule");
}

void draw_link(Pen& pen, const Axis& axis, double y, const PathLink& link, const RunRecord& run) {
  pen.begin_group(link_sentence(link, run), link.op ? run.shown(link.op) : kNoOp);
  const double x = axis.x(link.begin);
  const double width = std::max(axis.x(link.end) - x, 3.0);
  const bool waits = link.cause.why != Reason::none;
  const std::string words = waits ? mark_of(link.cause.why)
                            : link.kind == EdgeKind::work && link.lane < run.timeline.lanes.size()
                                ? run.timeline.lanes[link.lane].name
                                : std::string(name_of(link.kind));
  draw_op_cell(pen, x, y, width, run.shown(link.op), false, link.cause,
               bold_width(words, 14) + 4 < width ? words : std::string());
  pen.end_group();
}

Figure figure_of(std::vector<PathLink> links, const RunRecord& run) {
  std::stable_sort(links.begin(), links.end(), [](const PathLink& a, const PathLink& b) {
    return a.begin < b.begin || (a.begin == b.begin && a.end < b.end);
  });
  Figure figure;
  Pen pen(figure);
  Axis axis;
  double text_end = 120;
  for (std::size_t i = 0; i < links.size() && i < kMostPathRows; ++i)
    text_end = std::max(text_end, text_width(op_text(links[i].op, run), 13, true));
  axis.left = 44 + text_end + 18;
  axis.first = links.empty() ? Cycle{1} : links.front().begin;
  Cycle end = axis.first;
  for (const PathLink& link : links)
    end = std::max(end, link.end);
  const auto cycles = static_cast<double>(std::max<std::uint64_t>(end - axis.first, 1));
  axis.per_cycle = std::clamp(960 / cycles, 0.5, 46.0);
  draw_axis(pen, axis, end);
  double y = kRowHeight + 2;
  std::size_t rows = 0;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < links.size() && rows < kMostPathRows; ++rows) {
    const OpId op = links[i].op;
    if (const OpRow* row = run.timeline.find(op))
      draw_instruction(pen, 0, y, *row, run, 44, 0);
    if (i > 0) // connects to the row above
      pen.line(axis.x(links[i].begin), y - 5, axis.x(links[i].begin), y + 3, "rule");
    double note_x = 0;
    std::string note;
    for (; i < links.size() && links[i].op == op; ++i, ++shown) {
      draw_link(pen, axis, y, links[i], run);
      note_x = std::max(axis.x(links[i].end), axis.x(links[i].begin) + 3) + 8;
      if (links[i].cause.why != Reason::none)
        note = short_cause(links[i].cause, run, true);
    }
    pen.text(note_x, y + 18, "small halo", note);
    pen.extend(note_x + text_width(note, 12, false), y + kRowHeight);
    y += kRowHeight;
  }
  if (shown < links.size()) {
    const std::string rest = fmt::format("{} of {} links are shown", shown, links.size());
    pen.text(0, y + 18, "small", rest);
    pen.extend(text_width(rest, 12, false), y + kRowHeight);
  }
  pen.extend(axis.x(end) + 8, y);
  return figure;
}

} // namespace

std::string path_svg(const RunRecord& run, const std::vector<PathPicture>& paths,
                     const std::string& title) {
  std::vector<Figure> figures;
  for (const PathPicture& path : paths) {
    figures.push_back(text_figure({path.title}, true));
    figures.push_back(figure_of(path.links, run));
  }
  return svg_document(stacked(figures), title);
}

} // namespace stallscope::trace
