#include "loop/loop_report.hpp"

#include "input_output/console.hpp"
#include "loop/loop_words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::cli {

namespace {

using session::LoopBound;
using session::LoopReport;

std::string bounds_text(const LoopReport& report) {
  std::string text = fmt::format("\n  {:>10}  bound{:<25} because of\n", "at least", "");
  for (const LoopBound& bound : report.bounds) {
    text += fmt::format("  {:>10}  {:<22} {:<7} {}\n", session::text_of(bound.cycles), bound.name,
                        bound.tight ? "tight" : "", bound.title);
    text += chain_text(report, bound);
  }
  return text;
}

std::string what_if_text(const LoopReport& report) {
  if (report.what_if.empty())
    return {};
  std::string text = fmt::format("\n  {:>10}  {:>8}  without\n", "cycles", "saved");
  std::string no_effect;
  for (const session::LoopWhatIf& one : report.what_if) {
    const double saved = report.rate.mean - one.rate.mean;
    if (saved == 0)
      no_effect += (no_effect.empty() ? "" : ", ") + one.name;
    else
      text += fmt::format("  {:>10}  {:>8.3f}  {}: {}\n", short_rate(one.rate), saved, one.name,
                          one.title);
  }
  if (!no_effect.empty())
    text += wrapped("  without effect: ", no_effect, 100);
  return text;
}

std::string pressure_text(const LoopReport& report) {
  std::vector<std::size_t> used; // ports that are used
  for (std::size_t port = 0; port < report.ports.size(); ++port)
    if (report.ports[port].pressure.numerator != 0)
      used.push_back(port);
  const auto width = [&](std::size_t port) {
    return std::max<std::size_t>(5, report.ports[port].name.size());
  };
  std::string text = fmt::format("\n  {:>4} {:>3} {:>4}", "line", "lat", "uops");
  for (const std::size_t port : used)
    text += fmt::format(" {:>{}}", report.ports[port].name, width(port));
  text += "  instruction\n";
  for (const session::LoopInstruction& one : report.instructions) {
    text += fmt::format("  {:>4} {:>3} {:>4}", one.line, one.latency,
                        one.fused ? "+" : fmt::format("{}", one.micro_ops));
    for (const std::size_t port : used)
      text += fmt::format(" {:>{}}", decimal(one.pressure[port]), width(port));
    text += fmt::format("  {}\n", one.text);
  }
  text += fmt::format("  {:>4} {:>3} {:>4}", "sum", "", sum_of_micro_ops(report));
  for (const std::size_t port : used)
    text += fmt::format(" {:>{}}", decimal(report.ports[port].pressure), width(port));
  text += "\n";
  if (differs_in_busy(report)) {
    text += fmt::format("  {:>4} {:>3} {:>4}", "busy", "", "");
    for (const std::size_t port : used)
      text += fmt::format(" {:>{}}", decimal(report.ports[port].busy), width(port));
    text += "  cycles: what has a part of a port alone excludes only its like\n";
  }
  return text;
}

std::string report_text(const LoopReport& report, const trace::TextStyle& style) {
  if (is_empty(report))
    return title_of(report) + "\n" + wrapped("  note: ", report.body.notes.front(), 100);
  std::string text = title_of(report) + "\n" + rate_lines(report) +
                     wrapped("  bottleneck: ", bottleneck_text(report), 100) +
                     pressure_text(report) + bounds_text(report) + what_if_text(report);
  if (report.interrupted)
    text += "  interrupted: the list is not complete\n";
  if (is_drawn(report))
    text += "\n  The first iterations (number| instruction):\n" +
            trace::text_diagram(report.run, timeline_view(report), style);
  text += "\n";
  for (const std::string& note : report.body.notes)
    text += wrapped("  note: ", note, 100);
  for (const std::string& note : report.assumptions)
    text += wrapped("  assumed: ", note, 100);
  return text;
}

std::string beside_text(const LoopReports& reports) {
  std::string text;
  const Rows rows = beside_rows(reports);
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t n = 0; n < row.size(); ++n)
      widths[n] = std::max(widths[n], row[n].size());
  }
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t n = 0; n < row.size(); ++n)
      line += n == 0 ? fmt::format(" {:<{}}", row[n], widths[n])
                     : fmt::format("  {:>{}}", row[n], widths[n]);
    text += line + "\n";
  }
  return text + "\n";
}

} // namespace

std::string loop_text(const LoopReports& reports, bool beside, const trace::TextStyle& style) {
  std::string text;
  if (beside)
    text += beside_text(reports);
  for (std::size_t n = 0; n < reports.size(); ++n)
    text += (n == 0 ? "" : "\n") + report_text(reports[n], style);
  return text;
}

} // namespace stallscope::cli
