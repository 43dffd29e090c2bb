#pragma once

#include <atomic>

namespace stallscope {

/// Columns of the terminal that standard output is; 0: it is none, or that is not known.
[[nodiscard]] unsigned terminal_columns();

/// Calls `handler` at each Ctrl-C, as a signal handler; a system call that waits ends.
void on_interrupt(void (*handler)(int));

/// Writing to a pipe that nobody reads any more is an error of the call, not the end of us.
void ignore_broken_pipes();

/// Waits until there is something to read, or `interrupted`: false then. An interruption between
/// the look at the flag and the wait is not lost.
[[nodiscard]] bool wait_until_readable(int descriptor, const std::atomic<bool>& interrupted);

/// A descriptor of the same open file; negative, with errno set, when there can be none.
[[nodiscard]] int duplicate(int descriptor);

} // namespace stallscope
