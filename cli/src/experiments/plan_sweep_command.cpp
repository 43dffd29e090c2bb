#include "base/csv.hpp"
#include "base/input_limits.hpp"
#include "base/platform/processors.hpp"
#include "base/read_file.hpp"
#include "base/sha256.hpp"
#include "commands.hpp"
#include "experiments/kept_points.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "sweep/database.hpp"
#include "sweep/workers.hpp"
#include "input_output/exact_json.hpp"
#include "train/train_plan.hpp"
#include "training/clusters/cluster.hpp"
#include "training/models/model_file.hpp"
#include "training/plan_files/plan_keys.hpp"
#include "training/plan_files/plan_run.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace stallscope::cli {

namespace {

using SweepJson = nlohmann::ordered_json;
using sweep::Column;
using training::Rational;
using training::TrainRun;

/// A key of plans with the values that it takes.
struct VariedKey {
  std::string key;
  std::vector<std::string> values;
};

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

/// Parses "--vary KEY=V1,V2"; false, with an error printed, if malformed or unknown.
bool add_varied(const std::string& word, std::vector<VariedKey>& keys) {
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
  VariedKey varied{key, equals == std::string::npos ? std::vector<std::string>{}
                                                    : values_of(word.substr(equals + 1))};
  const bool empty = std::any_of(varied.values.begin(), varied.values.end(),
                                 [](const std::string& value) { return value.empty(); });
  if (varied.values.empty() || empty) {
    refuse(fmt::format("--vary {}", word), "KEY=VALUE,VALUE, such as micro_batches=4,8,16");
    return false;
  }
  const bool twice = std::any_of(keys.begin(), keys.end(),
                                 [&key](const VariedKey& other) { return other.key == key; });
  if (twice) {
    refuse(fmt::format("--vary {}: {} is varied twice", word, key), "each key once");
    return false;
  }
  keys.push_back(std::move(varied));
  return true;
}

/// The files that the points name, read before there are workers, which open none.
class PlanFiles {
public:
  /// False, with an error printed, if a file cannot be read, or a model or cluster is a file.
  bool read(const TrainArguments& plan, const std::vector<VariedKey>& keys) {
    training::PlanInput input;
    if (!plan.plan.empty()) {
      if (!add(plan.plan, "a plan file"))
        return false;
      print_all(training::take_plan_text(texts_[plan.plan], plan.plan, input));
    }
    print_all(training::take_plan_settings(plan.settings, input));
    if (has_problems_)
      return false;
    std::map<std::string, std::vector<std::string>> named{
        {"order", {input.order}}, {"model", {input.model}}, {"cluster", {input.cluster}}};
    for (const VariedKey& key : keys)
      if (const auto found = named.find(key.key); found != named.end())
        found->second = key.values;
    for (const std::string& order : named["order"])
      if (!order.empty() && !add(order, "an order file"))
        return false;
    for (const std::string& model : named["model"])
      if (!model.empty() && !is_shipped(model, training::models()))
        return refuse_file("model", model);
    for (const std::string& cluster : named["cluster"])
      if (!is_shipped(cluster.substr(0, cluster.rfind('x')), training::clusters()) &&
          !is_shipped(cluster, training::clusters()))
        return refuse_file("cluster", cluster);
    return true;
  }

  [[nodiscard]] Result<std::string> text(const std::string& name) const {
    if (const auto found = texts_.find(name); found != texts_.end())
      return found->second;
    Diagnostic problem;
    problem.file = name;
    problem.message = "this file was not read";
    return problem;
  }

  /// All that was read, with the names: what the results depend on beside the settings.
  [[nodiscard]] std::string contents() const {
    std::string all;
    for (const auto& [name, text] : texts_)
      all += fmt::format("# {}\n{}\n", name, text);
    return all;
  }

private:
  bool add(const std::string& name, std::string_view what) {
    Result<std::string> text = name == "-" ? Result<std::string>(standard_input())
                                           : read_file(name, InputLimits::order_file, what);
    print(text.diagnostics());
    if (!text)
      return false;
    texts_[name] = std::move(text).value();
    return true;
  }
  void print_all(const Diagnostics& problems) {
    print(problems);
    has_problems_ = has_problems_ || has_errors(problems);
  }
  template <class List> static bool is_shipped(const std::string& name, const List& list) {
    return std::any_of(list.begin(), list.end(),
                       [&name](const auto& info) { return info.name == name; });
  }
  static bool refuse_file(const char* key, const std::string& name) {
    refuse(fmt::format("{} '{}' in a sweep of plans", key, name),
           "the name of a shipped one ('stallscope train memory --list')");
    return false;
  }

  std::map<std::string, std::string> texts_;
  bool has_problems_ = false;
};

/// What is known of a plan that has run.
SweepJson counts_of(const TrainRun& run) {
  const training::Bubble bubble = bubble_of(run);
  const training::Ticks unit = run.plan.plan.ticks_per_unit;
  std::uint32_t chunks = 0;
  for (const training::ActivationPeak& peak : run.peaks)
    chunks = std::max(chunks, peak.chunks);
  SweepJson counts = {{"makespan", exact_json(Rational{run.execution.makespan, unit})},
                      {"ideal", exact_json(Rational{bubble.ideal, unit})},
                      {"bubble", bubble.idle_over_makespan.as_double()},
                      {"peak_activations", exact_json(Rational{chunks, run.plan.plan.chunks})}};
  if (run.plan.job) {
    std::uint64_t bytes = 0;
    for (const training::BytesPeak& peak : run.byte_peaks)
      bytes = std::max(bytes, peak.bytes.all());
    counts["peak_bytes"] = bytes;
  }
  return counts;
}

class PlanSweep {
public:
  PlanSweep(const TrainCommand& a, std::vector<VariedKey> keys, PlanFiles files)
      : a_(a), keys_(std::move(keys)), files_(std::move(files)) {
    for (const VariedKey& key : keys_)
      count_ *= key.values.size();
    rows_.resize(count_);
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }

  /// Returns the exit code.
  int run() {
    std::vector<std::uint64_t> numbers;
    std::optional<sweep::Database> database;
    std::set<std::uint64_t> there;
    if (!a_.planner.database.empty()) {
      auto opened = sweep::Database::open_or_make(a_.planner.database, info());
      print(opened.diagnostics());
      if (!opened || !take_what_is_there(*opened, there))
        return kExitBadInput;
      database.emplace(std::move(*opened));
    }
    for (std::uint64_t number = 1; number <= count_; ++number)
      if (!there.contains(number))
        numbers.push_back(number);
    return run_missing(numbers, database ? &*database : nullptr);
  }

  [[nodiscard]] std::string text() const {
    std::string out;
    for (const VariedKey& key : keys_)
      out += fmt::format("{:>{}}", key.key, width(key));
    out += fmt::format("{:>16}{:>10}{:>18}\n", "makespan", "bubble", "peak activations");
    for (std::uint64_t i = 0; i < count_; ++i) {
      const std::vector<std::string> values = choice(i);
      for (std::size_t k = 0; k < keys_.size(); ++k)
        out += fmt::format("{:>{}}", values[k], width(keys_[k]));
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
    for (std::uint64_t i = 0; i < count_; ++i) {
      SweepJson point = {{"set", settings(i)}};
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
    for (const VariedKey& key : keys_)
      out += key.key + ",";
    out += "status,makespan,ideal,bubble,peak_activations,peak_bytes,error\n";
    for (std::uint64_t i = 0; i < count_; ++i) {
      for (const std::string& value : choice(i))
        out += csv_field(value) + ",";
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
  /// Values of the keys at a point; the last key changes fastest.
  [[nodiscard]] std::vector<std::string> choice(std::uint64_t index) const {
    std::vector<std::string> values(keys_.size());
    for (std::size_t k = keys_.size(); k-- > 0;) {
      values[k] = keys_[k].values[index % keys_[k].values.size()];
      index /= keys_[k].values.size();
    }
    return values;
  }
  [[nodiscard]] SweepJson settings(std::uint64_t index) const {
    SweepJson out = SweepJson::object();
    const std::vector<std::string> values = choice(index);
    for (std::size_t k = 0; k < keys_.size(); ++k) {
      const SweepJson parsed = SweepJson::parse(values[k], nullptr, false);
      out[keys_[k].key] = parsed.is_discarded() ? SweepJson(values[k]) : parsed;
    }
    return out;
  }
  [[nodiscard]] SweepJson counts_at(std::uint64_t index) const {
    return SweepJson::parse(rows_[index].text(Column::counts), nullptr, false);
  }
  /// "3", "3/2", "0.25"
  static std::string words(const SweepJson& number) {
    return number.is_object() ? fmt::format("{}/{}", number.value("numerator", std::uint64_t{0}),
                                            number.value("denominator", std::uint64_t{1}))
                              : number.dump();
  }
  static std::size_t width(const VariedKey& key) {
    std::size_t most = key.key.size();
    for (const std::string& value : key.values)
      most = std::max(most, value.size());
    return most + 2;
  }

  [[nodiscard]] sweep::Row row_of(std::uint64_t index) const {
    sweep::Row row;
    row.set(Column::point, index + 1);
    row.set(Column::program,
            std::string_view(a_.plan.plan.empty() ? std::string("plan") : a_.plan.plan));
    row.set(Column::machine, std::string_view("devices"));
    row.set(Column::scheduler, std::string_view("source"));
    row.set(Column::repeat, std::uint64_t{1});
    row.set(Column::settings, std::string_view(settings(index).dump()));
    row.set(Column::version, std::string_view(STALLSCOPE_VERSION));
    return row;
  }
  [[nodiscard]] sweep::Row failed_row(std::uint64_t index, std::string_view stop,
                                      std::string_view error) const {
    sweep::Row row = row_of(index);
    row.set(Column::status, std::string_view("failed"));
    row.set(Column::stop, stop);
    row.set(Column::error, error);
    return row;
  }

  /// Runs a point.
  [[nodiscard]] sweep::Row evaluated(std::uint64_t index) const {
    std::vector<PlanSetting> all = a_.plan.settings;
    const std::vector<std::string> values = choice(index);
    for (std::size_t k = 0; k < keys_.size(); ++k)
      all.push_back({"--vary " + keys_[k].key, keys_[k].key, values[k]});
    Result<training::TrainPlan> plan = training::load_plan(
        {a_.plan.plan, all}, [this](const std::string& name, std::size_t, std::string_view,
                                    Streams) { return files_.text(name); });
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
    row.set(Column::cycles, run.execution.makespan);
    row.set(Column::counts, std::string_view(counts_of(run).dump()));
    return row;
  }

  [[nodiscard]] sweep::DatabaseInfo info() const {
    std::string text = "train sweep of " + a_.plan.plan;
    std::string settings_text;
    for (const PlanSetting& setting : a_.plan.settings)
      settings_text += fmt::format(" {}={}", setting.key, setting.value);
    SweepJson keys = SweepJson::array();
    for (const VariedKey& key : keys_) {
      keys.push_back(key.key);
      settings_text += fmt::format(" {} in {}", key.key, fmt::join(key.values, ","));
    }
    sweep::DatabaseInfo info;
    info.title = text;
    info.experiment = text + settings_text + "\n" + files_.contents();
    Sha256 hash;
    hash.add(info.experiment);
    info.plan_hash = hash.hex().substr(0, 16);
    info.version = STALLSCOPE_VERSION;
    info.experiment_file = "train sweep";
    info.keys = keys.dump();
    info.points = count_;
    info.shard = 1;
    info.shards = 1;
    return info;
  }

  bool take_what_is_there(sweep::Database& database, std::set<std::uint64_t>& there) {
    auto rows = database.rows();
    print(rows.diagnostics());
    if (!rows)
      return false;
    const Diagnostics problems = misfit(database, info(), rows->size(), a_.planner.resume);
    print(problems);
    if (has_errors(problems))
      return false;
    for (const sweep::Row& row : *rows) {
      const auto number = static_cast<std::uint64_t>(row.integer(Column::point));
      if (row.failed() || number < 1 || number > count_) // what has failed is run again
        continue;
      rows_[number - 1] = row;
      there.insert(number);
    }
    return true;
  }

  int run_missing(const std::vector<std::uint64_t>& numbers, sweep::Database* database) {
    sweep::PointSet set;
    set.count = count_;
    set.make_runner = [this] { return [this](std::uint64_t index) { return evaluated(index); }; };
    set.failed = [this](std::uint64_t index, std::string_view stop, std::string_view error) {
      return failed_row(index, stop, error);
    };
    SweepMeter meter(numbers.size(), a_.look.quiet);
    KeptPoints kept{meter, database, [this](const sweep::Row& row) {
                      rows_[static_cast<std::uint64_t>(row.integer(Column::point)) - 1] = row;
                    }};
    return run_kept_points(set, numbers, kept, a_.planner.jobs.value_or(usable_processors()));
  }

  const TrainCommand& a_;
  std::vector<VariedKey> keys_;
  PlanFiles files_;
  std::uint64_t count_ = 1;
  std::vector<sweep::Row> rows_; ///< by point
};

} // namespace

int train_sweep_command(const TrainCommand& a) {
  catch_interrupts();
  if (!a.output_file.empty() && !can_write(a.output_file))
    return kExitBadInput;
  std::vector<VariedKey> keys;
  double points = 1;
  for (const std::string& word : a.plan.vary) {
    if (!add_varied(word, keys))
      return kExitBadInput;
    points *= static_cast<double>(keys.back().values.size());
  }
  if (points > static_cast<double>(sweep::kMaxPoints)) {
    refuse(fmt::format("{:.0f} points", points), fmt::format("at most {}", sweep::kMaxPoints));
    return kExitBadInput;
  }
  PlanFiles files;
  if (!files.read(a.plan, keys))
    return kExitBadInput;
  PlanSweep sweep(a, std::move(keys), std::move(files));
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
