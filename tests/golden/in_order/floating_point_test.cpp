#include "golden/lesson.hpp"

#include <catch2/catch.hpp>

// The five-stage pipeline with parallel units of Hennessy and Patterson, Computer Architecture,
// appendix on pipelining, "Extending the MIPS Integer Pipeline to Handle Multicycle Operations":
// integer EX, multiply M1 to M7, FP add A1 to A4, divide 24 cycles, not pipelined. A result is
// forwarded from behind the last cycle of its unit.

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

TEST_CASE("mips-5-fp: the book's chain of load, multiply, add, store") {
  // F4 is behind MEM after cycle 4: M1 in 5. F0 is behind M7 after 11: A1 in 12. F2 is behind A4
  // after 15. The store has its address in EX in 13; its data comes from behind MEM, so it waits
  // for F2 in 14 and 15. In 16 the addition itself is in MEM: "the S.D must be stalled an extra
  // cycle so that its MEM does not conflict with the ADD.D".
  check_timeline(Isa::mips, "mips-5-fp", R"(
    L.D   F4, 0(R29)  | IF ID EX MEM  WB
    MUL.D F0, F4, F6  | .  IF ID RAW  M1 M2   M3   M4   M5   M6   M7   MEM WB
    ADD.D F2, F0, F8  | .  .  IF FULL ID RAW  RAW  RAW  RAW  RAW  RAW  A1  A2 A3  A4  MEM  WB
    S.D   F2, 0(R29)  | .  .  .  .    IF FULL FULL FULL FULL FULL FULL ID  EX RAW RAW FULL MEM WB
  )");
}

TEST_CASE("mips-5-fp: stalls between dependent operations are the latency less one") {
  check_timeline(Isa::mips, "mips-5-fp", R"(
    ADD.D F2, F4, F6 | IF ID A1 A2  A3  A4  MEM WB
    ADD.D F8, F2, F6 | .  IF ID RAW RAW RAW A1  A2 A3 A4 MEM WB
  )");
  check_timeline(Isa::mips, "mips-5-fp", R"(
    MUL.D F2, F4, F6 | IF ID M1 M2  M3  M4  M5  M6  M7  MEM WB
    MUL.D F8, F2, F6 | .  IF ID RAW RAW RAW RAW RAW RAW M1  M2 M3 M4 M5 M6 M7 MEM WB
  )");
  check_timeline(Isa::mips, "mips-5-fp", R"(
    DIV.D F2, F4, F6 | IF ID DIV*24      MEM WB
    ADD.D F8, F2, F6 | .  IF ID   RAW*23 A1  A2 A3 A4 MEM WB
  )");
}

TEST_CASE("mips-5-fp: independent operations of a pipelined unit follow each other every cycle") {
  check_timeline(Isa::mips, "mips-5-fp", R"(
    MUL.D F2, F4, F6  | IF ID M1 M2 M3 M4 M5 M6 M7 MEM WB
    MUL.D F8, F4, F6  | .  IF ID M1 M2 M3 M4 M5 M6 M7  MEM WB
    MUL.D F10, F4, F6 | .  .  IF ID M1 M2 M3 M4 M5 M6  M7  MEM WB
  )");
}

TEST_CASE("mips-5-fp: a divide is not pipelined, the second waits in ID until the first has left") {
  // The first is in the divider in cycles 3 to 26.
  const Lesson lesson = check_timeline(Isa::mips, "mips-5-fp", R"(
    DIV.D F0, F2, F4   | IF ID DIV*24 MEM WB
    DIV.D F6, F8, F10  | . IF ID UNIT*23 DIV*24 MEM WB
    MUL.D F12, F2, F4  | . . IF FULL*23 ID M1 M2 M3 M4 M5 M6 M7 MEM WB
  )");
  CHECK(lesson.lost_issue_slots(Reason::unit_busy) == 23);
}

TEST_CASE("mips-5-fp: two dividers take two divides") {
  check_timeline(Isa::mips, {"mips-5-fp", {"unit.div.count=2"}}, R"(
    DIV.D F0, F2, F4   | IF ID DIV*24          MEM WB
    DIV.D F6, F8, F10  | .  IF ID DIV*24           MEM WB
  )");
}

TEST_CASE("mips-5-fp: three results reach MEM together and enter it oldest first") {
  // The book's figure of the write port: MUL.D, ADD.D and L.D all end their units in cycle 9 (the
  // load into F8, so that the port is the only hazard). The book lets them collide in WB; here MEM
  // takes one a cycle.
  check_timeline(Isa::mips, "mips-5-fp", R"(
    MUL.D F0, F4, F6    | IF ID M1 M2 M3 M4 M5 M6 M7 MEM WB
    add   R10, R11, R12 | .  IF ID EX MEM WB
    add   R13, R11, R12 | .  .  IF ID EX MEM WB
    ADD.D F2, F4, F6    | .  .  .  IF ID A1 A2 A3 A4 FULL MEM  WB
    add   R14, R11, R12 | .  .  .  .  IF ID EX MEM WB
    add   R15, R11, R12 | .  .  .  .  .  IF ID EX MEM WB
    L.D   F8, 0(R29)    | .  .  .  .  .  .  IF ID EX FULL FULL MEM WB
  )");
}

TEST_CASE("FP and integer reaching MEM together: the older goes first, the younger is held") {
  // MUL.D leaves M7 after cycle 9. The sixth add would be in MEM in cycle 10 as well; the next one
  // stands behind it.
  check_timeline(Isa::mips, "mips-5-fp", R"(
    MUL.D F0, F4, F6 | IF ID M1 M2 M3 M4 M5 M6 M7 MEM WB
    add R8, R2, R3   | .  IF ID EX MEM WB
    add R9, R2, R3   | .  .  IF ID EX MEM WB
    add R10, R2, R3  | .  .  .  IF ID EX MEM WB
    add R11, R2, R3  | .  .  .  .  IF ID EX MEM WB
    add R12, R2, R3  | .  .  .  .  .  IF ID EX MEM WB
    add R13, R2, R3  | .  .  .  .  .  .  IF ID EX FULL MEM WB
    add R14, R2, R3  | .  .  .  .  .  .  .  IF ID FULL EX MEM WB
    add R15, R2, R3  | .  .  .  .  .  .  .  .  IF FULL ID EX MEM WB
  )");
}

TEST_CASE("WAW behind a long unit: held in ID while the older writer is in its unit") {
  // MUL.D is in M7 in cycle 9.
  const Lesson lesson = check_timeline(Isa::mips, "mips-5-fp", R"(
    MUL.D F0, F2, F4 | IF ID M1 M2  M3  M4  M5  M6  M7  MEM WB
    ADD.D F0, F6, F8 | .  IF ID WAW WAW WAW WAW WAW WAW A1  A2 A3 A4 MEM WB
  )");
  CHECK(lesson.lost_issue_slots(Reason::waw) == 6);
  // A load has one cycle in its unit and would overtake by far.
  check_timeline(Isa::mips, "mips-5-fp", R"(
    DIV.D F0, F2, F4 | IF ID DIV*24    MEM WB
    L.D   F0, 0(R29) | .  IF ID WAW*23 EX  MEM WB
  )");
}

TEST_CASE("WAW behind a long unit, overtake: held just long enough to write behind it") {
  // MUL.D can be in MEM in cycle 10. Issued in 6, ADD.D is ready for MEM in 10 too, behind the
  // older.
  check_timeline(Isa::mips, {"mips-5-fp", {"hazards.waw=overtake"}}, R"(
    MUL.D F0, F2, F4 | IF ID M1 M2  M3  M4 M5 M6 M7 MEM  WB
    ADD.D F0, F6, F8 | .  IF ID WAW WAW A1 A2 A3 A4 FULL MEM WB
  )");
}

TEST_CASE("WAW behind a long unit, overtake: an older write that is delayed after issue still goes "
          "first") {
  // Memory is accessed in E2, and the load takes 3 cycles there: the add that was to leave E2 in
  // cycle 6 leaves it in 8. The multiplication, issued in 5 and done in it, has to stay behind it:
  // R8 ends as 3 * 3.
  const Lesson lesson = check_timeline(
      Isa::mips,
      {"mips-5-fp",
       {"pipeline.stages=[{name='IF',does=['fetch']},{name='ID',does=['decode','read']},"
        "{name='EX',does=['execute','memory']},{name='WB',does=['write']}]",
        "forwarding.paths=[]", "memory.data_latency=3", "unit.int.latency=2", "unit.int.lanes=E",
        "unit.mul.latency=1", "unit.mul.lanes=[M]", "hazards.waw=overtake"}},
      R"(
        .reg R5, 3
        lw   R2, 0(R29)
        add  R8, R5, R5
        mul  R8, R5, R5
  )",
      R"(
    lw   R2, 0(R29) | IF ID E1 E2 E2   E2   WB
    add  R8, R5, R5 | .  IF ID E1 MLAT MLAT E2   WB
    mul  R8, R5, R5 | .  .  IF ID M    WAW  FULL FULL WB
  )");
  for (const trace::RegisterValue& value : lesson.run.registers)
    if (value.name == "R8")
      CHECK(value.value == 9);
}

TEST_CASE("mips-5-fp: a short operation with another destination overtakes a long one") {
  check_timeline(Isa::mips, "mips-5-fp", R"(
    MUL.D F0, F2, F4 | IF ID M1 M2 M3 M4  M5  M6 M7 MEM WB
    ADD.D F2, F6, F8 | .  IF ID A1 A2 A3  A4  MEM WB
    add R8, R2, R3   | .  .  IF ID EX MEM WB
  )");
}

TEST_CASE("mips-5-fp: the same register written three times ends with the last value") {
  // Every writer waits for the one before it. The sum 1.0 + 1.0 is the final value, not the product
  // or the load.
  const Lesson lesson = run_lesson(Isa::mips, "mips-5-fp", R"(
        .data
    one: .double 1.0, 8.0
        .text
        lui   R1, 0x1001
        L.D   F2, 0(R1)
        L.D   F4, 8(R1)
        MUL.D F0, F4, F4
        L.D   F0, 8(R1)
        DIV.D F0, F2, F4
        ADD.D F0, F2, F2
  )");
  CHECK(lesson.lost_issue_slots(Reason::waw) == 6 + 23);
}

TEST_CASE("mips-5-fp: an FP compare feeding a branch in ID costs its latency") {
  // The compare is in A1 to A4 in cycles 3 to 6; its flag is behind A4 when the branch compares in
  // ID in cycle 7.
  check_timeline(Isa::mips, "mips-5-fp", R"(
            c.lt.d F2, F4
            bc1t   target
    target: add    R5, R6, R7
  )",
                 R"(
    c.lt.d F2, F4     | IF ID A1 A2   A3   A4   MEM  WB
    bc1t   target     | .  IF ID RAW  RAW  RAW  RAW  EX MEM WB
    add    R5, R6, R7 | .  .  IF FULL FULL FULL FULL ID EX  MEM WB
  )");
}
