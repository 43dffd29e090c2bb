#include "report/words.hpp"
#include "text/grid.hpp"
#include "text/text_parts.hpp"
#include "trace/render.hpp"
#include "trace/top_down.hpp"

#include <fmt/format.h>

namespace stallscope::trace {

namespace {

/// A component of the CPI stack; the table's last row is the sum.
void add_part(Grid& grid, std::string_view title, std::uint64_t slots, const CpiStack& stack,
              std::uint64_t instructions) {
  const double share = stack.slots == 0
                           ? 0.0
                           : 100.0 * static_cast<double>(slots) / static_cast<double>(stack.slots);
  grid.rows.push_back(
      {{line(fmt::format("  {}", title))},
       {line(fmt::format("{}", slots))},
       {line(fmt::format("{:.2f} %", share))},
       {line(instructions == 0 ? std::string("-")
                               : fmt::format("{:.3f}", stack.cpi(slots, instructions)))}});
}

Grid with_columns(std::string_view what) {
  Grid grid;
  grid.columns = {{line(fmt::format("  {}", what), Ink::heading), false, false, false},
                  {line("slots", Ink::heading), true, false, false},
                  {line("share", Ink::heading), true, false, false},
                  {line("cycles an instruction", Ink::heading), true, false, false}};
  return grid;
}

/// Converts slots to cycles per instruction.
GridCell cycles_cell(const CpiStack& stack, std::uint64_t slots, const RunRecord& run) {
  return {line(run.instructions == 0 ? std::string("-")
                                     : fmt::format("{:.3f}", stack.cpi(slots, run.instructions)))};
}

std::uint64_t slots_of(const RunRecord& run, Reason reason) {
  return run.ledger.at(LedgerPoint::retire).slots[static_cast<std::size_t>(reason)];
}

} // namespace

std::string cpi_comparison(const RunRecord& a, const RunRecord& b, const TextStyle& style) {
  const CpiStack left = cpi_stack(a.ledger.at(LedgerPoint::retire));
  const CpiStack right = cpi_stack(b.ledger.at(LedgerPoint::retire));
  Grid grid;
  grid.columns = {{line("cycles an instruction", Ink::heading), false, false, false},
                  {line("A", Ink::heading), true, false, false},
                  {line("B", Ink::heading), true, false, false}};
  for (std::size_t i = 0; i < kShareCount; ++i)
    grid.rows.push_back({{line(info(static_cast<Share>(i)).title)},
                         cycles_cell(left, left.shares[i], a),
                         cycles_cell(right, right.shares[i], b)});
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    const auto reason = static_cast<Reason>(i);
    if (slots_of(a, reason) != 0 || slots_of(b, reason) != 0)
      grid.rows.push_back(
          {{line(fmt::format("  {}", reason == Reason::none ? "work" : info(reason).title))},
           cycles_cell(left, slots_of(a, reason), a),
           cycles_cell(right, slots_of(b, reason), b)});
  }
  grid.rows.push_back(
      {{line("all")}, cycles_cell(left, left.slots, a), cycles_cell(right, right.slots, b)});
  return draw(grid, style);
}

std::string text_cpi(const RunRecord& run, const TextStyle& style) {
  const CpiStack stack = cpi_stack(run.ledger.at(LedgerPoint::retire));
  Grid shares = with_columns("share");
  for (std::size_t i = 0; i < kShareCount; ++i)
    add_part(shares, info(static_cast<Share>(i)).title, stack.shares[i], stack, run.instructions);
  add_part(shares, "all", stack.slots, stack, run.instructions);
  Grid parts = with_columns("reason");
  for (const CpiPart& part : stack.parts)
    add_part(parts, part.reason == Reason::none ? "work" : info(part.reason).title, part.slots,
             stack, run.instructions);
  add_part(parts, "all", stack.slots, stack, run.instructions);
  std::string title = fmt::format("retirement: {} slots = {} x {}", stack.slots, stack.width,
                                  counted(run.ledger.cycles, "cycle", "cycles"));
  if (const std::uint64_t fused = run.fused_micro_ops(); fused > 0)
    title += fmt::format("; work is slots: {} micro-ops, {} of them in the slot of the one they "
                         "are fused with",
                         run.micro_ops, fused);
  return draw_paragraph(title, style) + draw(shares, style) + "\n" + draw(parts, style);
}

} // namespace stallscope::trace
