#include "sched/modulo/modulo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stallscope::sched {

namespace {

/// Operations of several iterations in absolute cycles.
class Unwound {
public:
  Unwound(const ModuloProblem& problem, std::uint32_t interval,
          const std::vector<std::int32_t>& times)
      : problem_(problem), interval_(interval), times_(times) {
    std::uint32_t last = 0;
    for (Node node = 0; node < problem.size; ++node) {
      last = std::max(last, static_cast<std::uint32_t>(times[node]));
      for (const ReservationTable::Use& use : problem.uses[node])
        last = std::max(last, static_cast<std::uint32_t>(times[node]) + use.first + use.cycles);
    }
    // Twice the number of iterations in flight.
    iterations_ = 2 * (last / interval + 2);
  }

  [[nodiscard]] std::string broken_edge() const {
    for (const Edge& edge : problem_.edges) {
      const std::int64_t issued = cycle(0, edge.from);
      const std::int64_t waits = cycle(edge.distance, edge.to);
      if (waits < issued + edge.latency)
        return fmt::format("{} is issued in cycle {} and {} of {} iterations later in cycle {}, "
                           "not {} cycles behind it",
                           edge.from + 1, issued, edge.to + 1, edge.distance, waits, edge.latency);
    }
    return {};
  }

  [[nodiscard]] std::string broken_separation() const {
    for (const Separation& separation : problem_.separations)
      for (std::uint32_t i = 0; i < iterations_; ++i) {
        const std::int64_t way =
            cycle(i, separation.reader) - cycle(iterations_ / 2, separation.advance);
        if (way >= 0 && way < static_cast<std::int64_t>(separation.cycles))
          return fmt::format("{} is issued {} cycles behind {}, whose value it reads",
                             separation.reader + 1, way, separation.advance + 1);
      }
    return {};
  }

  [[nodiscard]] std::string crowded_resource() const {
    for (std::size_t r = 0; r < problem_.resources.size(); ++r) {
      std::map<std::int64_t, std::uint32_t> taken; // by cycle
      for (std::uint32_t i = 0; i < iterations_; ++i)
        for (Node node = 0; node < problem_.size; ++node)
          for (const ReservationTable::Use& use : problem_.uses[node])
            for (std::uint32_t c = 0; use.resource == r && c < use.cycles; ++c)
              ++taken[cycle(i, node) + use.first + c];
      for (const auto& [at, count] : taken)
        if (count > problem_.resources[r].copies)
          return fmt::format("{} operations need '{}' in cycle {}, of which there are {}", count,
                             problem_.resources[r].name, at, problem_.resources[r].copies);
    }
    return {};
  }

private:
  [[nodiscard]] std::int64_t cycle(std::uint32_t iteration, Node node) const {
    return static_cast<std::int64_t>(iteration) * interval_ + times_[node];
  }

  const ModuloProblem& problem_;
  std::uint32_t interval_;
  const std::vector<std::int32_t>& times_;
  std::uint32_t iterations_ = 0;
};

} // namespace

std::string modulo_violation(const ModuloProblem& problem, std::uint32_t interval,
                             const std::vector<std::int32_t>& times) {
  if (interval == 0 || times.size() != problem.size)
    return "there is no schedule";
  for (Node node = 0; node < problem.size; ++node)
    if (times[node] < 0)
      return fmt::format("{} is issued before its iteration begins", node + 1);
  if (times[problem.branch] != problem.branch_time(interval))
    return "the branch does not end the interval";
  const Unwound unwound(problem, interval, times);
  if (std::string broken = unwound.broken_edge(); !broken.empty())
    return broken;
  if (std::string broken = unwound.broken_separation(); !broken.empty())
    return broken;
  return unwound.crowded_resource();
}

} // namespace stallscope::sched
