#include "onnx/model.hpp"

#include "base/utf8.hpp"
#include "onnx/tensors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::graph::onnx {

void Importer::problem(std::string message, std::string expected, std::string_view suggestion) {
  Diagnostic out;
  out.file = graph_.name;
  out.message = std::move(message);
  out.expected = std::move(expected);
  out.suggestion = suggestion;
  problems_.push_back(std::move(out));
}

std::string Importer::said(std::size_t number) const {
  const NodeProto& of = from_.node[number];
  return fmt::format("node {} ({}{})", number + 1, of.op_type,
                     of.name.empty() ? "" : fmt::format(" '{}'", of.name));
}

Operand* Importer::define(std::string_view name) {
  const auto [place, added] = values_.try_emplace(std::string(name));
  if (!added)
    return nullptr;
  place->second = std::make_unique<Operand>();
  // Names starting with % are reserved for unnamed nodes.
  place->second->name = name.starts_with('%') ? fmt::format("_{}", name) : std::string(name);
  return place->second.get();
}

void Importer::read_claims() {
  for (const auto* list : {&from_.value_info, &from_.output, &from_.input})
    for (const ValueInfoProto& value : *list)
      claims_[value.name] = &value;
  for (std::size_t i = 0; i < from_.node.size(); ++i)
    for (const std::string_view name : from_.node[i].output)
      made_by_.try_emplace(name, i);
  // All names must be UTF-8, since they become parts of texts.
  const auto check = [this](std::string_view name) {
    if (problems_.size() < kMaxDiagnosticsShown && clean(name) != name)
      problem(fmt::format("the name '{}' is not printable UTF-8", clean(name)), "names of letters");
  };
  for (const NodeProto& node : from_.node) {
    check(node.op_type);
    for (const std::string_view name : node.output)
      check(name);
  }
  for (const TensorProto& tensor : from_.initializer)
    check(tensor.name);
  for (const ValueInfoProto& value : from_.input)
    check(value.name);
}

bool Importer::check_values(const Tensor& tensor, std::string_view name) {
  const std::int64_t count = elements_of(tensor.shape);
  if (elements_ + count > InputLimits::graph_elements) {
    problem(fmt::format("all values up to {} together are too large", name),
            fmt::format("at most {} elements", InputLimits::graph_elements));
    too_large_ = true;
    return false;
  }
  elements_ += count;
  return true;
}

void Importer::read_initializers() {
  for (const TensorProto& proto : from_.initializer) {
    if (problems_.size() >= kMaxDiagnosticsShown)
      return;
    Operand* operand = define(proto.name);
    if (operand == nullptr) {
      problem(fmt::format("the initialiser '{}' is defined twice", proto.name),
              "a name of its own");
      continue;
    }
    Result<Tensor> tensor = tensor_of(proto, options_.read);
    if (!tensor) {
      for (const Diagnostic& each : tensor.diagnostics())
        problem(fmt::format("initialiser '{}': {}", proto.name, each.message), each.expected);
      operand->failed = true;
      continue;
    }
    if (!check_values(*tensor, proto.name))
      return;
    operand->is_param = true;
    operand->value = std::make_shared<const Tensor>(std::move(*tensor));
    check_claim(fmt::format("the initialiser '{}'", proto.name), proto.name, operand->value->type,
                operand->value->shape);
  }
}

std::optional<Shape> Importer::shape_of(const ValueInfoProto& value, std::string& why) const {
  Shape out;
  std::int64_t product = 1;
  if (!value.has_shape) {
    why = fmt::format("the shape of '{}' is not said", value.name);
    return std::nullopt;
  }
  for (const Dimension& dimension : value.shape) {
    const std::string name = dimension.param.empty() ? fmt::format("{}.{}", value.name, out.size())
                                                     : std::string(dimension.param);
    std::int64_t size = 0;
    if (dimension.value)
      size = *dimension.value;
    else if (const auto said = options_.dimensions.find(name); said != options_.dimensions.end())
      size = said->second;
    else {
      why = fmt::format("dimension {} of '{}' has no size; --dimensions {}=1 gives it one",
                        out.size(), value.name, clean(name));
      return std::nullopt;
    }
    if (size < 1 || size > kMostElements || (product *= size) > kMostElements ||
        out.size() >= kMostDimensions) {
      why = fmt::format("the shape of '{}' has a size of {}, or is too large", value.name, size);
      return std::nullopt;
    }
    out.push_back(size);
  }
  return out;
}

void Importer::read_inputs() {
  for (const ValueInfoProto& value : from_.input) {
    if (problems_.size() >= kMaxDiagnosticsShown)
      return;
    if (values_.contains(value.name))
      continue; // an initialiser with a default value
    Operand* operand = define(value.name);
    std::string why;
    const auto type = type_of(value.elem_type);
    const auto shape = shape_of(value, why);
    if (!type || !shape) {
      operand->failed = true;
      problem(fmt::format("input '{}': {}", value.name,
                          type ? why : fmt::format("elements of type {}", value.elem_type)),
              "tensors of numbers whose sizes are known");
      continue;
    }
    Node node;
    node.op = Op::input;
    node.type = *type;
    node.shape = *shape;
    node.name = operand->name;
    node.named = true;
    if (!check_values({*type, *shape, {}}, value.name))
      return;
    operand->node = append(graph_, std::move(node));
  }
  // All sizes are known to be small enough.
  for (const ValueInfoProto& value : from_.input)
    if (const auto found = values_.find(value.name); found->second->node != kNoNode) {
      Node& node = graph_.nodes[found->second->node];
      Tensor random = random_tensor(node.type, node.shape, seed_of(1, value.name));
      if (value.elem_type == kBool)
        for (double& each : random.values)
          each = each > 0 ? 1 : 0;
      node.value = std::make_shared<const Tensor>(std::move(random));
    }
}

void Importer::unknown_input(std::size_t number, std::string_view name) {
  const auto later = made_by_.find(name);
  if (later != made_by_.end())
    return problem(fmt::format("{} takes '{}', which {} makes: a cycle, or nodes not in order",
                               said(number), clean(name), said(later->second)),
                   "nodes behind those whose results they take");
  std::vector<std::string_view> names;
  for (const auto& [known, operand] : values_)
    names.push_back(known);
  problem(fmt::format("{} takes '{}', which there is not", said(number), clean(name)),
          "an input, an initialiser or a result", nearest_word(name, names));
}

bool Importer::operands_of(std::size_t number, std::vector<Operand*>& out) {
  bool fine = true;
  for (const std::string_view name : from_.node[number].input) {
    if (name.empty()) { // an omitted optional operand
      out.push_back(nullptr);
      continue;
    }
    const auto found = values_.find(name);
    if (found == values_.end()) {
      unknown_input(number, name);
      fine = false;
      continue;
    }
    fine = fine && !found->second->failed;
    out.push_back(found->second.get());
  }
  while (!out.empty() && out.back() == nullptr)
    out.pop_back();
  return fine;
}

void Importer::fail_outputs(const NodeProto& proto) {
  for (const std::string_view name : proto.output)
    if (Operand* operand = name.empty() ? nullptr : define(name))
      operand->failed = true;
}

void Importer::node(std::size_t number) {
  const NodeProto& proto = from_.node[number];
  std::vector<Operand*> operands;
  if (!operands_of(number, operands))
    return fail_outputs(proto);
  if (proto.output.empty() || proto.output.size() > kMostOutputs)
    return problem(fmt::format("{} has {} results", said(number), proto.output.size()),
                   fmt::format("1 to {}", kMostOutputs));
  const bool is_own = !proto.domain.empty() && proto.domain != "ai.onnx";
  const OperatorEntry* entry = is_own ? nullptr : operator_called(proto.op_type);
  if (entry == nullptr)
    return stays_unknown(number, operands, is_own ? "of another domain" : "");
  if (operands.size() < entry->least) {
    problem(fmt::format("{} has {} inputs", said(number), operands.size()),
            fmt::format("at least {}", entry->least));
    return fail_outputs(proto);
  }
  if (!fold(number, *entry, operands))
    translate(number, *entry, std::move(operands));
}

void Importer::define_output(std::size_t number, std::string_view name, NodeId id) {
  Operand* operand = define(name);
  if (operand == nullptr)
    return problem(fmt::format("{} makes '{}', which is there already", said(number), name),
                   "a name of its own");
  operand->node = id;
  Node& node = graph_.nodes[id];
  if (node.op == Op::constant && !node.named)
    operand->value = node.value;
  if (node.named) {
    graph_.aliases.push_back({operand->name, id});
  } else {
    node.name = operand->name;
    node.named = true;
  }
  check_claim(said(number), name, node.type, node.shape);
}

void Importer::take(std::size_t number, const Operation& operation) {
  const NodeProto& proto = from_.node[number];
  for (std::size_t i = 0; i < proto.output.size(); ++i) {
    if (proto.output[i].empty())
      continue;
    if (i < operation.known_results().size() && operation.results().empty()) {
      Operand* operand = define(proto.output[i]);
      if (operand == nullptr) {
        problem(fmt::format("{} makes '{}', which is there already", said(number), proto.output[i]),
                "a name of its own");
        continue;
      }
      const Tensor& known = operation.known_results()[i];
      if (!check_values(known, proto.output[i])) {
        operand->failed = true;
        continue;
      }
      operand->value = std::make_shared<const Tensor>(known);
      check_claim(said(number), proto.output[i], known.type, known.shape);
    } else if (i < operation.results().size() && operation.results()[i] != kNoNode) {
      define_output(number, proto.output[i], operation.results()[i]);
    } else {
      problem(fmt::format("{} has no result {}", said(number), i + 1),
              fmt::format("{} results", operation.results().size()));
      if (Operand* operand = define(proto.output[i]))
        operand->failed = true;
    }
  }
}

void Importer::translate(std::size_t number, const OperatorEntry& entry,
                         std::vector<Operand*> operands) {
  const NodeProto& proto = from_.node[number];
  const std::size_t before = graph_.nodes.size();
  Operation operation(proto, model_.opset, graph_, operands);
  const std::string why_not = entry.translate(operation);
  if (operation.problem()) {
    problem(fmt::format("{}: {}", said(number), operation.problem()->message),
            operation.problem()->expected);
    return fail_outputs(proto);
  }
  if (!why_not.empty()) {
    // Named params remain; other nodes created by the failed translation are removed.
    while (graph_.nodes.size() > before && !graph_.nodes.back().named)
      graph_.nodes.pop_back();
    return stays_unknown(number, std::move(operands), why_not);
  }
  // Named constants are operands, which have been counted before.
  for (std::size_t i = before; i < graph_.nodes.size(); ++i)
    if (const Node& made = graph_.nodes[i]; made.op == Op::constant && !made.named)
      if (!check_values(*made.value, said(number)))
        return fail_outputs(proto);
  take(number, operation);
}

void Importer::read_outputs() {
  for (const ValueInfoProto& value : from_.output) {
    const auto found = values_.find(value.name);
    if (found == values_.end()) {
      problem(fmt::format("the output '{}' is not made by any node", clean(value.name)),
              "a result of a node");
      continue;
    }
    if (found->second->failed)
      continue;
    const NodeProto none;
    Operation operation(none, model_.opset, graph_, {found->second.get()});
    const NodeId id = operation.in(0);
    if (operation.problem())
      problem(operation.problem()->message, operation.problem()->expected);
    else
      graph_.outputs.push_back({found->second->name, id});
  }
}

Result<Graph> Importer::run() {
  read_claims();
  if (!problems_.empty())
    return problems_;
  read_initializers();
  if (!too_large_)
    read_inputs();
  if (too_large_)
    return problems_;
  for (std::size_t i = 0; i < from_.node.size() && problems_.size() < kMaxDiagnosticsShown; ++i) {
    node(i);
    if (graph_.nodes.size() > kMostNodes) {
      problem(fmt::format("more than {} operators", kMostNodes), "a smaller graph");
      break;
    }
  }
  read_outputs();
  if (problems_.empty() && graph_.outputs.empty())
    problem("the model has no outputs", "at least one");
  if (!problems_.empty())
    return problems_;
  return std::move(graph_);
}

} // namespace stallscope::graph::onnx
