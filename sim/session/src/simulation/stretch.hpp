#pragma once

#include "trace/run_record.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::session {

/// A maximal interval in which an operation does the same thing: successive spans on one lane with
/// the same reason and culprit. A record starts a new span when the machine re-evaluates a wait
/// (for instance a load expected to hit) without a change.
struct Stretch {
  Span span;                  ///< from the start of the first span to the end of the last
  const Span* next = nullptr; ///< the next span of the operation; nullptr: none in the record
};

/// All stretches of an operation, in order.
[[nodiscard]] std::vector<Stretch> stretches_of(const Timeline& timeline, const OpRow& row);
/// The interval that contains a span of the row.
[[nodiscard]] Stretch stretch_at(const Timeline& timeline, const OpRow& row, const Span& span);

/// How an interval ends.
enum class StretchEnd : std::uint8_t {
  resumes,       ///< the operation enters another lane, or begins to execute on this one
  is_ready,      ///< in a station: the operation waits for selection, and nothing holds it
  stalled_again, ///< the operation stays on the lane, held for another reason or culprit
  replayed,      ///< replay: back to the front end
  discarded,
  unknown, ///< the record ends earlier
};
[[nodiscard]] StretchEnd ending_of(const Timeline& timeline, const OpRow& row,
                                   const Stretch& stretch);

/// "and goes on in cycle 9", worded for the kind of end. `going`: what the operation does next,
/// such as "leaves RS"; `it`: "" or "it ", when a new clause begins.
[[nodiscard]] std::string ending_words(const trace::RunRecord& run, const OpRow& row,
                                       const Stretch& stretch, std::string_view going,
                                       std::string_view it);

} // namespace stallscope::session
