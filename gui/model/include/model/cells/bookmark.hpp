#pragma once

#include "base/ids.hpp"

#include <cstdint>
#include <string>

namespace stallscope::gui {

/// A place in a run that somebody wants to find again.
struct Bookmark {
  OpId op;
  std::uint64_t cycle = 0;
  std::string label;

  bool operator==(const Bookmark&) const = default;
};

} // namespace stallscope::gui
