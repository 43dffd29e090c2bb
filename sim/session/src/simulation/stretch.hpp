#pragma once

#include "trace/run_record.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::session {

/// What an operation does or waits for in one go: of its spans those that follow each other on one
/// lane and wait for the same reason and the same culprit. A record begins a span anew where the
/// machine has looked again (a load was expected to hit, say) and nothing has changed.
struct Stretch {
  Span span;                  ///< from the begin of the first to the end of the last
  const Span* next = nullptr; ///< what the operation does behind it; nullptr: nothing in the record
};

/// All of them, in order.
[[nodiscard]] std::vector<Stretch> stretches_of(const Timeline& timeline, const OpRow& row);
/// The one that a span of the row belongs to.
[[nodiscard]] Stretch stretch_at(const Timeline& timeline, const OpRow& row, const Span& span);

/// How a stretch ends.
enum class StretchEnd : std::uint8_t {
  goes_on,     ///< it goes to another lane, or works on this one
  is_ready,    ///< of a station: it stays there for its turn, and nothing holds it
  waits_again, ///< on the same lane, for another reason or culprit
  thrown_back, ///< to the front end, to be done again
  discarded,
  unknown, ///< the record ends before it
};
[[nodiscard]] StretchEnd ending_of(const Timeline& timeline, const OpRow& row,
                                   const Stretch& stretch);

/// "and goes on in cycle 9" in the words of its ending. `going`: what it does when it goes on, such
/// as "leaves RS"; `it`: "" or "it ", where a new clause begins.
[[nodiscard]] std::string ending_words(const trace::RunRecord& run, const OpRow& row,
                                       const Stretch& stretch, std::string_view going,
                                       std::string_view it);

} // namespace stallscope::session
