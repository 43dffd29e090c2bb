#include "dump/dump_text.hpp"

#include "keys/op_classes.hpp"

#include <fmt/format.h>

#include <map>

namespace stallscope::machine::dumped {

namespace {

/// Escapes a TOML string. Dots are escaped when a line has more than the reader's limit.
std::string escaped(std::string_view text, bool keep_line_ends) {
  constexpr unsigned kManyDots = 50;
  std::string out;
  unsigned dots = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n' && keep_line_ends) {
      out += c;
      dots = 0;
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f || (c == '.' && ++dots > kManyDots)) {
      out += fmt::format("\\u{:04X}", byte);
    } else {
      out += c;
    }
  }
  return out;
}

/// The class whose latency a refinement inherits; the class itself when none is inherited.
std::size_t inherits_from(const PortClassSet& operations, std::size_t i) {
  if (i >= kOpClassCount)
    return i;
  const auto base = static_cast<std::size_t>(isa::base_of(static_cast<OpClass>(i)));
  return operations[base] ? base : i;
}

/// The most frequent latency of the classes of a unit or port, among equals the smallest.
std::uint32_t most_frequent(const PortClassSet& operations, const Cycles& latency_cycles) {
  std::map<std::uint32_t, unsigned> uses;
  for (std::size_t i = 0; i < kPortClassCount; ++i)
    if (operations[i])
      ++uses[latency_cycles[i]];
  std::uint32_t common = 1;
  unsigned most = 0;
  for (const auto& [latency, count] : uses)
    if (count > most) {
      common = latency;
      most = count;
    }
  return common;
}

} // namespace

std::string string(std::string_view text) {
  return '"' + escaped(text, false) + '"';
}

std::string text_block(std::string_view text) {
  if (text.find('\n') == std::string_view::npos)
    return string(text);
  return "\"\"\"\n" + escaped(text, true) + "\"\"\"";
}

std::string lines(const std::vector<std::string>& items) {
  if (items.empty())
    return "[]";
  return fmt::format("[\n  {},\n]", fmt::join(items, ",\n  "));
}

std::string latency(const PortClassSet& operations, const Cycles& latency_cycles) {
  return fmt::format("{}", most_frequent(operations, latency_cycles));
}

std::string latencies(const PortClassSet& operations, const Cycles& latency_cycles) {
  const std::uint32_t common = most_frequent(operations, latency_cycles);
  std::string others;
  for (std::size_t i = 0; i < kPortClassCount; ++i) {
    const std::size_t base = inherits_from(operations, i);
    if (operations[i] && latency_cycles[i] != (base == i ? common : latency_cycles[base]))
      others += fmt::format("{}{} = {}", others.empty() ? "" : ", ", port_class_name(i),
                            latency_cycles[i]);
  }
  return fmt::format("{{{}}}", others.empty() ? "" : " " + others + " ");
}

std::string value(const KeySpec& spec, const void* owner) {
  const Field& field = spec.field;
  if (field.load_text != nullptr)
    return string(field.load_text(owner));
  const std::int64_t number = field.load(owner);
  if (!spec.words.empty())
    return word(spec.name, number);
  if (spec.type == "boolean")
    return number != 0 ? "true" : "false";
  return fmt::format("{}", number);
}

} // namespace stallscope::machine::dumped
