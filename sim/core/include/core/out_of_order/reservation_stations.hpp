#pragma once

// Reservation stations (issue queues): occupancy of each, the micro-ops that select may choose
// from, and the demand for functional units.

#include "core/out_of_order/micro_op.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace stallscope::core {

struct ReservationStations {
  std::array<unsigned, kMaxStations> used{}; ///< entries in use, by station
  unsigned total = 0;                        ///< entries in use of all stations together
  /// Ready set: micro-ops that can be selected now or within a few cycles; iterated oldest first.
  SlotSet ready;
  /// Port demand: micro-ops in stations that have not begun to execute, by PlannedOp::port_set.
  std::array<std::uint16_t, kMaxDemandSets> demand{};
  std::uint64_t demanded = 0; ///< bit mask of the nonzero entries of `demand`

  /// Allocates an entry of a station when a micro-op is dispatched.
  void enter(unsigned station) {
    ++used[station];
    ++total;
  }
  /// Releases the entry at issue or after write-back: machine::EntryRelease.
  void leave(unsigned station) {
    --used[station];
    --total;
  }
  /// Of a set of stations (a bit mask), the one with the most free entries, of equals the first;
  /// kMaxStations when all are full. `withheld`: entries freed in this cycle that cannot be
  /// allocated yet; `mask`: 0 when they can.
  [[nodiscard]] unsigned emptiest(unsigned stations, const std::vector<std::uint32_t>& entries,
                                  const std::array<unsigned, kMaxStations>& withheld,
                                  unsigned mask) const {
    unsigned station = kMaxStations;
    unsigned most = 0;
    for (; stations != 0; stations &= stations - 1) {
      const auto st = static_cast<unsigned>(std::countr_zero(stations));
      if (const unsigned free = entries[st] - used[st] - (withheld[st] & mask); free > most) {
        station = st;
        most = free;
      }
    }
    return station;
  }
  /// Begins the demand of a micro-op for one of the ports that execute it.
  void begin_demand(const PlannedOp& planned) {
    ++demand[planned.port_set];
    demanded |= std::uint64_t{1} << planned.port_set;
  }
  /// Ends that demand, when the micro-op begins to execute or is squashed.
  void end_demand(const PlannedOp& planned) {
    if (--demand[planned.port_set] == 0)
      demanded &= ~(std::uint64_t{1} << planned.port_set);
  }
};

} // namespace stallscope::core
