// Reads the description of dynamic scheduling.

#include "keys/op_classes.hpp"
#include "parse/draft.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::machine {

namespace {

/// Size of the largest instruction of RISC-V and MIPS. x86 programs need more: check_runs.
constexpr unsigned kLeastFetchBytes = 4;

void check_fetch_bytes(const Draft& draft, Report& report) {
  const unsigned bytes = draft.machine.dynamic->fetch_bytes;
  if (bytes != 0 && bytes < kLeastFetchBytes)
    report.error(
        draft.place("front_end.fetch_bytes"),
        fmt::format("'front_end.fetch_bytes' is {}, less than an instruction of 4 bytes", bytes),
        fmt::format("0, or a power of two from {}", kLeastFetchBytes));
}

/// The station that a port issues from; the first when invalid.
unsigned read_station(const Section& table, const Dynamic& d) {
  if (table.find("station") == nullptr) {
    if (d.stations.size() > 1)
      table.missing("station");
    return 0;
  }
  const std::string name = table.text("station");
  std::vector<std::string_view> names;
  for (const Station& station : d.stations)
    names.push_back(station.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end())
    return static_cast<unsigned>(found - names.begin());
  if (!name.empty() || table.find("station")->kind == Value::Kind::text)
    table.report().unknown(
        table.place("station"),
        fmt::format("'port.station' names the station {}, which is not there", in_quotes(name)),
        names.empty() ? "the name of a [[station]]" : "one of " + joined(names), name, names);
  return 0;
}

/// Unpipelined classes of an otherwise pipelined port.
void read_alone(const Section& table, Port& port) {
  Report& report = table.report();
  const Value* value = table.find("alone");
  const bool is_given =
      value != nullptr && (value->kind != Value::Kind::array || !value->items.empty());
  if (!table.boolean("pipelined")) {
    if (is_given)
      report.error(value->place,
                   fmt::format("port '{}' has pipelined = false and a list of classes that run "
                               "alone",
                               port.name),
                   "one of them: without pipelining all its classes run alone");
    port.alone = port.executes;
    return;
  }
  if (!is_given)
    return;
  const std::size_t problems = report.count();
  const PortClassSet classes = table.port_classes("alone");
  port.alone = classes & port.executes;
  if (report.count() == problems && port.alone.none())
    report.error(value->place,
                 fmt::format("port '{}' executes none of what shall run alone in it", port.name),
                 "one of " + joined(words_for(port.executes)));
}

Port read_port(const Section& table, const Dynamic& d, const OpClassSet& named_elsewhere) {
  Port port;
  table.read_fields(port);
  port.station = read_station(table, d);
  port.executes = table.port_classes("operations") & ~port_classes(named_elsewhere);
  port.latency_cycles = read_latencies(table, "port", port.name, port.executes);
  read_alone(table, port);
  return port;
}

} // namespace

DynamicTables::DynamicTables(const Section& file)
    : problems_before(file.report().count()), station_values(file.list("station")),
      port_values(file.list("port")), bypass_values(file.list("bypass")) {
  for (const Value& item : station_values)
    stations.emplace_back(&item, "station", file.report());
  for (const Value& item : port_values)
    ports.emplace_back(&item, "port", file.report());
  for (const Value& item : bypass_values)
    bypasses.emplace_back(&item, "bypass", file.report());
}

void read_dynamic(const Section& file, DynamicTables& tables, Draft& draft) {
  Dynamic& d = *draft.machine.dynamic;
  for (const std::string_view key : {"station", "port"}) {
    const Value* value = file.find(key);
    if (value == nullptr)
      file.missing(key);
    else if (value->kind == Value::Kind::array && value->items.empty())
      file.report().error(value->place, fmt::format("'{}' is an empty list", key),
                          fmt::format("at least one [[{}]]", key));
  }
  check_fetch_bytes(draft, file.report());
  for (const Section& table : tables.stations)
    table.read_fields(d.stations.emplace_back());
  OpClassSet named;
  for (const Value& item : tables.port_values)
    named |= named_refinements(item);
  for (std::size_t i = 0; i < tables.ports.size(); ++i)
    d.ports.push_back(
        read_port(tables.ports[i], d, named & ~named_refinements(tables.port_values[i])));
  read_bypasses(tables, d);
  tables.is_sound = file.report().count() == tables.problems_before &&
                    draft.tables.are_sound(kOutOfOrder) && draft.tables.is_sound("branch");
}

} // namespace stallscope::machine
