#pragma once

// How a micro-op is written when a window is packed: what pack() and unpack() have in common.

#include "core/out_of_order/out_of_order_core.hpp"

#include <cstdint>

namespace stallscope::core::packed {

/// What is packed of a micro-op besides its progress.
enum Bits : unsigned {
  kInOrder = 8,      ///< behind the one before it in the program's plan
  kReplayed = 16,    ///< WindowOp::replayed
  kResolved = 32,    ///< of a branch
  kMispredicted = 64 ///< of a branch whose wrong path is followed
};
enum LoadBits : unsigned { kForwarded = 1, kOrdered = 2, kMissed = 4, kBlocked = 8 };

/// There is more than one station that it can be in.
inline bool has_choice(const PlannedOp& planned) {
  return (planned.stations & (planned.stations - 1U)) != 0;
}
inline constexpr std::uint64_t kNoOpBefore = ~std::uint64_t{0} - 1; ///< in place of an index

/// It holds an entry of a station.
inline bool is_in_station(const OutOfOrderCore& core, Progress progress, const PlannedOp& planned) {
  if (planned.ports == 0 || progress == Progress::fetched)
    return false;
  return core.dynamic().release == machine::EntryRelease::issue ? progress <= Progress::ready
                                                                : progress < Progress::written;
}

} // namespace stallscope::core::packed
