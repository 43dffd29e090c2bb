#include "model/run/worker.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace stallscope::gui {

struct Worker::Shared {
  struct Waiting {
    std::shared_ptr<Task> task;
    Job job;
  };
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Waiting> queue;
  std::shared_ptr<Task> current;
  std::vector<Task::Step> posts;
  bool closing = false;
};

namespace {

/// Executes a job and its continuations until it is done or `over` returns true. Returns whether it
/// is done; otherwise `job` is the rest.
template <class Over> bool execute(Worker::Job& job, Task& task, Worker::Job& next, Over over) {
  while (true) {
    job(task);
    job = std::exchange(next, nullptr); // destroys the captures of the finished part here
    if (job == nullptr)
      return true;
    if (over())
      return false;
  }
}

} // namespace

struct Worker::Thread {
  std::thread thread;
};

Worker::Worker(Threads threads) : threads_(threads), shared_(std::make_shared<Shared>()) {
  if (threads_ == Threads::background)
    thread_ = std::make_unique<Thread>(Thread{std::thread([this] { run_queue(); })});
}

Worker::~Worker() {
  cancel_all();
  if (thread_ == nullptr)
    return;
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->closing = true;
  }
  shared_->changed.notify_all();
  thread_->thread.join();
}

std::shared_ptr<Task> Worker::start(Job job) {
  const std::weak_ptr<Shared> weak = shared_;
  auto task = std::make_shared<Task>([weak](Task::Step step) {
    if (const std::shared_ptr<Shared> shared = weak.lock()) {
      const std::lock_guard lock(shared->mutex);
      shared->posts.push_back(std::move(step));
    }
  });
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->queue.push_back({task, std::move(job)});
  }
  shared_->changed.notify_all();
  return task;
}

/// The background thread: executes jobs until the worker closes.
void Worker::run_queue() {
  std::unique_lock lock(shared_->mutex);
  while (true) {
    shared_->changed.wait(lock, [this] { return shared_->closing || !shared_->queue.empty(); });
    if (shared_->closing)
      return;
    Shared::Waiting next = std::move(shared_->queue.front());
    shared_->queue.pop_front();
    shared_->current = next.task;
    lock.unlock();
    execute(next.job, *next.task, next.task->next_, [] { return false; });
    lock.lock();
    next.task->finished_ = true;
    shared_->current.reset();
    shared_->changed.notify_all();
  }
}

/// Executes jobs in the calling thread until `end`; an unfinished job stays first in the queue.
void Worker::run_here(Task::Clock::time_point end) {
  while (!shared_->queue.empty()) {
    Shared::Waiting next = std::move(shared_->queue.front());
    shared_->queue.pop_front();
    next.task->slice_end_ = end;
    if (!execute(next.job, *next.task, next.task->next_,
                 [&] { return next.task->should_yield(); })) {
      shared_->queue.push_front(std::move(next));
      return;
    }
    next.task->finished_ = true;
    if (next.task->should_yield())
      return;
  }
}

std::size_t Worker::poll() {
  if (threads_ == Threads::none)
    run_here(Task::Clock::time_point::max());
  else if (threads_ == Threads::slices)
    run_here(Task::Clock::now() + kSlice);
  std::vector<Task::Step> posts;
  {
    const std::lock_guard lock(shared_->mutex);
    posts.swap(shared_->posts);
  }
  for (const Task::Step& step : posts)
    step();
  return posts.size();
}

void Worker::wait() {
  do {
    if (threads_ == Threads::background) {
      std::unique_lock lock(shared_->mutex);
      shared_->changed.wait(
          lock, [this] { return shared_->queue.empty() && shared_->current == nullptr; });
    }
    poll();
  } while (busy());
}

bool Worker::busy() const {
  const std::lock_guard lock(shared_->mutex);
  return !shared_->queue.empty() || shared_->current != nullptr || !shared_->posts.empty();
}

void Worker::cancel_all() {
  const std::lock_guard lock(shared_->mutex);
  for (const Shared::Waiting& waiting : shared_->queue)
    waiting.task->cancel();
  if (shared_->current != nullptr)
    shared_->current->cancel();
}

} // namespace stallscope::gui
