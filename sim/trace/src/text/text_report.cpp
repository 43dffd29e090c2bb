#include "text/text_parts.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

namespace stallscope::trace {

std::string text_report(const RunRecord& run, const View& view, const TextStyle& style) {
  std::string out = draw_paragraph(run_title(run), style, Ink::heading);
  out += draw_paragraph(fmt::format("{}; {}", run_numbers(run), stop_words(run)), style);
  const auto section = [&](std::string_view title, const std::string& body) {
    out += '\n';
    out += titled(title, body, style);
  };
  const Terms& terms = run.terms();
  if (view.table)
    section(fmt::format("{}: a row a {}, a column a {}", terms.table,
                        run.training ? terms.lane : terms.time,
                        run.training ? terms.time : terms.lane),
            text_table(run, view, style));
  if (view.diagram)
    section(
        fmt::format("{}: a row an {}, a column a {}", terms.diagram, terms.operation, terms.time),
        diagram_text(run, view, style, !view.table));
  if (view.ledger)
    section(fmt::format("{}: what became of every {}", terms.ledger,
                        run.training ? "tick of every device" : "slot"),
            text_ledger(run, style));
  if (view.cpi)
    section("CPI stack: where the cycles of an instruction go", text_cpi(run, style));
  if (view.lines != nullptr)
    section("Source lines: where the cycles go, the dearest first", text_lines(*view.lines, style));
  if (view.structures)
    section(run.structures
                ? fmt::format("Structures at the end of cycle {}", run.structures->cycle.value)
                : std::string("Structures"),
            text_structures(run, style));
  if (view.stats)
    section("Statistics", text_stats(run, style));
  if (view.registers)
    section("Registers at the end", text_registers(run, style));
  return out;
}

} // namespace stallscope::trace
