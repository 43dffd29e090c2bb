#pragma once

#include "base/diagnostic.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa {

/// An error about an input as a whole.
[[nodiscard]] Diagnostic problem_with_file(std::string_view file, std::string message);

/// Reason why a text cannot be a source text: empty, too large, binary.
[[nodiscard]] std::optional<Diagnostic> problem_with_text(std::string_view file,
                                                          std::string_view text);

} // namespace stallscope::isa
