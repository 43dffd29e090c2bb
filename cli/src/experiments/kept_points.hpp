#pragma once

#include "base/diagnostic.hpp"
#include "experiments/sweep_meter.hpp"
#include "sweep/database.hpp"
#include "sweep/workers.hpp"

#include <cstdint>
#include <functional>

namespace stallscope::cli {

/// Where the rows of points go while they run.
struct KeptPoints {
  SweepMeter& meter;
  sweep::Database* database = nullptr;         ///< nullptr: rows are not kept
  std::function<void(const sweep::Row&)> take; ///< empty: nothing else is done with them
  Diagnostics problems{};                      ///< of the database; they end the run
};

/// The options of a run that ends at Ctrl-C. `points` must outlive it.
[[nodiscard]] sweep::SweepOptions options_of(KeptPoints& points, unsigned jobs);

/// Whether a database can take the results of what is `wanted`: it is new or of the same plan,
/// version and shard, and has results only if they are to be gone on with. `there`: how many it
/// has.
[[nodiscard]] Diagnostics misfit(const sweep::Database& database, const sweep::DatabaseInfo& wanted,
                                 std::uint64_t there, bool resume);

} // namespace stallscope::cli
