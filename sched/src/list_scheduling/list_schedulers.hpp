#pragma once

#include "sched/schedule.hpp"

#include <vector>

namespace stallscope::sched {

/// Result of a scheduler; Problem::evaluate makes a schedule of it.
struct Decided {
  std::vector<Node> order;
  std::vector<Step> steps;
};

// Schedulers of the lecture (lecture_schedulers.cpp): one instruction per cycle, all dependences
// with the same latency.
[[nodiscard]] Decided topological_order(const Problem& problem);
enum class LectureRule : std::uint8_t { non_interfering, most_dependents, weighted, combined };
[[nodiscard]] Decided lecture_list(const Problem& problem, LectureRule rule, bool steps);

// List scheduling behind register allocation (postpass.hpp): Hennessy and Gross
// (hennessy_gross.cpp), Gibbons and Muchnick (gibbons_muchnick.cpp).
[[nodiscard]] Decided hennessy_gross(const Problem& problem, bool steps);
[[nodiscard]] Decided gibbons_muchnick(const Problem& problem, bool steps);

// List scheduling with the machine's latencies and resources (list_schedulers.cpp).
enum class Direction : std::uint8_t { forward, backward, both };
[[nodiscard]] Decided list_schedule(const Problem& problem, Direction direction,
                                    bool pressure_aware, bool steps);

} // namespace stallscope::sched
