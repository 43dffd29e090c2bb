// Reads the description of dynamic scheduling.

#include "keys/op_classes.hpp"
#include "parse/draft.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::machine {

namespace {

/// Size of the largest instruction of RISC-V and MIPS. x86 programs need more: check_runs.
constexpr unsigned kLeastFetchBytes = 4;

void read_front(const DynamicTables& t, Dynamic& d) {
  d.fetch_width = t.front_end.count("width");
  d.fetch_bytes = read_power(t.front_end, "fetch_bytes");
  if (d.fetch_bytes != 0 && d.fetch_bytes < kLeastFetchBytes)
    t.front_end.report().error(
        t.front_end.place("fetch_bytes"),
        fmt::format("'front_end.fetch_bytes' is {}, less than an instruction of 4 bytes",
                    d.fetch_bytes),
        fmt::format("0, or a power of two from {}", kLeastFetchBytes));
  d.front_cycles = t.front_end.count("cycles");
  d.fetch_queue = t.front_end.count("queue");
  d.redirect_cycles = t.front_end.count("redirect_cycles");
  d.decode_cycles = t.front_end.count("decode_cycles");
  d.taken_branches = t.front_end.count("taken_branches");
  d.branch_queue = t.front_end.count("branch_queue");
  d.pairs_count_once = t.front_end.boolean("pairs_count_once");
  d.decode_micro_ops = t.decode.count("micro_ops");
  d.fuse_compare_branch = t.decode.boolean("fuse_compare_branch");
  d.fuse_lui_addi = t.decode.boolean("fuse_lui_addi");
  d.fuse_load_op = t.decode.boolean("fuse_load_op");
  d.fuse_store = t.decode.boolean("fuse_store");
  d.dispatch_width = t.dispatch.count("width");
  d.serialise = t.dispatch.boolean("serialise");
  d.renaming = t.rename.word<Renaming>("scheme");
  d.integer_registers = t.rename.count("integer_registers");
  d.fp_registers = t.rename.count("fp_registers");
}

void read_back(const DynamicTables& t, Dynamic& d) {
  d.release = t.scheduler.word<EntryRelease>("release");
  d.issue_width = t.scheduler.count("width");
  d.port_choice = t.scheduler.word<PortChoice>("port_choice");
  d.reuse_same_cycle = t.scheduler.boolean("reuse_same_cycle");
  d.read_cycles = t.scheduler.count("read_cycles");
  d.waits_behind_branches = t.scheduler.boolean("wait_behind_branches");
  d.wakeup = t.results.word<Wakeup>("wakeup");
  d.result_buses = t.results.count("buses");
  d.done_without_result = t.results.boolean("done_without_result");
  d.reorder_entries = t.reorder_buffer.count("entries");
  d.retire_width = t.reorder_buffer.count("width");
  d.disambiguation = t.load_store.word<Disambiguation>("disambiguation");
  d.forwarding = t.load_store.word<Forwarding>("forwarding");
  d.captures_store_data = t.load_store.boolean("capture_data");
  d.store_set_cycles = t.load_store.count("store_set_cycles");
  d.load_entries = t.load_store.count("load_entries");
  d.store_entries = t.load_store.count("store_entries");
  d.store_buffer_entries = t.load_store.count("store_buffer");
  d.forward_cycles = t.load_store.count("forward_cycles");
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
  port.name = table.identifier("name", kLaneSigns, kMaxLaneBytes);
  port.count = table.count("count");
  port.station = read_station(table, d);
  port.executes = table.port_classes("operations") & ~port_classes(named_elsewhere);
  port.latency_cycles = read_latencies(table, "port", port.name, port.executes);
  read_alone(table, port);
  return port;
}

} // namespace

DynamicTables::DynamicTables(const Section& file)
    : problems_before(file.report().count()), front_end(file.section("front_end")),
      decode(file.section("decode")), dispatch(file.section("dispatch")),
      rename(file.section("rename")), scheduler(file.section("scheduler")),
      results(file.section("results")), reorder_buffer(file.section("reorder_buffer")),
      load_store(file.section("load_store")), branch(file.section("branch")),
      station_values(file.list("station")), port_values(file.list("port")),
      bypass_values(file.list("bypass")) {
  for (const Value& item : station_values)
    stations.emplace_back(&item, "station", file.report());
  for (const Value& item : port_values)
    ports.emplace_back(&item, "port", file.report());
  for (const Value& item : bypass_values)
    bypasses.emplace_back(&item, "bypass", file.report());
}

void read_dynamic(const Section& file, DynamicTables& tables, Draft& draft) {
  Dynamic& d = draft.machine.dynamic.emplace();
  for (const std::string_view key : {"station", "port"}) {
    const Value* value = file.find(key);
    if (value == nullptr)
      file.missing(key);
    else if (value->kind == Value::Kind::array && value->items.empty())
      file.report().error(value->place, fmt::format("'{}' is an empty list", key),
                          fmt::format("at least one [[{}]]", key));
  }
  read_front(tables, d);
  for (const Section& table : tables.stations)
    d.stations.push_back(
        {table.identifier("name", kLaneSigns, kMaxLaneBytes), table.count("entries")});
  OpClassSet named;
  for (const Value& item : tables.port_values)
    named |= named_refinements(item);
  for (std::size_t i = 0; i < tables.ports.size(); ++i)
    d.ports.push_back(
        read_port(tables.ports[i], d, named & ~named_refinements(tables.port_values[i])));
  read_back(tables, d);
  read_bypasses(tables, d);
  draft.machine.predictor = tables.branch.word<PredictorKind>("predictor");
  tables.is_sound = file.report().count() == tables.problems_before;
}

} // namespace stallscope::machine
