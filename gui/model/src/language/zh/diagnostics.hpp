#pragma once

#include <span>
#include <string>
#include <string_view>

namespace stallscope::gui {

/// A text of a diagnostic: the English pattern, as it is formatted where the diagnostic is made
/// ("{}" for each argument), and its translation with the arguments as "{0}", "{1}".
struct DiagnosticWords {
  std::string_view english;
  std::string_view chinese;
};

[[nodiscard]] std::span<const DiagnosticWords> machine_diagnostics_zh();
[[nodiscard]] std::span<const DiagnosticWords> assembler_diagnostics_zh();
[[nodiscard]] std::span<const DiagnosticWords> notation_diagnostics_zh();

/// A text of a diagnostic in Chinese, and its arguments where they are such texts themselves; the
/// text as it is if there is no translation. Of several patterns that fit, that with most letters
/// counts.
[[nodiscard]] std::string chinese_diagnostic(std::string_view english);

} // namespace stallscope::gui
