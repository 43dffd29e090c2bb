#pragma once

#include "base/diagnostic.hpp"
#include "experiments/sweep_meter.hpp"
#include "sweep/database.hpp"
#include "sweep/workers.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace stallscope::cli {

/// Destination of the rows of points while they run.
struct KeptPoints {
  SweepMeter& meter;
  sweep::Database* database = nullptr;         ///< nullptr: rows are not stored
  std::function<void(const sweep::Row&)> take; ///< called for each row; empty: none
  Diagnostics problems{};                      ///< database errors; they end the run
};

/// The options of a run that stops at Ctrl-C. `points` must outlive it.
[[nodiscard]] sweep::SweepOptions options_of(KeptPoints& points, unsigned jobs);

/// Runs points in `jobs` workers, and prints what went wrong. The exit code: bad input for errors
/// of the database, interrupted, or that no worker could be started. Failed points are results:
/// SweepMeter::failed() counts them.
[[nodiscard]] int run_kept_points(const sweep::PointSet& set,
                                  const std::vector<std::uint64_t>& numbers, KeptPoints& points,
                                  unsigned jobs);

/// Checks that a database can store the results of `wanted`: the database is new, or has the same
/// plan, version and shard, and has results only if `resume` is set. `there`: the number of
/// existing results.
[[nodiscard]] Diagnostics misfit(const sweep::Database& database, const sweep::DatabaseInfo& wanted,
                                 std::uint64_t there, bool resume);

} // namespace stallscope::cli
