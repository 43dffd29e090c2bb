#include "simulation/stretch.hpp"

#include "trace/render.hpp"

#include <fmt/format.h>

namespace stallscope::session {

namespace {

bool continues(const Span& before, const Span& span) {
  return before.end == span.begin && before.lane == span.lane && before.cause == span.cause &&
         span.cause.why != Reason::none;
}

bool is_station(const Lane& lane) {
  return lane.is_queue && !lane.is_front;
}

} // namespace

std::vector<Stretch> stretches_of(const Timeline& timeline, const OpRow& row) {
  std::vector<Stretch> stretches;
  const auto spans = timeline.spans_of(row);
  for (const Span& span : spans) {
    if (!stretches.empty() && continues(stretches.back().span, span))
      stretches.back().span.end = span.end;
    else
      stretches.push_back({span});
    stretches.back().next = &span == &spans.back() ? nullptr : &span + 1;
  }
  return stretches;
}

Stretch stretch_at(const Timeline& timeline, const OpRow& row, const Span& span) {
  for (Stretch& stretch : stretches_of(timeline, row))
    if (stretch.span.begin <= span.begin && span.end <= stretch.span.end &&
        span.lane == stretch.span.lane)
      return stretch;
  return {span};
}

StretchEnd ending_of(const Timeline& timeline, const OpRow& row, const Stretch& stretch) {
  const bool is_last = stretch.span.end == row.end;
  if (is_last && row.flushed)
    return StretchEnd::discarded;
  if (is_last && row.in_flight)
    return StretchEnd::unknown;
  if (stretch.next == nullptr)
    return StretchEnd::resumes;
  const Span& next = *stretch.next;
  const Lane& here = timeline.lanes[stretch.span.lane];
  if (timeline.lanes[next.lane].is_front && !here.is_front)
    return StretchEnd::replayed;
  if (next.lane != stretch.span.lane)
    return StretchEnd::resumes;
  if (next.cause.why != Reason::none)
    return StretchEnd::stalled_again;
  return is_station(here) ? StretchEnd::is_ready : StretchEnd::resumes;
}

std::string ending_words(const trace::RunRecord& run, const OpRow& row, const Stretch& stretch,
                         std::string_view going, std::string_view it) {
  const std::uint64_t end = stretch.span.end.value;
  switch (ending_of(run.timeline, row, stretch)) {
  case StretchEnd::discarded:
    return fmt::format("{}is discarded in cycle {}", it, end);
  case StretchEnd::unknown:
    return fmt::format("{}has not gone on by the end of the record", it);
  case StretchEnd::replayed:
    return fmt::format("{}is thrown back to {} in cycle {}", it,
                       run.timeline.lanes[stretch.next->lane].name, end);
  case StretchEnd::stalled_again:
    return fmt::format("from cycle {} on it {}", end,
                       trace::sentence_about(row.op, stretch.next->cause, run));
  case StretchEnd::is_ready:
    return fmt::format("{}has what it needs in cycle {}", it, end);
  case StretchEnd::resumes:
    break;
  }
  return fmt::format("{}{} in cycle {}", it, going, end);
}

} // namespace stallscope::session
