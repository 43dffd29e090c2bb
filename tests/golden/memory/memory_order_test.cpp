// Load and store units of dynamically scheduled machines: each mechanism on kSmall (mechanism.hpp)
// with what is changed for it. Columns: fetched, dispatched, begun, last cycle of execution,
// written, retired.

#include "golden/mechanism.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::golden;
using trace::LedgerPoint;

namespace {

constexpr RegId kS0 = 8;

// The remainder of a division by 0 is the dividend: t2 is s0, eight cycles later. So the address of
// the store is known late; one of the loads reads what it writes.
constexpr std::string_view kLateAddress = R"(
  rem t2, s0, x0
  sd  t1, 0(t2)
  ld  a1, 64(s0)
  ld  a2, 0(s0)
)";

} // namespace

TEST_CASE("store to load: the value comes from the store queue", "[out_of_order]") {
  // The first load waits for the data of the store, which execute in 11, and takes
  // load_store.forward_cycles; the other is no business of the store.
  check_times(riscv(R"(
      div a1, a2, a3
      sd  a1, 0(s0)
      ld  a4, 0(s0)
      ld  a5, 8(s0)
  )",
                    {kS0}),
              small(), R"(
    div a1, a2, a3          | 1 2  3 10 11 12
    sd a1, 0(s0) [address]  | 1 2  3  3  4 12
    sd a1, 0(s0) [data]     | 1 3 11 11 12 13
    ld a4, 0(s0)            | 2 3 12 12 13 14
    ld a5, 8(s0)            | 2 4  5  6  7 14
  )");
}

TEST_CASE("store-to-load forwarding: a store that writes a part of the bytes read",
          "[out_of_order]") {
  // load_store.forwarding = "covering": the store does not have all of it, so the load waits until
  // it is in the cache, which on this machine, without caches, is when it retires, in 13. The load
  // begins in that cycle. The word behind the stored one is no business of the store.
  const std::string program = R"(
      div a1, a2, a3
      sw  a1, 0(s0)
      ld  a4, 0(s0)
      lw  a5, 4(s0)
  )";
  constexpr std::string_view kWaits = R"(
    div a1, a2, a3          | 1 2  3 10 11 12
    sw a1, 0(s0) [address]  | 1 2  3  3  4 12
    sw a1, 0(s0) [data]     | 1 3 11 11 12 13
    ld a4, 0(s0)            | 2 3 13 14 15 16
    lw a5, 4(s0)            | 2 4  5  6  7 16
  )";
  check_times(riscv(program, {kS0}), small(), kWaits);
  check_times(riscv(program, {kS0}), small({{"load_store.forwarding", "exact"}}), kWaits);
  // "partial": the store hands over what it has, and the rest is put together with it.
  check_times(riscv(program, {kS0}), small({{"load_store.forwarding", "partial"}}), R"(
    div a1, a2, a3          | 1 2  3 10 11 12
    sw a1, 0(s0) [address]  | 1 2  3  3  4 12
    sw a1, 0(s0) [data]     | 1 3 11 11 12 13
    ld a4, 0(s0)            | 2 3 12 12 13 14
    lw a5, 4(s0)            | 2 4  5  6  7 14
  )");
}

TEST_CASE("store-to-load forwarding: two stores that write parts of the bytes read",
          "[out_of_order]") {
  // load_store.forwarding = "partial": the youngest store has two bytes, the one in front of it
  // the others, which are not there before the division ends in 10. No load puts two stores in
  // flight together: it waits until the youngest retires, in 14, and begins in that cycle.
  check_times(riscv(R"(
      div a1, a2, a3
      sd  a1, 0(s0)
      sh  a2, 2(s0)
      ld  a4, 0(s0)
  )",
                    {kS0}),
              small({{"load_store.forwarding", "partial"}}), R"(
    div a1, a2, a3          | 1 2  3 10 11 12
    sd a1, 0(s0) [address]  | 1 2  3  3  4 12
    sd a1, 0(s0) [data]     | 1 3 11 11 12 13
    sh a2, 2(s0) [address]  | 2 3  4  4  5 13
    sh a2, 2(s0) [data]     | 2 4  5  5  6 14
    ld a4, 0(s0)            | 2 4 14 15 16 17
  )");
}

TEST_CASE("store to load: a store that writes more than is read", "[out_of_order]") {
  // It has all of it: "covering" takes the value from it, in 12; "exact" does not, and waits until
  // the store retires, in 13.
  const std::string program = R"(
      div a1, a2, a3
      sd  a1, 0(s0)
      lw  a4, 4(s0)
  )";
  check_times(riscv(program, {kS0}), small(), R"(
    div a1, a2, a3          | 1 2  3 10 11 12
    sd a1, 0(s0) [address]  | 1 2  3  3  4 12
    sd a1, 0(s0) [data]     | 1 3 11 11 12 13
    lw a4, 4(s0)            | 2 3 12 12 13 14
  )");
  check_times(riscv(program, {kS0}), small({{"load_store.forwarding", "exact"}}), R"(
    div a1, a2, a3          | 1 2  3 10 11 12
    sd a1, 0(s0) [address]  | 1 2  3  3  4 12
    sd a1, 0(s0) [data]     | 1 3 11 11 12 13
    lw a4, 4(s0)            | 2 3 13 14 15 16
  )");
}

TEST_CASE("store to load: no forwarding at all", "[out_of_order]") {
  // The value has been there since 4; the load waits until the store retires, in 5.
  check_times(riscv(R"(
      sd  a1, 0(s0)
      ld  a4, 0(s0)
  )",
                    {kS0}),
              small({{"load_store.forwarding", "none"}}), R"(
    sd a1, 0(s0) [address]  | 1 2 3 3 4 5
    sd a1, 0(s0) [data]     | 1 2 3 3 4 5
    ld a4, 0(s0)            | 1 3 5 6 7 8
  )");
}

TEST_CASE("a fence is alone in the back half", "[out_of_order]") {
  // dispatch.serialise: the fence is dispatched when everything older has retired, in 12, and what
  // is behind it when it has retired itself, in 15. Without, it is an operation like any other.
  constexpr std::string_view kFence = R"(
      div  a1, a2, a3
      fence
      addi a4, x0, 1
      addi a5, x0, 1
  )";
  const Watched run = check_times(riscv(std::string(kFence)), small(), R"(
    div a1, a2, a3    | 1  2  3 10 11 12
    fence iorw, iorw  | 1 12 13 13 14 15
    addi a4, zero, 1  | 2 15 16 16 17 18
    addi a5, zero, 1  | 2 15 16 16 17 18
  )");
  // One slot in 2, both in 3 to 11, one in 12, both in 13 and 14.
  CHECK(run.lost(LedgerPoint::issue, Reason::serialising) == 1 + 9 * 2 + 1 + 2 * 2);
  check_times(riscv(std::string(kFence)), small({{"dispatch.serialise", "false"}}), R"(
    div a1, a2, a3    | 1 2 3 10 11 12
    fence iorw, iorw  | 1 2 3  3  4 12
    addi a4, zero, 1  | 2 3 4  4  5 13
    addi a5, zero, 1  | 2 3 4  4  5 13
  )");
}

TEST_CASE("perfect memory order: a load waits for the data it reads and nothing else",
          "[out_of_order]") {
  check_times(riscv(kLateAddress, {kS0}), small(), R"(
    rem t2, s0, zero        | 1 2  3 10 11 12
    sd t1, 0(t2) [address]  | 1 2 11 11 12 13
    sd t1, 0(t2) [data]     | 1 3  4  4  5 13
    ld a1, 64(s0)           | 2 3  4  5  6 14
    ld a2, 0(s0)            | 2 4  5  5  6 14
  )");
}

TEST_CASE("conservative memory order: loads wait for the addresses of all older stores",
          "[out_of_order]") {
  // Known in 11: both begin in 12. The second is faster, as it takes its value from the store.
  check_times(riscv(kLateAddress, {kS0}), small({{"load_store.disambiguation", "conservative"}}),
              R"(
    rem t2, s0, zero        | 1 2  3 10 11 12
    sd t1, 0(t2) [address]  | 1 2 11 11 12 13
    sd t1, 0(t2) [data]     | 1 3  4  4  5 13
    ld a1, 64(s0)           | 2 3 12 13 14 15
    ld a2, 0(s0)            | 2 4 12 12 13 15
  )");
}

TEST_CASE("predicted memory order: a load that read too early is replayed", "[out_of_order]") {
  // Both loads begin at once. In 11 the address of the store is known and the second has read the
  // same place: in 12 it goes back to the front end, and it is dispatched a front end later, in 13.
  // By then the store has retired.
  const Watched run =
      check_times(riscv(kLateAddress, {kS0}), small({{"load_store.disambiguation", "predict"}}), R"(
    rem t2, s0, zero        | 1 2  3 10 11 12
    sd t1, 0(t2) [address]  | 1 2 11 11 12 13
    sd t1, 0(t2) [data]     | 1 3  4  4  5 13
    ld a1, 64(s0)           | 2 3  4  5  6 14
    ld a2, 0(s0)            | 2 4  5  6  7 / 13 14 15 16 17
  )");
  CHECK(run.state->counters.replays == 1);
}

TEST_CASE("predicted memory order: a load that begins in the cycle of the store's address",
          "[out_of_order]") {
  // Both begin in 4, so the load cannot see the address, and reads too early by one cycle. When it
  // is dispatched again, in 6, the store retires.
  const Watched run = check_times(riscv(R"(
      addi t2, s0, 0
      sd   t1, 0(t2)
      ld   a1, 0(s0)
  )",
                                        {kS0}),
                                  small({{"load_store.disambiguation", "predict"}}), R"(
    addi t2, s0, 0          | 1 2 3 3 4 5
    sd t1, 0(t2) [address]  | 1 2 4 4 5 6
    sd t1, 0(t2) [data]     | 1 3 4 4 5 6
    ld a1, 0(s0)            | 2 3 4 5 - / 6 7 8 9 10
  )");
  CHECK(run.state->counters.replays == 1);
}

TEST_CASE("predicted memory order: an address that is there when the load executes",
          "[out_of_order]") {
  // With a cycle to read registers the address executes in 5, and the load, which leaves its
  // station in 5, executes from 6 on: it is in time to take the value from the store.
  const Watched run = check_times(
      riscv(R"(
      addi t2, s0, 0
      sd   t1, 0(t2)
      addi a5, x0, 1
      ld   a1, 0(s0)
  )",
            {kS0}),
      small({{"load_store.disambiguation", "predict"}, {"scheduler.read_cycles", "1"}}), R"(
    addi t2, s0, 0          | 1 2 3 4 5 6
    sd t1, 0(t2) [address]  | 1 2 4 5 6 7
    sd t1, 0(t2) [data]     | 1 3 4 5 6 7
    addi a5, zero, 1        | 2 3 4 5 6 8
    ld a1, 0(s0)            | 2 4 5 6 7 8
  )");
  CHECK(run.state->counters.replays == 0);
}

TEST_CASE("predicted memory order: a bypassed value is there in the cycle of its write, too",
          "[out_of_order]") {
  // A load that has no port searches for its store again. The data execute in 7, so that loads
  // which read registers in 7 take them, and in 8, when the data are written, and later. Two load
  // ports: two of the loads begin in 7 and two in 8. In 9 the store has retired: the last load
  // reads the cache, in two cycles.
  const machine::Machine bypassed =
      small({{"load_store.disambiguation", "predict"}, {"scheduler.read_cycles", "1"}});
  check_times(riscv(R"(
      mul a1, a2, a3
      sd  a1, 0(s0)
      ld  a4, 0(s0)
      ld  a5, 0(s0)
      ld  a6, 0(s0)
      ld  a7, 0(s0)
      ld  t0, 0(s0)
  )",
                    {kS0}),
              bypassed, R"(
    mul a1, a2, a3          | 1 2 3  6  7  8
    sd a1, 0(s0) [address]  | 1 2 3  4  5  8
    sd a1, 0(s0) [data]     | 1 3 6  7  8  9
    ld a4, 0(s0)            | 2 3 7  8  9 10
    ld a5, 0(s0)            | 2 4 7  8  9 10
    ld a6, 0(s0)            | 3 4 8  9 10 11
    ld a7, 0(s0)            | 3 5 8  9 10 11
    ld t0, 0(s0)            | 4 5 9 11 12 13
  )");
  // A result bus: the data, which are written in 10, can be taken from 11 on. The load that is
  // dispatched in 9 would else begin in 10.
  machine::Machine bus = bypassed;
  bus.dynamic->wakeup = machine::Wakeup::after_write;
  bus.dynamic->dispatch_width = 1;
  check_times(riscv(R"(
      mul  a1, a2, a3
      sd   a1, 0(s0)
      addi a4, x0, 1
      addi a5, x0, 1
      addi a6, x0, 1
      addi a7, x0, 1
      ld   t0, 0(s0)
  )",
                    {kS0}),
              bus, R"(
    mul a1, a2, a3          | 1 2  3  6  7  8
    sd a1, 0(s0) [address]  | 1 3  4  5  6  9
    sd a1, 0(s0) [data]     | 1 4  8  9 10 11
    addi a4, zero, 1        | 2 5  6  7  8 12
    addi a5, zero, 1        | 2 6  7  8  9 13
    addi a6, zero, 1        | 3 7  8  9 10 14
    addi a7, zero, 1        | 3 8  9 10 11 15
    ld t0, 0(s0)            | 4 9 11 13 14 16
  )");
}

TEST_CASE("predicted memory order: the store's data come as a load misses a port of ooo-4",
          "[out_of_order]") {
  // The product can be read for in 11, so the store's data are in their unit in 12, and the loads
  // that take them read registers from 12 on. Two ports: two of them in 12, two in 13, the cycle
  // in which the data are written, and one in 14. Behind that they take four cycles.
  check_times(riscv(R"(
      li  a0, 5
      mul a1, a0, a0
      sd  a1, 0(sp)
      ld  a2, 0(sp)
      ld  a3, 0(sp)
      ld  a4, 0(sp)
      ld  a5, 0(sp)
      ld  a6, 0(sp)
  )"),
              preset("ooo-4", {{"main_memory.warm", "true"}}), R"(
    addi a0, zero, 5        | 1 6  7  8  9 10
    mul a1, a0, a0          | 1 6  8 11 12 13
    sd a1, 0(sp) [address]  | 1 6  7  8  9 13
    sd a1, 0(sp) [data]     | 1 6 11 12 13 14
    ld a2, 0(sp)            | 1 7 12 16 17 18
    ld a3, 0(sp)            | 2 7 12 16 17 18
    ld a4, 0(sp)            | 2 7 13 17 18 19
    ld a5, 0(sp)            | 2 7 13 17 18 19
    ld a6, 0(sp)            | 2 8 14 18 19 20
  )");
}

TEST_CASE("predicted memory order: the second time the load waits for its store",
          "[out_of_order]") {
  // Store sets (Chrysos and Emer 1998). In the first iteration the load reads too early, as above,
  // and it and all behind it, the second iteration too, are dispatched again from 13 on, two a
  // cycle. Then load and store are in one set: the second load waits for the address of the store,
  // which is known in 23, though the data are there long before, and takes them from the store.
  const Watched run = check_times(riscv(R"(
      addi t0, x0, 2
loop: rem  t2, s0, x0
      sd   t0, 0(t2)
      ld   a1, 0(s0)
      addi t0, t0, -1
      bnez t0, loop
  )",
                                        {kS0}),
                                  small({{"load_store.disambiguation", "predict"}}), R"(
    addi t0, zero, 2        | 1 2  3  3  4  5
    rem t2, s0, zero        | 1 2  3 10 11 12
    sd t0, 0(t2) [address]  | 2 3 11 11 12 13
    sd t0, 0(t2) [data]     | 2 3  4  4  5 13
    ld a1, 0(s0)            | 2 4  5  6  7 / 13 14 15 16 17
    addi t0, t0, -1         | 3 4  5  5  6 / 13 14 14 15 17
    bne t0, zero, loop      | 3 5  6  6  7 / 14 15 15 16 18
    rem t2, s0, zero        | 5 6  7 14  - / 14 15 22 23 24 // the target is known at decode, in 5
    sd t0, 0(t2) [address]  | 5 6  -  -  - / 15 23 23 24 25
    sd t0, 0(t2) [data]     | 5 7  8  8  9 / 15 16 16 17 25
    ld a1, 0(s0)            | 6 7  8  9 10 / 16 24 24 25 26
    addi t0, t0, -1         | 6 8  9  9 10 / 16 17 17 18 26
    bne t0, zero, loop      | 7 8 10 10 11 / 17 18 18 19 27
  )");
  CHECK(run.state->counters.replays == 1);
}

TEST_CASE("predicted memory order: store sets are forgotten from time to time", "[out_of_order]") {
  // As above, but what was learnt in 11 is forgotten when the second load is dispatched for good,
  // in 16: it reads too early once more, which is found in 23, and is dispatched again in 25.
  const Watched run = check_times(
      riscv(R"(
      addi t0, x0, 2
loop: rem  t2, s0, x0
      sd   t0, 0(t2)
      ld   a1, 0(s0)
      addi t0, t0, -1
      bnez t0, loop
  )",
            {kS0}),
      small({{"load_store.disambiguation", "predict"}, {"load_store.store_set_cycles", "16"}}), R"(
    addi t0, zero, 2        | 1 2  3  3  4  5
    rem t2, s0, zero        | 1 2  3 10 11 12
    sd t0, 0(t2) [address]  | 2 3 11 11 12 13
    sd t0, 0(t2) [data]     | 2 3  4  4  5 13
    ld a1, 0(s0)            | 2 4  5  6  7 / 13 14 15 16 17
    addi t0, t0, -1         | 3 4  5  5  6 / 13 14 14 15 17
    bne t0, zero, loop      | 3 5  6  6  7 / 14 15 15 16 18
    rem t2, s0, zero        | 5 6  7 14  - / 14 15 22 23 24
    sd t0, 0(t2) [address]  | 5 6  -  -  - / 15 23 23 24 25
    sd t0, 0(t2) [data]     | 5 7  8  8  9 / 15 16 16 17 25
    ld a1, 0(s0)            | 6 7  8  9 10 / 16 17 18 19 / 25 26 27 28 29
    addi t0, t0, -1         | 6 8  9  9 10 / 16 17 17 18 / 25 26 26 27 29
    bne t0, zero, loop      | 7 8 10 10 11 / 17 18 18 19 / 26 27 27 28 30
  )");
  CHECK(run.state->counters.replays == 2);
}

TEST_CASE("full load queue", "[out_of_order]") {
  // Two entries, which are given back when loads retire: in 12, behind div.
  const Watched run = check_times(riscv(R"(
      div a1, a2, a3
      ld  a4, 0(s0)
      ld  a5, 8(s0)
      ld  a6, 16(s0)
  )",
                                        {kS0}),
                                  small({{"load_store.load_entries", "2"}}), R"(
    div a1, a2, a3  | 1  2  3 10 11 12
    ld a4, 0(s0)    | 1  2  3  4  5 12
    ld a5, 8(s0)    | 2  3  4  5  6 13
    ld a6, 16(s0)   | 2 13 14 15 16 17
  )");
  CHECK(run.lost(LedgerPoint::issue, Reason::load_full) == 1 + 9 * 2); // one in 3, all in 4 to 12
}

TEST_CASE("full store queue", "[out_of_order]") {
  // One entry, from the dispatch of the first half of a store to the retirement of the second, in
  // 13.
  const Watched run = check_times(riscv(R"(
      div a1, a2, a3
      sd  a4, 0(s0)
      sd  a5, 8(s0)
  )",
                                        {kS0}),
                                  small({{"load_store.store_entries", "1"}}), R"(
    div a1, a2, a3          | 1  2  3 10 11 12
    sd a4, 0(s0) [address]  | 1  2  3  3  4 12
    sd a4, 0(s0) [data]     | 1  3  4  4  5 13
    sd a5, 8(s0) [address]  | 2 14 15 15 16 17
    sd a5, 8(s0) [data]     | 2 14 15 15 16 17
  )");
  CHECK(run.lost(LedgerPoint::issue, Reason::store_full) == 1 + 10 * 2); // one in 3, all to 13
}

TEST_CASE("store-conditional: its result is known with its address", "[out_of_order]") {
  // dispatch.serialise = false: the product executes until 5, its sum with the base in 6, the
  // address of the store in 7. Only then is known whether it stores: a4 is written by what executes
  // in 8, and used in 9.
  check_times(riscv(R"(
      mul  a1, a2, a3
      add  t0, s0, a1
      sc.w a4, a5, (t0)
      addi a6, a4, 1
  )",
                    {kS0}),
              small({{"dispatch.serialise", "false"}}), R"(
    mul a1, a2, a3                | 1 2 3 5 6  7
    add t0, s0, a1                | 1 2 6 6 7  8
    sc.w a4, a5, (t0) [address]   | 2 3 7 7 8  9
    sc.w a4, a5, (t0) [data]      | 2 3 4 4 5  9
    sc.w a4, a5, (t0) [compute]   | 2 4 8 8 9 10
    addi a6, a4, 1                | 2 4 9 9 10 11
  )");
}
