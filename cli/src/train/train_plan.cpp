#include "train/train_plan.hpp"

#include "base/read_file.hpp"
#include "input_output/console.hpp"

#include <utility>

namespace stallscope::cli {

std::optional<training::TrainPlan> load_plan(const std::string& file,
                                             const std::vector<training::PlanSetting>& settings,
                                             bool order_counts) {
  const auto read = [](const std::string& name, std::size_t most, std::string_view expected,
                       Streams streams) {
    return name == "-" && streams == Streams::wait ? Result<std::string>(standard_input())
                                                   : read_file(name, most, expected, streams);
  };
  auto plan = training::load_plan({file, settings, order_counts}, read);
  print_all(plan.diagnostics());
  return plan ? std::optional(std::move(plan).value()) : std::nullopt;
}

} // namespace stallscope::cli
