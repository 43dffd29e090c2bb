#pragma once

#include <cstdlib>
#include <string>

namespace stallscope::smoke {

inline bool on_path(const char* program) {
  return std::system(("command -v " + std::string(program) + " >/dev/null 2>&1").c_str()) == 0;
}

} // namespace stallscope::smoke

/// Skips the rest with a message where no cross compiler is.
#define NEEDS(program)                                                                             \
  if (!stallscope::smoke::on_path(program)) {                                                      \
    WARN(program " is not installed: skipped");                                                    \
    return;                                                                                        \
  }
