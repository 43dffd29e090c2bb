#include "golden/lesson.hpp"

#include <catch2/catch.hpp>

// Caches in front of the five-stage pipeline: an access takes its stage from the cycle in which it
// begins until its data are here. A hit takes the latency of the cache; a miss that and the
// latency of the memory, 3 cycles. At the start $sp is the last word of a line of 64 bytes, and the
// code begins a line.

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

namespace {

On with_cache(const char* cache, std::initializer_list<const char*> more = {}) {
  On on("mips-5", {cache, "main_memory.latency=3", "main_memory.line_cycles=1"});
  on.settings.insert(on.settings.end(), more.begin(), more.end());
  return on;
}

} // namespace

TEST_CASE("caches: a load that misses holds the memory stage; the next one finds the line") {
  // MEM from 4; 1 cycle in the cache, 3 in memory: the value is here in 8.
  const Lesson lesson =
      check_timeline(Isa::mips, with_cache("cache=[{name=D, serves=data, size=256, ways=2}]"), R"(
    lw  $t0, 0($sp)   | IF ID EX MEM MEM  MEM  MEM  WB
    lw  $t1, -4($sp)  | .  IF ID EX  DCM  DCM  DCM  MEM WB
    or  $t2, $t3, $t4 | .  .  IF ID  FULL FULL FULL EX  MEM WB
  )");
  CHECK(lesson.cycles_held(2, Reason::dcache_miss) == 3);
  CHECK(lesson.lost_issue_slots(Reason::dcache_miss) == 3);
}

TEST_CASE("caches: a hit of two cycles is memory latency, not a miss") {
  // The first is here in 4 + 2 + 3 = 9, the second in 9 + 2 = 11.
  check_timeline(Isa::mips,
                 with_cache("cache=[{name=D, serves=data, size=256, ways=2, latency=2}]"),
                 R"(
    lw  $t0, 0($sp)   | IF ID EX MEM*5 WB
    lw  $t1, -4($sp)  | . IF ID EX DCM*4 MEM MEM WB
    or  $t2, $t3, $t4 | . . IF ID FULL*4 EX MLAT MEM WB
  )");
}

TEST_CASE("caches: a second level answers faster than memory") {
  // The first load is here in 4 + 1 + 2 + 3 = 10 and brings its line into both. L1 holds one line:
  // the second load, here in 10 + 6 = 16, makes it go. The third finds it in L2: 16 + 1 + 2 = 19.
  check_timeline(Isa::mips,
                 with_cache("cache=[{name=L1, serves=data, size=64, ways=1, next=L2}, {name=L2, "
                            "size=1024, ways=4, latency=2}]"),
                 R"(
    lw  $t0, 0($sp)   | IF ID EX MEM*6 WB
    lw  $t1, -64($sp) | . IF ID EX DCM*5 MEM*6 WB
    lw  $t2, 0($sp)   | . . IF ID FULL*5 EX DCM*5 MEM*3 WB
  )");
}

TEST_CASE("caches: warm ones hold what the program has left in them") {
  // Both words are in one line, which is there from the first cycle on.
  check_timeline(
      Isa::mips,
      with_cache("cache=[{name=D, serves=data, size=256, ways=2}]", {"main_memory.warm=true"}), R"(
    lw  $t0, 0($sp)   | IF ID EX MEM WB
    lw  $t1, -4($sp)  | .  IF ID EX  MEM WB
    or  $t2, $t3, $t4 | .  .  IF ID  EX  MEM WB
  )");
  // L1 has one line, which is that of the last load; L2 has both: 1 + 2 cycles, without memory's 3.
  check_timeline(Isa::mips,
                 with_cache("cache=[{name=L1, serves=data, size=64, ways=1, next=L2}, {name=L2, "
                            "size=1024, ways=4, latency=2}]",
                            {"main_memory.warm=true"}),
                 R"(
    lw  $t0, 0($sp)   | IF ID EX MEM   WB
    lw  $t1, -64($sp) | .  IF ID EX    MEM*3 WB
    lw  $t2, 0($sp)   | .  .  IF ID    EX DCM*2 MEM*3 WB
  )");
}

TEST_CASE("caches: a store brings its line when the cache writes back, and holds its stage") {
  check_timeline(Isa::mips, with_cache("cache=[{name=D, serves=data, size=256, ways=2}]"), R"(
    sw  $t0, 0($sp)   | IF ID EX MEM*4 WB
    lw  $t1, -4($sp)  | .  IF ID EX DCM*3 MEM WB
  )");
}

TEST_CASE("caches: written through, a store leaves at once; the load behind it waits for memory") {
  // The store is sent in 5 and takes the memory for 4 cycles. The load misses, since the store has
  // brought nothing: MEM from 5, at the memory in 6, which begins in 9 and answers in 12.
  check_timeline(Isa::mips,
                 with_cache("cache=[{name=D, serves=data, size=256, ways=2, write=through}]",
                            {"main_memory.line_cycles=4"}),
                 R"(
    sw  $t0, 0($sp)   | IF ID EX MEM WB
    lw  $t1, -4($sp)  | .  IF ID EX MEM*7 WB
  )");
}

TEST_CASE("caches: an instruction that misses holds fetch, and those of its line follow") {
  // Lines of 4 instructions: the first and the fifth miss, and are here 1 + 3 cycles later.
  const Lesson lesson = check_timeline(
      Isa::mips, with_cache("cache=[{name=I, serves=fetch, size=64, ways=1, line=16}]"), R"(
    add $t0, $t1, $t2 | IF*4 ID EX MEM WB
    add $t3, $t1, $t2 | .*4 IF ID EX MEM WB
    add $t4, $t1, $t2 | .*5 IF ID EX MEM WB
    add $t5, $t1, $t2 | .*6 IF ID EX MEM WB
    add $t6, $t1, $t2 | .*7 IF*4 ID EX MEM WB
  )");
  CHECK(lesson.lost_issue_slots(Reason::icache_miss) == 6); // 3 each
}

TEST_CASE("caches: with a prefetcher the line behind is on its way") {
  // Asked for in 1 behind the first line, which memory takes for a cycle: at the memory in 2, which
  // begins in 3 and answers in 6, well before the fifth instruction is fetched in 8.
  check_timeline(Isa::mips,
                 with_cache("cache=[{name=I, serves=fetch, size=64, ways=1, line=16, "
                            "prefetcher=next_line}]"),
                 R"(
    add $t0, $t1, $t2 | IF*4 ID EX MEM WB
    add $t3, $t1, $t2 | .*4 IF ID EX MEM WB
    add $t4, $t1, $t2 | .*5 IF ID EX MEM WB
    add $t5, $t1, $t2 | .*6 IF ID EX MEM WB
    add $t6, $t1, $t2 | .*7 IF ID EX MEM WB
  )");
}

TEST_CASE("caches: one port for both sides: the older data access goes before the fetch") {
  // The load is at its cache in 7, when the fourth instruction would be fetched.
  check_timeline(Isa::mips, with_cache("cache=[{name=L1, serves=both, size=256, ways=2, ports=1}]"),
                 R"(
    lw  $t0, 0($sp)   | IF*4 ID EX MEM*4 WB
    or  $t1, $t2, $t3 | . . . . IF ID EX DCM*3 MEM WB
    or  $t4, $t2, $t3 | . . . . . IF ID FULL*3 EX MEM WB
    or  $t5, $t2, $t3 | . . . . . . . IF FULL FULL ID EX MEM WB
  )");
}

TEST_CASE("caches: data and addresses are those of a machine without") {
  std::vector<std::uint64_t> retired;
  for (const char* cache :
       {"cache=[]", "cache=[{name=L1, serves=both, size=64, ways=1, mshrs=1}]"}) {
    const Lesson lesson = run_lesson(Isa::mips, with_cache(cache), R"(
        .data
  a:    .word 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4
        .text
        la   $t0, a
        li   $t1, 20
  loop: lw   $t2, 0($t0)
        add  $t3, $t3, $t2
        sw   $t3, 0($t0)
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        bne  $t1, $zero, loop
  )");
    retired.push_back(lesson.run.instructions);
  }
  CHECK(retired == std::vector<std::uint64_t>{123, 123}); // la is two: 3 + 20 * 6
}
