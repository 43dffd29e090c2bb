#pragma once

#include "graph/structure/graph.hpp"

namespace stallscope::graph {

// Kernels of contractions, movements and reductions, in double. Results must have their final size.
void matmul_kernel(const Node& node, const Tensor& a, const Tensor& b, Tensor& out);
void conv2d_kernel(const Node& node, const Tensor& x, const Tensor& w, Tensor& out);
void conv2d_input_kernel(const Node& node, const Tensor& w, const Tensor& g, Tensor& out);
void conv2d_weight_kernel(const Node& node, const Tensor& x, const Tensor& g, Tensor& out);
void transpose_kernel(const Node& node, const Tensor& x, Tensor& out);
void slice_kernel(const Node& node, const Tensor& x, Tensor& out);
void broadcast_kernel(const Tensor& x, Tensor& out);
void concat_kernel(const Node& node, const std::vector<const Tensor*>& inputs, Tensor& out);
void pad_kernel(const Node& node, const Tensor& x, Tensor& out);
void reduce_kernel(const Node& node, const Tensor& x, Tensor& out);
void softmax_kernel(const Node& node, const Tensor& x, Tensor& out);
void norm_kernel(const Node& node, const std::vector<const Tensor*>& inputs, Tensor& out);
void attention_kernel(const Node& node, const std::vector<const Tensor*>& inputs, Tensor& out);

/// For each element of `to` in row order, the index of the element of `from` that is broadcast to
/// it.
[[nodiscard]] std::vector<std::size_t> stretched_places(const Shape& from, const Shape& to);

} // namespace stallscope::graph
