#include "graph/tune_points.hpp"

#include "base/diagnostic.hpp"
#include "base/platform/processors.hpp"
#include "base/sha256.hpp"
#include "experiments/kept_points.hpp"
#include "input_output/console.hpp"
#include "machine/machine_file.hpp"
#include "sweep/database.hpp"
#include "sweep/workers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace stallscope::cli {

namespace {

using graph::MatmulSchedule;
using graph::TunePoint;
using graph::TuneSubject;
using sweep::Column;
using sweep::Row;
using TuneJson = nlohmann::ordered_json;

/// A schedule as the `settings` column of a row.
std::string settings_of(const MatmulSchedule& s) {
  return TuneJson({{"tile_m", s.tile[0]},
                   {"tile_n", s.tile[1]},
                   {"tile_k", s.tile[2]},
                   {"rows", s.rows},
                   {"columns", s.columns},
                   {"unroll", s.unroll},
                   {"order", std::string(s.order.begin(), s.order.end())},
                   {"packed", s.packed}})
      .dump();
}

/// The row of a point, without results.
Row tune_row(const TuneSubject& subject, const MatmulSchedule& schedule, std::uint64_t number) {
  Row row;
  row.set(Column::point, number);
  row.set(Column::program,
          fmt::format("matmul {} x {} x {}", subject.size.m, subject.size.n, subject.size.k));
  row.set(Column::isa, std::string_view("riscv"));
  row.set(Column::machine, std::string_view(subject.machine->name));
  row.set(Column::repeat, std::uint64_t{1});
  row.set(Column::settings, settings_of(schedule));
  row.set(Column::version, std::string_view(STALLSCOPE_VERSION));
  return row;
}

Row failed_tune_row(Row row, std::string_view stop, std::string_view error) {
  row.set(Column::status, std::string_view("failed"));
  row.set(Column::stop, stop);
  row.set(Column::error, error);
  return row;
}

Row measured_row(const TuneSubject& subject, const MatmulSchedule& schedule, std::uint64_t number) {
  Row row = tune_row(subject, schedule, number);
  const Result<TunePoint> point =
      graph::measure(subject.size, schedule, *subject.machine, subject.a, subject.b);
  if (!point)
    return failed_tune_row(std::move(row), "refused", format(point.diagnostics()));
  row.set(Column::status, std::string_view("done"));
  row.set(Column::stop, std::string_view("exit"));
  row.set(Column::cycles, point->cycles);
  row.set(Column::instructions, point->instructions);
  row.set(Column::ipc, point->cycles == 0 ? 0.0
                                          : static_cast<double>(point->instructions) /
                                                static_cast<double>(point->cycles));
  row.set(Column::counts, TuneJson{{"data_cache_misses", point->misses}}.dump());
  return row;
}

TunePoint point_of(const Row& row, const MatmulSchedule& schedule) {
  TunePoint point{schedule, static_cast<std::uint64_t>(row.integer(Column::cycles)),
                  static_cast<std::uint64_t>(row.integer(Column::instructions)), 0};
  const auto counts = TuneJson::parse(row.text(Column::counts), nullptr, false);
  if (counts.is_object())
    point.misses = counts.value("data_cache_misses", std::uint64_t{0});
  return point;
}

Diagnostic tune_points_problem(std::string message, std::string expected) {
  Diagnostic problem;
  problem.message = std::move(message);
  problem.expected = std::move(expected);
  return problem;
}

/// The points of one search, measured in this run or read from the database.
class TunePoints {
public:
  TunePoints(const GraphArguments& a, bool quiet)
      : file_(a.database), resume_(a.resume), quiet_(quiet), budget_(a.budget),
        jobs_(a.jobs.value_or(usable_processors())) {}

  Result<std::vector<TunePoint>> measure(const TuneSubject& subject,
                                         const std::vector<MatmulSchedule>& schedules) {
    if (!meter_) {
      meter_.emplace(budget_ + 1, quiet_); // plus the naive loops
      if (Diagnostics problems = open(subject); has_errors(problems))
        return problems;
    }
    std::vector<MatmulSchedule> missing;
    for (const MatmulSchedule& schedule : schedules)
      if (!rows_.contains(settings_of(schedule)))
        missing.push_back(schedule);
    if (Diagnostics problems = run(subject, missing); has_errors(problems))
      return problems;
    std::vector<TunePoint> points;
    for (const MatmulSchedule& schedule : schedules) {
      const auto found = rows_.find(settings_of(schedule));
      if (found == rows_.end())
        break; // interrupted
      if (found->second.failed())
        return tune_points_problem(
            fmt::format("{}: {}", graph::text_of(schedule), found->second.text(Column::error)), {});
      points.push_back(point_of(found->second, schedule));
    }
    given_ += points.size();
    meter_->set(given_);
    if (given_ > budget_ || points.size() < schedules.size())
      meter_->finish();
    return points;
  }

private:
  /// The inputs that determine a point's result: product, machine, and version of the program.
  [[nodiscard]] static sweep::DatabaseInfo info(const TuneSubject& subject) {
    sweep::DatabaseInfo info;
    info.title = fmt::format("Schedules of a product of {} x {} x {} on {}", subject.size.m,
                             subject.size.n, subject.size.k, subject.machine->name);
    info.experiment = info.title + "\n" + machine::dump(*subject.machine);
    info.experiment_file = "graph --tune";
    info.plan_hash = short_hash(info.experiment);
    info.version = STALLSCOPE_VERSION;
    info.keys = R"(["tile_m","tile_n","tile_k","rows","columns","unroll","order","packed"])";
    info.points = subject.space + 1; // plus the naive loops
    return info;
  }

  Diagnostics open(const TuneSubject& subject) {
    if (file_.empty())
      return {};
    const sweep::DatabaseInfo wanted = info(subject);
    auto opened = sweep::Database::open_or_make(file_, wanted);
    if (!opened)
      return opened.diagnostics();
    auto there = opened->rows();
    if (!there)
      return there.diagnostics();
    if (Diagnostics problems = misfit(*opened, wanted, there->size(), resume_);
        has_errors(problems))
      return problems;
    if (Diagnostics problems = opened->remove_failed(); has_errors(problems))
      return problems;
    std::erase_if(*there, [](const Row& row) { return row.failed(); });
    for (Row& row : *there) {
      next_ = std::max(next_, static_cast<std::uint64_t>(row.integer(Column::point)));
      std::string settings(row.text(Column::settings));
      rows_.emplace(std::move(settings), std::move(row));
    }
    database_.emplace(std::move(*opened));
    return {};
  }

  Diagnostics run(const TuneSubject& subject, const std::vector<MatmulSchedule>& missing) {
    if (missing.empty())
      return {};
    const std::uint64_t first = next_;
    next_ += missing.size();
    sweep::PointSet set;
    set.count = next_;
    set.make_runner = [&] {
      return [&](std::uint64_t index) {
        return measured_row(subject, missing[index - first], index + 1);
      };
    };
    set.failed = [&](std::uint64_t index, std::string_view stop, std::string_view error) {
      return failed_tune_row(tune_row(subject, missing[index - first], index + 1), stop, error);
    };
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t number = first + 1; number <= next_; ++number)
      numbers.push_back(number);
    KeptPoints kept{*meter_, database_ ? &*database_ : nullptr, [this](const Row& row) {
                      rows_.insert_or_assign(std::string(row.text(Column::settings)), row);
                    }};
    // false after an interrupt: then points are missing
    (void)sweep::run_points(set, numbers, options_of(kept, jobs_));
    return kept.problems;
  }

  std::string file_;
  bool resume_;
  bool quiet_;
  std::uint64_t budget_;
  unsigned jobs_;
  std::optional<SweepMeter> meter_;
  std::optional<sweep::Database> database_;
  std::map<std::string, Row> rows_; ///< by settings
  std::uint64_t next_ = 0;          ///< the highest point number so far
  std::uint64_t given_ = 0;         ///< points returned to the search
};

} // namespace

graph::MeasurePoints measured_by_workers(const GraphArguments& arguments, bool quiet) {
  return [points = std::make_shared<TunePoints>(arguments, quiet)](
             const TuneSubject& subject, const std::vector<MatmulSchedule>& schedules) {
    return points->measure(subject, schedules);
  };
}

} // namespace stallscope::cli
