#pragma once

#include "render_target.hpp"

#include <string>

namespace stallscope::gui {

/// Writes a picture; returns the error as a sentence, or an empty string.
[[nodiscard]] std::string write_png(const std::string& file, const Picture& picture);

} // namespace stallscope::gui
