#include "train/train_plan.hpp"

#include "base/read_file.hpp"
#include "input_output/console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::cli {

Result<training::TrainPlan> try_plan(const std::string& file,
                                     const std::vector<training::PlanSetting>& settings,
                                     bool order_counts) {
  const auto read = [](const std::string& name, std::size_t most, std::string_view expected,
                       Streams streams) {
    return name == "-" && streams == Streams::wait ? Result<std::string>(standard_input())
                                                   : read_file(name, most, expected, streams);
  };
  return training::load_plan({file, settings, order_counts}, read);
}

std::optional<training::TrainPlan> load_plan(const std::string& file,
                                             const std::vector<training::PlanSetting>& settings,
                                             bool order_counts) {
  auto plan = try_plan(file, settings, order_counts);
  print_all(plan.diagnostics());
  return plan ? std::optional(std::move(plan).value()) : std::nullopt;
}

bool is_plan_file(std::string_view name) {
  return name.ends_with(".toml");
}

std::optional<TrainCommand> train_command_for(const Subject& subject) {
  const Subject standard;
  if (subject.machine != standard.machine || subject.isa != standard.isa || subject.xlen ||
      subject.limit_cycles || subject.limit_instructions || !subject.arguments.empty()) {
    print_error(fmt::format("{} is a plan of training, which has no machine, no notation and no "
                            "instructions; expected --set KEY=VALUE only",
                            subject.program));
    return std::nullopt;
  }
  TrainCommand train;
  train.plan.plan = subject.program;
  for (const std::string& setting : subject.settings) {
    const std::size_t equals = std::min(setting.find('='), setting.size());
    const std::string key = setting.substr(0, equals);
    train.plan.settings.push_back(
        {"--set " + key, key, equals < setting.size() ? setting.substr(equals + 1) : ""});
  }
  return train;
}

} // namespace stallscope::cli
