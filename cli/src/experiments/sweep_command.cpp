#include "base/number.hpp"
#include "base/platform/confinement.hpp"
#include "base/platform/processors.hpp"
#include "base/utf8.hpp"
#include "commands.hpp"
#include "experiments/cluster_run.hpp"
#include "experiments/kept_points.hpp"
#include "experiments/plan_points.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "programs/shipped.hpp"
#include "sweep/database.hpp"
#include "sweep/plan.hpp"
#include "sweep/run_point.hpp"
#include "sweep/workers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>

namespace stallscope::cli {

namespace {

constexpr std::size_t kFailuresListed = 20;

struct Shard {
  std::uint64_t number = 1;
  std::uint64_t count = 1;
};

/// Parses "3/8"; an empty text means all points. Prints an error and returns nothing when
/// malformed.
std::optional<Shard> parse_shard(const std::string& text) {
  if (text.empty())
    return Shard{};
  const std::size_t slash = text.find('/');
  const auto number = parse_number(std::string_view(text).substr(0, slash));
  const auto count = slash == std::string::npos
                         ? std::nullopt
                         : parse_number(std::string_view(text).substr(slash + 1));
  if (number && count && *number >= 1 && *number <= *count && *count <= sweep::kMaxPoints)
    return Shard{*number, *count};
  print_error(fmt::format("--shard {}: expected I/N with I from 1 to N, such as 3/8", text));
  return std::nullopt;
}

std::string plural(std::uint64_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

/// The points of an experiment: runs of programs, or plans of training.
struct SweepPoints {
  std::uint64_t count = 0;
  std::string summary;
  std::function<std::string(std::uint64_t number)> describe; ///< numbers count from 1
  std::function<std::string(std::uint64_t number)> problem;  ///< why a point will fail, if known
  std::function<sweep::DatabaseInfo(std::uint64_t shard, std::uint64_t shards)> info;
  /// False when the run was stopped.
  std::function<bool(const std::vector<std::uint64_t>& numbers, const sweep::SweepOptions& options)>
      run;
};

/// The descriptions of a shard's points, one per line.
std::string listing(const SweepPoints& points, const Shard& shard) {
  std::string text;
  for (std::uint64_t number = shard.number; number <= points.count; number += shard.count) {
    const std::string problem = points.problem(number);
    text += fmt::format("{:>7}  {}{}\n", number, points.describe(number),
                        problem.empty() ? "" : "   (will fail: " + problem + ")");
  }
  return text;
}

std::string summary(const sweep::Plan& plan) {
  const sweep::Experiment& e = plan.experiment;
  std::string text = e.title.empty() ? std::string() : e.title + "\n";
  text += fmt::format("{}: {}, {}, {}", plural(plan.points.size(), "point"),
                      plural(plan.programs.size(), "program"), plural(e.machines.size(), "machine"),
                      plural(plan.variants.size(), "choice") + " of parameters");
  if (e.schedulers.size() > 1)
    text += ", " + plural(e.schedulers.size(), "scheduler");
  if (e.repeats > 1)
    text += ", " + plural(e.repeats, "repeat");
  if (plan.filtered > 0)
    text += fmt::format("; {} left out by filters", plan.filtered);
  return text + "\n";
}

/// Prints the number of failed points in the database, and the first ones. False when there are
/// none.
bool print_failures(sweep::Database& database, const SweepPoints& points) {
  std::vector<std::string> lines;
  std::uint64_t count = 0;
  print(database.for_each([&](sweep::Row&& row) {
    const auto number = static_cast<std::uint64_t>(row.integer(sweep::Column::point));
    if (!row.failed() || number < 1 || number > points.count)
      return;
    if (++count > kFailuresListed)
      return;
    const std::string kind(row.text(sweep::Column::stop));
    const std::string error(row.text(sweep::Column::error)); // the error message, if it is recorded
    lines.push_back(fmt::format("  point {} ({}): {}{}", number, points.describe(number),
                                error.starts_with(kind) ? "" : kind + ": ", error));
  }));
  if (count == 0)
    return false;
  print_warning(fmt::format("{} failed:", plural(count, "point")));
  for (const std::string& line : lines)
    print_text(line + "\n");
  if (count > lines.size())
    std::fprintf(stderr, "  ... and %zu more (stallscope export shows them all)\n",
                 static_cast<std::size_t>(count - lines.size()));
  return true;
}

/// Points of the shard that are missing in the database.
std::vector<std::uint64_t> missing_points(const SweepPoints& points, const Shard& shard,
                                          const std::vector<std::uint64_t>& there) {
  std::vector<std::uint64_t> missing;
  for (std::uint64_t number = shard.number; number <= points.count; number += shard.count)
    if (!std::binary_search(there.begin(), there.end(), number))
      missing.push_back(number);
  return missing;
}

/// The points to run; prints the reason when the database cannot be used.
std::optional<std::vector<std::uint64_t>> to_run(const SweepArguments& a, const SweepPoints& points,
                                                 const Shard& shard, sweep::Database& database) {
  auto there = database.numbers();
  print(there.diagnostics());
  if (!there)
    return std::nullopt;
  const sweep::DatabaseInfo wanted = points.info(shard.number, shard.count);
  if (const Diagnostics problems = misfit(database, wanted, there->size(), a.resume);
      has_errors(problems)) {
    print(problems);
    return std::nullopt;
  }
  if (a.retry_failed) {
    const Diagnostics problems = database.remove_failed();
    there = database.numbers();
    print(problems);
    if (has_errors(problems) || !there)
      return std::nullopt;
  }
  return missing_points(points, shard, *there);
}

/// Prints failures and the number of results in the database; returns the exit code.
int print_result(const SweepArguments& a, const SweepPoints& points, sweep::Database& database,
                 bool nothing_missing) {
  const bool failed = print_failures(database, points);
  const auto now = database.numbers();
  const std::size_t done = now ? now->size() : 0;
  if (!a.quiet)
    print_text(fmt::format("stallscope: {}: {} of {}{}\n", a.database, done,
                           plural(database.info().own_points(), "point"),
                           nothing_missing ? ", nothing was missing" : ""));
  return failed ? kExitGuestFault : kExitOk;
}

int run_here(const SweepArguments& a, const SweepPoints& points,
             const std::vector<std::uint64_t>& missing, sweep::Database& database) {
  if (const std::string walls = Confinement::missing(); !walls.empty())
    print_warning(fmt::format("points are simulated without {}", walls));
  SweepMeter meter(missing.size(), a.quiet);
  KeptPoints kept{meter, &database, {}};
  const bool complete = points.run(missing, options_of(kept, a.jobs.value_or(usable_processors())));
  meter.finish();
  print(kept.problems);
  if (has_errors(kept.problems))
    return kExitBadInput;
  const int code = print_result(a, points, database, missing.empty());
  if (!complete) {
    print_warning(interrupted() ? "interrupted; --resume goes on from here"
                                : "no process could be started for the simulations");
    return interrupted() ? kExitInterrupted : kExitOwnError;
  }
  return code;
}

int run_on_cluster(const SweepArguments& a, const SweepPoints& points,
                   const std::vector<std::uint64_t>& missing, sweep::Database& database) {
  ClusterRun run{a.slurm, a.database, a.resume, a.quiet, points.count, missing, {}, {}};
  run.command = {"sweep", std::filesystem::absolute(programs::file_called(a.experiment)).string()};
  if (a.trust)
    run.command.emplace_back("--trust");
  run.command.emplace_back("-o");
  run.info = points.info;
  const auto failed = run_on_slurm(run, database);
  if (failed)
    return *failed;
  const int code = print_result(a, points, database, missing.empty());
  return say_given_up(run) ? kExitOwnError : code;
}

/// Runs the points of an experiment, or lists them; returns the exit code.
int sweep_points(const SweepArguments& a, const SweepPoints& points, const Shard& shard) {
  if (a.dry_run)
    return write_result("", clean_lines(points.summary + listing(points, shard))) ? kExitOk
                                                                                  : kExitBadInput;
  auto database = sweep::Database::open_or_make(a.database, points.info(shard.number, shard.count));
  print(database.diagnostics());
  if (!database)
    return kExitBadInput;
  const auto missing = to_run(a, points, shard, *database);
  if (!missing)
    return kExitBadInput;
  return a.slurm.wanted ? run_on_cluster(a, points, *missing, *database)
                        : run_here(a, points, *missing, *database);
}

/// Plans of training instead of programs.
int sweep_plans(const SweepArguments& a, sweep::Experiment experiment, const Shard& shard) {
  std::vector<std::string> files;
  for (const sweep::PlanEntry& plan : experiment.plans)
    files.push_back(experiment.path_of(plan.name));
  PlanPoints plans(std::move(experiment), std::move(files), {});
  const Diagnostics problems = plans.read(Streams::refuse);
  print_all(problems);
  if (has_errors(problems))
    return kExitBadInput;
  SweepPoints points;
  points.count = plans.count();
  const std::string& title = plans.experiment().title;
  points.summary =
      (title.empty() ? title : title + "\n") +
      fmt::format("{}: {}{}\n", plural(plans.count(), "point"),
                  plural(plans.experiment().plans.size(), "plan"),
                  plans.filtered() > 0 ? fmt::format("; {} left out by filters", plans.filtered())
                                       : "");
  points.describe = [&plans](std::uint64_t number) { return plans.describe(number - 1); };
  points.problem = [](std::uint64_t) { return std::string(); }; // known when they run
  points.info = [&plans](std::uint64_t n, std::uint64_t shards) { return plans.info(n, shards); };
  points.run = [&plans](const auto& numbers, const auto& options) {
    return numbers.empty() || sweep::run_points(plans.set(), numbers, options);
  };
  return sweep_points(a, points, shard);
}

int sweep_programs(const SweepArguments& a, sweep::Experiment experiment, const Shard& shard) {
  Result<sweep::Plan> plan = sweep::make_plan(std::move(experiment));
  print_all(plan.diagnostics());
  if (!plan)
    return kExitBadInput;
  if (!a.quiet)
    for (const std::string& note : sweep::assumed_units(*plan))
      print_text(note + "\n");
  SweepPoints points;
  points.count = plan->points.size();
  points.summary = summary(*plan);
  points.describe = [&plan](std::uint64_t number) {
    return plan->describe(plan->points[number - 1]);
  };
  points.problem = [&plan](std::uint64_t number) {
    return plan->variants[plan->points[number - 1].variant].problem;
  };
  points.info = [&plan](std::uint64_t n, std::uint64_t shards) {
    return sweep::database_info(*plan, n, shards);
  };
  points.run = [&plan](const auto& numbers, const auto& options) {
    return sweep::run_points(*plan, numbers, options);
  };
  return sweep_points(a, points, shard);
}

} // namespace

int sweep_command(const SweepArguments& a) {
  const auto shard = parse_shard(a.shard);
  if (!shard)
    return kExitBadInput;
  Result<sweep::Experiment> experiment =
      sweep::load_experiment(programs::file_called(a.experiment),
                             a.trust ? sweep::Author::trusted : sweep::Author::stranger);
  print_all(experiment.diagnostics());
  if (!experiment)
    return kExitBadInput;
  return experiment->plans.empty() ? sweep_programs(a, std::move(experiment).value(), *shard)
                                   : sweep_plans(a, std::move(experiment).value(), *shard);
}

} // namespace stallscope::cli
