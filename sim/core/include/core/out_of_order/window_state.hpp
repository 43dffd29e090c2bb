#pragma once

#include "base/ids.hpp"
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

/// Front-end delay of a dispatch group: micro-ops dispatched in a cycle, behind one in which fewer
/// were dispatched than could have been. Without that cause they would have come then.
struct DelayedGroup {
  std::uint64_t cycle = 0;
  std::uint64_t first = 0; ///< position of the oldest
  Cause cause;             ///< of the slots that were lost in front of it
};
/// Dispatch groups kept, one a cycle: more than the shortest way from dispatch to write. A power of
/// two.
inline constexpr unsigned kDelayedGroups = 32;

struct OutOfOrderCounters {
  std::uint64_t retired = 0; ///< instructions
  std::uint64_t retired_micro_ops = 0;
  std::uint64_t fetched = 0; ///< micro-ops, wrong path included
  std::uint64_t flushed = 0;
  std::uint64_t branches = 0;
  std::uint64_t mispredictions = 0;
  std::uint64_t replays = 0; ///< loads that read too early
  // Resolved on the right path; returns are not counted as indirect jumps.
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
  /// Cycles in which all were empty.
  void add_empty(std::uint64_t cycles) {
    for (std::uint64_t* none : {reorder.data(), stations.data(), loads.data(), stores.data(),
                                store_buffer.data(), branches.data()})
      *none += cycles;
  }
  bool operator==(const Occupancy&) const = default;
};

/// Slots lost in a cycle at a ledger point: to wrong paths, to replayed micro-ops, of ports that no
/// operation could use, and the rest.
struct SlotsLost {
  std::array<Cause, 4> causes{};
  std::uint32_t counts = 0; ///< of each cause, eight bits
};
/// Differs from the loss of every cycle, so that the next one is reported to a record.
inline constexpr SlotsLost kNothingReported{{}, 0xffffffffU};

/// The complete state of a dynamically scheduled machine at the end of a cycle: a plain value, part
/// by part of the machine.
struct OutOfOrderState {
  std::uint64_t cycle = 0;
  isa::ArchState arch; ///< functional state: as of the last instruction fetched
  std::array<std::uint64_t, kMaxRegisters> committed{}; ///< the register file, as of retirement
  isa::UndoLog undo;
  PredictorState predictor;
  Speculation speculation;
  FetchUnit fetch;
  // How the run ends
  StopReason pending_stop = StopReason::running;
  StopReason stop = StopReason::running;
  isa::Trap trap = isa::Trap::none;
  isa::Effect trap_effect;
  std::uint64_t trap_pc = 0;
  OpId next_op{1};
  std::uint64_t last_progress = 0;

  ReorderBuffer rob;
  BranchPredictionQueue branch_queue;
  RenameMap rename_map{};
  std::array<FreeList, kRegisterKinds> free_lists{};
  ReservationStations stations;
  FunctionalUnits units;
  CompletionQueue completions;
  LoadQueue load_queue;
  StoreQueue store_queue;
  StoreBuffer store_buffer;
  StoreSets store_sets;
  /// Without a store buffer: the cycle in which the oldest micro-op, a store that has missed the
  /// cache, can retire; 0: there is none.
  std::uint64_t store_until = 0;
  Replay replay;
  RenameEntry serialising; ///< nothing is dispatched behind it while it is in the window
  HierarchyState memory;

  // The account of the run
  trace::Ledger ledger;
  /// The loss last reported to a record, by ledger point: only changes are reported. Not valid
  /// without a record: materialise_deferred() makes it kNothingReported.
  std::array<SlotsLost, trace::kLedgerPointCount> reported{kNothingReported, kNothingReported,
                                                           kNothingReported, kNothingReported};
  Cause dispatch_gap; ///< why dispatch lost slots in the last cycle; none: it lost none
  std::array<DelayedGroup, kDelayedGroups> delayed_groups{}; ///< by cycle
  /// WindowPlan::carries_over: completed micro-ops that have had no slot of the ledger yet, as more
  /// completed at once than its width. Without a reorder buffer they complete when written.
  unsigned uncounted = 0;
  OutOfOrderCounters counters;
  Occupancy occupancy;

  [[nodiscard]] bool fetch_is_stopped() const { return fetch.stopped; }
  [[nodiscard]] Slot slot_at(std::uint64_t position) const { return rob.slot_at(position); }
  [[nodiscard]] const WindowOp& at(std::uint64_t position) const { return rob.at(position); }
  [[nodiscard]] WindowOp& at(std::uint64_t position) { return rob.at(position); }
  [[nodiscard]] std::uint64_t position_of(Slot slot) const { return rob.position_of(slot); }
};

/// The cycle in which a micro-op can issue has become known. Within a few cycles it enters the
/// ready set at once, which costs less than a completion event.
inline void enter_ready(OutOfOrderState& s, Slot slot) {
  constexpr std::uint64_t kSoon = 3; // cycles
  const WindowOp& op = s.rob.ops[slot];
  if (op.ready_at > s.cycle + kSoon)
    s.completions.schedule(s.rob, slot, op.ready_at, s.cycle);
  else
    s.stations.ready.insert(slot);
}

} // namespace stallscope::core
