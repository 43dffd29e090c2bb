#pragma once

#include "trace/run_record.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::training {
struct Operation;
struct TrainRun;
} // namespace stallscope::training
namespace stallscope::graph {
struct GraphRun;
}

namespace stallscope::gui {

/// Categories of device memory: parameters, gradients, optimizer states, activations, and workspace
/// allocated for the duration of an operation.
inline constexpr std::size_t kMemoryParts = 5;
using MemoryParts = std::array<std::uint64_t, kMemoryParts>;

/// Memory held by a device from a cycle on.
struct MemoryLevel {
  std::uint64_t cycle = 1;
  MemoryParts parts{};

  [[nodiscard]] std::uint64_t all() const;
};

/// Memory of a device over time.
struct MemoryStrip {
  std::string device;
  std::vector<MemoryLevel> levels; ///< sorted, from cycle 1 on
  std::uint64_t peak = 0;
  std::uint64_t peak_cycle = 1; ///< the first cycle with the peak
  std::string culprit;          ///< the operation that reaches the peak; empty: none
  std::uint64_t room = 0;       ///< capacity of the device; 0: unknown

  /// Memory held in a cycle.
  [[nodiscard]] MemoryParts at(std::uint64_t cycle) const;
};

/// The first allocation that exceeds a device's memory.
struct NoRoom {
  std::string device;
  std::string culprit; ///< the operation that allocates; empty: from the start
  std::uint64_t cycle = 1;
  std::uint64_t bytes = 0;
  std::uint64_t room = 0;
};

/// The memory of all devices of a run.
struct MemoryCurves {
  /// true: bytes; false: activations in units of 1/per_activation of a micro-batch on a whole
  /// device.
  bool bytes = false;
  std::uint64_t per_activation = 1;
  std::vector<MemoryStrip> devices;
  std::optional<NoRoom> no_room;

  // Over all devices, computed by sum_up():
  std::uint64_t highest = 1;              ///< maximum of peaks and capacities
  std::array<bool, kMemoryParts> parts{}; ///< categories that occur

  void sum_up();
};

struct CollectiveCourse;

/// What took the cycles [begin, end) of a wait.
struct CauseLink {
  enum class What : std::uint8_t {
    work,      ///< `who` ran on device `where`
    task,      ///< `who` ran on the lane named `where`
    transfer,  ///< the result of `who` was on its way to device `where`
    link_busy, ///< it waited for a link that had that of `where`
    turn,      ///< it waited for its turn in an order with transfers
  };
  What what = What::work;
  std::string who;   ///< "1B0"
  std::string where; ///< "2", or another operation
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  LaneId lane = kNoLane; ///< where it can be seen; none: not on a lane
  OpId op;
};

/// A run computed as a whole before it is displayed, since order and times determine each other: a
/// plan, a graph, or a recorded trace.
class Course {
public:
  virtual ~Course() = default;
  /// The record of cycles [from, to] with names, statistics and ledger.
  [[nodiscard]] virtual trace::RunRecord record(std::uint64_t from, std::uint64_t to) const = 0;
  /// Calls `see_row` with begin and end of every row of the whole record, and `see_lost` with its
  /// lost slots.
  using SeeRow = std::function<void(Cycle begin, Cycle end)>;
  using SeeLost = std::function<void(const LostSlots&)>;
  virtual void look_through(const SeeRow& see_row, const SeeLost& see_lost) const;
  [[nodiscard]] virtual std::uint64_t cycles() const = 0;
  /// Number of rows of the whole record.
  [[nodiscard]] virtual std::uint64_t operations() const = 0;
  [[nodiscard]] virtual const MemoryCurves& memory() const = 0;
  /// The chain of causes of an idle cell, from the end of the wait back to its begin; empty: the
  /// lane is not idle. Nothing: the course has no chains of its own, and the record's holds.
  [[nodiscard]] virtual std::optional<std::vector<CauseLink>> why(LaneId lane,
                                                                  std::uint64_t cycle) const;
  /// Nanoseconds a cycle; 0: cycles are abstract units.
  [[nodiscard]] virtual std::uint64_t nanoseconds() const { return 0; }
  /// Of plans: the operation of a row, or whose result the row transfers. Null: of another kind.
  [[nodiscard]] virtual const training::Operation* operation(OpId /*row*/) const { return nullptr; }
  /// The content; null: a course of another kind.
  [[nodiscard]] virtual const training::TrainRun* plan() const { return nullptr; }
  [[nodiscard]] virtual const graph::GraphRun* graph() const { return nullptr; }
  [[nodiscard]] virtual const CollectiveCourse* collective() const { return nullptr; }

protected:
  Course() = default;
  Course(const Course&) = default;
  Course& operator=(const Course&) = default;
};

} // namespace stallscope::gui
