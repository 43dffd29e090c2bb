// What is asked of a plan: what if, why is a cell empty, what differs from another plan.

#include "smoke/commands/training.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace stallscope::smoke;

// 1f1b with F = 1, B = 2 on 4 devices, 8 micro-batches: (m + p - 1)(F + B) = 33 without transfers;
// a transfer of 1 lengthens the way of the first micro-batch by 2(p - 1) = 6, and each of the later
// rounds, in which a device waits for the next one and back.
TEST_CASE("train: what-if of a plan, from train and from a plan file") {
  const Folder folder;
  const std::string plan = folder.file("plan.toml", "schedule = \"1f1b\"\ntransfer = 2\n");
  const auto report = train({plan, "--whatif"});
  CHECK(report.at("schema") == "stallscope.train_whatif/1");
  std::map<std::string, nlohmann::json> by_name;
  for (const auto& change : report.at("changes"))
    by_name[change.at("name")] = change;
  CHECK(by_name.at("transfer-0").at("makespan") == 33);
  CHECK(by_name.at("transfer-0").at("set")[0] == "transfer=0");
  for (const auto& [name, change] : by_name) {
    std::vector<std::string> words{plan};
    for (const auto& setting : change.at("set")) {
      words.emplace_back("--set");
      words.push_back(setting);
    }
    INFO(name);
    CHECK(train(words).at("makespan") == change.at("makespan"));
    CHECK(change.at("saved").get<double>() ==
          report.at("makespan").get<double>() - change.at("makespan").get<double>());
  }
  CHECK(by_name.count("link-double") + by_name.count("micro-batch-more") + by_name.count("split") ==
        3);
  const auto of_model = train({"--model", "gpt2-small", "--micro-batches", "4", "--whatif"});
  std::map<std::string, nlohmann::json> with_links;
  for (const auto& change : of_model.at("changes"))
    with_links[change.at("name")] = change;
  CHECK(with_links.at("transfer-0").at("saved") > with_links.at("links-double").at("saved"));
  CHECK(with_links.at("links-double").at("set")[0] == "link_percent=200");
  const Outcome same = run_cli({"whatif", plan, "--json"});
  CHECK(nlohmann::json::parse(same.out) == report);
  CHECK(has(run_cli({"whatif", plan}).out, "transfers take no time"));
  CHECK(has(fails({plan, "--whatif", "--compare", "gpipe"}), "expected no --compare"));
  CHECK(has(run_cli({"whatif", plan, "-m", "ooo-4"}).err, "has no machine"));
}

// gpipe, F = 1 and B = 2, two devices, two micro-batches: device 1 works from tick 2 (1F0 1F1 1B0
// 1B1: ticks 2 3 4-5 6-7), device 0 waits in ticks 3 to 5 for 1B0.
TEST_CASE("train: a cell of a device is explained") {
  const Folder folder;
  const std::string plan =
      folder.file("plan.toml", "schedule = \"gpipe\"\ndevices = 2\nmicro_batches = 2\n");
  const auto report = train({plan, "--explain", "4"});
  CHECK(report.at("schema") == "stallscope.train_explanation/1");
  const auto& idle = report.at("devices")[0];
  CHECK(idle.at("operation").is_null());
  CHECK(idle.at("from_tick") == 3);
  CHECK(idle.at("to_tick") == 5);
  CHECK(idle.at("reason") == "gradient");
  CHECK(idle.at("culprit") == "1B0");
  CHECK(idle.at("next") == "0B0");
  REQUIRE(idle.at("chain").size() == 2); // 1F1 in tick 3, 1B0 in 4 and 5
  CHECK(idle.at("chain")[0].at("operation") == "1B0");
  CHECK(idle.at("chain")[0].at("from_tick") == 4);
  CHECK(idle.at("chain")[1].at("operation") == "1F1");
  CHECK(idle.at("chain")[1].at("to_tick") == 3);
  CHECK(report.at("devices")[1].at("operation") == "1B0");
  const Outcome same = run_cli({"explain", plan, "--cycle", "4", "--lane", "device 0"});
  CHECK(has(same.out, "idle in ticks 3 to 5"));
  CHECK(!has(same.out, "device 1: "));
  CHECK(has(fails({plan, "--explain", "99"}), "it ends in tick 9"));
  CHECK(has(fails({plan, "--explain", "2:4"}), "no device 2"));
  CHECK(has(fails({plan, "--explain", "x"}), "expected a tick"));
}

// 1f1b and gpipe with two devices and three micro-batches both take 12 ticks; device 0 runs 0F2 in
// tick 3 (gpipe) and in tick 7 (1f1b).
TEST_CASE("diff of two plans: operations by name, and the ledger") {
  const Folder folder;
  const std::string size = "devices = 2\nmicro_batches = 3\n";
  const std::string a = folder.file("a.toml", "schedule = \"1f1b\"\n" + size);
  const std::string b = folder.file("b.toml", "schedule = \"gpipe\"\n" + size);
  const Outcome run = run_cli({"diff", a, b, "--json"});
  CHECK(run.exit_code == 1);
  const auto report = nlohmann::json::parse(run.out);
  CHECK(report.at("schema") == "stallscope.train_difference/1");
  CHECK(report.at("gained") == 0);
  CHECK(report.at("in_both") == 12);
  bool found = false;
  for (const auto& one : report.at("operations"))
    if (one.at("name") == "0F2") {
      found = true;
      CHECK(one.at("a").at("start") == 6);
      CHECK(one.at("b").at("start") == 2);
      CHECK(one.at("gained") == 4);
    }
  CHECK(found);
  CHECK(has(run_cli({"diff", a, b}).out, "idle: gradient"));
  CHECK(has(run_cli({"diff", a, b, "--format", "csv"}).out, "0F2,6,7,2,3,4"));
  CHECK(run_cli({"diff", a, a}).exit_code == 0);
  CHECK(has(run_cli({"diff", a, "textbook/sum"}).err, "expected two plans"));
  CHECK(train({"--schedule", "1f1b", "--compare", "gpipe"}).at("difference").at("gained") == 0);
}
