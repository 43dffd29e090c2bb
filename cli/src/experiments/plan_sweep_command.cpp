#include "base/csv.hpp"
#include "base/platform/processors.hpp"
#include "commands.hpp"
#include "experiments/kept_points.hpp"
#include "experiments/plan_points.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "sweep/database.hpp"
#include "sweep/workers.hpp"
#include "training/plan_files/plan_keys.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace stallscope::cli {

namespace {

using SweepJson = nlohmann::ordered_json;
using sweep::Column;

void refuse(std::string message, std::string expected, std::string_view suggestion = {}) {
  Diagnostic problem;
  problem.message = std::move(message);
  problem.expected = std::move(expected);
  problem.suggestion = suggestion;
  print({problem});
}

/// Splits at commas that are not within brackets: "[1,2],[2,2]" has two values.
std::vector<std::string> values_of(const std::string& list) {
  std::vector<std::string> values(1);
  int depth = 0;
  for (const char c : list) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth == 0)
      values.emplace_back();
    else
      values.back() += c;
  }
  return values;
}

/// A value as typed: its text.
sweep::AxisValue axis_value(const std::string& text) {
  return {text, text, false};
}

/// Parses "--vary KEY=V1,V2"; false, with an error printed, if malformed or unknown.
bool add_varied(const std::string& word, std::vector<sweep::Axis>& axes) {
  const std::size_t equals = word.find('=');
  std::vector<std::string_view> names;
  for (const training::PlanKeyInfo& key : training::plan_keys())
    names.emplace_back(key.name);
  const std::string key = word.substr(0, equals);
  if (std::find(names.begin(), names.end(), key) == names.end()) {
    refuse(fmt::format("--vary {}: unknown key '{}'", word, key),
           "a key of a plan ('stallscope train --describe' lists them)", nearest_word(key, names));
    return false;
  }
  const std::vector<std::string> values =
      equals == std::string::npos ? std::vector<std::string>{} : values_of(word.substr(equals + 1));
  const bool empty = std::any_of(values.begin(), values.end(),
                                 [](const std::string& value) { return value.empty(); });
  if (values.empty() || empty) {
    refuse(fmt::format("--vary {}", word), "KEY=VALUE,VALUE, such as micro_batches=4,8,16");
    return false;
  }
  const bool twice = std::any_of(axes.begin(), axes.end(), [&key](const sweep::Axis& other) {
    return other.keys.front() == key;
  });
  if (twice) {
    refuse(fmt::format("--vary {}: {} is varied twice", word, key), "each key once");
    return false;
  }
  sweep::Axis axis{{key}, {sweep::FilePlace{}}, {}};
  for (const std::string& value : values)
    axis.rows.push_back({axis_value(value)});
  axes.push_back(std::move(axis));
  return true;
}

/// The experiment that the arguments describe: one plan, and what is varied.
std::optional<sweep::Experiment> experiment_of(const TrainCommand& a) {
  sweep::Experiment experiment;
  for (const std::string& word : a.plan.vary)
    if (!add_varied(word, experiment.axes))
      return std::nullopt;
  experiment.file = "train sweep";
  experiment.title = "train sweep of " + a.plan.plan;
  experiment.plans.push_back({a.plan.plan.empty() ? "plan" : a.plan.plan, {}});
  experiment.text = experiment.title;
  for (const PlanSetting& setting : a.plan.settings)
    experiment.text += fmt::format(" {}={}", setting.key, setting.value);
  for (const std::string& word : a.plan.vary)
    experiment.text += " " + word;
  return experiment;
}

class PlanSweep {
public:
  PlanSweep(const TrainCommand& a, const PlanPoints& points)
      : a_(a), points_(points), keys_(points.keys()) {
    rows_.resize(points.count());
    for (const std::string& key : keys_)
      widths_.push_back(key.size() + 2);
    for (std::uint64_t i = 0; i < points.count(); ++i) {
      const std::vector<sweep::AxisValue> values = points.values(i);
      for (std::size_t k = 0; k < keys_.size(); ++k)
        widths_[k] = std::max(widths_[k], values[k].text.size() + 2);
    }
  }

  /// Returns the exit code.
  int run() {
    std::vector<std::uint64_t> numbers;
    std::optional<sweep::Database> database;
    std::set<std::uint64_t> there;
    if (!a_.planner.database.empty()) {
      auto opened = sweep::Database::open_or_make(a_.planner.database, points_.info(1, 1));
      print(opened.diagnostics());
      if (!opened || !take_what_is_there(*opened, there))
        return kExitBadInput;
      database.emplace(std::move(*opened));
    }
    for (std::uint64_t number = 1; number <= rows_.size(); ++number)
      if (!there.contains(number))
        numbers.push_back(number);
    return run_missing(numbers, database ? &*database : nullptr);
  }

  [[nodiscard]] std::string text() const {
    std::string out;
    for (std::size_t k = 0; k < keys_.size(); ++k)
      out += fmt::format("{:>{}}", keys_[k], widths_[k]);
    out += fmt::format("{:>16}{:>10}{:>18}\n", "makespan", "bubble", "peak activations");
    for (std::uint64_t i = 0; i < rows_.size(); ++i) {
      const std::vector<sweep::AxisValue> values = points_.values(i);
      for (std::size_t k = 0; k < keys_.size(); ++k)
        out += fmt::format("{:>{}}", values[k].text, widths_[k]);
      const SweepJson counts = counts_at(i);
      out +=
          rows_[i].failed() || !counts.is_object()
              ? fmt::format("  {}\n", rows_[i].text(Column::error))
              : fmt::format("{:>16}{:>8.1f} %{:>18}\n", words(counts["makespan"]),
                            100 * counts.value("bubble", 0.0), words(counts["peak_activations"]));
    }
    return out;
  }

  [[nodiscard]] std::string json() const {
    SweepJson points = SweepJson::array();
    for (std::uint64_t i = 0; i < rows_.size(); ++i) {
      SweepJson point = {{"set", points_.settings(i)}};
      const bool failed = rows_[i].failed();
      point["status"] = failed ? "failed" : "done";
      point["error"] = failed ? SweepJson(rows_[i].text(Column::error)) : SweepJson(nullptr);
      if (!failed)
        point.update(counts_at(i));
      points.push_back(std::move(point));
    }
    return SweepJson{{"schema", "stallscope.train_sweep/1"}, {"points", std::move(points)}}.dump(
               2) +
           "\n";
  }

  [[nodiscard]] std::string csv() const {
    std::string out;
    for (const std::string& key : keys_)
      out += key + ",";
    out += "status,makespan,ideal,bubble,peak_activations,peak_bytes,error\n";
    for (std::uint64_t i = 0; i < rows_.size(); ++i) {
      for (const sweep::AxisValue& value : points_.values(i))
        out += csv_field(value.text) + ",";
      const SweepJson counts = counts_at(i);
      const auto cell = [&counts](const char* name) {
        return counts.is_object() && counts.contains(name) ? words(counts[name]) : std::string();
      };
      out += fmt::format("{},{},{},{},{},{},{}\n", rows_[i].text(Column::status), cell("makespan"),
                         cell("ideal"), cell("bubble"), cell("peak_activations"),
                         cell("peak_bytes"), csv_field(std::string(rows_[i].text(Column::error))));
    }
    return out;
  }

private:
  [[nodiscard]] SweepJson counts_at(std::uint64_t index) const {
    return SweepJson::parse(rows_[index].text(Column::counts), nullptr, false);
  }
  /// "3", "3/2", "0.25"
  static std::string words(const SweepJson& number) {
    return number.is_object() ? fmt::format("{}/{}", number.value("numerator", std::uint64_t{0}),
                                            number.value("denominator", std::uint64_t{1}))
                              : number.dump();
  }

  bool take_what_is_there(sweep::Database& database, std::set<std::uint64_t>& there) {
    auto rows = database.rows();
    print(rows.diagnostics());
    if (!rows)
      return false;
    const Diagnostics problems =
        misfit(database, points_.info(1, 1), rows->size(), a_.planner.resume);
    print(problems);
    if (has_errors(problems))
      return false;
    for (const sweep::Row& row : *rows) {
      const auto number = static_cast<std::uint64_t>(row.integer(Column::point));
      if (row.failed() || number < 1 || number > rows_.size()) // what has failed is run again
        continue;
      rows_[number - 1] = row;
      there.insert(number);
    }
    return true;
  }

  int run_missing(const std::vector<std::uint64_t>& numbers, sweep::Database* database) {
    SweepMeter meter(numbers.size(), a_.look.quiet);
    KeptPoints kept{meter, database, [this](const sweep::Row& row) {
                      rows_[static_cast<std::uint64_t>(row.integer(Column::point)) - 1] = row;
                    }};
    return run_kept_points(points_.set(), numbers, kept,
                           a_.planner.jobs.value_or(usable_processors()));
  }

  const TrainCommand& a_;
  const PlanPoints& points_;
  std::vector<std::string> keys_;
  std::vector<std::size_t> widths_; ///< of the columns of the keys
  std::vector<sweep::Row> rows_;    ///< by point
};

} // namespace

int train_sweep_command(const TrainCommand& a) {
  catch_interrupts();
  if (!a.output_file.empty() && !can_write(a.output_file))
    return kExitBadInput;
  auto experiment = experiment_of(a);
  if (!experiment)
    return kExitBadInput;
  PlanPoints points(std::move(*experiment), {a.plan.plan}, a.plan.settings);
  const Diagnostics problems = points.read(Streams::wait);
  print_all(problems);
  if (has_errors(problems))
    return kExitBadInput;
  PlanSweep sweep(a, points);
  if (const int code = sweep.run(); code != kExitOk)
    return code;
  if (a.look.quiet && a.output_file.empty())
    return kExitOk;
  const std::string words = a.format == Format::json  ? sweep.json()
                            : a.format == Format::csv ? sweep.csv()
                                                      : sweep.text();
  return write_result(a.output_file, words) ? kExitOk : kExitBadInput;
}

} // namespace stallscope::cli
