#include "base/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace stallscope {

CheckContext& check_context() {
  thread_local CheckContext context;
  return context;
}

void check_failed(const char* condition, const char* file, int line, const char* message) {
  const CheckContext& at = check_context();
  std::fprintf(
      stderr,
      "stallscope: internal error: %s\n  check failed: %s\n  at %s:%d, cycle %llu, op %llu\n"
      "  This is a bug in Stallscope, please report it with the command line and the input "
      "files.\n",
      message, condition, file, line, static_cast<unsigned long long>(at.cycle),
      static_cast<unsigned long long>(at.op));
  std::fflush(stderr);
#ifdef STALLSCOPE_FUZZING
  std::abort(); // abort, so that libFuzzer keeps the input
#else
  std::_Exit(70);
#endif
}

} // namespace stallscope
