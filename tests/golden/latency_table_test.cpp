#include "lesson.hpp"
#include "programs/shipped.hpp"

#include <catch2/catch.hpp>

// Hennessy and Patterson, Computer Architecture, "Basic Compiler Techniques for Exposing ILP": one
// instruction issues a cycle; FP ALU to FP ALU 3 stalls, FP ALU to store 2, load to FP ALU 1, load
// to store 0, integer ALU to branch 1. An instruction that issues in the book's cycle c spends c in
// IS for the last time and is in EX in c + 1.

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

namespace {

/// Cycles between the issues of a statement in one pass through a loop and in the next, pass by
/// pass.
std::vector<std::uint64_t> cycles_of_passes(const char* program, std::string_view first_statement) {
  const programs::ShippedProgram* shipped = programs::find_shipped(program);
  REQUIRE(shipped != nullptr);
  const Lesson lesson = run_lesson(Isa::mips, "hp-latency", shipped->text, shipped->name);
  std::vector<std::uint64_t> passes;
  std::uint64_t before = 0;
  for (const OpRow& row : lesson.run.timeline.rows) {
    if (lesson.program.source.at(row.instruction.value).text != first_statement)
      continue;
    const std::uint64_t issue = lesson.cycle_entering(row.op.value, "EX");
    if (before != 0)
      passes.push_back(issue - before);
    before = issue;
  }
  return passes;
}

} // namespace

TEST_CASE("hp-latency: the rows of the table") {
  check_timeline(Isa::mips, "hp-latency", R"(
    ADD.D F2, F4, F6 | IS EX
    ADD.D F8, F2, F6 | .  IS RAW RAW RAW EX
  )");
  check_timeline(Isa::mips, "hp-latency", R"(
    MUL.D F2, F4, F6 | IS EX
    S.D   F2, 0(R29) | .  IS RAW RAW EX
  )");
  check_timeline(Isa::mips, "hp-latency", R"(
    L.D   F2, 0(R29) | IS EX
    ADD.D F8, F2, F6 | .  IS RAW EX
  )");
  check_timeline(Isa::mips, "hp-latency", R"(
    L.D   F2, 0(R29) | IS EX
    S.D   F2, 8(R29) | .  IS EX
  )");
  check_timeline(Isa::mips, "hp-latency", R"(
         DADDIU R4, R4, 0
         BNE    R4, R0, end
    end: nop
  )",
                 R"(
    DADDIU R4, R4, 0     | IS EX
    BNE    R4, R0, end   | .  IS RAW EX
    nop                  | .  .  .   IS EX
  )");
}

TEST_CASE("hp-latency: stalls count from the producer's issue, other instructions in between use "
          "them up") {
  check_timeline(Isa::mips, "hp-latency", R"(
    ADD.D F2, F4, F6   | IS EX
    add   R8, R9, R10  | .  IS EX
    add   R11, R9, R10 | .  .  IS EX
    ADD.D F8, F2, F6   | .  .  .  IS RAW EX
  )");
}

TEST_CASE("hp-latency: a pass of x[i] + s takes 9 cycles in source order") {
  // The book: L.D 1, ADD.D 3, S.D 6, DADDUI 7, BNE 9.
  const Lesson lesson = check_timeline(Isa::mips, "hp-latency", R"(
          L.D    F0, 0(R29)
          ADD.D  F4, F0, F2
          S.D    F4, 0(R29)
          DADDUI R29, R29, -8
          BNE    R29, R2, next
    next: L.D    F0, 0(R29)
  )",
                                       R"(
    L.D    F0, 0(R29)    | IS EX
    ADD.D  F4, F0, F2    | .  IS RAW EX
    S.D    F4, 0(R29)    | .  .  .   IS RAW RAW EX
    DADDUI R29, R29, -8  | .  .  .   .  .   .   IS EX
    BNE    R29, R2, next | .  .  .   .  .   .   .  IS RAW EX
    L.D    F0, 0(R29)    | .  .  .   .  .   .   .  .  .   IS EX
  )");
  CHECK(lesson.run.cycles ==
        9 + 1); // issue only: the cycle in which the last one issues is the last
}

TEST_CASE("hp-latency: a pass of x[i] + s takes 7 cycles when scheduled") {
  // The book: L.D 1, DADDUI 2, ADD.D 3, S.D 6, BNE 7.
  const Lesson lesson = check_timeline(Isa::mips, "hp-latency", R"(
          L.D    F0, 0(R29)
          DADDUI R29, R29, -8
          ADD.D  F4, F0, F2
          S.D    F4, 8(R29)
          BNE    R29, R2, next
    next: L.D    F0, 0(R29)
  )",
                                       R"(
    L.D    F0, 0(R29)    | IS EX
    DADDUI R29, R29, -8  | .  IS EX
    ADD.D  F4, F0, F2    | .  .  IS EX
    S.D    F4, 8(R29)    | .  .  .  IS RAW RAW EX
    BNE    R29, R2, next | .  .  .  .  .   .   IS EX
    L.D    F0, 0(R29)    | .  .  .  .  .   .   .  IS EX
  )");
  CHECK(lesson.run.cycles == 7 + 1);
}

TEST_CASE("hp-latency: the shipped loops take the book's 9, 7, 27 and 14 cycles a pass") {
  // Eight elements: eight passes, or two when unrolled four times. 27 = 14 instructions, 4 x 1
  // stall behind a load, 4 x 2 behind an addition, 1 in front of the branch; 14 = 14 instructions.
  using Passes = std::vector<std::uint64_t>;
  CHECK(cycles_of_passes("textbook/x_plus_s", "l.d F0, 0(R1)") == Passes(7, 9));
  CHECK(cycles_of_passes("textbook/x_plus_s_scheduled", "l.d F0, 0(R1)") == Passes(7, 7));
  CHECK(cycles_of_passes("textbook/x_plus_s_unrolled", "l.d F0, 0(R1)") == Passes(1, 27));
  CHECK(cycles_of_passes("textbook/x_plus_s_unrolled_scheduled", "l.d F0, 0(R1)") == Passes(1, 14));
}
