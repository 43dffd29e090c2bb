#pragma once

#include "base/diagnostic.hpp"

#include <string_view>

namespace stallscope::isa {

/// Whether a text that is not valid in any notation has lines starting like those of C.
[[nodiscard]] bool looks_like_c(std::string_view text);

/// Determined from the extension of the file name.
[[nodiscard]] bool is_cpp_file(std::string_view file);

/// A message for C code without the extension of C, and for C++.
[[nodiscard]] Diagnostic reads_as_c(std::string_view file);

} // namespace stallscope::isa
