#pragma once

#include "base/ids.hpp"
#include "core/out_of_order/slot_set.hpp"
#include "core/out_of_order/window_plan.hpp"
#include "isa/crack.hpp"

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

} // namespace stallscope::core
