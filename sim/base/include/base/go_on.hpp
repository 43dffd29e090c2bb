#pragma once

#include <functional>

namespace stallscope {

/// Asked now and then by work that may take long; false: stop. Empty: it runs to its end.
using GoOn = std::function<bool()>;

/// The problem of work that was stopped.
inline constexpr const char* kInterrupted = "interrupted";

[[nodiscard]] inline bool is_stopped(const GoOn& go_on) {
  return go_on && !go_on();
}

} // namespace stallscope
