#pragma once

#include "timeline/reason.hpp"
#include "trace/run_record.hpp"
#include "training/plan/operation.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stallscope::training {

/// Which task a free lane starts next.
enum class Dispatch : std::uint8_t {
  in_order, ///< in the order added, like a stream: a task that is not ready blocks later ones
  fifo,     ///< the task that has been ready longest
  priority, ///< the ready task with the lowest priority number
};

/// A resource that executes tasks: a device, a link, a host thread.
struct TaskLane {
  std::string name;
  Dispatch dispatch = Dispatch::in_order;
  std::uint16_t slots = 1; ///< tasks executed concurrently
  bool is_device = false;  ///< its time is counted in the ledger
};

using TaskId = std::uint32_t;
inline constexpr TaskId kNoTask = 0xffffffffU;

/// Occupies its lane for its duration, after all its predecessors have ended.
struct Task {
  std::string name;       ///< "all-reduce of bucket 2"
  std::string cell;       ///< short label in a table cell: "G2"
  std::string kind;       ///< kind of work, in the ledger: "forward"
  std::uint8_t color = 0; ///< index in the shared palette, from 1
  std::uint16_t lane = 0;
  Ticks duration = 0;
  std::uint32_t priority = 0;
  Reason why = Reason::other;  ///< why who needs it waits, while it runs
  std::uint64_t allocates = 0; ///< idle reason of lanes that wait for this task while it runs
  std::uint64_t frees = 0;     ///< bytes of device memory, at its start
};

/// Tasks and their dependences.
class TaskGraph {
public:
  std::uint16_t add_lane(TaskLane lane) {
    lanes_.push_back(std::move(lane));
    return static_cast<std::uint16_t>(lanes_.size() - 1);
  }
  TaskId add(Task task) {
    tasks_.push_back(std::move(task));
    needs_.emplace_back();
    memory_needs_.emplace_back();
    return static_cast<TaskId>(tasks_.size() - 1);
  }
  /// Adds a dependence. `needed` must have been added before `task`, so that the graph is acyclic.
  void need(TaskId task, TaskId needed) { need(task, needed, Reason::none); }
  /// The same for memory that `needed` frees.
  void need_memory_of(TaskId task, TaskId needed) { need(task, needed, Reason::memory_limit); }

  [[nodiscard]] const std::vector<TaskLane>& lanes() const { return lanes_; }
  [[nodiscard]] const std::vector<Task>& tasks() const { return tasks_; }
  [[nodiscard]] const std::vector<TaskId>& needs(TaskId task) const { return needs_[task]; }
  /// `task` needs the memory of `needed`, not its result.
  [[nodiscard]] bool needs_memory_of(TaskId task, TaskId needed) const;
  Task& at(TaskId task) { return tasks_[task]; }

private:
  void need(TaskId task, TaskId needed, Reason why);

  std::vector<TaskLane> lanes_;
  std::vector<Task> tasks_;
  std::vector<std::vector<TaskId>> needs_;
  std::vector<std::vector<TaskId>> memory_needs_; ///< those of needs_ that are for memory
};

/// The schedule of all tasks: [start, end).
struct TaskRun {
  std::vector<Ticks> ready; ///< time at which all predecessors have ended
  std::vector<Ticks> start;
  std::vector<Ticks> end;
  std::vector<std::uint16_t> slot;
  Ticks makespan = 0;
  TaskId last = kNoTask; ///< the task that ends at the makespan
};
/// Deterministic: of equal tasks the one added first starts first.
[[nodiscard]] TaskRun run_tasks(const TaskGraph& graph);

/// A lane with one slot is idle in [begin, end).
struct LaneGap {
  Ticks begin = 0;
  Ticks end = 0;
  Reason why = Reason::none;
  TaskId culprit = kNoTask;
};
/// Idle intervals of a lane in order, from 0 to the makespan. A lane waits for the last predecessor
/// of its next task, or for the memory that it frees; while that predecessor is ready and its lane
/// executes another task, the reason is that lane (link_busy, or order); while the predecessor's
/// lane itself waits, the reason is what that lane waits for.
[[nodiscard]] std::vector<LaneGap> lane_gaps(const TaskGraph& graph, const TaskRun& run,
                                             std::uint16_t lane);

/// A task ran on its lane in [begin, end) of a wait.
struct TaskLink {
  TaskId task = kNoTask;
  Ticks begin = 0;
  Ticks end = 0;
};
/// The chain of causes of an idle interval of a lane, from its end back to its begin or before: the
/// task that its next task waited for, what kept that from beginning earlier (its predecessor, or
/// the task in front of it on its lane), and so on. Each link ends where the one before it begins.
/// For a lane without a next task that of the task which ends last.
[[nodiscard]] std::vector<TaskLink> why_lane_waits(const TaskGraph& graph, const TaskRun& run,
                                                   std::uint16_t lane, const LaneGap& gap);

/// Allocated device memory in bytes from a point in time on.
struct TaskMemory {
  Ticks time = 0;
  std::uint64_t bytes = 0;
  TaskId task = kNoTask; ///< the task that allocated or freed
};
[[nodiscard]] std::vector<TaskMemory> task_memory(const TaskGraph& graph, const TaskRun& run,
                                                  std::uint64_t held);

/// Lanes and tasks in the run record of a run.
struct TaskPlaces {
  std::vector<LaneId> lanes; ///< by lane of the graph; kNoLane: not shown, as nothing runs on it
  std::vector<OpId> numbers; ///< by task, by start; kNoOp: not shown, as it takes no time
  std::vector<TaskId> order; ///< those that are shown, by number
};
[[nodiscard]] TaskPlaces places_of(const TaskGraph& graph, const TaskRun& run);

/// A run as a run record, for tables, diagrams, ledgers and traces. Checks the device ledger. The
/// graph must have fewer than kNoLane lanes.
[[nodiscard]] trace::RunRecord task_record(const TaskGraph& graph, const TaskRun& run,
                                           const std::string& name);

} // namespace stallscope::training
