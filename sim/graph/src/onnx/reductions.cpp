#include "onnx/operation.hpp"

#include <numeric>

namespace stallscope::graph::onnx {

namespace {

/// Reduction along `axes`: an attribute, or an input since version 13 (ReduceSum) or 18; none: all
/// axes.
NodeId reduced(Operation& o, Op op, NodeId x, std::string& why_not) {
  const auto axes = o.integers("axes", 1);
  if (!axes) {
    why_not = "axes are computed while it runs";
    return kNoNode;
  }
  if (axes->empty() && o.integer("noop_with_empty_axes", 0) != 0)
    return x;
  Attributes how;
  how.axes = *axes;
  how.keep = o.integer("keepdims", 1) != 0;
  return o.make(op, {x}, how);
}

template <Op kOp> std::string reduce(Operation& o) {
  std::string why_not;
  o.result(reduced(o, kOp, o.in(0), why_not));
  return why_not;
}
std::string reduce_min(Operation& o) {
  std::string why_not;
  const NodeId largest = reduced(o, Op::max, o.make(Op::neg, {o.in(0)}), why_not);
  if (why_not.empty())
    o.result(o.make(Op::neg, {largest}));
  return why_not;
}
std::string reduce_square(Operation& o) {
  const NodeId x = o.in(0);
  std::string why_not;
  o.result(reduced(o, Op::sum, o.make(Op::mul, {x, x}), why_not));
  return why_not;
}
std::string reduce_length(Operation& o) {
  const NodeId x = o.in(0);
  std::string why_not;
  const NodeId sum = reduced(o, Op::sum, o.make(Op::mul, {x, x}), why_not);
  if (why_not.empty())
    o.result(o.make(Op::sqrt, {sum}));
  return why_not;
}
std::string reduce_absolute(Operation& o) {
  std::string why_not;
  o.result(reduced(o, Op::sum, o.make(Op::abs, {o.in(0)}), why_not));
  return why_not;
}

std::string reduce_log_sum(Operation& o) {
  std::string why_not;
  const NodeId sum = reduced(o, Op::sum, o.in(0), why_not);
  if (why_not.empty())
    o.result(o.make(Op::log, {sum}));
  return why_not;
}
std::string reduce_log_sum_exp(Operation& o) {
  std::string why_not;
  const NodeId sum = reduced(o, Op::sum, o.make(Op::exp, {o.in(0)}), why_not);
  if (why_not.empty())
    o.result(o.make(Op::log, {sum}));
  return why_not;
}

/// Before version 13 all dimensions from the axis on are flattened into one.
NodeId soft(Operation& o, bool logarithm) {
  NodeId x = o.in(0);
  const Shape shape = o.shape(x);
  const auto rank = static_cast<std::int64_t>(shape.size());
  Attributes how;
  how.axes = {o.integer("axis", o.opset() < 13 ? 1 : -1)};
  if (o.opset() < 13) {
    std::int64_t axis = how.axes[0] < 0 ? how.axes[0] + rank : how.axes[0];
    if (axis < 0 || axis > rank) {
      o.fail("there is no such axis", "an axis of the input");
      return kNoNode;
    }
    const std::int64_t before =
        std::accumulate(shape.begin(), shape.begin() + axis, std::int64_t{1}, std::multiplies<>());
    x = o.reshape(x, {before, -1});
    how.axes = {1};
  }
  NodeId out = o.make(Op::softmax, {x}, how);
  if (logarithm)
    out = o.make(Op::log, {out});
  return o.reshape(out, shape);
}
std::string softmax(Operation& o) {
  o.result(soft(o, false));
  return {};
}
std::string log_softmax(Operation& o) {
  o.result(soft(o, true));
  return {};
}

} // namespace

const std::vector<OperatorEntry>& reduction_operators() {
  static const std::vector<OperatorEntry> entries{
      {"ReduceSum", 1, reduce<Op::sum>},     {"ReduceMean", 1, reduce<Op::mean>},
      {"ReduceMax", 1, reduce<Op::max>},     {"ReduceMin", 1, reduce_min},
      {"ReduceSumSquare", 1, reduce_square}, {"ReduceL2", 1, reduce_length},
      {"ReduceL1", 1, reduce_absolute},      {"Softmax", 1, softmax},
      {"ReduceLogSum", 1, reduce_log_sum},   {"ReduceLogSumExp", 1, reduce_log_sum_exp},
      {"LogSoftmax", 1, log_softmax},
  };
  return entries;
}

} // namespace stallscope::graph::onnx
