#pragma once

#include "base/result.hpp"
#include "graph/tensor/tensor.hpp"

#include <string>
#include <string_view>

namespace stallscope::graph {

/// The array of a .npy file (NumPy's format, versions 1 to 3): floating-point numbers of 2, 4 and 8
/// bytes, integers of 1 to 8, unsigned ones of 1 and 2, and truth values, little or big endian, in
/// row or column order. f8 becomes f64, f4 f32, f2 f16, the others i32 (i8 must fit).
[[nodiscard]] Result<Tensor> read_npy(std::string_view bytes, std::string_view file);
/// Version 1.0, little endian, row order.
[[nodiscard]] std::string write_npy(const Tensor& tensor);

} // namespace stallscope::graph
