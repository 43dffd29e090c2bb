#pragma once

#include "base/result.hpp"
#include "training/plan/plan.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// Sizes that a schedule is generated for.
struct ScheduleSize {
  std::uint32_t devices = 4;
  std::uint32_t micro_batches = 8;
  std::uint32_t chunks = 0; ///< stages per device; 0: the schedule's default
};

/// A named schedule.
struct ScheduleInfo {
  std::string_view name;          ///< "1f1b"
  std::string_view title;         ///< "One forward, one backward"
  std::string_view source;        ///< publication
  std::string_view meaning;       ///< description in one sentence
  std::uint32_t least_chunks = 1; ///< minimum number of stages per device
  std::uint32_t most_chunks = 1;
  bool split = false;    ///< the backward pass is split into I and W
  bool overlaps = false; ///< overlaps forward and backward passes
  bool even = false;     ///< requires an even number of devices, and with overlapping passes an
                         ///< even number of micro-batches
  bool multiple = false; ///< requires a multiple of its rounds as number of micro-batches: as many
                         ///< rounds as the micro-batches fill all devices
  void (*order)(Plan&) = nullptr;   ///< writes the orders of a plan whose stages have been assigned
                                    ///< to devices
  std::uint32_t default_chunks = 1; ///< if none are asked for
};

/// All schedules, in teaching order.
[[nodiscard]] std::span<const ScheduleInfo> schedules();
[[nodiscard]] const ScheduleInfo* find_schedule(std::string_view name);

/// An invalid size, with the plan's key that the problem concerns.
struct SizeProblem {
  std::string_view key;
  Diagnostic problem;
};
[[nodiscard]] std::vector<SizeProblem> problems_of(const ScheduleInfo& info,
                                                   const ScheduleSize& size);

/// A plan with the orders of a named schedule; every stage has default durations. Errors about the
/// size have no source location.
[[nodiscard]] Result<Plan> make_plan(std::string_view schedule, const ScheduleSize& size);

/// Assignment of stages to devices.
enum class Layout : std::uint8_t {
  looped,         ///< stage s on device s mod p
  v_shape,        ///< down and up again: two stages per device, the last one on the first device
  two_directions, ///< two pipelines, one starting at each end
};
void lay_out(Plan& plan, Layout layout);

} // namespace stallscope::training
