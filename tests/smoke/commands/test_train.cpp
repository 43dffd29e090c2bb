#include "smoke/commands/training.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

using namespace stallscope::smoke;

TEST_CASE("train: the numbers of its JSON are exact") {
  const auto report = train(
      {"--schedule", "1f1b", "--devices", "4", "--micro-batches", "8", "--memory", "--operations"});
  CHECK(report.at("schema") == "stallscope.train/1");
  CHECK(report.at("makespan") == 33);
  CHECK(report.at("ideal") == 24);
  CHECK(report.at("bubble").at("idle_over_makespan").at("numerator") == 3);
  CHECK(report.at("bubble").at("idle_over_makespan").at("denominator") == 11);
  CHECK(report.at("bubble").at("idle_over_ideal").at("numerator") == 3);
  CHECK(report.at("bubble").at("idle_over_ideal").at("denominator") == 8);
  CHECK(report.at("devices").size() == 4);
  CHECK(report.at("devices")[1].at("peak_activations") == 3);
  CHECK(report.at("devices")[0].at("busy") == 24);
  CHECK(report.at("ledger").at("total") == 132);
  CHECK(report.at("operations").size() == 64);
  CHECK(report.at("memory")[0].at("peak_operation") == "0F3");
}

TEST_CASE("train: durations of a device are shared by its chunks only if asked") {
  const std::vector<std::string> words{
      "--schedule", "interleaved-1f1b", "--chunks", "2", "--forward", "1", "--backward", "2"};
  CHECK(train(words).at("makespan") == 57);
  std::vector<std::string> shared = words;
  shared.emplace_back("--per-chunk");
  const auto report = train(shared);
  CHECK(report.at("makespan").at("numerator") == 57);
  CHECK(report.at("makespan").at("denominator") == 2);
  CHECK(report.at("devices")[0].at("peak_activations").at("numerator") == 11);
}

TEST_CASE("train: every form of output, and two plans beside each other") {
  const Folder folder;
  const std::vector<std::string> words{"train",     "--schedule", "zb-h1",  "--table",
                                       "--diagram", "--ledger",   "--stats"};
  const auto with = [&words](std::vector<std::string> more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    const Outcome run = run_cli(all);
    INFO(run.err);
    CHECK(run.exit_code == 0);
    return run.out;
  };
  const std::string text = with({});
  CHECK(has(text, "makespan  27"));
  CHECK(has(text, "devices: 108 slots = 4 x 27 ticks, balanced"));
  CHECK(has(text, "device 0"));
  CHECK(has(with({"--format", "svg"}), "</svg>"));
  CHECK(has(with({"--format", "html"}), "</html>"));
  CHECK(has(with({"--format", "csv"}), "used.weight_gradient"));
  CHECK(has(with({"--format", "perfetto"}), "device 3"));
  CHECK(nlohmann::json::parse(with({"--json"})).at("record").at("table").at("rows").size() == 27);
  CHECK(has(with({"--compare", "gpipe"}), "A saves 6 ticks"));
  CHECK(nlohmann::json::parse(with({"--compare", "gpipe", "--json"})).at("makespan").at("b") == 33);
  CHECK(has(run_cli({"train", "--list"}).out, "dualpipev"));
  CHECK(has(run_cli({"train", "--describe"}).out, "activation_limit"));
}

TEST_CASE("train: a plan file, settings over it, and its order written and read") {
  const Folder folder;
  const std::string plan =
      folder.file("plan.toml", "schedule = \"zb-h1\"\ndevices = 4\nforward = [1, 2, 1, 1]\n");
  CHECK(train({plan, "--set", "devices=4", "--set", "micro_batches=6"})
            .at("plan")
            .at("micro_batches") == 6);
  const Outcome written = run_cli({"train", plan, "--write-order", "-"});
  REQUIRE(written.exit_code == 0);
  const std::string order = folder.file("order.csv", written.out);
  CHECK(train({"--order", order, "--forward", "1,2,1,1"}).at("makespan") ==
        train({plan}).at("makespan"));
  const std::string older = folder.file("older.csv", "0F0,0BW0\n1F0,1B0,1W0\n");
  CHECK(train({"--order", older, "--older-order"}).at("makespan") == 5);
}

TEST_CASE(
    "train schedule: an order within the memory limit, its bound, and the named ones beside it") {
  const Outcome run = run_cli({"train", "schedule", "--devices", "4", "--micro-batches", "8",
                               "--memory-limit", "4", "--json"});
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  const auto report = nlohmann::json::parse(run.out);
  CHECK(report.at("lower_bound").at("makespan") == 27);
  CHECK(report.at("orders")[0].at("makespan") == 27);
  CHECK(report.at("orders")[0].at("proven") == true);
  const Outcome uneven = run_cli({"train", "schedule", "--devices", "4", "--micro-batches", "6",
                                  "--input-grad", "2", "--memory-limit", "3"});
  CHECK(has(uneven.out, "proven"));
  CHECK(has(fails({"schedule", "--with", "optimum"}), "did you mean 'optimal'?"));
  CHECK(has(fails({"--compare", "gpipe", "--format", "perfetto"}), "a trace holds one plan"));
  CHECK(has(fails({"--zero", "3"}), "zero without a model"));
  const Outcome order = run_cli(
      {"train", "schedule", "--devices", "2", "--micro-batches", "2", "--write-order", "-"});
  CHECK(has(order.out, "0F0,"));
}

TEST_CASE("train: bad input is exit code 2 with its place, a deadlock 3 with its cycle") {
  const Folder folder;
  CHECK(has(fails({folder.file("a.toml", "shedule = \"1f1b\"\n")}),
            "a.toml:1:1: error: unknown key 'shedule'"));
  CHECK(has(fails({folder.file("b.toml", "forward = -1\n")}), "b.toml:1:11: error: forward is -1"));
  CHECK(has(fails({folder.file("c.toml", "schedule = \"gpip\"\n")}), "did you mean 'gpipe'?"));
  CHECK(has(fails({"--set", "transfers=1"}), "did you mean 'transfer'?"));
  CHECK(has(fails({"--forward", "99999999999999"}), "--forward: '99999999999999'"));
  CHECK(has(fails({"--forward", "1,2"}), "2 durations for 4 stages"));
  CHECK(has(fails({"--schedule", "chimera", "--devices", "5"}), "an even number of devices"));
  CHECK(has(fails({"--schedule", "gpipe", "--activation-limit", "3"}),
            "out of memory: device 0 holds 8 activations"));
  CHECK(has(fails({folder.file("d.toml", "schedule = \"chimera\"\ndevices = 3\n")}),
            "d.toml:2:11: error: chimera: 3 devices"));
  CHECK(has(fails({folder.file("e.toml", "model = \"gpt3\"\ndevices = 4\n")}),
            "e.toml:1:9: error: out of memory: device 0 needs"));
  CHECK(has(fails({folder.file("f.toml", "model = \"gpt3\"\ntopology = \"tours\"\n")}),
            "f.toml:2:12: error: topology is"));
  const std::string missing = folder.file("missing.csv", "0F0,0F1,0B0\n");
  CHECK(has(fails({"--order", missing}), "missing.csv:1:12: error: device 0: 0B1 is missing"));
  const std::string bad = folder.file("bad.csv", "0F0,0X0\n");
  CHECK(has(fails({"--order", bad}), "bad.csv:1:6: error: unknown operation 'X'"));
  const std::string cycle = folder.file("cycle.csv", "0F0,0B0,0F1,0B1\n1F1,1F0,1B0,1B1\n");
  const std::string words = fails({"--order", cycle}, 3);
  CHECK(has(words, "device 0 waits in 0B0 for 1B0 of device 1"));
  CHECK(has(words, "device 1 waits in 1F1 for 0F1 of device 0"));
  const Outcome json = run_cli({"train", "--order", cycle, "--json"});
  CHECK(json.exit_code == 3);
  CHECK(nlohmann::json::parse(json.out).at("stop").at("reason") == "deadlock");
}

TEST_CASE("train: a model on a cluster has bytes, rates, and memory over time") {
  const std::vector<std::string> words{
      "--model",           "gpt3", "--cluster",          "a100x128", "--devices",       "16",
      "--tensor-parallel", "8",    "--micro-batch-size", "1",        "--micro-batches", "32"};
  std::vector<std::string> more = words;
  more.emplace_back("--memory");
  const auto report = train(more);
  CHECK(report.at("model").at("parameters") == 174'601'089'024ULL);
  CHECK(report.at("model").at("devices") == 128);
  CHECK(report.at("model").at("mfu").get<double>() > 0.5);
  const auto& peak = report.at("devices")[1].at("peak_bytes");
  // Six layers over eight devices: 2, 2 and 12 bytes a parameter; 15 micro-batches in flight.
  const std::uint64_t own = 6 * (12ULL * 12288 * 12288 + 13ULL * 12288) / 8;
  CHECK(peak.at("parameters") == 2 * own);
  CHECK(peak.at("gradients") == 2 * own);
  CHECK(peak.at("optimizer") == 12 * own);
  CHECK(peak.at("activations") == 15 * 6 * 2048ULL * 12288 * (10 + 3 + 10));
  CHECK(report.at("memory")[1].at("bytes").size() > 30);
  CHECK(report.at("ledger").at("balanced") == true);
}

// Copies of a stage are on two nodes of eight devices: one uplink for all devices of a node carries
// what both rings send to the other node.
TEST_CASE("train: gradients share the links of the network") {
  const auto step = [](const char* topology, const char* oversubscription) {
    return train({"--model", "gpt2-large", "--devices", "4", "--data-parallel", "8",
                  "--tensor-parallel", "2", "--micro-batch-size", "1", "--topology", topology,
                  "--oversubscription", oversubscription})
        .at("makespan")
        .get<std::uint64_t>();
  };
  const std::uint64_t alone = step("full-mesh", "1");
  CHECK(step("islands", "1") == alone);
  CHECK(step("fat-tree", "1") == alone);
  CHECK(step("fat-tree", "8") > alone);
  CHECK(step("ring", "1") >= alone);
}

TEST_CASE("train: words of plans, not of programs") {
  for (const char* format : {"text", "html", "svg"}) {
    const Outcome run = run_cli({"train", "--schedule", "gpipe", "--compare", "1f1b", "--table",
                                 "--ledger", "--format", format});
    INFO(format);
    REQUIRE(run.exit_code == 0);
    CHECK((has(run.out, "Device ledger") || format == std::string("svg"))); // which has no titles
    CHECK_FALSE(has(run.out, "cycle of"));
    CHECK_FALSE(has(run.out, "nstruction"));
  }
  const std::string table = run_cli({"train", "--table", "--format", "csv"}).out;
  CHECK(has(table, "tick,device,state,op,number,line,operation,wrong_path,"));
  const std::string all = run_cli({"train", "--diagram", "--ledger", "--format", "csv"}).out;
  CHECK(has(all, "op,number,line,operation,wrong_path,end,device,first_tick,last_tick,"));
  CHECK(has(all, "point,width,ticks,reason,slots,share"));
  CHECK(has(run_cli({"train", "--format", "perfetto"}).out, R"("args":{"name":"devices"})"));
  for (const char* picture : {"--table", "--diagram"}) {
    const std::string large =
        run_cli({"train", "--devices", "64", "--micro-batches", "2000", picture}).out;
    CHECK(has(large, "--ticks FROM:TO."));
    CHECK_FALSE(has(large, "cycle"));
  }
}

TEST_CASE("train: a device that is too small is an error with measured remedies") {
  const std::vector<std::string> words{
      "--model", "gpt2-xl", "--cluster", "v100", "--micro-batch-size", "4", "--schedule", "gpipe"};
  const std::string problem = fails(words);
  CHECK(has(problem, "out of memory: device 0 needs"));
  CHECK(has(problem, "cheapest remedies, simulated:"));
  std::vector<std::string> shown = words;
  shown.emplace_back("--show-out-of-memory");
  CHECK(train(shown).at("devices")[0].at("peak_bytes").at("all").get<std::uint64_t>() > 32ULL
                                                                                            << 30);
  CHECK(has(fails({"--model", "gtp3"}), "did you mean 'gpt3'?"));
  CHECK(has(fails({"--model", "gpt3", "--forward", "2"}), "durations beside a model"));
  CHECK(
      has(fails({"--model", "gpt2-small", "--devices", "16"}), "16 pipeline stages for 12 layers"));
  CHECK(has(fails({"--model", "gpt2-small", "--cluster", "a100x32"}), "the cluster has 32"));
}

TEST_CASE("train: memory as a picture") {
  const Outcome run = run_cli({"train", "--model", "gpt2-small", "--memory", "--format", "svg"});
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "class=\"optimizer states\""));
  CHECK(has(run.out, "device 3"));
}

TEST_CASE("train: scenarios of one device, every variant beside the others") {
  const Outcome gradients = run_cli({"train", "data-parallel", "--layers", "3", "--gradient", "4",
                                     "--compare", "priority", "--table", "--ledger"});
  CHECK(gradients.exit_code == 0);
  CHECK(has(gradients.out, "B saves 4 ticks"));
  const Outcome server = run_cli({"train", "server", "--compute", "4,4,4,8", "--json"});
  REQUIRE(server.exit_code == 0);
  const auto report = nlohmann::json::parse(server.out);
  CHECK(report.at("variants").size() == 4);
  CHECK(report.at("variants")[0].at("makespan") == 72);
  CHECK(report.at("variants")[0].at("updates").size() == 16);
  for (const char* format : {"svg", "html", "csv", "perfetto"})
    CHECK(run_cli({"train", "offload", "--format", format}).exit_code == 0);
  CHECK(has(run_cli({"train", "input", "--table"}).out, "storage"));
  CHECK(has(run_cli({"train", "tensor-parallel", "--model", "gpt3", "--tensor-parallel", "8"}).out,
            "sequence"));
  CHECK(has(run_cli({"train", "offload", "--model", "gpt2-small", "--memory"}).out, "to the host"));
  CHECK(has(run_cli({"train", "groups"}).out, "  0 8 16 24  (between nodes)"));
  // Worker 0 needs 6 ticks an iteration, worker 1 needs 10, and ten of them 100 and two more.
  const auto uneven =
      nlohmann::json::parse(run_cli({"train", "server", "--mode", "async", "--iterations", "10",
                                     "--workers", "2", "--compute", "2,6", "--json"})
                                .out);
  CHECK(uneven.at("variants")[1].at("iteration") == 10);
  CHECK(has(fails({"collective", "all-reduce", "--nodes", "4", "--root", "1"}), "has no root"));
  CHECK(has(fails({"server", "--compute", "4,4"}), "--compute: 2 numbers; expected one, or 4"));
  CHECK(has(fails({"offload", "--compare", "swop"}), "did you mean 'swap'?"));
  CHECK(has(fails({"groups", "--order", "tensor-data"}), "each once"));
  CHECK(has(fails({"data-parallel", "--forward", "1,x"}), "whole numbers"));
  CHECK(has(fails({"data-parallel", "--model", "gtp2"}), "unknown model"));
}

TEST_CASE("train plan: all choices of a model on a cluster, their front, and a database") {
  const Folder folder;
  const std::string database = folder.file("plans.db", "");
  REQUIRE(std::remove(database.c_str()) == 0);
  const std::vector<std::string> words{"train",     "plan",    "--model",       "gpt2-xl",
                                       "--cluster", "a100x16", "--schedules",   "1f1b,zb-h1",
                                       "--jobs",    "2",       "--micro-batch", "1",
                                       "--samples", "64",      "--database",    database};
  const auto with = [&words](std::vector<std::string> more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return run_cli(all);
  };
  const Outcome first = with({"--json"});
  INFO(first.err);
  REQUIRE(first.exit_code == 0);
  const auto report = nlohmann::json::parse(first.out);
  CHECK(report.at("tried") == report.at("plans").size());
  CHECK(report.at("pareto").size() > 1);
  CHECK(has(with({}).err, "points already"));
  const Outcome again = with({"--resume", "--json"});
  CHECK(again.out == first.out);
  CHECK(has(run_cli({"export", database}).out, "zb-h1"));
  CHECK(has(with({"--resume"}).out, "Pareto front"));
  CHECK(has(with({"--dry-run"}).out, "stallscope train --model gpt2-xl --cluster a100x16"));
  CHECK(has(with({"--resume"}).out, "Passes take 100 % of a device's published FLOP/s; programs"));
  CHECK(has(fails({"plan", "--cluster", "a100"}), "a100x128, say"));
  CHECK(has(fails({"plan", "--cluster", "a100x8", "--schedules", "zb-h3"}), "did you mean"));
  CHECK(has(fails({"plan", "--cluster", "a100x8", "--zero", "4"}), "whole numbers from 0 to 3"));
  CHECK(has(fails({"plan", "--cluster", "a100x8", "--samples", "7", "--pipeline", "1",
                   "--tensor-parallel", "1"}),
            "no choice divides"));
}

TEST_CASE("train trace: a measured trace beside a plan") {
  const Folder folder;
  const std::string trace = folder.file(
      "trace.json",
      R"json([{"ph":"X","cat":"kernel","name":"gemm","ts":10,"dur":20,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"gpu_user_annotation","name":"PP:0F0","ts":10,"dur":20,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"ncclKernel_SendRecv","ts":30,"dur":5,"args":{"device":0,"stream":9}},
{"ph":"X","cat":"kernel","name":"gemm","ts":35,"dur":40,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"gpu_user_annotation","name":"PP:0B0","ts":35,"dur":40,"args":{"device":0,"stream":7}}])json");
  const Outcome text = run_cli(
      {"train", "trace", trace, "--table", "--ledger", "--devices", "1", "--micro-batches", "1"});
  INFO(text.err);
  CHECK(text.exit_code == 0);
  CHECK(has(text.out, "computes 60.00 us (92.3 %)"));
  CHECK(has(text.out, "transfer 7.7 %"));
  CHECK(has(text.out, "the passes stand in the order of the plan"));
  CHECK(has(text.out, "device 0 stream 9"));
  CHECK(train({"trace", trace}).at("devices")[0].at("busy") == 60'000);
  for (const char* format : {"svg", "html", "csv", "perfetto"})
    CHECK(run_cli({"train", "trace", trace, "--format", format}).exit_code == 0);
  CHECK(has(fails({"trace", folder.file("broken.json", "[{")}), "broken.json:1:"));
  const std::string window = run_cli({"train", "trace", trace, "--table", "--format", "csv",
                                      "--picture-tick", "1000", "--ticks", "2:3"})
                                 .out;
  CHECK(has(window, "\n2,device 0 stream 7,"));
  CHECK_FALSE(has(window, "\n4,"));
  CHECK(has(fails({"trace", trace, "--ticks", "3:2"}), "--ticks 3:2"));
  // The same trace of a second process, whose clock is the first one's: nothing is moved.
  for (const char* how : {"start", "clock", "collectives"})
    CHECK(train({"trace", trace, trace, "--align", how}).at("span") == 65'000);
  const std::string alone = folder.file(
      "alone.json", R"json([{"ph":"X","cat":"kernel","name":"gemm","ts":1,"dur":2}])json");
  CHECK(has(fails({"trace", trace, alone, "--align", "collectives"}),
            "no collective of the first file is in it"));
  CHECK(has(fails({"trace", folder.file("none.json", "[]")}), "no kernel of a device"));
}

// (m + p - 1)(F + B) = 3(m + 3) for F = 1, B = 2 and four devices, of gpipe and 1f1b alike.
TEST_CASE("train sweep: keys of a plan, crossed, in one unit") {
  const Folder folder;
  const std::string database = folder.file("plans.db", "");
  std::remove(database.c_str());
  const std::vector<std::string> words{
      "sweep",      "--vary", "schedule=gpipe,1f1b", "--vary", "micro_batches=4,8",
      "--database", database};
  const auto report = train(words);
  CHECK(report.at("schema") == "stallscope.train_sweep/1");
  REQUIRE(report.at("points").size() == 4);
  CHECK(report.at("points")[1].at("set").at("schedule") == "gpipe");
  CHECK(report.at("points")[1].at("set").at("micro_batches") == 8);
  CHECK(report.at("points")[0].at("makespan") == 21);
  CHECK(report.at("points")[1].at("makespan") == 33);
  CHECK(report.at("points")[1].at("peak_activations") == 8);
  CHECK(report.at("points")[3].at("makespan") == 33);
  CHECK(report.at("points")[3].at("peak_activations") == 4);
  CHECK(has(run_cli({"export", database}).out, "micro_batches"));
  std::vector<std::string> again = words;
  again.emplace_back("--resume");
  CHECK(train(again) == report);
  CHECK(has(run_cli({"train", "sweep", "--vary", "chunks=1,2"}).out, "expected"));
  const std::string plan = folder.file("plan.toml", "schedule = \"gpipe\"\ndevices = 2\n");
  const auto of_file = train({"sweep", plan, "--vary", "micro_batches=4,8"});
  CHECK(of_file.at("points")[0].at("makespan") == 15); // (m + p - 1)(F + B)
  CHECK(of_file.at("points")[1].at("makespan") == 27);
  // Times of a database have one unit, also where chunks share durations: 57/2 units of two chunks
  // are 29 in `cycles`.
  const std::string shared = folder.file("shared.db", "");
  std::remove(shared.c_str());
  const auto exact =
      train({"sweep", "--schedule", "interleaved-1f1b", "--forward", "1", "--backward", "2",
             "--per-chunk", "--vary", "chunks=2", "--database", shared});
  CHECK(exact.at("points")[0].at("makespan").at("numerator") == 57);
  CHECK(exact.at("points")[0].at("makespan").at("denominator") == 2);
  const std::string exported = run_cli({"export", shared}).out;
  const auto column = [&exported](const std::string& name) {
    const std::string head = exported.substr(0, exported.find(name));
    std::size_t at = exported.find('\n') + 1;
    for (auto commas = std::count(head.begin(), head.end(), ','); commas > 0; --commas)
      at = exported.find(',', at) + 1;
    return exported.substr(at, exported.find(',', at) - at);
  };
  CHECK(column("cycles") == "29");
  // Results of a plan file that has changed since are not taken for its own.
  const std::string other = folder.file("changed.db", "");
  std::remove(other.c_str());
  const std::vector<std::string> kept{"sweep",      plan, "--vary", "micro_batches=4,8",
                                      "--database", other};
  CHECK(train(kept) == of_file);
  (void)folder.file("plan.toml", "schedule = \"gpipe\"\ndevices = 2\nforward = 4\n");
  std::vector<std::string> changed = kept;
  changed.emplace_back("--resume");
  CHECK(has(fails(changed), "results of another experiment"));
  CHECK(has(fails({"sweep", "--vary", "model=my.toml"}), "my.toml"));
  CHECK(has(fails({"sweep", "--vary", "micro_batch=4"}), "did you mean 'micro_batches'"));
  CHECK(has(fails({"sweep", "--vary", "transfer="}), "KEY=VALUE,VALUE"));
}

// A list of layers of 10 FLOP on a device of 10^9 FLOP/s: a micro-batch of one sample takes 10 ns
// forward and 20 ns backward; two of them on one device 60 ns, on one of twice the speed 30. The
// step of the optimizer, less than 1 ns, is rounded up to one.
TEST_CASE(
    "train sweep: models and clusters may be files, which are read before there are workers") {
  const Folder folder;
  const std::string model = folder.file(
      "m.toml", "name = \"m\"\nmicro_batch = 1\n[[layer]]\nname = \"a\"\nparameters = 1\n"
                "forward_flop = 10\nactivation_bytes = 1\n");
  const auto cluster = [&folder](const char* name, const char* speed) {
    return folder.file(
        name, fmt::format("name = \"c\"\n[device]\nflop_per_second = {}\nmemory = 1000\n"
                          "memory_bytes_per_second = 1000000000000\n[inside]\nlatency_ns = 0\n"
                          "bytes_per_second = 1000000000\n[between]\nlatency_ns = 0\n"
                          "bytes_per_second = 1000000000\n[host]\nmemory = 1000\n"
                          "bytes_per_second = 1000000000\n",
                          speed));
  };
  const std::string one = cluster("one.toml", "1_000_000_000");
  const std::string two = cluster("two.toml", "2_000_000_000");
  const auto report =
      train({"sweep", "--model", model, "--devices", "1", "--micro-batches", "2", "--schedule",
             "gpipe", "--vary", "cluster=" + one + "," + two + "," + one + "x1"});
  INFO(report.dump(1));
  REQUIRE(report.at("points").size() == 3);
  CHECK(report.at("points")[0].at("makespan") == 61);
  CHECK(report.at("points")[1].at("makespan") == 31);
  CHECK(report.at("points")[2].at("makespan") == 61);
  const auto of_models =
      train({"sweep", "--cluster", two, "--devices", "1", "--micro-batches", "2", "--schedule",
             "gpipe", "--vary", "model=" + model + ",gpt2-small", "--show-out-of-memory"});
  CHECK(of_models.at("points")[0].at("makespan") == 31);
  CHECK(of_models.at("points")[1].at("makespan") > 31);
}

TEST_CASE("train: an order that was written with its reductions reduces gradients once") {
  const Folder folder;
  const std::string order = folder.file("o.csv", "");
  const std::vector<std::string> model{"--model", "gpt2-small",  "--data-parallel",
                                       "2",       "--recompute", "full"};
  std::vector<std::string> written{"--devices",     "2",  "--micro-batches", "2",
                                   "--write-order", order};
  written.insert(written.end(), model.begin(), model.end());
  std::vector<std::string> read{"--order", order};
  read.insert(read.end(), model.begin(), model.end());
  const auto first = train(written); // before the file is read
  CHECK(train(read).at("makespan") == first.at("makespan"));
  // PipeDream updates behind every backward pass, and keeps versions of the weights.
  const auto pipedream = train({"--model", "gpt2-small", "--schedule", "pipedream", "--devices",
                                "2", "--micro-batches", "4", "--write-order", order});
  const auto again = train({"--order", order, "--model", "gpt2-small"});
  CHECK(pipedream.at("makespan") == again.at("makespan"));
  CHECK(pipedream.at("devices") == again.at("devices"));
}

// Of ZeRO's mixed precision a parameter has 2 bytes, its gradient 2, its optimizer state 12.
TEST_CASE("train memory: bytes of the whole model") {
  const auto model = train({"memory", "--model", "gpt3"}).at("model");
  const auto parameters = model.at("parameters").get<std::uint64_t>();
  CHECK(model.at("parameter_bytes") == 2 * parameters);
  CHECK(model.at("gradient_bytes") == 2 * parameters);
  CHECK(model.at("optimizer_bytes") == 12 * parameters);
}

// F = I = W = 1 on four devices: a device works 3 ticks a micro-batch, so that no interval is
// shorter. A micro-batch holds memory of device 0 from F to W: F of 4 stages, I of 4 and W are 9
// ticks; with memory for one the interval is 9, for two 5 (9/2 rounded up), for four 3.
// Held by one device, with halves that I frees: 1 2 1.5 2.5, then less.
TEST_CASE("train: a part of an activation is held for its weight gradient") {
  const Folder folder;
  const std::string order = folder.file("order.csv", "0F0,0F1,0I0,0F2,0W0,0I1,0I2,0W1,0W2\n");
  CHECK(train({"--order", order}).at("devices")[0].at("peak_activations") == 3);
  const std::string plan =
      folder.file("plan.toml", "order = \"" + order + "\"\nweight_held = \"2/4\"\n");
  for (const auto& report : {train({plan}), train({"--order", order, "--weight-held", "1/2"}),
                             train({"--order", order, "--set", "weight_held=1/2"})}) {
    const auto& peak = report.at("devices")[0].at("peak_activations");
    CHECK(peak.at("numerator") == 5);
    CHECK(peak.at("denominator") == 2);
  }
  const Outcome small = run_cli({"train", plan, "--set", "activation_limit=2"});
  CHECK(small.exit_code == 2);
  CHECK(has(small.err, "device 0 holds 5/2 activations with 0F2"));
  CHECK(run_cli({"train", plan, "--set", "activation_limit=3"}).exit_code == 0);
  const std::string wrong = folder.file("wrong.toml", "weight_held = \"3/2\"\n");
  CHECK(has(run_cli({"train", wrong}).err, "wrong.toml:1:15: error"));
  CHECK(has(run_cli({"train", "--describe"}).out, "weight_held"));
}

// P 2, F 1, B 2, G 3, U 4, one after the other on each device; the second one begins F when it has
// its activation, at 3, and the first one B at 6.
TEST_CASE("train: operations of stages in an order file have durations") {
  const Folder folder;
  const std::string order =
      folder.file("order.csv", "0UNSHARD,0F0,0B0,0RESHARD,0REDUCE_GRAD,0OPTIMIZER\n"
                               "1UNSHARD,1F0,1B0,1RESHARD,1REDUCE_GRAD,1OPTIMIZER\n");
  const std::vector<std::string> words{
      "--order",   order,   "--backward",        "2",     "--set",
      "unshard=2", "--set", "reduce_gradient=3", "--set", "optimizer_step=[4,5]"};
  const auto report = train(words);
  CHECK(report.at("makespan") == 2 + 1 + 1 + 2 + 2 + 3 + 4);
  CHECK(report.at("devices")[0].at("busy") == 2 + 1 + 2 + 3 + 4);
  CHECK(report.at("devices")[1].at("busy") == 2 + 1 + 2 + 3 + 5);
  CHECK(report.at("ledger").at("total") == 2 * 15);
  CHECK(train({"--order", order, "--backward", "2"}).at("makespan") == 6);
  CHECK(has(run_cli({"train", "--set", "unshard=2"}).err,
            "unshard without UNSHARD in the order; expected an order file that has it"));
  CHECK(has(run_cli({"train", "--order", order, "--set", "unshard=[1,2,3]"}).err, "unshard"));
}

TEST_CASE("train schedule: what branch and bound leaves out is said") {
  const std::vector<std::string> words{
      "schedule", "--devices",    "3",         "--micro-batches", "4",     "--forward",
      "1,2,4",    "--input-grad", "4,1,1",     "--weight-grad",   "4,3,0", "--transfer",
      "1",        "--links",      "unlimited", "--memory-limit",  "2"};
  const auto whole = train(words);
  CHECK(whole.at("orders")[0].at("proven") == true);
  CHECK(whole.at("search").at("untried") == "");
  std::vector<std::string> half = words;
  half.insert(half.end(), {"--weight-held", "1/2"});
  const auto part = train(half).at("search");
  CHECK(part.at("complete") == false);
  CHECK(has(part.at("untried").get<std::string>(), "input gradients free a part"));
}

TEST_CASE("train schedule: the steady state by modulo scheduling") {
  for (const auto& [memory, interval] : {std::pair{"1", 9}, {"2", 5}, {"4", 3}}) {
    const auto report = train({"schedule", "--devices", "4", "--micro-batches", "12", "--with",
                               "modulo", "--memory-limit", memory});
    const auto& steady = report.at("steady_state");
    INFO(steady.dump());
    CHECK(steady.at("interval") == interval);
    CHECK(steady.at("bound_by_work") == 3);
    CHECK(steady.at("bound_by_memory") == interval);
    CHECK(steady.at("proven") == true);
    CHECK(steady.at("kernel").size() == 12);
    // 12 micro-batches, the last of which begins 11 intervals after the first and takes 9 or more.
    CHECK(report.at("orders")[0].at("method") == "modulo");
    CHECK(report.at("orders")[0].at("makespan").get<int>() >= 11 * interval + 9);
    CHECK(report.at("orders")[0].at("peak_activations") <= std::stoi(memory));
  }
  const auto spans = train({"schedule", "--devices", "4", "--micro-batches", "8", "--with", "named",
                            "--memory-limit", "7", "--objective", "longest-span"});
  CHECK(spans.at("objective") == "longest_span");
  CHECK(spans.at("lower_bound").at("longest_span") == 24); // 8 micro-batches of F, I, W
  CHECK(spans.at("orders")[0].at("method") == "zb-h2");
  CHECK(spans.at("orders")[0].at("longest_span") == 24);
  CHECK(spans.at("orders")[0].at("proven") == true);
  CHECK(has(fails({"schedule", "--with", "modul"}), "did you mean 'modulo'"));
}
