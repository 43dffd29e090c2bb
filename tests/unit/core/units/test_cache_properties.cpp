// What holds for caches whatever is asked of them.

#include "unit/core/cache_testing.hpp"

#include <fmt/format.h>

#include <array>
#include <list>
#include <random>
#include <set>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

namespace {

/// Addresses with some locality: mostly near the last one, sometimes anywhere in 8 KiB.
class Addresses {
public:
  explicit Addresses(unsigned seed) : random_(seed) {}
  std::uint64_t next() {
    last_ = random_() % 4 == 0 ? random_() % 8192 : (last_ + random_() % 96) % 8192;
    return 0x10000 + last_ / 4 * 4;
  }
  unsigned number(unsigned below) { return static_cast<unsigned>(random_()) % below; }

private:
  std::mt19937 random_;
  std::uint64_t last_ = 0;
};

std::string fully_associative(unsigned lines) {
  return fmt::format("[[cache]]\nname = \"L1\"\nserves = \"both\"\nsize = {}\nways = {}\n",
                     lines * 64, lines);
}

} // namespace

TEST_CASE("property: a fully associative LRU cache is a list, moved to the front") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Caches c(fully_associative(16));
    Addresses addresses(seed);
    std::list<std::uint64_t> model;
    for (std::uint64_t n = 0; n < 3000; ++n) {
      const std::uint64_t address = addresses.next();
      const std::uint64_t cycle = 1 + n * 200; // every line has arrived
      const bool hit = c.read(address, cycle).served_by == 0;
      const auto found = std::find(model.begin(), model.end(), address / 64);
      REQUIRE(hit == (found != model.end()));
      if (hit)
        model.erase(found);
      else if (model.size() == 16)
        model.pop_back();
      model.push_front(address / 64);
    }
  }
}

TEST_CASE("property: a larger fully associative LRU cache never misses more") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    std::uint64_t before = ~0ULL;
    for (const unsigned lines : {4, 8, 16, 32, 64}) {
      Caches c(fully_associative(lines));
      Addresses addresses(seed);
      for (std::uint64_t n = 0; n < 3000; ++n)
        c.read(addresses.next(), 1 + n * 200);
      CHECK(c.counters(0).misses <= before);
      before = c.counters(0).misses;
    }
  }
}

TEST_CASE("property: an inclusive cache holds what those in front of it hold, at any time") {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const char* replacement = std::array{"lru", "plru", "random", "srrip"}[seed % 4];
    Caches c(
        fmt::format("[[cache]]\nname = \"I\"\nserves = \"fetch\"\nsize = 512\nways = 2\nline = "
                    "32\nnext = \"L2\"\n"
                    "[[cache]]\nname = \"D\"\nserves = \"data\"\nsize = 1024\nways = 4\nnext = "
                    "\"L2\"\nprefetcher = \"next_line\"\nreplacement = \"{}\"\n"
                    "[[cache]]\nname = \"L2\"\nsize = 1024\nways = 2\nlatency = 7\nmshrs = 4\n"
                    "inclusive = true\nreplacement = \"{}\"\n",
                    replacement, replacement));
    Addresses addresses(seed);
    std::uint64_t cycle = 1;
    std::uint64_t checked = 0;
    for (int n = 0; n < 3000; ++n) {
      cycle += addresses.number(20);
      c.access({.address = addresses.next(),
                .bytes = 4,
                .write = addresses.number(3) == 0,
                .fetch = addresses.number(4) == 0},
               cycle);
      for (const Level inner : {Level{0}, Level{1}})
        for (std::size_t set = 0; set < (inner == 0 ? 8U : 4U); ++set)
          for (const LineView& line : c.contents(inner, set))
            if (line.valid) {
              REQUIRE(c.holds(2, line.address));
              ++checked;
            }
    }
    CHECK(checked > 1000);
    CHECK(c.counters(0).back_invalidations + c.counters(1).back_invalidations > 0);
  }
}

TEST_CASE("property: no access changes the result of an earlier one") {
  // Every line arrives exactly when those who asked for it were told: it is there then, and only
  // then, whatever was asked in between.
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Caches c(kL1 + "mshrs = 4\n" + with_next("L2") + kL2 + "mshrs = 4\n");
    Addresses addresses(seed);
    std::uint64_t cycle = 1;
    std::map<std::uint64_t, std::uint64_t> promised; // by line
    for (int n = 0; n < 2000; ++n) {
      cycle += addresses.number(12);
      const std::uint64_t address = addresses.next();
      const Answer answer = c.read(address, cycle);
      if (!answer.accepted)
        continue;
      const auto found = promised.find(address / 64);
      if (answer.merged) {
        REQUIRE(found != promised.end());
        CHECK(answer.ready_at == std::max(found->second, cycle + 2));
      } else if (answer.served_by == 0) {
        CHECK(answer.ready_at == cycle + 2);
        CHECK((found == promised.end() || found->second <= cycle));
      } else {
        promised[address / 64] = answer.ready_at;
      }
    }
  }
}

TEST_CASE("property: every modified line is written to memory, once it is gone from everywhere") {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const bool inclusive = seed % 2 == 0;
    Caches c(kL1 + with_next("L2") +
             "[[cache]]\nname = \"L2\"\nsize = 1024\nways = 4\nlatency = 10\n" +
             (inclusive ? "inclusive = true\n" : ""));
    Addresses addresses(seed);
    std::set<std::uint64_t> modified;
    std::uint64_t cycle = 1;
    std::uint64_t lines = 0;
    for (int n = 0; n < 500; ++n) {
      cycle += 200;
      const std::uint64_t address = addresses.next();
      if (modified.insert(address / 64).second)
        ++lines;
      REQUIRE(c.write(address, cycle).accepted);
    }
    c.settle(cycle + 1000);
    c.flush(0, cycle + 1000);
    c.flush(1, cycle + 2000);
    // At least once each: a line may be modified again after it was written.
    CHECK(c.state.memory_writes >= lines);
    for (std::size_t set = 0; set < 4; ++set)
      for (const LineView& line : c.contents(1, set))
        CHECK_FALSE(line.valid);
  }
}

TEST_CASE("property: counters add up") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Caches c(kL1 + "ports = 1\nmshrs = 2\nprefetcher = \"next_line\"\n" + with_next("L2") + kL2);
    Addresses addresses(seed);
    std::uint64_t cycle = 1;
    std::uint64_t accepted = 0;
    std::uint64_t refused = 0;
    for (int n = 0; n < 3000; ++n) {
      cycle += addresses.number(6);
      const bool taken = c.read(addresses.next(), cycle).accepted;
      (taken ? accepted : refused) += 1;
    }
    const CacheCounters& l1 = c.counters(0);
    CHECK(l1.accesses == accepted);
    CHECK(l1.refused == refused);
    CHECK(l1.hits + l1.misses + l1.merges == l1.accesses);
    CHECK(l1.useful_prefetches + l1.late_prefetches + l1.useless_prefetches <= l1.prefetches);
    CHECK(c.counters(1).accesses == l1.misses); // and prefetches, which do not count
  }
}
