#include "sched/optimal/task_graph.hpp"

#include <algorithm>
#include <chrono>
#include <unordered_map>

namespace stallscope::sched {

namespace {

constexpr std::size_t kMostKeptStates = 1'000'000;
constexpr std::uint64_t kAskEvery = 1024;

using Clock = std::chrono::steady_clock;

class TaskSearch {
public:
  TaskSearch(const TaskGraph& graph, std::uint64_t known, double seconds,
             const std::function<bool()>& keep_going)
      : graph_(graph), keep_going_(keep_going),
        until_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(seconds))) {
    const std::size_t n = graph.duration.size();
    height_.assign(n, 0);
    for (std::size_t i = n; i-- > 0;) {
      height_[i] += graph.duration[i];
      work_ += graph.duration[i];
      for (const std::uint32_t from : graph.before[i])
        height_[from] = std::max(height_[from], height_[i]);
    }
    best_.makespan = known;
    end_.assign(n, 0);
    free_.assign(graph.machines, 0);
  }

  TaskSchedule run() {
    std::uint64_t longest = 0;
    for (const std::uint64_t height : height_)
      longest = std::max(longest, height);
    best_.lower_bound = std::max(longest, (work_ + graph_.machines - 1) / graph_.machines);
    if (best_.makespan > best_.lower_bound && graph_.duration.size() <= kMostSearchedTasks) {
      left_ = work_;
      complete_ = true;
      go_on(0);
      if (complete_)
        best_.lower_bound = best_.makespan;
    }
    best_.proven = best_.makespan <= best_.lower_bound;
    return best_;
  }

private:
  [[nodiscard]] bool time_is_up() {
    if (best_.visited % kAskEvery == 0 &&
        (Clock::now() > until_ || (keep_going_ && !keep_going_())))
      complete_ = false;
    return !complete_;
  }

  [[nodiscard]] std::uint64_t ready(std::uint32_t task) const {
    std::uint64_t at = 0;
    for (const std::uint32_t from : graph_.before[task])
      at = std::max(at, end_[from]);
    return at;
  }

  /// Lower bound of the makespan of any completion of the partial schedule.
  [[nodiscard]] std::uint64_t bound(std::uint64_t done) const {
    const std::uint64_t first_free = *std::min_element(free_.begin(), free_.end());
    std::uint64_t sum = left_;
    std::uint64_t out = 0;
    for (const std::uint64_t free : free_) {
      sum += free;
      out = std::max(out, free);
    }
    out = std::max(out, (sum + free_.size() - 1) / free_.size());
    for (std::uint32_t i = 0; i < graph_.duration.size(); ++i)
      if ((done >> i & 1U) == 0)
        out = std::max(out, std::max(first_free, ready(i)) + height_[i]);
    return out;
  }

  /// A known partial schedule of the same tasks ends each of them at the same time or earlier.
  bool is_dominated(std::uint64_t done) {
    std::vector<std::uint64_t> state = free_;
    std::sort(state.begin(), state.end());
    for (std::uint32_t i = 0; i < graph_.duration.size(); ++i)
      if ((done >> i & 1U) != 0)
        state.push_back(end_[i] > state[0] ? end_[i] : 0); // tasks that ended before the first free
                                                           // machine's time delay no task
    std::vector<std::vector<std::uint64_t>>& known = known_[done];
    for (const std::vector<std::uint64_t>& other : known)
      if (std::equal(other.begin(), other.end(), state.begin(),
                     [](std::uint64_t a, std::uint64_t b) { return a <= b; }))
        return true;
    if (kept_ < kMostKeptStates) {
      ++kept_;
      known.push_back(std::move(state));
    }
    return false;
  }

  void go_on(std::uint64_t done) {
    ++best_.visited;
    if (time_is_up())
      return;
    if (order_.size() == graph_.duration.size()) {
      best_.makespan = *std::max_element(free_.begin(), free_.end());
      best_.order = order_;
      return;
    }
    if (bound(done) >= best_.makespan || is_dominated(done))
      return;
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t i = 0; i < graph_.duration.size(); ++i)
      if ((done >> i & 1U) == 0 &&
          std::all_of(graph_.before[i].begin(), graph_.before[i].end(),
                      [done](std::uint32_t from) { return (done >> from & 1U) != 0; }))
        candidates.push_back(i);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return height_[a] > height_[b]; });
    for (const std::uint32_t task : candidates) {
      const auto machine = std::min_element(free_.begin(), free_.end());
      const std::uint64_t start = std::max(*machine, ready(task));
      const std::uint64_t was = *machine;
      end_[task] = start + graph_.duration[task];
      *machine = end_[task];
      left_ -= graph_.duration[task];
      order_.push_back(task);
      go_on(done | 1ULL << task);
      order_.pop_back();
      left_ += graph_.duration[task];
      *machine = was;
      if (!complete_)
        return;
    }
  }

  const TaskGraph& graph_;
  const std::function<bool()>& keep_going_;
  Clock::time_point until_;
  std::vector<std::uint64_t> height_;
  std::vector<std::uint64_t> end_;
  std::vector<std::uint64_t> free_;
  std::vector<std::uint32_t> order_;
  std::unordered_map<std::uint64_t, std::vector<std::vector<std::uint64_t>>> known_;
  std::size_t kept_ = 0;
  std::uint64_t work_ = 0;
  std::uint64_t left_ = 0; ///< work of tasks that have not begun
  bool complete_ = false;
  TaskSchedule best_;
};

} // namespace

TaskSchedule search_task_graph(const TaskGraph& graph, std::uint64_t known, double seconds,
                               const std::function<bool()>& keep_going) {
  return TaskSearch(graph, known, seconds, keep_going).run();
}

} // namespace stallscope::sched
