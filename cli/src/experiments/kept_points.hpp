#pragma once

#include "base/diagnostic.hpp"
#include "experiments/sweep_meter.hpp"
#include "sweep/database.hpp"
#include "sweep/workers.hpp"

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

} // namespace stallscope::cli
