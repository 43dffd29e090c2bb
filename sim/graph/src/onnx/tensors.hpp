#pragma once

#include "base/result.hpp"
#include "graph/notation/parse.hpp"
#include "graph/tensor/tensor.hpp"
#include "onnx/messages.hpp"

#include <memory>
#include <optional>

namespace stallscope::graph::onnx {

/// f32 of FLOAT, i32 of whole numbers and truth values; none: a type that is not computed with.
[[nodiscard]] std::optional<Type> type_of(std::int64_t data_type);

/// Values of a tensor, from whatever field holds them; there have to be as many as its sizes claim.
/// Whole numbers of 64 bits are kept as they are: not all of them may fit i32 yet.
[[nodiscard]] Result<Tensor> tensor_of(const TensorProto& proto, const ReadNamedFile& read);

} // namespace stallscope::graph::onnx
