#include "experiments/kept_points.hpp"

#include "input_output/console.hpp"

#include <algorithm>

namespace stallscope::cli {

sweep::SweepOptions options_of(KeptPoints& points, unsigned jobs) {
  sweep::SweepOptions options;
  options.jobs = jobs;
  options.take = [&points](std::vector<sweep::Row>&& rows) {
    const auto failed =
        std::count_if(rows.begin(), rows.end(), [](const sweep::Row& row) { return row.failed(); });
    if (points.database != nullptr)
      points.problems = points.database->add(rows);
    points.meter.add(rows.size(), static_cast<std::uint64_t>(failed));
    if (points.take)
      for (const sweep::Row& row : rows)
        points.take(row);
    return points.problems.empty();
  };
  options.keep_going = [&points] {
    points.meter.show();
    return !interrupted();
  };
  if (points.database != nullptr)
    options.in_worker = [&points] { points.database->forget_in_child(); };
  catch_interrupts();
  return options;
}

} // namespace stallscope::cli
