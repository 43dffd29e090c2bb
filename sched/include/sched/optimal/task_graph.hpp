#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace stallscope::sched {

/// Tasks that keep a precedence, on machines that are all alike (P | prec | Cmax of Graham et al.
/// 1979): kernels on the streams of a device.
struct TaskGraph {
  std::vector<std::uint64_t> duration;
  std::vector<std::vector<std::uint32_t>> before; ///< by task: those that have to end first, all
                                                  ///< with smaller numbers
  std::uint32_t machines = 1;
};

struct TaskSchedule {
  std::vector<std::uint32_t> order; ///< by start; empty: none is better than what was known
  std::uint64_t makespan = 0;
  std::uint64_t lower_bound = 0; ///< no schedule takes less
  bool proven = false;           ///< the makespan is the bound
  std::uint64_t visited = 0;     ///< partial schedules looked at
};

/// Tasks that are searched; of larger graphs only the bound is given.
inline constexpr std::size_t kMostSearchedTasks = 64;

/// Branch and bound over the orders in which tasks begin, each on the machine that is free first.
/// Bounds: the longest way, and the work over the machines. Of partial schedules of the same tasks
/// only those that are earlier somewhere are gone on with. `known`: the makespan of a schedule that
/// is there already.
[[nodiscard]] TaskSchedule search_task_graph(const TaskGraph& graph, std::uint64_t known,
                                             double seconds,
                                             const std::function<bool()>& keep_going = {});

} // namespace stallscope::sched
