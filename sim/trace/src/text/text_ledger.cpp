#include "report/accounts.hpp"
#include "report/words.hpp"
#include "text/grid.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

std::vector<AccountLine> account_lines(const LedgerAccount& account) {
  std::vector<AccountLine> lines;
  const auto total = static_cast<double>(account.total());
  for (std::size_t i = 0; i < kReasonCount; ++i)
    if (account.slots[i] > 0)
      lines.push_back({static_cast<Reason>(i), account.slots[i],
                       static_cast<double>(account.slots[i]) / total});
  return lines;
}

std::string account_title(const Ledger& ledger, LedgerPoint point) {
  const LedgerAccount& account = ledger.at(point);
  const std::uint64_t expected = account.width * ledger.cycles;
  return fmt::format(
      "{}: {} slots = {} x {}, {}", ledger.name(point), account.total(), account.width,
      ledger.of_devices ? counted(ledger.cycles, "tick", "ticks")
                        : counted(ledger.cycles, "cycle", "cycles"),
      account.total() == expected ? "balanced"
                                  : fmt::format("NOT balanced: expected {}", expected));
}

std::string text_ledger(const RunRecord& run, const TextStyle& style) {
  constexpr std::size_t kMaxBar = 32;
  std::string out;
  for (const LedgerPoint point : run.ledger.points()) {
    Grid grid;
    grid.headings = false;
    grid.columns = {{{}, false, false, false}, {{}, true, false, false}, {{}, true, false, false}};
    const std::vector<AccountLine> lines = account_lines(run.ledger.at(point));
    for (const AccountLine& entry : lines)
      grid.rows.push_back({{line(fmt::format("  {}", info(entry.reason).title))},
                           {line(fmt::format("{}", entry.slots))},
                           {line(fmt::format("{:.1f} %", entry.share * 100))}});
    const std::size_t used = natural_width(grid);
    const std::size_t room =
        style.markup != Markup::none
            ? 0
            : std::min(kMaxBar, columns_of(style) - std::min(columns_of(style), used + 2));
    if (room >= 8) {
      grid.columns.push_back({{}, false, false, false});
      for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto length =
            static_cast<std::size_t>(lines[i].share * static_cast<double>(room) + 0.5);
        std::string bar;
        for (std::size_t b = 0; b < std::max<std::size_t>(1, length); ++b)
          bar += symbols(style.unicode).bar;
        const OpId green{3}; // colours of used and lost slots: the palette's green and orange
        const OpId orange{2};
        grid.rows[i].push_back(
            {line(bar, Ink::op, lines[i].reason == Reason::none ? green : orange)});
      }
    }
    if (!out.empty())
      out += "\n";
    out += draw_paragraph(account_title(run.ledger, point), style, Ink::heading);
    if (!grid.rows.empty())
      out += draw(grid, style);
    std::vector<ListEntry> kinds;
    for (const Work& work : run.work)
      kinds.push_back({line(fmt::format("  {}", work.name)), fmt::format("{}", work.slots)});
    if (!kinds.empty())
      out += "\n" + titled("Used by", draw_list(kinds, style), style);
  }
  return out;
}

} // namespace stallscope::trace
