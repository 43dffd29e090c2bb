#pragma once

#include "base/result.hpp"
#include "training/plan/plan.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// What an order is made for.
struct ScheduleSize {
  std::uint32_t devices = 4;
  std::uint32_t micro_batches = 8;
  std::uint32_t chunks = 0; ///< stages a device; 0: as the schedule has them by default
};

/// A named schedule.
struct ScheduleInfo {
  std::string_view name;          ///< "1f1b"
  std::string_view title;         ///< "One forward, one backward"
  std::string_view source;        ///< where it was published
  std::string_view meaning;       ///< a sentence
  std::uint32_t least_chunks = 1; ///< stages a device
  std::uint32_t most_chunks = 1;
  bool split = false;    ///< the backward pass is split into I and W
  bool overlaps = false; ///< forward and backward passes run as one
  bool even = false;     ///< the number of devices is even, and so is that of micro-batches where
                         ///< passes overlap
  bool multiple = false; ///< micro-batches are a multiple of the devices, or fewer
  void (*order)(Plan&) = nullptr; ///< writes the orders of a plan whose stages are laid out
};

/// All of them, in teaching order.
[[nodiscard]] std::span<const ScheduleInfo> schedules();
[[nodiscard]] const ScheduleInfo* find_schedule(std::string_view name);

/// What is wrong with a size, each with the key of a plan that it is about.
struct SizeProblem {
  std::string_view key;
  Diagnostic problem;
};
[[nodiscard]] std::vector<SizeProblem> problems_of(const ScheduleInfo& info,
                                                   const ScheduleSize& size);

/// A plan with the orders of a named schedule; every stage has the durations of a new one. What is
/// wrong with the size is told as errors without a place.
[[nodiscard]] Result<Plan> make_plan(std::string_view schedule, const ScheduleSize& size);

/// Where stages lie.
enum class Layout : std::uint8_t {
  looped,         ///< stage s on device s mod p
  v_shape,        ///< down and up again: two stages a device, the last one beside the first
  two_directions, ///< two pipelines, one from each end
};
void lay_out(Plan& plan, Layout layout);

} // namespace stallscope::training
