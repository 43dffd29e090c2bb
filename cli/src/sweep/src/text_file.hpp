#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace stallscope::sweep {

/// All of a file; `what` is what messages expect of it, such as "an experiment".
[[nodiscard]] Result<std::string> read_text_file(const std::string& file, std::size_t most_bytes,
                                                 std::string_view what);

[[nodiscard]] Diagnostic file_problem(const std::string& file, std::string message,
                                      std::string expected = {});

} // namespace stallscope::sweep
