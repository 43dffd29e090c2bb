#pragma once

#include "base/ids.hpp"
#include "core/common/run_end.hpp"
#include "core/common/slot_losses.hpp"
#include "core/out_of_order/branch_prediction_queue.hpp"
#include "core/out_of_order/fetch_unit.hpp"
#include "core/out_of_order/functional_units.hpp"
#include "core/out_of_order/load_store_queue.hpp"
#include "core/out_of_order/rename_map.hpp"
#include "core/out_of_order/reorder_buffer.hpp"
#include "core/out_of_order/reservation_stations.hpp"
#include "core/out_of_order/store_buffer.hpp"
#include "core/units/memory_hierarchy.hpp"
#include "isa/executor.hpp"
#include "trace/ledger.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

/// Front-end delay of a dispatch group: the micro-ops dispatched in a cycle after a cycle in which
/// dispatch lost slots. Without the cause of those lost slots they would have been dispatched one
/// cycle earlier.
struct DelayedGroup {
  std::uint64_t cycle = 0;
  std::uint64_t first = 0; ///< position of the group's oldest micro-op
  Cause cause;             ///< cause of the slots lost before the group
};
/// Number of dispatch groups kept, one a cycle: more than the minimum number of cycles from
/// dispatch to write-back. A power of two.
inline constexpr unsigned kDelayedGroups = 32;

struct OutOfOrderCounters {
  std::uint64_t retired = 0; ///< in instructions
  std::uint64_t retired_micro_ops = 0;
  std::uint64_t fetched = 0; ///< in micro-ops, wrong path included
  std::uint64_t flushed = 0;
  std::uint64_t branches = 0;
  std::uint64_t mispredictions = 0;
  std::uint64_t replays = 0; ///< replays: loads that read too early
  // Indirect jumps resolved on the right path, without returns.
  std::uint64_t indirect_jumps = 0;
  std::uint64_t indirect_mispredictions = 0;
  std::uint64_t returns = 0;
  std::uint64_t return_mispredictions = 0;
};

/// Histograms of the entries in use at the end of each cycle, by structure. Each adds up to the
/// cycles of the run.
struct Occupancy {
  template <std::size_t kMost> using Cycles = std::array<std::uint64_t, kMost + 1>;
  Cycles<kWindowSlots> reorder{};
  Cycles<kWindowSlots> stations{}; ///< entries of all stations
  Cycles<kWindowSlots> loads{};
  Cycles<kWindowSlots> stores{};
  Cycles<StoreBuffer::kMost> store_buffer{};
  Cycles<kBranchEntries> branches{};
  /// Adds cycles in which all structures were empty.
  void add_empty(std::uint64_t cycles) {
    for (std::uint64_t* none : {reorder.data(), stations.data(), loads.data(), stores.data(),
                                store_buffer.data(), branches.data()})
      *none += cycles;
  }
  bool operator==(const Occupancy&) const = default;
};

/// Slots lost in a cycle: to a wrong path, to replayed micro-ops, of ports that no micro-op could
/// use, and to the stall cause.
using OutOfOrderLosses = SlotLosses<4>;
/// Differs from every real loss, so that the next loss is reported to a record.
inline constexpr OutOfOrderLosses kNothingReported{{}, {}, 0xff};

/// The complete state of a dynamically scheduled machine at the end of a cycle: a plain value, with
/// one member for each structure of the machine.
struct OutOfOrderState : RunEnd {
  std::uint64_t cycle = 0;
  isa::ArchState arch; ///< functional state: as of the last instruction fetched
  std::array<std::uint64_t, kMaxRegisters> committed{}; ///< the register file, as of retirement
  isa::UndoLog undo;
  PredictorState predictor;
  Speculation speculation;
  FetchUnit fetch;
  OpId next_op{1};

  ReorderBuffer rob;
  BranchPredictionQueue branch_queue;
  RenameMap rename_map{};
  FreeLists free_lists{};
  ReservationStations stations;
  FunctionalUnits units;
  CompletionQueue completions;
  LoadStoreQueue lsq;
  StoreBuffer store_buffer;
  /// Without a store buffer: the cycle in which the oldest micro-op, a store that has missed the
  /// cache, can retire; 0: there is none.
  std::uint64_t store_until = 0;
  Replay replay;
  RenameEntry serialising; ///< serialising micro-op: nothing younger is dispatched while it is in
                           ///< the window
  HierarchyState memory;

  // Ledger and counters of the run
  trace::Ledger ledger;
  /// The loss last reported to a record, by ledger point, so that only changes are reported. Not
  /// valid without a record: materialise_deferred() makes it kNothingReported.
  std::array<OutOfOrderLosses, trace::kLedgerPointCount> reported{
      kNothingReported, kNothingReported, kNothingReported, kNothingReported};
  Cause dispatch_gap; ///< why dispatch lost slots in the last cycle; none: it lost none
  std::array<DelayedGroup, kDelayedGroups> delayed_groups{}; ///< by cycle, modulo kDelayedGroups
  /// With WindowPlan::carries_over: completed micro-ops not yet counted in a slot of the ledger,
  /// because more completed in a cycle than its width. Without a reorder buffer a micro-op
  /// completes when its result is written.
  unsigned uncounted = 0;
  OutOfOrderCounters counters;
  Occupancy occupancy;

  [[nodiscard]] Slot slot_at(std::uint64_t position) const { return rob.slot_at(position); }
  [[nodiscard]] const WindowOp& at(std::uint64_t position) const { return rob.at(position); }
  [[nodiscard]] WindowOp& at(std::uint64_t position) { return rob.at(position); }
  [[nodiscard]] std::uint64_t position_of(Slot slot) const { return rob.position_of(slot); }
};

/// The cycle in which a micro-op can issue has become known. When that is within a few cycles, the
/// micro-op enters the ready set immediately, which costs less host time than a completion event.
inline void enter_ready(OutOfOrderState& s, Slot slot) {
  constexpr std::uint64_t kSoon = 3; // cycles
  const WindowOp& op = s.rob.ops[slot];
  if (op.ready_at > s.cycle + kSoon)
    s.completions.schedule(s.rob, slot, op.ready_at, s.cycle);
  else
    s.stations.ready.insert(slot);
}

} // namespace stallscope::core
