#pragma once

#include <string_view>
#include <vector>

namespace stallscope::gui {

/// The header of an included program in Chinese.
struct ExampleWords {
  std::string_view name; ///< "lecture/p4"; for pairs compiled with -O1 and -O2 the first one
  std::string_view title;
  std::string_view look_at;
};

/// Null for a program without a header.
[[nodiscard]] const ExampleWords* chinese_example(std::string_view name);
/// All texts, to determine the characters of a font.
[[nodiscard]] std::vector<std::string_view> chinese_examples();

} // namespace stallscope::gui
