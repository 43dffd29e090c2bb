// The front half and the sizes of dynamically scheduled machines: each mechanism on kSmall
// (mechanism.hpp) with what is changed for it. Columns: fetched, dispatched, begun, last cycle of
// execution, written, retired.

#include "golden/mechanism.hpp"
#include "isa/assemble.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace stallscope;
using namespace stallscope::golden;
using trace::LedgerPoint;

TEST_CASE("full reorder buffer", "[out_of_order]") {
  // Two entries; both are given back in 12 and taken in the next cycle, or in the same one.
  const Watched run =
      check_times(riscv(kBehindDivision), small({{"reorder_buffer.entries", "2"}}), R"(
    div a0, a1, a2  | 1  2  3 10 11 12
    addi t0, a1, 1  | 1  2  3  3  4 12
    addi t1, a1, 2  | 2 13 14 14 15 16
    addi t2, a1, 3  | 2 13 14 14 15 16
  )");
  CHECK(run.lost(LedgerPoint::issue, Reason::reorder_full) == 10 * 2); // 3 to 12
  check_times(riscv(kBehindDivision),
              small({{"reorder_buffer.entries", "2"}, {"scheduler.reuse_same_cycle", "true"}}), R"(
    div a0, a1, a2  | 1  2  3 10 11 12
    addi t0, a1, 1  | 1  2  3  3  4 12
    addi t1, a1, 2  | 2 12 13 13 14 15
    addi t2, a1, 3  | 2 12 13 13 14 15
  )");
}

TEST_CASE("full station, entries free at issue: a scheduler", "[out_of_order]") {
  // Two entries. div leaves in 3, so that t1 comes in 4; t0 and t1 leave in 11.
  const Watched run = check_times(riscv(kUsesOfDivision), small({{"station.RS.entries", "2"}}), R"(
    div a0, a1, a2  | 1  2  3 10 11 12
    addi t0, a0, 1  | 1  2 11 11 12 13
    addi t1, a0, 2  | 2  4 11 11 12 13
    addi t2, a0, 3  | 2 12 13 13 14 15
    addi t3, a1, 4  | 3 12 13 13 14 15
  )");
  CHECK(run.lost(LedgerPoint::issue, Reason::station_full) == 2 + 1 + 7 * 2); // 3, 4, 5 to 11
}

TEST_CASE("full station, entries free at the write: reservation stations", "[out_of_order]") {
  // div has its entry until it writes, in 11, t0 in 12 and t1, dispatched in 12, in 14.
  check_times(riscv(kUsesOfDivision),
              small({{"station.RS.entries", "2"}, {"scheduler.release", "write"}}), R"(
    div a0, a1, a2  | 1  2  3 10 11 12
    addi t0, a0, 1  | 1  2 11 11 12 13
    addi t1, a0, 2  | 2 12 13 13 14 15
    addi t2, a0, 3  | 2 13 14 14 15 16
    addi t3, a1, 4  | 3 15 16 16 17 18
  )");
}

TEST_CASE("full fetch queue: fetch waits for dispatch", "[out_of_order]") {
  // As with the scheduler above, but only two are between fetch and dispatch: t3 is fetched when t1
  // has gone, in 4. A place is filled again in the cycle in which it is left.
  const Watched run = check_times(
      riscv(kUsesOfDivision), small({{"front_end.queue", "2"}, {"station.RS.entries", "2"}}), R"(
    div a0, a1, a2  | 1  2  3 10 11 12
    addi t0, a0, 1  | 1  2 11 11 12 13
    addi t1, a0, 2  | 2  4 11 11 12 13
    addi t2, a0, 3  | 2 12 13 13 14 15
    addi t3, a1, 4  | 4 12 13 13 14 15
  )");
  // In 3 t3 waits for a place; behind it, the last one, from 4 to 15 nothing waits.
  CHECK(run.lost(LedgerPoint::fetch, Reason::queue_full) == 2);
  CHECK(run.lost(LedgerPoint::fetch, Reason::drain) == 1 + 11 * 2);
}

TEST_CASE("fetch_bytes: a fetch ends with its block", "[out_of_order]") {
  // Blocks of two instructions. The target is the second of its block, so it comes alone.
  check_times(riscv(R"(
      addi t0, x0, 1
      beqz x0, over
      nop
      nop
      nop
over: addi t1, x0, 2
      addi t2, x0, 3
      addi t3, x0, 4
  )"),
              small({{"front_end.fetch_bytes", "8"}, {"front_end.decode_cycles", "0"}}), R"(
    addi t0, zero, 1      | 1 2 3 3 4 5
    beq zero, zero, over  | 1 2 3 3 4 5
    addi t1, zero, 2      | 2 3 4 4 5 6
    addi t2, zero, 3      | 3 4 5 5 6 7
    addi t3, zero, 4      | 3 4 5 5 6 7
  )");
}

TEST_CASE("fusion of a comparison and its branch", "[out_of_order]") {
  // One micro-op does both, a cycle earlier. The target is known at decode: fetch loses a cycle.
  constexpr std::string_view kText = R"(
      slt  t0, a0, a1
      beqz t0, over
      nop
over: addi a2, x0, 1
  )";
  check_times(riscv(kText), small(), R"(
    slt t0, a0, a1       | 1 2 3 3 4 5
    beq t0, zero, over   | 1 2 4 4 5 6
    addi a2, zero, 1     | 3 4 5 5 6 7
  )");
  const Watched run = check_times(riscv(kText), small({{"decode.fuse_compare_branch", "true"}}), R"(
    slt t0, a0, a1       | 1 2 3 3 4 5
    addi a2, zero, 1     | 3 4 5 5 6 7
  )");
  CHECK(run.state->counters.retired_micro_ops == 2); // of three instructions
}

TEST_CASE("fusion of lui and addi", "[out_of_order]") {
  // The constant is there a cycle earlier.
  constexpr std::string_view kText = R"(
      lui  a0, 0x12345
      addi a0, a0, 0x678
      addi a1, a0, 1
      addi a2, a0, 1
  )";
  check_times(riscv(kText), small(), R"(
    lui a0, 0x12345    | 1 2 3 3 4 5
    addi a0, a0, 1656  | 1 2 4 4 5 6
    addi a1, a0, 1     | 2 3 5 5 6 7
    addi a2, a0, 1     | 2 3 5 5 6 7
  )");
  check_times(riscv(kText), small({{"decode.fuse_lui_addi", "true"}}), R"(
    lui a0, 0x12345    | 1 2 3 3 4 5
    addi a1, a0, 1     | 2 3 4 4 5 6
    addi a2, a0, 1     | 2 3 4 4 5 6
  )");
}

TEST_CASE("fetch: a fused pair is two of its width, or one", "[out_of_order]") {
  // Of two: an addition and the lui of a pair are all that is fetched in 1, and nothing fuses; as
  // one, both pairs fuse, and the second is in the place behind the addition.
  constexpr std::string_view kText = R"(
      addi a2, a1, 1
      lui  a0, 0x12345
      addi a0, a0, 0x678
      lui  a3, 0x12345
      addi a3, a3, 0x678
      addi a4, a1, 1
  )";
  check_times(riscv(kText), small({{"decode.fuse_lui_addi", "true"}}), R"(
    addi a2, a1, 1     | 1 2 3 3 4 5
    lui a0, 0x12345    | 1 2 3 3 4 5
    addi a0, a0, 1656  | 2 3 4 4 5 6
    lui a3, 0x12345    | 2 3 4 4 5 6
    addi a3, a3, 1656  | 3 4 5 5 6 7
    addi a4, a1, 1     | 3 4 5 5 6 7
  )");
  check_times(riscv(kText),
              small({{"decode.fuse_lui_addi", "true"}, {"front_end.pairs_count_once", "true"}}), R"(
    addi a2, a1, 1     | 1 2 3 3 4 5
    lui a0, 0x12345    | 1 2 3 3 4 5
    lui a3, 0x12345    | 2 3 4 4 5 6
    addi a4, a1, 1     | 2 3 4 4 5 6
  )");
}

TEST_CASE("fusion of a load and its operation", "[out_of_order]") {
  // x86: addition of a value in memory. The two micro-ops are issued one by one, but take one place
  // of two that are dispatched and retire in a cycle.
  constexpr std::string_view kText = R"(
      addq -8(%rsp), %rax
      addq -16(%rsp), %rbx
      addq -24(%rsp), %rcx
  )";
  const auto program = isa::assemble(isa::Isa::x86, "small.s", kText, {});
  REQUIRE(program.ok());
  check_times(*program, small(), R"(
    addq -8(%rsp), %rax [load]      | 1 2 3 4 5 6
    addq -8(%rsp), %rax [compute]   | 1 2 5 5 6 7
    addq -16(%rsp), %rbx [load]     | 1 3 4 5 6 7
    addq -16(%rsp), %rbx [compute]  | 1 3 6 6 7 8
    addq -24(%rsp), %rcx [load]     | 2 4 5 6 7 8
    addq -24(%rsp), %rcx [compute]  | 2 4 7 7 8 9
  )");
  check_times(*program, small({{"decode.fuse_load_op", "true"}}), R"(
    addq -8(%rsp), %rax [load]      | 1 2 3 4 5 6
    addq -8(%rsp), %rax [compute]   | 1 2 5 5 6 7
    addq -16(%rsp), %rbx [load]     | 1 2 3 4 5 7
    addq -16(%rsp), %rbx [compute]  | 1 2 5 5 6 7
    addq -24(%rsp), %rcx [load]     | 2 3 4 5 6 7
    addq -24(%rsp), %rcx [compute]  | 2 3 6 6 7 8
  )");
}

TEST_CASE("a jump or taken branch to the next instruction does not redirect fetch",
          "[out_of_order]") {
  // Fetch is going there anyway: branch.to_next = go_on, as in-order machines have it. Both ports
  // execute control; one of the two in each cycle of fetch is an addition.
  for (const char* jump : {"jal zero, next", "beq zero, zero, next"}) {
    INFO(jump);
    check_times(riscv(fmt::format("{}\nnext: addi a1, x0, 1\naddi a2, x0, 2\n", jump)),
                small({{"branch.predictor", "taken"}}),
                fmt::format(R"(
    {}              | 1 2 3 3 4 5
    addi a1, zero, 1 | 1 2 3 3 4 5
    addi a2, zero, 2 | 2 3 4 4 5 6
  )",
                            jump));
  }
}
