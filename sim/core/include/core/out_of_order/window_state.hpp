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
  timed,     ///< the same, and nothing will come between its end and its write, in the cycle behind
  executed,  ///< waits for a result bus, or for the write to be allowed (WAR)
  written,   ///< done; with a reorder buffer it waits for retirement
};

/// An operand of a micro-op, linked into the list of those who wait for its producer.
struct Operand {
  Slot slot = kNoSlot; ///< of the producer, while it is missing
  Slot next = kNoSlot; ///< the next micro-op that waits for this producer ...
  std::uint16_t next_operand = 0; ///< ... with this operand
};

/// What an operand slot behind the registers is for: the store that a load waits for.
inline constexpr unsigned kMemoryOperand = isa::kMaxReads;
inline constexpr unsigned kOperands = isa::kMaxReads + 1;

/// The youngest writer of a register.
struct RenameEntry {
  OpId writer;
  Slot slot = kNoSlot;
};

/// In place of WindowOp::wheel_bucket: no alarm is set.
inline constexpr std::uint16_t kNoBucket = 0xffff;

/// A micro-op in the window. What is not written when it is fetched or dispatched is left from the
/// one before in its place, and means nothing.
///
/// Small numbers have 16 bits: a byte may be part of anything, so that writing one makes the
/// compiler read everything else again.
struct alignas(64) WindowOp {
  OpId id; ///< none: a free place
  PlannedOp planned;
  std::uint32_t instruction = 0;
  Progress progress = Progress::fetched;
  std::uint16_t station = 0;
  std::uint16_t port = 0;
  std::uint16_t missing = 0; ///< operands that have not come, as bits
  bool in_station = false;
  bool wrong_path = false;
  bool faulting = false; ///< trapped: never retires
  bool is_control = false;
  std::uint16_t bytes = 0; ///< of its memory access, 0: accesses nothing
  std::uint16_t waiting_operand = 0;
  std::uint16_t branch = 0;     ///< its entry in the branch prediction queue
  Slot waiting_first = kNoSlot; ///< the youngest micro-op that waits for this one's result ...
  // The alarm it is set for.
  std::uint16_t wheel_bucket = kNoBucket;
  Slot wheel_previous = kNoSlot;
  Slot wheel_next = kNoSlot;
  std::uint64_t arrives_at = 0; ///< from the front end: first cycle in which it can be dispatched
  std::uint64_t ready_at = 0;   ///< first cycle in which it can leave its station
  std::uint64_t ends_at = 0;    ///< last cycle in which it executes
  std::uint64_t written_at = 0;
  std::uint64_t address = 0;    ///< of its memory access
  RenameEntry store;            ///< of a load: the store in flight whose value it reads
  std::array<Operand, kOperands> operands{};
  std::array<RenameEntry, isa::kMaxWrites> earlier{};       ///< who wrote its destinations before
  std::array<std::uint64_t, isa::kMaxWrites> results{};     ///< values of its destinations
};

/// A branch or jump in flight: an entry of the branch prediction queue.
struct BranchEntry {
  OpId id;
  Slot slot = kNoSlot; ///< of its micro-op
  bool resolved = false;
  bool wrong_path = false;
  std::uint32_t instruction = 0;
  std::uint32_t undo_mark = 0; ///< the checkpoint: what the wrong path behind it has changed since
  std::uint64_t followed_pc = 0; ///< where fetch went on, as predicted
  std::uint64_t actual_pc = 0;   ///< where it goes
  PredictionToken prediction;
};

/// Entries of the branch prediction queue, at most; a power of two.
inline constexpr unsigned kBranchEntries = 512;

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
  std::uint64_t redirect_entry = 0; ///< its place in the branch prediction queue
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
  /// The branch prediction queue, a ring in program order.
  std::array<BranchEntry, kBranchEntries> branches{};
  std::uint64_t oldest_branch = 0;
  std::uint64_t end_of_branches = 0;
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
