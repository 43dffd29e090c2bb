// Snippets that touch memory nobody declared, and programs that never end.

#include "process.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace stallscope::smoke;
using json = nlohmann::json;

TEST_CASE("a snippet runs as it is, and says once what executables may not do") {
  const Folder folder;
  const std::string file = folder.file("snip.mips", "lw $t0, 0($a0)\nlw $t1, 64($a0)\n");
  for (const char* machine : {"mips-5", "ooo-4", "reference"}) {
    INFO(machine);
    const Outcome run = run_cli({"run", file, "-m", machine, "--stats"});
    INFO(run.err);
    CHECK(run.exit_code == 0);
    CHECK(has(run.err, "'lw $t0, 0($a0)' at " + file + ":1 reads 0x0"));
    CHECK(has(run.err, "--strict"));
    CHECK_FALSE(has(run.err, "lw $t1"));
    const Outcome strict = run_cli({"run", file, "-m", machine, "--strict", "--stats"});
    CHECK(strict.exit_code == 3);
    CHECK(has(strict.err, "access to 0x0, where the program has no memory"));
    CHECK(run_cli({"run", file, "-m", machine, "--set", "memory.undeclared=fault"}).exit_code == 3);
  }
  const json record = json::parse(run_cli({"run", file, "--json"}).out);
  REQUIRE(record["notes"].size() == 1);
  CHECK(has(record["notes"][0].get<std::string>(), "reads 0x0"));
  CHECK(has(run_cli({"run", file, "--format", "html"}).out, "reads 0x0"));
}

TEST_CASE("a program that goes round for ever ends with what repeats, exit code 3") {
  const Folder folder;
  const std::string file = folder.file("spin.s", "nop\nli a0, 5\nspin: j spin\n");
  for (const char* machine : {"mips-5", "ooo-4", "reference"}) {
    INFO(machine);
    const Outcome run = run_cli({"run", file, "-m", machine, "--stats"});
    INFO(run.err);
    CHECK(run.exit_code == 3);
    CHECK(has(run.err, machine == std::string_view("reference") ? "repeats since instruction "
                                                                : "repeats since cycle "));
    CHECK(has(run.err, "period 1 instruction: the state is the same each time the program comes to "
                       "'jal zero, spin'"));
    CHECK(has(run.err, "spin.s:3"));
    CHECK(has(run.out, " instructions")); // the results so far
    const json stop = json::parse(run_cli({"run", file, "-m", machine, "--json"}).out)["stop"];
    CHECK(stop["reason"] == "repeats");
    CHECK(stop["repeats"]["since_instruction"] == 3);
    CHECK(stop["repeats"]["period"] == 1);
  }
  // As far as was asked for, whatever repeats
  const Outcome asked = run_cli({"run", file, "--limit-cycles", "5000", "--stats"});
  CHECK(asked.exit_code == 0);
  CHECK(has(asked.out, "limit of 5000 cycles reached"));
  CHECK(run_cli({"explain", file, "--cycle", "5000"}).exit_code == 0);
}

TEST_CASE("the limit gives up what has not ended") {
  const Folder folder;
  const std::string file = folder.file("count.s", "loop: addi a0, a0, 1\nj loop\n");
  for (const char* machine : {"mips-5", "reference"}) {
    const Outcome run = run_cli({"run", file, "-m", machine, "--limit", "5000", "--stats"});
    CHECK(run.exit_code == 0);
    CHECK(has(run.out, "stopped after 5000 instructions, the --limit"));
  }
  CHECK(run_cli({"run", file, "--limit", "0"}).exit_code == 2);
}
