#pragma once

#include "sched/modulo/modulo.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::sched {

/// Modulo reservation table of a partial schedule for one interval. The branch is placed from the
/// start.
class ModuloTable {
public:
  ModuloTable(const ModuloProblem& problem, std::uint32_t interval);

  /// The branch itself does not fit into this interval.
  [[nodiscard]] bool impossible() const { return impossible_; }
  [[nodiscard]] bool placed(Node node) const { return times_[node] != kNotPlaced; }
  [[nodiscard]] std::int32_t time(Node node) const { return times_[node]; }
  /// Resources are free, and all separations are kept.
  [[nodiscard]] bool fits(Node node, std::int32_t time) const;
  void place(Node node, std::int32_t time);
  void remove(Node node);
  /// Placed operations in conflict with `node` at `time`, except the branch.
  [[nodiscard]] std::vector<Node> in_the_way(Node node, std::int32_t time) const;
  [[nodiscard]] std::uint32_t row(std::int32_t time) const;
  /// All times, shifted by a multiple of the interval so that the first iteration starts in the
  /// first interval.
  [[nodiscard]] std::vector<std::int32_t> normal_times() const;

private:
  static constexpr std::int32_t kNotPlaced = INT32_MIN;

  [[nodiscard]] bool too_near(Node node, std::int32_t time, Node other) const;
  /// Resource use of an operation: resource * interval + row, for each copy and cycle.
  template <class F> void for_each_cell(Node node, std::int32_t time, F&& f) const {
    for (const ReservationTable::Use& use : problem_.uses[node])
      for (std::uint32_t c = 0; c < use.cycles; ++c)
        f(use.resource * interval_ + (row(time) + use.first + c) % interval_);
  }

  const ModuloProblem& problem_;
  std::uint32_t interval_;
  ReservationTable table_;
  std::vector<std::int32_t> times_;
  bool impossible_ = false;
};

/// The earliest time of an operation after its placed predecessors, if it has any (`bounded`).
[[nodiscard]] std::int64_t earliest_time(const ModuloProblem& problem, const ModuloTable& table,
                                         std::uint32_t interval, Node node, bool& bounded);
/// The latest time before its placed successors.
[[nodiscard]] std::int64_t latest_time(const ModuloProblem& problem, const ModuloTable& table,
                                       std::uint32_t interval, Node node, bool& bounded);

/// Height: longest path from an operation to any other, for an interval.
[[nodiscard]] std::vector<std::int64_t> modulo_heights(const ModuloProblem& problem,
                                                       std::uint32_t interval);
/// Depth: longest path from any other.
[[nodiscard]] std::vector<std::int64_t> modulo_depths(const ModuloProblem& problem,
                                                      std::uint32_t interval);
/// An interval for which every loop has a schedule: one operation at a time.
[[nodiscard]] std::uint32_t longest_interval(const ModuloProblem& problem);

} // namespace stallscope::sched
