#include "machine/machine_file.hpp"
#include "session/runner.hpp"
#include "sweep/grade.hpp"
#include "sweep/plan.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::sweep;

namespace {

/// P4 on lecture-4 as the lecture draws it (section 2): 11 cycles. Instruction 2 waits
/// for $t2 in ID in cycles 3 and 4, and 4 for $t7 in cycles 7 and 8. The instructions are in the
/// pipeline for 4 + 6 + 4 + 6 = 20 cycles.
trace::RunRecord p4() {
  Experiment context;
  ProgramEntry entry;
  entry.file = "lecture/p4";
  const auto program = read_program(context, entry, false, 1);
  const auto machine = machine::load_machine("lecture-4");
  REQUIRE(program);
  REQUIRE(machine);
  session::RunOptions options;
  options.record = true;
  return session::run_program(*program, *machine, options);
}

const std::string kByCycle = "cycle,ID,RR,ALU,RW\n1,1,,,\n2,2,1,,\n3,2,-,1,\n4,2,,,1\n5,3,2,,\n"
                             "6,4,3,2,\n7,4,,3,2\n8,4,,,3\n9,,4,,\n10,,,4,\n11,,,,4\n";
const std::string kByOp = "op,1,2,3,4,5,6,7,8,9,10,11\n1,ID,RR,ALU,RW\n2,,ID,ID,ID,RR,ALU,RW\n"
                          "3,,,,,ID,RR,ALU,RW\n4,,,,,,ID,ID,ID,RR,ALU,RW\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

} // namespace

TEST_CASE("a right table of cycles is right in both forms") {
  const trace::RunRecord truth = p4();
  for (const std::string& table : {kByCycle, kByOp}) {
    const TableComparison compared = compare_table(table, truth);
    CHECK(compared.problem.empty());
    CHECK(compared.cells == 20);
    CHECK(compared.right == 20);
  }
}

TEST_CASE("a table may be written in the ways people write it") {
  const trace::RunRecord truth = p4();
  const auto is_right = [&truth](const std::string& table) {
    const TableComparison compared = compare_table(table, truth);
    INFO(compared.problem);
    return compared.problem.empty() && compared.right == 20;
  };
  std::string semicolons = "\xEF\xBB\xBF" + kByCycle;
  std::replace(semicolons.begin(), semicolons.end(), ',', ';');
  CHECK(is_right(semicolons));
  CHECK(is_right(replaced(kByCycle, "2,2,1,,\n", "2, #2 , I1 ,,\r\n")));
  CHECK(is_right(replaced(kByCycle, "3,2,-,1,\n", "3,2 RAW,.,\"add $t2, $t0, $t1\",\n")));
  CHECK(is_right(replaced(kByCycle, "cycle,ID,RR,ALU,RW\n1,1,,,\n", "Cycle,id,rr,alu,rw\n1,1\n")));
  CHECK(is_right(replaced(kByOp, "2,,ID,ID,ID,", "2,,id,RAW,stall,")));
}

TEST_CASE("the first wrong cell of a table is named, and the others are counted") {
  const trace::RunRecord truth = p4();
  const auto problem = [&truth](const std::string& table, std::uint64_t right) {
    const TableComparison compared = compare_table(table, truth);
    CHECK(compared.right == right);
    return compared.problem;
  };
  // Two cells: instruction 2 moves on too early, and is not where it should be.
  CHECK(problem(replaced(kByCycle, "4,2,,,1\n", "4,,2,,1\n"), 19) ==
        "cycle 4, stage ID: found nothing, expected instruction 2 (add $t4, $t3, $t2)");
  CHECK(problem(replaced(kByCycle, "1,1,,,\n", "1,1,,,2\n"), 20) ==
        "cycle 1, stage RW: found '2', expected nothing");
  CHECK(problem(kByCycle + "12,,,,4\n", 20) == "cycle 12, stage RW: found '4', expected nothing");
  CHECK(problem(replaced(kByOp, "2,,ID,ID,ID,RR", "2,,ID,RR,RR,RR"), 18) ==
        "instruction 2 (add $t4, $t3, $t2), cycle 3: found 'RR', expected ID (it waits there)");
  CHECK(problem(replaced(kByOp, "3,,,,,ID", "3,,,,,stall"), 19) ==
        "instruction 3 (add $t7, $t5, $t6), cycle 5: found 'stall', expected ID");
}

TEST_CASE("what is no table of cycles is said to be none") {
  const trace::RunRecord truth = p4();
  const auto problem = [&truth](const std::string& table) {
    const TableComparison compared = compare_table(table, truth);
    CHECK(compared.right == 0);
    return compared.problem;
  };
  CHECK(problem("") == "the table has no heading; expected 'cycle' and the stages, or 'op' and the "
                       "cycles, in the first line");
  CHECK(problem("1,2,3\n").find("no heading") != std::string::npos);
  CHECK(problem("cycle,ID,RR,ALU\n1,1,,\n") == "the column of stage RW is missing");
  CHECK(problem("cycle,ID,RR,ALU,RW\none,1,,,\n") ==
        "line 2 begins with 'one'; expected a number that no other line has");
  CHECK(problem("cycle,ID,RR,ALU,RW\n1,1,,,\n1,1,,,\n").find("line 3 begins with '1'") == 0);
  CHECK(problem("cycle,ID,RR,ALU,RW\n99999999999,1,,,\n") ==
        "cycle 99999999999 is far behind the end");
}

TEST_CASE("CSV is read with quotes, doubled quotes and line ends inside them") {
  using Rows = std::vector<std::vector<std::string>>;
  CHECK(read_csv("a,b\r\nc,\"d, \"\"e\"\"\nf\"\n") == Rows{{"a", "b"}, {"c", "d, \"e\"\nf"}});
  CHECK(read_csv("a;b,c;d\n1;2") == Rows{{"a", "b,c", "d"}, {"1", "2"}});
  CHECK(read_csv("").empty());
  CHECK(read_csv("\"open") == Rows{{"open"}});
}
