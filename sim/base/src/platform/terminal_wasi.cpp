#include "base/platform/terminal.hpp"

namespace stallscope {

unsigned terminal_columns() {
  return 0;
}

/// There are no signals: who runs us ends us.
void on_interrupt(void (*)(int)) {}

void ignore_broken_pipes() {}

bool wait_until_readable(int, const std::atomic<bool>& interrupted) {
  return !interrupted; // reading waits
}

/// WASI has no call for it: the file itself, which is closed by whoever reads it to its end.
int duplicate(int descriptor) {
  return descriptor;
}

} // namespace stallscope
