#include "kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stallscope::graph {

namespace {

/// A matrix with arbitrary strides of rows and columns.
struct Matrix {
  const double* data = nullptr;
  std::size_t row = 0;
  std::size_t column = 0;
};

// Compiled in two versions, selected for the processor at run time; without fused multiply-add, so
// that all processors give the same sums.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(STALLSCOPE_SANITIZED_BUILD)
#define STALLSCOPE_CLONES __attribute__((target_clones("avx2", "default"), optimize("O3")))
#else
#define STALLSCOPE_CLONES
#endif

constexpr std::size_t kRows = 4;      ///< rows of the result, few enough to stay in registers
constexpr std::size_t kColumns = 512; ///< of the right matrix, small enough to stay in the
                                      ///< first-level cache with kDepth
constexpr std::size_t kDepth = 64;

/// out[kRows][n] += a[kRows][depth] b[depth][n]; b has rows of n elements.
STALLSCOPE_CLONES void multiply_block(const double* a, std::size_t a_row, const double* b,
                                      std::size_t b_row, double* out, std::size_t out_row,
                                      std::size_t depth, std::size_t n) {
  for (std::size_t k = 0; k < depth; ++k) {
    const double a0 = a[k];
    const double a1 = a[a_row + k];
    const double a2 = a[2 * a_row + k];
    const double a3 = a[3 * a_row + k];
    const double* from = b + k * b_row;
    for (std::size_t j = 0; j < n; ++j) {
      const double value = from[j];
      out[j] += a0 * value;
      out[out_row + j] += a1 * value;
      out[2 * out_row + j] += a2 * value;
      out[3 * out_row + j] += a3 * value;
    }
  }
}

void multiply_rows(const double* a, std::size_t a_row, const double* b, std::size_t b_row,
                   double* out, std::size_t out_row, std::size_t rows, std::size_t depth,
                   std::size_t n) {
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < depth; ++k)
      for (std::size_t j = 0; j < n; ++j)
        out[i * out_row + j] += a[i * a_row + k] * b[k * b_row + j];
}

std::vector<double> in_rows(const Matrix& m, std::size_t rows, std::size_t columns) {
  std::vector<double> out(rows * columns);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      out[i * columns + j] = m.data[i * m.row + j * m.column];
  return out;
}

/// Each element's sum is accumulated in the order of k, independent of blocking.
void multiply(const Matrix& left, const Matrix& right, double* out, std::size_t m, std::size_t n,
              std::size_t depth) {
  std::vector<double> a_copy;
  std::vector<double> b_copy;
  const double* a = left.data;
  const double* b = right.data;
  if (left.column != 1)
    a = (a_copy = in_rows(left, m, depth)).data();
  if (right.column != 1)
    b = (b_copy = in_rows(right, depth, n)).data();
  std::fill_n(out, m * n, 0.0);
  for (std::size_t k = 0; k < depth; k += kDepth)
    for (std::size_t j = 0; j < n; j += kColumns)
      for (std::size_t i = 0; i < m; i += kRows) {
        const std::size_t rows = std::min(kRows, m - i);
        const std::size_t d = std::min(kDepth, depth - k);
        const std::size_t c = std::min(kColumns, n - j);
        if (rows == kRows)
          multiply_block(a + i * depth + k, depth, b + k * n + j, n, out + i * n + j, n, d, c);
        else
          multiply_rows(a + i * depth + k, depth, b + k * n + j, n, out + i * n + j, n, rows, d, c);
      }
}

Matrix matrix(const Tensor& tensor, std::size_t offset, bool transposed) {
  const auto columns = static_cast<std::size_t>(tensor.shape.back());
  const double* data = tensor.values.data() + offset;
  return transposed ? Matrix{data, 1, columns} : Matrix{data, columns, 1};
}

Shape batches_of(const Shape& shape) {
  return {shape.begin(), shape.end() - 2};
}

/// Sizes of a convolution: image n, in channel c, out channel k, window r x s, result p x q.
struct Window {
  std::int64_t n, c, h, w, k, r, s, p, q, stride, padding;

  Window(const Shape& x, const Shape& weights, const Shape& y, const Attributes& a)
      : n(x[0]), c(x[1]), h(x[2]), w(x[3]), k(weights[0]), r(weights[2]), s(weights[3]), p(y[2]),
        q(y[3]), stride(a.stride), padding(a.padding) {}

  /// Calls `visit` with the indices in x, weights and result of every product.
  template <class Visit> void each(const Visit& visit) const {
    for (std::int64_t image = 0; image < n; ++image)
      for (std::int64_t to = 0; to < k; ++to)
        for (std::int64_t row = 0; row < p; ++row)
          for (std::int64_t column = 0; column < q; ++column)
            window(image, to, row, column, visit);
  }

private:
  template <class Visit>
  void window(std::int64_t image, std::int64_t to, std::int64_t row, std::int64_t column,
              const Visit& visit) const {
    const auto result = static_cast<std::size_t>(((image * k + to) * p + row) * q + column);
    for (std::int64_t from = 0; from < c; ++from)
      for (std::int64_t i = 0; i < r; ++i)
        for (std::int64_t j = 0; j < s; ++j) {
          const std::int64_t y = row * stride + i - padding;
          const std::int64_t x = column * stride + j - padding;
          if (y < 0 || y >= h || x < 0 || x >= w)
            continue;
          visit(static_cast<std::size_t>(((image * c + from) * h + y) * w + x),
                static_cast<std::size_t>(((to * c + from) * r + i) * s + j), result);
        }
  }
};

} // namespace

void matmul_kernel(const Node& node, const Tensor& a, const Tensor& b, Tensor& out) {
  const Attributes& at = node.attributes;
  const auto m = static_cast<std::size_t>(out.shape[out.shape.size() - 2]);
  const auto n = static_cast<std::size_t>(out.shape.back());
  const std::size_t a_size = a.shape.size();
  const auto depth =
      static_cast<std::size_t>(at.transpose_a ? a.shape[a_size - 2] : a.shape[a_size - 1]);
  const Shape batch = batches_of(out.shape);
  const auto of_a = stretched_places(batches_of(a.shape), batch);
  const auto of_b = stretched_places(batches_of(b.shape), batch);
  for (std::size_t i = 0; i < of_a.size(); ++i)
    multiply(matrix(a, of_a[i] * m * depth, at.transpose_a),
             matrix(b, of_b[i] * depth * n, at.transpose_b), out.values.data() + i * m * n, m, n,
             depth);
}

namespace {

/// Converts to channels first, and the result back to channels last.
void conv2d_channels_last(const Node& node, const Tensor& x, const Tensor& w, Tensor& out) {
  const auto moved = [](const Tensor& of, const std::vector<std::int64_t>& order) {
    Node transpose;
    transpose.attributes.axes = order;
    Tensor to{of.type, {}, std::vector<double>(of.values.size())};
    for (const std::int64_t axis : order)
      to.shape.push_back(of.shape[static_cast<std::size_t>(axis)]);
    transpose_kernel(transpose, of, to);
    return to;
  };
  Node plain = node;
  plain.attributes.channels_last = false;
  const Shape& y = node.shape;
  Tensor first{out.type, {y[0], y[3], y[1], y[2]}, std::vector<double>(out.values.size())};
  plain.shape = first.shape;
  conv2d_kernel(plain, moved(x, {0, 3, 1, 2}), w, first);
  out.values = moved(first, {0, 2, 3, 1}).values;
}

} // namespace

void conv2d_kernel(const Node& node, const Tensor& x, const Tensor& w, Tensor& out) {
  if (node.attributes.channels_last)
    return conv2d_channels_last(node, x, w, out);
  std::fill(out.values.begin(), out.values.end(), 0.0);
  Window(x.shape, w.shape, out.shape, node.attributes)
      .each([&](std::size_t from, std::size_t weight, std::size_t to) {
        out.values[to] += x.values[from] * w.values[weight];
      });
}

void conv2d_input_kernel(const Node& node, const Tensor& w, const Tensor& g, Tensor& out) {
  std::fill(out.values.begin(), out.values.end(), 0.0);
  Window(out.shape, w.shape, g.shape, node.attributes)
      .each([&](std::size_t from, std::size_t weight, std::size_t to) {
        out.values[from] += g.values[to] * w.values[weight];
      });
}

void conv2d_weight_kernel(const Node& node, const Tensor& x, const Tensor& g, Tensor& out) {
  std::fill(out.values.begin(), out.values.end(), 0.0);
  Window(x.shape, out.shape, g.shape, node.attributes)
      .each([&](std::size_t from, std::size_t weight, std::size_t to) {
        out.values[weight] += g.values[to] * x.values[from];
      });
}

/// Online softmax (Milakov and Gimelshein 2018), as in FlashAttention: the running maximum of a
/// row's scores and the running sum of exponentials are rescaled for each new score.
void attention_kernel(const Node& node, const std::vector<const Tensor*>& inputs, Tensor& out) {
  const Tensor& q = *inputs[0];
  const Tensor& k = *inputs[1];
  const Tensor& v = *inputs[2];
  const auto last = [](const Tensor& t, std::size_t from_end) {
    return static_cast<std::size_t>(t.shape[t.shape.size() - from_end]);
  };
  const std::size_t rows = last(q, 2);
  const std::size_t depth = last(q, 1);
  const std::size_t keys = last(k, 2);
  const std::size_t width = last(v, 1);
  std::vector<std::size_t> of_mask; // by score
  if (inputs.size() > 3) {
    Shape scores = q.shape;
    scores.back() = static_cast<std::int64_t>(keys);
    of_mask = stretched_places(inputs[3]->shape, scores);
  }
  for (std::size_t row = 0; row < q.values.size() / depth; ++row) {
    const std::size_t batch = row / rows;
    double largest = -std::numeric_limits<double>::infinity();
    double sum = 0;
    double* to = out.values.data() + row * width;
    std::fill_n(to, width, 0.0);
    for (std::size_t key = 0; key < keys; ++key) {
      double score = 0;
      for (std::size_t d = 0; d < depth; ++d)
        score += q.values[row * depth + d] * k.values[(batch * keys + key) * depth + d];
      score *= node.attributes.epsilon; // factor of the scores
      if (!of_mask.empty())
        score += inputs[3]->values[of_mask[row * keys + key]];
      const double now = std::max(largest, score);
      const double before = std::exp(largest - now);
      const double weight = std::exp(score - now);
      sum = sum * before + weight;
      for (std::size_t j = 0; j < width; ++j)
        to[j] = to[j] * before + weight * v.values[(batch * keys + key) * width + j];
      largest = now;
    }
    for (std::size_t j = 0; j < width; ++j)
      to[j] /= sum;
  }
}

} // namespace stallscope::graph
