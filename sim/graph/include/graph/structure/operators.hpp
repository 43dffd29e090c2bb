#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::graph {

enum class Op : std::uint8_t {
  param,    ///< a learned value
  input,    ///< an external value
  constant, ///< a literal, or a result of constant folding
  // element-wise
  add,
  sub,
  mul,
  div,
  pow,
  maximum,
  minimum,
  greater, ///< 1 where a > b, else 0
  equal,   ///< 1 where a = b, else 0
  neg,
  exp,
  log,
  sqrt,
  tanh,
  sigmoid,
  relu,
  gelu, ///< x Phi(x), with the error function
  erf,
  abs,
  sign, ///< -1, 0 or 1
  cast,
  prelu, ///< x where x > 0, else a x
  where, ///< a where c is not 0, else b
  addn,  ///< the sum of all inputs
  fused, ///< several element-wise operators in one kernel (vertical fusion)
  // linear algebra
  matmul,
  conv2d,        ///< NCHW x KCRS -> NKPQ
  conv2d_input,  ///< gradient of conv2d with respect to its input: of (weights, gradient)
  conv2d_weight, ///< gradient of conv2d with respect to its weights: of (input, gradient)
  // changes of shape and layout
  transpose,
  reshape,
  slice,
  broadcast, ///< repeated along dimensions of size 1 or additional leading dimensions
  concat,
  contiguous, ///< a copy in row-major order, so that the last dimension is contiguous
  pad,        ///< zeros before and after a dimension: the gradient of slice
  // reductions and normalisation
  sum,
  mean,
  max,
  softmax,
  layer_norm,
  batch_norm,
  // created by passes as single kernels
  attention, ///< softmax(q k^T scale + mask) v in one kernel, of (q, k, v) or (q, k, v, mask)
  // collectives of all devices, created by distribution
  all_reduce, ///< the sum of all inputs, on every device
  all_gather, ///< the concatenation of all inputs, on every device
  // from another framework
  unknown, ///< only name and shape are known, the value is not computed
};
inline constexpr std::size_t kOpCount = static_cast<std::size_t>(Op::unknown) + 1;

enum class OpClass : std::uint8_t {
  source,
  elementwise,
  contraction, ///< matmul and convolutions
  view,        ///< changes shape, strides and offset without moving elements
  movement,    ///< copies elements
  reduction,
  composite,  ///< defined by simpler operators
  collective, ///< communication of all devices
  opaque,     ///< with unknown semantics
};

struct OpInfo {
  Op op;
  std::string_view name;
  OpClass kind;
  unsigned least; ///< minimum number of inputs
  unsigned most;
  unsigned flop;              ///< floating-point operations per element of the result (reductions:
                              ///< of the input), as counted by profilers of frameworks
  bool in_notation;           ///< can be used in a .graph file
  std::string_view signature; ///< its notation: "conv2d(x, w, stride=1, padding=0)"
  std::string_view meaning;
};

[[nodiscard]] const OpInfo& info(Op op);
[[nodiscard]] std::optional<Op> op_from_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> operator_names(); ///< names of the operators of the
                                                              ///< notation
[[nodiscard]] inline bool is_source(Op op) {
  return op <= Op::constant;
}
/// Its results are new numbers, not elements of its inputs that are moved or read otherwise.
[[nodiscard]] inline bool is_calculated(Op op) {
  const OpClass kind = info(op).kind;
  return kind != OpClass::source && kind != OpClass::view && kind != OpClass::movement;
}
/// Its results are no whole numbers in general, even of whole numbers: it is defined for
/// floating-point types only.
[[nodiscard]] bool needs_fractions(Op op);
[[nodiscard]] inline bool is_elementwise(Op op) {
  return info(op).kind == OpClass::elementwise;
}

} // namespace stallscope::graph
