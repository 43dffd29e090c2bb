#pragma once

#include "model/run/run.hpp"

#include <optional>

namespace stallscope::gui {

/// Operations first to last, inclusive.
struct OpRange {
  OpId first;
  OpId last;

  bool operator==(const OpRange&) const = default;
};

/// The iteration of a loop that begins with an operation: up to the one before its instruction is
/// there again, on the right path. Nothing where that does not happen within the window.
[[nodiscard]] std::optional<OpRange> iteration_from(const RunWindow& window, OpId op);

/// The iterations behind that one but for the last, whose instruction is not there again: all that
/// is to be hidden so that a loop shows its first and its last one. Nothing where there are none.
/// Of a run that is recorded whole.
[[nodiscard]] std::optional<OpRange> later_iterations(const RunWindow& window, OpId op);

/// Of a long run, of which the window is a part: looks for the last time that the instruction of an
/// operation of the window begins, by Run::scan() from the end backwards.
[[nodiscard]] Run::Look last_time_of(const RunWindow& window, OpId op);

/// What later_iterations() says, with the last time it was found at.
[[nodiscard]] std::optional<OpRange> iterations_up_to(const RunWindow& window, OpId op, OpId last);

} // namespace stallscope::gui
