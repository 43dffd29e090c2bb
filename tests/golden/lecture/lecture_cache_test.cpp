// The lecture's ways to a shorter execution time, by pairs of shipped programs: fewer cache misses
// (the order of a walk through a matrix, and of the loops of a matrix multiplication) and cheaper
// operations (a multiplication in a loop replaced by an addition). Fewer stalls: lecture_test.cpp.

#include "golden/lesson.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

/// Of the data cache of mips-5-cache, where every miss takes 20 cycles more than a hit, and holds
/// the pipeline for as long: issue slots lost to it.
constexpr std::uint64_t kMissCycles = 20;

std::uint64_t misses(const Lesson& lesson) {
  const auto& counts = lesson.run.unit_counts;
  const auto found = std::find_if(counts.begin(), counts.end(), [](const trace::UnitCount& count) {
    return count.name == "cache.D.misses";
  });
  REQUIRE(found != counts.end());
  return found->count;
}

} // namespace

TEST_CASE("lecture: a matrix walked by rows misses a quarter as often as by columns") {
  // 16 x 16 words, four in a line. Down a column every element is in another line, and of the 16
  // lines that the cache could hold, those of a column share two of its eight sets.
  const Lesson rows = run_shipped("mips-5-cache", "lecture/walk_rows");
  const Lesson columns = run_shipped("mips-5-cache", "lecture/walk_columns");
  CHECK(rows.lost_issue_slots(Reason::dcache_miss) == 64 * kMissCycles);
  CHECK(columns.lost_issue_slots(Reason::dcache_miss) == 256 * kMissCycles);
  CHECK(rows.run.instructions == columns.run.instructions);
  CHECK(columns.run.cycles - rows.run.cycles == (256 - 64) * kMissCycles);
  CHECK(run_shipped("mips-5", "lecture/walk_rows").run.cycles ==
        run_shipped("mips-5", "lecture/walk_columns").run.cycles);
}

TEST_CASE("lecture: matrix multiplication with the loops exchanged") {
  const Lesson ijk = run_shipped("mips-5-cache", "lecture/matrix_ijk");
  const Lesson ikj = run_shipped("mips-5-cache", "lecture/matrix_ikj");
  CHECK(ijk.run.output == "18");
  CHECK(ikj.run.output == "18");
  CHECK(ijk.run.cycles == 10887);
  CHECK(ikj.run.cycles == 7723);
  CHECK(ijk.run.instructions < ikj.run.instructions);
  CHECK(run_shipped("mips-5", "lecture/matrix_ijk").run.cycles <
        run_shipped("mips-5", "lecture/matrix_ikj").run.cycles);
  // More than half of the time of the one, and a third of the other's.
  CHECK(2 * ijk.lost_issue_slots(Reason::dcache_miss) > ijk.run.cycles);
  CHECK(3 * ikj.lost_issue_slots(Reason::dcache_miss) > ikj.run.cycles);
  CHECK(misses(ijk) == 304);
  CHECK(misses(ikj) == 129);
}

TEST_CASE("lecture: an addition in place of a multiplication for the address") {
  // mul 1, add 6 stalls behind it, lw, addi, add, bne, and a cycle for the taken branch: 13;
  // without the multiplication lw, add, add, bne and that cycle: 5.
  const Lesson multiply = run_shipped("mips-5-fp", "lecture/index_multiply");
  const Lesson add = run_shipped("mips-5-fp", "lecture/index_add");
  CHECK(multiply.run.output == "736");
  CHECK(add.run.output == "736");
  CHECK(cycles_of_passes(multiply, "lw $t2, 0($t1)", "EX") == std::vector<std::uint64_t>(15, 13));
  CHECK(cycles_of_passes(add, "lw $t2, 0($t1)", "EX") == std::vector<std::uint64_t>(15, 5));
}
