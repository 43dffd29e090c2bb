#include "graph/evaluate/evaluate.hpp"
#include "passes/rewriter.hpp"

#include <algorithm>
#include <deque>

namespace stallscope::graph {

namespace {

/// Constant folding: operations with constant inputs are evaluated. A constant that is repeated
/// (broadcast) stays a view, so that its repetitions are not stored; an element-wise operator
/// repeats it by itself.
class Folding final : public Rewriter {
public:
  using Rewriter::Rewriter;

private:
  static constexpr std::int64_t kMostFolded = std::int64_t{1} << 20;

  [[nodiscard]] bool repeats_constant(NodeId id) const {
    return node(id).op == Op::broadcast && is_constant(node(id).inputs[0]);
  }

  std::optional<NodeId> replace(NodeId id) override {
    const Node of = node(id);
    if (of.inputs.empty() || of.op == Op::broadcast || elements_of(of.shape) > kMostFolded)
      return std::nullopt;
    const bool all = std::all_of(of.inputs.begin(), of.inputs.end(), [this](NodeId in) {
      return is_constant(in) ||
             (repeats_constant(in) && elements_of(node(in).shape) <= kMostFolded);
    });
    return all ? folded(of) : without_broadcast(of);
  }

  std::optional<NodeId> folded(const Node& of) {
    std::deque<Tensor> repeated; // references stay valid
    std::vector<const Tensor*> inputs;
    for (const NodeId in : of.inputs)
      inputs.push_back(is_constant(in)
                           ? node(in).value.get()
                           : &repeated.emplace_back(
                                 compute(node(in), {node(node(in).inputs[0]).value.get()}, -1)));
    Tensor value = compute(of, inputs, out_.decimals);
    if (!is_finite(value))
      return std::nullopt; // the error of a run stays
    return make_constant(std::move(value));
  }

  std::optional<NodeId> without_broadcast(const Node& of) {
    if (!is_elementwise(of.op) || of.op == Op::fused || of.chooses || of.condition != kNoNode)
      return std::nullopt;
    Node plain;
    plain.op = of.op;
    plain.attributes = of.attributes;
    for (const NodeId in : of.inputs)
      plain.inputs.push_back(repeats_constant(in) ? node(in).inputs[0] : in);
    if (plain.inputs == of.inputs || infer(out_, plain) || plain.shape != of.shape)
      return std::nullopt;
    return make(of.op, std::move(plain.inputs), of.attributes);
  }
};

/// x + 0, x - 0, x x 1, x / 1, x x 0, x - x, x^1, x^2 and operators without effect.
class Algebra final : public Rewriter {
public:
  using Rewriter::Rewriter;

private:
  /// The input as result, if it has the shape of the result. With `round`, an operator rounds an
  /// input that is not rounded.
  std::optional<NodeId> same(NodeId id, NodeId as) const {
    if (out_.decimals >= 0 && is_calculated(node(id).op) && !is_calculated(node(as).op))
      return std::nullopt;
    return node(as).shape == node(id).shape && node(as).type == node(id).type ? std::optional(as)
                                                                              : std::nullopt;
  }

  std::optional<NodeId> replace(NodeId id) override {
    const Node of = node(id);
    const NodeId a = of.inputs[0];
    const NodeId b = of.inputs.size() > 1 ? of.inputs[1] : a;
    switch (of.op) {
    case Op::add:
      return is_number(b, 0) ? same(id, a) : is_number(a, 0) ? same(id, b) : std::nullopt;
    case Op::sub:
      if (is_number(b, 0))
        return same(id, a);
      if (a == b)
        return make_constant(filled(of.type, of.shape, 0));
      if (is_number(a, 0) && node(b).shape == of.shape)
        return make(Op::neg, {b});
      return std::nullopt;
    case Op::mul:
      return product(id, a, b);
    case Op::div:
      return is_number(b, 1) ? same(id, a) : std::nullopt;
    case Op::pow:
      if (is_number(b, 1))
        return same(id, a);
      return is_number(b, 2) && node(a).shape == of.shape ? std::optional(make(Op::mul, {a, a}))
                                                          : std::nullopt;
    case Op::relu:
      return node(a).op == Op::relu ? same(id, a) : std::nullopt;
    case Op::maximum:
    case Op::minimum:
      return a == b ? same(id, a) : std::nullopt;
    case Op::addn:
      return of.inputs.size() == 1 ? same(id, a) : std::nullopt;
    case Op::where:
      return b == of.inputs[2] ? same(id, b) : std::nullopt;
    case Op::cast:
    case Op::reshape:
    case Op::broadcast:
    case Op::slice:
    case Op::pad:
      return same(id, a);
    case Op::sum:
    case Op::mean:
    case Op::max:
      return same(id, a);
    case Op::transpose:
      return std::is_sorted(of.attributes.axes.begin(), of.attributes.axes.end()) ? same(id, a)
                                                                                  : std::nullopt;
    default:
      return std::nullopt;
    }
  }

  std::optional<NodeId> product(NodeId id, NodeId a, NodeId b) {
    const Type type = node(id).type;
    const Shape shape = node(id).shape;
    for (const auto& [one, other] : {std::pair{a, b}, std::pair{b, a}}) {
      if (is_number(one, 1))
        if (const auto found = same(id, other))
          return found;
      if (is_number(one, 0))
        return make_constant(filled(type, shape, 0));
      if (is_number(one, -1) && node(other).shape == shape)
        return make(Op::neg, {other});
    }
    return std::nullopt;
  }
};

bool holds_all(Type outer, Type inner) {
  if (outer == inner)
    return true;
  switch (inner) {
  case Type::f16:
    return outer == Type::f32 || outer == Type::f64;
  case Type::f32:
  case Type::i32:
    return outer == Type::f64;
  default:
    return false;
  }
}

/// Cast(Cast(x)), Reshape(Reshape(x)), Transpose(Transpose(x)), and adjacent constants of Concat.
class Views final : public Rewriter {
public:
  using Rewriter::Rewriter;

private:
  std::optional<NodeId> replace(NodeId id) override {
    const Node of = node(id);
    if (of.op == Op::concat)
      return concat(of);
    if (node(of.inputs[0]).op != of.op)
      return std::nullopt;
    const Node inner = node(of.inputs[0]);
    const NodeId x = inner.inputs[0];
    switch (of.op) {
    case Op::cast:
      // The inner cast must not lose precision, nor decimals.
      if (out_.decimals >= 0 || !holds_all(inner.type, node(x).type))
        return std::nullopt;
      return node(x).type == of.type ? x : make(Op::cast, {x}, of.attributes);
    case Op::reshape:
      return node(x).shape == of.shape ? x : make(Op::reshape, {x}, of.attributes);
    case Op::transpose: {
      Attributes how;
      for (const std::int64_t axis : of.attributes.axes)
        how.axes.push_back(inner.attributes.axes[static_cast<std::size_t>(axis)]);
      return std::is_sorted(how.axes.begin(), how.axes.end()) ? x : make(Op::transpose, {x}, how);
    }
    default:
      return std::nullopt;
    }
  }

  std::optional<NodeId> concat(const Node& of) {
    std::vector<NodeId> parts;
    bool changed = false;
    for (std::size_t i = 0; i < of.inputs.size();) {
      std::size_t end = i;
      while (end < of.inputs.size() && is_constant(of.inputs[end]))
        ++end;
      if (end - i < 2 || end - i == of.inputs.size()) { // if all are constants, constant folding
                                                        // applies
        parts.push_back(of.inputs[i++]);
        continue;
      }
      Attributes how;
      how.axes = of.attributes.axes;
      parts.push_back(make(Op::concat,
                           {of.inputs.begin() + static_cast<std::ptrdiff_t>(i),
                            of.inputs.begin() + static_cast<std::ptrdiff_t>(end)},
                           how));
      changed = true;
      i = end;
    }
    return changed ? std::optional(make(Op::concat, std::move(parts), of.attributes))
                   : std::nullopt;
  }
};

/// Matmul(Transpose(x), y): the product reads x transposed.
class Transposes final : public Rewriter {
public:
  using Rewriter::Rewriter;

private:
  [[nodiscard]] bool exchanges_last(NodeId id) const {
    const Node& of = node(id);
    if (of.op != Op::transpose)
      return false;
    std::vector<std::int64_t> axes = of.attributes.axes;
    std::swap(axes[axes.size() - 1], axes[axes.size() - 2]);
    return std::is_sorted(axes.begin(), axes.end());
  }

  std::optional<NodeId> replace(NodeId id) override {
    const Node of = node(id);
    if (of.op != Op::matmul)
      return std::nullopt;
    std::vector<NodeId> inputs = of.inputs;
    Attributes how = of.attributes;
    bool changed = false;
    for (std::size_t i = 0; i < 2; ++i) {
      if (!exchanges_last(inputs[i]))
        continue;
      inputs[i] = node(inputs[i]).inputs[0];
      bool& flag = i == 0 ? how.transpose_a : how.transpose_b;
      flag = !flag;
      changed = true;
    }
    return changed ? std::optional(make(Op::matmul, std::move(inputs), how)) : std::nullopt;
  }
};

} // namespace

Graph fold_constants(const Graph& graph, const std::vector<Rule>&, std::uint64_t& applied,
                     RewriteLog& rewrites) {
  return Folding(graph).run("fold", applied, rewrites);
}
Graph simplify_algebra(const Graph& graph, const std::vector<Rule>&, std::uint64_t& applied,
                       RewriteLog& rewrites) {
  return Algebra(graph).run("algebra", applied, rewrites);
}
Graph simplify_views(const Graph& graph, const std::vector<Rule>&, std::uint64_t& applied,
                     RewriteLog& rewrites) {
  return Views(graph).run("views", applied, rewrites);
}
Graph absorb_transposes(const Graph& graph, const std::vector<Rule>&, std::uint64_t& applied,
                        RewriteLog& rewrites) {
  return Transposes(graph).run("matmul-transpose", applied, rewrites);
}

} // namespace stallscope::graph
