#include "training/plan_files/load_plan.hpp"
#include "training/simulation/simulate.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <tuple>

using namespace stallscope;
using namespace stallscope::training;

namespace {

Result<TrainPlan> loaded(const std::string& text, std::vector<PlanSetting> settings = {}) {
  return load_plan(
      {"plan.toml", std::move(settings)},
      [&text](const std::string& name, std::size_t most, std::string_view what, Streams streams) {
        return name == "plan.toml" ? Result<std::string>(text)
                                   : read_file(name, most, what, streams);
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
        {"zero = 3\n", 1U, 8U, "zero without a model"},
        {"recompute = \"selective\"\n", 1U, 13U, "recompute: selective without a model"},
        {"order = \"x.csv\"\nschedule = \"gpipe\"\n", 2U, 12U,
         "a schedule beside an order file"}}) {
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

TEST_CASE("plan files: recomputation without a model is a forward pass before each backward pass") {
  const auto plan = loaded("schedule = \"gpipe\"\ndevices = 3\nmicro_batches = 5\nforward = 2\n"
                           "backward = 3\nrecompute = \"full\"\n");
  REQUIRE(plan.ok());
  const Execution run = simulate(plan->plan, plan->verified);
  CHECK(run.makespan == (5 + 3 - 1) * (2 + 2 + 3)); // GPipe's, with R + B for B
}

TEST_CASE("plan files: a schedule that is set goes over the file's order, and an order over it") {
  const auto schedule = loaded("order = \"x.csv\"\n", {{"--schedule", "schedule", "gpipe"}});
  REQUIRE(schedule.ok());
  CHECK(schedule->plan.schedule == "gpipe");
  const std::vector<PlanSetting> both{{"--schedule", "schedule", "gpipe"},
                                      {"--order", "order", "x.csv"}};
  const auto neither = loaded("", both);
  REQUIRE_FALSE(neither.ok());
  CHECK(neither.diagnostics().front().message == "a schedule beside an order file");
}

TEST_CASE("plan files: halves of an odd backward pass are whole in ticks of half a unit") {
  const auto plan = loaded("backward = 3\nforward = 2\ntransfer = 1\nschedule = \"zb-h1\"\n");
  REQUIRE(plan.ok());
  CHECK(plan->plan.ticks_per_unit == 2);
  CHECK(plan->plan.transfer == 2);
  const Durations& d = plan->plan.stages[0].durations;
  CHECK(d.forward == 4);
  CHECK(d.input_gradient == 3);
  CHECK(d.weight_gradient == 3);
}

TEST_CASE("plan files: a file that is not there is told where it is named") {
  const std::string text = "schedule = \"gpipe\"\nmodel = \"no/such.toml\"\n";
  const auto plan = loaded(text);
  REQUIRE_FALSE(plan.ok());
  CHECK(plan.diagnostics().front().file == "plan.toml");
  CHECK(plan.diagnostics().front().line == 2);
  CHECK(plan.diagnostics().front().message == "no/such.toml: there is no such file");
}
