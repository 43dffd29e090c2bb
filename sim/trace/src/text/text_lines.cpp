#include "report/line_words.hpp"
#include "report/words.hpp"
#include "text/grid.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

/// Maximum lines in text output: the most expensive.
constexpr std::size_t kShownLines = 40;

} // namespace

std::string place_words(const LineCost& cost) {
  if (cost.line == 0)
    return "(no source line)";
  return fmt::format("{}:{}", cost.file.substr(cost.file.rfind('/') + 1), cost.line);
}

std::string cycles_per_instruction(const LineCost& cost) {
  return cost.instructions == 0 ? std::string("-")
                                : fmt::format("{:.2f}", static_cast<double>(cost.cycles) /
                                                            static_cast<double>(cost.instructions));
}

std::string waits_words(const LineCost& cost) {
  const Reason most = longest_hold(cost);
  return most == Reason::none
             ? std::string()
             : fmt::format("{} {}", info(most).name, cost.held[static_cast<std::size_t>(most)]);
}

std::string text_lines(const LineCosts& costs, const TextStyle& style) {
  Grid grid;
  grid.columns = {{line("line", Ink::heading), false, false, false},
                  {line("cycles", Ink::heading), true, false, false},
                  {line("share", Ink::heading), true, false, false},
                  {line("instructions", Ink::heading), true, false, false},
                  {line("CPI", Ink::heading), true, false, false},
                  {line("held most by", Ink::heading), false, false, false},
                  {line("source", Ink::heading), false, false, false}};
  const auto share = [&costs](std::uint64_t cycles) {
    return fmt::format("{:.1f} %", costs.cycles == 0 ? 0.0
                                                     : 100 * static_cast<double>(cycles) /
                                                           static_cast<double>(costs.cycles));
  };
  LineCost others;
  for (std::size_t i = 0; i < costs.lines.size(); ++i) {
    const LineCost& cost = costs.lines[i];
    if (i >= kShownLines) {
      others.cycles += cost.cycles;
      others.instructions += cost.instructions;
      continue;
    }
    const std::size_t text = std::min(cost.text.find_first_not_of(" \t"), cost.text.size());
    grid.rows.push_back({{line(place_words(cost))},
                         {line(fmt::format("{}", cost.cycles))},
                         {line(share(cost.cycles))},
                         {line(fmt::format("{}", cost.instructions))},
                         {line(cycles_per_instruction(cost))},
                         {line(waits_words(cost))},
                         {line(cost.text.substr(text))}});
  }
  if (costs.lines.size() > kShownLines)
    grid.rows.push_back({{line(fmt::format("{} other lines", costs.lines.size() - kShownLines))},
                         {line(fmt::format("{}", others.cycles))},
                         {line(share(others.cycles))},
                         {line(fmt::format("{}", others.instructions))},
                         {line(cycles_per_instruction(others))},
                         {},
                         {}});
  if (costs.rest > 0)
    grid.rows.push_back({{line("(after the last instruction)")},
                         {line(fmt::format("{}", costs.rest))},
                         {line(share(costs.rest))},
                         {},
                         {},
                         {},
                         {}});
  grid.rows.push_back({{line("all")},
                       {line(fmt::format("{}", costs.cycles))},
                       {line(share(costs.cycles))},
                       {},
                       {},
                       {},
                       {}});
  return draw(grid, style);
}

} // namespace stallscope::trace
