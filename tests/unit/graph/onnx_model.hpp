#pragma once

#include "graph/onnx/read.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::graph {

/// Writes messages of ONNX, field after field, by the encoding of protocol buffers
/// (protobuf.dev/programming-guides/encoding).
class OnnxMessage {
public:
  OnnxMessage& number(std::uint32_t field, std::uint64_t value) {
    varint(field << 3);
    varint(value);
    return *this;
  }
  OnnxMessage& bytes(std::uint32_t field, std::string_view value) {
    varint(field << 3 | 2U);
    varint(value.size());
    text_ += value;
    return *this;
  }
  OnnxMessage& message(std::uint32_t field, const OnnxMessage& value) {
    return bytes(field, value.text_);
  }
  OnnxMessage& fixed32(std::uint32_t field, float value) {
    varint(field << 3 | 5U);
    const auto bits = std::bit_cast<std::uint32_t>(value);
    for (unsigned i = 0; i < 4; ++i)
      text_ += static_cast<char>(bits >> (8 * i) & 255U);
    return *this;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  void varint(std::uint64_t value) {
    for (; value >= 128; value >>= 7)
      text_ += static_cast<char>(value | 128U);
    text_ += static_cast<char>(value);
  }
  std::string text_;
};

inline constexpr std::uint64_t kOnnxFloat = 1;
inline constexpr std::uint64_t kOnnxInt64 = 7;

inline OnnxMessage onnx_integers(std::string_view name, const std::vector<std::int64_t>& values) {
  OnnxMessage out;
  out.bytes(1, name).number(20, 7);
  for (const std::int64_t value : values)
    out.number(8, static_cast<std::uint64_t>(value));
  return out;
}
inline OnnxMessage onnx_integer(std::string_view name, std::int64_t value) {
  return OnnxMessage().bytes(1, name).number(20, 2).number(3, static_cast<std::uint64_t>(value));
}
inline OnnxMessage onnx_float(std::string_view name, float value) {
  return OnnxMessage().bytes(1, name).number(20, 1).fixed32(2, value);
}

/// A model, put together name by name.
class OnnxModel {
public:
  explicit OnnxModel(std::uint64_t opset = 17) : opset_(opset) {}

  OnnxModel& node(std::string_view op, const std::vector<std::string>& inputs,
                  const std::vector<std::string>& outputs,
                  const std::vector<OnnxMessage>& attributes = {}) {
    OnnxMessage of;
    for (const std::string& name : inputs)
      of.bytes(1, name);
    for (const std::string& name : outputs)
      of.bytes(2, name);
    of.bytes(4, op);
    for (const OnnxMessage& attribute : attributes)
      of.message(5, attribute);
    graph_.message(1, of);
    return *this;
  }
  OnnxModel& floats(std::string_view name, const Shape& shape, const std::vector<float>& values) {
    OnnxMessage of;
    for (const std::int64_t size : shape)
      of.number(1, static_cast<std::uint64_t>(size));
    of.number(2, kOnnxFloat);
    for (const float value : values)
      of.fixed32(4, value);
    graph_.message(5, of.bytes(8, name));
    return *this;
  }
  OnnxModel& integers(std::string_view name, const std::vector<std::int64_t>& values) {
    OnnxMessage of;
    of.number(1, values.size()).number(2, kOnnxInt64);
    for (const std::int64_t value : values)
      of.number(7, static_cast<std::uint64_t>(value));
    graph_.message(5, of.bytes(8, name));
    return *this;
  }
  /// A size of -1 is that of the dimension "batch".
  OnnxModel& value(std::uint32_t field, std::string_view name, const Shape& shape,
                   std::uint64_t type = kOnnxFloat) {
    OnnxMessage sizes;
    for (const std::int64_t size : shape)
      sizes.message(1, size < 0 ? OnnxMessage().bytes(2, "batch")
                                : OnnxMessage().number(1, static_cast<std::uint64_t>(size)));
    const OnnxMessage tensor = OnnxMessage().number(1, type).message(2, sizes);
    graph_.message(field,
                   OnnxMessage().bytes(1, name).message(2, OnnxMessage().message(1, tensor)));
    return *this;
  }
  OnnxModel& input(std::string_view name, const Shape& shape) { return value(11, name, shape); }
  OnnxModel& output(std::string_view name, const Shape& shape) { return value(12, name, shape); }
  OnnxModel& inside(std::string_view name, const Shape& shape) { return value(13, name, shape); }

  [[nodiscard]] std::string text() const {
    return OnnxMessage()
        .number(1, 8)
        .message(7, graph_)
        .message(8, OnnxMessage().bytes(1, "").number(2, opset_))
        .text();
  }

private:
  std::uint64_t opset_;
  OnnxMessage graph_;
};

inline Graph graph_of(const OnnxModel& model, const OnnxOptions& options = {}) {
  const Result<Graph> graph = read_onnx(model.text(), "test.onnx", options);
  INFO(format(graph.diagnostics()));
  REQUIRE(graph.ok());
  return *graph;
}
inline std::string problems_of(const OnnxModel& model, const OnnxOptions& options = {}) {
  const Result<Graph> graph = read_onnx(model.text(), "test.onnx", options);
  return graph.ok() ? std::string() : format(graph.diagnostics());
}

} // namespace stallscope::graph
