#include "base/check.hpp"
#include "training/lanes/task_graph.hpp"

#include <algorithm>
#include <queue>
#include <set>
#include <tuple>

namespace stallscope::training {

namespace {

/// Event-driven simulation of the lanes of a graph.
class TaskRunner {
public:
  explicit TaskRunner(const TaskGraph& graph) : graph_(graph), lanes_(graph.lanes().size()) {
    const std::size_t count = graph.tasks().size();
    run_.ready.assign(count, 0);
    run_.start.assign(count, 0);
    run_.end.assign(count, 0);
    run_.slot.assign(count, 0);
    missing_.resize(count);
    users_.resize(count);
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane)
      for (std::uint16_t slot = 0; slot < graph.lanes()[lane].slots; ++slot)
        lanes_[lane].free.insert(slot);
    for (TaskId task = 0; task < count; ++task) {
      lanes_[graph.tasks()[task].lane].order.push_back(task);
      missing_[task] = graph.needs(task).size();
      for (const TaskId needed : graph.needs(task))
        users_[needed].push_back(task);
    }
  }

  TaskRun run() {
    for (TaskId task = 0; task < missing_.size(); ++task)
      if (missing_[task] == 0)
        make_ready(task, 0);
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane)
      begin(lane, 0);
    std::size_t ended = 0;
    while (!events_.empty()) {
      const Ticks now = std::get<0>(events_.top());
      // All tasks that end at this time do so before any task starts.
      std::set<std::size_t> changed;
      while (!events_.empty() && std::get<0>(events_.top()) == now) {
        const TaskId task = std::get<1>(events_.top());
        events_.pop();
        ++ended;
        const std::size_t lane = graph_.tasks()[task].lane;
        lanes_[lane].free.insert(run_.slot[task]);
        changed.insert(lane);
        for (const TaskId user : users_[task])
          if (--missing_[user] == 0) {
            make_ready(user, now);
            changed.insert(graph_.tasks()[user].lane);
          }
        if (run_.last == kNoTask || now > run_.makespan)
          run_.last = task;
        run_.makespan = now;
      }
      for (const std::size_t lane : changed)
        begin(lane, now);
    }
    STALLSCOPE_CHECK(ended == missing_.size(), "a lane in order never waits for what is behind");
    return std::move(run_);
  }

private:
  using Key = std::tuple<std::uint64_t, TaskId>;
  struct Lane {
    std::vector<TaskId> order;
    std::size_t next = 0;         ///< index of the next task of an in-order lane
    std::set<Key> ready;          ///< tasks that can start, in dispatch order
    std::set<std::uint16_t> free; ///< free slots
  };

  void make_ready(TaskId task, Ticks now) {
    run_.ready[task] = now;
    const Task& what = graph_.tasks()[task];
    const Dispatch dispatch = graph_.lanes()[what.lane].dispatch;
    const std::uint64_t key = dispatch == Dispatch::priority ? what.priority
                              : dispatch == Dispatch::fifo   ? now
                                                             : task;
    lanes_[what.lane].ready.insert({key, task});
  }

  void begin(std::size_t index, Ticks now) {
    Lane& lane = lanes_[index];
    const bool in_order = graph_.lanes()[index].dispatch == Dispatch::in_order;
    while (!lane.free.empty() && !lane.ready.empty()) {
      const TaskId task = std::get<1>(*lane.ready.begin());
      if (in_order && lane.order[lane.next] != task)
        return;
      lane.ready.erase(lane.ready.begin());
      ++lane.next;
      run_.slot[task] = *lane.free.begin();
      lane.free.erase(lane.free.begin());
      run_.start[task] = now;
      run_.end[task] = now + graph_.tasks()[task].duration;
      events_.emplace(run_.end[task], task);
    }
  }

  using Event = std::pair<Ticks, TaskId>;
  const TaskGraph& graph_;
  TaskRun run_;
  std::vector<Lane> lanes_;
  std::vector<std::size_t> missing_; ///< predecessors that have not ended, by task
  std::vector<std::vector<TaskId>> users_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
};

/// The predecessor that ends last; the first of several.
TaskId last_need(const TaskGraph& graph, const TaskRun& run, TaskId task) {
  TaskId last = kNoTask;
  for (const TaskId needed : graph.needs(task))
    if (last == kNoTask || run.end[needed] > run.end[last])
      last = needed;
  return last;
}

class GapExplainer {
public:
  GapExplainer(const TaskGraph& graph, const TaskRun& run) : graph_(graph), run_(run) {}

  std::vector<LaneGap> explain(std::uint16_t lane) {
    std::vector<TaskId> tasks;
    for (TaskId task = 0; task < graph_.tasks().size(); ++task)
      if (graph_.tasks()[task].lane == lane && graph_.tasks()[task].duration > 0)
        tasks.push_back(task);
    std::stable_sort(tasks.begin(), tasks.end(),
                     [this](TaskId a, TaskId b) { return run_.start[a] < run_.start[b]; });
    Ticks free = 0;
    for (const TaskId task : tasks) {
      if (run_.start[task] > free && free == 0)
        add(0, run_.start[task], Reason::fill, last_need(graph_, run_, task));
      else
        wait(task, free, run_.start[task]);
      free = std::max(free, run_.end[task]);
    }
    add(free, run_.makespan, Reason::drain, run_.last);
    return std::move(gaps_);
  }

private:
  void add(Ticks begin, Ticks end, Reason why, TaskId culprit) {
    if (begin >= end)
      return;
    if (!gaps_.empty() && gaps_.back().end == begin && gaps_.back().why == why &&
        gaps_.back().culprit == culprit)
      gaps_.back().end = end;
    else
      gaps_.push_back({begin, end, why, culprit});
  }

  /// Explains the idle interval [begin, end) before `task`; the pieces are found from the end
  /// backwards.
  void wait(TaskId task, Ticks begin, Ticks end) {
    struct Piece {
      Ticks begin;
      Ticks end;
      Reason why;
      TaskId culprit;
    };
    std::vector<Piece> pieces;
    const auto take = [&](Ticks from, Reason why, TaskId culprit) {
      from = std::max(from, begin);
      if (from < end)
        pieces.push_back({from, end, why, culprit});
      end = std::min(end, from);
    };
    while (end > begin) {
      const TaskId culprit = last_need(graph_, run_, task);
      if (culprit == kNoTask) {
        take(begin, Reason::order, kNoTask); // no predecessor: the task waits for its own lane
        break;
      }
      if (graph_.needs_memory_of(task, culprit)) // while it waits for its lane, too
        take(run_.ready[culprit], Reason::memory_limit, culprit);
      const bool device = graph_.lanes()[graph_.tasks()[culprit].lane].is_device;
      take(run_.start[culprit], graph_.tasks()[culprit].why, culprit);
      take(run_.ready[culprit], device ? Reason::order : Reason::link_busy, culprit);
      task = culprit;
    }
    for (std::size_t i = pieces.size(); i-- > 0;)
      add(pieces[i].begin, pieces[i].end, pieces[i].why, pieces[i].culprit);
  }

  const TaskGraph& graph_;
  const TaskRun& run_;
  std::vector<LaneGap> gaps_;
};

} // namespace

void TaskGraph::need(TaskId task, TaskId needed, Reason why) {
  STALLSCOPE_CHECK(needed < task, "tasks need what was added before");
  needs_[task].push_back(needed);
  if (why == Reason::memory_limit)
    memory_needs_[task].push_back(needed);
}

bool TaskGraph::needs_memory_of(TaskId task, TaskId needed) const {
  const std::vector<TaskId>& list = memory_needs_[task];
  return std::find(list.begin(), list.end(), needed) != list.end();
}

TaskRun run_tasks(const TaskGraph& graph) {
  return TaskRunner(graph).run();
}

std::vector<LaneGap> lane_gaps(const TaskGraph& graph, const TaskRun& run, std::uint16_t lane) {
  return GapExplainer(graph, run).explain(lane);
}

std::vector<TaskLink> why_lane_waits(const TaskGraph& graph, const TaskRun& run, std::uint16_t lane,
                                     const LaneGap& gap) {
  const auto works_on = [&](TaskId task, std::uint16_t where) {
    return graph.tasks()[task].lane == where && graph.tasks()[task].duration > 0;
  };
  TaskId next = kNoTask; // the one that ends the wait
  for (TaskId task = 0; task < graph.tasks().size(); ++task)
    if (works_on(task, lane) && run.start[task] >= gap.end &&
        (next == kNoTask || run.start[task] < run.start[next]))
      next = task;
  /// What ended when a task could begin: its last predecessor, or one in front of it on its lane.
  const auto cause_of = [&](TaskId task) {
    const TaskId needed = last_need(graph, run, task);
    if (needed != kNoTask && run.end[needed] == run.start[task])
      return needed;
    TaskId front = kNoTask;
    for (TaskId other = 0; other < graph.tasks().size(); ++other)
      if (other != task && works_on(other, graph.tasks()[task].lane) &&
          run.end[other] == run.start[task] && run.start[other] < run.start[task])
        front = other;
    return front != kNoTask ? front : needed;
  };
  std::vector<TaskLink> links;
  TaskId task = next == kNoTask ? run.last : cause_of(next);
  for (std::size_t steps = 0; task != kNoTask && steps < graph.tasks().size(); ++steps) {
    if (run.start[task] < run.end[task])
      links.push_back({task, run.start[task], run.end[task]});
    if (run.start[task] <= gap.begin)
      break;
    task = cause_of(task);
  }
  return links;
}

std::vector<TaskMemory> task_memory(const TaskGraph& graph, const TaskRun& run,
                                    std::uint64_t held) {
  struct Change {
    Ticks time;
    bool frees;
    TaskId task;
    /// Order of changes at the same time: tasks that end free memory before tasks that start
    /// allocate it; tasks without duration allocate before they free.
    int phase;
  };
  std::vector<Change> changes;
  for (TaskId task = 0; task < graph.tasks().size(); ++task) {
    if (graph.tasks()[task].allocates > 0)
      changes.push_back({run.start[task], false, task, 1});
    if (graph.tasks()[task].frees > 0)
      changes.push_back({run.end[task], true, task, run.start[task] < run.end[task] ? 0 : 2});
  }
  std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return a.time != b.time ? a.time < b.time : a.phase < b.phase;
  });
  std::vector<TaskMemory> curve{{0, held, kNoTask}};
  for (const Change& change : changes) {
    const Task& task = graph.tasks()[change.task];
    STALLSCOPE_CHECK(!change.frees || task.frees <= curve.back().bytes,
                     "what is freed was allocated");
    const std::uint64_t bytes =
        change.frees ? curve.back().bytes - task.frees : curve.back().bytes + task.allocates;
    if (curve.back().time == change.time)
      curve.back() = {change.time, bytes, change.task};
    else
      curve.push_back({change.time, bytes, change.task});
  }
  return curve;
}

} // namespace stallscope::training
