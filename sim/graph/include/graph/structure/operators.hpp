#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::graph {

enum class Op : std::uint8_t {
  param,    ///< a value that is learned
  input,    ///< a value from outside
  constant, ///< a literal, or what constant folding has computed
  // element by element
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
  fused, ///< several of these in one kernel (vertical fusion)
  // linear algebra
  matmul,
  conv2d,        ///< NCHW x KCRS -> NKPQ
  conv2d_input,  ///< gradient of conv2d by its input: of (weights, gradient)
  conv2d_weight, ///< gradient of conv2d by its weights: of (input, gradient)
  // data in another arrangement
  transpose,
  reshape,
  slice,
  broadcast, ///< repeated along dimensions of size 1 or in front
  concat,
  contiguous, ///< a view copied into rows, so that its last dimension lies in memory last
  pad,        ///< zeros around a dimension: the gradient of slice
  // reductions and normalisation
  sum,
  mean,
  max,
  softmax,
  layer_norm,
  batch_norm,
  // a kernel of its own made by passes
  attention, ///< softmax(q k^T scale) v in one kernel
  // of all devices, made by distribution
  all_reduce, ///< the sum of all inputs, on every device
  all_gather, ///< all inputs one behind the other, on every device
  // of another framework
  unknown, ///< named, its shape known, its value not computed
};
inline constexpr std::size_t kOpCount = static_cast<std::size_t>(Op::unknown) + 1;

enum class OpClass : std::uint8_t {
  source,
  elementwise,
  contraction, ///< matmul and convolutions
  view,        ///< no element moves: shape, strides and offset change
  movement,    ///< elements are copied
  reduction,
  composite,  ///< defined by simpler operators
  collective, ///< of all devices
  opaque,     ///< what it computes is not known
};

struct OpInfo {
  Op op;
  std::string_view name;
  OpClass kind;
  unsigned least; ///< inputs
  unsigned most;
  unsigned flop;              ///< floating-point operations an element of the result (reductions:
                              ///< of the input), as the profiles of frameworks count them
  bool in_notation;           ///< can be written in a .graph file
  std::string_view signature; ///< how it is written: "conv2d(x, w, stride=1, padding=0)"
  std::string_view meaning;
};

[[nodiscard]] const OpInfo& info(Op op);
[[nodiscard]] std::optional<Op> op_from_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> operator_names(); ///< that can be written
[[nodiscard]] inline bool is_source(Op op) {
  return op <= Op::constant;
}
[[nodiscard]] inline bool is_elementwise(Op op) {
  return info(op).kind == OpClass::elementwise;
}

} // namespace stallscope::graph
