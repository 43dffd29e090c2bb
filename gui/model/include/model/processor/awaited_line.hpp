#pragma once

#include "model/run/run.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace stallscope::gui {

/// The cache line that fetch waits for.
struct AwaitedLine {
  Cause cause;
  std::uint64_t address = 0;
  std::uint64_t arrives = 0; ///< cycle

  /// "line 0x400000 arrives in cycle 98"
  [[nodiscard]] std::string words() const;
};

/// The line that fetch waits for in a cycle; nothing if it waits for none, or the arrival is not
/// recorded.
[[nodiscard]] std::optional<AwaitedLine> awaited_line(const Run& run, const RunWindow& window,
                                                      std::uint64_t cycle);

} // namespace stallscope::gui
