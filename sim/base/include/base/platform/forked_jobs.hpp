#pragma once

#include <functional>
#include <string>
#include <vector>

namespace stallscope {

/// Work that is done in processes of its own, several at the same time. A process is forked when
/// its work is handed over, so that it sees everything as it is then, at no cost; what comes back
/// is a text. Results are taken in the order in which work was handed over. Without processes (one
/// job, or a system that has none) work is done at once, in the caller.
class ForkedJobs {
public:
  using Work = std::function<std::string()>;
  using Take = std::function<void(const std::string& result)>;

  /// `jobs`: processes at the same time, the caller among them.
  explicit ForkedJobs(unsigned jobs) : jobs_(jobs) {}
  ForkedJobs(const ForkedJobs&) = delete;
  ForkedJobs& operator=(const ForkedJobs&) = delete;
  /// Ends what has not been taken.
  ~ForkedJobs();

  /// Waits until there is room for another process first. What an earlier process has died of is
  /// in problem(), and nothing more is done then.
  void submit(const Work& work, Take take);
  /// Waits for all results.
  void finish();

  /// Why a process gave no result; empty: all have, so far.
  [[nodiscard]] const std::string& problem() const { return problem_; }

private:
  struct Running {
    int process = 0;
    int output = -1; ///< file descriptor of its result
    Take take;
  };
  void take_first();
  [[nodiscard]] bool start(const Work& work, Running& running) const;

  [[maybe_unused]] unsigned jobs_; ///< of no use where there are no processes
  std::vector<Running> running_;   ///< in order of submission
  std::string problem_;
};

} // namespace stallscope
