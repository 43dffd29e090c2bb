#include "model/plan/plan_options.hpp"

#include "base/input_limits.hpp"
#include "language/translation.hpp"
#include "model/plan/plan_course.hpp"
#include "model/plan/scenario_course.hpp"
#include "training/clusters/cluster.hpp"
#include "training/models/model_file.hpp"
#include "training/schedules/schedules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

namespace stallscope::gui {

namespace {

using training::PlanInput;

/// Limit of micro-batches x devices up to which a plan is generated to check its validity.
constexpr std::uint64_t kQuicklyTried = 20'000;
constexpr std::int64_t kMostShares = 1'000'000;

/// When a key is used.
enum class Counts : std::uint8_t { always, by_schedule, with_durations, with_model };

struct PlanOption {
  std::string_view key;
  std::string_view group;
  Counts counts;
  Control control;
  std::int64_t least;
  std::int64_t most;
  std::function<std::string(const PlanInput&)> value;
};

std::string words(bool flag) {
  return flag ? "true" : "false";
}

std::string list(const std::vector<training::Ticks>& ticks) {
  return fmt::format("{}", fmt::join(ticks, ","));
}

std::string number(const std::optional<std::uint64_t>& value, std::uint64_t standard) {
  return std::to_string(value.value_or(standard));
}

std::string text(const std::optional<std::uint64_t>& value) {
  return value ? std::to_string(*value) : std::string();
}

std::string chunks_of(const PlanInput& input) {
  const training::ScheduleInfo* info = training::find_schedule(input.schedule);
  return number(input.chunks, info == nullptr ? 1 : info->default_chunks);
}

std::string links_of(const PlanInput& input) {
  constexpr std::array kWords{"unlimited", "full-duplex", "half-duplex"};
  return kWords[static_cast<std::size_t>(input.links)];
}

std::string state_bytes_of(const PlanInput& input) {
  return fmt::format("{},{},{}", input.state_bytes.parameters, input.state_bytes.gradients,
                     input.state_bytes.optimizer);
}

const std::vector<PlanOption>& size_options() {
  using enum Counts;
  static const std::vector<PlanOption> all{
      {"schedule", "schedule", by_schedule, Control::choice, 0, 0,
       [](const PlanInput& p) { return p.schedule; }},
      {"devices", "schedule", by_schedule, Control::slider, 1, training::kMostDevices,
       [](const PlanInput& p) { return number(p.devices, 4); }},
      {"micro_batches", "schedule", by_schedule, Control::slider, 1, training::kMostMicroBatches,
       [](const PlanInput& p) { return number(p.micro_batches, 8); }},
      {"chunks", "schedule", by_schedule, Control::slider, 1, 64, chunks_of},
      {"accumulation", "schedule", always, Control::text, 0, 0,
       [](const PlanInput& p) { return text(p.accumulation); }},
      {"activation_limit", "schedule", always, Control::text, 0, 0,
       [](const PlanInput& p) { return text(p.activation_limit); }},
      {"weight_held", "schedule", always, Control::text, 0, 0,
       [](const PlanInput& p) {
         return p.held.whole() ? std::string("1") : fmt::format("{}/{}", p.held.kept, p.held.all);
       }},
      {"forward", "durations", with_durations, Control::text, 0, 0,
       [](const PlanInput& p) { return list(p.forward); }},
      {"backward", "durations", with_durations, Control::text, 0, 0,
       [](const PlanInput& p) { return list(p.backward); }},
      {"input_gradient", "durations", with_durations, Control::text, 0, 0,
       [](const PlanInput& p) { return list(p.input_gradient); }},
      {"weight_gradient", "durations", with_durations, Control::text, 0, 0,
       [](const PlanInput& p) { return list(p.weight_gradient); }},
      {"overlapped", "durations", with_durations, Control::text, 0, 0,
       [](const PlanInput& p) { return list(p.overlapped); }},
      {"unshard", "durations", with_durations, Control::text, 0, 0,
       [](const PlanInput& p) { return list(p.unshard); }},
      {"reduce_gradient", "durations", with_durations, Control::text, 0, 0,
       [](const PlanInput& p) { return list(p.reduce_gradient); }},
      {"optimizer_step", "durations", with_durations, Control::text, 0, 0,
       [](const PlanInput& p) { return list(p.optimizer_step); }},
      {"per_chunk", "durations", with_durations, Control::toggle, 0, 0,
       [](const PlanInput& p) { return words(p.per_chunk); }},
      {"transfer", "links", always, Control::slider, 0,
       static_cast<std::int64_t>(training::kMostTicks),
       [](const PlanInput& p) { return std::to_string(p.transfer); }},
      {"links", "links", always, Control::choice, 0, 0, links_of},
      {"devices_per_node", "links", with_durations, Control::text, 0, 0,
       [](const PlanInput& p) { return text(p.devices_per_node); }},
  };
  return all;
}

const std::vector<PlanOption>& model_options() {
  using enum Counts;
  static const std::vector<PlanOption> all{
      {"model", "model", always, Control::choice, 0, 0, [](const PlanInput& p) { return p.model; }},
      {"cluster", "model", with_model, Control::text, 0, 0,
       [](const PlanInput& p) { return p.cluster; }},
      {"micro_batch_size", "model", with_model, Control::text, 0, 0,
       [](const PlanInput& p) { return text(p.micro_batch_size); }},
      {"reached_percent", "model", with_model, Control::text, 0, 0,
       [](const PlanInput& p) { return text(p.reached_percent); }},
      {"topology", "model", with_model, Control::choice, 0, 0,
       [](const PlanInput& p) {
         return std::string(p.topology ? training::name(*p.topology) : std::string_view());
       }},
      {"oversubscription", "model", with_model, Control::text, 0, 0,
       [](const PlanInput& p) { return text(p.oversubscription); }},
      {"link_percent", "model", with_model, Control::text, 0, 0,
       [](const PlanInput& p) { return number(p.link_percent, 100); }},
      {"tick", "model", with_model, Control::text, 0, 0,
       [](const PlanInput& p) { return text(p.tick); }},
      {"data_parallel", "spread", with_model, Control::slider, 1, kMostShares,
       [](const PlanInput& p) { return std::to_string(p.spread.data_parallel); }},
      {"tensor_parallel", "spread", with_model, Control::slider, 1, kMostShares,
       [](const PlanInput& p) { return std::to_string(p.spread.tensor_parallel); }},
      {"sequence_parallel", "spread", with_model, Control::toggle, 0, 0,
       [](const PlanInput& p) { return words(p.spread.sequence_parallel); }},
      {"zero", "spread", with_model, Control::slider, 0, 3,
       [](const PlanInput& p) { return std::to_string(p.spread.zero); }},
      {"overlap_gradients", "spread", with_model, Control::toggle, 0, 0,
       [](const PlanInput& p) { return words(p.overlap_gradients); }},
      {"recompute", "memory", with_model, Control::choice, 0, 0,
       [](const PlanInput& p) { return std::string(training::name(p.spread.recompute)); }},
      {"state_bytes", "memory", with_model, Control::text, 0, 0, state_bytes_of},
      {"offload_optimizer", "memory", with_model, Control::toggle, 0, 0,
       [](const PlanInput& p) { return words(p.spread.offload_optimizer); }},
      {"offload_activations", "memory", with_model, Control::toggle, 0, 0,
       [](const PlanInput& p) { return words(p.spread.offload_activations); }},
  };
  return all;
}

std::vector<std::string> choices_of(std::string_view key) {
  std::vector<std::string> words_of_key;
  if (key == "schedule")
    for (const training::ScheduleInfo& info : training::schedules())
      words_of_key.emplace_back(info.name);
  else if (key == "links")
    words_of_key = {"unlimited", "full-duplex", "half-duplex"};
  else if (key == "recompute")
    for (const std::string_view name : training::recompute_names())
      words_of_key.emplace_back(name);
  else if (key == "topology") {
    words_of_key.emplace_back(); // default of the cluster
    for (const std::string_view name : training::topology_names())
      words_of_key.emplace_back(name);
  } else if (key == "model") {
    words_of_key.emplace_back(); // durations are given
    for (const training::ModelInfo& model : training::models())
      words_of_key.emplace_back(model.name);
  }
  return words_of_key;
}

bool counts(const PlanOption& option, const PlanInput& input) {
  switch (option.counts) {
  case Counts::always:
    return option.key != "accumulation" || input.schedule == "pipedream-2bw";
  case Counts::by_schedule:
    return input.order.empty();
  case Counts::with_durations:
    return input.model.empty();
  case Counts::with_model:
    return !input.model.empty();
  }
  return true;
}

void add(const PlanOption& info, const PlanInput& input, std::vector<MachineOption>& options) {
  if (!counts(info, input))
    return;
  MachineOption option;
  option.key = info.key;
  option.group = info.group;
  option.label = info.key;
  for (const training::PlanKeyInfo& key : training::plan_keys())
    if (info.key == key.name)
      option.words = in_all_languages(
          key.meaning, [&](const Translation& in) { return std::string(in.plan_key(info.key)); });
  option.control = info.control;
  option.least = info.least;
  option.most = info.most;
  option.choices = choices_of(info.key);
  option.value = info.value(input);
  options.push_back(std::move(option));
}

bool of_order(const machine::Setting& setting) {
  return setting.key == "schedule" || setting.key == "devices" || setting.key == "micro_batches" ||
         setting.key == "chunks" || setting.key == "order";
}

} // namespace

Result<std::vector<MachineOption>> plan_options(const RunSpec& spec) {
  if (is_scenario(spec.program.name))
    return scenario_options(spec);
  const training::PlanSource source = plan_source(spec);
  const FileReader read = plan_reader(spec);
  PlanInput input;
  Diagnostics problems;
  if (!source.file.empty()) {
    const auto file = read(source.file, InputLimits::toml, "a plan file", Streams::refuse);
    problems = file ? training::take_plan_text(*file, source.file, input) : file.diagnostics();
  }
  const Diagnostics of_settings = training::take_plan_settings(source.settings, input);
  problems.insert(problems.end(), of_settings.begin(), of_settings.end());
  if (!problems.empty())
    return problems;
  if (input.devices.value_or(4) * input.micro_batches.value_or(8) <= kQuicklyTried)
    if (auto plan = training::load_plan(source, read); !plan)
      return plan.diagnostics();
  std::vector<MachineOption> options;
  for (const PlanOption& info : size_options())
    add(info, input, options);
  for (const PlanOption& info : model_options())
    add(info, input, options);
  return options;
}

bool changes_order(const std::vector<machine::Setting>& before,
                   const std::vector<machine::Setting>& after) {
  const auto only_order = [](std::vector<machine::Setting> list) {
    std::erase_if(list, [](const machine::Setting& s) { return !of_order(s); });
    return list;
  };
  const auto a = only_order(before);
  const auto b = only_order(after);
  return !std::equal(a.begin(), a.end(), b.begin(), b.end(),
                     [](const machine::Setting& one, const machine::Setting& other) {
                       return one.key == other.key && one.value == other.value;
                     });
}

} // namespace stallscope::gui
