#pragma once

#include "base/diagnostic.hpp"

#include <string_view>

namespace stallscope::isa {

/// A text that is no program in any notation has lines that begin as those of C do.
[[nodiscard]] bool looks_like_c(std::string_view text);

/// By the ending of its name.
[[nodiscard]] bool is_cpp_file(std::string_view file);

/// What to do with C that is in no file of C, and with C++.
[[nodiscard]] Diagnostic reads_as_c(std::string_view file);

} // namespace stallscope::isa
