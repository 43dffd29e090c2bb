#include "base/number.hpp"
#include "base/platform/processors.hpp"
#include "base/sha256.hpp"
#include "commands.hpp"
#include "experiments/cluster_run.hpp"
#include "experiments/kept_points.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "sweep/database.hpp"
#include "sweep/workers.hpp"
#include "train/train_planner_report.hpp"
#include "training/jobs/planner.hpp"
#include "training/models/model_file.hpp"
#include "training/plan_files/plan_keys.hpp"
#include "training/schedules/schedules.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <set>

namespace stallscope::cli {

namespace {

using PlannerJson = nlohmann::ordered_json;
using training::PlanOutcome;
using training::PlanPoint;
using training::PlanSpace;

bool reject(std::string message, std::string expected, std::string_view suggestion = {}) {
  Diagnostic problem;
  problem.message = std::move(message);
  problem.expected = std::move(expected);
  problem.suggestion = suggestion;
  print({problem});
  return false;
}

std::vector<std::string> split(const std::string& words) {
  std::vector<std::string> list;
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    list.push_back(words.substr(begin, end - begin));
    begin = end + 1;
  }
  return list;
}

/// Applies the lists of the command line to the planner's default space.
class SpaceReader {
public:
  SpaceReader(const TrainPlannerArguments& arguments, PlanSpace& space)
      : arguments_(arguments), space_(space) {}

  bool read() {
    const std::uint64_t devices = space_.job.cluster.devices;
    return numbers("tensor-parallel", 1, devices, space_.tensor_parallel) &&
           numbers("pipeline", 1, devices, space_.pipeline) &&
           numbers("micro-batch", 1, 1'000'000, space_.micro_batch) &&
           numbers("chunks", 1, 64, space_.chunks) && numbers("zero", 0, 3, space_.zero) &&
           schedules() && recompute();
  }

private:
  [[nodiscard]] const std::string* given(const char* name) const {
    const auto found = arguments_.lists.find(name);
    return found == arguments_.lists.end() ? nullptr : &found->second;
  }

  template <class T>
  bool numbers(const char* name, std::uint64_t least, std::uint64_t most, std::vector<T>& out) {
    const std::string* words = given(name);
    if (words == nullptr)
      return true;
    out.clear();
    for (const std::string& word : split(*words)) {
      const auto number = parse_number(word);
      if (!number || *number < least || *number > most)
        return reject(fmt::format("--{}: '{}'", name, word),
                      fmt::format("whole numbers from {} to {}, with commas", least, most));
      out.push_back(static_cast<T>(*number));
    }
    return true;
  }

  bool schedules() {
    const std::string* words = given("schedules");
    if (words == nullptr)
      return true;
    space_.schedules = split(*words);
    std::vector<std::string_view> names;
    for (const training::ScheduleInfo& info : training::schedules())
      names.push_back(info.name);
    for (const std::string& word : space_.schedules)
      if (training::find_schedule(word) == nullptr)
        return reject(fmt::format("--schedules: '{}'", word),
                      fmt::format("{}", fmt::join(names, ", ")), nearest_word(word, names));
    return true;
  }

  bool recompute() {
    const std::string* words = given("recompute");
    if (words == nullptr)
      return true;
    space_.recompute.clear();
    for (const std::string& word : split(*words)) {
      const auto found = training::recompute_called(word);
      if (!found)
        return reject(fmt::format("--recompute: '{}'", word), "none, selective or full",
                      nearest_word(word, training::recompute_names()));
      space_.recompute.push_back(*found);
    }
    return true;
  }

  const TrainPlannerArguments& arguments_;
  PlanSpace& space_;
};

/// Prints all errors, and returns nothing if there are any.
std::optional<PlanSpace> space_of(const TrainPlannerArguments& a) {
  const auto model = training::load_model(a.model);
  const auto cluster = training::load_cluster(a.cluster);
  print_all(model.diagnostics());
  print_all(cluster.diagnostics());
  if (!model || !cluster)
    return std::nullopt;
  const auto bytes = training::state_bytes_of(a.state_bytes);
  if (!bytes) {
    reject(fmt::format("--state-bytes: '{}'", a.state_bytes),
           "zero, megatron, or three numbers from 0 to 64 such as 2,2,12");
    return std::nullopt;
  }
  if (cluster->devices == 0) {
    reject(fmt::format("cluster '{}' does not say how many devices it has", a.cluster),
           fmt::format("{}x128, say", a.cluster));
    return std::nullopt;
  }
  training::Job job{*model, *cluster, {}, *bytes, true, 1};
  if (a.reached_percent)
    job.cluster.reached_percent = *a.reached_percent;
  if (const auto topology = training::topology_called(a.topology))
    job.cluster.topology = *topology;
  if (a.oversubscription)
    job.cluster.oversubscription = *a.oversubscription;
  PlanSpace space =
      training::default_space(job, a.samples != 0 ? a.samples : 8 * job.cluster.devices);
  space.sequence_parallel = !a.no_sequence_parallel;
  return SpaceReader(a, space).read() ? std::optional(std::move(space)) : std::nullopt;
}

/// A point and its result as a row of a sweep database: the model in the column of the program, the
/// cluster in that of the machine, the step's ns in cycles, and the peak memory in cost.
sweep::Row row_of(const PlanSpace& space, const PlanPoint& point, std::uint64_t index) {
  using sweep::Column;
  sweep::Row row;
  row.set(Column::point, index + 1);
  row.set(Column::program, std::string_view(space.job.model.name));
  row.set(Column::machine, std::string_view(space.job.cluster.name));
  row.set(Column::scheduler, std::string_view(point.schedule));
  row.set(Column::repeat, std::uint64_t{1});
  row.set(Column::settings, std::string_view(plan_point_json(point).dump()));
  row.set(Column::version, std::string_view(STALLSCOPE_VERSION));
  return row;
}

constexpr std::array<std::string_view, 3> kStops{"end", "out_of_memory", "refused"};

sweep::Row row_of(const PlanSpace& space, const PlanPoint& point, std::uint64_t index,
                  const PlanOutcome& outcome) {
  using sweep::Column;
  sweep::Row row = row_of(space, point, index);
  row.set(Column::status, std::string_view("done"));
  row.set(Column::stop, kStops[static_cast<std::size_t>(outcome.status)]);
  row.set(Column::error, std::string_view(outcome.why));
  row.set(Column::cost, static_cast<double>(outcome.peak));
  if (outcome.status == PlanOutcome::Status::fits)
    row.set(Column::cycles, outcome.makespan);
  const PlannerJson counts = {{"peak_bytes", outcome.peak},
                              {"mfu", outcome.mfu},
                              {"tokens_per_second", outcome.tokens_per_second},
                              {"samples_per_second", outcome.samples_per_second}};
  row.set(Column::counts, std::string_view(counts.dump()));
  return row;
}

PlanOutcome outcome_of(const sweep::Row& row) {
  using sweep::Column;
  PlanOutcome outcome;
  const auto stop = std::find(kStops.begin(), kStops.end(), row.text(Column::stop));
  outcome.status = stop == kStops.end() ? PlanOutcome::Status::refused
                                        : static_cast<PlanOutcome::Status>(stop - kStops.begin());
  outcome.why = row.text(Column::error);
  outcome.makespan = static_cast<training::Ticks>(row.integer(Column::cycles));
  const auto counts = PlannerJson::parse(row.text(Column::counts), nullptr, false);
  if (!counts.is_object())
    return outcome;
  outcome.peak = counts.value("peak_bytes", std::uint64_t{0});
  outcome.mfu = counts.value("mfu", 0.0);
  outcome.tokens_per_second = counts.value("tokens_per_second", 0.0);
  outcome.samples_per_second = counts.value("samples_per_second", 0.0);
  return outcome;
}

/// Runs all points of a space.
class PlannerRun {
public:
  PlannerRun(const TrainCommand& a, PlanSpace space) : a_(a) {
    result_.space = std::move(space);
    result_.points = training::plan_points(result_.space);
  }

  [[nodiscard]] const PlannerResult& result() const { return result_; }

  /// Returns the exit code.
  int run() {
    const TrainPlannerArguments& p = a_.planner;
    if (p.slurm.wanted && (p.database.empty() || !p.shard.empty() || p.jobs)) {
      reject("--slurm runs all shards, each with as many jobs as --slurm-option=--cpus-per-task=N "
             "gives it",
             "--database, no --shard and no --jobs");
      return kExitBadInput;
    }
    std::uint64_t shard = 1;
    std::uint64_t shards = 1;
    if (!read_shard(shard, shards))
      return kExitBadInput;
    result_.outcomes.resize(result_.points.size());
    for (PlanOutcome& outcome : result_.outcomes)
      outcome.why = "not tried";
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t number = shard; number <= result_.points.size(); number += shards)
      numbers.push_back(number);
    std::optional<sweep::Database> database;
    if (!a_.planner.database.empty()) {
      auto opened = sweep::Database::open_or_make(a_.planner.database, info(shard, shards));
      print(opened.diagnostics());
      if (!opened || !take_what_is_there(*opened, shard, shards, numbers))
        return kExitBadInput;
      database.emplace(std::move(*opened));
    }
    return a_.planner.slurm.wanted ? run_on_cluster(numbers, *database)
                                   : run_missing(numbers, database ? &*database : nullptr);
  }

private:
  bool read_shard(std::uint64_t& shard, std::uint64_t& shards) const {
    if (a_.planner.shard.empty())
      return true;
    const std::size_t slash = a_.planner.shard.find('/');
    if (slash != std::string::npos) {
      shard = parse_number(std::string_view(a_.planner.shard).substr(0, slash)).value_or(0);
      shards = parse_number(std::string_view(a_.planner.shard).substr(slash + 1)).value_or(0);
      if (shard >= 1 && shard <= shards)
        return true;
    }
    return reject(fmt::format("--shard {}", a_.planner.shard),
                  "I/N with I from 1 to N, such as 3/8");
  }

  /// The inputs that determine the results: points, model and cluster.
  [[nodiscard]] std::string plan_text() const {
    const training::Job& job = result_.space.job;
    PlannerJson all = PlannerJson::array();
    for (const PlanPoint& point : result_.points)
      all.push_back(plan_point_json(point));
    const training::Cluster& c = job.cluster;
    return fmt::format(
        "train plan of {} ({} parameters) on {} devices {}, {} FLOP/s {} %, {} "
        "bytes, links {} {} {} {}, {} {}{}, {} samples, states {} {} {}, sequence {}\n{}",
        job.model.name, training::parameters(job.model).value, c.devices, c.name, c.flop_per_second,
        c.reached_percent, c.memory, c.inside.latency_ns, c.inside.bytes_per_second,
        c.between.latency_ns, c.between.bytes_per_second, training::name(c.topology),
        c.oversubscription, c.half_duplex ? " half" : "", result_.space.samples,
        job.state_bytes.parameters, job.state_bytes.gradients, job.state_bytes.optimizer,
        result_.space.sequence_parallel, all.dump());
  }

  [[nodiscard]] sweep::DatabaseInfo info(std::uint64_t shard, std::uint64_t shards) const {
    sweep::DatabaseInfo info;
    const std::string text = plan_text();
    info.plan_hash = short_hash(text);
    info.version = STALLSCOPE_VERSION;
    info.title = fmt::format("{} on {} devices of {}", result_.space.job.model.name,
                             result_.space.job.cluster.devices, result_.space.job.cluster.name);
    info.experiment = text.substr(0, text.find('\n') + 1);
    info.experiment_file = "train plan";
    info.keys = R"(["data_parallel","tensor_parallel","pipeline","chunks","micro_batch",)"
                R"("micro_batches","schedule","recompute","zero"])";
    info.points = result_.points.size();
    info.shard = shard;
    info.shards = shards;
    return info;
  }

  bool take_what_is_there(sweep::Database& database, std::uint64_t shard, std::uint64_t shards,
                          std::vector<std::uint64_t>& numbers) {
    const auto rows = database.rows();
    print(rows.diagnostics());
    if (!rows)
      return false;
    const Diagnostics problems =
        misfit(database, info(shard, shards), rows->size(), a_.planner.resume);
    print(problems);
    if (has_errors(problems))
      return false;
    take(*rows, numbers);
    return true;
  }

  /// Takes existing results, and removes their numbers from those to run.
  void take(const std::vector<sweep::Row>& rows, std::vector<std::uint64_t>& numbers) {
    std::set<std::uint64_t> there;
    for (const sweep::Row& row : rows) {
      const auto number = static_cast<std::uint64_t>(row.integer(sweep::Column::point));
      if (row.failed() || number < 1 || number > result_.outcomes.size())
        continue;
      result_.outcomes[number - 1] = outcome_of(row);
      ++result_.ran;
      there.insert(number);
    }
    std::erase_if(numbers, [&](std::uint64_t number) { return there.contains(number); });
  }

  /// The command of a shard, with the options that determine the results.
  [[nodiscard]] std::vector<std::string> command() const {
    const TrainPlannerArguments& p = a_.planner;
    const auto file = [](const std::string& name) { // a built-in name, or a file
      std::error_code ignored;
      return std::filesystem::exists(name, ignored) ? std::filesystem::absolute(name).string()
                                                    : name;
    };
    std::vector<std::string> words{"train",     "plan",          "--model",       file(p.model),
                                   "--cluster", file(p.cluster), "--state-bytes", p.state_bytes};
    const auto add = [&words](std::string option, std::string value) {
      words.push_back(std::move(option));
      words.push_back(std::move(value));
    };
    add("--samples", std::to_string(result_.space.samples));
    for (const auto& [name, list] : p.lists)
      add("--" + name, list);
    if (p.reached_percent)
      add("--reached-percent", std::to_string(*p.reached_percent));
    if (!p.topology.empty())
      add("--topology", p.topology);
    if (p.oversubscription)
      add("--oversubscription", std::to_string(*p.oversubscription));
    if (p.no_sequence_parallel)
      words.emplace_back("--no-sequence-parallel");
    words.emplace_back("--database");
    return words;
  }

  int run_on_cluster(const std::vector<std::uint64_t>& numbers, sweep::Database& database) {
    const TrainPlannerArguments& p = a_.planner;
    ClusterRun run{p.slurm, p.database, p.resume, p.quiet, result_.points.size(),
                   numbers, command(),  {}};
    run.info = [this](std::uint64_t shard, std::uint64_t shards) { return info(shard, shards); };
    if (const auto failed = run_on_slurm(run, database))
      return *failed;
    std::vector<std::uint64_t> all = numbers;
    result_.ran = 0;
    const auto rows = database.rows();
    print(rows.diagnostics());
    if (!rows)
      return kExitBadInput;
    take(*rows, all);
    return say_given_up(run) ? kExitOwnError : kExitOk;
  }

  int run_missing(const std::vector<std::uint64_t>& numbers, sweep::Database* database) {
    sweep::PointSet set;
    set.count = result_.points.size();
    set.make_runner = [this] {
      return [this,
              planner = std::make_shared<training::Planner>(result_.space)](std::uint64_t index) {
        return row_of(result_.space, result_.points[index], index,
                      planner->evaluate(result_.points[index]));
      };
    };
    set.failed = [this](std::uint64_t index, std::string_view stop, std::string_view error) {
      sweep::Row row = row_of(result_.space, result_.points[index], index);
      row.set(sweep::Column::status, std::string_view("failed"));
      row.set(sweep::Column::stop, stop);
      row.set(sweep::Column::error, error);
      return row;
    };
    SweepMeter meter(numbers.size(), a_.planner.quiet);
    KeptPoints kept{meter, database, [this](const sweep::Row& row) {
                      const auto number =
                          static_cast<std::uint64_t>(row.integer(sweep::Column::point));
                      result_.outcomes[number - 1] = outcome_of(row);
                      ++result_.ran;
                    }};
    const int code =
        run_kept_points(set, numbers, kept, a_.planner.jobs.value_or(usable_processors()));
    return code == kExitOk && meter.failed() > 0 ? kExitOwnError : code;
  }

  const TrainCommand& a_;
  PlannerResult result_;
};

} // namespace

int train_planner_command(const TrainCommand& a) {
  if (!a.output_file.empty() && !can_write(a.output_file))
    return kExitBadInput;
  auto space = space_of(a.planner);
  if (!space)
    return kExitBadInput;
  PlannerRun run(a, std::move(*space));
  if (a.planner.dry_run)
    return write_result(a.output_file, planner_dry_text(run.result())) ? kExitOk : kExitBadInput;
  if (run.result().points.empty()) {
    reject(fmt::format("no choice divides {} samples and {} devices", run.result().space.samples,
                       run.result().space.job.cluster.devices),
           "--samples that are a multiple of the devices, say");
    return kExitBadInput;
  }
  const int code = run.run();
  if (code != kExitOk)
    return code;
  if (a.planner.quiet && a.output_file.empty())
    return kExitOk;
  const std::string words = a.json || a.format == Format::json ? planner_json(run.result())
                            : a.format == Format::csv          ? planner_csv(run.result())
                                                      : planner_text(run.result(), a.planner);
  return write_result(a.output_file, words) ? kExitOk : kExitBadInput;
}

} // namespace stallscope::cli
