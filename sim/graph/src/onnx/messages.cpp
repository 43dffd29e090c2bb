#include "onnx/messages.hpp"

#include "base/input_limits.hpp"

#include <protozero/pbf_reader.hpp>

namespace stallscope::graph::onnx {

namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

constexpr std::uint32_t number(std::uint32_t tag) {
  return protozero::tag_and_type(tag, pbf_wire_type::varint);
}
constexpr std::uint32_t fixed32(std::uint32_t tag) {
  return protozero::tag_and_type(tag, pbf_wire_type::fixed32);
}
constexpr std::uint32_t fixed64(std::uint32_t tag) {
  return protozero::tag_and_type(tag, pbf_wire_type::fixed64);
}
/// A length-delimited field: text, bytes, a message, or packed numbers.
constexpr std::uint32_t bytes(std::uint32_t tag) {
  return protozero::tag_and_type(tag, pbf_wire_type::length_delimited);
}

std::string_view view(pbf_reader& reader) {
  const protozero::data_view of = reader.get_view();
  return {of.data(), of.size()};
}
pbf_reader reader_of(std::string_view of) {
  return pbf_reader(of.data(), of.size());
}

/// Decodes messages, and limits the number of their elements.
class Decoder {
public:
  template <class To, class Range> void append_all(std::vector<To>& to, const Range& range) {
    for (const auto value : range)
      append(to, static_cast<To>(value));
  }

  template <class To, class Value> void append(std::vector<To>& to, Value value) {
    if (++numbers_ > static_cast<std::size_t>(InputLimits::graph_elements))
      throw TooLarge("numbers", InputLimits::graph_elements);
    to.push_back(value);
  }

  void add_name(std::vector<std::string_view>& to, pbf_reader& reader) {
    count();
    to.push_back(view(reader));
  }

  /// Counts an element whose memory can exceed its bytes in the file.
  void count() {
    if (++parts_ > InputLimits::onnx_messages)
      throw TooLarge("nodes, attributes, tensors, shapes and parts of them",
                     InputLimits::onnx_messages);
  }

  void decode_entry(TensorProto& out, pbf_reader reader) {
    std::string_view key;
    std::string_view value;
    while (reader.next())
      switch (reader.tag_and_type()) {
      case bytes(1):
        key = view(reader);
        break;
      case bytes(2):
        value = view(reader);
        break;
      default:
        reader.skip();
      }
    if (key == "location")
      out.location = value;
    else if (key == "offset")
      out.offset = value;
    else if (key == "length")
      out.length = value;
  }

  /// Decodes a numeric field, packed or not; false: another field.
  bool decode_numbers(TensorProto& out, pbf_reader& reader) {
    switch (reader.tag_and_type()) {
    case number(1):
      append(out.dims, reader.get_int64());
      return true;
    case bytes(1):
      append_all(out.dims, reader.get_packed_int64());
      return true;
    case fixed32(4):
      append(out.float_data, reader.get_float());
      return true;
    case bytes(4):
      append_all(out.float_data, reader.get_packed_float());
      return true;
    case number(5):
      append(out.int32_data, reader.get_int32());
      return true;
    case bytes(5):
      append_all(out.int32_data, reader.get_packed_int32());
      return true;
    case number(7):
      append(out.int64_data, reader.get_int64());
      return true;
    case bytes(7):
      append_all(out.int64_data, reader.get_packed_int64());
      return true;
    case fixed64(10):
      append(out.double_data, reader.get_double());
      return true;
    case bytes(10):
      append_all(out.double_data, reader.get_packed_double());
      return true;
    case number(11):
      append(out.uint64_data, reader.get_uint64());
      return true;
    case bytes(11):
      append_all(out.uint64_data, reader.get_packed_uint64());
      return true;
    default:
      return false;
    }
  }

  TensorProto decode_tensor(pbf_reader reader) {
    count();
    TensorProto out;
    while (reader.next()) {
      if (decode_numbers(out, reader))
        continue;
      switch (reader.tag_and_type()) {
      case number(2):
        out.data_type = reader.get_int32();
        break;
      case bytes(8):
        out.name = view(reader);
        break;
      case bytes(9):
        out.raw_data = view(reader);
        out.has_raw_data = true;
        break;
      case bytes(13):
        decode_entry(out, reader.get_message());
        break;
      case number(14):
        out.is_external = reader.get_int32() == 1;
        break;
      default:
        reader.skip();
      }
    }
    return out;
  }

  AttributeProto decode_attribute(pbf_reader reader) {
    count();
    AttributeProto out;
    while (reader.next())
      switch (reader.tag_and_type()) {
      case bytes(1):
        out.name = view(reader);
        break;
      case fixed32(2):
        out.f = static_cast<double>(reader.get_float());
        break;
      case number(3):
        out.i = reader.get_int64();
        break;
      case bytes(4):
        out.s = view(reader);
        break;
      case bytes(5):
        out.t = decode_tensor(reader.get_message());
        break;
      case fixed32(7):
        append(out.floats, static_cast<double>(reader.get_float()));
        break;
      case bytes(7):
        append_all(out.floats, reader.get_packed_float());
        break;
      case number(8):
        append(out.ints, reader.get_int64());
        break;
      case bytes(8):
        append_all(out.ints, reader.get_packed_int64());
        break;
      case number(20):
        out.type = reader.get_int32();
        break;
      default:
        reader.skip();
      }
    return out;
  }

  NodeProto decode_node(pbf_reader reader) {
    count();
    NodeProto out;
    while (reader.next())
      switch (reader.tag_and_type()) {
      case bytes(1):
        add_name(out.input, reader);
        break;
      case bytes(2):
        add_name(out.output, reader);
        break;
      case bytes(3):
        out.name = view(reader);
        break;
      case bytes(4):
        out.op_type = view(reader);
        break;
      case bytes(5):
        out.attribute.push_back(decode_attribute(reader.get_message()));
        break;
      case bytes(7):
        out.domain = view(reader);
        break;
      default:
        reader.skip();
      }
    return out;
  }

  Dimension decode_dimension(pbf_reader reader) {
    count();
    Dimension out;
    while (reader.next())
      switch (reader.tag_and_type()) {
      case number(1):
        out.value = reader.get_int64();
        break;
      case bytes(2):
        out.param = view(reader);
        break;
      default:
        reader.skip();
      }
    return out;
  }

  /// A TypeProto.Tensor.
  void decode_tensor_type(ValueInfoProto& out, pbf_reader reader) {
    while (reader.next())
      switch (reader.tag_and_type()) {
      case number(1):
        out.elem_type = reader.get_int32();
        break;
      case bytes(2): {
        out.has_shape = true;
        pbf_reader shape = reader.get_message();
        while (shape.next(1, pbf_wire_type::length_delimited))
          out.shape.push_back(decode_dimension(shape.get_message()));
        break;
      }
      default:
        reader.skip();
      }
  }

  ValueInfoProto decode_value(pbf_reader reader) {
    count();
    ValueInfoProto out;
    while (reader.next())
      switch (reader.tag_and_type()) {
      case bytes(1):
        out.name = view(reader);
        break;
      case bytes(2): {
        pbf_reader type = reader.get_message();
        while (type.next(1, pbf_wire_type::length_delimited))
          decode_tensor_type(out, type.get_message());
        break;
      }
      default:
        reader.skip();
      }
    return out;
  }

  /// A message field that occurs twice is merged, as in protobuf.
  void decode_graph(GraphProto& out, pbf_reader reader) {
    while (reader.next())
      switch (reader.tag_and_type()) {
      case bytes(1):
        out.node.push_back(decode_node(reader.get_message()));
        break;
      case bytes(2):
        out.name = view(reader);
        break;
      case bytes(5):
        out.initializer.push_back(decode_tensor(reader.get_message()));
        break;
      case bytes(11):
        out.input.push_back(decode_value(reader.get_message()));
        break;
      case bytes(12):
        out.output.push_back(decode_value(reader.get_message()));
        break;
      case bytes(13):
        out.value_info.push_back(decode_value(reader.get_message()));
        break;
      default:
        reader.skip();
      }
  }

  /// An OperatorSetIdProto; only the default domain is used.
  void decode_operators(ModelProto& out, pbf_reader reader) {
    std::string_view domain;
    std::int64_t version = 0;
    while (reader.next())
      switch (reader.tag_and_type()) {
      case bytes(1):
        domain = view(reader);
        break;
      case number(2):
        version = reader.get_int64();
        break;
      default:
        reader.skip();
      }
    if (domain.empty() || domain == "ai.onnx")
      out.opset = version;
  }

  ModelProto decode_model(pbf_reader reader) {
    ModelProto out;
    while (reader.next())
      switch (reader.tag_and_type()) {
      case number(1):
        out.ir_version = reader.get_int64();
        break;
      case bytes(7):
        if (!out.graph)
          out.graph.emplace();
        decode_graph(*out.graph, reader.get_message());
        break;
      case bytes(8):
        decode_operators(out, reader.get_message());
        break;
      default:
        reader.skip();
      }
    return out;
  }

private:
  std::size_t parts_ = 0;
  std::size_t numbers_ = 0;
};

} // namespace

ModelProto decode_model(std::string_view of) {
  return Decoder().decode_model(reader_of(of));
}

TensorProto decode_tensor(std::string_view of) {
  return Decoder().decode_tensor(reader_of(of));
}

} // namespace stallscope::graph::onnx
