#pragma once

#include "base/input_limits.hpp"
#include "training/plan/operation.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stallscope::training {

/// Limits of a plan: larger ones are refused, never truncated.
inline constexpr std::uint32_t kMostDevices = InputLimits::plan_devices;
inline constexpr std::uint32_t kMostStages = InputLimits::plan_stages;
inline constexpr std::uint32_t kMostMicroBatches = InputLimits::plan_micro_batches;
inline constexpr std::uint64_t kMostOperations = InputLimits::plan_operations;
/// Limit of a duration: the sum over all operations of a plan fits in 64 bits.
inline constexpr Ticks kMostTicks = 100'000'000'000;

/// Parts of an operation's duration in which its device waits instead of computing: the last ones
/// of the operation.
struct Waits {
  Ticks barrier = 0;  ///< for a collective of all copies or of the devices that share a layer
  Ticks transfer = 0; ///< for bytes to or from the host

  bool operator==(const Waits&) const = default;
};

/// Durations of the operations of a stage.
struct Durations {
  Ticks forward = 1;
  Ticks backward = 2;
  Ticks input_gradient = 1;
  Ticks weight_gradient = 1;
  Ticks recompute = 0;
  /// Duration of an overlapped forward and backward pass; 0: the sum of the two.
  Ticks overlapped = 0;
  Ticks reduce_gradient = 0; ///< used if Plan::timed_reduction
  Ticks optimizer_step = 0;
  Ticks unshard = 0;                     ///< used if Plan::timed_gathering
  std::array<Waits, kKindCount> waits{}; ///< by kind, within its duration

  bool operator==(const Durations&) const = default;
};

/// A part of the model, on one device. With two pipelines there are two stages per part of the
/// model.
struct Stage {
  DeviceId device = 0;
  std::uint16_t pipeline = 0; ///< index into Plan::pipelines
  std::uint16_t part = 0;     ///< part of the model, from 0: its position in the pipeline
  Durations durations;
};

/// The stages of a micro-batch in order: [first_stage, first_stage + stages).
struct Pipeline {
  StageId first_stage = 0;
  std::uint16_t stages = 0;
};

/// Concurrency of transfers on the link between two devices.
enum class LinkSharing : std::uint8_t {
  unlimited,   ///< any number of transfers at the same time: latency only
  full_duplex, ///< one transfer at a time in each direction
  half_duplex, ///< one transfer at a time
};

/// Physical links of the transfers of a stage, by number. A transfer takes all links of its way for
/// as long as it lasts; of several the one that asked first goes first.
struct StageLinks {
  std::vector<std::uint32_t> forward;  ///< of its activation to the next stage
  std::vector<std::uint32_t> backward; ///< of its gradient to the previous stage

  bool operator==(const StageLinks&) const = default;
};

/// What a device holds of an activation, in parts: `all` of them from the start of F, `kept` of
/// them from the end of I to the end of W. The weight gradient of a transformer's layer needs
/// 32sbh bytes of the sbh(34 + 5as/h) that its forward pass stores.
struct HeldParts {
  std::uint32_t all = 1;
  std::uint32_t kept = 1;

  [[nodiscard]] bool whole() const { return kept == all; }
};

/// When weights change.
enum class WeightUpdate : std::uint8_t {
  flush,    ///< once, after all micro-batches: all micro-batches use the same weights
  stashing, ///< PipeDream: after every backward pass; each stage keeps the versions in use
  buffered, ///< PipeDream-2BW: after every `accumulation` micro-batches, two versions
};

/// The order of operations on each device, and all data that determines their times.
struct Plan {
  std::string schedule; ///< name of the schedule, or of the order file
  std::uint32_t devices = 0;
  std::uint32_t micro_batches = 0;
  std::uint32_t chunks = 1;         ///< stages per device
  std::uint64_t ticks_per_unit = 1; ///< ticks per time unit of the user's durations
  std::vector<Stage> stages;
  std::vector<Pipeline> pipelines;
  std::vector<std::uint8_t> pipeline_of; ///< by micro-batch; empty: all use pipeline 0
  Ticks transfer = 0;                    ///< transfer time of an activation or gradient between two
                                         ///< devices
  /// By stage: of its activation to the next stage, and of the gradient back, if stages differ;
  /// `transfer` is the maximum then. Empty: `transfer` for all.
  std::vector<Ticks> transfers;
  bool timed_reduction = false; ///< REDUCE_GRAD occupies the device
  bool timed_gathering = false; ///< UNSHARD occupies the device
  LinkSharing links = LinkSharing::full_duplex;
  /// By stage, unless transfers are unlimited. Empty: each pair of devices has a link of its own.
  std::vector<StageLinks> ways;
  WeightUpdate update = WeightUpdate::flush;
  std::uint32_t accumulation = 1; ///< micro-batches per update, for WeightUpdate::buffered
  HeldParts held;                 ///< of activations whose backward pass is split

  std::vector<Operation> operations;           ///< device by device, in execution order
  std::vector<OperationIndex> first_operation; ///< by device, and one more for the end

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
  /// Number of copies of each part of the model.
  [[nodiscard]] std::size_t replicas() const { return pipelines.size(); }
};

/// The operation occupies its device for a time.
[[nodiscard]] inline bool occupies(const Plan& plan, const Operation& op) {
  return computes(op.kind) || (op.kind == Kind::reduce_gradient && plan.timed_reduction) ||
         (op.kind == Kind::unshard && plan.timed_gathering);
}

/// Transfer time of a pass's result to another device.
[[nodiscard]] inline Ticks transfer_of(const Plan& plan, const Operation& op) {
  if (plan.transfers.empty())
    return plan.transfer;
  return plan.transfers[op.kind == Kind::forward ? op.stage : op.stage - 1U];
}

/// Sets the ways of transfers for nodes of so many devices: between devices of a node each pair has
/// a link; all transfers between nodes share the adapters of both nodes, one transfer at a time, in
/// each direction if links are full duplex.
void link_nodes(Plan& plan, std::uint32_t devices_per_node);

/// Time for which an operation occupies its device; 0 for transfers.
[[nodiscard]] Ticks duration_of(const Plan& plan, OperationIndex operation);
/// Time of it for which the device waits; of overlapped passes that of both.
[[nodiscard]] Waits waits_of(const Plan& plan, OperationIndex operation);

} // namespace stallscope::training
