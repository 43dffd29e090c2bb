// Results that take longer from some units to others ([[bypass]]): each rule on kSmall
// (mechanism.hpp). Columns: fetched, dispatched, begun, last cycle of execution, written, retired.

#include "golden/mechanism.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::golden;
using trace::LedgerPoint;

namespace {

machine::Machine with_bypass(const char* bypass) {
  return small({{"bypass", bypass}});
}

// Of a multiplication, which executes up to 5, is written in 6 and retires in 7: two uses that wait
// in the station, one that is dispatched in 6 and one that is dispatched in 7.
constexpr std::string_view kUses = R"(
  mul  a0, a1, a2
  addi t0, a0, 1
  addi t1, a1, 1
  mul  a3, a0, a0
  addi t2, a1, 2
  addi t3, a1, 3
  addi t4, a1, 4
  addi t5, a1, 5
  addi s2, a0, 2
  addi s3, a1, 6
  addi s4, a0, 3
)";

} // namespace

TEST_CASE("bypass: integer results reach floating-point operations a cycle later",
          "[out_of_order]") {
  // After the "bypass delay" between domains of Intel's Optimization Reference Manual: addi
  // executes in 3, so that mul begins in 4, behind its dispatch; fcvt, of another domain on the
  // same port, in 5 instead of 4.
  const isa::Program program = riscv(R"(
    addi     a0, a1, 1
    fcvt.d.l fa0, a0
    mul      a2, a0, a0
  )");
  check_times(program, with_bypass("[{from = integer, to = fp_alu, cycles = 1}]"), R"(
    addi a0, a1, 1   | 1 2 3 3 4 5
    fcvt.d.l fa0, a0 | 1 2 5 7 8 9
    mul a2, a0, a0   | 2 3 4 6 7 9
  )");
}

TEST_CASE("bypass: a result is on its way to a unit, until it retires", "[out_of_order]") {
  // From port to ports: without the delay the uses of mul begin in 6. 3 cycles more to the alus: in
  // 9, whether they wait for it in the station or are dispatched in 6, when it is written. To mul
  // itself: in 6. What is dispatched in 7 takes it from the register file, and begins in 8.
  const Watched run = check_times(riscv(kUses), with_bypass("[{from=mul, to=alu, cycles=3}]"), R"(
    mul a0, a1, a2  | 1 2 3 5  6  7
    addi t0, a0, 1  | 1 2 9 9 10 11
    addi t1, a1, 1  | 2 3 4 4  5 11
    mul a3, a0, a0  | 2 3 6 8  9 12
    addi t2, a1, 2  | 3 4 5 5  6 12
    addi t3, a1, 3  | 3 4 5 5  6 13
    addi t4, a1, 4  | 4 5 6 6  7 13
    addi t5, a1, 5  | 4 5 6 6  7 14
    addi s2, a0, 2  | 5 6 9 9 10 14
    addi s3, a1, 6  | 5 6 7 7  8 15
    addi s4, a0, 3  | 6 7 8 8  9 15
  )");
  // The oldest waits for it behind the retirement of mul: a slot in 7 and both in 8.
  CHECK(run.lost(LedgerPoint::retire, Reason::bypass) == 3);
}

TEST_CASE("bypass: a broadcast result reaches remote stations later", "[out_of_order]") {
  // results.wakeup = "after_write": addi begins behind the write in 6, and 2 cycles more.
  check_times(
      riscv("mul a0, a1, a2\n addi t0, a0, 1\n"),
      small({{"bypass", "[{from=mul, to=[alu], cycles=2}]"}, {"results.wakeup", "after_write"}}),
      R"(
    mul a0, a1, a2  | 1 2 3 5  6  7
    addi t0, a0, 1  | 1 2 9 9 10 11
  )");
}

TEST_CASE("bypass: what several ports can execute waits for the furthest", "[out_of_order]") {
  // The load executes up to 4: addi, which an alu could begin in 5, has its value at all of its
  // ports in 7.
  check_times(riscv("ld a0, 0(s1)\n addi t0, a0, 1\n", {9}),
              small({{"bypass", "[{from=loads, to=mul, cycles=2}]"},
                     {"port.mul.operations", "[multiply, divide, fp_alu, integer]"}}),
              R"(
    ld a0, 0(s1)    | 1 2 3 4 5 6
    addi t0, a0, 1  | 1 2 7 7 8 9
  )");
}
