// Reads [[bypass]]: delays of the bypass network.

#include "keys/op_classes.hpp"
#include "parse/draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace stallscope::machine {

namespace {

/// The classes that a word denotes, by port: for a port all classes it executes, for a class or
/// group all ports that execute it.
std::optional<std::vector<PortClassSet>> classes_named(const Dynamic& d, std::string_view word) {
  std::vector<PortClassSet> of_port(d.ports.size());
  for (std::size_t p = 0; p < d.ports.size(); ++p)
    if (d.ports[p].name == word) {
      of_port[p] = d.ports[p].executes;
      return of_port;
    }
  PortClassSet classes;
  if (!parse_port_classes(word, classes))
    return std::nullopt;
  for (std::size_t p = 0; p < d.ports.size(); ++p)
    of_port[p] = d.ports[p].executes & classes;
  return of_port;
}

/// Reads `from` or `to`; nothing when invalid.
std::vector<std::string> read_words(const Section& table, std::string_view key, const Dynamic& d) {
  Report& report = table.report();
  const Value* value = table.find(key);
  if (value == nullptr) {
    table.missing(key);
    return {};
  }
  if (value->kind == Value::Kind::array && value->items.empty())
    report.error(value->place, fmt::format("'bypass.{}' is an empty list", key),
                 "at least one port, operation class or group");
  std::vector<std::string_view> known;
  for (const Port& port : d.ports)
    known.push_back(port.name);
  known.insert(known.end(), port_class_words().begin(), port_class_words().end());
  std::vector<std::string> words;
  const std::size_t problems = report.count();
  const auto read = [&](const Value& item) {
    if (item.kind != Value::Kind::text)
      return table.wrong_type(key, item, "the name of a port, an operation class or a group");
    const auto of_port = classes_named(d, item.text);
    if (!of_port)
      report.unknown(item.place,
                     fmt::format("'bypass.{}' names {}, which is no port and no operation class",
                                 key, in_quotes(item.text)),
                     "one of " + joined(known), item.text, known);
    else if (std::all_of(of_port->begin(), of_port->end(),
                         [](const PortClassSet& classes) { return classes.none(); }))
      report.error(item.place, fmt::format("no port executes {}", in_quotes(item.text)),
                   "a class that some port executes");
    words.push_back(item.text);
  };
  if (value->kind != Value::Kind::array)
    read(*value);
  else
    for (const Value& item : value->items)
      read(item);
  return report.count() == problems ? words : std::vector<std::string>{};
}

/// A class on one port that is in both tables; the name of port and class.
std::string common(const Dynamic& d, const std::vector<PortClassSet>& a,
                   const std::vector<PortClassSet>& b) {
  for (std::size_t p = 0; p < d.ports.size(); ++p)
    if (const PortClassSet both = a[p] & b[p]; both.any())
      return fmt::format("{} of port '{}'", words_for(both).front(), d.ports[p].name);
  return {};
}

} // namespace

std::vector<PortClassSet> executed_by(const Dynamic& machine,
                                      const std::vector<std::string>& words) {
  std::vector<PortClassSet> all(machine.ports.size());
  for (const std::string& word : words)
    if (const auto of_port = classes_named(machine, word))
      for (std::size_t p = 0; p < all.size(); ++p)
        all[p] |= (*of_port)[p];
  return all;
}

void read_bypasses(const DynamicTables& tables, Dynamic& machine) {
  constexpr std::size_t kMost = 64;
  if (tables.bypasses.size() > kMost)
    tables.bypasses[kMost].report().error(
        tables.bypasses[kMost].place(),
        fmt::format("the machine has {} tables [[bypass]]", tables.bypasses.size()),
        fmt::format("at most {}", kMost));
  for (const Section& table : tables.bypasses) {
    const std::size_t problems = table.report().count();
    Bypass bypass{read_words(table, "from", machine), read_words(table, "to", machine)};
    table.read_fields(bypass);
    if (table.report().count() != problems)
      continue;
    const auto from = executed_by(machine, bypass.from);
    const auto to = executed_by(machine, bypass.to);
    for (const Bypass& earlier : machine.bypasses) {
      const std::string producer = common(machine, executed_by(machine, earlier.from), from);
      const std::string consumer = common(machine, executed_by(machine, earlier.to), to);
      if (producer.empty() || consumer.empty())
        continue;
      table.report().error(
          table.place("from"),
          fmt::format("two tables [[bypass]] name the way from {} to {}", producer, consumer),
          "a pair of units in one of them at most");
      break;
    }
    machine.bypasses.push_back(std::move(bypass));
  }
  if (!machine.bypasses.empty() && machine.renaming == Renaming::none)
    tables.bypasses.front().report().error(
        tables.bypasses.front().place(),
        "results take longer to some units, but without renaming operands are read from the "
        "registers",
        "rename.scheme = \"tags\" or \"physical\", or no [[bypass]]");
}

} // namespace stallscope::machine
