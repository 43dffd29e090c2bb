#pragma once

#include "sched/modulo/modulo.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::sched {

/// A schedule in the making at one interval: who has been placed when, and what that takes. The
/// branch has its place from the start.
class ModuloTable {
public:
  ModuloTable(const ModuloProblem& problem, std::uint32_t interval);

  /// The branch itself finds no place at this interval.
  [[nodiscard]] bool impossible() const { return impossible_; }
  [[nodiscard]] bool placed(Node node) const { return times_[node] != kNotPlaced; }
  [[nodiscard]] std::int32_t time(Node node) const { return times_[node]; }
  /// Resources are free, and it keeps its distance from those it is to be apart from.
  [[nodiscard]] bool fits(Node node, std::int32_t time) const;
  void place(Node node, std::int32_t time);
  void remove(Node node);
  /// Placed operations that are in the way of this one at this time, without the branch.
  [[nodiscard]] std::vector<Node> in_the_way(Node node, std::int32_t time) const;
  [[nodiscard]] std::uint32_t row(std::int32_t time) const;
  /// All times, moved by whole intervals so that the first iteration begins in the first.
  [[nodiscard]] std::vector<std::int32_t> normal_times() const;

private:
  static constexpr std::int32_t kNotPlaced = INT32_MIN;

  [[nodiscard]] bool too_near(Node node, std::int32_t time, Node other) const;
  /// What an operation takes: resource * interval + row, once for each copy and cycle.
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

/// The earliest time an operation may have behind those that are placed, if it is behind any
/// (`bounded`).
[[nodiscard]] std::int64_t earliest_time(const ModuloProblem& problem, const ModuloTable& table,
                                         std::uint32_t interval, Node node, bool& bounded);
/// The latest time before those that are placed.
[[nodiscard]] std::int64_t latest_time(const ModuloProblem& problem, const ModuloTable& table,
                                       std::uint32_t interval, Node node, bool& bounded);

/// Longest ways from an operation to any other, at an interval: its height.
[[nodiscard]] std::vector<std::int64_t> modulo_heights(const ModuloProblem& problem,
                                                       std::uint32_t interval);
/// Longest ways from any other.
[[nodiscard]] std::vector<std::int64_t> modulo_depths(const ModuloProblem& problem,
                                                      std::uint32_t interval);
/// An interval at which every loop has a schedule: one operation at a time.
[[nodiscard]] std::uint32_t longest_interval(const ModuloProblem& problem);

} // namespace stallscope::sched
