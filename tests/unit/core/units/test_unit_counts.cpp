#include "core/units/table_bytes.hpp"
#include "core/units/unit_counts.hpp"
#include "unit/core/cache_testing.hpp"
#include "unit/core/predictor_testing.hpp"

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

namespace {

std::uint64_t count_of(const std::vector<trace::UnitCount>& list, std::string_view name) {
  for (const trace::UnitCount& unit : list)
    if (unit.name == name)
      return unit.count;
  FAIL("no count is called " << name);
  return 0;
}

} // namespace

TEST_CASE("unit counts: of a machine without such units there are none") {
  const machine::Machine plain = machine_named("mips-5");
  CHECK(unit_counts(plain, {}, {}).empty());
}

TEST_CASE("unit counts: caches by name, and what went to memory") {
  machine::Machine machine = machine_named(
      "mips-5", {"cache=[{name=L1, serves=data, size=256, ways=2, prefetcher=next_line}]",
                 "data_tlb.entries=4", "btb.entries=4"});
  const Hierarchy unit(machine.caches);
  HierarchyState state = unit.initial_state();
  unit.access(state, {.address = 0x1000, .bytes = 4}, 1);
  unit.access(state, {.address = 0x1000, .bytes = 4}, 2);
  unit.access(state, {.address = 0x1040, .bytes = 4, .write = true}, 1000);
  const auto list = unit_counts(machine, {}, state);
  CHECK(count_of(list, "cache.L1.accesses") == 3);
  CHECK(count_of(list, "cache.L1.misses") == 1);
  CHECK(count_of(list, "cache.L1.merges") == 1);
  CHECK(count_of(list, "cache.L1.prefetches") == 2); // 0x1040, and 0x1080 when that is used
  CHECK(count_of(list, "cache.L1.useful_prefetches") == 1);
  CHECK(count_of(list, "data_tlb.misses") == 1);
  CHECK(count_of(list, "main_memory.reads") == 3);
  CHECK(count_of(list, "btb.hits") == 0);
}

TEST_CASE("table bytes: what a copy has written, and nothing of what it shares") {
  const machine::Machine machine =
      machine_named("mips-5", {"cache=[{name=L1, serves=data, size=65536, ways=2}]",
                               "branch.predictor=two_bit", "predictor.entries=16384"});
  const Hierarchy unit(machine.caches);
  const HierarchyState empty = unit.initial_state();
  HierarchyState used = empty;
  CHECK(table_bytes(used, &empty) == 0);
  unit.access(used, {.address = 0x1000, .bytes = 4}, 1);
  unit.access(used, {.address = 0x1000, .bytes = 4}, 1000);
  const std::uint64_t once = table_bytes(used, &empty);
  CHECK(once > 0);
  CHECK(once <= 4096);
  unit.access(used, {.address = 0x5000, .bytes = 4}, 2000); // 16 KiB further: another page
  unit.access(used, {.address = 0x5000, .bytes = 4}, 3000);
  CHECK(table_bytes(used, &empty) == 2 * once);
  CHECK(table_bytes(used, &used) == 0);
  CHECK(table_bytes(used, nullptr) == 4 * once); // and the empty sets between and behind

  PredictorState state;
  state.counters = PagedTable<std::uint8_t>(16384, 1); // four pages
  PredictorState copy = state;
  CHECK(table_bytes(state, nullptr) == 4096);
  copy.counters.write(5000) = 2; // on the second
  CHECK(table_bytes(copy, &state) == 4096);
  CHECK(table_bytes(copy, nullptr) == 3 * 4096); // all, that one, all
}
