#pragma once

#include "session/runner.hpp"

namespace stallscope::session {

/// Options of a further run of the same program whose cycles are all that is wanted: nothing is
/// recorded, and what the program writes and the log of its instructions come from the first run.
[[nodiscard]] inline RunOptions quiet(RunOptions options) {
  options.record = false;
  options.live_output = nullptr;
  options.commit_log = nullptr;
  return options;
}

} // namespace stallscope::session
