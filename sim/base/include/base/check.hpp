#pragma once

#include <cstdint>

namespace stallscope {

/// Position of the simulation, for failed checks; filled in by the core's step function, printed by
/// check_failed.
struct CheckContext {
  std::uint64_t cycle = 0;
  std::uint64_t op = 0;
};

/// Context of the simulation that runs on this thread.
CheckContext& check_context();

/// Prints the condition, its source position and the check context to stderr and ends the process
/// with exit code 70 (an internal error, sysexits' EX_SOFTWARE).
[[noreturn]] void check_failed(const char* condition, const char* file, int line,
                               const char* message);

} // namespace stallscope

/// Checks a condition that only a bug of Stallscope can violate. On in every build type. The file
/// is named without its folder, so that object files do not depend on the location of the sources
/// (and a compiler cache finds them).
#define STALLSCOPE_CHECK(condition, message)                                                       \
  do {                                                                                             \
    if (!(condition)) [[unlikely]]                                                                 \
      ::stallscope::check_failed(#condition, __FILE_NAME__, __LINE__, message);                    \
  } while (false)
