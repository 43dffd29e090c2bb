#pragma once

#include <string_view>
#include <vector>

namespace stallscope::gui {

/// What a shipped program's header says, in Chinese.
struct ExampleWords {
  std::string_view name; ///< "lecture/p4"; of pairs compiled with -O1 and -O2 the first
  std::string_view title;
  std::string_view look_at;
};

/// Null for a program without any.
[[nodiscard]] const ExampleWords* chinese_example(std::string_view name);
/// All of them, for a font's characters.
[[nodiscard]] std::vector<std::string_view> chinese_examples();

} // namespace stallscope::gui
