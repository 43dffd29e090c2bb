#include "graph/tensor/tensor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace stallscope::graph {

namespace {

struct TypeName {
  Type type;
  std::string_view name;
  unsigned bytes;
};
constexpr std::array kTypes{TypeName{Type::f64, "f64", 8}, TypeName{Type::f32, "f32", 4},
                            TypeName{Type::f16, "f16", 2}, TypeName{Type::i32, "i32", 4}};
static_assert(kTypes.size() == kTypeCount);

/// binary16: 11 bits of significand, exponents from -14 to 15, subnormal below.
double to_half(double value) {
  if (!std::isfinite(value) || value == 0)
    return value;
  int exponent = 0;
  (void)std::frexp(value, &exponent); // |value| in [0.5, 1) x 2^exponent
  const int last = std::max(exponent - 11, -24);
  const double scaled = std::nearbyint(std::ldexp(value, -last));
  const double out = std::ldexp(scaled, last);
  return std::abs(out) > 65504.0 ? std::copysign(HUGE_VAL, value) : out;
}

double to_i32(double value) {
  if (std::isnan(value))
    return 0;
  return std::trunc(std::clamp(value, -2147483648.0, 2147483647.0)) + 0.0; // no -0
}

} // namespace

double half_value(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const double fraction = bits & 1023;
  const double size = exponent == 31  ? (fraction > 0 ? NAN : INFINITY)
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(fraction + 1024, exponent - 25);
  return (bits & 0x8000U) != 0 ? -size : size;
}

std::string_view name(Type type) {
  return kTypes[static_cast<std::size_t>(type)].name;
}

std::optional<Type> type_from_name(std::string_view word) {
  for (const TypeName& entry : kTypes)
    if (entry.name == word)
      return entry.type;
  return std::nullopt;
}

unsigned bytes_of(Type type) {
  return kTypes[static_cast<std::size_t>(type)].bytes;
}

double rounded(double value, Type type) {
  switch (type) {
  case Type::f64:
    return value;
  case Type::f32:
    return static_cast<double>(static_cast<float>(value));
  case Type::f16:
    return to_half(value);
  case Type::i32:
    return to_i32(value);
  }
  return value;
}

std::int64_t elements_of(const Shape& shape) {
  std::int64_t product = 1;
  for (const std::int64_t size : shape)
    product *= size;
  return product;
}

std::string text_of(const Shape& shape) {
  return fmt::format("[{}]", fmt::join(shape, ","));
}

std::vector<std::int64_t> row_strides(const Shape& shape) {
  std::vector<std::int64_t> strides(shape.size(), 1);
  for (std::size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  return strides;
}

std::optional<Shape> broadcast(const Shape& a, const Shape& b) {
  Shape out(std::max(a.size(), b.size()));
  for (std::size_t i = 1; i <= out.size(); ++i) {
    const std::int64_t of_a = i <= a.size() ? a[a.size() - i] : 1;
    const std::int64_t of_b = i <= b.size() ? b[b.size() - i] : 1;
    if (of_a != of_b && of_a != 1 && of_b != 1)
      return std::nullopt;
    out[out.size() - i] = std::max(of_a, of_b);
  }
  return out;
}

bool is_finite(const Tensor& tensor) {
  return std::all_of(tensor.values.begin(), tensor.values.end(),
                     [](double value) { return std::isfinite(value); });
}

Tensor filled(Type type, Shape shape, double value) {
  Tensor out{type, std::move(shape), {}};
  out.values.assign(static_cast<std::size_t>(elements_of(out.shape)), rounded(value, type));
  return out;
}

Tensor random_tensor(Type type, Shape shape, std::uint64_t seed) {
  Tensor out{type, std::move(shape), {}};
  out.values.resize(static_cast<std::size_t>(elements_of(out.shape)));
  for (double& value : out.values) {
    seed += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    const double uniform = static_cast<double>(z >> 11) * 0x1p-52 - 1.0;
    value = type == Type::i32 ? std::trunc(8 * uniform) + 0.0 // no -0
                              : rounded(uniform, type);
  }
  return out;
}

std::uint64_t seed_of(std::uint64_t seed, std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL ^ seed;
  for (const char c : name)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

} // namespace stallscope::graph
