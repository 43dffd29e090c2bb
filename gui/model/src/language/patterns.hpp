#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// The texts matched by the "{}" of a pattern, each as short as possible but not empty; nothing if
/// the text does not match.
[[nodiscard]] std::optional<std::vector<std::string_view>> captured(std::string_view text,
                                                                    std::string_view pattern);

/// A translation with its "{0}", "{1}" replaced.
[[nodiscard]] std::string with_values(std::string_view translation,
                                      const std::vector<std::string>& values);

} // namespace stallscope::gui
