#include "experiments/kept_points.hpp"

#include "input_output/console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

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

int run_kept_points(const sweep::PointSet& set, const std::vector<std::uint64_t>& numbers,
                    KeptPoints& points, unsigned jobs) {
  const bool complete =
      numbers.empty() || sweep::run_points(set, numbers, options_of(points, jobs));
  points.meter.finish();
  print(points.problems);
  if (has_errors(points.problems))
    return kExitBadInput;
  if (interrupted())
    return kExitInterrupted;
  return complete ? kExitOk : kExitOwnError;
}

Diagnostics misfit(const sweep::Database& database, const sweep::DatabaseInfo& wanted,
                   std::uint64_t there, bool resume) {
  const sweep::DatabaseInfo& info = database.info();
  const auto because = [&database](const std::string& why, std::string expected) {
    Diagnostic problem;
    problem.message = fmt::format("{}: {}", database.file(), why);
    problem.expected = std::move(expected) + "another file for the results";
    return Diagnostics{std::move(problem)};
  };
  if (info.plan_hash != wanted.plan_hash)
    return because(fmt::format("it has results of another experiment ({}), or this one, its "
                               "programs or its machines have changed since",
                               info.experiment_file),
                   "");
  if (info.version != wanted.version)
    return because(fmt::format("its results are those of version {}, and this is version {}",
                               info.version, wanted.version),
                   "");
  if (info.shard != wanted.shard || info.shards != wanted.shards)
    return because(fmt::format("it is of shard {}/{}", info.shard, info.shards),
                   fmt::format("--shard {}/{}, or ", info.shard, info.shards));
  if (there > 0 && !resume)
    return because(fmt::format("it has {} of {} point{} already", there, info.own_points(),
                               info.own_points() == 1 ? "" : "s"),
                   "--resume to go on with it, or ");
  return {};
}

} // namespace stallscope::cli
