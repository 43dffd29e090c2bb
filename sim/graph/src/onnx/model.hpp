#pragma once

#include "base/utf8.hpp"
#include "graph/onnx/read.hpp"
#include "onnx/messages.hpp"
#include "onnx/operation.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::graph::onnx {

inline constexpr std::size_t kMostOutputs = 1024; ///< limit for one node

/// Imports a model as a graph; collects all problems.
class Importer {
public:
  Importer(const ModelProto& model, std::string_view file, const OnnxOptions& options)
      : model_(model), from_(*model.graph), options_(options) {
    graph_.name = clean(file);
  }

  Result<Graph> run();

private:
  void problem(std::string message, std::string expected = {}, std::string_view suggestion = {});
  /// "Conv 'conv1' (the 3rd node)".
  [[nodiscard]] std::string said(std::size_t node) const;
  /// Defines a value; null: already defined.
  Operand* define(std::string_view name);

  void read_claims();
  void read_initializers();
  void read_inputs();
  void read_outputs();
  /// Shape given in the model; none: some sizes are unknown, named in `why`.
  std::optional<Shape> shape_of(const ValueInfoProto& value, std::string& why) const;

  void node(std::size_t number);
  bool operands_of(std::size_t number, std::vector<Operand*>& out);
  void unknown_input(std::size_t number, std::string_view name);
  /// Computes results that depend on known values only, in a temporary graph.
  bool fold(std::size_t number, const OperatorEntry& entry, std::vector<Operand*> operands);
  void translate(std::size_t number, const OperatorEntry& entry, std::vector<Operand*> operands);
  void take(std::size_t number, const Operation& operation);
  void define_output(std::size_t number, std::string_view name, NodeId id);
  void stays_unknown(std::size_t number, std::vector<Operand*> operands, std::string_view why);
  void fail_outputs(const NodeProto& proto);
  void check_claim(const std::string& maker, std::string_view name, Type type, const Shape& shape);
  bool check_values(const Tensor& tensor, std::string_view name);

  const ModelProto& model_;
  const GraphProto& from_;
  const OnnxOptions& options_;
  Graph graph_;
  Diagnostics problems_;
  std::map<std::string, std::unique_ptr<Operand>, std::less<>> values_;
  std::map<std::string_view, const ValueInfoProto*> claims_;
  std::map<std::string_view, std::size_t> made_by_; ///< defining node, by value name, including
                                                    ///< nodes not imported yet
  std::int64_t elements_ = 0;                       ///< total of all initialisers, inputs and
                                                    ///< constants
  bool too_large_ = false;                          ///< they are beyond the limit
};

} // namespace stallscope::graph::onnx
