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
  fetched,   ///< in the front end
  waiting,   ///< dispatched: lacks operands
  ready,     ///< all operands are available, or the cycle in which they will be is known
  executing, ///< issued to a port
  executed,  ///< waits for a result bus, or for the write to be allowed (WAR)
  timed,     ///< executing or executed, with no event between its end and its write-back in the
             ///< next cycle: both are handled without an event
  written,   ///< written back; with a reorder buffer it waits for retirement
};

/// A source operand of a micro-op, linked into the wake-up list of its producer.
struct Operand {
  Slot slot = kNoSlot;            ///< of the producer, while the operand is missing; of the store
                                  ///< that a load waits for, until it begins
  Slot next = kNoSlot;            ///< wake-up list: the next micro-op that waits for this producer
                                  ///< ...
  std::uint16_t next_operand = 0; ///< ... and which of its operands does
};

/// Operand index after the registers: the store that a load waits for.
inline constexpr unsigned kMemoryOperand = isa::kMaxCrackedReads;
inline constexpr unsigned kOperands = isa::kMaxCrackedReads + 1;
/// Instead of the index of an operand.
inline constexpr std::uint16_t kNoOperand = kOperands;

/// Instead of a physical register: the value is in the architectural register file or a station.
inline constexpr std::uint16_t kNoPhysical = 0xffff;

/// The youngest writer of a register, and the physical register the value is in.
struct RenameEntry {
  OpId writer;
  Slot slot = kNoSlot;
  std::uint16_t physical = kNoPhysical; ///< Renaming::physical
};

/// In place of WindowOp::wheel_bucket: no event is scheduled.
inline constexpr std::uint16_t kNoBucket = 0xffff;

/// A micro-op in the window. Fields that fetch and dispatch do not write keep the values of the
/// slot's last owner, and are not valid yet.
///
/// Fields are sorted by use: every stage reads the first cache line of the host, few read the last.
/// Small numbers have 16 bits rather than 8: char types may alias anything, so that writing one
/// would force the compiler to reload other fields.
struct alignas(64) WindowOp {
  OpId id;                            ///< none: a free slot
  const PlannedOp* planned = nullptr; ///< owned by the core, which outlives all states
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
  bool faulting = false; ///< trapped: never retires
  bool is_control = false;
  bool replayed = false;             ///< dispatched before, then replayed after a memory-order
                                     ///< violation: see memory.hpp
  Slot waiting_first = kNoSlot;      ///< wake-up list: the youngest micro-op that waits for this
                                     ///< one's result ...
  std::uint16_t waiting_operand = 0; ///< ... and which of its operands does
  std::uint64_t address = 0;         ///< of its memory access
  std::array<std::uint64_t, isa::kMaxCrackedWrites> results{}; ///< values of its destinations
  // The completion event scheduled for it.
  std::uint16_t wheel_bucket = kNoBucket;
  Slot wheel_previous = kNoSlot;
  Slot wheel_next = kNoSlot;
  std::uint16_t branch = 0;       ///< its entry in the branch prediction queue
  std::uint16_t bytes = 0;        ///< of its memory access, 0: accesses nothing
  std::uint16_t instructions = 1; ///< that it represents: 2 for a fused pair
  bool forwarded = false;         ///< of a load: its value comes from a store in flight
  bool ordered = false;           ///< of a load: its search of the store queue is done
  bool cache_miss = false;        ///< its access has missed the first cache
  Reason refusal = Reason::none;  ///< why the cache refused its access in the last cycle
  // With BypassDelays::any only, as the producer may have retired before its result arrives; else
  // it is in the window until then: which operand `ready_at` is for, and its delay on the way.
  std::uint16_t late_operand = kNoOperand;
  std::uint16_t late_cycles = 0;

  /// previous writers of its destinations, to be restored by a squash
  alignas(64) std::array<RenameEntry, isa::kMaxCrackedWrites> earlier{};
  std::array<Operand, kOperands> operands{};
  RenameEntry store; ///< of a load: the store in flight that forwards its value
  /// Of a load: the position in the store queue behind the older stores. Of a store: its own
  /// position.
  std::uint64_t store_position = 0;
  /// Of a load: one more than the position of `store`; 0: the value comes from the cache.
  std::uint64_t source_position = 0;
  /// Of a load: one more than the position of a store that blocks it, because it cannot forward all
  /// bytes; 0: none.
  std::uint64_t blocked_by = 0;
  OpId late_from; ///< producer of `late_operand`; not valid without one

  /// Of a store whose data an older micro-op of the same instruction computes
  /// (PlannedOp::data_is_handed): the value, kept in the last place of the results, which no store
  /// uses otherwise.
  [[nodiscard]] std::uint64_t& handed_data() { return results.back(); }
  [[nodiscard]] std::uint64_t handed_data() const { return results.back(); }
};
static_assert(sizeof(WindowOp) == 256, "four lines, and places are found by a shift");

} // namespace stallscope::core
