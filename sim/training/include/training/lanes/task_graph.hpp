#pragma once

#include "timeline/reason.hpp"
#include "trace/run_record.hpp"
#include "training/plan/operation.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stallscope::training {

/// What a lane begins next when it is free.
enum class Dispatch : std::uint8_t {
  in_order, ///< its tasks as they were added, like a stream: the next one may keep others waiting
  fifo,     ///< of those that are ready the one that has been for longest
  priority, ///< of those that are ready the one with the lowest number
};

/// Something that does tasks: a device, a link, a thread of the host.
struct TaskLane {
  std::string name;
  Dispatch dispatch = Dispatch::in_order;
  std::uint16_t slots = 1; ///< tasks at once
  bool is_device = false;  ///< its time is in the ledger
};

using TaskId = std::uint32_t;
inline constexpr TaskId kNoTask = 0xffffffffU;

/// Takes its lane for a time, once all that it needs has ended.
struct Task {
  std::string name;       ///< "all-reduce of bucket 2"
  std::string cell;       ///< in a table: "G2"
  std::string kind;       ///< of work, in the ledger: "forward"
  std::uint8_t color = 0; ///< of the shared palette, from 1
  std::uint16_t lane = 0;
  Ticks duration = 0;
  std::uint32_t priority = 0;
  Reason why = Reason::other;  ///< why who needs it waits, while it runs
  std::uint64_t allocates = 0; ///< bytes of the device, when it begins
  std::uint64_t frees = 0;     ///< when it ends
};

/// Tasks, and what each needs.
class TaskGraph {
public:
  std::uint16_t add_lane(TaskLane lane) {
    lanes_.push_back(std::move(lane));
    return static_cast<std::uint16_t>(lanes_.size() - 1);
  }
  TaskId add(Task task) {
    tasks_.push_back(std::move(task));
    needs_.emplace_back();
    return static_cast<TaskId>(tasks_.size() - 1);
  }
  /// A task cannot need one that was added behind it: so there are no cycles.
  void need(TaskId task, TaskId needed);

  [[nodiscard]] const std::vector<TaskLane>& lanes() const { return lanes_; }
  [[nodiscard]] const std::vector<Task>& tasks() const { return tasks_; }
  [[nodiscard]] const std::vector<TaskId>& needs(TaskId task) const { return needs_[task]; }
  Task& at(TaskId task) { return tasks_[task]; }

private:
  std::vector<TaskLane> lanes_;
  std::vector<Task> tasks_;
  std::vector<std::vector<TaskId>> needs_;
};

/// When every task runs: [start, end).
struct TaskRun {
  std::vector<Ticks> ready; ///< all that it needs has ended
  std::vector<Ticks> start;
  std::vector<Ticks> end;
  std::vector<std::uint16_t> slot;
  Ticks makespan = 0;
  TaskId last = kNoTask; ///< ends then
};
/// Deterministic: of tasks that are equal the one that was added first begins.
[[nodiscard]] TaskRun run_tasks(const TaskGraph& graph);

/// A lane with one slot stands idle in [begin, end).
struct LaneGap {
  Ticks begin = 0;
  Ticks end = 0;
  Reason why = Reason::none;
  TaskId culprit = kNoTask;
};
/// In order, from 0 to the makespan. A lane waits for the last of what its next task needs; while
/// that could run and its lane does something else, the reason is that lane (link_busy, or order);
/// while it waits itself, the reason is what it waits for.
[[nodiscard]] std::vector<LaneGap> lane_gaps(const TaskGraph& graph, const TaskRun& run,
                                             std::uint16_t lane);

/// Bytes of the device from a time on.
struct TaskMemory {
  Ticks time = 0;
  std::uint64_t bytes = 0;
  TaskId task = kNoTask; ///< that has allocated or freed
};
[[nodiscard]] std::vector<TaskMemory> task_memory(const TaskGraph& graph, const TaskRun& run,
                                                  std::uint64_t held);

/// A run as any other: for tables, diagrams, ledgers, traces. The device ledger is checked. Fewer
/// than kNoLane lanes.
[[nodiscard]] trace::RunRecord task_record(const TaskGraph& graph, const TaskRun& run,
                                           const std::string& name);

} // namespace stallscope::training
