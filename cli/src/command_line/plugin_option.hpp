#pragma once

#include <string>
#include <vector>

namespace stallscope::cli {

/// --plugin [CACHE=]FILE[,OPTION=VALUE...]: loads the plug-in, and adds the settings that put it
/// into the machine. What is wrong with it; empty when nothing is.
[[nodiscard]] std::string take_plugin(const std::string& text, std::vector<std::string>& settings);

} // namespace stallscope::cli
