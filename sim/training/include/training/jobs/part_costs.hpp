#pragma once

#include "training/clusters/cluster.hpp"
#include "training/jobs/network.hpp"
#include "training/memory/byte_curve.hpp"
#include "training/memory/model_states.hpp"
#include "training/models/model.hpp"
#include "training/plan/operation.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::training {

/// What an operation of a part takes: nanoseconds of the device, of which some it communicates.
struct PassCost {
  Ticks ticks = 0;
  Ticks tensor_parallel = 0; ///< of them: all-reduces inside layers
  Ticks gather = 0;          ///< of them: ZeRO 3 waits for parameters
  Ticks swap = 0;            ///< of them: activations on their way to or from the host
};

/// A part of the model: what one stage has of it.
struct PartCosts {
  std::uint64_t layers = 0;
  bool embedding = false; ///< it has the first layer's input
  bool output = false;    ///< it has logits and loss
  Checked parameters;     ///< of all devices that share it
  Checked forward_flop;   ///< of a micro-batch, on all of them
  Checked weight_flop;    ///< B is twice F; its weight gradients: products with weights once
  Checked recompute_flop;
  PassCost forward;
  PassCost backward;
  PassCost input_gradient;
  PassCost weight_gradient;
  PassCost recompute;
  Ticks reduction = 0;         ///< of its gradients among the copies, alone
  Ticks exposed_reduction = 0; ///< of it, behind the last backward pass
  Ticks optimizer = 0;
  PartBytes bytes;
};

/// How the costs of parts are counted.
struct CostOptions {
  std::uint32_t devices = 1;     ///< of the pipeline
  std::uint32_t parts = 1;       ///< of the model
  std::uint32_t replicas = 1;    ///< of every part in the pipeline: 2 with two directions
  bool split = false;            ///< backward passes are split into I and W
  bool overlap_gradients = true; ///< reduction of one layer's while others are computed
};

/// Layers are dealt out evenly, the first parts get one more. F of a transformer layer takes its
/// FLOP over t devices of the cluster's reached speed, and two all-reduces of 2sbh bytes among
/// them; B twice the FLOP, and two all-reduces; I the gradients of all products' inputs and of both
/// sides of the attention scores, W the others. Overflow of 64 bits: `problem` says of what.
[[nodiscard]] std::vector<PartCosts> part_costs(const Model& model, const Cluster& cluster,
                                                const Spread& spread, const StateBytes& bytes,
                                                const CostOptions& options, std::string& problem);

/// The link between two ranks: inside a node, or between nodes.
[[nodiscard]] const LinkSpeed& link_between(const Cluster& cluster, std::uint64_t a,
                                            std::uint64_t b);
/// Ring all-reduce among n devices, 2(n - 1) steps of bytes / n (half of them: all-gather or
/// reduce-scatter).
[[nodiscard]] Ticks ring_all_reduce(const SharedLink& shared, std::uint64_t nodes,
                                    std::uint64_t bytes);
[[nodiscard]] Ticks ring_all_gather(const SharedLink& shared, std::uint64_t nodes,
                                    std::uint64_t bytes);
/// Tensor parallel ranks are neighbours, then data parallel ones, then the pipeline's devices.
[[nodiscard]] RankLayout layout_of(const Spread& spread, std::uint32_t devices);
/// Bytes at a speed, in nanoseconds, rounded up.
[[nodiscard]] Ticks nanoseconds(std::uint64_t amount, std::uint64_t per_second);

} // namespace stallscope::training
