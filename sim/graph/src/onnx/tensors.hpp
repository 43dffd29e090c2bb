#pragma once

#include "base/result.hpp"
#include "graph/notation/parse.hpp"
#include "graph/tensor/tensor.hpp"
#include "onnx/messages.hpp"

#include <memory>
#include <optional>

namespace stallscope::graph::onnx {

/// f32 for FLOAT, i32 for integers and booleans; none: unsupported type.
[[nodiscard]] std::optional<Type> type_of(std::int64_t data_type);

/// The values of a tensor, from any of its fields; their number must match its shape. 64-bit
/// integers are kept in full, since they need not fit i32 at this point.
[[nodiscard]] Result<Tensor> tensor_of(const TensorProto& proto, const ReadNamedFile& read);

} // namespace stallscope::graph::onnx
