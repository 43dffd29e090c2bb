#include "base/platform/terminal.hpp"

#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace stallscope {

unsigned terminal_columns() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void on_interrupt(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigaction(SIGINT, &action, nullptr);
}

void ignore_broken_pipes() {
  std::signal(SIGPIPE, SIG_IGN);
}

/// SIGINT is blocked until the wait begins.
bool wait_until_readable(int descriptor, const std::atomic<bool>& interrupted) {
  sigset_t held;
  sigset_t before;
  sigemptyset(&held);
  sigaddset(&held, SIGINT);
  sigprocmask(SIG_BLOCK, &held, &before);
  pollfd end{descriptor, POLLIN, 0};
  while (!interrupted && ppoll(&end, 1, nullptr, &before) < 0 && errno == EINTR) {
  }
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return !interrupted;
}

int duplicate(int descriptor) {
  return dup(descriptor);
}

} // namespace stallscope
