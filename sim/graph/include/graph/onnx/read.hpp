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
  std::map<std::string, std::int64_t> dimensions; ///< sizes of dimensions that have only a name
  ReadNamedFile read; ///< of tensors whose values are in other files; none: an error
};

/// The graph of an ONNX model (github.com/onnx/onnx, docs/IR.md and Operators.md). Initialisers of
/// floating-point type are params, other constants constants; inputs without values get random
/// ones, as in the notation. Operators become those of `Op`, several where one is not enough. One
/// that cannot becomes `Op::unknown`, with its name and the shape that the model says (value_info).
/// What the model says of shapes and types is checked. Whole numbers and truth values of all widths
/// are i32. Normalisation and dropout are as in inference.
[[nodiscard]] Result<Graph> read_onnx(std::string_view bytes, std::string_view file,
                                      const OnnxOptions& options = {});

/// A tensor by itself, as a .pb file of ONNX holds it.
[[nodiscard]] Result<Tensor> read_onnx_tensor(std::string_view bytes, std::string_view file);

} // namespace stallscope::graph
