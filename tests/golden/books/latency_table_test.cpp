#include "golden/lesson.hpp"

#include <catch2/catch.hpp>

// Hennessy and Patterson, Computer Architecture, "Basic Compiler Techniques for Exposing ILP": one
// instruction issues a cycle; FP ALU to FP ALU 3 stalls, FP ALU to store 2, load to FP ALU 1, load
// to store 0, integer ALU to branch 1. An instruction that issues in the book's cycle c spends c in
// IS for the last time and is in EX in c + 1.

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

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

// x[i] = x[i] + s in its four forms. The book counts from the issue of the first instruction of an
// iteration to the issue of the first of the next; the branch takes effect at once. So an iteration
// takes its instructions and the stalls in front of them:
//
//   as is       5 + 1 (ADD.D behind L.D) + 2 (S.D behind ADD.D) + 1 (BNE behind DADDUI)     =  9
//   scheduled   5 + 2 (S.D behind ADD.D, which has one instruction less in front of it)     =  7
//   unrolled   14 + 4 x (1 + 2) + 1                                                         = 27
//   both       14                                                                           = 14
//
// That is the 5th edition (section 3.2), and the 4th. In the 6th, for RISC-V, the branch does not
// wait for the decrement: 8 and 26, and the scheduled ones as before.

namespace {

/// The cycle of each instruction of one iteration, 1 for the first, and of the next iteration's
/// first.
std::vector<std::uint64_t> issues_of_first_pass(const Lesson& lesson, std::size_t instructions) {
  std::vector<std::uint64_t> issues;
  std::size_t passes = 0;
  for (const OpRow& row : lesson.run.timeline.rows) {
    passes += lesson.program.source.at(row.instruction.value).text == "l.d F0, 0(R1)" ? 1 : 0;
    if (passes == 0 || issues.size() > instructions)
      continue;
    issues.push_back(lesson.cycle_entering(row.op.value, "EX"));
  }
  const std::uint64_t first = issues.front();
  for (std::uint64_t& issue : issues)
    issue = issue - first + 1;
  return issues;
}

using IssueCycles = std::vector<std::uint64_t>;

/// hp-latency as the 6th edition has it.
const On kSixthEdition{
    "hp-latency",
    {"issue.latency=[{from=[fp_alu], to=[fp_alu], stalls=3}, {from=[fp_alu], to=[stores], "
     "stalls=2}, {from=[loads], to=[fp_alu, integer, control], stalls=1}]"}};

constexpr const char* kFirst = "l.d F0, 0(R1)";

} // namespace

TEST_CASE("hp-latency: x[i] + s in its four forms, cycle by cycle") {
  const On machine = "hp-latency";
  // L.D, ADD.D, S.D, DADDUI, BNE, and the L.D of the next iteration
  CHECK(issues_of_first_pass(run_shipped(machine, "textbook/x_plus_s"), 5) ==
        IssueCycles{1, 3, 6, 7, 9, 10});
  // L.D, DADDUI, ADD.D, S.D, BNE
  CHECK(issues_of_first_pass(run_shipped(machine, "textbook/x_plus_s_scheduled"), 5) ==
        IssueCycles{1, 2, 3, 6, 7, 8});
  // four times L.D, ADD.D, S.D; DADDUI, BNE
  CHECK(issues_of_first_pass(run_shipped(machine, "textbook/x_plus_s_unrolled"), 14) ==
        IssueCycles{1, 3, 6, 7, 9, 12, 13, 15, 18, 19, 21, 24, 25, 27, 28});
  CHECK(issues_of_first_pass(run_shipped(machine, "textbook/x_plus_s_unrolled_scheduled"), 14) ==
        IssueCycles{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
}

TEST_CASE("hp-latency: every iteration of x[i] + s takes the cycles of the 5th edition") {
  // Eight elements: eight iterations, or two when unrolled four times.
  const auto cycles = [](const On& machine, const char* program) {
    return cycles_of_passes(run_shipped(machine, program), kFirst, "EX");
  };
  CHECK(cycles("hp-latency", "textbook/x_plus_s") == IssueCycles(7, 9));
  CHECK(cycles("hp-latency", "textbook/x_plus_s_scheduled") == IssueCycles(7, 7));
  CHECK(cycles("hp-latency", "textbook/x_plus_s_unrolled") == IssueCycles(1, 27));
  CHECK(cycles("hp-latency", "textbook/x_plus_s_unrolled_scheduled") == IssueCycles(1, 14));
  // and of the 6th
  CHECK(cycles(kSixthEdition, "textbook/x_plus_s") == IssueCycles(7, 8));
  CHECK(cycles(kSixthEdition, "textbook/x_plus_s_scheduled") == IssueCycles(7, 7));
  CHECK(cycles(kSixthEdition, "textbook/x_plus_s_unrolled") == IssueCycles(1, 26));
  CHECK(cycles(kSixthEdition, "textbook/x_plus_s_unrolled_scheduled") == IssueCycles(1, 14));
}

TEST_CASE("hp-latency and mips-5-fp: cycles an element of DAXPY, SAXPY and the dot product") {
  struct Element {
    const char* program;
    const char* first;   ///< statement of an iteration
    std::uint64_t table; ///< cycles on hp-latency
    std::uint64_t units; ///< on mips-5-fp
  };
  // On the table, instructions and stalls:
  //   DAXPY      9 + 1 (MUL.D) + 2 (ADD.D) + 2 (S.D) + 1 (BNEZ behind DSUBU)
  //   SAXPY      8 + 1 (MUL.S) + 2 (ADD.S: 3 behind MUL.S, less the L.S between them) + 2 (S.S)
  //   scheduled  8 + 1 (ADD.S) + 2 (S.S)
  //   dot        7 + 1 (MUL.D behind the second L.D) + 3 (ADD.D)
  for (const Element& e : {Element{"textbook/daxpy", "l.d F2, 0(R9)", 15, 20},
                           Element{"textbook/saxpy", "l.s F2, 0(R9)", 13, 18},
                           Element{"textbook/saxpy_scheduled", "l.s F2, 0(R9)", 11, 15},
                           Element{"textbook/dot_product", "l.d F2, 0(R9)", 11, 15}}) {
    INFO(e.program);
    CHECK(cycles_of_passes(run_shipped("hp-latency", e.program), e.first, "EX") ==
          IssueCycles(7, e.table));
    CHECK(cycles_of_passes(run_shipped("mips-5-fp", e.program), e.first, "EX") ==
          IssueCycles(7, e.units));
  }
}
