#pragma once

#include "base/input_limits.hpp"
#include "training/plan/operation.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stallscope::training {

/// Limits of a plan: larger ones are refused, never cut.
inline constexpr std::uint32_t kMostDevices = InputLimits::plan_devices;
inline constexpr std::uint32_t kMostStages = InputLimits::plan_stages;
inline constexpr std::uint32_t kMostMicroBatches = InputLimits::plan_micro_batches;
inline constexpr std::uint64_t kMostOperations = InputLimits::plan_operations;
/// A duration; so long that the sum of all operations of a plan still fits in 64 bits.
inline constexpr Ticks kMostTicks = 100'000'000'000;

/// How long the operations of a stage take.
struct Durations {
  Ticks forward = 1;
  Ticks backward = 2;
  Ticks input_gradient = 1;
  Ticks weight_gradient = 1;
  Ticks recompute = 0;
  /// A forward and a backward pass that overlap; 0: the sum of the two.
  Ticks overlapped = 0;
  Ticks reduce_gradient = 0; ///< where Plan::timed_reduction
  Ticks optimizer_step = 0;

  bool operator==(const Durations&) const = default;
};

/// A part of the model, on one device. With two pipelines every part of the model is there twice.
struct Stage {
  DeviceId device = 0;
  std::uint16_t pipeline = 0; ///< into Plan::pipelines
  std::uint16_t part = 0;     ///< of the model, from 0: its place in the pipeline
  Durations durations;
};

/// Stages that a micro-batch passes one after the other: [first_stage, first_stage + stages).
struct Pipeline {
  StageId first_stage = 0;
  std::uint16_t stages = 0;
};

/// Who shares a link between two devices.
enum class LinkSharing : std::uint8_t {
  unlimited,   ///< any number of transfers at once: latency only
  full_duplex, ///< one transfer at a time in each direction
  half_duplex, ///< one transfer at a time
};

/// When weights change.
enum class WeightUpdate : std::uint8_t {
  flush,    ///< once, behind all micro-batches: every micro-batch sees the same weights
  stashing, ///< PipeDream: behind every backward pass; each stage keeps the versions in use
  buffered, ///< PipeDream-2BW: behind every `accumulation` micro-batches, two versions
};

/// Which device does what in which order. Everything else follows.
struct Plan {
  std::string schedule; ///< name of the generator, or of the order file
  std::uint32_t devices = 0;
  std::uint32_t micro_batches = 0;
  std::uint32_t chunks = 1;         ///< stages a device
  std::uint64_t ticks_per_unit = 1; ///< durations were given in units of so many ticks
  std::vector<Stage> stages;
  std::vector<Pipeline> pipelines;
  std::vector<std::uint8_t> pipeline_of; ///< by micro-batch; empty: all take the first
  Ticks transfer = 0;                    ///< of an activation or gradient between two devices
  /// By stage: of its activation to the next stage, and of the gradient back, where that differs
  /// from stage to stage; `transfer` is the longest then. Empty: all take `transfer`.
  std::vector<Ticks> transfers;
  bool timed_reduction = false; ///< REDUCE_GRAD takes the device's time
  LinkSharing links = LinkSharing::full_duplex;
  WeightUpdate update = WeightUpdate::flush;
  std::uint32_t accumulation = 1; ///< micro-batches an update, of WeightUpdate::buffered

  std::vector<Operation> operations;           ///< device by device, each in its order
  std::vector<OperationIndex> first_operation; ///< by device; one more: the end

  [[nodiscard]] std::span<const Operation> order_of(std::uint32_t device) const {
    return {operations.data() + first_operation[device],
            first_operation[device + 1] - first_operation[device]};
  }
  [[nodiscard]] std::uint32_t pipeline_of_batch(MicroBatch batch) const {
    return pipeline_of.empty() ? 0 : pipeline_of[batch];
  }
  [[nodiscard]] bool is_first(StageId stage) const { return stages[stage].part == 0; }
  [[nodiscard]] bool is_last(StageId stage) const {
    return stages[stage].part + 1U == pipelines[stages[stage].pipeline].stages;
  }
  /// Copies of every part of the model.
  [[nodiscard]] std::size_t replicas() const { return pipelines.size(); }
};

/// It takes its device for a time.
[[nodiscard]] inline bool occupies(const Plan& plan, const Operation& op) {
  return computes(op.kind) || (op.kind == Kind::reduce_gradient && plan.timed_reduction);
}

/// Time that the result of a pass takes to another device.
[[nodiscard]] inline Ticks transfer_of(const Plan& plan, const Operation& op) {
  if (plan.transfers.empty())
    return plan.transfer;
  return plan.transfers[op.kind == Kind::forward ? op.stage : op.stage - 1U];
}

/// Time that an operation takes its device; transfers take none.
[[nodiscard]] Ticks duration_of(const Plan& plan, OperationIndex operation);

} // namespace stallscope::training
