// Common parts of [[unit]] and [[port]]: classes and latencies.

#include "keys/op_classes.hpp"
#include "parse/draft.hpp"

#include <fmt/format.h>

namespace stallscope::machine {

namespace {

constexpr std::size_t kNopClass = static_cast<std::size_t>(OpClass::nop);

bool is_refinement(std::size_t i) {
  return i < kOpClassCount && isa::base_of(static_cast<OpClass>(i)) != static_cast<OpClass>(i);
}

/// An entry for a class applies to the class and its refinements.
bool covers(std::size_t port_class, std::size_t other) {
  return port_class == other || (port_class < kOpClassCount && other < kOpClassCount &&
                                 is_or_refines(static_cast<OpClass>(port_class), other));
}

/// The classes of a set without refinements of other members.
std::vector<std::string_view> names_in(const PortClassSet& set) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < kPortClassCount; ++i)
    if (set[i] &&
        !(is_refinement(i) && set[static_cast<std::size_t>(isa::base_of(static_cast<OpClass>(i)))]))
      names.push_back(port_class_name(i));
  return names;
}

} // namespace

OpClassSet named_refinements(const Value& unit) {
  OpClassSet set;
  const Member* operations = unit.find("operations");
  if (operations == nullptr)
    return set;
  const auto add = [&set](const Value& item) {
    const auto op_class = isa::op_class_from_name(item.text);
    if (item.kind == Value::Kind::text && op_class && isa::base_of(*op_class) != *op_class)
      set.set(static_cast<std::size_t>(*op_class));
  };
  add(operations->value);
  for (const Value& item : operations->value.items)
    add(item);
  return set;
}

PortLatencies read_latencies(const Section& table, std::string_view what, const std::string& name,
                             const PortClassSet& operations) {
  PortLatencies latencies{};
  const auto common = static_cast<std::uint32_t>(table.integer("latency"));
  const KeySpec& range = key_spec(table.full("latency"));
  for (std::size_t i = 0; i < kPortClassCount; ++i)
    latencies[i] = operations[i] ? common : 0;
  const std::vector<std::string_view> names = names_in(operations);
  PortClassSet own; // refinements with a separate latency
  for (const Member& member : table.members("latencies")) {
    const auto port_class = port_class_from_name(member.name);
    if (!port_class || !operations[*port_class]) {
      const bool is_units_nop = port_class == kNopClass && what == "unit";
      table.report().unknown(
          member.place,
          is_units_nop ? std::string("nop has no latency of its own: it runs as integer does")
                       : fmt::format("{} '{}' executes no {}", what, name, in_quotes(member.name)),
          names.empty() ? fmt::format("a class the {} executes", what) : "one of " + joined(names),
          member.name, names);
      continue;
    }
    if (member.value.kind != Value::Kind::integer || member.value.integer < range.min ||
        member.value.integer > range.max) {
      table.wrong_type("latencies." + member.name, member.value, "an integer from " + range.range);
      continue;
    }
    const auto cycles = static_cast<std::uint32_t>(member.value.integer);
    own[*port_class] = is_refinement(*port_class);
    for (std::size_t i = 0; i < kPortClassCount; ++i)
      if (covers(*port_class, i) && operations[i] && !own[i])
        latencies[i] = cycles;
    latencies[*port_class] = cycles;
  }
  return latencies;
}

} // namespace stallscope::machine
