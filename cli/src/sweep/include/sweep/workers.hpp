#pragma once

#include "sweep/plan.hpp"
#include "sweep/row.hpp"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace stallscope::sweep {

/// Options for running points.
struct SweepOptions {
  unsigned jobs = 1;
  /// Receives rows in order of completion, in batches; false ends the sweep.
  std::function<bool(std::vector<Row>&&)> take;
  /// Called about ten times a second; false ends the sweep.
  std::function<bool()> keep_going;
  /// Called in every worker before its first point.
  std::function<void()> in_worker;
};

/// Points of any kind, by index from 0; the row of a point has the number index + 1.
struct PointSet {
  std::uint64_t count = 0;
  PointLimits limits;
  /// Called in a worker: returns the function that runs the worker's points sequentially.
  std::function<std::function<Row(std::uint64_t index)>()> make_runner;
  /// The row of a point that failed for a reason outside its run.
  std::function<Row(std::uint64_t index, std::string_view stop, std::string_view error)> failed;
};
[[nodiscard]] bool run_points(const PointSet& points, const std::vector<std::uint64_t>& numbers,
                              const SweepOptions& options);

/// Runs points in separate processes, isolated from each other: when a worker dies (internal error,
/// out of memory) its point fails, and another worker replaces it. Programs and machines are loaded
/// before the fork, and shared. False when the sweep was stopped: results in flight are lost.
[[nodiscard]] bool run_points(const Plan& plan, const std::vector<std::uint64_t>& numbers,
                              const SweepOptions& options);

} // namespace stallscope::sweep
