#include "graph/execute/execute.hpp"

#include <algorithm>
#include <limits>

namespace stallscope::graph {

namespace {

/// Explains the idle intervals before the tasks of a lane.
class LaneWaits {
public:
  LaneWaits(const Execution& run, std::uint32_t lane, Style style)
      : run_(run), lane_(run.lanes[lane]), style_(style) {}

  std::vector<IdleStretch> run() {
    find_ready();
    Ticks cursor = 0;
    for (std::size_t i = 0; i < lane_.tasks.size(); ++i) {
      const Task& task = run_.tasks[lane_.tasks[i]];
      gap(cursor, task.start, i);
      cursor = std::max(cursor, task.end);
    }
    if (cursor < run_.makespan) {
      const bool host = lane_.kind == LaneKind::host;
      add(cursor, run_.makespan, {host ? Reason::barrier : Reason::drain, last_task()});
    }
    return std::move(out_);
  }

private:
  struct Why {
    Reason reason = Reason::none;
    TaskIndex culprit = kNoTask;
  };

  [[nodiscard]] TaskIndex last_task() const {
    TaskIndex last = kNoTask;
    for (TaskIndex i = 0; i < run_.tasks.size(); ++i)
      if (last == kNoTask || run_.tasks[i].end > run_.tasks[last].end)
        last = i;
    return last;
  }

  /// Finds the time at which each task is ready apart from its lane, and the minimum over later
  /// tasks in the queue.
  void find_ready() {
    for (const TaskIndex index : lane_.tasks) {
      const Task& task = run_.tasks[index];
      Ticks ready = std::max(task.launched_by == kNoTask ? 0 : run_.tasks[task.launched_by].end,
                             task.memory_from);
      for (const TaskIndex need : task.needs)
        ready = std::max(ready, run_.tasks[need].end);
      ready_.push_back(ready);
    }
    earliest_behind_.assign(ready_.size() + 1, std::numeric_limits<Ticks>::max());
    for (std::size_t i = ready_.size(); i-- > 0;)
      earliest_behind_[i] = std::min(earliest_behind_[i + 1], ready_[i]);
  }

  void add(Ticks begin, Ticks end, const Why& why) {
    if (begin >= end)
      return;
    if (!out_.empty() && out_.back().end == begin && out_.back().why == why.reason &&
        out_.back().culprit == why.culprit)
      out_.back().end = end;
    else
      out_.push_back({begin, end, why.reason, why.culprit});
  }

  /// Collects the times at which the reason for a task's wait may change.
  void add_changes(TaskIndex index, Ticks from, Ticks to, std::vector<Ticks>& times,
                   unsigned depth) const {
    const Task& task = run_.tasks[index];
    const auto take = [&](Ticks time) {
      if (time > from && time < to)
        times.push_back(time);
    };
    if (task.launched_by != kNoTask)
      take(run_.tasks[task.launched_by].end);
    take(task.memory_from);
    for (const TaskIndex need : task.needs) {
      take(run_.tasks[need].start);
      take(run_.tasks[need].end);
      if (depth > 0)
        add_changes(need, from, to, times, depth - 1);
    }
  }

  void gap(Ticks from, Ticks to, std::size_t place) {
    if (from >= to)
      return;
    std::vector<Ticks> times{from, to};
    add_changes(lane_.tasks[place], from, to, times, 1);
    const Ticks other = earliest_behind_[place + 1];
    if (lane_.kind == LaneKind::stream && other > from && other < to)
      times.push_back(other);
    std::sort(times.begin(), times.end());
    for (std::size_t i = 0; i + 1 < times.size(); ++i) {
      const Why why = cause(lane_.tasks[place], times[i]);
      if (lane_.kind == LaneKind::stream && times[i] >= other)
        add(times[i], times[i + 1], {Reason::order, why.culprit});
      else
        add(times[i], times[i + 1], why);
    }
  }

  static bool moves(TaskKind kind) {
    return kind == TaskKind::copy_in || kind == TaskKind::copy_out || kind == TaskKind::transfer ||
           kind == TaskKind::collective;
  }

  /// The reason why a task has not started at `time`.
  [[nodiscard]] Why cause(TaskIndex index, Ticks time) const {
    const Task& task = run_.tasks[index];
    if (task.launched_by != kNoTask && run_.tasks[task.launched_by].end > time)
      return {Reason::launch, task.launched_by};
    TaskIndex last = kNoTask;
    for (const TaskIndex need : task.needs)
      if (run_.tasks[need].end > time &&
          (last == kNoTask || run_.tasks[need].end > run_.tasks[last].end))
        last = need;
    if (last == kNoTask)
      return task.memory_from > time ? Why{Reason::memory_limit, task.waits_for_memory}
                                     : Why{Reason::link_busy, index};
    const Task& need = run_.tasks[last];
    if (moves(need.kind)) {
      if (need.start <= time)
        return {need.kind == TaskKind::transfer     ? Reason::transfer
                : need.kind == TaskKind::collective ? Reason::barrier
                                                    : Reason::copy,
                last};
      const Why further = cause(last, time);
      return further.reason == Reason::link_busy ? Why{Reason::link_busy, last} : further;
    }
    if (style_ == Style::eager && task.kind == TaskKind::kernel && need.lane != task.lane &&
        run_.lanes[need.lane].device == run_.lanes[task.lane].device)
      return {Reason::event, last};
    return {Reason::data, last};
  }

  const Execution& run_;
  const GraphLane& lane_;
  Style style_;
  std::vector<Ticks> ready_;
  std::vector<Ticks> earliest_behind_;
  std::vector<IdleStretch> out_;
};

} // namespace

std::vector<IdleStretch> idle_stretches(const Execution& run, std::uint32_t lane, Style style) {
  return LaneWaits(run, lane, style).run();
}

} // namespace stallscope::graph
