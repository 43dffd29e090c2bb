#include "explain/empty_lanes.hpp"

#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace stallscope::session {

const Span* span_at(const Timeline& timeline, const OpRow& row, Cycle cycle) {
  for (const Span& span : timeline.spans_of(row))
    if (span.begin <= cycle && cycle < span.end)
      return &span;
  return nullptr;
}

namespace {

/// The number of operations on a lane.
std::size_t here_in(const trace::RunRecord& run, LaneId lane, Cycle cycle) {
  const Timeline& timeline = run.timeline;
  return static_cast<std::size_t>(
      std::count_if(timeline.rows.begin(), timeline.rows.end(), [&](const OpRow& row) {
        const Span* span = span_at(timeline, row, cycle);
        return span != nullptr && span->lane == lane;
      }));
}

/// The number of slots lost at a ledger point in a cycle.
unsigned lost_in(const trace::RunRecord& run, trace::LedgerPoint point, Cycle cycle) {
  unsigned lost = 0;
  for (const LostSlots& part : run.timeline.lost)
    if (part.point == static_cast<std::uint8_t>(point) && part.begin <= cycle && cycle < part.end)
      lost += part.count;
  return lost;
}

/// A slot of the lane is free in this cycle; on dynamically scheduled machines all slots are. Where
/// they have no stages in front of dispatch, fetch may have stopped behind operations that wait to
/// be dispatched.
bool stands_empty(const trace::RunRecord& run, LaneId lane, Cycle cycle) {
  const std::size_t here = here_in(run, lane, cycle);
  if (!run.counts_micro_ops)
    return run.timeline.lanes[lane].has_room(here);
  const trace::LedgerPoint fetch = trace::LedgerPoint::fetch;
  return here == 0 || (run.timeline.lanes[lane].lost_at == static_cast<std::uint8_t>(fetch) &&
                       lost_in(run, fetch, cycle) >= run.ledger.at(fetch).width);
}

/// The cause of the lane's empty slots in a cycle.
Cause gap_in(const trace::RunRecord& run, LaneId lane, Cycle cycle) {
  for (const Gap& gap : run.timeline.gaps)
    if (gap.lane == lane && gap.begin <= cycle && cycle < gap.end)
      return gap.cause;
  return {};
}

/// "alu1", "alu1 and alu2", "alu1, alu2 and br".
std::string listed(const std::vector<std::string>& names) {
  std::string text = names.front();
  for (std::size_t i = 1; i < names.size(); ++i)
    text += (i + 1 < names.size() ? ", " : " and ") + names[i];
  return text;
}

/// A sentence in the plural: "it stays unused" becomes "they stay unused".
std::string said_of_several(std::string sentence) {
  constexpr std::pair<std::string_view, std::string_view> kSubjects[] = {
      {"it stayed", "they stayed"}, {"it stays", "they stay"}, {"it has", "they have"}};
  for (const auto& [one, several] : kSubjects)
    if (sentence.starts_with(one))
      return sentence.replace(0, one.size(), several);
  return sentence;
}

/// For a stage that works below its width: "C retires 2 of 4: ...". Empty when it is fully used or
/// idle. Only dynamically scheduled machines have such partly used stages.
std::optional<std::string> partly_used(const trace::RunRecord& run, trace::LedgerPoint point,
                                       std::string_view verb, Cycle cycle) {
  const auto number = static_cast<std::uint8_t>(point);
  const unsigned width = run.ledger.at(point).width;
  const unsigned lost = lost_in(run, point, cycle);
  if (lost == 0 || lost >= width)
    return std::nullopt;
  const auto lane = std::find_if(run.timeline.lanes.begin(), run.timeline.lanes.end(),
                                 [number](const Lane& l) { return l.lost_at == number; });
  if (lane == run.timeline.lanes.end())
    return std::nullopt;
  const auto id = static_cast<LaneId>(lane - run.timeline.lanes.begin());
  const Cause cause = gap_in(run, id, cycle);
  if (cause.why == Reason::none)
    return std::nullopt;
  return fmt::format("{} {} {} of {}: {}", lane->name, verb, width - lost, width,
                     trace::empty_sentence(id, cause, cycle, run, true));
}

} // namespace

std::vector<std::string> empty_lanes(const trace::RunRecord& run, bool retires, Cycle cycle) {
  struct Empty {
    std::string why;
    std::vector<std::string> lanes;
    bool partly = false; ///< the lane is not completely empty
  };
  std::vector<Empty> found;
  for (const Gap& gap : run.timeline.gaps) {
    if (gap.begin > cycle || cycle >= gap.end || gap.cause.why == Reason::idle ||
        !stands_empty(run, gap.lane, cycle))
      continue;
    const std::string text = trace::empty_sentence(gap.lane, gap.cause, cycle, run);
    const bool partly = here_in(run, gap.lane, cycle) > 0;
    const auto same = std::find_if(found.begin(), found.end(), [&](const Empty& empty) {
      return empty.why == text && empty.partly == partly;
    });
    Empty& empty = same != found.end() ? *same : found.emplace_back(Empty{text, {}, partly});
    empty.lanes.push_back(run.timeline.lanes[gap.lane].name);
  }
  std::vector<std::string> lines;
  for (const Empty& empty : found)
    lines.push_back(fmt::format("{} {} {}: {}", listed(empty.lanes),
                                empty.lanes.size() > 1 ? "are" : "is",
                                empty.partly ? "not full" : "empty",
                                empty.lanes.size() > 1 ? said_of_several(empty.why) : empty.why));
  if (run.counts_micro_ops)
    for (const auto& [point, verb] :
         {std::pair{trace::LedgerPoint::fetch, "fetches"},
          std::pair{trace::LedgerPoint::retire, retires ? "retires" : "writes"}})
      if (const auto line = partly_used(run, point, verb, cycle))
        lines.push_back(*line);
  return lines;
}

} // namespace stallscope::session
