#pragma once

#include "sched/schedule.hpp"

#include <vector>

namespace stallscope::sched {

/// What a scheduler decides; Problem::evaluate makes a schedule of it.
struct Decided {
  std::vector<Node> order;
  std::vector<Step> steps;
};

// The lecture's (lecture_schedulers.cpp): one instruction a cycle, every dependence weighted with
// the same waiting time.
[[nodiscard]] Decided topological_order(const Problem& problem);
enum class LectureRule : std::uint8_t { non_interfering, most_dependents, weighted, combined };
[[nodiscard]] Decided lecture_list(const Problem& problem, LectureRule rule, bool steps);

// Theirs (hennessy_gross.cpp).
[[nodiscard]] Decided hennessy_gross(const Problem& problem, bool steps);

// List scheduling with the latencies and resources of the machine (list_schedulers.cpp).
enum class Direction : std::uint8_t { forward, backward, both };
[[nodiscard]] Decided list_schedule(const Problem& problem, Direction direction,
                                    bool pressure_aware, bool steps);

} // namespace stallscope::sched
