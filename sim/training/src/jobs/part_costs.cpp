#include "training/jobs/part_costs.hpp"

#include <algorithm>
#include <limits>

namespace stallscope::training {

namespace {

__extension__ using Wide = unsigned __int128; // products of two 64-bit numbers

constexpr std::uint64_t kLongest = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kSecond = 1'000'000'000; ///< ns per second

std::uint64_t rounded_up(const Exact& value) {
  return value.numerator / value.denominator + (value.numerator % value.denominator == 0 ? 0 : 1);
}

/// amount / rate seconds in ns, rounded up; saturates at the largest value.
Ticks time_of(Wide amount, Wide rate) {
  const Wide ns = rate == 0 ? 0 : (amount * kSecond + rate - 1) / rate;
  return ns > kLongest ? kLongest : static_cast<Ticks>(ns);
}

class PartCounter {
public:
  PartCounter(const Model& model, const Cluster& cluster, const Spread& spread,
              const StateBytes& bytes, const CostOptions& options, std::string& problem)
      : model_(model), cluster_(cluster), spread_(spread), bytes_(bytes), options_(options),
        problem_(problem), t_(spread.tensor_parallel), d_(spread.data_parallel),
        tensor_link_(ring_link(cluster, layout_of(spread, options.devices), Axis3D::tensor)),
        data_link_(ring_link(cluster, layout_of(spread, options.devices), Axis3D::data,
                             options.replicas)) {}

  std::vector<PartCosts> count() {
    std::vector<PartCosts> out;
    const std::uint64_t layers =
        model_.is_transformer() ? model_.transformer.layers : model_.layers.size();
    std::uint64_t first = 0;
    for (std::uint32_t i = 0; i < options_.parts; ++i) {
      PartCosts part;
      part.layers = layers / options_.parts + (i < layers % options_.parts ? 1 : 0);
      part.embedding = i == 0;
      part.output = i + 1 == options_.parts;
      model_.is_transformer() ? add_transformer(part) : add_listed(part, first);
      first += part.layers;
      finish(part);
      out.push_back(part);
    }
    return out;
  }

private:
  /// Sizes of one layer.
  struct Layer {
    Exact parameters;       ///< total of all devices that share the layer
    Exact kept;             ///< activations kept between forward and backward pass
    Exact whole;            ///< all activations, as without recomputation
    std::uint64_t most = 0; ///< parameters of the largest layer
  };

  std::uint64_t whole(const Exact& bytes, const char* what) {
    if (bytes.overflow && problem_.empty())
      problem_ = std::string(what) + " do not fit in 64 bits";
    return rounded_up(bytes);
  }
  void check(const Checked& number, const char* what) {
    if (number.overflow && problem_.empty())
      problem_ = std::string(what) + " do not fit in 64 bits";
  }

  void add_transformer(PartCosts& part) {
    const Transformer& t = model_.transformer;
    const Checked b(model_.micro_batch);
    const Checked s(t.sequence);
    const Checked h(t.hidden);
    const Checked v(t.vocabulary);
    const Checked k(part.layers);
    Model one = model_;
    one.transformer.layers = 1;
    one.transformer.vocabulary = 0;
    const Checked a_layer = forward_flop(one);
    const Checked scores = Checked(4) * b * s * s * h;
    part.forward_flop = k * a_layer;
    part.recompute_flop = spread_.recompute == Recompute::full        ? part.forward_flop
                          : spread_.recompute == Recompute::selective ? k * scores
                                                                      : Checked(0);
    const Checked linear(a_layer.value - scores.value, a_layer.overflow || scores.overflow);
    part.weight_flop = k * linear;
    part.parameters = k * layer_parameters(t);
    if (part.embedding)
      part.parameters =
          part.parameters + h * v + (t.style == TransformerStyle::gpt ? h * s : Checked(0));
    if (part.output) {
      const Checked logits = Checked(2) * b * s * h * v;
      part.forward_flop = part.forward_flop + logits;
      part.weight_flop = part.weight_flop + logits;
      if (!part.embedding || t.style == TransformerStyle::llama)
        part.parameters =
            part.parameters + h * v; // a copy of the embedding matrix, or a separate output matrix
      // Final norm: RMS norm without bias, or as the model's FinalNorm says.
      const bool biased = t.style == TransformerStyle::gpt && t.final_norm == FinalNorm::counted;
      part.parameters = part.parameters + Checked(biased ? 2 : 1) * h;
    }
    layer_ = {Exact(layer_parameters(t)), layer_activations(t, model_.micro_batch, spread_),
              layer_activations(t, model_.micro_batch, without_recomputation()),
              layer_parameters(t).value};
    extra_ = end_activations(t, model_.micro_batch, spread_, part.embedding, part.output);
    kept_ = Exact(part.layers) * layer_.kept + extra_;
  }

  [[nodiscard]] Spread without_recomputation() const {
    Spread all = spread_;
    all.recompute = Recompute::none;
    return all;
  }

  void add_listed(PartCosts& part, std::uint64_t first) {
    layer_ = {};
    extra_ = kept_ = Exact();
    for (std::uint64_t i = first; i < first + part.layers; ++i) {
      const ModelLayer& layer = model_.layers[i];
      const Checked b(model_.micro_batch);
      part.parameters = part.parameters + Checked(layer.parameters);
      part.forward_flop = part.forward_flop + b * Checked(layer.forward_flop);
      const Exact bytes(b * Checked(layer.activation_bytes));
      kept_ = kept_ + bytes;
      if (layer_.kept < bytes)
        layer_.kept = layer_.whole = bytes;
      layer_.most = std::max(layer_.most, layer.parameters);
    }
    layer_.parameters = Exact(layer_.most);
    part.weight_flop = part.forward_flop;
  }

  void finish(PartCosts& part) {
    check(part.parameters, "parameters");
    check(part.forward_flop, "FLOP");
    add_bytes(part);
    add_passes(part);
    add_update(part);
  }

  void add_bytes(PartCosts& part) {
    const ModelStates states =
        model_states(Exact(part.parameters) / Exact(t_), bytes_, spread_.zero, d_);
    PartBytes& out = part.bytes;
    out.parameters = whole(states.parameters, "parameters");
    out.gradients = whole(states.gradients, "gradients");
    out.optimizer = spread_.offload_optimizer ? 0 : whole(states.optimizer, "optimizer states");
    out.activation = whole(kept_, "activations");
    if (spread_.offload_activations) {
      out.resident = std::min(out.activation, whole(layer_.kept, "activations"));
      out.activation = 0;
    }
    if (spread_.recompute != Recompute::none) {
      const std::uint64_t kept = rounded_up(layer_.kept);
      out.recomputed = whole(layer_.whole, "activations") - kept;
      out.recomputed_until_weight = options_.split && spread_.recompute == Recompute::full;
      if (out.recomputed_until_weight)
        out.recomputed *= part.layers;
    }
    const Exact largest = Exact(layer_.most) / Exact(t_);
    if (spread_.zero >= 3)
      out.gathered =
          whole(Exact(std::min<std::uint64_t>(2, part.layers)) * largest * Exact(bytes_.parameters),
                "parameters");
    if (spread_.zero >= 2)
      out.whole_gradient = whole(largest * Exact(bytes_.gradients), "gradients");
  }

  [[nodiscard]] Ticks compute_time(std::uint64_t flop) const {
    return time_of(static_cast<Wide>(flop) * 100,
                   static_cast<Wide>(cluster_.flop_per_second) * cluster_.reached_percent * t_);
  }

  /// Time in which a pass waits for gathers of parameters, each overlapping the computation of the
  /// previous layer.
  [[nodiscard]] Ticks gather_wait(const PartCosts& part, Ticks compute) const {
    if (spread_.zero < 3 || d_ == 1 || part.layers == 0)
      return 0;
    const Ticks gather = ring_all_gather(data_link_, d_, layer_.most / t_ * bytes_.parameters);
    const Ticks a_layer = compute / part.layers;
    return gather + (part.layers - 1) * (gather > a_layer ? gather - a_layer : 0);
  }

  PassCost pass(const PartCosts& part, std::uint64_t flop, std::uint64_t all_reduces, bool gathers,
                bool swaps) {
    PassCost out;
    out.ticks = compute_time(flop);
    if (model_.is_transformer() && t_ > 1 && all_reduces > 0) {
      const Transformer& t = model_.transformer;
      const Checked bytes =
          Checked(2) * Checked(t.sequence) * Checked(model_.micro_batch) * Checked(t.hidden);
      check(bytes, "bytes of an all-reduce");
      out.tensor_parallel =
          all_reduces * part.layers * ring_all_reduce(tensor_link_, t_, bytes.value);
    }
    out.ticks += out.tensor_parallel;
    if (gathers)
      out.gather = gather_wait(part, out.ticks);
    out.ticks += out.gather;
    if (swaps && spread_.offload_activations) {
      const Ticks wire = nanoseconds(rounded_up(kept_), cluster_.host_bytes_per_second);
      out.swap = wire > out.ticks ? wire - out.ticks : 0;
    }
    out.ticks += out.swap;
    return out;
  }

  void add_passes(PartCosts& part) {
    check(Checked(2) * part.forward_flop, "FLOP");
    const std::uint64_t f = part.forward_flop.value;
    const std::uint64_t w = part.weight_flop.value;
    const bool again = spread_.recompute != Recompute::none;
    part.forward = pass(part, f, 2, true, true);
    part.backward = pass(part, 2 * f, 2, !again, true);
    part.input_gradient = pass(part, 2 * f - w, 2, !again, true);
    part.weight_gradient = pass(part, w, 0, false, false);
    if (again)
      part.recompute = pass(part, part.recompute_flop.value,
                            spread_.recompute == Recompute::full ? 2 : 0, true, false);
  }

  void add_update(PartCosts& part) {
    const Exact own = Exact(part.parameters) / Exact(t_);
    const Exact share = spread_.zero >= 1 ? own / Exact(d_) : own;
    const SharedLink& link = data_link_;
    const std::uint64_t gradient = whole(own * Exact(bytes_.gradients), "gradients");
    const std::uint64_t copies = d_ * options_.replicas;
    if (copies > 1) {
      part.reduction = spread_.zero == 0 ? ring_all_reduce(link, copies, gradient)
                                         : ring_all_gather(link, copies, gradient);
      const Ticks k = std::max<std::uint64_t>(part.layers, 1);
      const Ticks a_layer = part.reduction / k;
      const Ticks computed = (options_.split ? part.weight_gradient : part.backward).ticks;
      if (spread_.zero >= 2) { // for every micro-batch, during its backward pass
        const Ticks wait = part.reduction > computed ? part.reduction - computed : 0;
        for (PassCost* pass : {&part.backward, &part.weight_gradient}) {
          pass->ticks += wait;
          pass->reduction = wait;
        }
        part.exposed_reduction = a_layer;
      } else if (options_.overlap_gradients) {
        const Ticks hidden = computed / k * (k - 1);
        part.exposed_reduction =
            std::max(a_layer, part.reduction - std::min(hidden, part.reduction));
      } else {
        part.exposed_reduction = part.reduction;
      }
    }
    // Bytes accessed by the optimizer: gradients are read, states read and written, parameters
    // written.
    const std::uint64_t touched =
        whole(share * Exact(bytes_.gradients + 2 * bytes_.optimizer + bytes_.parameters), "states");
    if (spread_.offload_optimizer) {
      const std::uint64_t moved =
          whole(share * Exact(bytes_.gradients + bytes_.parameters), "gradients");
      part.optimizer = nanoseconds(moved, cluster_.host_bytes_per_second);
      if (cluster_.host_memory_bytes_per_second > 0) // shared by all devices of a node
        part.optimizer += time_of(static_cast<Wide>(touched) * std::min(cluster_.devices_per_node,
                                                                        t_ * d_ * options_.devices),
                                  cluster_.host_memory_bytes_per_second);
      part.optimizer_host = part.optimizer;
    } else {
      part.optimizer = nanoseconds(touched, cluster_.memory_bytes_per_second);
    }
    if (d_ > 1 && (spread_.zero == 1 || spread_.zero == 2))
      part.optimizer_gather =
          ring_all_gather(link, d_, whole(own * Exact(bytes_.parameters), "parameters"));
    part.optimizer += part.optimizer_gather;
  }

  const Model& model_;
  const Cluster& cluster_;
  const Spread& spread_;
  const StateBytes& bytes_;
  const CostOptions& options_;
  std::string& problem_;
  std::uint64_t t_;
  std::uint64_t d_;
  SharedLink tensor_link_;
  SharedLink data_link_;
  Layer layer_;
  Exact extra_; ///< activations of embedding and output, per micro-batch
  Exact kept_;  ///< activations of the layers, per micro-batch
};

} // namespace

Ticks nanoseconds(std::uint64_t amount, std::uint64_t per_second) {
  return time_of(amount, per_second);
}

RankLayout layout_of(const Spread& spread, std::uint32_t devices) {
  RankLayout layout;
  layout.sizes = {static_cast<std::uint32_t>(spread.tensor_parallel),
                  static_cast<std::uint32_t>(spread.data_parallel), devices};
  return layout;
}

const LinkSpeed& link_between(const Cluster& cluster, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t n = cluster.devices_per_node;
  return a / n == b / n ? cluster.inside : cluster.between;
}

Ticks ring_all_gather(const SharedLink& shared, std::uint64_t nodes, std::uint64_t bytes) {
  if (nodes < 2)
    return 0;
  const LinkSpeed& link = shared.link;
  return (nodes - 1) * link.latency_ns +
         time_of(static_cast<Wide>(bytes) * (nodes - 1) * shared.sharers,
                 static_cast<Wide>(link.bytes_per_second) * nodes);
}

Ticks ring_all_reduce(const SharedLink& shared, std::uint64_t nodes, std::uint64_t bytes) {
  if (nodes < 2)
    return 0;
  const LinkSpeed& link = shared.link;
  return 2 * (nodes - 1) * link.latency_ns +
         time_of(static_cast<Wide>(bytes) * 2 * (nodes - 1) * shared.sharers,
                 static_cast<Wide>(link.bytes_per_second) * nodes);
}

std::vector<PartCosts> part_costs(const Model& model, const Cluster& cluster, const Spread& spread,
                                  const StateBytes& bytes, const CostOptions& options,
                                  std::string& problem) {
  return PartCounter(model, cluster, spread, bytes, options, problem).count();
}

} // namespace stallscope::training
