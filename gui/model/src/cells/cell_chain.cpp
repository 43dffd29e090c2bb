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

/// "cycles 2 to 3" of cycles [begin, end), or of ticks.
std::string where_of(std::uint64_t begin, std::uint64_t end, bool ticks) {
  if (begin >= end)
    return {};
  const std::string first = std::to_string(begin);
  return end - begin == 1
             ? tr(ticks ? Text::chain_tick : Text::chain_cycle, {first})
             : tr(ticks ? Text::chain_ticks : Text::chain_cycles, {first, std::to_string(end - 1)});
}

std::string words_of(const CauseLink& cause) {
  switch (cause.what) {
  case CauseLink::What::work:
    return tr(Text::link_runs, {cause.who, cause.where});
  case CauseLink::What::task:
    return tr(Text::link_runs_on, {cause.who, cause.where});
  case CauseLink::What::transfer:
    return tr(Text::link_on_its_way, {cause.who, cause.where});
  case CauseLink::What::link_busy:
    return tr(Text::link_is_busy, {cause.who, cause.where});
  case CauseLink::What::turn:
    return tr(Text::link_waits_its_turn, {cause.who});
  }
  return {};
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
  view.ticks = record.training;
  if (with_chain && reason->causes)
    for (const CauseLink& cause : *reason->causes) {
      view.cycles += cause.end - cause.begin;
      ++view.within;
      view.links.push_back({words_of(cause),
                            where_of(cause.begin, cause.end, true),
                            cause.begin,
                            cause.end,
                            {cause.end - 1, cause.lane, cause.op}});
    }
  if (!with_chain || !reason->chain)
    return view;
  view.cycles = reason->chain->end - reason->chain->begin;
  view.within = reason->chain->links.size();
  const std::vector<trace::PathLink> links = reason->chain->whole();
  for (const trace::PathLink& link : links)
    view.links.push_back({link_words(record, link),
                          where_of(link.begin.value, link.end.value, view.ticks), link.begin.value,
                          link.end.value, cell_of(record.timeline, link)});
  return view;
}

} // namespace stallscope::gui
