#pragma once

#include "base/ids.hpp"
#include "core/in_order/state.hpp"
#include "core/out_of_order/slot_set.hpp"
#include "core/out_of_order/window_plan.hpp"
#include "core/units/branch_predictor.hpp"
#include "isa/crack.hpp"
#include "isa/executor.hpp"
#include "trace/ledger.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

/// How far a micro-op has come.
enum class Progress : std::uint8_t {
  fetched,   ///< in the front end
  waiting,   ///< dispatched: lacks operands
  ready,     ///< has its operands, or knows the cycle from which it does
  executing, ///< has left for a port
  executed,  ///< waits for a result bus, or for the write to be allowed (WAR)
  written,   ///< done; with a reorder buffer it waits for retirement
};

/// An operand of a micro-op, linked into the list of those who wait for its producer.
struct Operand {
  OpId producer; ///< none: the value was there at dispatch
  Slot slot = kNoSlot;
  Slot next = kNoSlot;           ///< the next micro-op that waits for this producer ...
  std::uint8_t next_operand = 0; ///< ... with this operand
  bool missing = false;
};

/// What an operand slot behind the registers is for: the store whose value a load reads.
inline constexpr unsigned kMemoryOperand = isa::kMaxReads;
inline constexpr unsigned kOperands = isa::kMaxReads + 1;

/// A micro-op in the window.
struct WindowOp {
  OpId id; ///< none: a free place
  std::uint32_t instruction = 0;
  isa::CrackedOp micro_op;
  Progress progress = Progress::fetched;
  std::uint8_t port_class = 0; ///< index into WindowPlan::ports_of
  std::uint8_t station = 0;
  std::uint8_t port = 0;
  bool in_station = false;
  bool wrong_path = false;
  bool faulting = false; ///< trapped: never retires
  bool is_control = false;
  bool resolved = true;
  std::uint8_t missing = 0;     ///< operands that have not come
  std::uint64_t arrives_at = 0; ///< from the front end: first cycle in which it can be dispatched
  std::uint64_t ready_at = 0;   ///< first cycle in which it can leave its station
  std::uint64_t ends_at = 0;    ///< last cycle in which it executes
  std::uint64_t written_at = 0;
  std::array<Operand, kOperands> operands{};
  Slot waiting_first = kNoSlot; ///< the youngest micro-op that waits for this one's result ...
  std::uint8_t waiting_operand = 0;
  // The alarm it is set for: TimingWheel.
  Slot wheel_previous = kNoSlot;
  Slot wheel_next = kNoSlot;
  std::uint16_t wheel_bucket = 0xffff;
  // Renaming: who wrote its destinations before.
  std::array<OpId, isa::kMaxWrites> earlier_writers{};
  std::array<Slot, isa::kMaxWrites> earlier_slots{};
  std::array<std::uint64_t, isa::kMaxWrites> results{}; ///< values of its destinations
  // Memory
  std::uint64_t address = 0;
  std::uint8_t bytes = 0; ///< 0: accesses nothing
  // Control
  std::uint64_t actual_pc = 0;
  std::uint64_t followed_pc = 0;
  std::uint32_t undo_mark = 0;
  PredictionToken prediction;
};

/// The youngest writer of a register.
struct RenameEntry {
  OpId writer;
  Slot slot = kNoSlot;
};

/// Alarms by cycle, each for one micro-op: the time at which it becomes ready or ends.
inline constexpr unsigned kWheelCycles = 1024;

struct OutOfOrderCounters {
  std::uint64_t retired = 0; ///< instructions
  std::uint64_t retired_micro_ops = 0;
  std::uint64_t fetched = 0; ///< micro-ops, wrong path included
  std::uint64_t flushed = 0;
  std::uint64_t branches = 0;
  std::uint64_t mispredictions = 0;
};

/// The complete state of a dynamically scheduled machine at the end of a cycle: a plain value.
struct OutOfOrderState {
  std::uint64_t cycle = 0;
  isa::ArchState arch; ///< functional state: as of the last instruction fetched
  std::array<std::uint64_t, kMaxRegisters> committed{}; ///< the register file, as of retirement
  isa::UndoLog undo;
  PredictorState predictor;
  Speculation speculation;
  Redirect redirect;
  Slot redirect_slot = kNoSlot;
  std::uint64_t fetch_from = 0; ///< first cycle in which fetch goes on
  bool fetch_stopped = false;
  bool wrong_path_stuck = false;
  bool exception_pending = false;
  OpId exception;
  OpId fetch_waits_for; ///< a branch: without speculation, nothing is fetched behind it
  Cause fetch_cause;    ///< why fetch goes on only then
  /// Why less was fetched than could be, by cycle, of the last cycles: it reaches dispatch later.
  std::array<Cause, kFrontHistory> fetch_gaps{};
  StopReason pending_stop = StopReason::running;
  StopReason stop = StopReason::running;
  isa::Trap trap = isa::Trap::none;
  isa::Effect trap_effect;
  std::uint64_t trap_pc = 0;
  OpId next_op{1};
  std::uint64_t last_progress = 0;

  // The window, a ring: [oldest, undispatched) are in the back half, [undispatched, end) in front.
  std::array<WindowOp, kWindowSlots> ops{};
  std::uint64_t oldest = 0; ///< positions; the slot is the position modulo kWindowSlots
  std::uint64_t undispatched = 0;
  std::uint64_t end = 0;
  std::array<RenameEntry, kMaxRegisters> map{};
  std::array<unsigned, kMaxStations> entries_used{};
  std::array<Slot, kWindowSlots> store_queue{}; ///< data of stores dispatched and not retired ...
  std::uint64_t oldest_store = 0;               ///< ... a ring, by position
  std::uint64_t end_of_stores = 0;
  unsigned loads = 0; ///< in the load queue
  unsigned stores = 0;
  unsigned reordered = 0; ///< in the reorder buffer
  std::array<SlotSet, kMaxStations> ready{};
  std::array<std::uint64_t, kMaxPorts> port_busy_until{};
  std::array<Slot, kWheelCycles> wheel{};
  SlotSet executed; ///< waiting for their write

  trace::Ledger ledger;
  OutOfOrderCounters counters;
};

} // namespace stallscope::core
