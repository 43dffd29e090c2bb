#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "input_output/trace_file.hpp"
#include "run/run_view.hpp"
#include "trace/render.hpp"
#include "trace/stream_record.hpp"
#include "training/jobs/rank_groups.hpp"
#include "training/scenarios/scenario_run.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace stallscope::cli {

namespace {

using ScenarioJson = nlohmann::ordered_json;
using training::ScenarioRun;

/// The key that selects the variant, and its words.
const training::ScenarioKey& choice_of(const TrainCommand& a) {
  return training::scenario_keys(a.scenario.kind).front();
}

/// None: the scenario counts no bytes.
std::optional<std::uint64_t> peak_of(const ScenarioRun& run) {
  std::uint64_t peak = 0;
  for (const training::TaskMemory& level : run.memory)
    peak = std::max(peak, level.bytes);
  return peak == 0 ? std::nullopt : std::optional(peak);
}

std::uint32_t most_stale(const ScenarioRun& run) {
  return run.staleness.empty() ? 0 : *std::max_element(run.staleness.begin(), run.staleness.end());
}

/// One line per variant, the selected one marked.
std::string overview(const std::vector<ScenarioRun>& runs, const std::string& chosen) {
  std::string out = fmt::format("  {:<12}{:>16}{:>16}{:>16}{:>16}\n", "", "makespan", "iteration",
                                "idle", "peak bytes");
  for (const ScenarioRun& run : runs) {
    out += fmt::format("{} {:<12}{:>16}{:>16}{:>16}{:>16}", run.choice == chosen ? ">" : " ",
                       run.choice, run.run.makespan, run.iteration,
                       run.devices * run.run.makespan - run.busy,
                       peak_of(run) ? std::to_string(*peak_of(run)) : "not counted");
    for (const auto& [name, number] : run.numbers)
      out += fmt::format("  {} {}", name, number);
    if (!run.staleness.empty())
      out += fmt::format("  staleness at most {}", most_stale(run));
    out += '\n';
  }
  return out;
}

std::string memory_lines(const ScenarioRun& run) {
  std::string out = fmt::format("\nBytes of the device ({}), from a tick on\n", run.choice);
  if (!peak_of(run))
    return out + "  not counted here\n";
  for (const training::TaskMemory& level : run.memory)
    out +=
        fmt::format("{:>14}{:>20}  {}\n", level.time, level.bytes,
                    level.task == training::kNoTask ? std::string("all the time")
                                                    : run.scenario.graph.tasks()[level.task].name);
  return out;
}

ScenarioJson run_json(const ScenarioRun& run, bool memory) {
  const auto& graph = run.scenario.graph;
  ScenarioJson out = {{"choice", run.choice},
                      {"title", run.scenario.title},
                      {"makespan", run.run.makespan},
                      {"iteration", run.iteration},
                      {"devices", run.devices},
                      {"busy", run.busy},
                      {"idle", run.devices * run.run.makespan - run.busy},
                      {"peak_bytes", peak_of(run) ? ScenarioJson(*peak_of(run)) : ScenarioJson()}};
  for (const auto& [name, number] : run.numbers)
    out[name] = number;
  ScenarioJson idle = ScenarioJson::object();
  for (std::uint16_t lane = 0; lane < graph.lanes().size(); ++lane)
    if (graph.lanes()[lane].is_device)
      for (const training::LaneGap& gap : training::lane_gaps(graph, run.run, lane)) {
        const std::string name(info(gap.why).name);
        idle[name] = idle.value(name, std::uint64_t{0}) + (gap.end - gap.begin);
      }
  out["idle_by_reason"] = std::move(idle);
  ScenarioJson tasks = ScenarioJson::array();
  for (training::TaskId i = 0; i < graph.tasks().size(); ++i)
    tasks.push_back({{"name", graph.tasks()[i].name},
                     {"lane", graph.lanes()[graph.tasks()[i].lane].name},
                     {"kind", graph.tasks()[i].kind},
                     {"start", run.run.start[i]},
                     {"end", run.run.end[i]}});
  out["tasks"] = std::move(tasks);
  ScenarioJson updates = ScenarioJson::array();
  for (std::size_t i = 0; i < run.updates.size(); ++i)
    updates.push_back({{"worker", run.updates[i].worker},
                       {"iteration", run.updates[i].iteration},
                       {"time", run.run.end[run.updates[i].update]},
                       {"staleness", run.staleness[i]}});
  if (!updates.empty())
    out["updates"] = std::move(updates);
  if (!memory)
    return out;
  ScenarioJson curve = ScenarioJson::array();
  for (const training::TaskMemory& level : run.memory)
    curve.push_back({{"time", level.time}, {"bytes", level.bytes}});
  out["memory"] = std::move(curve);
  return out;
}

/// Runs every variant; nothing, with errors printed, on failure.
std::optional<std::vector<ScenarioRun>> all_runs(const TrainCommand& a) {
  std::vector<PlanSetting> settings;
  for (const auto& [key, setting] : a.scenario.values)
    settings.push_back(setting);
  const auto values =
      training::ScenarioValues::of(training::scenario_keys(a.scenario.kind), settings);
  print_all(values.diagnostics());
  std::vector<ScenarioRun> runs;
  if (!values)
    return std::nullopt;
  for (const std::string_view word : choice_of(a).words) {
    auto run = training::run_scenario(a.scenario.kind, *values, word);
    print_all(run.diagnostics());
    if (!run)
      return std::nullopt;
    runs.push_back(std::move(*run));
  }
  return runs;
}

trace::View scenario_view(const TrainScenarioArguments& a) {
  trace::View view;
  view.table = a.table;
  view.diagram = a.diagram;
  view.ledger = a.ledger;
  return view;
}

int write_scenario_trace(const trace::RunRecord& record, const std::string& file) {
  TraceOutput output;
  if (!output.open(file.empty() ? "-" : file, trace::TraceFormat::perfetto))
    return kExitBadInput;
  trace::stream_record(record, output.stream());
  return output.close() || output.reader_gone() ? kExitOk : kExitBadInput;
}

/// Whether a picture has enough lanes; prints a message otherwise.
bool has_lanes(const ScenarioRun& run) {
  if (run.scenario.graph.lanes().size() < kNoLane)
    return true;
  print_error(fmt::format("{} lanes; pictures have at most {}", run.scenario.graph.lanes().size(),
                          unsigned{kNoLane} - 1));
  return false;
}

std::optional<std::string> scenario_report(const std::vector<ScenarioRun>& runs,
                                           const ScenarioRun& chosen, const ScenarioRun* other,
                                           const TrainCommand& a) {
  const bool to_file = !a.output_file.empty() && !is_standard_output(a.output_file);
  trace::View view = scenario_view(a.scenario);
  std::string out;
  if (a.format == Format::text) {
    out = chosen.scenario.title + (chosen.of_model ? ", in ns or --tick\n" : ", in ticks\n") +
          overview(runs, chosen.choice);
    if (a.scenario.memory) {
      out += memory_lines(chosen);
      out += other == nullptr ? "" : memory_lines(*other);
    }
    if (trace::nothing_asked(view))
      return out;
  } else if (trace::nothing_asked(view)) {
    view.table = view.ledger = true;
  }
  const auto record =
      training::task_record(chosen.scenario.graph, chosen.run, chosen.scenario.title);
  std::optional<std::string> pictures;
  if (other == nullptr)
    pictures = report_of(record, view, a.format, a.look, to_file);
  else
    pictures = reports_of(
        record, training::task_record(other->scenario.graph, other->run, other->scenario.title),
        view, a.format, trace::Align::cycle, a.look, to_file);
  return pictures ? std::optional(out + (out.empty() ? "" : "\n") + *pictures) : std::nullopt;
}

const ScenarioRun* find_run(const std::vector<ScenarioRun>& runs, const std::string& word,
                            const TrainCommand& a) {
  for (const ScenarioRun& run : runs)
    if (run.choice == word)
      return &run;
  const training::ScenarioKey& choice = choice_of(a);
  Diagnostic problem;
  problem.message = fmt::format("--compare: '{}'", word);
  problem.expected = fmt::format("{}", fmt::join(choice.words, ", "));
  problem.suggestion = nearest_word(word, choice.words);
  print({problem});
  return nullptr;
}

} // namespace

int train_scenario_command(const TrainCommand& a) {
  if (!a.output_file.empty() && !can_write(a.output_file))
    return kExitBadInput;
  const auto runs = all_runs(a);
  if (!runs)
    return kExitBadInput;
  const ScenarioRun* chosen =
      find_run(*runs, a.scenario.values.find(choice_of(a).name)->second.value, a);
  const ScenarioRun* other =
      a.scenario.compare.empty() ? nullptr : find_run(*runs, a.scenario.compare, a);
  if (chosen == nullptr || (other == nullptr && !a.scenario.compare.empty()))
    return kExitBadInput;
  if (a.json || a.format == Format::json) {
    ScenarioJson variants = ScenarioJson::array();
    for (const ScenarioRun& run : *runs)
      variants.push_back(run_json(run, a.scenario.memory));
    const ScenarioJson out = {{"schema", "stallscope.train_scenario/1"},
                              {"choice", chosen->choice},
                              {"variants", std::move(variants)}};
    return write_result(a.output_file, out.dump(2) + "\n") ? kExitOk : kExitBadInput;
  }
  if (!has_lanes(*chosen))
    return kExitBadInput;
  if (a.format == Format::perfetto)
    return write_scenario_trace(
        training::task_record(chosen->scenario.graph, chosen->run, chosen->scenario.title),
        a.output_file);
  const auto words = scenario_report(*runs, *chosen, other, a);
  return words && write_result(a.output_file, *words) ? kExitOk : kExitBadInput;
}

namespace {

/// Whether the ranks of a group are on the same node.
bool inside_node(const std::vector<std::uint64_t>& group, std::uint64_t per_node) {
  return std::all_of(group.begin(), group.end(), [&](std::uint64_t rank) {
    return rank / per_node == group.front() / per_node;
  });
}

std::string groups_text(const training::RankLayout& layout, std::uint64_t per_node) {
  using training::Axis3D;
  std::string out = fmt::format(
      "{} ranks: {} data parallel x {} pipeline x {} tensor parallel, {} a node\n\n  rank  node  "
      "data  stage  tensor\n",
      layout.ranks(), layout.sizes[1], layout.sizes[2], layout.sizes[0], per_node);
  for (std::uint64_t rank = 0; rank < layout.ranks(); ++rank) {
    const auto place = training::place_of(layout, rank);
    out += fmt::format("{:>6}{:>6}{:>6}{:>7}{:>8}\n", rank, rank / per_node, place[1], place[2],
                       place[0]);
  }
  for (const Axis3D axis : {Axis3D::tensor, Axis3D::data, Axis3D::pipeline}) {
    const auto groups = training::groups_along(layout, axis);
    out += fmt::format("\n{} {} groups, {}\n", groups.size(), training::name(axis),
                       axis == Axis3D::tensor ? "which share every layer: all-reduces inside layers"
                       : axis == Axis3D::data ? "which hold copies: reduction of gradients"
                                              : "which are a pipeline: activations and gradients");
    for (const auto& group : groups)
      out += fmt::format("  {}  {}\n", fmt::join(group, " "),
                         inside_node(group, per_node) ? "(in a node)" : "(between nodes)");
  }
  return out;
}

std::string groups_json(const training::RankLayout& layout, std::uint64_t per_node) {
  using training::Axis3D;
  ScenarioJson ranks = ScenarioJson::array();
  for (std::uint64_t rank = 0; rank < layout.ranks(); ++rank) {
    const auto place = training::place_of(layout, rank);
    ranks.push_back({{"rank", rank},
                     {"node", rank / per_node},
                     {"data", place[1]},
                     {"pipeline", place[2]},
                     {"tensor", place[0]}});
  }
  ScenarioJson groups = ScenarioJson::object();
  for (const Axis3D axis : {Axis3D::tensor, Axis3D::data, Axis3D::pipeline})
    groups[std::string(training::name(axis))] = training::groups_along(layout, axis);
  const ScenarioJson out = {{"schema", "stallscope.train_groups/1"},
                            {"ranks", std::move(ranks)},
                            {"groups", std::move(groups)}};
  return out.dump(2) + "\n";
}

} // namespace

int train_groups_command(const TrainCommand& a) {
  const auto& values = a.scenario.values;
  const auto size = [&values](const char* name) {
    return static_cast<std::uint32_t>(std::stoul(values.at(name).value));
  };
  const auto order = training::rank_order_called(values.at("order").value);
  training::RankLayout layout{{size("tensor_parallel"), size("data_parallel"), size("pipeline")},
                              {}};
  constexpr std::uint64_t kMostRanks = 65'536;
  Diagnostic problem;
  if (!order) {
    problem.message = fmt::format("--order: '{}'", values.at("order").value);
    problem.expected = "tensor, data and pipeline, each once, such as tensor-data-pipeline";
  } else if (layout.ranks() > kMostRanks) {
    problem.message = fmt::format("{} ranks", layout.ranks());
    problem.expected = fmt::format("at most {}", kMostRanks);
  }
  if (!problem.message.empty()) {
    print({problem});
    return kExitBadInput;
  }
  layout.order = *order;
  const bool json = a.json || a.format == Format::json;
  const std::uint64_t per_node = size("devices_per_node");
  return write_result(a.output_file,
                      json ? groups_json(layout, per_node) : groups_text(layout, per_node))
             ? kExitOk
             : kExitBadInput;
}

} // namespace stallscope::cli
