#include "lesson.hpp"

#include <catch2/catch.hpp>

// SiFive 7 series: F1 F2 D1 D2 AG M1 M2 WB, two instructions a cycle. Latencies from LLVM's
// RISCVSchedSiFive7.td; both ALUs from its review D153666. A latency of n: the user enters AG n
// cycles after its producer.

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

namespace {

/// Cycles from one operation's entry into a lane to another's.
std::uint64_t apart(const Lesson& lesson, std::size_t first, std::string_view first_lane,
                    std::size_t second, std::string_view second_lane) {
  return lesson.cycle_entering(second, second_lane) - lesson.cycle_entering(first, first_lane);
}

} // namespace

TEST_CASE("sifive-7: a loaded address takes 3 cycles, one access a cycle") {
  // The value comes out of M2 in 8, so the second ld has its address in AG in 9.
  const Lesson lesson = check_timeline(Isa::riscv, "sifive-7", R"(
    sd   sp, 0(sp)  | F1 F2 D1 D2 AG/LS M1    M2  WB
    ld   x5, 0(sp)  | F1 F2 D1 D2 PAIR  AG/LS M1  M2  WB
    ld   x6, 0(x5)  | .  F1 F2 D1 D2    RAW   RAW RAW AG/LS M1 M2 WB
    addi x7, x0, 1  | .  F1 F2 D1 PAIR  D2    RAW RAW AG    M1 M2 WB
  )");
  CHECK(lesson.lost_issue_slots(Reason::pairing) == 1);
}

TEST_CASE("sifive-7: an ALU operation slips to the late ALU: a loaded value costs it nothing") {
  // add cannot issue together with ld. It is in AG in 6 without x5, which reaches it in M2 in 8.
  // xor needs what add makes in M2 in 8: late as well. ld needs that in AG: x7 is there in 10.
  check_timeline(Isa::riscv, "sifive-7", R"(
    ld   x5, 0(sp)  | F1 F2 D1 D2 AG/LS M1 M2  WB
    add  x6, x5, x5 | F1 F2 D1 D2 RAW AG M1 M2 WB
    xor  x7, x6, sp | .  F1 F2 D1 D2 RAW AG M1 M2 WB
    ld   x8, 0(x7)  | .  F1 F2 D1 RAW D2 RAW RAW RAW AG/LS M1 M2 WB
  )");
}

TEST_CASE("sifive-7: without the late ALU the user of a loaded value waits for it in D2") {
  const Lesson lesson =
      run_lesson(Isa::riscv, {"sifive-7", {"late_alu={}"}}, "ld x5, 0(sp)\nadd x6, x5, x5\n");
  CHECK(apart(lesson, 1, "AG/LS", 2, "AG") == 3);
  const Lesson late = run_lesson(Isa::riscv, "sifive-7", "ld x5, 0(sp)\nadd x6, x5, x5\n");
  CHECK(apart(late, 1, "AG/LS", 2, "AG") == 1);
}
