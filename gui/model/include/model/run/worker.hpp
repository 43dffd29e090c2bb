#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace stallscope::gui {

/// Where a Worker executes jobs. `none`: in the owner's poll() and wait(), for deterministic tests.
/// `slices`: in poll() and wait() as well, for platforms without threads; a poll() ends after
/// kSlice if the job can be interrupted, so that the owner can draw and cancel meanwhile.
enum class Threads : std::uint8_t { background, none, slices };

/// Time that a poll() spends on jobs with Threads::slices.
inline constexpr std::chrono::milliseconds kSlice{25};

/// A running job, as seen from both threads.
class Task {
public:
  using Step = std::function<void()>;
  explicit Task(std::function<void(Step)> post) : post_(std::move(post)) {}

  // Job side
  void set_progress(double fraction) { progress_ = fraction; }
  [[nodiscard]] bool cancelled() const { return cancelled_; }
  /// Queues a function for the owner, called by poll().
  void post(Step step) { post_(std::move(step)); }
  /// The current slice is over: call continue_with() and return. Never true with threads.
  [[nodiscard]] bool should_yield() const {
    return slice_end_ != Clock::time_point::max() && Clock::now() >= slice_end_;
  }
  /// After the current function returns, the job continues with `next`.
  void continue_with(std::function<void(Task&)> next) { next_ = std::move(next); }

  // Owner side
  /// 0 to 1; negative: unknown progress
  [[nodiscard]] double progress() const { return progress_; }
  [[nodiscard]] bool finished() const { return finished_; }
  void cancel() { cancelled_ = true; }

private:
  friend class Worker;
  using Clock = std::chrono::steady_clock;
  std::function<void(Step)> post_;
  std::function<void(Task&)> next_;
  Clock::time_point slice_end_ = Clock::time_point::max();
  std::atomic<double> progress_{-1};
  std::atomic<bool> cancelled_{false};
  std::atomic<bool> finished_{false};
};

/// Executes jobs one after the other in a background thread. Jobs share no data with the owner;
/// they post results, which the owner receives in poll(), so that drawing needs no locks. A job
/// cancelled while queued is still started, and ends at its first check for cancellation.
class Worker {
public:
  using Job = std::function<void(Task&)>;

  explicit Worker(Threads threads = Threads::background);
  /// Cancels all jobs and waits for the running one.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  std::shared_ptr<Task> start(Job job);
  /// Calls the posted functions; returns their number. Without threads, runs all jobs first, or
  /// one slice of them.
  std::size_t poll();
  /// Waits until all jobs and posts are done.
  void wait();
  /// Jobs are running or queued, or posts are pending.
  [[nodiscard]] bool busy() const;
  void cancel_all();

private:
  struct Shared;
  void run_queue();
  void run_here(Task::Clock::time_point end);

  Threads threads_;
  std::shared_ptr<Shared> shared_;
  struct Thread;
  std::unique_ptr<Thread> thread_;
};

} // namespace stallscope::gui
