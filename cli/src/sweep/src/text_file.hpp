#pragma once

#include "base/diagnostic.hpp"

#include <string>

namespace stallscope::sweep {

[[nodiscard]] Diagnostic file_problem(const std::string& file, std::string message,
                                      std::string expected = {});

} // namespace stallscope::sweep
