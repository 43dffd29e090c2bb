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

/// Duration of an operation of a part of the model, in ns, and how much of it the device waits for
/// communication.
struct PassCost {
  Ticks ticks = 0;
  Ticks tensor_parallel = 0; ///< part for all-reduces within layers
  Ticks gather = 0;          ///< part for waiting for gathered parameters (ZeRO 3)
  Ticks swap = 0;            ///< part for the transfer of activations to or from the host
  Ticks reduction = 0;       ///< part for the reduction of the micro-batch's gradients (ZeRO 2, 3)
};

/// A part of the model: the layers of one stage.
struct PartCosts {
  std::uint64_t layers = 0;
  bool embedding = false; ///< the part contains the input embedding
  bool output = false;    ///< the part contains logits and loss
  Checked parameters;     ///< total of all devices that share the part
  Checked forward_flop;   ///< per micro-batch, total of all devices that share the part
  Checked weight_flop;    ///< for weight gradients: B costs twice F, weight gradients the matrix
                          ///< products with weights once
  Checked recompute_flop;
  PassCost forward;
  PassCost backward;
  PassCost input_gradient;
  PassCost weight_gradient;
  PassCost recompute;
  Ticks reduction = 0;         ///< all-reduce of its gradients between data parallel copies,
                               ///< without overlap
  Ticks exposed_reduction = 0; ///< part of `reduction` that is not hidden by the backward pass
  Ticks optimizer = 0;
  Ticks optimizer_host = 0;   ///< part for transfers to and from the host, and for its step
  Ticks optimizer_gather = 0; ///< part for the gathering of parameters (ZeRO 1, 2)
  PartBytes bytes;
};

/// Assumptions for counting the costs of parts.
struct CostOptions {
  std::uint32_t devices = 1;     ///< number of devices of the pipeline
  std::uint32_t parts = 1;       ///< number of parts of the model: one per stage
  std::uint32_t replicas = 1;    ///< copies of each part in the pipeline: 2 for bidirectional
                                 ///< pipelines
  bool split = false;            ///< backward passes are split into I and W
  bool overlap_gradients = true; ///< gradient reduction of a layer overlaps the computation of
                                 ///< others
};

/// Layers are divided evenly; the first parts get one more where needed. F of a transformer layer
/// takes its FLOP divided by the reached speed of t devices, plus two all-reduces of 2sbh bytes; B
/// twice the FLOP, and two all-reduces; I computes the input gradients of all matrix products and
/// both gradients of the attention scores, W the weight gradients. `problem` names a quantity that
/// overflows 64 bits.
[[nodiscard]] std::vector<PartCosts> part_costs(const Model& model, const Cluster& cluster,
                                                const Spread& spread, const StateBytes& bytes,
                                                const CostOptions& options, std::string& problem);

/// The link between two ranks: within a node, or between nodes.
[[nodiscard]] const LinkSpeed& link_between(const Cluster& cluster, std::uint64_t a,
                                            std::uint64_t b);
/// Ring all-reduce among n devices: 2(n - 1) steps of bytes / n. All-gather and reduce-scatter take
/// half of the steps.
[[nodiscard]] Ticks ring_all_reduce(const SharedLink& shared, std::uint64_t nodes,
                                    std::uint64_t bytes);
[[nodiscard]] Ticks ring_all_gather(const SharedLink& shared, std::uint64_t nodes,
                                    std::uint64_t bytes);
/// Rank order: tensor parallel, then data parallel, then pipeline devices.
[[nodiscard]] RankLayout layout_of(const Spread& spread, std::uint32_t devices);
/// Bytes at a speed, in nanoseconds, rounded up.
[[nodiscard]] Ticks nanoseconds(std::uint64_t amount, std::uint64_t per_second);

} // namespace stallscope::training
