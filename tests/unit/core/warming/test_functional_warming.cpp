// Functional warming does to the tables what a core does that takes all the time it needs.

#include "unit/core/cache_testing.hpp"
#include "unit/core/predictor_testing.hpp"

#include <catch2/catch.hpp>

#include <random>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

namespace {

/// Branches of some loops, calls and returns, indirect jumps: an instruction and where it goes.
struct RandomControl {
  std::mt19937 random{7};
  std::uint64_t next(isa::Instruction& i) {
    const auto pick = [&](unsigned below) { return static_cast<unsigned>(random() % below); };
    const std::uint64_t pc = 0x1000 + 4 * pick(40);
    i = conditional(pc, pc - 64);
    switch (pick(6)) {
    case 0: // a call
      i.op = isa::Op::jump_link;
      i.op_class = isa::OpClass::jump;
      i.rd = 1;
      i.target = 0x2000 + 16 * pick(4);
      return i.target;
    case 1: // a return
    case 2: // another indirect jump
      i.op = isa::Op::jump_register;
      i.op_class = isa::OpClass::jump_register;
      i.rs1 = pick(2) == 0 ? 1 : 10;
      return 0x1004 + 4 * pick(8);
    default:
      return pick(4) != 0 ? pc - 64 : pc + 4;
    }
  }
};

void check_equal(const PredictorState& a, const PredictorState& b) {
  CHECK(same_histories(a, b));
  CHECK(a.counters == b.counters);
  CHECK(a.local_counters == b.local_counters);
  CHECK(a.chooser == b.chooser);
  CHECK(a.weights == b.weights);
  CHECK(a.tage == b.tage);
  CHECK(a.loops == b.loops);
  CHECK(a.targets == b.targets);
  CHECK(a.indirect == b.indirect);
}

} // namespace

TEST_CASE("functional warming: a predictor is left as by predicting, repairing and learning") {
  for (const std::string kind :
       {"one_bit", "two_bit", "local", "gshare", "tournament", "bimode", "perceptron", "tage"})
    for (const std::string update : {"predict", "resolve"}) {
      std::vector<std::string> settings{"branch.predictor=" + kind, "btb.entries=64", "btb.ways=2",
                                        "return_stack.depth=4", "indirect.predictor=history"};
      if (kind != "one_bit" && kind != "two_bit")
        settings.push_back("predictor.history_update=" + update);
      Trainee trained(settings);
      Trainee warmed(settings);
      RandomControl control;
      for (int n = 0; n < 3000; ++n) {
        isa::Instruction i;
        const std::uint64_t to = control.next(i);
        const Outcome outcome{to != i.pc + i.size, to};
        (void)trained.train(i, outcome);
        warmed.unit.warm(warmed.state, i, outcome);
      }
      INFO(kind << " " << update);
      check_equal(trained.state, warmed.state);
    }
}

TEST_CASE("functional warming: caches hold what they hold when every access has time") {
  for (const std::string& keys :
       {kL1 + with_next("L2") + kL2, kL1 + "write = \"through\"\n" + with_next("L2") + kL2,
        kL1 + "write = \"through\"\nwrite_miss = \"allocate\"\n" + with_next("L2") + kL2,
        kL1 + "write_miss = \"no_allocate\"\n" + with_next("L2") + kL2,
        kL1 + with_next("L2") + kL2 + "inclusive = true\n",
        kL1 + "prefetcher = \"next_line\"\n" + with_next("L2") + kL2}) {
    Caches timed(keys);
    Caches warmed(keys);
    std::mt19937 random(3);
    std::uint64_t cycle = 0;
    for (int n = 0; n < 5000; ++n) {
      const Access access{.address = random() % 4096 * 4, .bytes = 4, .write = random() % 3 == 0};
      REQUIRE(timed.access(access, cycle).accepted);
      cycle += 10'000;
      timed.settle(cycle);
      warmed.unit.warm(warmed.state, access);
    }
    INFO(keys);
    for (std::size_t level = 0; level < 2; ++level) {
      CHECK(timed.state.caches[level].lines == warmed.state.caches[level].lines);
      CHECK(timed.state.caches[level].counters == warmed.state.caches[level].counters);
    }
  }
}

TEST_CASE("functional warming: at rest nothing is reserved, and a hit takes a hit's time") {
  Caches caches(kL1 + with_next("L2") + kL2);
  for (std::uint64_t line = 0; line < 40; ++line)
    caches.unit.warm(caches.state, {.address = 64 * line, .bytes = 4, .write = true});
  caches.unit.rest(caches.state);
  CHECK(caches.state.next_fill == core::kNever);
  CHECK(caches.state.memory_free_at == 0);
  for (const CacheState& cache : caches.state.caches) {
    CHECK(cache.mshrs.empty());
    CHECK(cache.connection_free_at == 0);
  }
  CHECK(caches.read(64 * 39, 1000).ready_at == 1002);                 // L1: 2 cycles
  CHECK(caches.read(64 * 20, 1000).ready_at == 1012);                 // L1 and L2: 2 + 10
  CHECK(caches.read(64 * 1000, 2000).ready_at == 2000 + 2 + 10 + 50); // and memory
}
