#pragma once

// Reservation stations (issue queues): how full each is, which micro-ops in them can be selected,
// and what functional units they ask for.

#include "core/out_of_order/micro_op.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

struct ReservationStations {
  std::array<unsigned, kMaxStations> used{}; ///< entries that are taken, by station
  unsigned total = 0;                        ///< of all stations
  /// Can be selected, in a few cycles at the latest; gone through oldest first.
  SlotSet ready;
  /// Micro-ops in stations that have not begun to execute, by PlannedOp::want: the port demand.
  std::array<std::uint16_t, kMaxDemandSets> demand{};
  std::uint32_t demanded = 0; ///< which of `demand` are not 0, as bits

  /// A micro-op is dispatched into a station ...
  void enter(unsigned station) {
    ++used[station];
    ++total;
  }
  /// ... and gives its entry up: at issue or when it has written, machine::EntryRelease.
  void leave(unsigned station) {
    --used[station];
    --total;
  }
  /// It asks for one of the units that execute it ...
  void begin_demand(const PlannedOp& planned) {
    ++demand[planned.want];
    demanded |= 1U << planned.want;
  }
  /// ... until it begins to execute, or is squashed.
  void end_demand(const PlannedOp& planned) {
    if (--demand[planned.want] == 0)
      demanded &= ~(1U << planned.want);
  }
};

} // namespace stallscope::core
