#include "smoke/process.hpp"

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
  // What is called and is not there returns at once; the loop goes on to the limit.
  const Outcome run = run_cli({"schedule", file, "-m", "mips-5", "--simulate", "--limit", "200"});
  CHECK(run.exit_code == 0);
  CHECK(has(run.err, "'log_it' is not in the text and taken for a function"));
  const Outcome strict = run_cli({"schedule", file, "-m", "mips-5", "--simulate", "--strict"});
  CHECK(strict.exit_code == 2);
  CHECK(has(strict.err, "'log_it' is not defined"));
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
  const Outcome reorganised =
      run_cli({"schedule", "textbook/x_plus_s", "-m", "hp-latency", "--set",
               "branch.delay_slot=true", "--with", "hennessy-gross", "--verify", "--quiet"});
  CHECK(reorganised.exit_code == 0);
  CHECK(has(reorganised.out, "delay slot"));
  CHECK(has(run_cli({"schedule", "lecture/p4", "--fill-slots"}).err, "has no delay slots"));
  CHECK(has(run_cli({"schedule", "lecture/b6_source", "-m", "lecture-4", "--rename"}).out,
            "t0_1 = t1 + t2"));
}

TEST_CASE("schedule writes multiplications as shifts and additions where that is shorter") {
  const Folder folder;
  const std::string file = folder.file("times.s", "f:\tli a5, 10\n\tmul a0, a0, a5\n\tmv a5, a1\n"
                                                  "\tadd a0, a0, a5\n\tret\n");
  const Outcome run =
      run_cli({"schedule", file, "-m", "mips-5-fp", "--strength-reduce", "--verify"});
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "1 multiplication and 0 divisions written as shifts and additions, 1 constant "
                     "no longer loaded"));
  CHECK(has(run.out, "verified: the results are the same with 32 inputs"));
  CHECK(has(run_cli({"schedule", file, "-m", "sifive-7", "--strength-reduce"}).out,
            "0 multiplications"));
}

TEST_CASE("schedule goes over block boundaries with superblocks") {
  const Folder folder;
  const std::string text = "f:\n  lw t0, 0(a0)\n  beqz t0, out\n  addi t1, a1, 1\n"
                           "  add a0, t1, t0\n  ret\nout:\n  li a0, 0\n  ret\n";
  const std::string file = folder.file("search.s", text);
  for (const char* word : {"superblock", "trace"}) {
    const Outcome run = run_cli({"schedule", file, "-m", "mips-5", "--with", word, "--verify"});
    CHECK(run.exit_code == 0);
    CHECK(has(run.out, "superblock 'f' of 2 blocks"));
    CHECK(has(run.out, "verified: the results are the same"));
  }
  CHECK(has(
      run_cli({"schedule", file, "-m", "mips-5", "--with", "superblock,optimal", "-o", "-"}).out,
      "lw t0, 0(a0)\n  addi t1, a1, 1\n  add a0, t1, t0\n"));
  CHECK(has(run_cli({"schedule", "lecture/p4", "--with", "superblock"}).out,
            "there is no superblock"));
  CHECK(has(run_cli({"schedule", file, "--with", "superblok"}).err, "did you mean 'superblock'?"));
  const Outcome measured =
      run_cli({"schedule", file, "-m", "mips-5", "--with", "trace", "--profile"});
  CHECK(measured.exit_code == 0);
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

TEST_CASE("schedule --pipeline shows bounds, table and figure, and what both runs take") {
  const Outcome run =
      run_cli({"schedule", "lecture/multiply_add_loop", "-m", "mips-5-fp", "--block", "loop",
               "--pipeline", "--simulate", "--verify", "--steps", "--with", "source"});
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  // Ten instructions and the cycle behind the taken branch, one at a time: 11.
  for (const char* words :
       {"loop 'loop' software-pipelined: an iteration every 11 cycles, 2 in flight",
        "verified: the results are the same", "9 RAW $s4 +1 (next iteration)",
        "3 RAW memory +1 (8 iterations on)", "'issue' is needed for 11 cycles",
        "among them 1 cycle behind the taken branch", "the least there can be", "step by step",
        "issued (stage)", "not pipelined", "prologue", "kernel", "epilogue",
        "predicted: 192 cycles before, 153 behind", "A 192 cycles, B 153 cycles"})
    CHECK(has(run.out, words));
}

TEST_CASE("schedule --pipeline in JSON, as a picture and as a program") {
  const Outcome run =
      run_cli({"schedule", "textbook/x_plus_s", "-m", "hp-latency", "--block", "loop",
               "--pipeline=swing", "--simulate", "--with", "source", "--json"});
  REQUIRE(run.exit_code == 0);
  const auto answer = nlohmann::json::parse(run.out);
  REQUIRE(answer["loops"].size() == 1);
  const auto& loop = answer["loops"][0];
  CHECK(loop["label"] == "loop");
  CHECK(loop["kernel"] == "loop_pipelined");
  CHECK(loop["why_not"].is_null());
  CHECK(loop["res_mii"] == 5);
  CHECK(loop["rec_mii"] == 1);
  CHECK(loop["interval"] == 5);
  CHECK(loop["proven"] == true);
  CHECK(loop["schedule"].size() == 5);
  CHECK(loop["predicted"] ==
        nlohmann::json{{"source_iteration", 9.0}, {"kernel_iteration", 5.0}, {"exact", true}});
  bool carried = false;
  for (const auto& edge : loop["edges"])
    carried |=
        edge["from"] == 4 && edge["to"] == 1 && edge["kind"] == "RAW" && edge["distance"] == 1;
  CHECK(carried);
  CHECK(answer["predicted"]["scheduled_cycles"] == answer["simulated"]["scheduled_cycles"]);

  const Outcome picture = run_cli({"schedule", "textbook/x_plus_s", "-m", "hp-latency", "--block",
                                   "loop", "--pipeline", "--format", "svg"});
  CHECK(picture.exit_code == 0);
  CHECK(has(picture.out, "class=\"kernel\""));
  const Outcome page = run_cli({"schedule", "textbook/x_plus_s", "-m", "hp-latency", "--block",
                                "loop", "--pipeline", "--format", "html"});
  CHECK(has(page.out, "<h2>Loop loop</h2>"));
  const Outcome graph = run_cli(
      {"schedule", "textbook/x_plus_s", "-m", "hp-latency", "--block", "loop", "--format", "dot"});
  CHECK(has(graph.out, "distance 1"));
  const Outcome program = run_cli({"schedule", "textbook/x_plus_s", "-m", "hp-latency", "--block",
                                   "loop", "--pipeline", "--verify", "-o", "-"});
  CHECK(program.exit_code == 0);
  for (const char* words :
       {"loop_pipelined: # 1 iteration in 5 cycles", "loop_rest:", "loop_done:"})
    CHECK(has(program.out, words));
}

TEST_CASE("schedule --pipeline leaves what it cannot do, and says why") {
  const Outcome left = run_cli({"schedule", "textbook/daxpy", "-m", "mips-5-fp", "--pipeline",
                                "--block", "loop", "--verify"});
  CHECK(left.exit_code == 0);
  CHECK(has(left.out, "loop 'loop' is left as it is: it does not compare a register"));
  const Outcome none = run_cli({"schedule", "lecture/p4", "-m", "lecture-4", "--pipeline"});
  CHECK(none.exit_code == 0);
  CHECK(has(none.out, "there is no loop of one block to pipeline"));
  const Outcome picture = run_cli({"schedule", "textbook/x_plus_s", "-m", "hp-latency", "--block",
                                   "main", "--pipeline", "--format", "svg"});
  CHECK(picture.exit_code == 2);
  CHECK(has(picture.err, "expected --block LABEL of a loop, as there are 0"));
  const Outcome both = run_cli({"schedule", "textbook/x_plus_s", "-m", "hp-latency", "--block",
                                "loop", "--unroll", "2", "--pipeline", "--with", "source"});
  CHECK(has(both.out, "loop 'loop_unrolled' is left as it is")); // nothing to overlap any more
  CHECK(!has(both.out, "'loop_rest'"));
  const Outcome word =
      run_cli({"schedule", "textbook/x_plus_s", "-m", "hp-latency", "--pipeline=rau"});
  CHECK(word.exit_code == 2);
  CHECK(has(word.err, "ims"));
}

TEST_CASE("schedule: --all is what is done without a choice, and excludes one") {
  const Outcome all = run_cli({"schedule", "lecture/p4", "-m", "lecture-4", "--all"});
  CHECK(all.exit_code == 0);
  CHECK(all.out == run_cli({"schedule", "lecture/p4", "-m", "lecture-4"}).out);
  CHECK(run_cli({"schedule", "lecture/p4", "-m", "lecture-4", "--all", "--block", "1"}).exit_code ==
        2);
}

TEST_CASE("schedule: constants in the spellings of books are rewritten as they are written") {
  const Folder folder;
  // SUBI R1,R1,#8 is an addition of -8: four of them subtract 32.
  for (const char* subtract : {"SUBI", "SUBUI", "DSUBI", "DSUBUI"}) {
    const std::string loop =
        folder.file("v.mips", std::string("Loop: LD F0,0(R1)\nMULTD F4,F0,F2\nSD F4,0(R1)\n") +
                                  subtract + " R1,R1,#8\nBNE R1,R2,Loop\n");
    const Outcome run = run_cli({"schedule", loop, "-m", "dual-5", "--unroll", "4", "--verify"});
    CAPTURE(subtract, run.err);
    CHECK(run.exit_code == 0);
    const std::string file = folder.file("u.mips");
    CHECK(run_cli({"schedule", loop, "-m", "dual-5", "--unroll", "4", "-o", file}).exit_code == 0);
    CHECK(has(text_of_file(file), std::string(subtract) + " R1, R1, 32"));
  }
  // '#' begins no comment there.
  const std::string book = folder.file("p.mips", "Loop: L.D F0,0(R1)\n ADD.D F4,F0,F2\n"
                                                 " S.D F4,0(R1)\n DADDUI R1,R1,#-8\n"
                                                 " BNE R1,R2,Loop\n");
  const Outcome pipelined = run_cli({"schedule", book, "-m", "dual-5", "--pipeline", "--simulate"});
  CAPTURE(pipelined.err);
  CHECK(pipelined.exit_code == 0);
}
