#include "unit/trace/sample_runs.hpp"

#include <catch2/catch.hpp>

#include <regex>

using namespace stallscope;
using namespace stallscope::trace;
using namespace stallscope::trace::test;

namespace {

View table_view() {
  View view;
  view.table = true;
  return view;
}

} // namespace

TEST_CASE("two tables stand side by side by cycle, with a star at what differs") {
  const std::string text =
      text_comparison(p4(), p4_swapped(), table_view(), Align::cycle, {false, false, 100});
  CHECK(text.substr(0, text.find("* differs")) ==
        R"(A: p4.mips on lecture-4
B: p4-swapped.mips on lecture-4

A: 11 cycles                                    B: 8 cycles
cycle |  ID          RR       ALU      RW     | cycle |  ID          RR       ALU      RW
------+---------------------------------------+-------+--------------------------------------
    1 |  1           - fill   - fill   - fill |     1 |  1           - fill   - fill   - fill
    2 | *2           1        - fill   - fill |     2 | *2           1        - fill   - fill
    3 | *2 RAW $t2  *- RAW    1        - fill |     3 | *3          *2        1        - fill
    4 |  2 RAW $t2   - RAW   *- RAW    1      |     4 |  3 RAW $t2   - RAW   *2        1
    5 | *3           2        - RAW   *- RAW  |     5 | *4           3        - RAW   *2
    6 | *4          *3        2        - RAW  |     6 | *- end      *4        3        - RAW
    7 | *4 RAW $t7   - RAW   *3        2      |     7 | *- end       - end   *4        3
    8 | *4 RAW $t7   - RAW    - RAW   *3      |     8 | *- end       - end    - end   *4
    9 |  - end      *4        - RAW    - RAW  |       |
   10 |  - end       - end   *4        - RAW  |       |
   11 |  - end       - end    - end   *4      |       |
)");
  CHECK(has(text, "A 11 cycles, B 8 cycles: B saves 3 cycles (27.3 %).\n"));
}

TEST_CASE("by instruction, the cycles in which the n-th instruction retires stand on one line") {
  const std::string text =
      text_comparison(p4(), p4_swapped(), table_view(), Align::instruction, {false, false, 100});
  CHECK(has(text, "    4 |  2 RAW $t2   - RAW   *- RAW    1      |     4 |"));
  CHECK(has(text, "    5 | *3          *2        - RAW    - RAW  |       |\n"));
  // Second to retire: cycle 7 in A, cycle 5 in B.
  const std::size_t line = text.find("\n    7 | ");
  REQUIRE(line != std::string::npos);
  CHECK(has(text.substr(line, text.find('\n', line + 1) - line), " |     5 | "));
  const std::size_t last = text.find("\n   11 | ");
  CHECK(has(text.substr(last, text.find('\n', last + 1) - last), " |     8 | "));
}

TEST_CASE("two tables that do not fit beside each other stand below each other, with a note") {
  const std::string text =
      text_comparison(p4(), p4_swapped(), table_view(), Align::cycle, {false, false, 60});
  CHECK(has(text, "Side by side the two need 71 columns; below each other for"));
  CHECK(has(text, "\nB: 8 cycles\ncycle |"));
}

TEST_CASE("marks of empty cells are left out when that makes room for both") {
  const std::string text =
      text_comparison(p4(), p4_swapped(), table_view(), Align::cycle, {false, true, 80});
  CHECK(std::regex_search(text, std::regex("A: 11 cycles +B: 8 cycles"))); // beside each other
  CHECK_FALSE(has(text, "· RAW"));
}

TEST_CASE("a reordered program can be shown with the numbers of the original") {
  RunRecord swapped = p4_swapped();
  swapped.structures = Structures{Cycle{4}, {{"rob", "Reorder buffer", {"#"}, {{"#2"}}}}};
  REQUIRE(number_alike(p4(), swapped));
  // B fetches 1, 3, 2, 4 of A; its third operation is A's second.
  CHECK(swapped.shown(OpId{2}) == OpId{3});
  CHECK(swapped.shown(OpId{3}) == OpId{2});
  CHECK(swapped.shown(OpId{4}) == OpId{4});
  const std::string text = text_table(swapped, table_view(), {false, false, 100});
  CHECK(has(text, "    4 | 2 RAW $t2  - RAW   3       1\n"));
  CHECK(has(text, "  3  add $t7, $t5, $t6\n"));
  CHECK(shown_structures(swapped).tables[0].rows[0][0] == "#3");
  // Structures say the same numbers, wherever in a cell.
  CHECK(with_shown_numbers("#2 add $t7, $t5, $t6", swapped) == "#3 add $t7, $t5, $t6");
  CHECK(with_shown_numbers("after store #3, #2", swapped) == "after store #2, #3");
  CHECK(with_shown_numbers("p2", swapped) == "p2");
  CHECK(with_shown_numbers("#", swapped) == "#");

  RunRecord same = p4();
  CHECK_FALSE(number_alike(p4(), same)); // nothing to change
  RunRecord other = dual();
  CHECK_FALSE(number_alike(p4(), other)); // too little in common
  CHECK(other.shown_as.empty());
}

TEST_CASE("a run compared with itself has no difference") {
  View view = table_view();
  view.diagram = true;
  const std::string text = text_comparison(dual(), dual(), view, Align::cycle, {false, false, 300});
  CHECK(text.find('*') == text.rfind('*')); // only in the line that explains it
  CHECK(
      has(text,
          "Every instruction retires in the same cycle in both.\nA and B both take 11 cycles.\n"));
  CHECK_FALSE(first_divergence(p4(), p4()).has_value());
}

TEST_CASE("the first divergence names both cycles and the wait of the later one") {
  const auto found = first_divergence(p4(), p4_swapped());
  REQUIRE(found.has_value());
  CHECK(found->instruction == 2);
  CHECK(found->a_cycle == Cycle{7});
  CHECK(found->b_cycle == Cycle{5});
  CHECK(found->sentence ==
        "as number 2 to retire, A has add $t4, $t3, $t2 (cycle 7) and B has add $t7, $t5, $t6 "
        "(cycle 5); in A it "
        "spends 2 cycles in ID because it waits for $t2 from instruction 1 (add $t2, $t0, $t1)");
}

TEST_CASE("when one run retires fewer instructions, the first missing one is the divergence") {
  RunBuilder b("short.mips", "lecture-4", lecture_lanes(), {"add $t2, $t0, $t1"});
  b.op(1, 0, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, 4);
  const RunRecord shorter = b.build(4);
  const auto found = first_divergence(p4(), shorter);
  REQUIRE(found.has_value());
  CHECK(found->instruction == 2);
  CHECK(found->b_cycle == Cycle{0});
  CHECK(found->sentence ==
        "instruction 2 (add $t4, $t3, $t2) retires in cycle 7 in A; B retires only 1 instruction");
}

TEST_CASE("from a part of a run no difference is reported that the rest may contradict") {
  RunBuilder late("late.mips", "lecture-4", lecture_lanes(), {"add $t7, $t5, $t6"});
  late.op(3, 0, {{0, 5}, {1, 6}, {2, 7}, {3, 8}}, 8);
  const RunRecord window = late.build(5, 8, 1);
  CHECK_FALSE(first_divergence(p4(), window).has_value());
  CHECK(has(text_comparison(p4(), window, table_view(), Align::cycle, {false, false, 300}),
            "The first difference is only told when both records begin with cycle 1."));

  RunBuilder early("p4.mips", "lecture-4", lecture_lanes(), {"add $t2, $t0, $t1"});
  early.op(1, 0, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, 4);
  RunRecord cut = early.build(5);
  cut.cycles = 11; // the run went on
  CHECK_FALSE(first_divergence(p4(), cut).has_value());
  const std::string text =
      text_comparison(p4(), cut, table_view(), Align::cycle, {false, false, 300});
  CHECK(has(text, "Up to cycle 5 every instruction retires in the same cycle in both."));
}

TEST_CASE("wrong-path rows never pair up by instruction") {
  View view;
  view.diagram = true;
  const std::string text =
      text_comparison(dual(), p4(), view, Align::instruction, {false, false, 300});
  const std::size_t row = text.find("\n4x ");
  REQUIRE(row != std::string::npos);
  const std::string line = text.substr(row + 1, text.find('\n', row + 1) - row - 1);
  CHECK_FALSE(has(line, "add"));
}
