#include "training/plan_files/load_plan.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <tuple>

using namespace stallscope;
using namespace stallscope::training;

namespace {

Result<TrainPlan> loaded(const std::string& text, std::vector<PlanSetting> settings = {}) {
  return load_plan({"plan.toml", std::move(settings)},
                   [&text](const std::string&, std::size_t, std::string_view, Streams) {
                     return Result<std::string>(text);
                   });
}

} // namespace

TEST_CASE("plan files: what does not go together is told where it stands") {
  for (const auto& [text, line, column, message] :
       {std::tuple{"schedule = \"chimera\"\ndevices = 3\n", 2U, 11U, "chimera: 3 devices"},
        {"schedule = \"dualpipe\"\n\nmicro_batches = 4\n", 3U, 17U,
         "dualpipe: 4 micro-batches on 4 devices"},
        {"schedule = \"dualpipev\"\ndevices = 5\n", 1U, 12U,
         "dualpipev: 8 micro-batches on 5 devices"},
        {"devices = 4\nforward = [1, 2]\n", 2U, 11U, "forward: 2 durations for 4 stages"},
        {"activation_limit = 3\n", 1U, 20U, "out of memory: device 0 holds 4 activations with 0F3"},
        {"model = \"gpt3\"\ndevices = 200\n", 2U, 11U, "200 pipeline stages for 96 layers"},
        {"model = \"gpt3\"\ncluster = \"a100x9\"\ndevices = 8\n", 3U, 11U,
         "1 data parallel x 1 tensor parallel x 8 pipeline devices are 8, and the cluster has 9"},
        {"model = \"gpt3\"\n  tensor_parallel = 7\n", 2U, 21U, "96 heads over 7 devices"},
        {"model = \"gpt4\"\n", 1U, 9U, "unknown model 'gpt4'"},
        {"model = \"gpt3\"\ncluster = \"a101\"\n", 2U, 11U, "unknown cluster 'a101'"},
        {"backward = 3\nschedule = \"zb-h1\"\n", 1U, 12U,
         "a backward pass of 3 is split, and has no half"}}) {
    INFO(text);
    const auto plan = loaded(text);
    REQUIRE_FALSE(plan.ok());
    const Diagnostic& first = plan.diagnostics().front();
    CHECK(first.message == message);
    CHECK(first.file == "plan.toml");
    CHECK(first.line == line);
    CHECK(first.column == column);
    CHECK_FALSE(first.source_line.empty());
  }
}

TEST_CASE("plan files: a setting that goes over the file has no place there") {
  const auto plan =
      loaded("schedule = \"chimera\"\ndevices = 4\n", {{"--devices", "devices", "5"}});
  REQUIRE_FALSE(plan.ok());
  CHECK(plan.diagnostics().front().file.empty());
  CHECK(plan.diagnostics().front().message == "chimera: 5 devices");
}
