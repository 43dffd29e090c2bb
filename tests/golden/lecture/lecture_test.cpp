#include "golden/lesson.hpp"
#include "timeline/occupancy_table.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

// The compiler course's four-stage pipeline: ID decodes, RR reads registers, ALU computes, RW
// writes. A value written in RW in cycle c can be read in RR from cycle c + 1; an instruction whose
// operands are not ready waits in ID and holds back those behind it. So three cycles lie between a
// producer's RR and its consumer's RR.

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

namespace {

/// The table as the lecture prints it, "cycle:ID,RR,ALU,RW" with the instructions numbered as given
/// by program order.
std::string printed_table(const Lesson& lesson, const std::vector<int>& numbers) {
  const Timeline& timeline = lesson.run.timeline;
  const OccupancyTable table = occupancy_table(timeline, timeline.first_cycle, timeline.end_cycle);
  std::string out;
  for (std::size_t c = 0; c < table.rows.size(); ++c) {
    out += fmt::format("{}{}:", c == 0 ? "" : "  ", c + 1);
    for (std::size_t lane = 0; lane < table.lanes.size(); ++lane) {
      const auto& occupants = table.rows[c][lane].occupants;
      out += lane == 0 ? "" : ",";
      out += occupants.empty() ? "-" : fmt::format("{}", numbers.at(occupants[0].op.value - 1));
    }
  }
  return out;
}

constexpr const char* kP4 = R"(
  add $t2, $t0, $t1
  add $t4, $t3, $t2
  add $t7, $t5, $t6
  add $t0, $t0, $t7
)";
constexpr const char* kP4Swapped = R"(
  add $t2, $t0, $t1
  add $t7, $t5, $t6
  add $t4, $t3, $t2
  add $t0, $t0, $t7
)";

} // namespace

TEST_CASE("lecture 2: three independent adds, one at a time, take 12 cycles") {
  const Lesson lesson = check_timeline(Isa::mips, "serial", R"(
    add $t2, $t0, $t1 | ID RR ALU RW
    add $t5, $t3, $t4 | .  .  .   .  ID RR ALU RW
    add $t8, $t6, $t7 | .  .  .   .  .  .  .   .  ID RR ALU RW
  )");
  CHECK(lesson.run.cycles == 12);
}

TEST_CASE("lecture 2: three independent adds, pipelined, take 6 cycles") {
  const Lesson lesson = check_timeline(Isa::mips, "lecture-4", R"(
    add $t2, $t0, $t1 | ID RR ALU RW
    add $t5, $t3, $t4 | .  ID RR  ALU RW
    add $t8, $t6, $t7 | .  .  ID  RR  ALU RW
  )");
  CHECK(lesson.run.cycles == 6);
}

TEST_CASE("lecture 2: P4 waits for $t2 and for $t7, 11 cycles") {
  // $t2 is written in cycle 4 and read in 5; $t7 is written in 8 and read in 9. The third add could
  // have run while the second waited, but stands behind it.
  for (const char* machine : {"lecture-4", "lecture-4-shared"}) {
    const Lesson lesson = check_timeline(Isa::mips, machine, R"(
      add $t2, $t0, $t1 | ID RR ALU RW
      add $t4, $t3, $t2 | .  ID RAW RAW RR ALU RW
      add $t7, $t5, $t6 | .  .  .   .   ID RR  ALU RW
      add $t0, $t0, $t7 | .  .  .   .   .  ID  RAW RAW RR ALU RW
    )");
    CHECK(lesson.run.cycles == 11);
    // The table printed in the course.
    CHECK(printed_table(lesson, {1, 2, 3, 4}) ==
          "1:1,-,-,-  2:2,1,-,-  3:2,-,1,-  4:2,-,-,1  5:3,2,-,-  6:4,3,2,-  7:4,-,3,2  "
          "8:4,-,-,3  9:-,4,-,-  10:-,-,4,-  11:-,-,-,4");
  }
}

TEST_CASE("lecture 2: P4 swapped, read and write in one cycle, takes 8 cycles") {
  const Lesson lesson = check_timeline(Isa::mips, "lecture-4", R"(
    add $t2, $t0, $t1 | ID RR ALU RW
    add $t7, $t5, $t6 | .  ID RR  ALU RW
    add $t4, $t3, $t2 | .  .  ID  RAW RR ALU RW
    add $t0, $t0, $t7 | .  .  .   .   ID RR  ALU RW
  )");
  CHECK(lesson.run.cycles == 8);
}

TEST_CASE("lecture 2: P4 swapped, a read and a write never in one cycle, takes 9 cycles") {
  // In cycle 5 the second add writes $t7: the third, whose $t2 is there, may not read yet.
  const Lesson lesson = check_timeline(Isa::mips, "lecture-4-shared", R"(
    add $t2, $t0, $t1 | ID RR ALU RW
    add $t7, $t5, $t6 | .  ID RR  ALU RW
    add $t4, $t3, $t2 | .  .  ID  RAW RP RR ALU RW
    add $t0, $t0, $t7 | .  .  .   .   .  ID RR  ALU RW
  )");
  CHECK(lesson.run.cycles == 9);
  // The table printed in the course, which numbers the instructions as before the swap.
  CHECK(printed_table(lesson, {1, 3, 2, 4}) ==
        "1:1,-,-,-  2:3,1,-,-  3:2,3,1,-  4:2,-,3,1  5:2,-,-,3  6:4,2,-,-  7:-,4,2,-  "
        "8:-,-,4,2  9:-,-,-,4");
}

TEST_CASE("lecture 2: the swap saves 3 cycles with split ports and 2 with shared ones") {
  const auto cycles = [](const char* machine, const char* source) {
    return run_lesson(Isa::mips, machine, source).run.cycles;
  };
  CHECK(cycles("lecture-4", kP4) - cycles("lecture-4", kP4Swapped) == 3);
  CHECK(cycles("lecture-4-shared", kP4) - cycles("lecture-4-shared", kP4Swapped) == 2);
}

TEST_CASE("lecture 1: a shift in place of a 4-cycle multiplication saves its 3 cycles") {
  const On machine{"lecture-4", {"unit.alu.pipelined=false", "unit.alu.latencies={multiply=4}"}};
  check_timeline(Isa::mips, machine, R"(
    mul $t2, $t0, $t1 | ID RR ALU ALU ALU ALU RW
    add $t3, $t2, $t4 | .  ID RAW RAW RAW RAW RAW RR ALU RW
  )");
  check_timeline(Isa::mips, machine, R"(
    sll $t2, $t0, 3   | ID RR ALU RW
    add $t3, $t2, $t4 | .  ID RAW RAW RR ALU RW
  )");
}

TEST_CASE("lecture 2: a taken branch resolved in ALU discards the 2 instructions behind it") {
  const char* source = R"(
            beq $zero, $zero, target
            add $t0, $t1, $t2
            add $t3, $t1, $t2
    target: add $t5, $t1, $t2
  )";
  check_timeline(Isa::mips, "lecture-4", source, R"(
    beq $zero, $zero, target | ID RR ALU RW
    add $t0, $t1, $t2        | .  ID RR flushed
    add $t3, $t1, $t2        | .  .  ID flushed
    add $t5, $t1, $t2        | .  .  .  ID RR ALU RW
  )");
  // One at a time, nothing is behind it.
  check_timeline(Isa::mips, "serial", source, R"(
    beq $zero, $zero, target | ID RR ALU RW
    add $t5, $t1, $t2        | .  .  .   .  ID RR ALU RW
  )");
}

TEST_CASE("lecture 2: a loaded value is read as any other, after RW") {
  check_timeline(Isa::tac, "lecture-4", R"(
    t0 = mem[t1 + 8] | ID RR ALU RW
    mem[t1 + 8] = t0 | .  ID RAW RAW RR ALU RW
  )");
}

// ---- section 3: block B6
// -------------------------------------------------------------------------------------------

namespace {

constexpr std::array<const char*, 6> kInstructionsOfB6{
    "t0 = t1 + t2", "t1 = t0 + t1", "t3 = t2 + t4", "t0 = t1 + t2", "t5 = t3 + t4", "t6 = t2 + t7"};

/// Edges of its dependence graph: 1->2 RAW t0 and WAR t1; 1->4 WAW t0; 2->4 RAW t1 and WAR t0; 3->5
/// RAW t3.
constexpr std::array<std::pair<int, int>, 4> kB6Edges{{{1, 2}, {1, 4}, {2, 4}, {3, 5}}};

std::string b6_in_order(const std::array<int, 6>& order) {
  std::string source;
  for (const int n : order)
    source += fmt::format("{}\n", kInstructionsOfB6.at(static_cast<std::size_t>(n) - 1));
  return source;
}

bool is_legal(const std::array<int, 6>& order) {
  const auto place = [&](int n) { return std::find(order.begin(), order.end(), n); };
  return std::all_of(kB6Edges.begin(), kB6Edges.end(),
                     [&](const auto& edge) { return place(edge.first) < place(edge.second); });
}

} // namespace

TEST_CASE("lecture 3: B6 in source order takes 12 cycles") {
  const Lesson lesson = check_timeline(Isa::tac, "lecture-4", R"(
    t0 = t1 + t2 | ID RR ALU RW
    t1 = t0 + t1 | .  ID RAW RAW RR ALU RW
    t3 = t2 + t4 | .  .  .   .   ID RR  ALU RW
    t0 = t1 + t2 | .  .  .   .   .  ID  RAW RR ALU RW
    t5 = t3 + t4 | .  .  .   .   .  .   .   ID RR  ALU RW
    t6 = t2 + t7 | .  .  .   .   .  .   .   .  ID  RR  ALU RW
  )");
  CHECK(lesson.run.cycles == 12);
}

TEST_CASE("lecture 3: B6 in the first topological order, 3 5 1 2 4 6, takes 15 cycles") {
  const Lesson lesson = check_timeline(Isa::tac, "lecture-4", R"(
    t3 = t2 + t4 | ID RR ALU RW
    t5 = t3 + t4 | .  ID RAW RAW RR ALU RW
    t0 = t1 + t2 | .  .  .   .   ID RR  ALU RW
    t1 = t0 + t1 | .  .  .   .   .  ID  RAW RAW RR ALU RW
    t0 = t1 + t2 | .  .  .   .   .  .   .   .   ID RAW RAW RR ALU RW
    t6 = t2 + t7 | .  .  .   .   .  .   .   .   .  .   .   ID RR  ALU RW
  )");
  CHECK(lesson.run.cycles == 15);
}

TEST_CASE("lecture 3: B6 as list-scheduled, 1 3 6 2 5 4, takes 10 cycles") {
  const Lesson lesson = check_timeline(Isa::tac, "lecture-4", R"(
    t0 = t1 + t2 | ID RR ALU RW
    t3 = t2 + t4 | .  ID RR  ALU RW
    t6 = t2 + t7 | .  .  ID  RR  ALU RW
    t1 = t0 + t1 | .  .  .   ID  RR  ALU RW
    t5 = t3 + t4 | .  .  .   .   ID  RR  ALU RW
    t0 = t1 + t2 | .  .  .   .   .   ID  RAW RR ALU RW
  )");
  CHECK(lesson.run.cycles == 10);
}

TEST_CASE("lecture 3: of the 60 legal orders of B6, 4 take the best 10 cycles and 6 the worst 15") {
  std::array<int, 6> order{1, 2, 3, 4, 5, 6};
  std::map<std::uint64_t, int> orders_by_cycles;
  int legal = 0;
  do {
    if (!is_legal(order))
      continue;
    ++legal;
    ++orders_by_cycles[run_lesson(Isa::tac, "lecture-4", b6_in_order(order)).run.cycles];
  } while (std::next_permutation(order.begin(), order.end()));
  CHECK(legal == 60);
  REQUIRE(!orders_by_cycles.empty());
  CHECK(orders_by_cycles.begin()->first == 10);
  CHECK(orders_by_cycles.begin()->second == 4);
  CHECK(orders_by_cycles.rbegin()->first == 15);
  CHECK(orders_by_cycles.rbegin()->second == 6);
}
