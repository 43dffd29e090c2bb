#pragma once

// Packed form of a micro-op, shared by pack() and unpack().

#include "core/out_of_order/out_of_order_core.hpp"

#include <cstdint>

namespace stallscope::core::packed {

/// Flags packed for a micro-op besides its progress.
enum Bits : unsigned {
  kInOrder = 8,      ///< follows the previous micro-op of the program's plan
  kReplayed = 16,    ///< WindowOp::replayed
  kResolved = 32,    ///< a resolved branch
  kMispredicted = 64 ///< a mispredicted branch whose wrong path is followed
};
enum LoadBits : unsigned {
  kForwarded = 1,
  kOrdered = 2,
  kMissed = 4,
  kBlocked = 8,
  kPartly = 16, ///< WindowOp::store forwards some of the load's bytes and WindowOp::source_position
                ///< is not set
  kLoadBits = 5 ///< number of these flag bits
};
inline constexpr unsigned kLateBits = 3; ///< number of bits for WindowOp::late_operand
static_assert(kNoOperand < 1U << kLateBits);

/// Several stations could hold it, so that the station must be packed.
inline bool has_choice(const PlannedOp& planned) {
  return (planned.stations & (planned.stations - 1U)) != 0;
}
/// used in place of an index when there is no previous micro-op
inline constexpr std::uint64_t kNoOpBefore = ~std::uint64_t{0} - 1;

/// The micro-op occupies an entry of a station.
inline bool is_in_station(const OutOfOrderCore& core, Progress progress, const PlannedOp& planned) {
  if (planned.ports == 0 || progress == Progress::fetched)
    return false;
  return core.dynamic().release == machine::EntryRelease::issue ? progress <= Progress::ready
                                                                : progress < Progress::written;
}

} // namespace stallscope::core::packed
