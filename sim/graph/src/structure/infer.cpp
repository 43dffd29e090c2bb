#include "graph/structure/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace stallscope::graph {

namespace {

using Problem = std::optional<ShapeProblem>;

/// Inference for one node: checks its inputs and determines its type and shape.
class Inference {
public:
  Inference(const Graph& graph, Node& node) : graph_(graph), node_(node) {}

  Problem run() {
    const OpInfo& about = info(node_.op);
    if (node_.inputs.size() < about.least || node_.inputs.size() > about.most)
      return ShapeProblem{fmt::format("{} takes {} input{}, not {}", about.name,
                                      about.least == about.most
                                          ? std::to_string(about.least)
                                          : fmt::format("{} to {}", about.least, about.most),
                                      about.most == 1 ? "" : "s", node_.inputs.size()),
                          std::string(about.signature)};
    if (!is_source(node_.op)) {
      const bool says_type = node_.op == Op::fused || node_.op == Op::unknown;
      node_.type = says_type ? node_.attributes.type : input(0).type;
      if (Problem problem = says_type ? std::nullopt : same_types())
        return problem;
      if (needs_fractions(node_.op) && node_.type == Type::i32)
        return ShapeProblem{fmt::format("{} is not of whole numbers: {}", about.name, said(0)),
                            fmt::format("cast({}, f64)", input(0).name)};
    }
    Problem problem = shape();
    if (!problem)
      problem = size();
    return problem;
  }

private:
  [[nodiscard]] const Node& input(std::size_t i) const { return graph_.nodes[node_.inputs[i]]; }
  [[nodiscard]] std::string said(std::size_t i) const {
    const Node& of = input(i);
    return fmt::format("{} is {}{}{}", of.name, name(of.type), text_of(of.shape),
                       of.place.line > 0 ? fmt::format(" (line {})", of.place.line) : "");
  }

  Problem same_types() {
    for (std::size_t i = 1; i < node_.inputs.size(); ++i)
      if (input(i).type != node_.type)
        return ShapeProblem{
            fmt::format("types of {} differ: {}, {}", info(node_.op).name, said(0), said(i)),
            fmt::format("cast({}, {})", input(i).name, name(node_.type))};
    return std::nullopt;
  }

  Problem size() const {
    // Cannot overflow, since each partial product is checked.
    std::int64_t product = 1;
    for (const std::int64_t of : node_.shape) {
      if (of < 1 || of > kMostElements || (product *= of) > kMostElements)
        return ShapeProblem{fmt::format("{} is too large a shape", text_of(node_.shape)),
                            fmt::format("sizes from 1, and at most {} elements", kMostElements)};
    }
    if (node_.shape.size() > kMostDimensions)
      return ShapeProblem{fmt::format("{} has too many dimensions", text_of(node_.shape)),
                          fmt::format("at most {}", kMostDimensions)};
    return std::nullopt;
  }

  Problem shape() {
    switch (info(node_.op).kind) {
    case OpClass::source:
      return std::nullopt;
    case OpClass::elementwise:
      return elementwise();
    case OpClass::contraction:
      return node_.op == Op::matmul ? matmul() : convolution();
    case OpClass::reduction:
      return reduction();
    case OpClass::opaque:
      node_.shape = node_.attributes.shape;
      return std::nullopt;
    default:
      break;
    }
    switch (node_.op) {
    case Op::transpose:
      return transpose();
    case Op::reshape:
      return reshape();
    case Op::slice:
      return slice();
    case Op::broadcast:
      return stretched();
    case Op::all_reduce:
      return elementwise();
    case Op::concat:
    case Op::all_gather:
      return concat();
    case Op::contiguous:
      node_.shape = input(0).shape;
      return std::nullopt;
    case Op::pad:
      return pad();
    case Op::softmax:
      node_.shape = input(0).shape;
      return one_axis();
    case Op::attention:
      return attention();
    default:
      return norm();
    }
  }

  Problem elementwise() {
    if (node_.op == Op::cast)
      node_.type = node_.attributes.type;
    node_.shape = input(0).shape;
    for (std::size_t i = 1; i < node_.inputs.size(); ++i) {
      const auto both = graph::broadcast(node_.shape, input(i).shape);
      if (!both)
        return ShapeProblem{
            fmt::format("shapes of {} do not fit: {}, {}", info(node_.op).name, said(0), said(i)),
            "equal sizes from the last dimension on, or 1"};
      node_.shape = *both;
    }
    return std::nullopt;
  }

  static void exchange_last(Shape& shape) {
    std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  }

  Problem matmul() {
    Shape a = input(0).shape;
    Shape b = input(1).shape;
    if (a.size() < 2 || b.size() < 2)
      return ShapeProblem{fmt::format("matmul takes matrices: {}, {}", said(0), said(1)),
                          "at least two dimensions each; reshape makes them"};
    if (node_.attributes.transpose_a)
      exchange_last(a);
    if (node_.attributes.transpose_b)
      exchange_last(b);
    if (a.back() != b[b.size() - 2])
      return ShapeProblem{fmt::format("inner sizes of matmul differ, {} and {}: {}, {}", a.back(),
                                      b[b.size() - 2], said(0), said(1)),
                          "[m,k] times [k,n]"};
    const auto batch =
        graph::broadcast(Shape(a.begin(), a.end() - 2), Shape(b.begin(), b.end() - 2));
    if (!batch)
      return ShapeProblem{fmt::format("batches of matmul do not fit: {}, {}", said(0), said(1)),
                          "equal sizes in front of the matrices, or 1"};
    node_.shape = *batch;
    node_.shape.push_back(a[a.size() - 2]);
    node_.shape.push_back(b.back());
    return std::nullopt;
  }

  Problem convolution() {
    if (node_.op != Op::conv2d) {
      node_.shape = node_.attributes.shape;
      return std::nullopt;
    }
    Shape x = input(0).shape;
    const Shape& w = input(1).shape;
    const Attributes& a = node_.attributes;
    if (a.channels_last && x.size() == 4)
      x = {x[0], x[3], x[1], x[2]};
    if (x.size() != 4 || w.size() != 4)
      return ShapeProblem{
          fmt::format("conv2d takes four dimensions each: {}, {}", said(0), said(1)),
          "an input [n,c,h,w] and weights [k,c,r,s]"};
    if (x[1] != w[1])
      return ShapeProblem{
          fmt::format("channels of conv2d differ, {} and {}: {}, {}", x[1], w[1], said(0), said(1)),
          "an input [n,c,h,w] and weights [k,c,r,s]"};
    if (a.stride < 1 || a.stride > kMostElements || a.padding < 0 || a.padding > kMostElements)
      return ShapeProblem{"stride and padding of conv2d are wrong",
                          "a stride from 1, a padding from 0"};
    node_.shape = {x[0], w[0], 0, 0};
    for (std::size_t i = 2; i < 4; ++i) {
      const std::int64_t room = x[i] + 2 * a.padding - w[i];
      if (room < 0)
        return ShapeProblem{
            fmt::format("the window of conv2d is larger than its input: {}, {}", said(0), said(1)),
            "a larger padding"};
      node_.shape[i] = room / a.stride + 1;
    }
    if (a.channels_last)
      node_.shape = {node_.shape[0], node_.shape[2], node_.shape[3], node_.shape[1]};
    return std::nullopt;
  }

  /// Negative axes count from the end.
  Problem settle_axes() {
    const auto rank = static_cast<std::int64_t>(input(0).shape.size());
    std::vector<std::int64_t>& axes = node_.attributes.axes;
    for (std::int64_t& axis : axes) {
      if (axis < -rank || axis >= rank)
        return ShapeProblem{fmt::format("there is no axis {}: {}", axis, said(0)),
                            rank == 0 ? "no axis of a scalar"
                                      : fmt::format("{} to {}", -rank, rank - 1)};
      if (axis < 0)
        axis += rank;
    }
    std::vector<std::int64_t> sorted = axes;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      return ShapeProblem{"the same axis twice", "each axis once"};
    return std::nullopt;
  }

  Problem one_axis() {
    if (node_.attributes.axes.empty())
      node_.attributes.axes = {-1};
    if (node_.attributes.axes.size() != 1)
      return ShapeProblem{fmt::format("{} goes along one axis", info(node_.op).name), "axis=0"};
    return settle_axes();
  }

  Problem reduction() {
    std::vector<std::int64_t>& axes = node_.attributes.axes;
    if (Problem problem = settle_axes())
      return problem;
    if (axes.empty()) {
      axes.resize(input(0).shape.size());
      std::iota(axes.begin(), axes.end(), 0);
    }
    std::sort(axes.begin(), axes.end());
    node_.shape.clear();
    for (std::size_t i = 0; i < input(0).shape.size(); ++i) {
      if (!std::binary_search(axes.begin(), axes.end(), static_cast<std::int64_t>(i)))
        node_.shape.push_back(input(0).shape[i]);
      else if (node_.attributes.keep)
        node_.shape.push_back(1);
    }
    return std::nullopt;
  }

  Problem transpose() {
    const Shape& of = input(0).shape;
    std::vector<std::int64_t>& order = node_.attributes.axes;
    if (order.empty()) {
      if (of.size() < 2)
        return ShapeProblem{fmt::format("transpose takes a matrix: {}", said(0)),
                            "at least two dimensions"};
      order.resize(of.size());
      std::iota(order.begin(), order.end(), 0);
      std::swap(order[of.size() - 1], order[of.size() - 2]);
    }
    if (Problem problem = settle_axes())
      return problem;
    if (order.size() != of.size())
      return ShapeProblem{fmt::format("an order of {} dimensions: {}", order.size(), said(0)),
                          fmt::format("all {} dimensions", of.size())};
    node_.shape.clear();
    for (const std::int64_t axis : order)
      node_.shape.push_back(of[static_cast<std::size_t>(axis)]);
    return std::nullopt;
  }

  Problem reshape() {
    const std::int64_t all = elements_of(input(0).shape);
    Shape& to = node_.attributes.shape;
    std::int64_t known = 1;
    std::int64_t* open = nullptr;
    for (std::int64_t& dimension : to) {
      if (dimension == -1 && open == nullptr)
        open = &dimension;
      else if (dimension < 1 || dimension > kMostElements || (known *= dimension) > kMostElements)
        return ShapeProblem{fmt::format("{} is no shape to reshape to", text_of(to)),
                            "sizes from 1, and -1 once"};
    }
    if (open != nullptr && all % known == 0)
      *open = all / known;
    if (elements_of(to) != all)
      return ShapeProblem{
          fmt::format("{} has not the {} elements of its input: {}", text_of(to), all, said(0)),
          "a shape with as many elements"};
    node_.shape = to;
    return std::nullopt;
  }

  Problem slice() {
    node_.shape = input(0).shape;
    if (node_.attributes.axes.empty())
      node_.attributes.axes = {0};
    if (Problem problem = one_axis())
      return problem;
    std::int64_t& dimension = node_.shape[static_cast<std::size_t>(node_.attributes.axes[0])];
    Attributes& a = node_.attributes;
    if (a.begin < 0)
      a.begin += dimension;
    if (a.end < 0)
      a.end += dimension;
    if (a.begin < 0 || a.end > dimension || a.begin >= a.end)
      return ShapeProblem{
          fmt::format("there are no elements {} to {}: {}", a.begin, a.end, said(0)),
          fmt::format("0 <= begin < end <= {}", dimension)};
    dimension = a.end - a.begin;
    return std::nullopt;
  }

  Problem stretched() {
    const auto both = graph::broadcast(input(0).shape, node_.attributes.shape);
    if (!both || *both != node_.attributes.shape)
      return ShapeProblem{
          fmt::format("cannot be stretched to {}: {}", text_of(node_.attributes.shape), said(0)),
          "equal sizes from the last dimension on, or 1"};
    node_.shape = node_.attributes.shape;
    return std::nullopt;
  }

  Problem concat() {
    node_.shape = input(0).shape;
    if (node_.attributes.axes.empty())
      node_.attributes.axes = {0};
    if (Problem problem = one_axis())
      return problem;
    const auto axis = static_cast<std::size_t>(node_.attributes.axes[0]);
    for (std::size_t i = 1; i < node_.inputs.size(); ++i) {
      Shape other = input(i).shape;
      if (other.size() != node_.shape.size())
        return ShapeProblem{fmt::format("shapes of concat do not fit: {}, {}", said(0), said(i)),
                            "as many dimensions"};
      const std::int64_t more = other[axis];
      other[axis] = node_.shape[axis];
      if (other != node_.shape)
        return ShapeProblem{fmt::format("shapes of concat do not fit: {}, {}", said(0), said(i)),
                            fmt::format("equal sizes but along axis {}", axis)};
      node_.shape[axis] += more;
    }
    return std::nullopt;
  }

  Problem pad() {
    node_.shape = input(0).shape;
    if (node_.attributes.axes.empty())
      node_.attributes.axes = {0};
    if (Problem problem = one_axis())
      return problem;
    const Attributes& a = node_.attributes;
    if (a.begin < 0 || a.end < 0 || a.begin > kMostElements || a.end > kMostElements)
      return ShapeProblem{"zeros before and behind are wrong", "whole numbers from 0"};
    node_.shape[static_cast<std::size_t>(a.axes[0])] += a.begin + a.end;
    return std::nullopt;
  }

  Problem norm() {
    node_.shape = input(0).shape;
    const bool batch = node_.op == Op::batch_norm;
    if (node_.shape.empty() || (batch && node_.shape.size() < 2))
      return ShapeProblem{
          fmt::format("too few dimensions for {}: {}", info(node_.op).name, said(0)),
          std::string(info(node_.op).signature)};
    const std::int64_t features = batch ? node_.shape[1] : node_.shape.back();
    for (std::size_t i = 1; i < node_.inputs.size(); ++i)
      if (input(i).shape != Shape{features})
        return ShapeProblem{
            fmt::format("shapes of {} do not fit: {}, {}", info(node_.op).name, said(0), said(i)),
            fmt::format("gamma and beta of shape [{}]", features)};
    return std::nullopt;
  }

  Problem attention() {
    const Shape& q = input(0).shape;
    node_.shape = q;
    node_.shape.back() = input(2).shape.back();
    return std::nullopt;
  }

  const Graph& graph_;
  Node& node_;
};

} // namespace

std::optional<ShapeProblem> infer(const Graph& graph, Node& node) {
  return Inference(graph, node).run();
}

} // namespace stallscope::graph
