#include "graph/evaluate/evaluate.hpp"
#include "onnx/model.hpp"
#include "onnx/tensors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <protozero/exception.hpp>

namespace stallscope::graph {

namespace onnx {

namespace {

constexpr std::size_t kMostFolded = 65536; ///< limit of elements for folding

/// All operands are known numbers and not params, as for operators that compute sizes.
bool all_known(const std::vector<Operand*>& operands) {
  std::size_t elements = 0;
  for (const Operand* operand : operands) {
    if (operand == nullptr)
      continue;
    if (operand->value == nullptr || (operand->is_param && operand->value->type != Type::i32))
      return false;
    elements += operand->value->values.size();
  }
  return elements <= kMostFolded;
}

/// Numbers that a node can have. Others only give sizes, such as an end beyond all elements.
bool is_usable(const Tensor& value) {
  return !value.values.empty() &&
         (value.type != Type::i32 ||
          std::all_of(value.values.begin(), value.values.end(),
                      [](double each) { return each >= -2147483648.0 && each <= 2147483647.0; }));
}

} // namespace

bool Importer::fold(std::size_t number, const OperatorEntry& entry,
                    std::vector<Operand*> operands) {
  if (operands.empty() || !all_known(operands))
    return false;
  Graph alone;
  std::vector<Operand> copies(operands.size());
  std::vector<Operand*> known;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i] == nullptr) {
      known.push_back(nullptr);
      continue;
    }
    copies[i].value = operands[i]->value;
    known.push_back(&copies[i]);
  }
  const NodeProto& proto = from_.node[number];
  Operation operation(proto, model_.opset, alone, known);
  if (!entry.translate(operation).empty() || operation.problem())
    return false;
  if (operation.results().empty()) {
    take(number, operation);
    return true;
  }
  const Result<Values> values = evaluate(alone);
  if (!values)
    return false;
  Operation results(proto, model_.opset, alone, known);
  for (const NodeId id : operation.results()) {
    if (id == kNoNode || (*values)[id]->values.size() > kMostFolded)
      return false;
    results.result(*(*values)[id]);
  }
  take(number, results);
  return true;
}

/// Checks a result against the type and shape given in the model. A boolean result has the type of
/// the compared operands.
void Importer::check_claim(const std::string& maker, std::string_view name, Type type,
                           const Shape& shape) {
  const auto found = claims_.find(name);
  if (found == claims_.end())
    return;
  const ValueInfoProto& claim = *found->second;
  const auto said_type = type_of(claim.elem_type);
  bool same = claim.elem_type == 0 || claim.elem_type == kBool || said_type == type;
  std::string text;
  if (claim.has_shape) {
    same = same && claim.shape.size() == shape.size();
    for (std::size_t i = 0; i < claim.shape.size(); ++i) {
      const Dimension& dimension = claim.shape[i];
      const auto named = options_.dimensions.find(std::string(dimension.param));
      const auto size = dimension.value                      ? dimension.value
                        : named != options_.dimensions.end() ? std::optional(named->second)
                                                             : std::nullopt;
      text += fmt::format("{}{}", i == 0 ? "" : ",", size ? std::to_string(*size) : "?");
      same = same && (!size || i >= shape.size() || *size == shape[i]);
    }
  }
  if (!same)
    problem(fmt::format("{} makes {} of {}{}, and the model says {}[{}]", maker, name,
                        graph::name(type), text_of(shape),
                        said_type ? graph::name(*said_type) : "another type", text),
            "sizes and types that are those of the operators");
}

void Importer::stays_unknown(std::size_t number, std::vector<Operand*> operands,
                             std::string_view why) {
  const NodeProto& proto = from_.node[number];
  Operation operation(proto, model_.opset, graph_, operands);
  std::vector<NodeId> inputs;
  for (std::size_t i = 0; i < operands.size() && inputs.size() < 64; ++i)
    if (operands[i] != nullptr && (operands[i]->value == nullptr || is_usable(*operands[i]->value)))
      inputs.push_back(operation.in(i));
  if (operation.problem()) {
    problem(fmt::format("{}: {}", said(number), operation.problem()->message),
            operation.problem()->expected);
    return fail_outputs(proto);
  }
  for (std::size_t i = 0; i < proto.output.size(); ++i) {
    const std::string_view name = proto.output[i];
    if (name.empty())
      continue;
    const auto claim = claims_.find(name);
    std::string missing = fmt::format("the shape of '{}' is not in the model", name);
    auto shape = claim == claims_.end() ? std::nullopt : shape_of(*claim->second, missing);
    const auto said_type =
        claim == claims_.end() ? std::nullopt : type_of(claim->second->elem_type);
    bool known = shape.has_value() && said_type.has_value();
    Type type = said_type.value_or(Type::f64);
    if (proto.domain.empty() || proto.domain == "ai.onnx") {
      if (const auto follows = unknown_result(operation, proto.op_type, i)) {
        shape = follows->shape; // a claim of another one is an error below
        type = said_type.value_or(follows->type);
        known = true;
      }
    }
    if (!known) {
      problem(fmt::format("{}: the operator is not known{}, and {}", said(number),
                          why.empty() ? "" : fmt::format(" ({})", why), missing),
              "its shape in value_info (onnx.shape_inference.infer_shapes writes it)",
              operator_called(proto.op_type) == nullptr
                  ? nearest_word(proto.op_type, operators_read())
                  : std::string_view());
      if (Operand* operand = define(name))
        operand->failed = true;
      continue;
    }
    Attributes how;
    how.type = type;
    how.shape = *shape;
    how.called = proto.op_type.empty() ? "?" : std::string(proto.op_type);
    if (!why.empty())
      how.called += fmt::format(" ({})", why);
    how.begin = static_cast<std::int64_t>(number * kMostOutputs + i);
    const NodeId id = operation.make(Op::unknown, inputs, how);
    if (id != kNoNode)
      define_output(number, name, id);
  }
}

} // namespace onnx

namespace {

Diagnostic onnx_problem(std::string_view file, std::string message, std::string expected) {
  Diagnostic out;
  out.file = file;
  out.message = std::move(message);
  out.expected = std::move(expected);
  return out;
}

} // namespace

Result<Graph> read_onnx(std::string_view bytes, std::string_view file, const OnnxOptions& options) {
  onnx::ModelProto model;
  try {
    model = onnx::decode_model(bytes);
  } catch (const onnx::TooLarge& error) {
    return onnx_problem(file,
                        fmt::format("the model has more than {} {}", error.most(), error.what()),
                        "a smaller model");
  } catch (const protozero::exception& error) {
    return onnx_problem(file, fmt::format("not an ONNX model: {}", error.what()),
                        "a complete file, as onnx.save writes it");
  }
  if (!model.graph)
    return onnx_problem(file, "not an ONNX model: there is no graph in it",
                        "a file that onnx.save has written");
  return onnx::Importer(model, file, options).run();
}

Result<Tensor> read_onnx_tensor(std::string_view bytes, std::string_view file) {
  try {
    return onnx::tensor_of(onnx::decode_tensor(bytes), {});
  } catch (const onnx::TooLarge& error) {
    return onnx_problem(file,
                        fmt::format("the tensor has more than {} {}", error.most(), error.what()),
                        "a smaller tensor");
  } catch (const protozero::exception& error) {
    return onnx_problem(file, fmt::format("not a tensor of ONNX: {}", error.what()),
                        "a complete file");
  }
}

} // namespace stallscope::graph
