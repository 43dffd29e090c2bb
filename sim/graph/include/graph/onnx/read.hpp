#pragma once

#include "base/result.hpp"
#include "graph/notation/parse.hpp"
#include "graph/structure/graph.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace stallscope::graph {

struct OnnxOptions {
  std::map<std::string, std::int64_t> dimensions; ///< sizes of symbolic dimensions, by name
  ReadNamedFile read; ///< reads files with external tensor data; none: external data is an error
};

/// Imports the graph of an ONNX model (github.com/onnx/onnx, docs/IR.md and Operators.md).
/// Initialisers of floating-point type become params, other constants constants; inputs without
/// values get random ones, as in the notation. An ONNX operator becomes one or several operators of
/// `Op`, or, if unsupported, `Op::unknown` with its name and the shape given in the model
/// (value_info). Shapes and types given in the model are checked. Integers and booleans of all
/// widths become i32. Normalisation and dropout behave as in inference.
[[nodiscard]] Result<Graph> read_onnx(std::string_view bytes, std::string_view file,
                                      const OnnxOptions& options = {});

/// A single tensor, from an ONNX .pb file.
[[nodiscard]] Result<Tensor> read_onnx_tensor(std::string_view bytes, std::string_view file);

} // namespace stallscope::graph
