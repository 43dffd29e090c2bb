#pragma once

#include <string_view>
#include <vector>

namespace stallscope::gui {

/// Meaning of a key of a machine file in Chinese; empty for keys that are not options of the
/// interface.
[[nodiscard]] std::string_view chinese_meaning(std::string_view key);
/// All texts, to determine the characters of a font.
[[nodiscard]] std::vector<std::string_view> chinese_meanings();

} // namespace stallscope::gui
