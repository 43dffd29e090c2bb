#include "onnx/tensors.hpp"

#include "base/number.hpp"

#include <fmt/format.h>

#include <bit>

namespace stallscope::graph::onnx {

namespace {

Diagnostic tensor_problem(std::string message, std::string expected) {
  Diagnostic out;
  out.message = std::move(message);
  out.expected = std::move(expected);
  return out;
}

/// Bytes per element in raw_data; 0: unsupported type.
std::size_t raw_width(std::int64_t data_type) {
  switch (data_type) {
  case kUint8:
  case kInt8:
  case kBool:
    return 1;
  case kUint16:
  case kInt16:
  case kFloat16:
    return 2;
  case kFloat:
  case kInt32:
  case kUint32:
    return 4;
  case kInt64:
  case kUint64:
  case kDouble:
    return 8;
  default:
    return 0;
  }
}

double value_of_bits(std::uint64_t bits, std::int64_t data_type) {
  switch (data_type) {
  case kFloat:
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  case kDouble:
    return std::bit_cast<double>(bits);
  case kFloat16:
    return half_value(static_cast<std::uint16_t>(bits));
  case kInt8:
    return static_cast<std::int8_t>(bits);
  case kInt16:
    return static_cast<std::int16_t>(bits);
  case kInt32:
    return static_cast<std::int32_t>(bits);
  case kInt64:
    return static_cast<double>(static_cast<std::int64_t>(bits));
  default:
    return static_cast<double>(bits);
  }
}

/// Little endian, as specified by ONNX for all machines.
std::vector<double> raw_values(std::string_view raw, std::int64_t data_type) {
  const std::size_t width = raw_width(data_type);
  std::vector<double> out(raw.size() / width);
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < width; ++k)
      bits |= std::uint64_t{static_cast<unsigned char>(raw[i * width + k])} << (8 * k);
    out[i] = value_of_bits(bits, data_type);
  }
  return out;
}

/// Values from the typed field: int32_data holds all narrower types, including the bits of FLOAT16.
std::vector<double> listed_values(const TensorProto& proto) {
  switch (proto.data_type) {
  case kFloat:
    return {proto.float_data.begin(), proto.float_data.end()};
  case kDouble:
    return proto.double_data;
  case kInt64:
    return {proto.int64_data.begin(), proto.int64_data.end()};
  case kUint32:
  case kUint64:
    return {proto.uint64_data.begin(), proto.uint64_data.end()};
  default:
    break;
  }
  std::vector<double> out;
  for (const std::int32_t value : proto.int32_data)
    out.push_back(proto.data_type == kFloat16 ? half_value(static_cast<std::uint16_t>(value))
                                              : value);
  return out;
}

Result<std::vector<double>> external_values(const TensorProto& proto, std::size_t bytes,
                                            const ReadNamedFile& read) {
  if (!read)
    return tensor_problem("its values are in another file", "values in the model");
  const std::string name(proto.location);
  const auto offset =
      proto.offset.empty() ? std::optional<std::uint64_t>(0) : parse_number(proto.offset);
  const auto length =
      proto.length.empty() ? std::optional<std::uint64_t>(bytes) : parse_number(proto.length);
  if (!offset || !length || *length != bytes)
    return tensor_problem(
        fmt::format("its values are bytes {} to {} on of {}", proto.offset, proto.length, name),
        fmt::format("{} bytes", bytes));
  const Result<std::string_view> file = read(name);
  if (!file)
    return file.diagnostics();
  if (*offset > file->size() || *length > file->size() - *offset)
    return tensor_problem(fmt::format("{} has {} bytes, and values are at {} to {}", name,
                                      file->size(), *offset, *offset + *length),
                          "a complete file");
  return raw_values(file->substr(*offset, *length), proto.data_type);
}

} // namespace

std::optional<Type> type_of(std::int64_t data_type) {
  switch (data_type) {
  case kFloat:
    return Type::f32;
  case kDouble:
    return Type::f64;
  case kFloat16:
    return Type::f16;
  default:
    return raw_width(data_type) > 0 ? std::optional(Type::i32) : std::nullopt;
  }
}

Result<Tensor> tensor_of(const TensorProto& proto, const ReadNamedFile& read) {
  Tensor out;
  const auto type = type_of(proto.data_type);
  if (!type)
    return tensor_problem(fmt::format("elements of type {}", proto.data_type),
                          "FLOAT, DOUBLE, FLOAT16, BOOL or whole numbers");
  out.type = *type;
  std::int64_t product = 1;
  for (const std::int64_t size : proto.dims) {
    if (size < 0 || size > kMostElements || (product *= size) > kMostElements ||
        out.shape.size() >= kMostDimensions)
      return tensor_problem(
          fmt::format("{} is too large a shape", text_of(proto.dims)),
          fmt::format("at most {} dimensions and {} elements", kMostDimensions, kMostElements));
    out.shape.push_back(size);
  }
  const auto count = static_cast<std::size_t>(product);
  if (proto.is_external) {
    auto values = external_values(proto, count * raw_width(proto.data_type), read);
    if (!values)
      return values.diagnostics();
    out.values = std::move(*values);
    return out;
  }
  if (proto.has_raw_data && proto.raw_data.size() != count * raw_width(proto.data_type))
    return tensor_problem(fmt::format("{} bytes of elements, where {} claims {}",
                                      proto.raw_data.size(), text_of(out.shape),
                                      count * raw_width(proto.data_type)),
                          "as many elements as the sizes say");
  out.values =
      proto.has_raw_data ? raw_values(proto.raw_data, proto.data_type) : listed_values(proto);
  if (out.values.size() != count)
    return tensor_problem(fmt::format("{} elements, where {} claims {}", out.values.size(),
                                      text_of(out.shape), count),
                          "as many elements as the sizes say");
  return out;
}

} // namespace stallscope::graph::onnx
