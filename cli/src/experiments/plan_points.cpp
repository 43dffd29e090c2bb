#include "experiments/plan_points.hpp"

#include "base/input_limits.hpp"
#include "base/read_file.hpp"
#include "base/sha256.hpp"
#include "input_output/console.hpp"
#include "input_output/exact_json.hpp"
#include "sweep/plan.hpp"
#include "training/clusters/cluster.hpp"
#include "training/models/model_file.hpp"
#include "training/plan_files/plan_keys.hpp"
#include "training/plan_files/plan_run.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::cli {

using PlanJson = nlohmann::ordered_json;
using sweep::AxisValue;
using sweep::Column;
using training::Rational;
using training::TrainRun;

Diagnostics PlanFiles::add(const std::string& name, std::string_view what, Streams streams) {
  if (texts_.contains(name))
    return {};
  Result<std::string> text = name == "-" && streams == Streams::wait
                                 ? Result<std::string>(standard_input())
                                 : read_file(name, InputLimits::order_file, what, streams);
  if (!text)
    return text.diagnostics();
  texts_[name] = std::move(text).value();
  return {};
}

Result<std::string> PlanFiles::text(const std::string& name) const {
  if (const auto found = texts_.find(name); found != texts_.end())
    return found->second;
  Diagnostic problem;
  problem.file = name;
  problem.message = "this file was not read";
  return problem;
}

std::string PlanFiles::contents() const {
  std::string all;
  for (const auto& [name, text] : texts_)
    all += fmt::format("# {}\n{}\n", name, text);
  return all;
}

namespace {

/// What is known of a plan that has run.
PlanJson counts_of(const TrainRun& run) {
  const training::Bubble bubble = bubble_of(run);
  const training::Ticks unit = run.plan.plan.ticks_per_unit;
  std::uint64_t parts = 0;
  for (const training::ActivationPeak& peak : run.peaks)
    parts = std::max(parts, peak.parts);
  PlanJson counts = {
      {"makespan", exact_json(Rational{run.execution.makespan, unit})},
      {"ideal", exact_json(Rational{bubble.ideal, unit})},
      {"bubble", bubble.idle_over_makespan.as_double()},
      {"peak_activations", exact_json(Rational{parts, training::activation_parts(run.plan.plan)})}};
  if (run.plan.job) {
    std::uint64_t bytes = 0;
    for (const training::BytesPeak& peak : run.byte_peaks)
      bytes = std::max(bytes, peak.bytes.all());
    counts["peak_bytes"] = bytes;
  }
  return counts;
}

/// Whether a value of a key is the name of a file.
bool names_file(std::string_view key, const std::string& value) {
  return (key == "order" && !value.empty()) ||
         (key == "model" && !training::model_file_of(value).empty()) ||
         (key == "cluster" && !training::cluster_file_of(value).empty());
}

} // namespace

PlanPoints::PlanPoints(sweep::Experiment experiment, std::vector<std::string> files,
                       std::vector<PlanSetting> settings)
    : experiment_(std::move(experiment)), plan_files_(std::move(files)),
      settings_(std::move(settings)) {}

std::vector<std::string> PlanPoints::keys() const {
  std::vector<std::string> keys;
  for (const sweep::Axis& axis : experiment_.axes)
    keys.insert(keys.end(), axis.keys.begin(), axis.keys.end());
  return keys;
}

std::vector<AxisValue> PlanPoints::values_of(std::uint64_t choice) const {
  const std::vector<sweep::Axis>& axes = experiment_.axes;
  std::vector<std::size_t> rows(axes.size());
  for (std::size_t i = axes.size(); i-- > 0; choice /= axes[i].rows.size())
    rows[i] = static_cast<std::size_t>(choice % axes[i].rows.size());
  std::vector<AxisValue> values;
  for (std::size_t i = 0; i < axes.size(); ++i)
    values.insert(values.end(), axes[i].rows[rows[i]].begin(), axes[i].rows[rows[i]].end());
  return values;
}

std::vector<AxisValue> PlanPoints::values(std::uint64_t index) const {
  return values_of(points_[index].choice);
}

/// Capped above the limit of points.
std::uint64_t PlanPoints::choices() const {
  std::uint64_t choices = 1;
  for (const sweep::Axis& axis : experiment_.axes)
    choices = std::min(choices * axis.rows.size(), sweep::kMaxPoints + 1);
  return choices;
}

Diagnostics PlanPoints::check_keys() const {
  std::vector<std::string_view> names;
  for (const training::PlanKeyInfo& key : training::plan_keys())
    names.emplace_back(key.name);
  Diagnostics problems;
  for (const sweep::Axis& axis : experiment_.axes)
    for (std::size_t k = 0; k < axis.keys.size(); ++k)
      if (std::find(names.begin(), names.end(), axis.keys[k]) == names.end())
        problems.push_back(
            experiment_.problem(axis.places[k], fmt::format("unknown key '{}'", axis.keys[k]),
                                "a key of a plan ('stallscope train --describe' lists them)",
                                std::string(nearest_word(axis.keys[k], names))));
  if (choices() * plan_files_.size() > sweep::kMaxPoints)
    problems.push_back(experiment_.problem(
        {}, fmt::format("more than {} points", sweep::kMaxPoints), "fewer plans or values"));
  return problems;
}

bool PlanPoints::refused(const Point& point) const {
  const std::vector<std::string> names = keys();
  const std::vector<AxisValue> values = values_of(point.choice);
  const auto lookup = [&](std::string_view name) -> sweep::Scalar {
    if (name == "plan")
      return experiment_.plans[point.plan].name;
    for (std::size_t k = 0; k < names.size(); ++k)
      if (names[k] == name)
        return values[k].is_number ? sweep::Scalar{std::strtod(values[k].text.c_str(), nullptr)}
                                   : sweep::Scalar{values[k].text};
    return {};
  };
  return !std::all_of(experiment_.filters.begin(), experiment_.filters.end(),
                      [&](const sweep::Expression& filter) { return filter.holds(lookup); });
}

void PlanPoints::find_points() {
  for (std::uint32_t plan = 0; plan < plan_files_.size(); ++plan)
    for (std::uint64_t choice = 0; choice < choices(); ++choice) {
      const Point point{plan, choice};
      if (refused(point))
        ++filtered_;
      else
        points_.push_back(point);
    }
}

/// Names of files in an experiment count from its folder.
std::string PlanPoints::path_of(const std::string& key, const std::string& value) const {
  return experiment_.folder.empty() || !names_file(key, value) ? value : experiment_.path_of(value);
}

/// Reads the files that the values of a plan file, the settings and the axes name.
Diagnostics PlanPoints::read_named(std::size_t plan, Streams streams) {
  training::PlanInput input;
  Diagnostics problems;
  const std::string& file = plan_files_[plan];
  if (!file.empty()) {
    problems = files_.add(file, "a plan file", streams);
    if (!problems.empty() && experiment_.plans[plan].place.line > 0)
      return {experiment_.problem(experiment_.plans[plan].place,
                                  fmt::format("{}: {}", file, problems.front().message),
                                  problems.front().expected)};
    if (problems.empty())
      problems = training::take_plan_text(*files_.text(file), file, input);
  }
  const Diagnostics of_settings = training::take_plan_settings(settings_, input);
  problems.insert(problems.end(), of_settings.begin(), of_settings.end());
  if (has_errors(problems))
    return problems;
  std::map<std::string, std::vector<std::string>> named{
      {"order", {input.order}}, {"model", {input.model}}, {"cluster", {input.cluster}}};
  for (const sweep::Axis& axis : experiment_.axes)
    for (std::size_t k = 0; k < axis.keys.size(); ++k)
      if (const auto found = named.find(axis.keys[k]); found != named.end()) {
        found->second.clear();
        for (const auto& row : axis.rows)
          found->second.push_back(path_of(axis.keys[k], row[k].text));
      }
  for (const auto& [key, names] : named)
    for (const std::string& name : names)
      if (names_file(key, name)) {
        const Diagnostics found =
            files_.add(key == "cluster" ? training::cluster_file_of(name) : name,
                       key == "order" ? "an order file" : "a file of a " + key, streams);
        problems.insert(problems.end(), found.begin(), found.end());
      }
  return problems;
}

Diagnostics PlanPoints::read(Streams streams) {
  Diagnostics problems = check_keys();
  for (std::size_t plan = 0; plan < plan_files_.size(); ++plan) {
    const Diagnostics found = read_named(plan, streams);
    problems.insert(problems.end(), found.begin(), found.end());
  }
  if (has_errors(problems))
    return problems;
  find_points();
  if (points_.empty())
    problems.push_back(experiment_.problem(
        experiment_.filter_places.empty() ? sweep::FilePlace{} : experiment_.filter_places.front(),
        "the filters leave no point", "conditions that hold for some"));
  return problems;
}

PlanJson PlanPoints::settings(std::uint64_t index) const {
  PlanJson out = PlanJson::object();
  const std::vector<std::string> names = keys();
  const std::vector<AxisValue> chosen = values(index);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const PlanJson parsed = PlanJson::parse(chosen[k].text, nullptr, false);
    out[names[k]] = parsed.is_discarded() ? PlanJson(chosen[k].text) : parsed;
  }
  return out;
}

std::string PlanPoints::describe(std::uint64_t index) const {
  std::string text = experiment_.plans[points_[index].plan].name;
  const std::vector<std::string> names = keys();
  const std::vector<AxisValue> chosen = values(index);
  for (std::size_t k = 0; k < names.size(); ++k)
    text += fmt::format(", {}={}", names[k], chosen[k].text);
  return text;
}

sweep::Row PlanPoints::row_of(std::uint64_t index) const {
  sweep::Row row;
  row.set(Column::point, index + 1);
  row.set(Column::program, std::string_view(experiment_.plans[points_[index].plan].name));
  row.set(Column::machine, std::string_view("devices"));
  row.set(Column::scheduler, std::string_view("source"));
  row.set(Column::repeat, std::uint64_t{1});
  row.set(Column::settings, std::string_view(settings(index).dump()));
  row.set(Column::version, std::string_view(STALLSCOPE_VERSION));
  return row;
}

sweep::Row PlanPoints::failed_row(std::uint64_t index, std::string_view stop,
                                  std::string_view error) const {
  sweep::Row row = row_of(index);
  row.set(Column::status, std::string_view("failed"));
  row.set(Column::stop, stop);
  row.set(Column::error, error);
  return row;
}

/// Runs a point.
sweep::Row PlanPoints::evaluated(std::uint64_t index) const {
  std::vector<PlanSetting> all = settings_;
  const std::vector<std::string> names = keys();
  const std::vector<AxisValue> chosen = values(index);
  for (std::size_t k = 0; k < names.size(); ++k)
    all.push_back({"--vary " + names[k], names[k], path_of(names[k], chosen[k].text)});
  Result<training::TrainPlan> plan =
      training::load_plan({plan_files_[points_[index].plan], all},
                          [this](const std::string& name, std::size_t, std::string_view, Streams) {
                            return files_.text(name);
                          });
  if (!plan) {
    const Diagnostic& d = plan.diagnostics().front();
    return failed_row(index, "refused",
                      d.message + (d.expected.empty() ? "" : "; expected " + d.expected));
  }
  const bool shows = plan->show_out_of_memory;
  const TrainRun run = training::run_plan(std::move(plan).value());
  if (run.execution.deadlock)
    return failed_row(index, "deadlock",
                      fmt::format("deadlock in tick {}", run.execution.deadlock->time));
  if (const auto what = shows ? std::nullopt : training::out_of_memory(run))
    return failed_row(
        index, "out_of_memory",
        fmt::format("out of memory: {} bytes on device {}", what->bytes.all(), what->device));
  sweep::Row row = row_of(index);
  row.set(Column::status, std::string_view("done"));
  row.set(Column::stop, std::string_view("end"));
  // In the unit of the plan's durations, as all counts; exact there.
  const training::Ticks unit = run.plan.plan.ticks_per_unit;
  row.set(Column::cycles, (run.execution.makespan + unit - 1) / unit);
  row.set(Column::counts, std::string_view(counts_of(run).dump()));
  return row;
}

sweep::PointSet PlanPoints::set() const {
  sweep::PointSet set;
  set.count = count();
  set.make_runner = [this] { return [this](std::uint64_t index) { return evaluated(index); }; };
  set.failed = [this](std::uint64_t index, std::string_view stop, std::string_view error) {
    return failed_row(index, stop, error);
  };
  return set;
}

sweep::DatabaseInfo PlanPoints::info(std::uint64_t shard, std::uint64_t shards) const {
  sweep::DatabaseInfo info;
  info.title = experiment_.title;
  info.experiment = experiment_.text + "\n" + files_.contents();
  Sha256 hash;
  hash.add(info.experiment);
  info.plan_hash = hash.hex().substr(0, 16);
  info.version = STALLSCOPE_VERSION;
  info.experiment_file = experiment_.file;
  info.keys = PlanJson(keys()).dump();
  info.points = count();
  info.shard = shard;
  info.shards = shards;
  return info;
}

} // namespace stallscope::cli
