#include "graph/notation/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

namespace stallscope::graph {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr const char* kNpyTypes = "<f8, <f4, <f2, <i1 to <i8, <u1, <u2 or |b1, or the same with >";

std::uint16_t half_bits(double value) {
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000U : 0U);
  const double size = std::abs(value);
  if (std::isnan(value))
    return 0x7e00U;
  if (std::isinf(value))
    return static_cast<std::uint16_t>(sign | 0x7c00U);
  int exponent = 0;
  (void)std::frexp(size, &exponent);
  if (size == 0 || exponent < -13) // subnormal: multiples of 2^-24
    return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::ldexp(size, 24)));
  const auto fraction = static_cast<std::uint16_t>(std::ldexp(size, 11 - exponent));
  return static_cast<std::uint16_t>(sign | (((exponent + 14) << 10) + (fraction - 1024)));
}

/// Reads the header, a Python dictionary with three keys, and the elements after it.
class NpyReader {
public:
  NpyReader(std::string_view bytes, std::string_view file) : bytes_(bytes), file_(file) {}

  Result<Tensor> read() {
    if (!header() || !keys())
      return std::move(problem_);
    const auto count = static_cast<std::size_t>(elements_of(out_.shape));
    if (bytes_.size() != count * width_) {
      fail(fmt::format("{} bytes of elements, where {} elements of {} bytes are declared",
                       bytes_.size(), count, width_),
           fmt::format("{} bytes", count * width_));
      return std::move(problem_);
    }
    out_.values.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto value = element(i);
      if (!value)
        return std::move(problem_);
      out_.values[fortran_ ? row_order(i) : i] = *value;
    }
    return std::move(out_);
  }

private:
  bool fail(std::string message, std::string expected) {
    problem_.file = file_;
    problem_.message = std::move(message);
    problem_.expected = std::move(expected);
    return false;
  }

  bool header() {
    if (!bytes_.starts_with(kMagic) || bytes_.size() < 10)
      return fail("not a .npy file", "a file that numpy.save has written");
    const auto at = [this](std::size_t i) {
      return static_cast<std::size_t>(static_cast<unsigned char>(bytes_[i]));
    };
    const std::size_t version = at(6);
    if (version < 1 || version > 3)
      return fail(fmt::format("version {} of .npy", version), "version 1, 2 or 3");
    std::size_t size = at(8) | at(9) << 8;
    std::size_t begin = 10;
    if (version > 1) {
      if (bytes_.size() < 12)
        return fail("the header is cut off", "a complete file");
      size |= at(10) << 16 | at(11) << 24;
      begin = 12;
    }
    if (size > bytes_.size() - begin || size > 65536)
      return fail(fmt::format("a header of {} bytes in a file of {}", size, bytes_.size()),
                  "a complete file");
    header_ = bytes_.substr(begin, size);
    bytes_.remove_prefix(begin + size);
    return true;
  }

  /// The text after a key.
  std::string_view behind(std::string_view key) const {
    std::size_t at = header_.find(fmt::format("'{}':", key));
    if (at == std::string_view::npos)
      return {};
    at += key.size() + 3;
    while (at < header_.size() && header_[at] == ' ')
      ++at;
    return header_.substr(at);
  }

  bool keys() {
    const std::string_view type = behind("descr");
    if (type.size() < 5 || type[0] != '\'' || type[4] != '\'')
      return fail("the type of elements is not read", kNpyTypes);
    const std::string_view word = type.substr(2, 2);
    big_ = type[1] == '>';
    unsigned_ = word[0] == 'u' || word[0] == 'b';
    integer_ = word[0] == 'i' || unsigned_;
    constexpr std::array<std::string_view, 10> kWords{"f8", "f4", "f2", "i1", "i2",
                                                      "i4", "i8", "u1", "u2", "b1"};
    if ((type[1] != '<' && type[1] != '>' && type[1] != '=' &&
         (type[1] != '|' || word[1] != '1')) ||
        std::find(kWords.begin(), kWords.end(), word) == kWords.end())
      return fail(fmt::format("elements of type {}", type.substr(1, 3)), kNpyTypes);
    width_ = static_cast<std::size_t>(word[1] - '0');
    out_.type = integer_      ? Type::i32
                : width_ == 8 ? Type::f64
                : width_ == 4 ? Type::f32
                              : Type::f16;
    const std::string_view order = behind("fortran_order");
    fortran_ = order.starts_with("True");
    if (!fortran_ && !order.starts_with("False"))
      return fail("the order of elements is not said", "'fortran_order': False or True");
    return shape(behind("shape"));
  }

  bool shape(std::string_view text) {
    const std::size_t close = text.find(')');
    if (!text.starts_with('(') || close == std::string_view::npos)
      return fail("the shape is not read", "'shape': (2, 3)");
    text = text.substr(1, close - 1);
    std::int64_t product = 1;
    while (!text.empty()) {
      if (text.front() == ' ' || text.front() == ',') {
        text.remove_prefix(1);
        continue;
      }
      std::int64_t size = 0;
      const auto [last, code] = std::from_chars(text.data(), text.data() + text.size(), size);
      if (code != std::errc{} || size < 1 || size > kMostElements ||
          (product *= size) > kMostElements || out_.shape.size() >= kMostDimensions)
        return fail("the shape is wrong, or too large",
                    fmt::format("sizes from 1, at most {} elements", kMostElements));
      out_.shape.push_back(size);
      text.remove_prefix(static_cast<std::size_t>(last - text.data()));
    }
    return true;
  }

  std::optional<double> element(std::size_t i) {
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < width_; ++k) {
      const std::uint64_t byte = static_cast<unsigned char>(bytes_[i * width_ + k]);
      bits |= byte << (8 * (big_ ? width_ - 1 - k : k));
    }
    if (integer_) {
      // The sign bit is that of the width.
      const auto unused = static_cast<unsigned>(64 - 8 * width_);
      const std::int64_t value = unsigned_ ? static_cast<std::int64_t>(bits)
                                           : static_cast<std::int64_t>(bits << unused) >> unused;
      if (value < INT32_MIN || value > INT32_MAX) {
        fail(fmt::format("element {} is {}, which i32 does not hold", i, value), "smaller numbers");
        return std::nullopt;
      }
      return static_cast<double>(value);
    }
    if (width_ == 8)
      return std::bit_cast<double>(bits);
    if (width_ == 4)
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    return half_value(static_cast<std::uint16_t>(bits));
  }

  /// Index in row order of the i-th element in column order.
  [[nodiscard]] std::size_t row_order(std::size_t i) const {
    const auto strides = row_strides(out_.shape);
    std::size_t at = 0;
    for (std::size_t d = 0; d < out_.shape.size(); ++d) {
      const auto size = static_cast<std::size_t>(out_.shape[d]);
      at += i % size * static_cast<std::size_t>(strides[d]);
      i /= size;
    }
    return at;
  }

  std::string_view bytes_;
  std::string_view file_;
  std::string_view header_;
  Tensor out_;
  Diagnostic problem_;
  std::size_t width_ = 0;
  bool big_ = false;
  bool integer_ = false;
  bool unsigned_ = false;
  bool fortran_ = false;
};

} // namespace

Result<Tensor> read_npy(std::string_view bytes, std::string_view file) {
  return NpyReader(bytes, file).read();
}

std::string write_npy(const Tensor& tensor) {
  std::string shape;
  for (const std::int64_t size : tensor.shape)
    shape += fmt::format("{},", size);
  const char* type = tensor.type == Type::f64   ? "f8"
                     : tensor.type == Type::f32 ? "f4"
                     : tensor.type == Type::f16 ? "f2"
                                                : "i4";
  std::string header =
      fmt::format("{{'descr': '<{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
  header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 10 - 1, ' ');
  header += '\n';
  std::string out(kMagic);
  out +=
      {'\1', '\0', static_cast<char>(header.size() & 255U), static_cast<char>(header.size() >> 8)};
  out += header;
  for (const double value : tensor.values) {
    const std::uint64_t bits =
        tensor.type == Type::f64   ? std::bit_cast<std::uint64_t>(value)
        : tensor.type == Type::f32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
        : tensor.type == Type::f16 ? half_bits(value)
                                   : static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
    for (unsigned k = 0; k < bytes_of(tensor.type); ++k)
      out += static_cast<char>(bits >> (8 * k) & 255U);
  }
  return out;
}

} // namespace stallscope::graph
