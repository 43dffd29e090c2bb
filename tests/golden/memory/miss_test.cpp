// Caches behind dynamically scheduled machines: each mechanism on kSmall (mechanism.hpp) with what
// is changed for it. Columns: fetched, dispatched, begun, last cycle of execution, written,
// retired.
//
// A load takes the two cycles of its port when it hits. The cache answers a hit in one cycle and
// asks memory, which takes 10, in the next: a miss takes 10 cycles more than a hit.

#include "golden/mechanism.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::golden;
using trace::LedgerPoint;

namespace {

constexpr RegId kBase = 8; // s0

// Stores to three lines, and what does not wait for them.
constexpr std::string_view kThreeStores = R"(
  sd   a0, 0(s0)
  sd   a1, 64(s0)
  sd   a2, 128(s0)
  addi a3, x0, 1
)";

/// kSmall with a data cache of 4 lines of 64 bytes, and memory that answers in 10 cycles.
machine::Machine with_data_cache(const std::string& more,
                                 std::vector<machine::Setting> settings = {}) {
  settings.push_back(
      {"cache", "[{name = \"L1D\", serves = \"data\", size = 256, ways = 4" + more + "}]"});
  settings.push_back({"main_memory.latency", "10"});
  settings.push_back({"main_memory.line_cycles", "4"});
  return small(settings);
}

} // namespace

TEST_CASE("MSHRs: a second miss to a line waits with the first", "[out_of_order]") {
  // The first line is there behind 14. The second is asked for in the same cycle, and memory takes
  // 4 cycles for a line: 18. What is of the first line comes with it, whenever it is asked for.
  check_times(riscv(R"(
      ld   a0, 0(s0)
      ld   a1, 64(s0)
      ld   a2, 8(s0)
      addi a3, x0, 1
      ld   a4, 0(s0)
  )",
                    {kBase}),
              with_data_cache(""), R"(
    ld a0, 0(s0)      | 1 2 3 14 15 16
    ld a1, 64(s0)     | 1 2 3 18 19 20
    ld a2, 8(s0)      | 2 3 4 14 15 20
    addi a3, zero, 1  | 2 3 4  4  5 21
    ld a4, 0(s0)      | 3 4 5 14 15 21
  )");
}

TEST_CASE("MSHRs full: a miss to another line is refused", "[out_of_order]") {
  // Until the first line has come: it is there in 14, where the second load begins. The third is of
  // the line on its way, which needs no MSHR of its own.
  const Watched run = check_times(riscv(R"(
      ld a0, 0(s0)
      ld a1, 64(s0)
      ld a2, 8(s0)
  )",
                                        {kBase}),
                                  with_data_cache(", mshrs = 1"), R"(
    ld a0, 0(s0)   | 1 2  3 14 15 16
    ld a1, 64(s0)  | 1 2 14 25 26 27
    ld a2, 8(s0)   | 2 3  4 14 15 27
  )");
  CHECK(run.state->memory.caches[0].counters.refused == 11); // from 3 to 13
}

namespace {

// A miss, whose line the three loads behind it hit: s1 is s0, known when it has come.
constexpr std::string_view kThreeHits = R"(
  ld   t0, 0(s0)
  add  s1, s0, t0
  ld   a0, 0(s1)
  ld   a1, 16(s1)
  ld   a2, 8(s1)
)";

} // namespace

TEST_CASE("two load ports: two loads a cycle", "[out_of_order]") {
  check_times(riscv(kThreeHits, {kBase}), with_data_cache(""), R"(
    ld t0, 0(s0)    | 1 2  3 14 15 16
    add s1, s0, t0  | 1 2 15 15 16 17
    ld a0, 0(s1)    | 2 3 16 17 18 19
    ld a1, 16(s1)   | 2 3 16 17 18 19
    ld a2, 8(s1)    | 3 4 17 18 19 20
  )");
}

TEST_CASE("bank conflict: the younger load is refused and has had its port for nothing",
          "[out_of_order]") {
  // Two banks of 8 bytes: 0 and 16 are in the same one, so a1 comes a cycle later, beside a2 from
  // the other bank.
  const Watched run =
      check_times(riscv(kThreeHits, {kBase}), with_data_cache(", banks = 2, bank_bytes = 8"), R"(
    ld t0, 0(s0)    | 1 2  3 14 15 16
    add s1, s0, t0  | 1 2 15 15 16 17
    ld a0, 0(s1)    | 2 3 16 17 18 19
    ld a1, 16(s1)   | 2 3 17 18 19 20
    ld a2, 8(s1)    | 3 4 17 18 19 20
  )");
  CHECK(run.state->memory.caches[0].counters.refused == 1);
}

TEST_CASE("one port of the cache: one access a cycle", "[out_of_order]") {
  check_times(riscv(kThreeHits, {kBase}), with_data_cache(", ports = 1"), R"(
    ld t0, 0(s0)    | 1 2  3 14 15 16
    add s1, s0, t0  | 1 2 15 15 16 17
    ld a0, 0(s1)    | 2 3 16 17 18 19
    ld a1, 16(s1)   | 2 3 17 18 19 20
    ld a2, 8(s1)    | 3 4 18 19 20 21
  )");
}

TEST_CASE("TLB miss: the access begins after the page-table walk", "[out_of_order]") {
  // 5 cycles more for the first load; the page is known to the others.
  check_times(riscv(kThreeHits, {kBase}),
              with_data_cache("", {{"data_tlb.entries", "4"}, {"data_tlb.walk", "5"}}), R"(
    ld t0, 0(s0)    | 1 2  3 19 20 21
    add s1, s0, t0  | 1 2 20 20 21 22
    ld a0, 0(s1)    | 2 3 21 22 23 24
    ld a1, 16(s1)   | 2 3 21 22 23 24
    ld a2, 8(s1)    | 3 4 22 23 24 25
  )");
}

TEST_CASE("instruction cache miss: fetch waits for the line", "[out_of_order]") {
  // Lines of 4 instructions. A hit is part of the front end; the first line is asked for in 1 and
  // costs 10 cycles, the second, asked for when fetch comes to it in 13, as many again.
  const Watched run = check_times(
      riscv(R"(
      addi a0, x0, 1
      addi a1, x0, 1
      addi a2, x0, 1
      addi a3, x0, 1
      addi a4, x0, 1
  )"),
      small({{"cache", "[{name = L1I, serves = fetch, size = 256, ways = 4, line = 16}]"},
             {"main_memory.latency", "10"}}),
      R"(
    addi a0, zero, 1  | 11 12 13 13 14 15
    addi a1, zero, 1  | 11 12 13 13 14 15
    addi a2, zero, 1  | 12 13 14 14 15 16
    addi a3, zero, 1  | 12 13 14 14 15 16
    addi a4, zero, 1  | 23 24 25 25 26 27
  )");
  CHECK(run.lost(LedgerPoint::fetch, Reason::icache_miss) == 2 * 10 * 2);
}

TEST_CASE("full store buffer: retirement waits for the data cache", "[out_of_order]") {
  // The buffer of one store takes the first when it retires, in 5, and hands it to the cache: the
  // line is there in 16, so the second store retires in 17. That is done in 28, and the third
  // retires in 29.
  check_times(riscv(kThreeStores, {kBase}), with_data_cache("", {{"load_store.store_buffer", "1"}}),
              R"(
    sd a0, 0(s0) [address]    | 1 2 3 3 4 5
    sd a0, 0(s0) [data]       | 1 2 3 3 4 5
    sd a1, 64(s0) [address]   | 1 3 4 4 5 6
    sd a1, 64(s0) [data]      | 1 3 4 4 5 17
    sd a2, 128(s0) [address]  | 2 4 5 5 6 17
    sd a2, 128(s0) [data]     | 2 4 5 5 6 29
    addi a3, zero, 1          | 2 5 6 6 7 29
  )");
}

TEST_CASE("store buffer: a load takes its value from a store that has retired", "[out_of_order]") {
  // The store misses: it retires in 5 and is in the cache in 16. The load, which has to wait for
  // the remainder (s1 is s0, in 10), finds it in the buffer, and takes load_store.forward_cycles.
  const machine::Machine machine = with_data_cache("", {{"load_store.store_buffer", "4"}});
  check_times(riscv(R"(
      sd   a0, 0(s0)
      rem  s1, s0, x0
      lw   a1, 4(s1)
      lw   a2, 32(s1)
  )",
                    {kBase}),
              machine, R"(
    sd a0, 0(s0) [address]  | 1 2  3  3  4  5
    sd a0, 0(s0) [data]     | 1 2  3  3  4  5
    rem s1, s0, zero        | 1 3  4 11 12 13
    lw a1, 4(s1)            | 2 3 12 12 13 14
    lw a2, 32(s1)           | 2 4 12 16 17 18
  )");
  // A store that has not all of it: the load waits until it is in the cache.
  const Watched run = check_times(riscv(R"(
      sw   a0, 0(s0)
      rem  s1, s0, x0
      ld   a1, 0(s1)
      lw   a2, 32(s1)
  )",
                                        {kBase}),
                                  machine, R"(
    sw a0, 0(s0) [address]  | 1 2  3  3  4  5
    sw a0, 0(s0) [data]     | 1 2  3  3  4  5
    rem s1, s0, zero        | 1 3  4 11 12 13
    ld a1, 0(s1)            | 2 3 16 17 18 19
    lw a2, 32(s1)           | 2 4 12 16 17 19
  )");
  CHECK(run.lost(LedgerPoint::retire, Reason::memory_order) ==
        1 + 2 * 2); // behind rem in 13; in 14, 15
}

TEST_CASE("no store buffer: a store retires when it is in the cache", "[out_of_order]") {
  // One MSHR: taken by the first store from 5 to 15, when its line is there and it retires. The
  // second asks in 15, is refused, and has the MSHR from 16 to 26; the third 11 cycles later.
  check_times(riscv(kThreeStores, {kBase}), with_data_cache(", mshrs = 1"), R"(
    sd a0, 0(s0) [address]    | 1 2 3 3 4 5
    sd a0, 0(s0) [data]       | 1 2 3 3 4 15
    sd a1, 64(s0) [address]   | 1 3 4 4 5 15
    sd a1, 64(s0) [data]      | 1 3 4 4 5 26
    sd a2, 128(s0) [address]  | 2 4 5 5 6 26
    sd a2, 128(s0) [data]     | 2 4 5 5 6 37
    addi a3, zero, 1          | 2 5 6 6 7 37
  )");
  // The second hits the line of the first, and retires with it.
  check_times(riscv("sd a0, 0(s0)\n sd a1, 8(s0)\n", {kBase}), with_data_cache(""), R"(
    sd a0, 0(s0) [address]  | 1 2 3 3 4 5
    sd a0, 0(s0) [data]     | 1 2 3 3 4 15
    sd a1, 8(s0) [address]  | 1 3 4 4 5 15
    sd a1, 8(s0) [data]     | 1 3 4 4 5 16
  )");
}

TEST_CASE("a hit takes what the port says, whatever the cache's own latency", "[out_of_order]") {
  // cache.latency of a first cache is in the latency of the port, two cycles here, as that of the
  // instruction cache is in the front end. The miss is found after three cycles and takes 10 more:
  // 10 more than a hit, whatever that takes. The last load, whose address depends on the first,
  // hits: it begins in 17 and ends in 18.
  constexpr std::string_view kTimes = R"(
    ld a0, 0(s0)    | 1 2  3 14 15 16
    and a1, a0, zero | 1 2 15 15 16 17
    add a2, s0, a1  | 2 3 16 16 17 18
    ld a3, 8(a2)    | 2 3 17 18 19 20
  )";
  const isa::Program program = riscv(R"(
      ld  a0, 0(s0)
      and a1, a0, x0
      add a2, s0, a1
      ld  a3, 8(a2)
  )",
                                     {kBase});
  check_times(program, with_data_cache(""), kTimes);
  check_times(program, with_data_cache(", latency = 3"), kTimes);
}
