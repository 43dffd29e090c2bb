#include "process.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

using namespace stallscope::smoke;

namespace {

std::string text_of_file(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(name).rdbuf();
  return text.str();
}

} // namespace

TEST_CASE("schedule shows the graph, the table and the lecture's steps") {
  const Outcome run = run_cli(
      {"schedule", "lecture/b6_source", "-m", "lecture-4", "--with", "weighted", "--steps"});
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  for (const char* words :
       {"6 instructions, 60 legal orders", "2 RAW t0 +3, 2 WAR t1 +0, 4 WAW t0 +1",
        "critical path 1 -> 2 -> 4", "1 3 6 2 5 4", "2 and 4 become available at 3",
        "5 becomes available at 4", "4 moves to 6", "nothing can start yet"})
    CHECK(has(run.out, words));
}

TEST_CASE("schedule answers in the documented JSON") {
  const Outcome run = run_cli({"schedule", "lecture/b6_source", "-m", "lecture-4", "--with",
                               "weighted,optimal", "--json", "--steps"});
  REQUIRE(run.exit_code == 0);
  const auto answer = nlohmann::json::parse(run.out);
  CHECK(answer["schema"] == "stallscope.schedule/1");
  CHECK(answer["block"]["instructions"].size() == 6);
  CHECK(answer["legal_orders"] == 60);
  REQUIRE(answer["edges"].size() == 6);
  CHECK(answer["edges"][0] == nlohmann::json{{"from", 1},
                                             {"to", 2},
                                             {"kind", "RAW"},
                                             {"location", "t0"},
                                             {"latency", 3},
                                             {"distance", 0}});
  REQUIRE(answer["schedules"].size() == 2);
  const auto& weighted = answer["schedules"][0];
  CHECK(weighted["name"] == "weighted");
  CHECK(weighted["order"] == nlohmann::json{1, 3, 6, 2, 5, 4});
  CHECK(weighted["cycles"] == 10);
  CHECK(weighted["issue_cycles"] == nlohmann::json{3, 4, 5, 6, 7, 9});
  CHECK(weighted["steps"].size() == 7);
  CHECK(weighted["steps"][5]["chosen"].is_null());
  CHECK(answer["schedules"][1]["proven"] == true);
  CHECK(answer["schedules"][1]["lower_bound"] == 10);
}

TEST_CASE("schedule --simulate shows both runs, and -o writes the program") {
  const Folder folder;
  const std::string file = folder.file("scheduled.mips");
  const Outcome run =
      run_cli({"schedule", "lecture/p4", "-m", "lecture-4", "--simulate", "-o", file});
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "A 11 cycles, B 8 cycles: B saves 3 cycles"));
  CHECK(has(text_of_file(file), "add $t2, $t0, $t1\n        add $t7, $t5, $t6\n"
                                "        add $t4, $t3, $t2\n"));
  CHECK(has(run_cli({"run", file, "-m", "lecture-4", "--stats"}).out, "8"));
  // The loop with its labels and pseudo-instructions computes what it did.
  const std::string loop = folder.file("loop.mips");
  CHECK(
      run_cli({"schedule", "lecture/multiply_add_loop", "-m", "mips-5-fp", "-o", loop}).exit_code ==
      0);
  CHECK(run_cli({"run", loop, "-m", "reference", "--quiet"}).out == "648");
}

TEST_CASE("schedule writes pictures and pages") {
  const std::vector<std::string> b6{"schedule", "lecture/b6_source", "-m", "lecture-4"};
  const auto with = [&b6](std::initializer_list<std::string> more) {
    std::vector<std::string> words = b6;
    words.insert(words.end(), more);
    return run_cli(words);
  };
  CHECK(with({"--format", "svg"}).out.starts_with("<svg "));
  CHECK(has(with({"--format", "svg", "--simulate"}).out, "B saves 2 cycles"));
  CHECK(with({"--format", "dot"}).out.starts_with("digraph "));
  const std::string page = with({"--format", "html", "--steps", "--simulate"}).out;
  CHECK(page.starts_with("<!DOCTYPE html>"));
  CHECK(has(page, "Source and schedule, simulated"));
  CHECK(has(page, "step by step"));
}

TEST_CASE("schedule takes one function of what a compiler wrote, and folds offsets") {
  const Folder folder;
  const std::string file = folder.file("sum.s", "\t.text\n\t.globl\tsum\nsum:\n\tmv\ts0,a0\n"
                                                "\tcall\tlog_it@plt\n.L2:\n\tlw\ta5,0(s0)\n"
                                                "\taddw\ta1,a1,a5\n\taddi\ts0,s0,4\n"
                                                "\tbne\ts0,a2,.L2\n\tret\n\t.globl\tother\n"
                                                "other:\n\tret\n");
  const std::string scheduled = folder.file("scheduled.s");
  CHECK(
      run_cli({"schedule", file, "-m", "mips-5", "--with", "optimal", "-o", scheduled}).exit_code ==
      0);
  // In mips-5 a load costs its next instruction a cycle, and an addition the branch behind it.
  CHECK(has(text_of_file(scheduled), "lw\ta5,0(s0)\n\taddi\ts0,s0,4\n\taddw\ta1,a1,a5\n"));
  CHECK_FALSE(has(text_of_file(scheduled), "log_it:"));
  const std::string out = run_cli({"schedule", file, "-m", "mips-5", "--function", "sum"}).out;
  CHECK(has(out, "Block 3: .L2+16"));
  CHECK_FALSE(has(out, "other"));
  const Outcome run = run_cli({"schedule", file, "-m", "mips-5", "--simulate"});
  CHECK(run.exit_code == 2);
  CHECK(has(run.err, "calls what it does not define (log_it)"));
  CHECK(has(run_cli({"schedule", file, "--function", "sun"}).err, "did you mean 'sum'?"));
}

TEST_CASE("schedule unrolls and renames first, and compares results") {
  const Folder folder;
  const std::string file = folder.file("unrolled.mips");
  const Outcome run =
      run_cli({"schedule", "textbook/x_plus_s", "-m", "hp-latency", "--unroll", "4", "--block",
               "loop", "--with", "source,critical-path", "--verify", "--simulate"});
  CHECK(run.exit_code == 0);
  for (const char* words :
       {"loop 'loop' unrolled by 4, 1 register advanced once a round", "values renamed",
        "verified: the results are the same with 32 inputs", "loop_unrolled", "loop_rest"})
    CHECK(has(run.out, words));
  CHECK(run_cli({"schedule", "textbook/x_plus_s", "-m", "hp-latency", "--unroll", "4", "-o", file})
            .exit_code == 0);
  CHECK(run_cli({"run", file, "-m", "reference", "--quiet"}).out == "11.0\n18.0");
  const auto answer = nlohmann::json::parse(
      run_cli({"schedule", "textbook/daxpy", "--unroll", "2", "--verify", "--json"}).out);
  REQUIRE(answer["transformations"].size() == 1);
  CHECK(answer["transformations"][0].get<std::string>().starts_with(
      "loop 'loop' is left as it is: it does not compare a register that it advances"));
  CHECK(answer["verified"]["inputs"] == 32);
  CHECK(answer["verified"]["difference"].is_null());
  const Outcome slots = run_cli({"schedule", "textbook/branch_after_alu", "-m", "mips-5", "--set",
                                 "branch.delay_slot=true", "--fill-slots", "--verify"});
  CHECK(slots.exit_code == 0);
  CHECK(has(slots.out, "0 delay slots filled"));
  CHECK(has(run_cli({"schedule", "lecture/p4", "--fill-slots"}).err, "has no delay slots"));
  CHECK(has(run_cli({"schedule", "lecture/b6_source", "-m", "lecture-4", "--rename"}).out,
            "t0_1 = t1 + t2"));
}

TEST_CASE("schedule says what is wrong with its options") {
  const auto expect = [](std::vector<std::string> words, std::initializer_list<const char*> said) {
    words.insert(words.begin(), "schedule");
    const Outcome run = run_cli(words);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    for (const char* sentence : said) {
      INFO(run.err);
      CHECK(has(run.err, sentence));
    }
  };
  expect({"lecture/p4", "--with", "wieghted"}, {"unknown scheduler 'wieghted'", "'weighted'?"});
  expect({"lecture/p4", "--with", ""}, {"unknown scheduler ''"});
  expect({"lecture/multiply_add_loop", "--block", "loup"}, {"no such block", "'loop'?"});
  expect({"lecture/multiply_add_loop", "--block", "9"}, {"a number from 1 to 5"});
  expect({"lecture/multiply_add_loop", "--format", "dot"}, {"--block N"});
  expect({"lecture/p4", "--restrict", "$q9"}, {"no register of this program"});
  expect({"lecture/p4", "-m", "reference"}, {"has no pipeline"});
  expect({"lecture/p4", "--json", "--format", "svg"}, {"--json is short for --format json"});
}
