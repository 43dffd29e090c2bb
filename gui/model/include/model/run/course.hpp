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
struct TrainRun;
}
namespace stallscope::graph {
struct GraphRun;
}

namespace stallscope::gui {

/// Parts of what a device holds: parameters, gradients, optimizer states, activations, and what is
/// held for the length of an operation.
inline constexpr std::size_t kMemoryParts = 5;
using MemoryParts = std::array<std::uint64_t, kMemoryParts>;

/// From this cycle on, a device holds so much.
struct MemoryLevel {
  std::uint64_t cycle = 1;
  MemoryParts parts{};

  [[nodiscard]] std::uint64_t all() const;
};

/// What a device holds over time.
struct MemoryStrip {
  std::string device;
  std::vector<MemoryLevel> levels; ///< in order, from cycle 1 on
  std::uint64_t peak = 0;
  std::uint64_t peak_cycle = 1; ///< the first
  std::string culprit;          ///< the operation with which it gets there; empty: none
  std::uint64_t room = 0;       ///< of the device; 0: not known

  /// What it holds in a cycle.
  [[nodiscard]] MemoryParts at(std::uint64_t cycle) const;
};

/// The first allocation for which a device has no room.
struct NoRoom {
  std::string device;
  std::string culprit; ///< with which it would be needed; empty: from the beginning
  std::uint64_t cycle = 1;
  std::uint64_t bytes = 0;
  std::uint64_t room = 0;
};

/// The memory of all devices of a run.
struct MemoryCurves {
  /// Bytes; otherwise activations are counted, in shares of a micro-batch of a whole device: so
  /// many are one.
  bool bytes = false;
  std::uint64_t per_activation = 1;
  std::vector<MemoryStrip> devices;
  std::optional<NoRoom> no_room;

  // Of all devices, when they are there.
  std::uint64_t highest = 1;              ///< peak or room
  std::array<bool, kMemoryParts> parts{}; ///< that some device has

  void sum_up();
};

struct CollectiveCourse;

/// A run whose course is computed at once, as order and times follow from each other: a plan or a
/// graph.
class Course {
public:
  virtual ~Course() = default;
  /// Cycles [from, to] with names, numbers and ledger.
  [[nodiscard]] virtual trace::RunRecord record(std::uint64_t from, std::uint64_t to) const = 0;
  /// When every row of the whole record begins and ends, and its lost slots.
  using SeeRow = std::function<void(Cycle begin, Cycle end)>;
  using SeeLost = std::function<void(const LostSlots&)>;
  virtual void look_through(const SeeRow& see_row, const SeeLost& see_lost) const;
  [[nodiscard]] virtual std::uint64_t cycles() const = 0;
  /// Rows of its whole record.
  [[nodiscard]] virtual std::uint64_t operations() const = 0;
  [[nodiscard]] virtual const MemoryCurves& memory() const = 0;
  /// What it is of; null: of something else.
  [[nodiscard]] virtual const training::TrainRun* plan() const { return nullptr; }
  [[nodiscard]] virtual const graph::GraphRun* graph() const { return nullptr; }
  [[nodiscard]] virtual const CollectiveCourse* collective() const { return nullptr; }

protected:
  Course() = default;
  Course(const Course&) = default;
  Course& operator=(const Course&) = default;
};

} // namespace stallscope::gui
