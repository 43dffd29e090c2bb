#pragma once

#include <string_view>

namespace stallscope::sweep {

/// A name that the search path resolves. A path would start a program of the file's author.
[[nodiscard]] bool is_harmless_compiler(std::string_view name);

/// An option of GCC or Clang that changes the code and the messages and nothing else: it loads no
/// plug-in, starts no other program and names no file that is written. What is not known is none.
[[nodiscard]] bool is_harmless_flag(std::string_view flag);

} // namespace stallscope::sweep
