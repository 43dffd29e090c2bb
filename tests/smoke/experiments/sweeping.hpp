#pragma once

#include "smoke/process.hpp"

#include <string>
#include <sys/types.h>
#include <vector>

namespace stallscope::smoke {

/// A process of ours that runs beside the test; killed with the object.
class Running {
public:
  /// Its output goes to /dev/null, or to a file.
  explicit Running(const std::vector<std::string>& arguments, const std::string& out_file = {},
                   const std::string& program = {});
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  [[nodiscard]] pid_t process() const { return process_; }
  void signal(int number) const;
  /// Exit code, or 128 + signal.
  int wait();
  [[nodiscard]] bool ended();
  /// Processes that it has started and that are still there.
  [[nodiscard]] std::vector<pid_t> children() const;

private:
  pid_t process_ = -1;
  int status_ = 0;
};

/// Waits until something holds, looking often; false after a minute (more when sanitized).
template <class Condition> bool wait_until(Condition condition);

void sleep_seconds(double seconds);

template <class Condition> bool wait_until(Condition condition) {
  for (double waited = 0; waited < 60 * kSlower; waited += 0.01) {
    if (condition())
      return true;
    sleep_seconds(0.01);
  }
  return false;
}

/// The rows of a database without what differs from run to run, as CSV.
[[nodiscard]] std::string results_of(const std::string& database);

} // namespace stallscope::smoke
