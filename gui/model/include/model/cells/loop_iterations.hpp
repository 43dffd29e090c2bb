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

/// The loop iteration that begins with an operation: it ends before the next right-path execution
/// of the same instruction. Nothing if there is none within the window.
[[nodiscard]] std::optional<OpRange> iteration_from(const RunWindow& window, OpId op);

/// The iterations between the one that begins with `op` and the last one: hiding them leaves the
/// first and the last iteration of a loop. Nothing when there are none. For a completely recorded
/// run.
[[nodiscard]] std::optional<OpRange> later_iterations(const RunWindow& window, OpId op);

/// For a long run of which only a window is recorded: finds the last execution of an instruction in
/// the window, with Run::scan() from the end backwards.
[[nodiscard]] Run::Look last_time_of(const RunWindow& window, OpId op);

/// The iterations between the one that begins with an operation and the last one, whose first
/// operation is given.
[[nodiscard]] std::optional<OpRange> iterations_up_to(const RunWindow& window, OpId op, OpId last);

} // namespace stallscope::gui
