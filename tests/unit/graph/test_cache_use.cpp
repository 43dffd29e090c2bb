#include "graph/tune/cache_use.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

const machine::Machine& ooo_4() {
  static const machine::Machine machine = *machine::load_machine("ooo-4");
  return machine;
}
const machine::Cache& data_cache() {
  return ooo_4().caches.levels[ooo_4().caches.first_for(false)];
}

/// Loads `count` words at a distance, all of them `rounds` times.
CacheUse use_of(std::uint64_t distance, std::uint64_t count, unsigned rounds) {
  const std::string text =
      fmt::format(".text\n  li t2, {}\nround:\n  la t0, A\n  li t1, {}\nnext:\n"
                  "  ld t3, 0(t0)\n  li t4, {}\n  add t0, t0, t4\n"
                  "  addi t1, t1, -1\n  bnez t1, next\n  addi t2, t2, -1\n"
                  "  bnez t2, round\n  li a0, 0\n  li a7, 93\n  ecall\n"
                  ".data\n.balign 4096\nA: .space {}\n",
                  rounds, count, distance, distance * count);
  const Result<isa::Program> program = isa::load_program_text("walk.s", text, isa::Isa::riscv);
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  const auto use = cache_use(*program, ooo_4());
  REQUIRE(use);
  return *use;
}

} // namespace

TEST_CASE("graph cache use: lines of one set put each other out: conflicts", "[graph]") {
  const machine::Cache& cache = data_cache();
  REQUIRE(cache.replacement == machine::Replacement::lru);
  // One line more than a set has ways, all in one set, twice: LRU has put out the one that is next
  // each time, though the whole cache is all but empty.
  const std::uint64_t lines = cache.ways + 1;
  const CacheUse use = use_of(cache.sets() * cache.line_bytes, lines, 2);
  CHECK(use.accesses == 2 * lines);
  CHECK(use.misses[0] == lines);
  CHECK(use.misses[1] == 0);
  CHECK(use.misses[2] == lines);
  std::size_t touched = 0;
  for (const CacheUse::Set& set : use.by_set)
    touched += set.accesses > 0;
  CHECK(touched == 1);
  REQUIRE(use.arrays.front() == "A");
  CHECK(use.evicted[0][0] == 2 * lines - cache.ways); // all misses but those that fill the set
}

TEST_CASE("graph cache use: more lines than the cache has: capacity", "[graph]") {
  const machine::Cache& cache = data_cache();
  const std::uint64_t lines = 2 * cache.sets() * cache.ways;
  const CacheUse use = use_of(cache.line_bytes, lines, 2);
  CHECK(use.misses[0] == lines);
  CHECK(use.misses[1] == lines);
  CHECK(use.misses[2] == 0);
}

TEST_CASE("graph cache use: words of one line are one miss", "[graph]") {
  const CacheUse use = use_of(8, data_cache().line_bytes / 8, 3);
  CHECK(use.accesses == 3 * data_cache().line_bytes / 8);
  CHECK(use.all_misses() == 1);
}

TEST_CASE("graph cache use: pictures and tables of a tuned product", "[graph]") {
  const MatmulSize size{8, 8, 8};
  Tuned tuned;
  tuned.size = size;
  tuned.naive = {naive_schedule(size), 1000, 500, 3};
  MatmulSchedule other = naive_schedule(size);
  other.rows = 2;
  other.columns = 4;
  tuned.points = {tuned.naive, {other, 400, 300, 3}};
  tuned.best = 1;
  CHECK(tuned_csv(tuned) ==
        "tile_m,tile_n,tile_k,rows,columns,unroll,order,packed,cycles,instructions,misses\n"
        "8,8,8,1,1,1,ijk,0,1000,500,3\n8,8,8,2,4,1,ijk,0,400,300,3\n");
  const auto naive = cache_use(size, naive_schedule(size), ooo_4());
  const auto best = cache_use(size, other, ooo_4());
  REQUIRE(naive);
  REQUIRE(best);
  // Three matrices of 512 bytes, on lines of their own, fit: each line is fetched once.
  CHECK(naive->misses[0] == 3 * 512 / naive->line_bytes);
  CHECK(naive->all_misses() == naive->misses[0]);
  CHECK(best->all_misses() == naive->all_misses());
  const std::string picture = heat_map_svg(tuned, naive, best);
  CHECK(picture.find("blocks in registers: fewest cycles by rows (down) and columns (across)") !=
        std::string::npos);
  CHECK(picture.find(": 400 cycles, 3 misses</title>") != std::string::npos);
  CHECK(cache_text(*naive, *best).find("24 compulsory, 0 capacity, 0 conflict") !=
        std::string::npos);
}
