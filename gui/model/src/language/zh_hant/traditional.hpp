#pragma once

#include <string>
#include <string_view>

namespace stallscope::gui {

/// A simplified Chinese text in traditional characters and the terms of Taiwan's textbooks.
[[nodiscard]] std::string traditional(std::string_view simplified);

} // namespace stallscope::gui
