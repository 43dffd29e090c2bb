#pragma once

#include <optional>
#include <string_view>

namespace stallscope::gui {

/// How well a few typed letters fit a title, for a palette: 0 its beginning, 1 the beginning of a
/// word, 2 anywhere in it, more the further apart the letters are; nothing when they are not in it
/// in this order. Case of ASCII letters and blanks around do not count.
[[nodiscard]] std::optional<int> fuzzy_fit(std::string_view title, std::string_view typed);

} // namespace stallscope::gui
