#pragma once

// A cache access as a pipeline sees it.

#include "core/units/memory_hierarchy.hpp"
#include "timeline/reason.hpp"

#include <cstdint>

namespace stallscope::core {

/// The result of a cache access on which the timing depends.
struct CacheAnswer {
  bool accepted = false;
  bool full = false; ///< refused: all MSHRs are in use
  bool miss = false; ///< the access missed the first cache
  std::uint64_t cycles =
      0; ///< cycles from the access to the first cycle in which the data can be used

  /// Why the access was refused; `miss_reason` when it was for the misses in progress.
  [[nodiscard]] Reason refusal(Reason miss_reason) const {
    return full ? miss_reason : Reason::memory_port;
  }
  /// The result as one number, an outcome for memoization.
  [[nodiscard]] std::uint64_t key() const {
    return cycles << 3 | (miss ? 4U : 0U) | (full ? 2U : 0U) | (accepted ? 1U : 0U);
  }
  static CacheAnswer of(std::uint64_t key) {
    return {(key & 1) != 0, (key & 2) != 0, (key & 4) != 0, key >> 3};
  }
};

inline CacheAnswer access_cache(const Hierarchy& hierarchy, HierarchyState& memory,
                                const Access& access, std::uint64_t now) {
  const Answer answer = hierarchy.access(memory, access, now);
  if (!answer.accepted)
    return {false, answer.why == Refusal::mshr_full, false, 0};
  const auto first = static_cast<Level>(hierarchy.first_for(access.fetch));
  return {true, false, answer.served_by != first || answer.merged || answer.tlb_miss,
          answer.ready_at - now};
}

} // namespace stallscope::core
