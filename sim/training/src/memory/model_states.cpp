#include "training/memory/model_states.hpp"

#include <algorithm>
#include <array>

namespace stallscope::training {

namespace {

constexpr std::array<std::string_view, 3> kRecomputeNames{"none", "selective", "full"};
constexpr std::array<std::string_view, 2> kStateNames{"zero", "megatron"};

std::uint64_t divided_up(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b == 0 ? 0 : 1);
}

bool is_more(const Exact& a, const Exact& b) {
  return b < a;
}

/// Parameters of the pipeline stage with the most.
Exact stage_parameters(const Model& model, const Spread& spread) {
  const Exact t(spread.tensor_parallel);
  if (model.is_transformer()) {
    const Transformer& transformer = model.transformer;
    const Checked own = layer_parameters(transformer);
    const Checked layers(divided_up(transformer.layers, spread.pipeline));
    if (spread.pipeline == 1)
      return Exact(parameters(model)) / t;
    // Including learned positions, which are on the first stage with the vocabulary.
    Checked embedding = Checked(transformer.hidden) * Checked(transformer.vocabulary);
    if (transformer.style == TransformerStyle::gpt)
      embedding = embedding + Checked(transformer.hidden) * Checked(transformer.sequence);
    return Exact(layers * own + embedding) / t;
  }
  const std::size_t layers = divided_up(model.layers.size(), spread.pipeline);
  Checked most;
  for (std::size_t first = 0; first < model.layers.size(); first += layers) {
    Checked sum;
    for (std::size_t i = first; i < std::min(first + layers, model.layers.size()); ++i)
      sum = sum + Checked(model.layers[i].parameters);
    if (most.value < sum.value || sum.overflow)
      most = sum;
  }
  return Exact(most) / t;
}

/// Activations of one micro-batch on the pipeline stage with the most.
Exact stage_activations(const Model& model, const Spread& spread) {
  const std::uint64_t b = model.micro_batch;
  if (!model.is_transformer()) {
    const std::size_t layers = divided_up(model.layers.size(), spread.pipeline);
    Exact most;
    for (std::size_t first = 0; first < model.layers.size(); first += layers) {
      Checked sum;
      for (std::size_t i = first; i < std::min(first + layers, model.layers.size()); ++i)
        sum = sum + Checked(model.layers[i].activation_bytes);
      if (is_more(Exact(sum), most) || sum.overflow)
        most = Exact(sum);
    }
    return Exact(b) * most;
  }
  const Transformer& t = model.transformer;
  return Exact(divided_up(t.layers, spread.pipeline)) * layer_activations(t, b, spread) +
         end_activations(t, b, spread, true, spread.pipeline == 1);
}

/// Activations of the largest layer, which stay on the device when others are offloaded.
Exact largest_layer(const Model& model, const Spread& spread) {
  if (model.is_transformer())
    return layer_activations(model.transformer, model.micro_batch, spread);
  std::uint64_t most = 0;
  for (const ModelLayer& layer : model.layers)
    most = std::max(most, layer.activation_bytes);
  return Exact(Checked(model.micro_batch) * Checked(most));
}

} // namespace

std::optional<StateBytes> state_bytes_called(std::string_view name) {
  if (name == "zero")
    return StateBytes{2, 2, 12};
  if (name == "megatron")
    return StateBytes{2, 4, 12};
  return std::nullopt;
}

std::optional<Recompute> recompute_called(std::string_view name) {
  const auto found = std::find(kRecomputeNames.begin(), kRecomputeNames.end(), name);
  if (found == kRecomputeNames.end())
    return std::nullopt;
  return static_cast<Recompute>(found - kRecomputeNames.begin());
}

std::vector<std::string_view> recompute_names() {
  return {kRecomputeNames.begin(), kRecomputeNames.end()};
}

std::string_view name(Recompute recompute) {
  return kRecomputeNames[static_cast<std::size_t>(recompute)];
}

ModelStates model_states(const Exact& parameters, const StateBytes& bytes, unsigned zero,
                         std::uint64_t data_parallel) {
  const auto part = [&](std::uint64_t a_parameter, unsigned from_stage) {
    const Exact whole = parameters * Exact(a_parameter);
    return zero >= from_stage ? whole / Exact(data_parallel) : whole;
  };
  return {part(bytes.parameters, 3), part(bytes.gradients, 2), part(bytes.optimizer, 1)};
}

Exact layer_activations(const Transformer& t, std::uint64_t micro_batch, const Spread& spread) {
  const Checked sb = Checked(t.sequence) * Checked(micro_batch);
  const Exact sbh(sb * Checked(t.hidden));
  const Exact over(spread.tensor_parallel);
  const Exact shared = spread.sequence_parallel ? over : Exact(1);
  if (spread.recompute == Recompute::full)
    return Exact(2) * sbh / shared;
  const Exact linear = sbh * (Exact(10) / shared + Exact(24) / over);
  if (spread.recompute == Recompute::selective)
    return linear;
  return linear + Exact(Checked(5) * Checked(t.heads) * sb * Checked(t.sequence)) / over;
}

Exact end_activations(const Transformer& t, std::uint64_t micro_batch, const Spread& spread,
                      bool embedding, bool output) {
  const Checked sb = Checked(t.sequence) * Checked(micro_batch);
  const Checked sbh = sb * Checked(t.hidden);
  const Exact over(spread.tensor_parallel);
  const Exact shared = spread.sequence_parallel ? over : Exact(1);
  Exact bytes;
  if (embedding)
    bytes = bytes + Exact(sbh) / shared;
  if (output)
    bytes = bytes + Exact(Checked(4) * sbh) / shared +
            Exact(Checked(4) * sb * Checked(t.vocabulary)) / over;
  return bytes;
}

std::string_view layer_formula(const Spread& spread) {
  const bool split = spread.tensor_parallel > 1;
  const bool sequence = split && spread.sequence_parallel;
  switch (spread.recompute) {
  case Recompute::none:
    return sequence ? "sbh(34 + 5as/h)/t" : split ? "sbh(10 + 24/t + 5as/(ht))" : "sbh(34 + 5as/h)";
  case Recompute::selective:
    return sequence ? "34sbh/t" : split ? "sbh(10 + 24/t)" : "34sbh";
  case Recompute::full:
    return sequence ? "2sbh/t" : "2sbh";
  }
  return {};
}

Checked lecture_activations(const Model& model) {
  const Transformer& t = model.transformer;
  const Checked h(t.hidden);
  const Checked s(t.sequence);
  const Checked layer = Checked(5) * Checked(t.heads) * s * s + Checked(34) * h * s;
  return (Checked(t.layers) * layer + Checked(5) * h * s + Checked(4) * s * Checked(t.vocabulary)) *
         Checked(model.micro_batch);
}

DeviceMemory device_memory(const Model& model, const StateBytes& bytes, const Spread& spread) {
  const ModelStates states =
      model_states(stage_parameters(model, spread), bytes, spread.zero, spread.data_parallel);
  DeviceMemory out{states.parameters, states.gradients, states.optimizer,
                   Exact(spread.in_flight) * stage_activations(model, spread), Exact()};
  if (spread.offload_optimizer) {
    out.host = out.host + out.optimizer;
    out.optimizer = Exact();
  }
  if (spread.offload_activations) {
    const Exact stays = largest_layer(model, spread);
    if (stays < out.activations) {
      out.host = out.host + out.activations;
      out.activations = stays;
    }
  }
  return out;
}

std::vector<SpreadProblem> problems_of(const Model& model, const Spread& spread) {
  std::vector<SpreadProblem> problems;
  const std::uint64_t layers =
      model.is_transformer() ? model.transformer.layers : model.layers.size();
  if (spread.pipeline > layers)
    problems.push_back({"devices",
                        std::to_string(spread.pipeline) + " pipeline stages for " +
                            std::to_string(layers) + " layers",
                        "at most as many stages as layers"});
  if (model.is_transformer() && model.transformer.heads % spread.tensor_parallel != 0)
    problems.push_back({"tensor_parallel",
                        std::to_string(model.transformer.heads) + " heads over " +
                            std::to_string(spread.tensor_parallel) + " devices",
                        "tensor parallelism that divides the heads"});
  if (!model.is_transformer() && spread.tensor_parallel > 1)
    problems.push_back({"tensor_parallel", model.name + " is a list of layers, which are not split",
                        "tensor parallelism 1"});
  if (!model.is_transformer() && spread.recompute != Recompute::none)
    problems.push_back({"recompute",
                        model.name + " is a list of layers: which parts are computed again is not "
                                     "said",
                        "recomputation none"});
  if (spread.sequence_parallel && spread.tensor_parallel == 1)
    problems.push_back({"sequence_parallel", "sequence parallelism without tensor parallelism",
                        "tensor parallelism of at least 2"});
  return problems;
}

} // namespace stallscope::training
