#include "model/cells/cell_chain.hpp"

#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"

#include <algorithm>

namespace stallscope::gui {

namespace {

/// The last cell of a link; for a link of zero cycles, the cell before.
TableCellId cell_of(const Timeline& timeline, const trace::PathLink& link) {
  const std::uint64_t last = std::max<std::uint64_t>(link.end.value, 2) - 1;
  if (!link.op)
    return {last, link.lane, kNoOp};
  if (const OpRow* row = timeline.find(link.op))
    for (const Span& span : timeline.spans_of(*row))
      if (span.lane == link.lane && span.begin.value <= last && last < span.end.value)
        return {last, link.lane, link.op};
  return place_of(timeline, link.op, last).value_or(TableCellId{last, kNoLane, link.op});
}

std::string where_of(const trace::PathLink& link) {
  if (link.cycles() == 0)
    return {};
  const std::string first = std::to_string(link.begin.value);
  return link.cycles() == 1 ? tr(Text::chain_cycle, {first})
                            : tr(Text::chain_cycles, {first, std::to_string(link.end.value - 1)});
}

} // namespace

CellChainView cell_chain(Run& run, const TableCellId& cell, bool with_chain) {
  CellChainView view;
  const CellReasonPtr reason = run.why(cell.cycle, cell.lane, cell.op, with_chain);
  if (reason == nullptr) {
    view.loading = true;
    return view;
  }
  const trace::RunRecord& record = reason->window->record;
  if (reason->behind.why != Reason::none)
    view.behind = tr(Text::chain_behind, {cause_sentence(record, cell.op, reason->behind)});
  if (!with_chain || !reason->chain)
    return view;
  view.cycles = reason->chain->end - reason->chain->begin;
  view.within = reason->chain->links.size();
  const std::vector<trace::PathLink> links = reason->chain->whole();
  for (const trace::PathLink& link : links)
    view.links.push_back({link_words(record, link), where_of(link), link.begin.value,
                          link.end.value, cell_of(record.timeline, link)});
  return view;
}

} // namespace stallscope::gui
