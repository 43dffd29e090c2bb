#pragma once

#include "base/ids.hpp"
#include "core/in_order/state.hpp"
#include "core/out_of_order/slot_set.hpp"
#include "core/out_of_order/window_plan.hpp"
#include "core/units/branch_predictor.hpp"
#include "core/units/memory_hierarchy.hpp"
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
  timed,     ///< executing or executed, and nothing will come between its end and its write, in the
             ///< cycle behind
  written,   ///< done; with a reorder buffer it waits for retirement
};

/// An operand of a micro-op, linked into the list of those who wait for its producer.
struct Operand {
  Slot slot = kNoSlot;            ///< of the producer, while it is missing
  Slot next = kNoSlot;            ///< the next micro-op that waits for this producer ...
  std::uint16_t next_operand = 0; ///< ... with this operand
};

/// What an operand slot behind the registers is for: the store that a load waits for.
inline constexpr unsigned kMemoryOperand = isa::kMaxReads;
inline constexpr unsigned kOperands = isa::kMaxReads + 1;

/// In place of a physical register: the value is in none.
inline constexpr std::uint16_t kNoPhysical = 0xffff;

/// The youngest writer of a register, and the physical register the value is in.
struct RenameEntry {
  OpId writer;
  Slot slot = kNoSlot;
  std::uint16_t physical = kNoPhysical; ///< Renaming::physical
};

/// In place of WindowOp::wheel_bucket: no alarm is set.
inline constexpr std::uint16_t kNoBucket = 0xffff;

/// A micro-op in the window. What is not written when it is fetched or dispatched is left from the
/// one before in its place, and means nothing.
///
/// In the order of use: every stage reads the first line of the host's cache, the fewest the last.
/// Small numbers have 16 bits: a byte may be part of anything, so that writing one makes the
/// compiler read everything else again.
struct alignas(64) WindowOp {
  OpId id;                            ///< none: a free place
  const PlannedOp* planned = nullptr; ///< of the core's, which outlives all states
  std::uint64_t arrives_at = 0;       ///< from the front end: first cycle in which it can be
                                      ///< dispatched
  std::uint64_t ready_at = 0;         ///< first cycle in which it can leave its station; of one
                                      ///< that has left for a port, the cycle in which it did
  std::uint64_t ends_at = 0;          ///< last cycle in which it executes
  std::uint64_t written_at = 0;
  std::uint32_t instruction = 0;
  std::uint32_t ports = 0; ///< behind its station that execute it, as bits
  std::uint16_t station = 0;
  std::uint16_t port = 0;
  std::uint16_t missing = 0; ///< operands that have not come, as bits
  Progress progress = Progress::fetched;
  bool in_station = false;

  bool wrong_path = false;
  bool faulting = false; ///< trapped: never retires
  bool is_control = false;
  bool replayed = false;             ///< dispatched before: see memory.hpp
  Slot waiting_first = kNoSlot;      ///< the youngest micro-op that waits for this one's result ...
  std::uint16_t waiting_operand = 0; ///< ... with this operand
  std::uint64_t address = 0;         ///< of its memory access
  std::array<std::uint64_t, isa::kMaxWrites> results{}; ///< values of its destinations
  // The alarm it is set for.
  std::uint16_t wheel_bucket = kNoBucket;
  Slot wheel_previous = kNoSlot;
  Slot wheel_next = kNoSlot;
  std::uint16_t branch = 0;       ///< its entry in the branch prediction queue
  std::uint16_t bytes = 0;        ///< of its memory access, 0: accesses nothing
  std::uint16_t instructions = 1; ///< that it is of: 2 for a pair that is fused
  bool forwarded = false;         ///< of a load: its value comes from a store in flight
  bool ordered = false;    ///< of a load: it knows which store it takes its value from, or none
  bool cache_miss = false; ///< its access has missed the first cache
  Reason refusal = Reason::none; ///< why the cache has refused its access in the last cycle

  alignas(64) std::array<RenameEntry, isa::kMaxWrites> earlier{}; ///< who wrote its destinations
                                                                  ///< before
  std::array<Operand, kOperands> operands{};
  RenameEntry store; ///< of a load: the store in flight whose value it reads
  /// Of a load, a position in the store queue: the stores in front of that are older. Of a store,
  /// its own position.
  std::uint64_t store_position = 0;
  /// Of a load: one more than that of `store`; 0: from the cache.
  std::uint64_t source_position = 0;
  /// Of a load: one more than the position of a store that it cannot take its value from; 0: none.
  std::uint64_t blocked_by = 0;

  /// Of a store's data that a micro-op in front of it has handed over (PlannedOp::data_is_handed):
  /// they have the last place of the results, of which no store has so many.
  [[nodiscard]] std::uint64_t& handed_data() { return results.back(); }
  [[nodiscard]] std::uint64_t handed_data() const { return results.back(); }
};
static_assert(sizeof(WindowOp) == 256, "four lines, and places are found by a shift");

/// A branch or jump in flight: an entry of the branch prediction queue.
struct BranchEntry {
  OpId id;
  Slot slot = kNoSlot; ///< of its micro-op
  bool resolved = false;
  bool wrong_path = false;
  std::uint32_t instruction = 0;
  std::uint32_t undo_mark = 0; ///< the checkpoint: what the wrong path behind it has changed since
  std::uint64_t predicted_pc = 0; ///< where it was predicted to go, for those who look
  std::uint64_t followed_pc = 0;  ///< where fetch went on: as predicted, or as it was redirected to
  std::uint64_t actual_pc = 0;    ///< where it goes
  PredictionToken prediction;
  std::uint64_t resolved_at = 0; ///< cycles, for those who look
  std::uint64_t released_at = 0;
};

/// Entries of the branch prediction queue, at most; a power of two.
inline constexpr unsigned kBranchEntries = machine::kMaxBranchQueue;

/// Branches and jumps that the last misprediction has discarded, youngest first: for those who
/// look.
struct FlushedBranches {
  std::uint64_t cycle = 0;
  unsigned count = 0;
  std::array<OpId, kBranchEntries> ids{};
  std::array<std::uint32_t, kBranchEntries> instructions{};
};

/// A store in flight, from the dispatch of its address to retirement.
struct StoreEntry {
  OpId id;   ///< of the micro-op that has its address ...
  OpId data; ///< ... and its data; none: not dispatched yet
  Slot address_slot = kNoSlot;
  Slot data_slot = kNoSlot;
  std::uint32_t instruction = 0;
  std::uint8_t bytes = 0; ///< 0: it stores nothing
  std::uint64_t address = 0;
  std::uint64_t serial = 0; ///< its number among all stores ever dispatched
};

/// A store that has retired and is not in the data cache yet.
struct BufferedStore {
  OpId id;
  std::uint64_t address = 0;
  std::uint64_t pc = 0;
  std::uint8_t bytes = 0;
  bool sent = false;         ///< to the cache
  std::uint64_t done_at = 0; ///< when it has been sent
  std::uint64_t data = 0;    ///< in PlannedOp::data when it retired, for those who look
};
inline constexpr unsigned kStoreBuffer = 64; ///< entries at most; a power of two

/// Physical registers of one kind that are free, in the order in which they became so.
struct FreeList {
  static constexpr unsigned kMost = 1024; ///< a power of two
  std::array<std::uint16_t, kMost> ring{};
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  [[nodiscard]] std::uint64_t size() const { return end - first; }
};

/// Loads that have read before older stores are remembered with these, by address: both get the
/// number of a set, and such loads wait for the last store of the set from then on, or until all
/// sets are forgotten (machine::Dynamic::store_set_cycles). Source: Chrysos and Emer, Memory
/// Dependence Prediction using Store Sets, 1998.
struct StoreSets {
  static constexpr unsigned kInstructions = 1024;
  static constexpr unsigned kSets = 128;
  struct Last {
    std::uint64_t serial = 0;   ///< of the store; 0: none yet
    std::uint64_t position = 0; ///< in the store queue
  };
  std::array<std::uint8_t, kInstructions> set_of{}; ///< by address of the instruction; 0: none
  std::array<Last, kSets> last{};
  /// The first cycle from which on all of this means nothing any more.
  std::uint64_t forgotten_at = kNever;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
};

/// Loads from `load` on have to be done again: see memory.hpp.
struct Replay {
  bool pending = false;
  OpId load;
  Slot slot = kNoSlot;
  OpId store; ///< that it has overtaken
};

/// Micro-ops dispatched in a cycle, behind one in which less was dispatched than could have been:
/// had it been for nothing, they would have come then.
struct LateGroup {
  std::uint64_t cycle = 0;
  std::uint64_t first = 0; ///< position of the oldest
  Cause cause;             ///< of the slots that were lost in front of it
};
/// Cycles remembered: more than a micro-op takes from dispatch to its write at least. A power of
/// two.
inline constexpr unsigned kLateGroups = 32;

/// Alarms by cycle, each for one micro-op: the time at which it becomes ready or ends.
inline constexpr unsigned kWheelCycles = 1024;

struct OutOfOrderCounters {
  std::uint64_t retired = 0; ///< instructions
  std::uint64_t retired_micro_ops = 0;
  std::uint64_t fetched = 0; ///< micro-ops, wrong path included
  std::uint64_t flushed = 0;
  std::uint64_t branches = 0;
  std::uint64_t mispredictions = 0;
  std::uint64_t replays = 0; ///< loads that read too early
  // Of the right path, as far as they are resolved; a return is no other indirect jump.
  std::uint64_t indirect_jumps = 0;
  std::uint64_t indirect_mispredictions = 0;
  std::uint64_t returns = 0;
  std::uint64_t return_mispredictions = 0;
};

/// In how many cycles so many entries of each structure were taken at the end of the cycle. Each
/// adds up to the cycles of the run.
struct Occupancy {
  template <std::size_t kMost> using Cycles = std::array<std::uint64_t, kMost + 1>;
  Cycles<kWindowSlots> reorder{};
  Cycles<kWindowSlots> stations{}; ///< all of them together
  Cycles<kWindowSlots> loads{};
  Cycles<kWindowSlots> stores{};
  Cycles<kStoreBuffer> store_buffer{};
  Cycles<kBranchEntries> branches{};
  bool operator==(const Occupancy&) const = default;
};

/// Slots lost in a cycle at a ledger point: to wrong paths, to what is done again, of ports that
/// nobody could use, the rest.
struct SlotsLost {
  std::array<Cause, 4> causes{};
  std::uint32_t counts = 0; ///< of each cause, eight bits
};
/// What no cycle loses: whatever comes next is told to a record.
inline constexpr SlotsLost kNothingTold{{}, 0xffffffffU};

/// The complete state of a dynamically scheduled machine at the end of a cycle: a plain value.
struct OutOfOrderState {
  std::uint64_t cycle = 0;
  isa::ArchState arch; ///< functional state: as of the last instruction fetched
  std::array<std::uint64_t, kMaxRegisters> committed{}; ///< the register file, as of retirement
  isa::UndoLog undo;
  /// Without a store buffer: the cycle in which the oldest micro-op, a store that has missed the
  /// cache, can retire; 0: there is none.
  std::uint64_t store_until = 0;
  PredictorState predictor;
  Speculation speculation;
  Redirect redirect;
  std::uint64_t redirect_entry = 0; ///< its place in the branch prediction queue
  std::uint64_t fetch_from = 0;     ///< first cycle in which fetch goes on
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
  OpId fetched_from{1}; ///< what is fetched in this cycle has this number or a later one
  std::uint64_t last_progress = 0;

  // Where the rings begin and end: positions, which only grow. The slot of a position is what it
  // is modulo the size of the ring.
  std::uint64_t oldest = 0; ///< of the window
  std::uint64_t end = 0;
  std::uint64_t oldest_branch = 0;
  std::uint64_t end_of_branches = 0;
  std::uint64_t oldest_store = 0;
  std::uint64_t end_of_stores = 0;
  std::uint64_t oldest_load = 0;
  std::uint64_t oldest_buffered = 0;
  std::uint64_t unsent_buffered = 0; ///< the first that the cache has not been given
  std::uint64_t end_of_buffered = 0;
  // The window, a ring: [oldest, undispatched) are in the back half, [undispatched, end) in front.
  std::array<WindowOp, kWindowSlots> ops{};
  std::uint64_t slot_mask = kWindowSlots - 1; ///< WindowPlan::slots - 1
  std::uint64_t undispatched = 0;
  std::uint64_t unissued = 0; ///< all in front of this position have left their stations
  /// The branch prediction queue, a ring in program order.
  std::array<BranchEntry, kBranchEntries> branches{};
  FlushedBranches flushed_branches;
  std::array<RenameEntry, kMaxRegisters> map{};
  std::array<unsigned, kMaxStations> entries_used{};
  std::array<StoreEntry, kWindowSlots> store_queue{}; ///< a ring, by position
  std::uint64_t last_store = 0;                       ///< StoreEntry::serial
  /// How many, by address / 8; those in the store buffer too.
  std::array<std::uint16_t, 256> stores_near{};
  std::array<Slot, kWindowSlots> load_queue{}; ///< loads dispatched and not retired; a ring
  std::uint64_t end_of_loads = 0;
  std::array<BufferedStore, kStoreBuffer> store_buffer{}; ///< a ring
  StoreSets store_sets;
  Replay replay;
  RenameEntry serialising; ///< nothing is dispatched behind this one while it is here
  std::array<FreeList, kRegisterKinds> free_registers{};
  HierarchyState memory;
  /// Lines of the instruction cache that fetch has at hand, the last ones.
  std::array<std::uint64_t, 2> fetch_lines{kNowhere, kNowhere};
  unsigned oldest_fetch_line = 0;
  unsigned loads = 0; ///< in the load queue
  unsigned stores = 0;
  unsigned reordered = 0; ///< in the reorder buffer
  SlotSet ready;          ///< can leave their stations, in a few cycles at the latest
  std::array<std::uint64_t, kMaxPorts> port_busy_until{};
  /// Micro-ops that wait for each: machine::PortChoice::least_loaded.
  std::array<std::uint16_t, kMaxPorts> port_load{};
  std::array<Slot, kWheelCycles> wheel{};
  SlotSet executed; ///< waiting for their write

  trace::Ledger ledger;
  /// What a record has been told last, by ledger point: it is told changes only. Means nothing
  /// without one: untime() makes it kNothingTold.
  std::array<SlotsLost, trace::kLedgerPointCount> told{kNothingTold, kNothingTold, kNothingTold,
                                                       kNothingTold};
  Cause dispatch_gap; ///< why less than possible was dispatched in the last cycle; none: all was
  std::array<LateGroup, kLateGroups> late_groups{}; ///< by cycle
  /// WindowPlan::carries_over: micro-ops that have ended and have had no slot of the ledger yet, as
  /// more ended at once than its width. Without a reorder buffer they end when they are written.
  unsigned uncounted = 0;
  unsigned waiting = 0; ///< entries of all stations that are taken
  /// Micro-ops in stations that have not begun, by PlannedOp::want, and which are not 0, as bits.
  std::array<std::uint16_t, kMaxWants> wanting{};
  std::uint32_t wants = 0;
  OutOfOrderCounters counters;
  Occupancy occupancy;

  [[nodiscard]] Slot slot_at(std::uint64_t position) const {
    return static_cast<Slot>(position & slot_mask);
  }
  [[nodiscard]] const WindowOp& at(std::uint64_t position) const { return ops[slot_at(position)]; }
  [[nodiscard]] WindowOp& at(std::uint64_t position) { return ops[slot_at(position)]; }
  /// The position of a micro-op in the window.
  [[nodiscard]] std::uint64_t position_of(Slot slot) const {
    return oldest + ((slot - oldest) & slot_mask);
  }
};

} // namespace stallscope::core
