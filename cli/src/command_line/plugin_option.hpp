#pragma once

#include <string>
#include <vector>

namespace stallscope::cli {

/// --plugin [CACHE=]FILE[,OPTION=VALUE...]: loads the plug-in, and puts the settings that make it
/// part of the machine in front of the others, which may change them. What is wrong with it; empty
/// when nothing is.
[[nodiscard]] std::string take_plugin(const std::string& text, std::vector<std::string>& settings);

} // namespace stallscope::cli
