#pragma once

#include "base/diagnostic.hpp"

#include <string>
#include <utility>

namespace stallscope::gui {

/// An error about a file as a whole.
[[nodiscard]] inline Diagnostic problem(const std::string& file, std::string message) {
  Diagnostic diagnostic;
  diagnostic.file = file;
  diagnostic.message = std::move(message);
  return diagnostic;
}

} // namespace stallscope::gui
