#pragma once

#include "base/ids.hpp"
#include "core/out_of_order/slot_set.hpp"
#include "core/out_of_order/window_plan.hpp"
#include "isa/crack.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

/// Progress of a micro-op through the machine.
enum class Progress : std::uint8_t {
  fetched,   ///< fetched: in the front end
  waiting,   ///< dispatched, and some operands are missing
  ready,     ///< all operands are available, or the cycle in which they will be is known
  executing, ///< issued to a port
  executed,  ///< waits for a result bus, or for the write to be allowed (WAR)
  timed,     ///< executing or executed, with no event between its end and its write-back in the
             ///< next cycle: both are handled without an event
  written,   ///< written back; with a reorder buffer it waits for retirement
};

/// A source operand of a micro-op, linked into the wake-up list of its producer.
struct Operand {
  /// Slot of the producer while the operand is missing; for kMemoryOperand, of the store that the
  /// load waits for, until the load begins.
  Slot slot = kNoSlot;
  Slot next = kNoSlot;            ///< wake-up list: the next micro-op that waits for this producer
                                  ///< ...
  std::uint16_t next_operand = 0; ///< ... and the index of that micro-op's operand
};

/// Operand index after the registers: the store that a load waits for.
inline constexpr unsigned kMemoryOperand = isa::kMaxCrackedReads;
inline constexpr unsigned kOperands = isa::kMaxCrackedReads + 1;
/// Marks that there is no operand: used in place of an operand index.
inline constexpr std::uint16_t kNoOperand = kOperands;

/// Marks that a register has no physical register: its value is in the architectural register file
/// or a station.
inline constexpr std::uint16_t kNoPhysical = 0xffff;

/// The youngest writer of an architectural register, and the physical register that holds its
/// value.
struct RenameEntry {
  OpId writer;
  Slot slot = kNoSlot;
  std::uint16_t physical = kNoPhysical; ///< with Renaming::physical only
};

/// In place of WindowOp::wheel_bucket: no event is scheduled.
inline constexpr std::uint16_t kNoBucket = 0xffff;

/// A micro-op in the window. Fields that fetch and dispatch do not write keep the values of
/// the slot's previous micro-op, and are not valid yet.
///
/// Fields are sorted by use: every stage reads the first cache line of the host, few read the last.
/// Small numbers have 16 bits rather than 8: char types may alias anything, so that writing one
/// would force the compiler to reload other fields.
struct alignas(64) WindowOp {
  OpId id;                            ///< number of the micro-op; none: the slot is free
  const PlannedOp* planned = nullptr; ///< points into the core, which outlives all states
  std::uint64_t arrives_at = 0;       ///< end of the front-end latency: first cycle in which it can
                                      ///< be dispatched
  std::uint64_t ready_at = 0;         ///< first cycle in which it can be issued; once issued, the
                                      ///< cycle of its issue
  std::uint64_t ends_at = 0;          ///< last cycle in which it executes
  std::uint64_t written_at = 0;
  std::uint32_t instruction = 0;
  std::uint32_t ports = 0; ///< ports that can execute it, as a bit mask
  std::uint16_t station = 0;
  std::uint16_t port = 0;
  std::uint16_t missing = 0; ///< operands that are not available yet, as a bit mask
  Progress progress = Progress::fetched;
  bool in_station = false;

  bool wrong_path = false;
  bool faulting = false; ///< the instruction trapped: the micro-op never retires
  bool is_control = false;
  bool replayed = false;             ///< dispatched before, then replayed after a memory-order
                                     ///< violation: see src/out_of_order/stages/recovery.hpp
  Slot waiting_first = kNoSlot;      ///< wake-up list: the youngest micro-op that waits for this
                                     ///< one's result ...
  std::uint16_t waiting_operand = 0; ///< ... and the index of that micro-op's operand
  std::uint64_t address = 0;         ///< address of its memory access
  std::array<std::uint64_t, isa::kMaxCrackedWrites> results{}; ///< values of its destinations
  // Bucket of the timing wheel that holds the micro-op's completion event.
  std::uint16_t wheel_bucket = kNoBucket;
  Slot wheel_previous = kNoSlot;
  Slot wheel_next = kNoSlot;
  std::uint16_t branch = 0;       ///< its entry in the branch prediction queue
  std::uint16_t bytes = 0;        ///< size of its memory access in bytes; 0: no access
  std::uint16_t instructions = 1; ///< number of instructions it represents: 2 for a fused pair
  bool forwarded = false;         ///< of a load: its value comes from a store in flight
  bool ordered = false;           ///< of a load: its search of the store queue is done
  bool cache_miss = false;        ///< its access missed the first-level cache
  Reason refusal = Reason::none;  ///< why the cache refused its access in the last cycle
  // With BypassDelays::any only, because the producer may retire before its result reaches this
  // micro-op (otherwise the producer is in the window until then): the operand that determines
  // `ready_at`, and that operand's delay on the bypass network.
  std::uint16_t late_operand = kNoOperand;
  std::uint16_t late_cycles = 0;

  /// previous writers of its destinations, to be restored by a squash
  alignas(64) std::array<RenameEntry, isa::kMaxCrackedWrites> earlier{};
  std::array<Operand, kOperands> operands{};
  RenameEntry store; ///< of a load: the store in flight whose value is forwarded
  /// Of a load: the position in the store queue one past the youngest older store. Of a store: its
  /// own position.
  std::uint64_t store_position = 0;
  /// Of a load: one more than the position of `store`; 0: the value comes from the cache.
  std::uint64_t source_position = 0;
  /// Of a load: one more than the position of a store that blocks it, because it cannot forward all
  /// bytes; 0: none.
  std::uint64_t blocked_by = 0;
  OpId late_from; ///< producer of `late_operand`; valid only when late_operand is not kNoOperand

  /// Of a store whose data an older micro-op of the same instruction computes
  /// (PlannedOp::data_is_handed): the value, kept in the last entry of `results`, which stores do
  /// not use otherwise.
  [[nodiscard]] std::uint64_t& handed_data() { return results.back(); }
  [[nodiscard]] std::uint64_t handed_data() const { return results.back(); }
};
static_assert(sizeof(WindowOp) == 256, "four lines, and places are found by a shift");

/// The micro-op's result has been written in a cycle or before.
[[nodiscard]] inline bool has_written(const WindowOp& op, std::uint64_t now) {
  return op.progress == Progress::written ||
         (op.progress == Progress::timed && op.written_at <= now);
}

} // namespace stallscope::core
