#include "model/processor/awaited_line.hpp"

#include "model/language/strings.hpp"

#include <fmt/format.h>

namespace stallscope::gui {

std::string AwaitedLine::words() const {
  return tr(Text::line_arrives, {fmt::format("{:#x}", address), std::to_string(arrives)});
}

std::optional<AwaitedLine> awaited_line(const Run& run, const RunWindow& window,
                                        std::uint64_t cycle) {
  const Timeline& all = window.timeline();
  const Timeline part = window.index.slice(Cycle{cycle}, Cycle{cycle + 1});
  for (const Gap& gap : part.gaps) {
    if (gap.cause.why != Reason::icache_miss || gap.begin.value > cycle || cycle >= gap.end.value ||
        gap.end >= all.end_cycle)
      continue;
    const TimelineIndex::Rows rows = window.index.rows_in(gap.end, gap.end + 1);
    for (std::size_t i = rows.first; i < rows.last; ++i) {
      const OpRow& row = all.rows[i];
      if (row.begin < gap.end)
        continue;
      const machine::Caches& caches = run.machine()->caches;
      const std::size_t first = caches.first_for(true);
      const std::uint64_t bytes =
          first < caches.levels.size() ? caches.levels[first].line_bytes : 1U;
      const std::uint64_t pc = window.record.legend.instruction_pc.at(row.instruction.value);
      return AwaitedLine{gap.cause, pc - pc % bytes, gap.end.value};
    }
  }
  return std::nullopt;
}

} // namespace stallscope::gui
