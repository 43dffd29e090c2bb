#include "timeline/occupancy_table.hpp"
#include "timeline/pipeline_diagram.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;

namespace {

constexpr Cause kRaw{Reason::raw, 10, OpId{1}};
constexpr Cause kFill{Reason::fill, kNoRegister, kNoOp};

/// Two operations on lanes A (two slots) and B: 1 is on A in cycle 1 and on B in 2; 2 is on A from
/// 1 to 3, held from 2, on B in 4. B stands empty in 1 (fill) and 3 (raw); A has a free slot from 2
/// on (raw).
Timeline two_ops() {
  Timeline t;
  t.lanes = {{"A", 2, false}, {"B", 1, true}};
  t.first_cycle = Cycle{1};
  t.end_cycle = Cycle{5};
  t.spans = {{Cycle{1}, Cycle{2}, OpId{1}, 0, 0, {}},
             {Cycle{2}, Cycle{3}, OpId{1}, 1, 0, {}},
             {Cycle{1}, Cycle{2}, OpId{2}, 0, 1, {}},
             {Cycle{2}, Cycle{4}, OpId{2}, 0, 1, kRaw},
             {Cycle{4}, Cycle{5}, OpId{2}, 1, 0, {}}};
  OpRow first{OpId{1}, InstructionIndex{0}, Cycle{1}, Cycle{3}, 0, 2, false, false, false, kNoOp};
  OpRow second{OpId{2}, InstructionIndex{1}, Cycle{1}, Cycle{5}, 2, 3, false, false, false, kNoOp};
  t.rows = {first, second};
  t.gaps = {
      {Cycle{2}, Cycle{5}, 0, kRaw}, {Cycle{1}, Cycle{2}, 1, kFill}, {Cycle{3}, Cycle{4}, 1, kRaw}};
  return t;
}

} // namespace

TEST_CASE("the table has a row a cycle and a cell a lane, occupants oldest first") {
  const OccupancyTable table = occupancy_table(two_ops(), Cycle{1}, Cycle{5});
  CHECK(table.first_cycle == Cycle{1});
  REQUIRE(table.rows.size() == 4);
  REQUIRE(table.rows[0].size() == 2);
  REQUIRE(table.rows[0][0].occupants.size() == 2);
  CHECK(table.rows[0][0].occupants[0].op == OpId{1});
  CHECK(table.rows[0][0].occupants[1].op == OpId{2});
  CHECK(table.rows[1][1].occupants[0].op == OpId{1});
}

TEST_CASE("an operation arrives in its first cycle on a lane; being held there is no new arrival") {
  const OccupancyTable table = occupancy_table(two_ops(), Cycle{1}, Cycle{5});
  CHECK(table.rows[0][0].occupants[1].arrived);
  CHECK_FALSE(table.rows[1][0].occupants[0].arrived);
  CHECK(table.rows[1][0].occupants[0].cause == kRaw);
  CHECK(table.rows[3][1].occupants[0].arrived);
}

TEST_CASE("a window that begins in the middle of a stay does not make it an arrival") {
  const OccupancyTable table = occupancy_table(two_ops(), Cycle{3}, Cycle{4});
  REQUIRE(table.rows.size() == 1);
  CHECK(table.first_cycle == Cycle{3});
  REQUIRE(table.rows[0][0].occupants.size() == 1);
  CHECK_FALSE(table.rows[0][0].occupants[0].arrived);
}

TEST_CASE("a cell with a free slot carries the reason, a full one does not") {
  const OccupancyTable table = occupancy_table(two_ops(), Cycle{1}, Cycle{5});
  CHECK(table.rows[0][0].gap == Cause{}); // both slots taken
  CHECK(table.rows[1][0].gap == kRaw);    // one of two
  CHECK(table.rows[3][0].gap == kRaw);    // none
  CHECK(table.rows[0][1].gap == kFill);
  CHECK(table.rows[1][1].gap == Cause{});
}

TEST_CASE("a gap reported over an occupied lane does not show") {
  Timeline t = two_ops();
  t.gaps = {{Cycle{1}, Cycle{5}, 1, kRaw}};
  const OccupancyTable table = occupancy_table(t, Cycle{1}, Cycle{5});
  CHECK(table.rows[1][1].gap == Cause{});
  CHECK(table.rows[2][1].gap == kRaw);
}

TEST_CASE("windows are clipped to the record") {
  CHECK(occupancy_table(two_ops(), Cycle{0}, kNever).rows.size() == 4);
  CHECK(occupancy_table(two_ops(), Cycle{9}, Cycle{12}).rows.empty());
  CHECK(occupancy_table(two_ops(), Cycle{3}, Cycle{2}).rows.empty());
  CHECK(pipeline_diagram(two_ops(), Cycle{0}, kNever).cycle_count == 4);
  CHECK(pipeline_diagram(two_ops(), Cycle{9}, Cycle{12}).rows.empty());
}

TEST_CASE("any window of the table equals that part of the whole") {
  const OccupancyTable whole = occupancy_table(two_ops(), Cycle{1}, Cycle{5});
  for (std::uint64_t from = 1; from < 5; ++from)
    for (std::uint64_t to = from + 1; to <= 5; ++to) {
      const OccupancyTable part = occupancy_table(two_ops(), Cycle{from}, Cycle{to});
      REQUIRE(part.rows.size() == to - from);
      for (std::size_t r = 0; r < part.rows.size(); ++r)
        for (std::size_t l = 0; l < 2; ++l) {
          const TableCell& a = part.rows[r][l];
          const TableCell& b = whole.rows[from - 1 + r][l];
          REQUIRE(a.gap == b.gap);
          REQUIRE(a.occupants.size() == b.occupants.size());
          for (std::size_t i = 0; i < a.occupants.size(); ++i) {
            REQUIRE(a.occupants[i].op == b.occupants[i].op);
            REQUIRE(a.occupants[i].arrived == b.occupants[i].arrived);
          }
        }
    }
}

TEST_CASE("the diagram has a row an operation and a cell a cycle") {
  const PipelineDiagram diagram = pipeline_diagram(two_ops(), Cycle{1}, Cycle{5});
  REQUIRE(diagram.rows.size() == 2);
  const auto& cells = diagram.rows[1].cells;
  REQUIRE(cells.size() == 4);
  CHECK(cells[0].lane == 0);
  CHECK(cells[2].cause == kRaw);
  CHECK(cells[3].lane == 1);
  CHECK(diagram.rows[0].cells[2].lane == kNoLane);
}

TEST_CASE("a window of the diagram leaves out operations that are not in it") {
  const PipelineDiagram diagram = pipeline_diagram(two_ops(), Cycle{3}, Cycle{5});
  REQUIRE(diagram.rows.size() == 1);
  CHECK(diagram.rows[0].row.op == OpId{2});
  CHECK(diagram.first_cycle == Cycle{3});
  CHECK(diagram.rows[0].cells.size() == 2);
}

TEST_CASE("a range of operations brings all their cycles") {
  const PipelineDiagram diagram = pipeline_diagram(two_ops(), OpId{1}, OpId{1});
  REQUIRE(diagram.rows.size() == 1);
  CHECK(diagram.cycle_count == 2);
  CHECK(pipeline_diagram(two_ops(), OpId{7}, OpId{9}).rows.empty());
}

TEST_CASE("find gives the row of an operation, or nothing") {
  const Timeline t = two_ops();
  REQUIRE(t.find(OpId{2}) != nullptr);
  CHECK(t.find(OpId{2})->instruction == InstructionIndex{1});
  CHECK(t.find(OpId{3}) == nullptr);
  CHECK(t.find(kNoOp) == nullptr);
}

TEST_CASE("a row that begins before the one above it is still in every window") {
  Timeline t = two_ops();
  t.rows[0].begin = Cycle{4}; // a trace of another tool may number its operations in another order
  CHECK(pipeline_diagram(t, Cycle{2}, Cycle{3}).rows.size() == 1);
}

TEST_CASE("every reason has a name of its own, a title and a meaning, and is found by its name") {
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    const auto reason = static_cast<Reason>(i);
    INFO(info(reason).name);
    CHECK(reason_from_name(info(reason).name) == reason);
    CHECK_FALSE(info(reason).title.empty());
    CHECK_FALSE(info(reason).meaning.empty());
    CHECK(info(reason).mark.size() <= 4);
    for (std::size_t j = 0; j < i; ++j) {
      const auto other = static_cast<Reason>(j);
      if (!info(reason).mark.empty())
        CHECK(info(reason).mark != info(other).mark);
    }
  }
  CHECK_FALSE(reason_from_name("RAW").has_value());
}
