#pragma once

#include "base/ids.hpp"

#include <cstdint>
#include <string>

namespace stallscope::gui {

/// A marked position in a run.
struct Bookmark {
  OpId op;
  std::uint64_t cycle = 0;
  std::string label;

  bool operator==(const Bookmark&) const = default;
};

} // namespace stallscope::gui
