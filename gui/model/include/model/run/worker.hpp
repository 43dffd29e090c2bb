#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace stallscope::gui {

/// Where the work of a Worker is done. `none`: in poll() and wait() of whoever owns it, for
/// platforms without threads and for tests that want to see every step.
enum class Threads : std::uint8_t { background, none };

/// A job under way, as seen from both sides.
class Task {
public:
  using Step = std::function<void()>;
  explicit Task(std::function<void(Step)> post) : post_(std::move(post)) {}

  // The job's side
  void set_progress(double fraction) { progress_ = fraction; }
  [[nodiscard]] bool cancelled() const { return cancelled_; }
  /// Hands something to the owner's side, where poll() does it.
  void post(Step step) { post_(std::move(step)); }

  // The owner's side
  /// 0 to 1; negative: how far it has come cannot be told.
  [[nodiscard]] double progress() const { return progress_; }
  [[nodiscard]] bool finished() const { return finished_; }
  void cancel() { cancelled_ = true; }

private:
  friend class Worker;
  std::function<void(Step)> post_;
  std::atomic<double> progress_{-1};
  std::atomic<bool> cancelled_{false};
  std::atomic<bool> finished_{false};
};

/// Does jobs one behind the other, away from the thread that draws. Jobs touch nothing the owner
/// touches; what they find out they post, and the owner takes it when it calls poll(). So nothing
/// that is drawn from needs a lock. A job that is cancelled before its turn runs all the same, and
/// ends as soon as it looks.
class Worker {
public:
  using Job = std::function<void(Task&)>;

  explicit Worker(Threads threads = Threads::background);
  /// Cancels everything and waits for the job under way to notice.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  std::shared_ptr<Task> start(Job job);
  /// Does what jobs have posted since; how much that was. Without threads, does all jobs first.
  std::size_t poll();
  /// Until nothing is left to do, what was posted included.
  void wait();
  /// Jobs are under way or waiting, or posts have not been taken.
  [[nodiscard]] bool busy() const;
  void cancel_all();

private:
  struct Shared;
  void run_queue();

  Threads threads_;
  std::shared_ptr<Shared> shared_;
  struct Thread;
  std::unique_ptr<Thread> thread_;
};

} // namespace stallscope::gui
