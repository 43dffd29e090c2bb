#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::graph::onnx {

// The subset of the messages of onnx.proto3 (ONNX IR version 8) that is read: members have the
// names and order of the fields. Views refer to the file's bytes.

/// Values of TensorProto.DataType.
enum DataType : std::int64_t {
  kFloat = 1,
  kUint8 = 2,
  kInt8 = 3,
  kUint16 = 4,
  kInt16 = 5,
  kInt32 = 6,
  kInt64 = 7,
  kBool = 9,
  kFloat16 = 10,
  kDouble = 11,
  kUint32 = 12,
  kUint64 = 13,
};

struct TensorProto {
  std::vector<std::int64_t> dims;
  std::int64_t data_type = 0;
  std::vector<float> float_data;
  std::vector<std::int32_t> int32_data;
  std::vector<std::int64_t> int64_data;
  std::string_view name;
  std::string_view raw_data;
  bool has_raw_data = false;
  std::vector<double> double_data;
  std::vector<std::uint64_t> uint64_data;
  std::string_view location; ///< external_data: file, offset and length
  std::string_view offset;
  std::string_view length;
  bool is_external = false;
};

struct AttributeProto {
  std::string_view name;
  std::int64_t type = 0; ///< 0: not given, in models before IR version 2
  double f = 0;
  std::int64_t i = 0;
  std::string_view s;
  std::optional<TensorProto> t;
  std::vector<double> floats;
  std::vector<std::int64_t> ints;
};

struct NodeProto {
  std::vector<std::string_view> input;
  std::vector<std::string_view> output;
  std::string_view name;
  std::string_view op_type;
  std::string_view domain;
  std::vector<AttributeProto> attribute;
};

struct Dimension {
  std::optional<std::int64_t> value;
  std::string_view param;
};

struct ValueInfoProto {
  std::string_view name;
  std::int64_t elem_type = 0; ///< 0: not a tensor
  bool has_shape = false;
  std::vector<Dimension> shape;
};

struct GraphProto {
  std::vector<NodeProto> node;
  std::string_view name;
  std::vector<TensorProto> initializer;
  std::vector<ValueInfoProto> input;
  std::vector<ValueInfoProto> output;
  std::vector<ValueInfoProto> value_info;
};

struct ModelProto {
  std::int64_t ir_version = 0;
  std::int64_t opset = 1; ///< version of the default domain "", whose name old models omit
  std::optional<GraphProto> graph;
};

/// More than `most` elements, which would need far more memory than the file's bytes.
class TooLarge : public std::length_error {
public:
  TooLarge(std::string_view what, std::uint64_t most)
      : std::length_error(std::string(what)), most_(most) {}
  [[nodiscard]] std::uint64_t most() const { return most_; }

private:
  std::uint64_t most_;
};

/// Decode a message. They throw protozero::exception for invalid bytes, and TooLarge.
[[nodiscard]] ModelProto decode_model(std::string_view bytes);
[[nodiscard]] TensorProto decode_tensor(std::string_view bytes);

} // namespace stallscope::graph::onnx
