#include "text_parts.hpp"
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
  if (view.table)
    section("Occupancy table: a row a cycle, a column a stage", text_table(run, view, style));
  if (view.diagram)
    section("Pipeline diagram: a row an instruction, a column a cycle",
            diagram_text(run, view, style, !view.table));
  if (view.ledger)
    section("Cycle ledger: what became of every slot", text_ledger(run, style));
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
