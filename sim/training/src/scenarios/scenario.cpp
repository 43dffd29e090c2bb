#include "training/scenarios/scenario.hpp"

#include "training/jobs/part_costs.hpp"

#include <limits>

namespace stallscope::training {

namespace {

__extension__ using WideProduct = unsigned __int128;

} // namespace

Ticks WireCost::of(std::uint64_t bytes) const {
  const WideProduct ticks =
      (static_cast<WideProduct>(bytes) * numerator + denominator - 1) / denominator + latency;
  constexpr Ticks kMostTime = std::numeric_limits<std::uint64_t>::max();
  return ticks > kMostTime ? kMostTime : static_cast<Ticks>(ticks);
}

WireCost all_gather_cost(const SharedLink& shared, std::uint64_t nodes) {
  if (nodes < 2)
    return {0, 0, 1};
  return {(nodes - 1) * shared.link.latency_ns, (nodes - 1) * shared.sharers * 1'000'000'000,
          nodes * shared.link.bytes_per_second};
}

WireCost all_reduce_cost(const SharedLink& shared, std::uint64_t nodes) {
  WireCost cost = all_gather_cost(shared, nodes);
  cost.latency *= 2;
  cost.numerator *= 2;
  return cost;
}

std::vector<LayerLoad> layers_of(const Model& model, const Cluster& cluster, const Spread& spread,
                                 const StateBytes& bytes) {
  const auto count = static_cast<std::uint32_t>(model.is_transformer() ? model.transformer.layers
                                                                       : model.layers.size());
  // Each layer is a separate part, without data parallelism, which the scenario's links and tasks
  // model.
  Spread alone = spread;
  alone.data_parallel = 1;
  alone.zero = 0;
  alone.recompute = Recompute::none;
  alone.offload_activations = alone.offload_optimizer = false;
  CostOptions options;
  options.devices = 1;
  options.parts = count;
  std::string problem;
  const std::vector<PartCosts> whole = part_costs(model, cluster, alone, bytes, options, problem);
  alone.recompute = Recompute::full;
  const std::vector<PartCosts> again =
      model.is_transformer() ? part_costs(model, cluster, alone, bytes, options, problem) : whole;
  std::vector<LayerLoad> layers;
  for (std::uint32_t i = 0; i < count; ++i) {
    LayerLoad layer;
    layer.name = std::to_string(i + 1);
    layer.forward = whole[i].forward.ticks;
    layer.backward = whole[i].backward.ticks;
    layer.parameter_bytes = whole[i].bytes.parameters;
    layer.gradient_bytes = whole[i].bytes.gradients;
    layer.activation_bytes = whole[i].bytes.activation;
    layer.kept_bytes = again[i].bytes.activation;
    layers.push_back(layer);
  }
  return layers;
}

} // namespace stallscope::training
