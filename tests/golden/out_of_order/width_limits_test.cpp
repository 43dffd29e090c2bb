// How much passes fetch, decode and issue in a cycle (front_end.taken_branches and branch_queue,
// decode.micro_ops, scheduler.width), on kSmall (mechanism.hpp). Columns: fetched, dispatched,
// begun, last cycle of execution, written, retired.

#include "golden/mechanism.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

constexpr std::string_view kJump = R"(
  addi t0, a0, 1
  j skip
  addi t1, a0, 2
skip:
  addi t2, a0, 3
  addi t3, a0, 4
)";

/// Fetch knows where a jump goes.
machine::Machine jumping(const char* taken_branches) {
  return small({{"front_end.width", "4"},
                {"front_end.decode_cycles", "0"},
                {"dispatch.width", "4"},
                {"front_end.taken_branches", taken_branches}});
}

constexpr std::string_view kStore = R"(
  addi t0, a0, 1
  sd a2, 64(s1)
  addi t1, a0, 2
  addi t2, a0, 3
)";

machine::Machine decoding(const char* micro_ops) {
  return small(
      {{"front_end.width", "4"}, {"dispatch.width", "4"}, {"decode.micro_ops", micro_ops}});
}

constexpr std::string_view kReady = R"(
  addi t0, a0, 1
  addi t1, a0, 2
  ld a3, 0(s1)
)";

constexpr std::string_view kBranches = R"(
  bne zero, zero, out
  addi t0, a1, 1
  bne zero, zero, out
  addi t1, a1, 2
out:
)";

} // namespace

TEST_CASE("fetch: a group ends behind a jump", "[out_of_order]") {
  check_times(riscv(kJump), jumping("0"), R"(
    addi t0, a0, 1 | 1 2 3 3 4 5
    jal zero, skip | 1 2 3 3 4 5
    addi t2, a0, 3 | 2 3 4 4 5 6
    addi t3, a0, 4 | 2 3 4 4 5 6
  )");
}

TEST_CASE("fetch: a group goes on behind one jump, as fetch knows its target", "[out_of_order]") {
  // The two alus have the older pair in 3.
  check_times(riscv(kJump), jumping("1"), R"(
    addi t0, a0, 1 | 1 2 3 3 4 5
    jal zero, skip | 1 2 3 3 4 5
    addi t2, a0, 3 | 1 2 4 4 5 6
    addi t3, a0, 4 | 1 2 4 4 5 6
  )");
}

TEST_CASE("fetch: the target of a jump is fetched from a block of its own", "[out_of_order]") {
  // Blocks of two instructions: the jump ends the first, t2 lies at the end of its own.
  machine::Machine machine = jumping("1");
  machine.dynamic->fetch_bytes = 8;
  check_times(riscv(kJump), machine, R"(
    addi t0, a0, 1 | 1 2 3 3 4 5
    jal zero, skip | 1 2 3 3 4 5
    addi t2, a0, 3 | 1 2 4 4 5 6
    addi t3, a0, 4 | 2 3 4 4 5 6
  )");
}

TEST_CASE("decode: two micro-ops a cycle, and a store has two", "[out_of_order]") {
  // In 1 the store would be the second and the third; in 2 it leaves no room.
  check_times(riscv(kStore, {9}), decoding("2"), R"(
    addi t0, a0, 1          | 1 2 3 3 4 5
    sd a2, 64(s1) [address] | 2 3 4 4 5 6
    sd a2, 64(s1) [data]    | 2 3 4 4 5 6
    addi t1, a0, 2          | 3 4 5 5 6 7
    addi t2, a0, 3          | 3 4 5 5 6 7
  )");
}

TEST_CASE("decode: what has more micro-ops than a cycle is alone in its own", "[out_of_order]") {
  check_times(riscv(kStore, {9}), decoding("1"), R"(
    addi t0, a0, 1          | 1 2 3 3 4 5
    sd a2, 64(s1) [address] | 2 3 4 4 5 6
    sd a2, 64(s1) [data]    | 2 3 4 4 5 6
    addi t1, a0, 2          | 3 4 5 5 6 7
    addi t2, a0, 3          | 4 5 6 6 7 8
  )");
}

TEST_CASE("issue: one operation a cycle, whatever ports are free", "[out_of_order]") {
  check_times(riscv(kReady, {9}), small({{"scheduler.width", "1"}}), R"(
    addi t0, a0, 1 | 1 2 3 3 4 5
    addi t1, a0, 2 | 1 2 4 4 5 6
    ld a3, 0(s1)   | 2 3 5 6 7 8
  )");
}

TEST_CASE("branch prediction queue: full, the next branch waits until the oldest has retired",
          "[out_of_order]") {
  // The first retires in 5; its entry can be taken from the next cycle on.
  check_times(riscv(kBranches), small({{"front_end.branch_queue", "1"}}), R"(
    bne zero, zero, out | 1 2 3 3 4 5
    addi t0, a1, 1      | 1 2 3 3 4 5
    bne zero, zero, out | 6 7 8 8 9 10
    addi t1, a1, 2      | 6 7 8 8 9 10
  )");
}

TEST_CASE("branch prediction queue: with two entries both branches are in flight",
          "[out_of_order]") {
  check_times(riscv(kBranches), small({{"front_end.branch_queue", "2"}}), R"(
    bne zero, zero, out | 1 2 3 3 4 5
    addi t0, a1, 1      | 1 2 3 3 4 5
    bne zero, zero, out | 2 3 4 4 5 6
    addi t1, a1, 2      | 2 3 4 4 5 6
  )");
}
