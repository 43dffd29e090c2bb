#pragma once

#include <atomic>

namespace stallscope {

/// Columns of the terminal to which standard output goes; 0: not a terminal, or not known.
[[nodiscard]] unsigned terminal_columns();

/// Calls `handler` at each Ctrl-C, as a signal handler; waiting system calls are interrupted.
void on_interrupt(void (*handler)(int));

/// Makes writing to a pipe without a reader an error of the call instead of ending the process.
void ignore_broken_pipes();

/// Waits until the descriptor has data to read; false when `interrupted` is set. An interruption
/// between the test of the flag and the wait is not lost.
[[nodiscard]] bool wait_until_readable(int descriptor, const std::atomic<bool>& interrupted);

/// A new descriptor of the same open file; negative, with errno set, on failure.
[[nodiscard]] int duplicate(int descriptor);

} // namespace stallscope
