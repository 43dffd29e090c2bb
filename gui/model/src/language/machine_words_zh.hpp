#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// Headings and states of a core's structures in Chinese: "ready from 12" is 第 12 周期就绪. Texts
/// without an entry, such as numbers and code, are unchanged.
[[nodiscard]] std::string chinese_structure(std::string_view english);
/// The name of a removed restriction (session::Relief) in Chinese.
[[nodiscard]] std::string chinese_relief(std::string_view name);
/// The name of an operation class in the processor figure in Chinese: "int".
[[nodiscard]] std::string chinese_unit(std::string_view english);
/// All patterns, to determine the characters of a font.
[[nodiscard]] std::vector<std::string_view> chinese_machine_words();

} // namespace stallscope::gui
