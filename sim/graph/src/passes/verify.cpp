#include "passes/verify.hpp"

#include "graph/evaluate/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stallscope::graph {

namespace {

constexpr unsigned kVerifyRounds = 2;

/// Random values of one source. Whole numbers from -7 to 7.
Tensor random_values(Type type, const Shape& shape, std::uint64_t seed, bool positive) {
  Tensor out = random_tensor(type, shape, seed);
  for (double& value : out.values)
    value = positive ? std::abs(value) : value;
  return out;
}

/// Values of inputs and params by name, of unknown operators by number; equal for all graphs.
EvaluateOptions random_inputs(const Graph& graph, std::uint64_t seed, bool positive) {
  EvaluateOptions options;
  options.bound.resize(graph.nodes.size());
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    std::uint64_t hash = seed;
    if (node.op == Op::unknown)
      hash = (seed ^ static_cast<std::uint64_t>(node.attributes.begin)) * 0x100000001b3ULL;
    else if (node.op == Op::param || node.op == Op::input)
      for (const char c : node.name)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    else
      continue;
    options.bound[id] =
        std::make_shared<const Tensor>(random_values(node.type, node.shape, hash, positive));
  }
  return options;
}

/// Distance of 1 to the next number above it.
double epsilon_of(Type type) {
  return type == Type::f16 ? 0x1p-10 : type == Type::f32 ? 0x1p-23 : 0x1p-52;
}

/// The difference, relative to max(1, |value|), that rounding explains: as many roundings of the
/// coarsest floating-point type as there are operations, and 64 more. At least 1e-9, at most 1/16.
double rounding_tolerance(const Graph& graph) {
  double epsilon = 0;
  for (const Node& node : graph.nodes)
    epsilon = std::max(epsilon, epsilon_of(node.type));
  return std::clamp(epsilon * static_cast<double>(64 + graph.operation_count()), 1e-9, 0x1p-4);
}

/// Where a value of the first graph does not exist (NaN, infinite), the second may have any: a run
/// with it ends in an error.
double difference(double a, double b) {
  if (!std::isfinite(a))
    return 0;
  return std::isfinite(b) ? std::abs(a - b) / std::max(1.0, std::abs(a)) : HUGE_VAL;
}

} // namespace

Outputs::Outputs(const Graph& graph, unsigned rounds, std::uint64_t seed, bool own, bool all_f64)
    : tolerance_(rounding_tolerance(graph)),
      unit_(graph.decimals < 0 ? 0 : std::pow(10.0, -graph.decimals)) {
  for (const Output& output : graph.outputs)
    names_.push_back(output.name);
  for (unsigned i = 0; i < rounds + (own ? 1U : 0U); ++i) {
    Sample sample;
    sample.random = !own || i > 0;
    EvaluateOptions options;
    if (sample.random)
      options = random_inputs(graph, seed + i, (i + (own ? 1U : 0U)) % 2 == 1);
    options.allow_nonfinite = true;
    options.all_f64 = all_f64;
    const Result<Values> values = evaluate(graph, options);
    sample.good = values.ok();
    for (std::size_t k = 0; values && k < graph.outputs.size(); ++k)
      sample.values.push_back((*values)[graph.outputs[k].node]);
    samples_.push_back(std::move(sample));
  }
}

double Outputs::moved_by_rounding(const Outputs* exact, std::size_t sample,
                                  std::size_t output) const {
  if (exact == nullptr || !samples_[sample].good || !exact->samples_[sample].good)
    return 0;
  const std::vector<double>& own = samples_[sample].values[output]->values;
  const std::vector<double>& of = exact->samples_[sample].values[output]->values;
  double largest = 0;
  for (std::size_t k = 0; k < own.size(); ++k)
    if (std::isfinite(own[k]) && std::isfinite(of[k]))
      largest = std::max(largest, std::abs(own[k] - of[k]));
  return 8 * std::max(largest, unit_);
}

Difference Outputs::to(const Outputs& other, const Outputs* exact,
                       const Outputs* other_exact) const {
  Difference out;
  for (std::size_t s = 0; s < samples_.size(); ++s) {
    const Sample& a = samples_[s];
    const Sample& b = other.samples_[s];
    if (!a.good)
      continue; // nor is there a run
    out.compared = true;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const bool comparable = b.good && a.values[i]->shape == b.values[i]->shape;
      const std::vector<double>& left = a.values[i]->values;
      const bool whole = a.values[i]->type == Type::i32;
      const double tolerance = whole ? 0 : tolerance_;
      const double moved = whole || !comparable ? 0
                                                : moved_by_rounding(exact, s, i) +
                                                      other.moved_by_rounding(other_exact, s, i);
      for (std::size_t k = 0; k < left.size(); ++k) {
        const double right = comparable ? b.values[i]->values[k] : std::nan("");
        const double size = difference(left[k], right);
        out.largest = std::max(out.largest, size);
        if (size <= tolerance || std::abs(left[k] - right) <= moved || out.beyond)
          continue;
        out.beyond = true;
        out.where = left.size() == 1 ? names_[i] : fmt::format("element {} of {}", k, names_[i]);
        out.before = left[k];
        out.after = right;
        out.random = a.random;
      }
    }
  }
  return out;
}

Outputs verified_outputs(const Graph& graph, std::uint64_t seed) {
  return {graph, kVerifyRounds, seed, true};
}

Difference difference_of(const Graph& a, const Outputs& of_a, const Graph& b, const Outputs& of_b,
                         std::uint64_t seed) {
  Difference out = of_a.to(of_b);
  if (!out.beyond)
    return out;
  const Outputs exact_a(a, kVerifyRounds, seed, true, true);
  const Outputs exact_b(b, kVerifyRounds, seed, true, true);
  // Folded constants are rounded in the graph without rounding, too, so that rounding explains
  // differences of both comparisons.
  return exact_a.to(exact_b, &of_a, &of_b).beyond ? out : of_a.to(of_b, &exact_a, &exact_b);
}

Difference compare(const Graph& a, const Graph& b, std::uint64_t seed) {
  return difference_of(a, verified_outputs(a, seed), b, verified_outputs(b, seed), seed);
}

double largest_difference(const Graph& a, const Graph& b, unsigned rounds, std::uint64_t seed) {
  return Outputs(a, rounds, seed, false).to(Outputs(b, rounds, seed, false)).largest;
}

std::string text_of(const Difference& difference) {
  return fmt::format("{} is {} before it and {} behind it{}", difference.where, difference.before,
                     difference.after, difference.random ? ", for random inputs" : "");
}

} // namespace stallscope::graph
