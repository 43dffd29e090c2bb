#include "smoke/process.hpp"

#include <catch2/catch.hpp>

#include <filesystem>

using namespace stallscope::smoke;

namespace {

/// Sums 10 + 9 + ... + 1 into s0 and `result`, and prints the sum. 63 cycles on mips-5: as
/// 'stallscope run' says.
constexpr const char* kSum = ".data\nresult: .word 0\n.text\nmain: li s0, 0\n  li t1, 10\n"
                             "loop: add s0, s0, t1\n  addi t1, t1, -1\n  bnez t1, loop\n"
                             "  la t2, result\n  sw s0, 0(t2)\n  mv a0, s0\n  li a7, 1\n  ecall\n"
                             "  li a7, 10\n  ecall\n";

constexpr const char* kRubric =
    "title = \"Exercise 3\"\nlimit_seconds = 0.5\n"
    "[[task]]\nname = \"sum\"\nfile = \"sum.s\"\nmachine = \"mips-5\"\n"
    "[[task.check]]\nmarks = 2\noutput = \"55\"\n"
    "[[task.check]]\nwhat = \"the sum is in s0\"\nregisters = { s0 = 55 }\n"
    "[[task.check]]\nmemory = { result = 55 }\n"
    "[[task.check]]\nmarks = 4\ncycles = 60\ncycles_none = 75\n"
    "[[task]]\nname = \"table\"\nfile = \"table.csv\"\ntable_of = \"lecture/p4\"\n"
    "machine = \"lecture-4\"\nmarks = 5\npartial = true\n";

/// A folder of a student.
void hand_in(const Folder& folder, const std::string& student, const std::string& file,
             const std::string& text) {
  std::filesystem::create_directories(folder.path() / student);
  static_cast<void>(folder.file(student + "/" + file, text));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

} // namespace

// ada: 63 cycles, between 60 (all 4 marks) and 75 (none): 4 x (75 - 63) / 15 = 3.2. bob: the loop
// begins at 9, 45; fewer cycles count for nothing. eve: never ends. kim: does not assemble. Of the
// table's 20 cells 5 are wrong: 5 x 15 / 20 = 3.75.
TEST_CASE("students' programs and tables are marked, each with its feedback") {
  const Folder folder;
  const std::string rubric = folder.file("rubric.toml", kRubric);
  hand_in(folder, "ada", "sum.s", kSum);
  hand_in(folder, "ada", "table.csv",
          "cycle,ID,RR,ALU,RW\n1,1,,,\n2,2,1,,\n3,2,,1,\n4,2,,,1\n5,3,2,,\n6,4,3,2,\n7,4,,3,2\n"
          "8,4,,,3\n9,,4,,\n10,,,4,\n11,,,,4\n");
  hand_in(folder, "bob", "sum.s", replaced(kSum, "t1, 10", "t1, 9"));
  hand_in(folder, "bob", "table.csv",
          "op;1;2;3;4;5;6;7;8;9;10;11\n1;ID;RR;ALU;RW\n2;;ID;RR;ALU;RW;;\n"
          "3;;;;;ID;RR;ALU;RW\n4;;;;;;ID;RAW;RAW;RR;ALU;RW\n");
  hand_in(folder, "eve", "sum.s", "main: addi t0, t0, 1\n  j main\n");
  hand_in(folder, "kim", "sum.s", "main: addd a0, a0, 1\n");
  const Outcome run = run_cli({"grade", rubric, folder.file("ada"), folder.file("bob") + "/",
                               folder.file("eve"), folder.file("kim"), "-o",
                               folder.file("marks.csv"), "--feedback", folder.file("feedback")});
  CHECK(run.err.empty());
  CHECK(run.exit_code == 0);
  CHECK(read_file(folder.file("marks.csv")) == "submission,sum,table,total,of\n"
                                               "ada,7.2,5,12.2,13\n"
                                               "bob,0,3.75,3.75,13\n"
                                               "eve,0,0,0,13\n"
                                               "kim,0,0,0,13\n");
  const auto feedback = [&folder](const std::string& student) {
    return read_file(folder.file("feedback/" + student + ".txt"));
  };
  CHECK(has(feedback("ada"), "Exercise 3\nada: 12.2 of 13 marks\n"));
  CHECK(has(feedback("ada"), "+ 1 of 1  the sum is in s0\n"));
  CHECK(has(feedback("ada"), "63 cycles; all marks for at most 60, none from 75 on\n"));
  CHECK(has(feedback("bob"), "line 1 of the output is '45'; expected '55'\n"));
  CHECK(has(feedback("bob"), "register s0 holds 45; expected 55\n"));
  CHECK(has(feedback("bob"), "memory at result[0] (0x10000000) holds 45; expected 55\n"));
  CHECK(has(feedback("bob"), "counts only when everything else is right"));
  CHECK(has(feedback("bob"), "cycle 3: found 'RR', expected ID (it waits there)"));
  CHECK(has(feedback("eve"), "it does not end: stopped after 0.5 seconds"));
  CHECK(has(feedback("kim"), "sum.s:1:7: error: unknown instruction 'addd'"));
  CHECK(has(feedback("kim"), "table.csv: error: cannot be read"));
}

TEST_CASE("a submission may be a file when there is one task") {
  const Folder folder;
  const std::string rubric = folder.file(
      "rubric.toml", "[[task]]\nfile = \"sum.s\"\nmachine = \"mips-5\"\n"
                     "[[task.check]]\noutput_contains = \"55\"\n[[task.check]]\nexit_code = 0\n");
  const std::string file = folder.file("ada.s", kSum);
  const Outcome run = run_cli({"grade", rubric, file});
  CHECK(run.exit_code == 0);
  CHECK(run.out == "submission,sum.s,total,of\nada.s,2,2,2\n");
}

TEST_CASE("every problem of a rubric is listed with its place") {
  const Folder folder;
  const std::string rubric = folder.file(
      "rubric.toml", "limit_second = 1\n"
                     "[[task]]\nfile = \"a.s\"\nmachine = \"mips-6\"\n"
                     "[[task.check]]\nouput = \"x\"\n"
                     "[[task.check]]\noutput = \"x\"\nexit_code = 0\n"
                     "[[task]]\nfile = \"b.csv\"\nmachine = \"lecture-4\"\ntable_of = \"nowhere\"\n"
                     "[[task]]\nfile = \"c.s\"\nmachine = \"mips-5\"\nmarks = 3\n");
  const Outcome run = run_cli({"grade", rubric, folder.path().string()});
  CHECK(run.exit_code == 2);
  for (const char* part :
       {"rubric.toml:1:1: error: unknown key 'limit_second' in the rubric",
        "did you mean 'limit_seconds'?", "rubric.toml:4:11: error: unknown machine 'mips-6'",
        "rubric.toml:6:1: error: unknown key 'ouput' of a check",
        "rubric.toml:5:1: error: the check looks at nothing",
        "rubric.toml:7:1: error: the check looks at several things",
        "rubric.toml:13:12: error: there is no such file",
        "rubric.toml:14:1: error: the task has nothing to check",
        "rubric.toml:17:9: error: 'marks' is of a table"}) {
    INFO(part << "\n" << run.err);
    CHECK(has(run.err, part));
  }
  const Outcome none = run_cli({"grade", folder.file("r2.toml", kRubric), folder.file("nobody")});
  CHECK(none.exit_code == 2);
  CHECK(has(none.err, "there is no such file or folder; expected a submission"));
}
