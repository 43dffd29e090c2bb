#include "base/platform/terminal.hpp"

namespace stallscope {

unsigned terminal_columns() {
  return 0;
}

/// WASI has no signals: the host ends the program.
void on_interrupt(void (*)(int)) {}

void ignore_broken_pipes() {}

bool wait_until_readable(int, const std::atomic<bool>& interrupted) {
  return !interrupted; // reading itself waits
}

/// WASI cannot duplicate descriptors: returns the file itself, which its reader closes at the end.
int duplicate(int descriptor) {
  return descriptor;
}

} // namespace stallscope
