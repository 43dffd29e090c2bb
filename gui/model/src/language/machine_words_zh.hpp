#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// Headings and states of the structures of a core, in Chinese: "ready from 12" is 第 12 周期就绪.
/// What is not in the table, such as numbers and code, stays as it is.
[[nodiscard]] std::string chinese_structure(std::string_view english);
/// What is taken away from a machine to see what it costs (session::Relief), by its name.
[[nodiscard]] std::string chinese_relief(std::string_view name);
/// A word for what a unit executes, in the processor's figure: "int".
[[nodiscard]] std::string chinese_unit(std::string_view english);
/// All patterns, for a font's characters.
[[nodiscard]] std::vector<std::string_view> chinese_machine_words();

} // namespace stallscope::gui
