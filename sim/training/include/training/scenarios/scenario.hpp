#pragma once

#include "training/jobs/network.hpp"
#include "training/lanes/task_graph.hpp"
#include "training/memory/model_states.hpp"
#include "training/models/model.hpp"

#include <cstdint>
#include <string>
#include <vector>

// One device of many with identical work, layer by layer, with its links and its host, to show
// which operations overlap. Each builder makes a task graph.
namespace stallscope::training {

/// Times and bytes of a layer. Without a model a byte is the amount that a link transfers in a
/// tick.
struct LayerLoad {
  std::string name; ///< in cells: "1"
  Ticks forward = 1;
  Ticks backward = 2;
  std::uint64_t parameter_bytes = 1;
  std::uint64_t gradient_bytes = 1;
  std::uint64_t activation_bytes = 1; ///< kept for the backward pass
  std::uint64_t kept_bytes = 0;       ///< part of activation_bytes kept when activations are
                                      ///< recomputed
};

/// A message of b bytes takes latency + b * numerator / denominator, rounded up.
struct WireCost {
  Ticks latency = 0;
  std::uint64_t numerator = 1;
  std::uint64_t denominator = 1;

  [[nodiscard]] Ticks of(std::uint64_t bytes) const;
};
/// Ring all-reduce among n devices; all-gather or reduce-scatter take half of it.
[[nodiscard]] WireCost all_reduce_cost(const SharedLink& shared, std::uint64_t nodes);
[[nodiscard]] WireCost all_gather_cost(const SharedLink& shared, std::uint64_t nodes);

/// The layers of a model on one of the devices that share it.
[[nodiscard]] std::vector<LayerLoad> layers_of(const Model& model, const Cluster& cluster,
                                               const Spread& spread, const StateBytes& bytes);

/// A task graph with the properties that reports show.
struct Scenario {
  std::string title;
  TaskGraph graph;
  std::uint64_t held_bytes = 0; ///< device memory that is always allocated
  /// One task per iteration, at its start: the distance of their starts is the iteration time.
  std::vector<TaskId> iterations;
};

/// When gradients are sent.
enum class GradientOrder : std::uint8_t {
  behind,   ///< all together, after the backward pass
  fifo,     ///< bucket by bucket, during the backward pass
  priority, ///< in slices, those of the first layers before others
};

struct DataParallelTask {
  std::vector<LayerLoad> layers;
  std::uint32_t iterations = 3;
  GradientOrder order = GradientOrder::fifo;
  std::uint64_t bucket_bytes = 0; ///< minimum size of a bucket of gradients; 0: one layer
  std::uint64_t slice_bytes = 0; ///< for priority: maximum size of a slice, which is not preempted;
                                 ///< 0: a bucket
  bool barrier = true;           ///< no forward pass before all gradients have been reduced
  Ticks optimizer = 0;           ///< time for all layers, after the barrier
  WireCost all_reduce;
};
/// The next iteration's forward pass of a layer depends on the layer's reduced gradient, or with a
/// barrier on all of them.
[[nodiscard]] Scenario data_parallel(const DataParallelTask& task);

/// ZeRO 3 or FSDP: parameters of a layer are gathered for each pass and released after it.
struct ShardedTask {
  std::vector<LayerLoad> layers;
  std::uint32_t iterations = 2;
  std::uint32_t prefetch = 1; ///< layers gathered ahead of the one being computed
  bool reshard = true;        ///< parameters are also released after the forward pass
  std::uint64_t copies = 4;   ///< devices that share parameters and gradients
  WireCost gather;
  WireCost reduce;
};
[[nodiscard]] Scenario sharded_data_parallel(const ShardedTask& task);

/// Attention and MLP of every layer are split by columns, then by rows, with an all-reduce after
/// each in the forward and the backward pass: four per layer.
struct TensorParallelTask {
  std::uint32_t layers = 2;
  Ticks attention = 2; ///< forward pass of one device's share; I and W of the backward pass take as
                       ///< long each
  Ticks mlp = 3;
  std::uint64_t activation_bytes = 2; ///< summed by each all-reduce
  std::uint32_t tiles = 1; ///< tiles per matrix product: a tile is sent while the next is computed
  bool sequence_parallel = false; ///< all-gather before and reduce-scatter after each block instead
                                  ///< of all-reduce
  WireCost all_reduce;
  WireCost all_gather;
};
[[nodiscard]] Scenario tensor_parallel(const TensorParallelTask& task);

/// Where activations are kept between forward and backward pass.
enum class KeepActivations : std::uint8_t { keep, recompute, swap };

struct OffloadTask {
  std::vector<LayerLoad> layers;
  std::uint32_t iterations = 1;
  KeepActivations activations = KeepActivations::swap;
  /// For swap: layers whose activations are on the device at once before a forward pass waits until
  /// those of the oldest have left. 2: a layer's leave while the next one is computed, as in vDNN
  /// (Rhu et al., 2016).
  std::uint32_t resident = 2;
  std::uint32_t prefetch = 1;     ///< layers whose activations are transferred back ahead of their
                                  ///< backward pass
  bool offload_optimizer = false; ///< gradients to the host, optimizer step on the host, parameters
                                  ///< back
  Ticks host_step = 1;            ///< per layer, on the host
  WireCost wire;                  ///< between device and host, independent directions
};
[[nodiscard]] Scenario offload(const OffloadTask& task);

} // namespace stallscope::training
