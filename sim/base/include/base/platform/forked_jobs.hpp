#pragma once

#include <functional>
#include <string>
#include <vector>

namespace stallscope {

/// Runs work in forked processes, several at the same time. A process is forked when its work is
/// submitted, so that the work has a copy of the caller's state without copying cost; the result is
/// a text. Results are delivered in the order of submission. Without processes (one job, or a
/// system without fork) the caller does the work immediately.
class ForkedJobs {
public:
  using Work = std::function<std::string()>;
  using Take = std::function<void(const std::string& result)>;

  /// `jobs`: maximum number of processes at the same time, the caller included.
  explicit ForkedJobs(unsigned jobs) : jobs_(jobs) {}
  ForkedJobs(const ForkedJobs&) = delete;
  ForkedJobs& operator=(const ForkedJobs&) = delete;
  /// Kills the processes whose results have not been delivered.
  ~ForkedJobs();

  /// Waits until another process may be started. After a process has failed, problem() has the
  /// reason and further work is ignored.
  void submit(const Work& work, Take take);
  /// Waits for all results.
  void finish();

  /// Why a process gave no result; empty: no process has failed.
  [[nodiscard]] const std::string& problem() const { return problem_; }

private:
  struct Running {
    int process = 0;
    int output = -1; ///< file descriptor of the pipe for its result
    Take take;
  };
  void take_first();
  [[nodiscard]] bool start(const Work& work, Running& running) const;

  [[maybe_unused]] unsigned jobs_; ///< unused on systems without processes
  std::vector<Running> running_;   ///< in order of submission
  std::string problem_;
};

} // namespace stallscope
