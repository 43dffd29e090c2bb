#pragma once

#include <optional>
#include <string_view>

namespace stallscope::gui {

/// Match score of typed letters in a title, for the palette: 0 at the title's beginning, 1 at a
/// word's beginning, 2 elsewhere, larger the further apart the letters are; nothing when the
/// letters do not occur in order. ASCII case and surrounding blanks are ignored.
[[nodiscard]] std::optional<int> fuzzy_fit(std::string_view title, std::string_view typed);

} // namespace stallscope::gui
