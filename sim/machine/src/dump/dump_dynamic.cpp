#include "dump/dump_text.hpp"
#include "keys/op_classes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::machine::dumped {

namespace {

/// Refinements that must be listed explicitly: a port executes them without their class, or the
/// class without them. When a port names a refinement, only ports that name it execute it.
PortClassSet named_refinements(const Dynamic& d) {
  PortClassSet named;
  for (std::size_t i = 0; i < kOpClassCount; ++i) {
    const auto base = static_cast<std::size_t>(isa::base_of(static_cast<OpClass>(i)));
    for (const Port& port : d.ports)
      if (base != i && port.executes[base] != port.executes[i])
        named.set(i);
  }
  return named;
}

std::string operations(const Port& port, const PortClassSet& named) {
  std::vector<std::string_view> words = words_for(port.executes);
  for (std::size_t i = 0; i < kOpClassCount; ++i)
    if (const std::string_view name = port_class_name(i);
        named[i] && port.executes[i] && std::find(words.begin(), words.end(), name) == words.end())
      words.push_back(name);
  return list(words);
}

std::string of_port(const Dynamic& d, const Port& p, const PortClassSet& named,
                    std::string_view key) {
  const bool is_pipelined = p.alone != p.executes;
  if (key == "station")
    return string(d.stations[p.station].name);
  if (key == "operations")
    return operations(p, named);
  if (key == "latency")
    return latency(p.executes, p.latency_cycles);
  if (key == "latencies")
    return latencies(p.executes, p.latency_cycles);
  if (key == "pipelined")
    return is_pipelined ? "true" : "false";
  STALLSCOPE_CHECK(key == "alone", kUnwritten);
  return is_pipelined ? list(words_for(p.alone)) : "[]";
}

} // namespace

std::string dynamic_tables(const Dynamic& d, std::string_view name) {
  std::string out;
  const auto add = [&](const auto& object, auto other) {
    out += fmt::format("\n[[{}]]\n", name) + table(name, object, kAnyKind, other);
  };
  if (name == "station") {
    for (const Station& station : d.stations)
      add(station, no_other_key);
  } else if (name == "port") {
    const PortClassSet named = named_refinements(d);
    for (const Port& p : d.ports)
      add(p, [&](std::string_view key) { return of_port(d, p, named, key); });
  } else {
    STALLSCOPE_CHECK(name == "bypass", kUnwritten);
    for (const Bypass& bypass : d.bypasses)
      add(bypass,
          [&](std::string_view key) { return list(key == "from" ? bypass.from : bypass.to); });
  }
  return out;
}

} // namespace stallscope::machine::dumped
