// What only dynamically scheduled machines have to show, and what they show as others do:
// structures, CPI stack, chains of waits.

#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace stallscope::smoke;

TEST_CASE("structures: tables at the end of a cycle, in text, JSON and files") {
  const Outcome text =
      run_cli({"run", "lecture/multiply_add_loop", "-m", "ooo-4", "--structures", "120"});
  INFO(text.err);
  CHECK(text.exit_code == 0);
  for (const char* words :
       {"Structures at the end of cycle 120", "Branch prediction queue", "Map table",
        "Free physical registers", "Reorder buffer, ", "Load queue", "Store queue", "L1D"}) {
    INFO(words);
    CHECK(has(text.out, words));
  }
  const Outcome as_json =
      run_cli({"run", "lecture/multiply_add_loop", "-m", "ooo-4", "--structures", "120", "--json"});
  CHECK(as_json.exit_code == 0);
  const auto json = nlohmann::json::parse(as_json.out).at("structures");
  CHECK(json.at("schema") == "stallscope.structures/1");
  CHECK(json.at("cycle") == 120);
  CHECK(json.at("tables").size() > 8);
  for (const auto& table : json.at("tables"))
    for (const auto& row : table.at("rows"))
      CHECK(row.size() == table.at("columns").size());
  for (const char* format : {"csv", "svg", "html"}) {
    INFO(format);
    const Outcome file = run_cli({"run", "lecture/multiply_add_loop", "-m", "tomasulo",
                                  "--structures", "30", "--format", format});
    CHECK(file.exit_code == 0);
    CHECK(has(file.out, "add $t3, $t3, $t2"));
  }
}

TEST_CASE("structures: machines and cycles that have none are refused with a reason") {
  const Outcome in_order = run_cli({"run", "lecture/p4", "-m", "mips-5", "--structures", "3"});
  CHECK(in_order.exit_code == 2);
  CHECK(in_order.out.empty());
  CHECK(has(in_order.err, "machine mips-5 issues in order"));
  CHECK(has(in_order.err, "scoreboard, tomasulo, tomasulo-rob-1"));
  const Outcome late = run_cli({"run", "lecture/p4", "-m", "tomasulo", "--structures", "3000"});
  CHECK(late.exit_code == 2);
  CHECK(has(late.err, "--structures 3000: the run ends in cycle "));
  const Outcome two = run_cli(
      {"run", "lecture/p4", "-m", "tomasulo", "--structures", "3000", "--compare", "ooo-4"});
  CHECK(two.exit_code == 2);
  CHECK(has(two.err, "--structures 3000: the runs end in cycles "));
  const Outcome one_in_order =
      run_cli({"run", "lecture/p4", "-m", "tomasulo", "--structures", "3", "--compare", "mips-5"});
  CHECK(one_in_order.exit_code == 2);
  CHECK(has(one_in_order.err, "machine mips-5 issues in order"));
  CHECK(run_cli({"run", "lecture/p4", "-m", "reference", "--structures", "3"}).exit_code == 2);
}

TEST_CASE("structures: those of two runs beside each other, in every format") {
  const std::vector<std::string> two{"run",       "textbook/daxpy", "-m",           "tomasulo",
                                     "--compare", "tomasulo-rob-1", "--structures", "30"};
  const auto with = [&two](const std::string& option, const std::string& value) {
    std::vector<std::string> arguments = two;
    arguments.insert(arguments.end(), {option, value});
    return run_cli(arguments);
  };
  // Beside each other where they fit, else below each other.
  for (const auto& [columns, fit] : {std::pair{"100", false}, std::pair{"180", true}}) {
    const Outcome text = with("--columns", columns);
    INFO(text.err << text.out);
    CHECK(text.exit_code == 0);
    CHECK(has(text.out, "Structures at the end of cycle 30"));
    for (const char* words : {"A: Active operations", "B: Reorder buffer, "}) // which one has
      CHECK(has(text.out, words));
    bool beside = false;
    for (const std::string& line : lines_of(text.out))
      beside =
          beside || (has(line, "A: Station mult, 1 of 2") && has(line, "B: Station mult, 1 of 2"));
    CHECK(beside == fit);
    CHECK(longest_line(text.out) <= static_cast<std::size_t>(std::stoi(columns)));
  }
  const auto in_format = [&with](const char* format) { return with("--format", format); };
  const auto json = nlohmann::json::parse(in_format("json").out);
  CHECK(json.at("a").at("structures").at("cycle") == 30);
  CHECK(json.at("b").at("structures").at("tables").size() > 5);
  const Outcome csv = in_format("csv");
  CHECK(has(csv.out, "\na,30,"));
  CHECK(has(csv.out, "\nb,30,reorder_buffer,"));
  for (const char* format : {"svg", "html"}) {
    const Outcome file = in_format(format);
    CHECK(file.exit_code == 0);
    CHECK(has(file.out, "Active operations"));
    CHECK(has(file.out, "Reorder buffer, "));
  }
  // One of the two has ended before.
  const Outcome late =
      run_cli({"run", "lecture/p4", "-m", "ooo-4", "--compare", "tomasulo", "--structures", "100"});
  CHECK(late.exit_code == 0);
  CHECK(has(late.out, "B: The run ended before this cycle, in cycle 8."));
}

TEST_CASE("table: every reason that the list of instructions names is explained") {
  for (const char* machine : {"scoreboard", "tomasulo", "ooo-4"}) {
    const Outcome run = run_cli({"run", "lecture/multiply_add_loop", "-m", machine, "--table"});
    INFO(machine << "\n" << run.out);
    REQUIRE(run.exit_code == 0);
    REQUIRE(has(run.out, ": RAW "));
    CHECK(has(run.out, "Read after write"));
    const Outcome picture =
        run_cli({"run", "lecture/multiply_add_loop", "-m", machine, "--table", "--format", "svg"});
    CHECK(has(picture.out, "Read after write"));
  }
}

TEST_CASE("explain: neighbours that do the same share a sentence") {
  const Outcome run = run_cli(
      {"explain", "lecture/multiply_add_loop", "-m", "ooo-4", "--cycle", "120", "--no-whatif"});
  INFO(run.out);
  std::size_t same = 0;
  std::string before;
  for (const std::string& line : lines_of(run.out)) {
    const bool sentence = line.starts_with("      ") && !has(line, "#");
    same += sentence && line == before ? 1 : 0;
    before = sentence ? line : before;
  }
  CHECK(same == 0);
  CHECK(has(run.out, "      each "));
}

TEST_CASE("cpi: shares and reasons add up to all slots, on every kind of machine") {
  for (const char* machine :
       {"mips-5", "dual-5", "scoreboard", "tomasulo", "csapp-haswell", "ooo-4"}) {
    INFO(machine);
    const Outcome run =
        run_cli({"run", "lecture/multiply_add_loop", "-m", machine, "--cpi", "--json"});
    REQUIRE(run.exit_code == 0);
    const auto json = nlohmann::json::parse(run.out);
    const auto& cpi = json.at("cpi");
    const auto slots = cpi.at("slots").get<std::uint64_t>();
    CHECK(slots == cpi.at("width").get<std::uint64_t>() * json.at("cycles").get<std::uint64_t>());
    for (const char* parts : {"shares", "reasons"}) {
      std::uint64_t sum = 0;
      for (const auto& [name, part] : cpi.at(parts).items())
        sum += part.get<std::uint64_t>();
      CHECK(sum == slots);
    }
  }
  const Outcome text = run_cli({"run", "lecture/p4", "-m", "ooo-4", "--cpi"});
  CHECK(text.exit_code == 0);
  for (const char* words : {"CPI stack", "retiring", "bad speculation", "backend, memory", "all"})
    CHECK(has(text.out, words));
  const Outcome two = run_cli({"run", "lecture/p4", "-m", "mips-5", "--compare", "ooo-4", "--cpi"});
  CHECK(two.exit_code == 0);
  CHECK(has(two.out, "cycles an instruction"));
}

TEST_CASE("explain: the chain of micro-ops, in text and JSON") {
  const Outcome text = run_cli(
      {"explain", "lecture/multiply_add_loop", "-m", "ooo-4", "--cycle", "120", "--no-whatif"});
  INFO(text.err);
  CHECK(text.exit_code == 0);
  CHECK(has(text.out, "micro-ops at work"));
  // The 10th and 13th instruction, as on mips-5: four in front are two fused pairs.
  CHECK(has(text.out, "#10 lw $t2, 0($t1): misses the cache until cycle "));
  // The addition lacks a product and what another load brings, which comes earlier.
  CHECK(has(text.out, "and behind that: it waits for $t3 from micro-op 13 (lw $t3, 0($t1))\n"));
  const Outcome as_json = run_cli({"explain", "lecture/multiply_add_loop", "-m", "ooo-4", "--cycle",
                                   "120", "--no-whatif", "--json"});
  CHECK(as_json.exit_code == 0);
  const auto json = nlohmann::json::parse(as_json.out);
  for (const auto& op : json.at("ops")) {
    const auto& chain = op.at("chain");
    REQUIRE_FALSE(chain.empty());
    CHECK(chain.front().at("op") == op.at("op"));
    if (op.at("op") == 12) {
      CHECK(op.at("culprit") == 9);
      CHECK(op.at("behind").at("reason") == "raw");
      CHECK(op.at("behind").at("culprit") == 11);
    } else if (op.at("reason") == "none") {
      CHECK(op.at("behind").is_null());
    }
    for (std::size_t i = 0; i + 1 < chain.size(); ++i)
      CHECK(chain[i].at("waits_for") == chain[i + 1].at("op"));
  }
  const Outcome in_order =
      run_cli({"explain", "lecture/p4", "-m", "mips-5", "--cycle", "4", "--no-whatif", "--json"});
  CHECK(nlohmann::json::parse(in_order.out).at("ops").front().at("chain").empty());
}

TEST_CASE("explain: paths say with which settings they were found, and what was measured") {
  const std::vector<std::string> subject{"explain", "lecture/p4",         "-m",        "tomasulo",
                                         "--set",   "port.Int.latency=3", "--columns", "200"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), subject.begin(), subject.end());
    const Outcome outcome = run_cli(more);
    CHECK(outcome.exit_code == 0);
    return outcome.out;
  };
  CHECK(has(with({"--critical-path"}),
            "Critical path of lecture/p4.mips on tomasulo with --set 'port.Int.latency=3': "));
  CHECK(has(with({"--op", "2", "--why-chain"}),
            "\nlecture/p4.mips on tomasulo with --set 'port.Int.latency=3'\n"));
  CHECK(has(with({"--op", "2", "--why-chain", "--format", "svg"}), "port.Int.latency=3"));
  // One of the two places of ID is held, the other one free: the picture has both chains.
  const Outcome cell = run_cli({"explain", "textbook/raw", "-m", "dual-5", "--cycle", "3", "--lane",
                                "ID", "--why-chain", "--format", "svg"});
  CHECK(cell.exit_code == 0);
  CHECK(has(cell.out, "ID is not full"));
  const auto json = nlohmann::json::parse(with({"--critical-path", "--json"}));
  CHECK(json.at("set") == nlohmann::json{"port.Int.latency=3"});
  REQUIRE_FALSE(json.at("top").empty());
  std::int64_t before = std::numeric_limits<std::int64_t>::max();
  for (const auto& edge : json.at("top")) {
    const auto& verified = edge.at("verified");
    const std::int64_t saves = verified.is_null() ? std::numeric_limits<std::int64_t>::min()
                                                  : verified.at("cycles_saved").get<std::int64_t>();
    CHECK(saves <= before);
    before = saves;
  }
}

TEST_CASE("dynamic machines: statistics of caches, predictor and loads replayed") {
  const Outcome run =
      run_cli({"run", "lecture/multiply_add_loop", "-m", "ooo-4", "--stats", "--json"});
  REQUIRE(run.exit_code == 0);
  const auto stats = nlohmann::json::parse(run.out).at("stats");
  for (const char* name : {"cache.L1D.misses", "cache.L1I.misses", "btb.hits", "load_replays",
                           "micro_ops", "mispredictions"}) {
    INFO(name);
    CHECK(stats.contains(name));
  }
}

TEST_CASE("comparison: an instruction of several micro-ops is one that retires") {
  // Stores are two micro-ops on ooo-4, and one operation on mips-5.
  const Outcome run =
      run_cli({"run", "lecture/multiply_add_loop", "-m", "mips-5", "--compare", "ooo-4", "--json"});
  REQUIRE(run.exit_code == 0);
  const auto json = nlohmann::json::parse(run.out);
  CHECK(json.at("b").at("micro_ops") > json.at("b").at("instructions"));
  const auto& retired = json.at("retired");
  CHECK(retired.size() == json.at("a").at("instructions"));
  for (const auto& row : retired) {
    REQUIRE_FALSE(row.at("a").is_null());
    REQUIRE_FALSE(row.at("b").is_null());
    CHECK(row.at("a").at("text") == row.at("b").at("text"));
  }
}

TEST_CASE("dynamic machines: a run ends at an instruction that no port executes, and names what is "
          "missing") {
  // Executable files are not checked before they run: most of their bytes are never executed.
  const std::string kernel = STALLSCOPE_SOURCE_DIR "/programs/kernels/bin/rv64gc-linux/json.elf";
  const Outcome run = run_cli(
      {"run", kernel, "-m", "ooo-4", "--set", "port.mul.operations=[\"divide\"]", "--quiet"});
  CHECK(run.exit_code == 3);
  CHECK(has(run.err, "no port of machine 'ooo-4' executes multiply"));
}
