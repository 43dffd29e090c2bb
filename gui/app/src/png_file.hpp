#pragma once

#include "render_target.hpp"

#include <string>

namespace stallscope::gui {

/// Writes a picture; what went wrong in a sentence, or nothing.
[[nodiscard]] std::string write_png(const std::string& file, const Picture& picture);

} // namespace stallscope::gui
