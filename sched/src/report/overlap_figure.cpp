#include "sched/report/overlap_figure.hpp"

#include "base/svg.hpp"
#include "sched/cost_model/predicted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace stallscope::sched {

namespace {

constexpr std::uint32_t kFewestIterations = 3;
constexpr std::uint32_t kMostIterations = 6;
constexpr std::size_t kWidestName = 11;

void finish(OverlapPanel& panel) {
  std::sort(panel.issues.begin(), panel.issues.end(),
            [](const OverlapPanel::Issue& a, const OverlapPanel::Issue& b) {
              return std::tie(a.cycle, a.iteration, a.node) <
                     std::tie(b.cycle, b.iteration, b.node);
            });
  panel.cycles = panel.issues.empty() ? 0 : panel.issues.back().cycle;
}

/// "3 lw": number and mnemonic, or the whole of a short statement.
std::string cell_name(const Block& block, Node node) {
  std::string text = block.text(node);
  if (block.program->isa != isa::Isa::tac)
    text = text.substr(0, text.find(' '));
  if (text.size() > kWidestName)
    text = text.substr(0, kWidestName - 2) + "..";
  return fmt::format("{} {}", node + 1, text);
}

/// Text of one cycle's cells, by iteration.
std::vector<std::string> cells_of(const OverlapFigure& figure, const OverlapPanel& panel,
                                  std::uint32_t cycle) {
  std::vector<std::string> cells(figure.iterations);
  for (const OverlapPanel::Issue& issue : panel.issues)
    if (issue.cycle == cycle) {
      std::string& cell = cells[issue.iteration];
      cell += (cell.empty() ? "" : ", ") + figure.names[issue.node];
    }
  return cells;
}

std::size_t widest_cell(const OverlapFigure& figure) {
  std::size_t wide = 4;
  for (const OverlapPanel* panel : {&figure.plain, &figure.pipelined})
    for (std::uint32_t cycle = 1; cycle <= panel->cycles; ++cycle)
      for (const std::string& cell : cells_of(figure, *panel, cycle))
        wide = std::max(wide, cell.size());
  return wide;
}

const char* part_of(const OverlapFigure& figure, std::uint32_t cycle) {
  return cycle < figure.kernel_begin ? "prologue"
         : cycle < figure.kernel_end ? "kernel"
                                     : "epilogue";
}

} // namespace

OverlapFigure overlap_figure(const PipelinedLoop& loop, const machine::Machine& machine) {
  const ModuloSchedule& schedule = loop.schedule;
  OverlapFigure figure;
  figure.iterations = std::clamp(schedule.stages() + 1, kFewestIterations, kMostIterations);
  for (Node node = 0; node < loop.problem.size; ++node)
    figure.names.push_back(cell_name(loop.block, node));
  figure.kernel_begin =
      std::min(schedule.stages(), figure.iterations) * schedule.interval - schedule.interval + 1;
  figure.kernel_end = figure.iterations * schedule.interval + 1;
  const LoopCycles plain = loop_cycles(loop.block, machine, figure.iterations);
  for (std::uint32_t iteration = 0; iteration < figure.iterations; ++iteration)
    for (Node node = 0; node < loop.problem.size; ++node) {
      const std::int32_t issue = plain.first_issue[iteration * loop.block.count + node];
      figure.plain.issues.push_back(
          {static_cast<std::uint32_t>(issue - plain.first_issue.front() + 1), iteration, node});
      const std::uint32_t cycle =
          iteration * schedule.interval + static_cast<std::uint32_t>(schedule.times[node]) + 1;
      if (node != loop.problem.branch || cycle >= figure.kernel_begin) // only the kernel's branch
        figure.pipelined.issues.push_back({cycle, iteration, node});
    }
  finish(figure.plain);
  finish(figure.pipelined);
  return figure;
}

std::string overlap_text(const OverlapFigure& figure) {
  const std::size_t wide = widest_cell(figure);
  const std::size_t panel_wide = (wide + 2) * figure.iterations;
  std::string text =
      fmt::format("         {:<{}}   {}\n  cycle", "not pipelined", panel_wide, "pipelined");
  for (int panel = 0; panel < 2; ++panel) {
    text += panel == 0 ? "  " : " | ";
    for (std::uint32_t iteration = 0; iteration < figure.iterations; ++iteration)
      text +=
          fmt::format("{:<{}}", iteration == 0 ? "j" : fmt::format("j+{}", iteration), wide + 2);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  text += "\n";
  const std::uint32_t cycles = std::max(figure.plain.cycles, figure.pipelined.cycles);
  for (std::uint32_t cycle = 1; cycle <= cycles; ++cycle) {
    std::string line = fmt::format("  {:>5}  ", cycle);
    for (const std::string& cell : cells_of(figure, figure.plain, cycle))
      line += fmt::format("{:<{}}", cell, wide + 2);
    line += " | ";
    for (const std::string& cell : cells_of(figure, figure.pipelined, cycle))
      line += fmt::format("{:<{}}", cell, wide + 2);
    if (cycle <= figure.pipelined.cycles)
      line += part_of(figure, cycle);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

namespace {

constexpr double kRow = 20;
constexpr double kTop = 80;
constexpr double kFigureCharWidth = 7.3;
constexpr std::array<const char*, 6> kColours{"#cfe2f3", "#d9ead3", "#fff2cc",
                                              "#f4cccc", "#d9d2e9", "#fce5cd"};

double row_at(std::uint32_t cycle) {
  return kTop + kRow * (cycle - 1);
}

/// One half of the figure, its left edge at x: columns of iterations, rows of cycles.
void draw_panel(svg::Pen& pen, const OverlapFigure& figure, const OverlapPanel& panel, double x,
                double column, const char* heading) {
  pen.text(x, 20, heading, "font-weight=\"bold\"");
  pen.text(x, 38, fmt::format("{} iterations: {} cycles", figure.iterations, panel.cycles));
  for (std::uint32_t i = 0; i < figure.iterations; ++i)
    pen.text(x + column * (i + 0.5), kTop - 10, i == 0 ? std::string("j") : fmt::format("j+{}", i),
             {}, "middle");
  for (std::uint32_t cycle = 1; cycle <= panel.cycles; ++cycle) {
    pen.text(x - 8, row_at(cycle) + kRow * 0.7, std::to_string(cycle), "fill=\"#777\"", "end");
    const std::vector<std::string> cells = cells_of(figure, panel, cycle);
    for (std::uint32_t i = 0; i < figure.iterations; ++i)
      if (!cells[i].empty()) {
        pen.rect(x + column * i + 2, row_at(cycle) + 1, column - 4, kRow - 2,
                 fmt::format("fill=\"{}\" stroke=\"#555\" stroke-width=\"0.7\"",
                             kColours.at(i % kColours.size())));
        pen.text(x + column * (i + 0.5), row_at(cycle) + kRow * 0.7, cells[i], {}, "middle");
      }
  }
}

/// The band of the kernel, and the labels of the parts.
void draw_parts(svg::Pen& pen, const OverlapFigure& figure, double x, double width) {
  pen.rect(x - 34, row_at(figure.kernel_begin), width + 120,
           kRow * (figure.kernel_end - figure.kernel_begin),
           "class=\"kernel\" fill=\"#f3f3f3\" stroke=\"#999\" stroke-dasharray=\"4 3\"");
  for (const std::uint32_t cycle : {1U, figure.kernel_begin, figure.kernel_end})
    if (cycle <= figure.pipelined.cycles && (cycle > 1 || figure.kernel_begin > 1))
      pen.text(x + width + 12, row_at(cycle) + kRow * 0.7, part_of(figure, cycle), "fill=\"#555\"");
}

} // namespace

std::string overlap_svg(const OverlapFigure& figure, const std::string& title) {
  const double column = kFigureCharWidth * static_cast<double>(widest_cell(figure)) + 14;
  const double panel = column * figure.iterations;
  const double second = 50 + panel + 80;
  svg::Document document;
  document.width = std::round(second + panel + 110);
  document.height = row_at(std::max(figure.plain.cycles, figure.pipelined.cycles) + 1) + 20;
  document.title = title;
  document.attributes = "font-family=\"monospace\" font-size=\"12\"";
  std::string body;
  svg::Pen pen(body);
  draw_parts(pen, figure, second, panel);
  draw_panel(pen, figure, figure.plain, 50, column, "not pipelined");
  draw_panel(pen, figure, figure.pipelined, second, column, "pipelined");
  return svg::document(document, body);
}

} // namespace stallscope::sched
