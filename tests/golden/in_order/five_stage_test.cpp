#include "golden/lesson.hpp"

#include <catch2/catch.hpp>

#include <set>

// The five-stage pipeline of Patterson and Hennessy: registers are written in the first half of WB
// and read in the second half of ID. A forwarding path "A->B" hands over what is in the latch
// behind A at the beginning of B. Instruction n that never waits is in IF in cycle n, in EX in n +
// 2, in WB in n + 4.

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

namespace {} // namespace

TEST_CASE("mips-5: RAW without forwarding costs 2, 1, 0 stalls at distance 1, 2, 3") {
  // $t0 is written in cycle 5 and can be read in ID in cycle 5.
  check_timeline(Isa::mips, kNoForwarding, R"(
    add $t0, $t1, $t2 | IF ID EX MEM WB
    sub $t3, $t0, $t4 | .  IF ID RAW RAW EX MEM WB
  )");
  check_timeline(Isa::mips, kNoForwarding, R"(
    add $t0, $t1, $t2 | IF ID EX MEM WB
    or  $t5, $t1, $t2 | .  IF ID EX  MEM WB
    sub $t3, $t0, $t4 | .  .  IF ID  RAW EX MEM WB
  )");
  check_timeline(Isa::mips, kNoForwarding, R"(
    add $t0, $t1, $t2 | IF ID EX MEM WB
    or  $t5, $t1, $t2 | .  IF ID EX  MEM WB
    or  $t6, $t1, $t2 | .  .  IF ID  EX  MEM WB
    sub $t3, $t0, $t4 | .  .  .  IF  ID  EX  MEM WB
  )");
}

// Patterson and Hennessy's first pipelined datapath. Registers are written and read in one cycle,
// so that a consumer may be in ID together with its producer in WB: 2 waits behind it, 1 behind the
// next. A branch in MEM in cycle 4 redirects the fetch of cycle 5: three instructions are
// discarded.
TEST_CASE("mips-5-no-forwarding: operands from the register file, branches decided in MEM") {
  check_timeline(Isa::mips, "mips-5-no-forwarding", R"(
    lw  $t0, 0($sp)   | IF ID EX MEM  WB
    add $t1, $t0, $t0 | .  IF ID RAW  RAW  EX MEM WB
    sw  $t1, 0($sp)   | .  .  IF FULL FULL ID RAW RAW EX MEM WB
  )");
  check_timeline(Isa::mips, "mips-5-no-forwarding", R"(
      beq $zero, $zero, out
      add $t0, $t1, $t1
      add $t2, $t1, $t1
      add $t3, $t1, $t1
out:  or  $t4, $t1, $t1
)",
                 R"(
    beq $zero, $zero, out | IF ID EX  MEM WB
    add $t0, $t1, $t1     | .  IF ID  EX  flushed
    add $t2, $t1, $t1     | .  .  IF  ID  flushed
    add $t3, $t1, $t1     | .  .  .   IF  flushed
    or  $t4, $t1, $t1     | .  .  .   .   IF ID EX MEM WB
  )");
}

TEST_CASE("mips-5: without write-then-read, RAW without forwarding costs one stall more") {
  check_timeline(Isa::mips,
                 {"mips-5", {"forwarding.paths=[]", "register_file.write_then_read=false"}}, R"(
    add $t0, $t1, $t2 | IF ID EX MEM WB
    sub $t3, $t0, $t4 | .  IF ID RAW RAW RAW EX MEM WB
  )");
}

TEST_CASE("mips-5: forwarding removes the stalls of ALU results") {
  const Lesson lesson = check_timeline(Isa::mips, "mips-5", R"(
    add $t0, $t1, $t2 | IF ID EX MEM WB
    sub $t3, $t0, $t4 | .  IF ID EX  MEM WB
    and $t5, $t0, $t4 | .  .  IF ID  EX  MEM WB
    or  $t6, $t0, $t4 | .  .  .  IF  ID  EX  MEM WB
  )");
  // The values come from EX, from MEM, and from the register file in its own WB cycle: one arrow
  // each.
  REQUIRE(lesson.run.timeline.arrows.size() == 3);
  const auto from = [&](std::size_t i) {
    const LaneId lane = lesson.run.timeline.arrows[i].from;
    return lane == kNoLane ? std::string("registers") : lesson.run.timeline.lanes.at(lane).name;
  };
  // Both the second reader (in EX) and the third (in ID) take $t0 in cycle 5.
  CHECK(from(0) == "EX");
  CHECK(std::set<std::string>{from(1), from(2)} == std::set<std::string>{"MEM", "registers"});
}

TEST_CASE("mips-5: each forwarding path serves its own distance") {
  // With EX->EX alone, distance 2 has to wait for the register file (read in cycle 5).
  check_timeline(Isa::mips, {"mips-5", {"forwarding.paths=[EX->EX]"}}, R"(
    add $t0, $t1, $t2 | IF ID EX MEM WB
    sub $t3, $t0, $t4 | .  IF ID EX  MEM WB
    and $t5, $t0, $t4 | .  .  IF ID  RAW EX MEM WB
  )");
  // With MEM->EX alone, distance 1 waits until the producer is in WB.
  check_timeline(Isa::mips, {"mips-5", {"forwarding.paths=[MEM->EX]"}}, R"(
    add $t0, $t1, $t2 | IF ID EX MEM WB
    sub $t3, $t0, $t4 | .  IF ID RAW EX MEM WB
  )");
}

TEST_CASE(
    "mips-5: a path to ID feeds the branch comparator, not the operands of an ALU operation") {
  check_timeline(Isa::mips, {"mips-5", {"forwarding.paths=[EX->ID, MEM->ID]"}}, R"(
    add $t0, $t1, $t2 | IF ID EX MEM WB
    sub $t3, $t0, $t4 | .  IF ID RAW RAW EX MEM WB
  )");
}

TEST_CASE("mips-5: a load followed by its user costs 1 stall") {
  const Lesson lesson = check_timeline(Isa::mips, "mips-5", R"(
    lw  $t0, 0($sp)   | IF ID EX MEM  WB
    add $t1, $t0, $t0 | .  IF ID RAW  EX MEM WB
    or  $t2, $t3, $t4 | .  .  IF FULL ID EX  MEM WB
  )");
  CHECK(lesson.lost_issue_slots(Reason::raw) == 1);
  // An independent instruction between the two fills the slot.
  check_timeline(Isa::mips, "mips-5", R"(
    lw  $t0, 0($sp)   | IF ID EX MEM WB
    or  $t2, $t3, $t4 | .  IF ID EX  MEM WB
    add $t1, $t0, $t0 | .  .  IF ID  EX  MEM WB
  )");
}

TEST_CASE("mips-5: a load without forwarding costs 2 stalls, as any RAW") {
  check_timeline(Isa::mips, kNoForwarding, R"(
    lw  $t0, 0($sp)   | IF ID EX MEM WB
    add $t1, $t0, $t0 | .  IF ID RAW RAW EX MEM WB
  )");
}

TEST_CASE("mips-5: the path EX->EX does not carry a loaded value, only MEM->EX does") {
  // What is behind EX of a load is its address.
  check_timeline(Isa::mips, {"mips-5", {"forwarding.paths=[EX->EX]"}}, R"(
    lw  $t0, 0($sp)   | IF ID EX MEM WB
    add $t1, $t0, $t0 | .  IF ID RAW RAW EX MEM WB
  )");
}

TEST_CASE("mips-5: the address of a store is needed in EX, a cycle before its data") {
  check_timeline(Isa::mips, "mips-5", R"(
        .data
    here: .word here
        .text
        lui $t1, 0x1001
        lw  $t0, 0($t1)
        sw  $t2, 0($t0)
  )",
                 R"(
    lui $t1, 0x1001 | IF ID EX MEM WB
    lw  $t0, 0($t1) | .  IF ID EX  MEM WB
    sw  $t2, 0($t0) | .  .  IF ID  RAW EX MEM WB
  )");
}

TEST_CASE("mips-5: WAR never stalls, registers are read before they are overwritten") {
  for (const On& machine : {On("mips-5"), kNoForwarding})
    check_timeline(Isa::mips, machine, R"(
      add $t0, $t1, $t2 | IF ID EX MEM WB
      sub $t1, $t3, $t4 | .  IF ID EX  MEM WB
      or  $t2, $t5, $t6 | .  .  IF ID  EX  MEM WB
    )");
}

TEST_CASE("mips-5: with one memory port, a data access costs a fetch") {
  // lw and lw are in MEM in cycles 4 and 5, sw in 10: nothing is fetched then.
  const Lesson lesson = check_timeline(Isa::mips, {"mips-5", {"memory.port=shared"}}, R"(
    lw  $t0, 0($sp)   | IF ID EX MEM WB
    lw  $t1, 4($sp)   | .  IF ID EX  MEM WB
    add $t2, $t3, $t4 | .  .  IF ID  EX  MEM WB
    add $t5, $t3, $t4 | .  .  .  .   .   IF  ID EX MEM WB
    sw  $t2, 8($sp)   | .  .  .  .   .   .   IF ID EX  MEM WB
    add $t6, $t3, $t4 | .  .  .  .   .   .   .  IF ID  EX  MEM WB
    add $t7, $t3, $t4 | .  .  .  .   .   .   .  .  IF  ID  EX  MEM WB
    add $t8, $t3, $t4 | .  .  .  .   .   .   .  .  .   .   IF  ID  EX MEM WB
  )");
  const auto& fetch = lesson.run.ledger.at(trace::LedgerPoint::fetch);
  CHECK(fetch.slots[static_cast<std::size_t>(Reason::memory_port)] == 3);
}

TEST_CASE("mips-5: one write port causes no stall, one operation a cycle reaches WB") {
  check_timeline(Isa::mips, {"mips-5", {"register_file.write_ports=1"}}, R"(
    add $t0, $t1, $t2 | IF ID EX MEM WB
    lw  $t3, 0($sp)   | .  IF ID EX  MEM WB
    add $t4, $t1, $t2 | .  .  IF ID  EX  MEM WB
  )");
}

TEST_CASE("mips-5: a data memory of 3 cycles holds every stage behind MEM") {
  // lw is in MEM in cycles 4 to 6.
  check_timeline(Isa::mips, {"mips-5", {"memory.data_latency=3"}}, R"(
    lw  $t0, 0($sp)   | IF ID EX MEM MEM  MEM  WB
    or  $t1, $t2, $t3 | .  IF ID EX  MLAT MLAT MEM WB
    or  $t4, $t2, $t3 | .  .  IF ID  FULL FULL EX  MEM WB
  )");
}
