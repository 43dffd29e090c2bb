// Sentences on empty stages and units. The sentence of a cause gets a subject here, because an
// empty slot has no operation as its subject.

#include "report/words.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace stallscope::trace {

namespace {

const Span* span_in(const Timeline& timeline, const OpRow& row, Cycle cycle) {
  for (const Span& span : timeline.spans_of(row))
    if (span.begin <= cycle && cycle < span.end)
      return &span;
  return nullptr;
}

/// Maximum distance in cycles between an empty slot and the span that explains it.
constexpr std::uint64_t kShown = 2;

/// Limit above the number of operations in flight on any machine, discarded operations not counted.
constexpr std::size_t kMostInFlight = 1'024;

/// The rows fetched up to cycle `fetched_to` that may have cells at or after `cycle`.
std::span<const OpRow> rows_around(const Timeline& timeline, Cycle cycle, Cycle fetched_to) {
  const OpRow* const end =
      std::partition_point(timeline.rows.begin(), timeline.rows.end(),
                           [&](const OpRow& row) { return row.begin <= fetched_to; });
  const OpRow* first = end;
  for (std::size_t kept = 0; first != timeline.rows.begin() && kept < kMostInFlight; --first)
    kept += first[-1].flushed || first[-1].begin > cycle ? 0 : 1;
  return {first, end};
}

/// The subject of the sentence of a gap's cause, such as "waits for $t2 from ...".
std::string subject_of(Reason why, const RunRecord& run, const Lane& lane, bool partly) {
  switch (why) {
  case Reason::fill:
  case Reason::drain:
    return "";
  case Reason::redirect:
  case Reason::fetch_latency:
  case Reason::icache_miss:
  case Reason::exception:
    return "fetch ";
  case Reason::idle:
    return "it ";
  case Reason::fetch_group:
    return partly ? "the rest " : "it ";
  case Reason::raw: // with other reasons no micro-op has reached the stations
  case Reason::war:
  case Reason::unit_busy:
  case Reason::latency:
  case Reason::memory_latency:
  case Reason::dcache_miss:
  case Reason::memory_port:
  case Reason::memory_order:
  case Reason::write_port:
    if (lane.is_lead && run.counts_micro_ops)
      return "the oldest waiting micro-op ";
    if (lane.is_unit && run.counts_micro_ops)
      return "the oldest waiting micro-op that could execute there ";
    [[fallthrough]];
  default:
    return fmt::format("the {} that would be here ",
                       run.counts_micro_ops ? "micro-op" : "instruction");
  }
}

/// Fetch waits in a cycle for a cause that `fits`, before the next operation is fetched.
template <class Fits> bool fetch_waits(const Timeline& timeline, Cycle cycle, Fits fits) {
  const OpRow* next = std::partition_point(timeline.rows.begin(), timeline.rows.end(),
                                           [&](const OpRow& row) { return row.begin <= cycle; });
  for (const Cycle begin = next != timeline.rows.end() ? next->begin : kNever;
       next != timeline.rows.end() && next->begin == begin; ++next) {
    const auto waits = timeline.fetch_waits_of(next->op);
    if (std::any_of(waits.begin(), waits.end(), [&](const FetchWait& wait) {
          return fits(wait.cause) && wait.begin <= cycle && cycle < wait.end;
        }))
      return true;
  }
  return false;
}

/// The wait continues: an operation is held for this cause, or will be from the next cycle on,
/// fetch waits for it, or the culprit is still executing for several cycles.
bool persists(const RunRecord& run, const Cause& cause, Cycle cycle) {
  const Timeline& timeline = run.timeline;
  if (cause.why == Reason::latency || cause.why == Reason::memory_latency ||
      cause.why == Reason::dcache_miss) {
    const OpRow* culprit = timeline.find(cause.culprit);
    const Span* span = culprit != nullptr ? span_in(timeline, *culprit, cycle) : nullptr;
    return span != nullptr && (timeline.lanes[span->lane].is_unit ||
                               timeline.lanes[span->lane].is_lead); // on the lead of the unit
  }
  // The producer, or the store, executes for further cycles, even when what waits for it has not
  // reached its station yet.
  const bool is_made = cause.why == Reason::raw || cause.why == Reason::memory_order;
  const OpRow* const maker = is_made ? timeline.find(cause.culprit) : nullptr;
  if (run.counts_micro_ops && maker != nullptr)
    for (const Span& span : timeline.spans_of(*maker))
      if (timeline.lanes[span.lane].is_unit && span.end > cycle + kShown)
        return true;
  if (fetch_waits(timeline, cycle, [&cause](const Cause& one) { return one == cause; }))
    return true;
  const auto rows = rows_around(timeline, cycle, cycle + 1);
  return std::any_of(rows.begin(), rows.end(), [&](const OpRow& row) {
    const auto spans = timeline.spans_of(row);
    return cycle < row.end && std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
             return span.cause == cause && span.begin <= cycle + 1 && cycle < span.end;
           });
  });
}

/// persists() for a cause of fetch without a culprit.
bool fetch_persists(const RunRecord& run, Reason why, Cycle cycle) {
  if (why != Reason::icache_miss && why != Reason::fetch_latency)
    return true;
  return fetch_waits(run.timeline, cycle, [why](const Cause& one) { return one.why == why; });
}

/// The sentence of a wait that has ended, while its empty slots move down the pipeline.
std::string in_past_tense(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> kVerbs[] = {{"waits", "waited"},
                                                                      {"is ", "was "},
                                                                      {"stays", "stayed"},
                                                                      {"executes", "executed"},
                                                                      {"must not", "could not"}};
  for (const auto& [present, past] : kVerbs)
    if (text.starts_with(present))
      text.replace(0, present.size(), past);
  constexpr std::pair<std::string_view, std::string_view> kClauses[] = {
      {", which misses", ", which missed"}, {", whose oldest is", ", whose oldest was"},
      {" has ended", " had ended"},         {" has not", " had not"},
      {" has read", " had read"},           {" has still", " had still"},
      {" has executed", " had executed"},   {", which takes longer", ", which took longer"}};
  for (const auto& [present, past] : kClauses)
    if (const std::size_t at = text.find(present); at != std::string::npos)
      text.replace(at, present.size(), past);
  // Behind the text of an instruction, which may have any words.
  constexpr std::pair<std::string_view, std::string_view> kEndings[] = {
      {" is decided", " was decided"},
      {" is known", " was known"},
      {" will write to memory", " had still to write to memory"}};
  for (const auto& [present, past] : kEndings)
    if (text.ends_with(present))
      text.replace(text.size() - present.size(), present.size(), past);
  return text;
}

/// The sentence of an empty stage behind fetch, when the fetch group ended in an earlier cycle.
std::string behind_fetch(std::string text) {
  constexpr std::string_view kStopped = "fetch stopped";
  if (const std::size_t at = text.find(kStopped); at != std::string::npos)
    text.replace(at, kStopped.size(), "fetch had stopped");
  return text;
}

/// An operation has left its unit by a cycle, and is not in a queue behind it.
bool is_writing(const RunRecord& run, OpId op, Cycle cycle) {
  const std::vector<Lane>& lanes = run.timeline.lanes;
  const OpRow* row = run.timeline.find(op);
  const Span* span = row != nullptr ? span_in(run.timeline, *row, cycle) : nullptr;
  return span != nullptr && !lanes[span->lane].is_queue &&
         std::none_of(lanes.begin() + span->lane, lanes.end(),
                      [](const Lane& lane) { return lane.is_unit; });
}

/// An operation was in the front end at selection, `lead` cycles before the cycle that the lane
/// shows.
bool is_in_front(const RunRecord& run, OpId op, Cycle cycle, unsigned lead) {
  const OpRow* row = run.timeline.find(op);
  const Span* span = row != nullptr && cycle.value > lead
                         ? span_in(run.timeline, *row, Cycle{cycle.value - lead})
                         : nullptr;
  return run.counts_micro_ops && span != nullptr && run.timeline.lanes[span->lane].is_front;
}

/// An operation in a station was held for a cause at selection, `lead` cycles before the cycle that
/// the lane shows, or will be from the next cycle on.
bool holds_in_station(const RunRecord& run, const Cause& cause, Cycle cycle, unsigned lead) {
  const auto rows = rows_around(
      run.timeline, Cycle{cycle.value - std::min<std::uint64_t>(lead, cycle.value)}, cycle + 1);
  return std::any_of(rows.begin(), rows.end(), [&](const OpRow& row) {
    const auto spans = run.timeline.spans_of(row);
    return std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
      return span.cause == cause && !run.timeline.lanes[span.lane].is_front &&
             span.begin <= cycle + 1 && cycle < span.end + lead;
    });
  });
}

/// The sentence of an empty stage whose next operation still executes, with that operation as the
/// subject.
std::string unfinished(const Cause& cause, const RunRecord& run, Cycle cycle, bool over) {
  const std::string who = instruction_ref(cause.culprit, run);
  if (run.counts_micro_ops && is_writing(run, cause.culprit, cycle))
    return who + " writes its result in this cycle";
  const char* const has = over ? "had" : "has";
  switch (cause.why) {
  case Reason::memory_latency:
    return fmt::format("{} {} not ended its data access", who, has);
  case Reason::dcache_miss:
    return fmt::format("{} {} missed the data cache, and {} no value yet", who, has,
                       over ? "had" : "has");
  default:
    return fmt::format("{} {} not executed", who, has);
  }
}

/// An operation comes to a lane behind a cycle.
bool comes_to(const RunRecord& run, OpId op, LaneId lane, Cycle cycle) {
  const OpRow* const row = run.timeline.find(op);
  const auto spans = row != nullptr ? run.timeline.spans_of(*row) : std::span<const Span>{};
  return std::any_of(spans.begin(), spans.end(),
                     [&](const Span& span) { return span.lane == lane && span.begin > cycle; });
}

/// A stay in the front end in which an operation waits to be replayed.
struct ReplaySpan {
  const OpRow* row = nullptr;
  const Span* span = nullptr;
};

/// The stay of an operation that may explain an empty slot in a cycle; the last one of several.
std::optional<ReplaySpan> replay_span(const RunRecord& run, const OpRow& row, Cycle cycle,
                                      unsigned lead) {
  std::optional<ReplaySpan> found;
  for (const Span& span : run.timeline.spans_of(row))
    if (span.cause.why == Reason::memory_order && run.timeline.lanes[span.lane].is_front &&
        span.begin <= cycle + 1 && cycle < span.end + lead + kShown)
      found = ReplaySpan{&row, &span};
  return found;
}

/// The last completed stay of a replayed load, for slots lost to its replay (Reason::memory_order
/// with the load as the culprit). None: the operation is a store, or was replayed behind another
/// load.
std::optional<ReplaySpan> past_replay_span(const RunRecord& run, const OpRow& row, Cycle cycle) {
  const auto is_again = [&run](const Span& span) {
    return span.cause.why == Reason::memory_order && run.timeline.lanes[span.lane].is_front;
  };
  std::optional<ReplaySpan> found;
  for (const Span& span : run.timeline.spans_of(row)) {
    if (!is_again(span) || span.end > cycle)
      continue;
    const OpRow* const other = run.timeline.find(span.cause.culprit);
    const auto spans = other != nullptr ? run.timeline.spans_of(*other) : std::span<const Span>{};
    if (std::none_of(spans.begin(), spans.end(), [&](const Span& theirs) {
          return is_again(theirs) && theirs.begin == span.begin;
        }))
      found = ReplaySpan{&row, &span};
  }
  return found;
}

/// "micro-op 3 (ld a1, 0(s0)) has read before micro-op 1 (...), which is older and writes there,
/// and is replayed with all behind it"; none when the cause does not say that.
std::optional<std::string> replay_clause(const Cause& gap, Cycle cycle, unsigned lead,
                                         const RunRecord& run) {
  if (gap.why != Reason::memory_order || !run.counts_micro_ops)
    return std::nullopt;
  const Timeline& timeline = run.timeline;
  std::optional<ReplaySpan> stay;
  if (const OpRow* culprit = timeline.find(gap.culprit)) {
    stay = replay_span(run, *culprit, cycle, lead);
    if (!stay)
      stay = past_replay_span(run, *culprit, cycle);
  }
  for (const OpRow& row : rows_around(timeline, cycle, cycle + 1)) {
    if (stay)
      break;
    if (const auto own = replay_span(run, row, cycle, lead); own && own->span->cause == gap)
      stay = own;
  }
  if (const OpRow* load = stay ? timeline.find(stay->span->cause.culprit) : nullptr;
      load != nullptr) // from an operation behind the load to the load: both are replayed
    for (const Span& span : timeline.spans_of(*load))
      if (span.begin == stay->span->begin && span.cause.why == Reason::memory_order &&
          timeline.lanes[span.lane].is_front) {
        stay = ReplaySpan{load, &span};
        break;
      }
  if (!stay || timeline.find(stay->span->cause.culprit) == nullptr)
    return std::nullopt;
  const bool over = stay->span->end <= cycle;
  return fmt::format("{} {} read before {}, which is older and writes there, and {} replayed{} "
                     "with all behind it",
                     instruction_ref(stay->row->op, run), over ? "had" : "has",
                     instruction_ref(stay->span->cause.culprit, run), over ? "was" : "is",
                     stay->span->begin > cycle
                         ? fmt::format(" from cycle {} on", stay->span->begin.value)
                         : std::string());
}

/// "micro-op 4 (ld t1, 0(a0)) comes to its station in cycle 3: no more than 2 a cycle are
/// dispatched"; nullopt when other micro-ops took all ports.
std::optional<std::string> arrival_clause(const Cause& gap, Cycle cycle, unsigned lead,
                                          const RunRecord& run) {
  const OpRow* row = run.timeline.find(gap.culprit);
  if (gap.why != Reason::pairing || !run.counts_micro_ops || run.imported || row == nullptr ||
      cycle.value <= lead)
    return std::nullopt;
  const Cycle chosen{cycle.value - lead};
  const std::vector<Lane>& lanes = run.timeline.lanes;
  const Span* const there = span_in(run.timeline, *row, chosen);
  if (there == nullptr || !(lanes[there->lane].is_front || there->begin == chosen) ||
      lanes[there->lane].is_unit || lanes[there->lane].is_lead)
    return std::nullopt;
  const Span* station = nullptr;
  for (const Span& span : run.timeline.spans_of(*row))
    if (station == nullptr && span.begin >= chosen && !lanes[span.lane].is_front)
      station = &span;
  // When the micro-op did not wait in the front end, the fetch width determined the cycle in which
  // it reached its station.
  std::uint64_t passage = 0;
  for (const Lane& one : lanes)
    passage += one.is_front ? one.own_cycles : 0;
  const bool is_fetched_late = station != nullptr && station->begin - row->begin <= passage;
  const LedgerPoint point = is_fetched_late ? LedgerPoint::fetch : LedgerPoint::issue;
  return fmt::format("{} {}: no more than {} a cycle are {}", instruction_ref(row->op, run),
                     station == nullptr
                         ? std::string("is still to be dispatched")
                         : fmt::format("comes to its station in cycle {}", station->begin.value),
                     run.ledger.at(point).width, is_fetched_late ? "fetched" : "dispatched");
}

} // namespace

std::optional<std::string> empty_clause(LaneId lane, const Cause& gap, Cycle cycle,
                                        const RunRecord& run) {
  const unsigned lead =
      lane < run.timeline.lanes.size() ? run.timeline.lanes[lane].lead_cycles : 0U;
  if (auto again = replay_clause(gap, cycle, lead, run))
    return again;
  return arrival_clause(gap, cycle, lead, run);
}

std::string empty_sentence(LaneId lane, const Cause& gap, Cycle cycle, const RunRecord& run,
                           bool partly) {
  if (auto clause = empty_clause(lane, gap, cycle, run))
    return *clause;
  const Lane& there = run.timeline.lanes[lane];
  const bool unit = there.is_unit || there.is_lead;
  const bool over =
      lane > 0 && !(gap.culprit ? persists(run, gap, cycle) : fetch_persists(run, gap.why, cycle));
  const bool executes = gap.why == Reason::latency || gap.why == Reason::memory_latency ||
                        gap.why == Reason::dcache_miss;
  // In order the next one there is the culprit itself, or one that waits behind it.
  if (executes && gap.culprit && !unit &&
      (run.counts_micro_ops || comes_to(run, gap.culprit, lane, cycle)))
    return unfinished(gap, run, cycle, over);
  std::string why = sentence(gap, run);
  if (unit && gap.why == Reason::raw && is_in_front(run, gap.culprit, cycle, there.lead_cycles))
    return fmt::format("the next micro-op that could execute there {}, which {}", why,
                       is_in_front(run, gap.culprit, cycle, 0) ? "is not dispatched itself"
                                                               : "was not dispatched in time");
  if (lane > 0 && gap.why == Reason::fetch_group)
    why = behind_fetch(std::move(why));
  const bool is_in_station = gap.why != Reason::memory_order || !there.is_unit ||
                             holds_in_station(run, gap, cycle, there.lead_cycles);
  return (is_in_station ? subject_of(gap.why, run, there, partly)
                        : "the next micro-op that could execute there ") +
         (over ? in_past_tense(std::move(why)) : why);
}

} // namespace stallscope::trace
