#pragma once

#include "core/units/memory_hierarchy.hpp"
#include "core_testing.hpp"

#include <string>
#include <vector>

namespace stallscope::core::testing {

/// 256 bytes: 2 sets of 2 lines of 64 bytes, latency 2; memory 50 cycles, a line every 4. Lines
/// 128 bytes apart meet in a set. More keys of the cache may follow.
inline const std::string kL1 =
    "[[cache]]\nname = \"L1\"\nserves = \"both\"\nsize = 256\nways = 2\nlatency = 2\n";
/// 4096 bytes, 8 ways, latency 10.
inline const std::string kL2 = "[[cache]]\nname = \"L2\"\nsize = 4096\nways = 8\nlatency = 10\n";

inline std::string with_next(const std::string& name) {
  return "next = \"" + name + "\"\n";
}

/// The caches of a machine file and their state.
struct Caches {
  explicit Caches(const std::string& keys)
      : unit(machine_from(R"(name = "caches"
[pipeline]
stages = [{ name = "F", does = ["fetch", "read"] }, { name = "X", does = ["execute", "memory", "write"] }]
[[unit]]
name = "u"
operations = ["any"]
[main_memory]
latency = 50
line_cycles = 4
)" + keys)
                 .caches),
        state(unit.initial_state()) {}

  Answer access(const Access& access, std::uint64_t cycle) {
    return unit.access(state, access, cycle);
  }
  Answer read(std::uint64_t address, std::uint64_t cycle) {
    return access({.address = address, .bytes = 4}, cycle);
  }
  Answer write(std::uint64_t address, std::uint64_t cycle) {
    return access({.address = address, .bytes = 4, .write = true}, cycle);
  }
  void settle(std::uint64_t cycle) { unit.settle(state, cycle); }
  void flush(Level level, std::uint64_t cycle) { unit.flush(state, level, cycle); }
  [[nodiscard]] bool holds(Level level, std::uint64_t address) const {
    return unit.holds(state, level, address);
  }
  [[nodiscard]] std::vector<LineView> contents(Level level, std::size_t set) const {
    return unit.contents(state, level, set);
  }
  [[nodiscard]] const CacheCounters& counters(Level level) const {
    return state.caches[level].counters;
  }

  Hierarchy unit;
  HierarchyState state;
};

} // namespace stallscope::core::testing
