#include "kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stallscope::graph {

namespace {

std::size_t size_at(const Shape& shape, std::size_t i) {
  return static_cast<std::size_t>(shape[i]);
}

/// Number of elements before a dimension, along it, and after it.
struct Around {
  std::size_t before = 1;
  std::size_t size = 1;
  std::size_t behind = 1;
};
Around around(const Shape& shape, std::size_t axis) {
  Around out;
  for (std::size_t i = 0; i < shape.size(); ++i)
    (i < axis ? out.before : i == axis ? out.size : out.behind) *= size_at(shape, i);
  return out;
}

std::size_t first_axis(const Node& node) {
  return static_cast<std::size_t>(node.attributes.axes[0]);
}

} // namespace

std::vector<std::size_t> stretched_places(const Shape& from, const Shape& to) {
  std::vector<std::int64_t> strides(to.size(), 0);
  const auto own = row_strides(from);
  const std::size_t lead = to.size() - from.size();
  for (std::size_t i = 0; i < from.size(); ++i)
    strides[lead + i] = from[i] == 1 ? 0 : own[i];
  std::vector<std::size_t> places(static_cast<std::size_t>(elements_of(to)));
  std::vector<std::int64_t> index(to.size(), 0);
  std::int64_t at = 0;
  for (std::size_t& place : places) {
    place = static_cast<std::size_t>(at);
    for (std::size_t d = to.size(); d-- > 0;) {
      at += strides[d];
      if (++index[d] < to[d])
        break;
      at -= strides[d] * to[d];
      index[d] = 0;
    }
  }
  return places;
}

void transpose_kernel(const Node& node, const Tensor& x, Tensor& out) {
  const auto strides = row_strides(x.shape);
  std::vector<std::int64_t> step(out.shape.size());
  for (std::size_t i = 0; i < step.size(); ++i)
    step[i] = strides[static_cast<std::size_t>(node.attributes.axes[i])];
  std::vector<std::int64_t> index(step.size(), 0);
  std::int64_t at = 0;
  for (double& value : out.values) {
    value = x.values[static_cast<std::size_t>(at)];
    for (std::size_t d = step.size(); d-- > 0;) {
      at += step[d];
      if (++index[d] < out.shape[d])
        break;
      at -= step[d] * out.shape[d];
      index[d] = 0;
    }
  }
}

void slice_kernel(const Node& node, const Tensor& x, Tensor& out) {
  const Around from = around(x.shape, first_axis(node));
  const auto begin = static_cast<std::size_t>(node.attributes.begin);
  const std::size_t rows = size_at(out.shape, first_axis(node)) * from.behind;
  for (std::size_t b = 0; b < from.before; ++b)
    std::copy_n(x.values.begin() +
                    static_cast<std::ptrdiff_t>((b * from.size + begin) * from.behind),
                rows, out.values.begin() + static_cast<std::ptrdiff_t>(b * rows));
}

void broadcast_kernel(const Tensor& x, Tensor& out) {
  const auto places = stretched_places(x.shape, out.shape);
  for (std::size_t i = 0; i < places.size(); ++i)
    out.values[i] = x.values[places[i]];
}

void concat_kernel(const Node& node, const std::vector<const Tensor*>& inputs, Tensor& out) {
  const Around to = around(out.shape, first_axis(node));
  std::size_t at = 0;
  for (const Tensor* input : inputs) {
    const std::size_t rows = size_at(input->shape, first_axis(node)) * to.behind;
    for (std::size_t b = 0; b < to.before; ++b)
      std::copy_n(input->values.begin() + static_cast<std::ptrdiff_t>(b * rows), rows,
                  out.values.begin() + static_cast<std::ptrdiff_t>(b * to.size * to.behind + at));
    at += rows;
  }
}

void pad_kernel(const Node& node, const Tensor& x, Tensor& out) {
  const Around from = around(x.shape, first_axis(node));
  const std::size_t size = size_at(out.shape, first_axis(node));
  const std::size_t rows = from.size * from.behind;
  std::fill(out.values.begin(), out.values.end(), 0.0);
  for (std::size_t b = 0; b < from.before; ++b)
    std::copy_n(
        x.values.begin() + static_cast<std::ptrdiff_t>(b * rows), rows,
        out.values.begin() +
            static_cast<std::ptrdiff_t>(
                (b * size + static_cast<std::size_t>(node.attributes.begin)) * from.behind));
}

void reduce_kernel(const Node& node, const Tensor& x, Tensor& out) {
  Shape kept = x.shape;
  for (const std::int64_t axis : node.attributes.axes)
    kept[static_cast<std::size_t>(axis)] = 1;
  const auto places = stretched_places(kept, x.shape);
  const bool largest = node.op == Op::max;
  std::fill(out.values.begin(), out.values.end(),
            largest ? -std::numeric_limits<double>::infinity() : 0.0);
  for (std::size_t i = 0; i < places.size(); ++i) {
    double& to = out.values[places[i]];
    to = largest ? std::max(to, x.values[i]) : to + x.values[i];
  }
  if (node.op == Op::mean) {
    const double count =
        static_cast<double>(x.values.size()) / static_cast<double>(out.values.size());
    for (double& value : out.values)
      value /= count;
  }
}

void softmax_kernel(const Node& node, const Tensor& x, Tensor& out) {
  const Around a = around(x.shape, first_axis(node));
  for (std::size_t b = 0; b < a.before; ++b)
    for (std::size_t c = 0; c < a.behind; ++c) {
      const auto at = [&](std::size_t i) { return (b * a.size + i) * a.behind + c; };
      double largest = -std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < a.size; ++i)
        largest = std::max(largest, x.values[at(i)]);
      double sum = 0;
      for (std::size_t i = 0; i < a.size; ++i)
        sum += out.values[at(i)] = std::exp(x.values[at(i)] - largest);
      for (std::size_t i = 0; i < a.size; ++i)
        out.values[at(i)] /= sum;
    }
}

void norm_kernel(const Node& node, const std::vector<const Tensor*>& inputs, Tensor& out) {
  const Tensor& x = *inputs[0];
  const bool batch = node.op == Op::batch_norm;
  const Around a = around(x.shape, batch ? 1 : x.shape.size() - 1);
  // Number of groups that share mean and variance: layer norm: each row; batch norm: each channel.
  const std::size_t groups = batch ? a.size : a.before * a.behind;
  const std::size_t count = x.values.size() / groups;
  const auto at = [&](std::size_t group, std::size_t i) {
    return batch ? (i / a.behind * a.size + group) * a.behind + i % a.behind : group * a.size + i;
  };
  for (std::size_t g = 0; g < groups; ++g) {
    double mean = 0;
    for (std::size_t i = 0; i < count; ++i)
      mean += x.values[at(g, i)];
    mean /= static_cast<double>(count);
    double variance = 0;
    for (std::size_t i = 0; i < count; ++i)
      variance += (x.values[at(g, i)] - mean) * (x.values[at(g, i)] - mean);
    variance /= static_cast<double>(count);
    const double scale = 1.0 / std::sqrt(variance + node.attributes.epsilon);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t feature = batch ? g : i;
      double value = (x.values[at(g, i)] - mean) * scale;
      if (inputs.size() > 1)
        value *= inputs[1]->values[feature];
      if (inputs.size() > 2)
        value += inputs[2]->values[feature];
      out.values[at(g, i)] = value;
    }
  }
}

} // namespace stallscope::graph
