// The command line on dynamically scheduled machines: what runs on a pipeline runs there with the
// same options.

#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace stallscope::smoke;

namespace {

const std::string kKernels = STALLSCOPE_SOURCE_DIR "/programs/kernels/bin/";

const char* const kMachines[] = {"scoreboard",    "tomasulo", "tomasulo-rob-1", "tomasulo-rob-2",
                                 "csapp-haswell", "mca-like", "ooo-4",          "ooo-8"};

} // namespace

TEST_CASE("dynamic machines: a compiled program prints and ends as on the reference machine") {
  const Outcome reference =
      run_cli({"run", kKernels + "rv32imac-htif/atomics.elf", "-m", "reference", "--quiet"});
  CHECK(reference.exit_code == 0);
  CHECK_FALSE(reference.out.empty());
  for (const char* machine : stallscope::listed_cases(kMachines)) {
    INFO(machine);
    const Outcome run =
        run_cli({"run", kKernels + "rv32imac-htif/atomics.elf", "-m", machine, "--quiet"});
    CHECK(run.exit_code == 0);
    CHECK(run.out == reference.out);
    CHECK(run.err.empty());
  }
}

TEST_CASE("dynamic machines: table, diagram, ledger and statistics") {
  const Outcome run = run_cli({"run", "lecture/p4", "-m", "tomasulo-rob-1", "--table", "--diagram",
                               "--ledger", "--stats", "--registers"});
  INFO(run.err);
  CHECK(run.exit_code == 0);
  for (const char* words : {"done", "fetch:", "issue:", "retire:", "balanced", "micro-ops retired",
                            "instructions per cycle", "$t2"}) {
    INFO(words);
    CHECK(has(run.out, words));
  }
}

TEST_CASE("dynamic machines: the micro-ops of an instruction are rows of their own") {
  const Outcome run = run_cli({"run", "-", "--isa", "x86", "-m", "mca-like", "--diagram"},
                              "main:\n addq %rdx, -8(%rsp)\n ret\n");
  INFO(run.out << run.err);
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "addq %rdx, -8(%rsp)"));
  CHECK(has(run.out, "store address"));
  CHECK(has(run.out, "store data"));
}

TEST_CASE("dynamic machines: JSON has the record and the statistics of micro-ops") {
  const Outcome run = run_cli(
      {"run", "lecture/p4", "-m", "ooo-4", "--format", "json", "--table", "--diagram", "--ledger"});
  REQUIRE(run.exit_code == 0);
  const auto json = nlohmann::json::parse(run.out);
  CHECK(json.at("ledger").at("balanced") == true);
  const auto& rows = json.at("diagram").at("rows");
  CHECK_FALSE(rows.empty());
  CHECK(std::all_of(rows.begin(), rows.end(), [](const nlohmann::json& row) {
    return row.at("spans").back().at("lane") == "C" || row.at("flushed") == true;
  }));
}

TEST_CASE("dynamic machines: limits, conditions and exit codes") {
  const std::string kernel = kKernels + "rv64gc-linux/json.elf";
  const Outcome cycles =
      run_cli({"run", kernel, "-m", "ooo-8", "--limit-cycles", "5000", "--stats"});
  CHECK(cycles.exit_code == 0);
  CHECK(has(cycles.out, "limit of 5000 cycles reached"));
  const Outcome until = run_cli(
      {"run", "lecture/multiply_add_loop", "-m", "ooo-4", "--until", "cycle 12", "--stats"});
  CHECK(until.exit_code == 0);
  CHECK(has(until.out, "'cycle 12' holds in cycle 12"));
  const Outcome fault =
      run_cli({"run", "-", "--isa", "tac", "-m", "tomasulo-rob-2"}, "a = 1\nb = a / z\n");
  CHECK(fault.exit_code == 3);
  CHECK(has(fault.err, "guest fault"));
  const Outcome exit =
      run_cli({"run", "-", "--isa", "tac", "-m", "scoreboard", "--exit-code"}, "exit 7\n");
  CHECK(exit.exit_code == 7);
}

TEST_CASE("dynamic machines: without progress the dump shows the content of every structure") {
  // The first fetch misses every cache, and memory takes longer than anything may take.
  const Outcome run = run_cli({"run", "-", "--isa", "tac", "-m", "ooo-4", "--set",
                               "limits.no_progress=2000", "--set", "main_memory.latency=10000"},
                              "a = 6\nb = a * a\n");
  INFO(run.out << run.err);
  CHECK(run.exit_code == 3);
  for (const char* words :
       {"no progress: nothing has moved for 2000 cycles", "0 micro-ops in the window",
        "station int: 0 of", "reorder buffer: 0 of", "loads: 0 of", "stores: 0 of"}) {
    INFO(words);
    CHECK(has(run.err, words));
  }
}

TEST_CASE("dynamic machines: the commit log is that of the reference machine") {
  const Folder folder;
  const std::string kernel = kKernels + "rv32imac-htif/atomics.elf";
  for (const char* machine : {"reference", "ooo-4", "scoreboard"}) {
    const Outcome run = run_cli({"run", kernel, "-m", machine, "--quiet", "--commit-log",
                                 folder.file(machine), "--limit-instructions", "20000"});
    INFO(machine << run.err);
    CHECK(run.exit_code == 0);
  }
  const std::string wanted = read_file(folder.file("reference"));
  CHECK(lines_of(wanted).size() == 20'000);
  for (const char* machine : {"ooo-4", "scoreboard"}) {
    const std::string found = read_file(folder.file(machine));
    INFO(machine);
    CHECK(found.size() >= wanted.size()); // the last cycle may retire more
    CHECK(found.starts_with(wanted));
  }
}
