#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace stallscope::sched {

/// Tasks with precedence constraints on identical parallel machines (P | prec | Cmax in the
/// notation of Graham et al., 1979), such as kernels on the streams of a device.
struct TaskGraph {
  std::vector<std::uint64_t> duration;
  std::vector<std::vector<std::uint32_t>> before; ///< by task: its predecessors, all with smaller
                                                  ///< numbers
  std::uint32_t machines = 1;
};

struct TaskSchedule {
  std::vector<std::uint32_t> order; ///< by start time; empty: no schedule is shorter than the known
                                    ///< one
  std::uint64_t makespan = 0;
  std::uint64_t lower_bound = 0; ///< lower bound of the makespan of any schedule
  bool proven = false;           ///< optimal: the makespan equals the lower bound
  std::uint64_t visited = 0;     ///< partial schedules examined
};

/// Largest number of tasks that are searched; larger graphs get only the lower bound.
inline constexpr std::size_t kMostSearchedTasks = 64;

/// Branch and bound over the orders in which tasks start, each on the machine that becomes free
/// first. Bounds: the critical path, and the total work divided by the number of machines.
/// Dominance: a partial schedule is pruned when a known one of the same tasks ends each of its
/// tasks at the same time or earlier. `known`: the makespan of a schedule that the caller already
/// has.
[[nodiscard]] TaskSchedule search_task_graph(const TaskGraph& graph, std::uint64_t known,
                                             double seconds,
                                             const std::function<bool()>& keep_going = {});

} // namespace stallscope::sched
