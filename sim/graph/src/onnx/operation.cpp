#include "onnx/operation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stallscope::graph::onnx {

namespace {

/// Makes a node of known numbers: a param for floating-point initialisers, otherwise a constant.
NodeId node_of_known(Graph& graph, const Operand& operand) {
  Node node;
  node.op = operand.is_param && operand.value->type != Type::i32 ? Op::param : Op::constant;
  node.type = operand.value->type;
  node.shape = operand.value->shape;
  node.value = operand.value;
  node.name = operand.name;
  node.named = !operand.name.empty();
  return append(graph, std::move(node));
}

} // namespace

NodeId Operation::in(std::size_t i) {
  if (!has(i))
    return kNoNode;
  Operand& operand = *operands_[i];
  if (operand.node != kNoNode)
    return operand.node;
  const Tensor& value = *operand.value;
  if (value.values.empty()) {
    fail(fmt::format("{} has no elements: {}", operand.name, text_of(value.shape)), "sizes from 1");
    return kNoNode;
  }
  if (value.type == Type::i32)
    for (const double each : value.values)
      if (each < -2147483648.0 || each > 2147483647.0) {
        fail(fmt::format("{} has the element {:.0f}, which i32 does not hold", operand.name, each),
             "whole numbers of 32 bits");
        return kNoNode;
      }
  const auto nan = std::find_if(value.values.begin(), value.values.end(),
                                [](double each) { return std::isnan(each); });
  if (nan != value.values.end()) {
    fail(fmt::format("element {} of {} is nan", nan - value.values.begin(), operand.name),
         "numbers");
    return kNoNode;
  }
  return operand.node = node_of_known(graph_, operand);
}

std::vector<NodeId> Operation::all_in() {
  std::vector<NodeId> out;
  for (std::size_t i = 0; i < input_count(); ++i)
    out.push_back(in(i));
  return out;
}

const Tensor* Operation::known(std::size_t i) const {
  return has(i) ? operands_[i]->value.get() : nullptr;
}

std::optional<std::vector<std::int64_t>> Operation::known_integers(std::size_t i) const {
  const Tensor* value = known(i);
  if (value == nullptr)
    return std::nullopt;
  std::vector<std::int64_t> out;
  for (const double each : value->values)
    out.push_back(std::isnan(each) ? 0 : static_cast<std::int64_t>(std::clamp(each, -9e18, 9e18)));
  return out;
}

const AttributeProto* Operation::attribute(std::string_view name) const {
  const auto found = std::find_if(proto_.attribute.begin(), proto_.attribute.end(),
                                  [name](const AttributeProto& a) { return a.name == name; });
  return found == proto_.attribute.end() ? nullptr : &*found;
}

std::int64_t Operation::integer(std::string_view name, std::int64_t otherwise) const {
  const AttributeProto* found = attribute(name);
  return found == nullptr ? otherwise : found->i;
}

double Operation::number(std::string_view name, double otherwise) const {
  const AttributeProto* found = attribute(name);
  return found == nullptr ? otherwise : found->f;
}

std::string_view Operation::word(std::string_view name, std::string_view otherwise) const {
  const AttributeProto* found = attribute(name);
  return found == nullptr ? otherwise : found->s;
}

std::vector<std::int64_t> Operation::integers(std::string_view name) const {
  const AttributeProto* found = attribute(name);
  return found == nullptr ? std::vector<std::int64_t>{} : found->ints;
}

std::optional<std::vector<std::int64_t>> Operation::integers(std::string_view name,
                                                             std::size_t input) const {
  if (has(input))
    return known_integers(input);
  return integers(name);
}

const Shape& Operation::shape(NodeId id) const {
  static const Shape kScalar;
  return id == kNoNode ? kScalar : graph_.nodes[id].shape;
}

Type Operation::type(NodeId id) const {
  return id == kNoNode ? Type::f64 : graph_.nodes[id].type;
}

NodeId Operation::make(Op op, std::vector<NodeId> inputs, Attributes attributes) {
  if (std::find(inputs.begin(), inputs.end(), kNoNode) != inputs.end()) {
    fail(fmt::format("{} lacks an input", proto_.op_type), "all inputs");
    return kNoNode;
  }
  Node node;
  node.op = op;
  node.inputs = std::move(inputs);
  node.attributes = std::move(attributes);
  if (auto problem = infer(graph_, node)) {
    fail(std::move(problem->message), std::move(problem->expected));
    return kNoNode;
  }
  node.name = fmt::format("%{}", graph_.nodes.size());
  graph_.nodes.push_back(std::move(node));
  return static_cast<NodeId>(graph_.nodes.size() - 1);
}

NodeId Operation::scalar(double value, NodeId like) {
  return append_scalar(graph_, rounded(value, type(like)), type(like));
}

NodeId Operation::cast(NodeId id, Type to) {
  if (type(id) == to)
    return id;
  Attributes how;
  how.type = to;
  return make(Op::cast, {id}, how);
}

NodeId Operation::reshape(NodeId id, Shape to) {
  if (id != kNoNode && shape(id) == to)
    return id;
  Attributes how;
  how.shape = std::move(to);
  return make(Op::reshape, {id}, how);
}

NodeId Operation::transpose(NodeId id, std::vector<std::int64_t> order) {
  Attributes how;
  how.axes = std::move(order);
  return make(Op::transpose, {id}, how);
}

NodeId Operation::slice(NodeId id, std::int64_t axis, std::int64_t begin, std::int64_t end) {
  Attributes how;
  how.axes = {axis};
  how.begin = begin;
  how.end = end;
  return make(Op::slice, {id}, how);
}

NodeId Operation::pad(NodeId id, std::int64_t axis, std::int64_t before, std::int64_t behind) {
  if (before == 0 && behind == 0)
    return id;
  Attributes how;
  how.axes = {axis};
  how.begin = before;
  how.end = behind;
  return make(Op::pad, {id}, how);
}

void Operation::result(std::size_t i, NodeId id) {
  if (results_.size() <= i)
    results_.resize(i + 1, kNoNode);
  results_[i] = id;
}

void Operation::fail(std::string message, std::string expected) {
  if (!problem_) // only the first problem is kept
    problem_ = ShapeProblem{std::move(message), std::move(expected)};
}

const OperatorEntry* operator_called(std::string_view op_type) {
  for (const auto* part :
       {&elementwise_operators(), &linear_operators(), &shape_operators(), &reduction_operators()})
    for (const OperatorEntry& entry : *part)
      if (entry.name == op_type)
        return &entry;
  return nullptr;
}

std::vector<std::string_view> operators_read() {
  std::vector<std::string_view> out;
  for (const auto* part :
       {&elementwise_operators(), &linear_operators(), &shape_operators(), &reduction_operators()})
    for (const OperatorEntry& entry : *part)
      out.push_back(entry.name);
  return out;
}

} // namespace stallscope::graph::onnx
