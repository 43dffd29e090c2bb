// Caches: golden sequences, worked out by hand. A hit at cycle c in a cache of latency l answers
// c + l: the first cycle in which the data can be used.

#include "unit/core/cache_testing.hpp"

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

TEST_CASE("cache: latencies add up on the way to memory") {
  Caches c(kL1 + with_next("L2") + kL2);
  // L1 2, L2 10, memory 50.
  CHECK(c.read(0x1000, 1).ready_at == 1 + 2 + 10 + 50);
  CHECK(c.read(0x1000, 100).ready_at == 102);
  CHECK(c.read(0x1000, 100).served_by == 0);
  CHECK(c.read(0x2000, 200).served_by == 2); // the main memory
  // 0x1000, 0x1080, 0x1100 meet in one set of two ways of L1; L2 still has the first.
  c.read(0x1080, 300);
  c.read(0x1100, 400);
  const Answer again = c.read(0x1000, 500);
  CHECK(again.ready_at == 500 + 2 + 10);
  CHECK(again.served_by == 1);
  CHECK(c.counters(0).evictions == 2); // by 0x1100 (or 0x2000, as 0x2000 is in the set as well)
}

TEST_CASE("cache: a line is there when it arrives, not before") {
  Caches c(kL1);
  CHECK(c.read(0x1000, 1).ready_at == 53);
  CHECK_FALSE(c.holds(0, 0x1000));
  c.settle(52);
  CHECK_FALSE(c.holds(0, 0x1000));
  c.settle(53);
  CHECK(c.holds(0, 0x1000));
}

TEST_CASE("cache: a second miss to a line on its way waits with the first") {
  Caches c(kL1);
  CHECK(c.read(0x1000, 1).ready_at == 53);
  const Answer joins = c.read(0x1008, 10);
  CHECK(joins.accepted);
  CHECK(joins.merged);
  CHECK(joins.ready_at == 53);
  CHECK(joins.served_by == 1);              // from memory, as the first
  CHECK(c.read(0x1010, 52).ready_at == 54); // it has to go through the cache itself as well
  CHECK(c.counters(0).misses == 1);
  CHECK(c.counters(0).merges == 2);
  CHECK(c.state.memory_reads == 1);
}

TEST_CASE("cache: as many misses under way as there are MSHRs") {
  Caches c(kL1 + "mshrs = 2\n");
  CHECK(c.read(0x1000, 1).accepted); // ready at 53
  CHECK(c.read(0x2000, 1).accepted); // memory takes a line every 4 cycles: 57
  const Answer refused = c.read(0x3000, 2);
  CHECK_FALSE(refused.accepted);
  CHECK(refused.why == Refusal::mshr_full);
  CHECK(refused.refused_by == 0);
  CHECK(c.read(0x2010, 2).accepted); // joins: needs none
  CHECK_FALSE(c.read(0x3000, 52).accepted);
  CHECK(c.read(0x3000, 53).ready_at == 53 + 52); // the first has arrived
  CHECK(c.counters(0).refused == 2);
  CHECK(c.counters(0).accesses == 4);
}

TEST_CASE("cache: MSHRs of an outer level refuse as well, and nothing has happened then") {
  Caches c(kL1 + with_next("L2") + kL2 + "mshrs = 1\n");
  c.read(0x1000, 1);
  const HierarchyState before = c.state;
  const Answer refused = c.read(0x2000, 1);
  CHECK(refused.why == Refusal::mshr_full);
  CHECK(refused.refused_by == 1);
  CHECK(c.state.caches[0].mshrs == before.caches[0].mshrs);
  CHECK(c.state.caches[1] == before.caches[1]);
}

TEST_CASE("memory: takes a line every so many cycles, which later ones wait for") {
  Caches c(kL1); // latency 2, memory 50, line 4 cycles
  CHECK(c.read(0x1000, 1).ready_at == 53);
  CHECK(c.read(0x2000, 1).ready_at == 57);
  CHECK(c.read(0x3000, 1).ready_at == 61);
  CHECK(c.read(0x4000, 40).ready_at == 92); // long after: no waiting
}

TEST_CASE("cache: a connection carries one line at a time") {
  Caches c(kL1 + with_next("L2") + "line_cycles = 8\n" + kL2);
  for (const std::uint64_t address : {0x1000, 0x2000})
    c.read(address, address == 0x1000 ? 1 : 100); // into L2
  c.flush(0, 200);
  CHECK(c.read(0x1000, 300).ready_at == 312);
  CHECK(c.read(0x2000, 300).ready_at == 320); // behind the other one's 8 cycles
}

TEST_CASE("ports: so many accesses begin in a cycle") {
  Caches c(kL1 + "ports = 2\n");
  CHECK(c.read(0x1000, 5).accepted);
  CHECK(c.read(0x1008, 5).accepted);
  CHECK(c.read(0x1010, 5).why == Refusal::port);
  CHECK(c.read(0x1010, 6).accepted);
}

TEST_CASE("banks: accesses of one cycle go to different ones") {
  Caches c(kL1 + "banks = 4\n"); // of 8 bytes: 0x1000 and 0x1020 are in bank 0
  CHECK(c.read(0x1000, 5).accepted);
  CHECK(c.read(0x1008, 5).accepted);
  CHECK(c.read(0x1020, 5).why == Refusal::bank);
  CHECK(c.read(0x1004, 5).why == Refusal::bank); // the same word, too
  CHECK(c.read(0x1020, 6).accepted);
}

TEST_CASE("write-back: a store makes a line dirty, which is written when it goes") {
  Caches c(kL1);
  c.write(0x1000, 1); // brings the line
  c.settle(100);
  CHECK(c.state.memory_writes == 0);
  CHECK(c.contents(0, 0)[0].dirty);
  c.read(0x1080, 100);
  c.read(0x1100, 200); // the set is full: 0x1000 goes at 252
  c.settle(300);
  CHECK(c.counters(0).write_backs == 1);
  CHECK(c.state.memory_writes == 1);
  // The line that arrives takes the connection in 252, the one that goes in 253; memory has it from
  // then on for 4 cycles.
  CHECK(c.state.memory_free_at == 257);
  CHECK(c.read(0x1180, 300).accepted); // 0x1080 goes, clean
  c.settle(400);
  CHECK(c.counters(0).write_backs == 1);
  CHECK(c.counters(0).evictions == 2);
}

TEST_CASE("write-back: the traffic delays the misses behind it") {
  const auto third_ready = [](bool dirty) {
    Caches c(kL1);
    if (dirty)
      c.write(0x1000, 1);
    else
      c.read(0x1000, 1);
    c.read(0x1080, 100);
    c.read(0x1100, 200);                 // arrives at 252, 0x1000 is evicted
    return c.read(0x2040, 252).ready_at; // asks memory at 254
  };
  CHECK(third_ready(false) == 304);
  CHECK(third_ready(true) == 307); // memory takes the dirty line from 253 to 257
}

TEST_CASE("write-through: stores go on at once, and a miss brings nothing") {
  Caches c(kL1 + "write = \"through\"\n");
  CHECK(c.write(0x1000, 1).ready_at == 3);
  c.settle(100);
  CHECK_FALSE(c.holds(0, 0x1000));
  CHECK(c.state.memory_writes == 1);
  c.read(0x1000, 100);
  c.write(0x1000, 200); // a hit: also written on
  CHECK(c.state.memory_writes == 2);
  CHECK_FALSE(c.contents(0, 0)[0].dirty);
  // Two stores in one cycle: the connection takes one a cycle.
  CHECK(c.write(0x1000, 300).ready_at == 302);
  CHECK(c.write(0x1000, 300).ready_at == 303);
}

TEST_CASE("write miss: written through and allocated, the store does not wait for the line") {
  Caches c(kL1 + "write = \"through\"\nwrite_miss = \"allocate\"\nmshrs = 1\n");
  CHECK(c.write(0x1000, 1).ready_at == 3);
  // Memory takes the store from 3 to 7, and the line from then on: 7 + 50.
  CHECK(c.read(0x1000, 20).ready_at == 57);
  CHECK(c.write(0x2000, 20).why == Refusal::mshr_full); // it would need a second MSHR
  CHECK(c.state.memory_reads == 1);
  c.settle(57);
  CHECK(c.holds(0, 0x1000));
  CHECK(c.write(0x1000, 100).ready_at == 102); // a hit: also written on
  CHECK(c.state.memory_writes == 2);
  CHECK_FALSE(c.contents(0, 0)[0].dirty);
}

TEST_CASE("write miss: written back without allocating, a store that misses goes round the cache") {
  Caches c(kL1 + "write_miss = \"no_allocate\"\nmshrs = 1\n");
  CHECK(c.write(0x1000, 1).ready_at == 3);
  CHECK(c.write(0x2000, 2).accepted); // no MSHR is needed
  c.settle(100);
  CHECK_FALSE(c.holds(0, 0x1000));
  CHECK(c.state.memory_reads == 0);
  CHECK(c.state.memory_writes == 2);
  c.read(0x1000, 100);
  CHECK(c.write(0x1000, 200).ready_at == 202); // a hit: written back when it is evicted
  CHECK(c.contents(0, 0)[0].dirty);
  CHECK(c.state.memory_writes == 2);
  CHECK(c.counters(0).misses == 3);
}

TEST_CASE("lines: an access across two of them is two accesses, the second a cycle later") {
  Caches c(kL1);
  c.read(0x1000, 1);
  c.read(0x1040, 100);
  const Answer split = c.access({.address = 0x103c, .bytes = 8}, 200);
  CHECK(split.ready_at == 203);
  CHECK(c.counters(0).accesses == 4);
  CHECK(c.access({.address = 0x1038, .bytes = 8}, 200).ready_at == 202);
}

TEST_CASE("inclusive: what the outer cache evicts goes from the inner one, too") {
  // L2 with 2 sets of 2 lines; 0x1000, 0x1080, 0x1100 meet in its set 0. L1 has one set of 4, so it
  // would keep all of them.
  const std::string l2 = "[[cache]]\nname = \"L2\"\nsize = 256\nways = 2\nlatency = 10\n";
  const std::string l1 =
      "[[cache]]\nname = \"L1\"\nserves = \"both\"\nsize = 256\nways = 4\nlatency "
      "= 2\nnext = \"L2\"\n";
  for (const bool inclusive : {true, false}) {
    Caches c(l1 + l2 + (inclusive ? "inclusive = true\n" : ""));
    c.write(0x1000, 1);
    c.read(0x1080, 100);
    c.read(0x1100, 200);
    c.settle(300);
    INFO(inclusive);
    CHECK_FALSE(c.holds(1, 0x1000));
    CHECK(c.holds(0, 0x1000) == !inclusive);
    CHECK(c.counters(0).back_invalidations == (inclusive ? 1 : 0));
    CHECK(c.state.memory_writes == (inclusive ? 1 : 0)); // it was modified in L1 only
    CHECK(c.read(0x1000, 400).ready_at == (inclusive ? 462 : 402));
  }
}

TEST_CASE("next_line: a miss prefetches the next line, and its first use the one after") {
  Caches c(kL1 + "prefetcher = \"next_line\"\n");
  c.read(0x1000, 1); // and 0x1040
  CHECK(c.counters(0).prefetches == 1);
  c.settle(100);
  CHECK(c.holds(0, 0x1040));
  CHECK(c.read(0x1040, 100).ready_at == 102); // useful, and asks for 0x1080
  CHECK(c.counters(0).useful_prefetches == 1);
  CHECK(c.counters(0).prefetches == 2);
  CHECK(c.read(0x1080, 110).merged); // still on its way
  CHECK(c.counters(0).late_prefetches == 1);
  c.read(0x1040, 200); // used before: nothing more
  CHECK(c.counters(0).prefetches == 2);
  c.read(0x1fc0, 300); // 0x2000 is another page
  CHECK(c.counters(0).prefetches == 2);
}

TEST_CASE("next_line: a line that is evicted unused was useless") {
  Caches c(kL1 + "prefetcher = \"next_line\"\n"); // 2 sets of 2
  c.read(0x1000, 1);                              // brings 0x1040 into set 1
  c.read(0x10c0, 100);                            // set 1, and brings 0x1100 into set 0
  c.read(0x11c0, 200);                            // set 1 is full: 0x1040 was used longest ago
  c.settle(300);
  CHECK(c.counters(0).useless_prefetches == 1);
}

TEST_CASE("stride: an instruction whose addresses are as far apart as before") {
  Caches c(kL1 + "prefetcher = \"stride\"\n");
  const auto load = [&c](std::uint64_t address, std::uint64_t cycle, std::uint64_t pc) {
    return c.access({.address = address, .bytes = 8, .pc = pc}, cycle);
  };
  load(0x1000, 1, 0x40);   // first
  load(0x1100, 100, 0x40); // 256 further
  CHECK(c.counters(0).prefetches == 0);
  load(0x1200, 200, 0x40); // again: 0x1300 is asked for
  CHECK(c.counters(0).prefetches == 1);
  CHECK(load(0x1300, 300, 0x40).ready_at == 302);
  load(0x1010, 400, 0x44); // another instruction does not disturb it
  CHECK(load(0x1400, 500, 0x40).ready_at == 502);
  load(0x1000, 600, 0x40); // back to the beginning: not steady any more
  CHECK(c.counters(0).prefetches == 3);
  load(0x1100, 700, 0x40);
  CHECK(c.counters(0).prefetches == 3);
}

TEST_CASE("prefetch: leaves an MSHR for demand misses") {
  Caches c(kL1 + "prefetcher = \"next_line\"\nprefetch_degree = 4\nmshrs = 3\n");
  c.read(0x1000, 1); // one MSHR, and one of four prefetches
  CHECK(c.state.caches[0].mshrs.size() == 2);
  CHECK(c.read(0x1800, 2).accepted);
}

TEST_CASE("tlb: a page that is not there costs a walk, one at a time") {
  Caches c(kL1 + "[data_tlb]\nentries = 2\nways = 2\nwalk = 20\n");
  const Answer first = c.read(0x1000, 1);
  CHECK(first.tlb_miss);
  CHECK(first.ready_at == 21 + 52);
  CHECK(c.read(0x1008, 100).ready_at == 102);
  CHECK(c.read(0x5040, 200).ready_at == 220 + 52);
  CHECK(c.read(0x9000, 201).ready_at == 240 + 52); // behind the other walk; 0x1000's page goes
  const Answer again = c.read(0x1000, 400);
  CHECK(again.tlb_miss);
  CHECK(again.ready_at == 422); // the line is still there
}

TEST_CASE("fence.i: the cache of fetches is emptied, and lines on their way are not kept") {
  Caches c("[[cache]]\nname = \"L1I\"\nserves = \"fetch\"\nsize = 256\nways = 2\nlatency = 2\n" +
           std::string("[[cache]]\nname = \"L1D\"\nserves = \"data\"\nsize = 256\nways = 2\n"));
  const auto fetch = [&c](std::uint64_t address, std::uint64_t cycle) {
    return c.access({.address = address, .bytes = 4, .fetch = true}, cycle);
  };
  fetch(0x1000, 1);
  c.read(0x1000, 1);
  fetch(0x2000, 90);
  c.unit.invalidate_fetch(c.state, 100);
  CHECK_FALSE(c.holds(0, 0x1000));
  CHECK(c.holds(1, 0x1000));
  c.settle(200);
  CHECK_FALSE(c.holds(0, 0x2000));
  CHECK(fetch(0x2000, 200).ready_at == 252);
}

TEST_CASE("fence.i: a line requested after it is kept, though it was in flight before") {
  Caches c("[[cache]]\nname = \"L1I\"\nserves = \"fetch\"\nsize = 256\nways = 2\nlatency = 2\n");
  const auto fetch = [&c](std::uint64_t cycle) {
    return c.access({.address = 0x1000, .bytes = 4, .fetch = true}, cycle);
  };
  fetch(1); // 53
  c.unit.invalidate_fetch(c.state, 10);
  CHECK(fetch(11).ready_at == 63); // asked for anew
  c.settle(63);
  CHECK(c.holds(0, 0x1000));
}

TEST_CASE("a copy of the state is a checkpoint") {
  Caches c(kL1 + with_next("L2") + kL2);
  c.write(0x1000, 1);
  const HierarchyState before = c.state;
  const Answer first = c.read(0x2000, 50);
  for (std::uint64_t i = 0; i < 50; ++i)
    c.read(0x3000 + i * 64, 100 + i * 100);
  HierarchyState after = c.state;
  c.state = before;
  CHECK(c.read(0x2000, 50).ready_at == first.ready_at);
  for (std::uint64_t i = 0; i < 50; ++i)
    c.read(0x3000 + i * 64, 100 + i * 100);
  CHECK(c.state == after);
}
