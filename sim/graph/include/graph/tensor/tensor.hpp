#pragma once

#include "base/input_limits.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::graph {

/// Element types. All values are stored as doubles; the results of each operation are rounded to
/// its type once (IEEE 754 round to nearest even; i32 towards zero).
enum class Type : std::uint8_t { f64, f32, f16, i32 };
inline constexpr std::size_t kTypeCount = 4;

[[nodiscard]] std::string_view name(Type type);
[[nodiscard]] std::optional<Type> type_from_name(std::string_view word);
[[nodiscard]] unsigned bytes_of(Type type);
/// The nearest value of the type.
[[nodiscard]] double rounded(double value, Type type);

/// The value of a binary16 number (IEEE 754).
[[nodiscard]] double half_value(std::uint16_t bits);

/// Sizes of the dimensions, outermost first. Empty: a scalar.
using Shape = std::vector<std::int64_t>;

inline constexpr std::size_t kMostDimensions = 8;
/// limit for one tensor
inline constexpr std::int64_t kMostElements = InputLimits::tensor_elements;

/// Number of elements: the product of the sizes.
[[nodiscard]] std::int64_t elements_of(const Shape& shape);
/// "[20,1]"; for a scalar "[]".
[[nodiscard]] std::string text_of(const Shape& shape);
/// Distance of neighbours in each dimension, in elements, in row-major order.
[[nodiscard]] std::vector<std::int64_t> row_strides(const Shape& shape);
/// The common shape of two operands by NumPy's broadcasting: dimensions are compared from the last
/// one, and one of them may be 1 or missing. None: incompatible.
[[nodiscard]] std::optional<Shape> broadcast(const Shape& a, const Shape& b);

struct Tensor {
  Type type = Type::f64;
  Shape shape;
  std::vector<double> values; ///< in row-major order

  bool operator==(const Tensor&) const = default;
};

/// No element is infinite or NaN.
[[nodiscard]] bool is_finite(const Tensor& tensor);
[[nodiscard]] Tensor filled(Type type, Shape shape, double value);
/// Uniform in [-1, 1), whole numbers from -7 to 7, by splitmix64 from the seed: the same on every
/// machine.
[[nodiscard]] Tensor random_tensor(Type type, Shape shape, std::uint64_t seed);
/// The seed of a source without one: combines the text's seed with the source's name (FNV-1a), so
/// that sources differ.
[[nodiscard]] std::uint64_t seed_of(std::uint64_t seed, std::string_view name);

} // namespace stallscope::graph
