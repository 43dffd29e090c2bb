#pragma once

#include "training/jobs/network.hpp"
#include "training/lanes/task_graph.hpp"
#include "training/memory/model_states.hpp"
#include "training/models/model.hpp"

#include <cstdint>
#include <string>
#include <vector>

// One device of many that all do the same, layer by layer, with its links and its host: what
// overlaps with what. Each builder makes a task graph.
namespace stallscope::training {

/// What a layer takes and holds. Without a model a byte is what a link carries in a tick.
struct LayerLoad {
  std::string name; ///< in cells: "1"
  Ticks forward = 1;
  Ticks backward = 2;
  std::uint64_t parameter_bytes = 1;
  std::uint64_t gradient_bytes = 1;
  std::uint64_t activation_bytes = 1; ///< kept for the backward pass
  std::uint64_t kept_bytes = 0;       ///< of it, where it is computed again
};

/// A message of b bytes takes latency + b * numerator / denominator, rounded up.
struct WireCost {
  Ticks latency = 0;
  std::uint64_t numerator = 1;
  std::uint64_t denominator = 1;

  [[nodiscard]] Ticks of(std::uint64_t bytes) const;
};
/// Ring all-reduce among n; half of it is all-gather or reduce-scatter.
[[nodiscard]] WireCost all_reduce_cost(const SharedLink& shared, std::uint64_t nodes);
[[nodiscard]] WireCost all_gather_cost(const SharedLink& shared, std::uint64_t nodes);

/// Every layer of a model on one of the devices that share it.
[[nodiscard]] std::vector<LayerLoad> layers_of(const Model& model, const Cluster& cluster,
                                               const Spread& spread, const StateBytes& bytes);

/// A graph with what is worth saying of it.
struct Scenario {
  std::string title;
  TaskGraph graph;
  std::uint64_t held_bytes = 0; ///< of the device, all the time
  /// The tasks with which iterations begin, one each: their distance is the time of an iteration.
  std::vector<TaskId> iterations;
};

/// How gradients go out.
enum class GradientOrder : std::uint8_t {
  behind,   ///< all of them together, behind the backward pass
  fifo,     ///< bucket by bucket, while the backward pass goes on
  priority, ///< slice by slice, those of the front layers first
};

struct DataParallelTask {
  std::vector<LayerLoad> layers;
  std::uint32_t iterations = 3;
  GradientOrder order = GradientOrder::fifo;
  std::uint64_t bucket_bytes = 0; ///< gradients that go together, at least; 0: a layer's
  std::uint64_t slice_bytes =
      0;               ///< of priority: at most, a slice is never interrupted; 0: a bucket
  bool barrier = true; ///< no forward pass before all gradients are there
  Ticks optimizer = 0; ///< of all layers, behind the barrier
  WireCost all_reduce;
};
/// The next iteration's forward pass of a layer needs its gradient, or all.
[[nodiscard]] Scenario data_parallel(const DataParallelTask& task);

/// ZeRO 3, or FSDP: parameters of a layer are gathered for each pass and dropped behind it.
struct ShardedTask {
  std::vector<LayerLoad> layers;
  std::uint32_t iterations = 2;
  std::uint32_t prefetch = 1; ///< layers gathered ahead of the one that computes
  bool reshard = true;        ///< parameters are dropped behind the forward pass, too
  std::uint64_t copies = 4;   ///< among which parameters and gradients are shared
  WireCost gather;
  WireCost reduce;
};
[[nodiscard]] Scenario sharded_data_parallel(const ShardedTask& task);

/// Attention and MLP of every layer are split by columns, then rows: an all-reduce behind each, in
/// the forward and the backward pass: four a layer.
struct TensorParallelTask {
  std::uint32_t layers = 2;
  Ticks attention = 2; ///< forward pass of one device's share; backward: I and W, as long each
  Ticks mlp = 3;
  std::uint64_t activation_bytes = 2; ///< that an all-reduce adds up
  std::uint32_t tiles =
      1; ///< into which a product is cut: a tile is sent while the next is computed
  bool sequence_parallel = false; ///< all-gather in front and reduce-scatter behind instead
  WireCost all_reduce;
  WireCost all_gather;
};
[[nodiscard]] Scenario tensor_parallel(const TensorParallelTask& task);

/// Where activations are between the passes.
enum class KeepActivations : std::uint8_t { keep, recompute, swap };

struct OffloadTask {
  std::vector<LayerLoad> layers;
  std::uint32_t iterations = 1;
  KeepActivations activations = KeepActivations::swap;
  std::uint32_t prefetch = 1; ///< layers whose activations come back ahead of their backward pass
  bool offload_optimizer = false; ///< gradients out, step on the host, parameters back
  Ticks host_step = 1;            ///< of a layer, on the host
  WireCost wire;                  ///< to and from the host, each direction on its own
};
[[nodiscard]] Scenario offload(const OffloadTask& task);

} // namespace stallscope::training
