#pragma once

#include <string_view>

namespace stallscope::sweep {

/// A compiler name that is resolved by the search path. A path could start a program supplied by
/// the file's author.
[[nodiscard]] bool is_harmless_compiler(std::string_view name);

/// An option of GCC or Clang that changes only the code and the messages: it loads no plug-in,
/// starts no other program and names no output file. Unknown options are refused.
[[nodiscard]] bool is_harmless_flag(std::string_view flag);

} // namespace stallscope::sweep
