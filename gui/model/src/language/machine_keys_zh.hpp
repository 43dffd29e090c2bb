#pragma once

#include <string_view>
#include <vector>

namespace stallscope::gui {

/// What a key of a machine file means, in Chinese; empty for keys that are no option of the
/// interface.
[[nodiscard]] std::string_view chinese_meaning(std::string_view key);
/// All of them, for a font's characters.
[[nodiscard]] std::vector<std::string_view> chinese_meanings();

} // namespace stallscope::gui
