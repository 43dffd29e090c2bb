#pragma once

#include <string>
#include <vector>

namespace stallscope::cli {

/// --plugin [CACHE=]FILE[,OPTION=VALUE...]: loads the plug-in, and places the settings that add it
/// to the machine before the user's settings, which can override them. Returns an error, or an
/// empty string.
[[nodiscard]] std::string take_plugin(const std::string& text, std::vector<std::string>& settings);

} // namespace stallscope::cli
