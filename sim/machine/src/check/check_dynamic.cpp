// Contradictions between individually valid keys of a dynamically scheduled machine.

#include "isa/crack.hpp"
#include "isa/registers.hpp"
#include "keys/op_classes.hpp"
#include "machine/limits.hpp"
#include "parse/draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stallscope::machine {

namespace {

// Number of physical registers that can be allocated permanently; with those for the results of one
// more micro-op, dispatch can always progress (no deadlock).
constexpr unsigned kArchitecturalRegisters = 32;
constexpr unsigned kLeastFpRegisters = kArchitecturalRegisters + unsigned{isa::kMaxCrackedWrites};
constexpr unsigned kLeastIntegerRegisters = kLeastFpRegisters + isa::kTemporaryCount;

class Checks {
public:
  Checks(const DynamicTables& tables, const Draft& draft, Report& report)
      : t_(tables), draft_(draft), m_(draft.machine), d_(*m_.dynamic), report_(report) {}

  void window();
  void names();
  void columns();
  void ports();
  void stores();
  void renaming();
  void speculation();

private:
  /// Reports a key that needs a reorder buffer on a machine without one.
  void needs_reorder_buffer(bool given, const Place& place, std::string_view what) {
    if (given && !d_.speculates())
      report_.error(place, fmt::format("{}, but there is no reorder buffer", what),
                    "'reorder_buffer.entries', or not that");
  }

  /// Reports a key on the completion of operations without a result on a machine where it has no
  /// effect.
  void completion(bool given, const Place& place, std::string_view what) {
    needs_reorder_buffer(given, place, what);
    if (given && d_.wakeup == Wakeup::bypass)
      report_.error(place, fmt::format("{}, but results are bypassed", what),
                    "results.wakeup = \"after_write\", or not that");
  }

  /// An earlier station has the same name.
  [[nodiscard]] bool is_second_station(std::size_t i) const {
    const auto has_name = [&](const Station& s) { return s.name == d_.stations[i].name; };
    return std::any_of(d_.stations.begin(), d_.stations.begin() + static_cast<std::ptrdiff_t>(i),
                       has_name);
  }

  const DynamicTables& t_;
  const Draft& draft_;
  const Machine& m_;
  const Dynamic& d_;
  Report& report_;
};

/// The window must be large enough for everything between fetch and retirement.
void Checks::window() {
  unsigned behind = d_.reorder_entries;
  if (!d_.speculates())
    for (const Station& station : d_.stations)
      behind += station.entries;
  const auto spare = static_cast<unsigned>(isa::kMaxCracked);
  if (behind + d_.fetch_queue + spare > kMaxWindow)
    report_.error(d_.speculates() ? draft_.place("reorder_buffer.entries")
                                  : draft_.place("front_end.queue"),
                  fmt::format("{} micro-ops in {} and {} in the fetch queue", behind,
                              d_.speculates() ? "the reorder buffer" : "stations", d_.fetch_queue),
                  fmt::format("at most {} together", kMaxWindow - spare));
}

/// Stations and ports are addressed by name, also in --set.
void Checks::names() {
  constexpr const char* kOwn = "a name of its own for every station and port";
  for (std::size_t i = 0; i < d_.stations.size(); ++i)
    if (is_second_station(i))
      report_.error(t_.stations[i].place("name"),
                    fmt::format("a second station is named '{}'", d_.stations[i].name), kOwn);
  for (std::size_t i = 0; i < d_.ports.size(); ++i) {
    const std::string& name = d_.ports[i].name;
    const auto is_called = [&name](const auto& other) { return other.name == name; };
    const auto end = d_.ports.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::any_of(d_.ports.begin(), end, is_called))
      report_.error(t_.ports[i].place("name"), fmt::format("a second port is named '{}'", name),
                    kOwn);
    else if (std::any_of(d_.stations.begin(), d_.stations.end(), is_called))
      report_.error(t_.ports[i].place("name"),
                    fmt::format("a port is named '{}', and so is a station", name), kOwn);
  }
}

/// Stations and copies of ports are columns, as are the stages before and after them.
void Checks::columns() {
  std::map<std::string, std::string> taken{{"F", "the column of fetch"},
                                           {"W", "the column of results"}};
  if (d_.front_cycles > 0)
    taken.emplace("D", "the column of the front end behind fetch");
  if (d_.read_cycles > 0)
    taken.emplace("R", "the column in which operands are read");
  if (d_.speculates()) {
    taken.emplace("done", "the column of what waits for its retirement");
    taken.emplace("C", "the column of retirement");
  }
  const auto take = [&](const std::string& name, std::string owner, const Place& place) {
    const auto [found, is_new] = taken.emplace(name, std::move(owner));
    if (!is_new)
      report_.error(place, fmt::format("'{}' is also the name of {}", name, found->second),
                    "a name of its own for every station and port");
  };
  for (std::size_t i = 0; i < d_.stations.size(); ++i)
    take(d_.stations[i].name, "a station", t_.stations[i].place("name"));
  for (std::size_t i = 0; i < d_.ports.size(); ++i)
    for (unsigned copy = 1; copy <= d_.ports[i].count; ++copy)
      take(d_.ports[i].count == 1 ? d_.ports[i].name : fmt::format("{}{}", d_.ports[i].name, copy),
           fmt::format("a copy of port '{}'", d_.ports[i].name), t_.ports[i].place("name"));
}

void Checks::ports() {
  unsigned copies = 0;
  for (std::size_t i = 0; i < d_.ports.size(); ++i) {
    const Port& port = d_.ports[i];
    const Station& station = d_.stations[port.station];
    copies += port.count;
    // To use all copies of a port, as many operations must leave the station in a cycle. With
    // unpipelined classes one copy can be busy while others issue, unless operations keep their
    // entries.
    if (port.count > station.entries && (d_.release == EntryRelease::write || port.alone.none()))
      report_.error(t_.ports[i].place("count"),
                    fmt::format("the port '{}' has {} copies, but the station '{}' holds {}",
                                port.name, port.count, station.name, station.entries),
                    "at most as many copies as the station has entries");
  }
  if (copies > kMaxPorts)
    report_.error(t_.ports.back().place(), fmt::format("the machine has {} ports", copies),
                  fmt::format("at most {}, copies counted", kMaxPorts));
  if (d_.stations.size() > kMaxStations)
    report_.error(t_.stations[kMaxStations].place(),
                  fmt::format("the machine has {} stations", d_.stations.size()),
                  fmt::format("at most {}", kMaxStations));
  for (std::size_t i = 0; i < d_.stations.size(); ++i) {
    bool used = false;
    for (const Port& port : d_.ports)
      used |= port.station == i;
    if (!used && !is_second_station(i)) // an error reported elsewhere
      report_.error(
          t_.stations[i].place(),
          fmt::format("no port takes operations from the station '{}'", d_.stations[i].name),
          fmt::format("a [[port]] with station = \"{}\"", d_.stations[i].name));
  }
}

/// A store is either one micro-op or two.
void Checks::stores() {
  PortClassSet all;
  for (const Port& port : d_.ports)
    all |= port.executes;
  const auto split_only = [&](bool given, const Place& place, std::string_view what) {
    if (given && !all[kStoreData])
      report_.error(place, fmt::format("{}, but stores are one micro-op", what),
                    "ports for store_address and store_data, or not that");
  };
  split_only(d_.captures_store_data, draft_.place("load_store.capture_data"),
             "the data of stores is taken as it is written");
  split_only(d_.fuse_store, draft_.place("decode.fuse_store"), "the halves of a store are fused");
  if (!all[kStoreAddress] && !all[kStoreData])
    return;
  for (std::size_t i = 0; i < d_.ports.size(); ++i) {
    const Port& port = d_.ports[i];
    if (all[kStoreAddress] != all[kStoreData] &&
        (port.executes[kStoreAddress] || port.executes[kStoreData])) {
      report_.error(t_.ports[i].place("operations"),
                    fmt::format("a port executes {}, and none {}",
                                port_class_name(all[kStoreAddress] ? kStoreAddress : kStoreData),
                                port_class_name(all[kStoreAddress] ? kStoreData : kStoreAddress)),
                    "ports for both halves of a store, or for stores as they are");
      return;
    }
    for (const OpClass c : {OpClass::store, OpClass::fp_store})
      if (all[kStoreAddress] && all[kStoreData] && port.executes[static_cast<std::size_t>(c)]) {
        report_.error(t_.ports[i].place("operations"),
                      fmt::format("port '{}' executes {}, but there are ports for store_address "
                                  "and store_data",
                                  port.name, isa::name(c)),
                      "either stores as they are or their two halves; 'loads' are those of "
                      "'memory' without stores");
        return;
      }
  }
}

void Checks::renaming() {
  const bool physical = d_.renaming == Renaming::physical;
  const auto registers = [&](unsigned count, unsigned least, std::string_view key) {
    const Place place = draft_.tables["rename"].place(key);
    if (!physical && count > 0)
      report_.error(place,
                    fmt::format("'rename.{}' is {}, but registers are not renamed to physical ones",
                                key, count),
                    "rename.scheme = \"physical\", or no number of registers");
    if (physical && count < least)
      report_.error(place, fmt::format("'rename.{}' is {}", key, count),
                    fmt::format("at least {}: the {} architectural ones, and some to rename to",
                                least, kArchitecturalRegisters));
  };
  registers(d_.integer_registers, kLeastIntegerRegisters, "integer_registers");
  registers(d_.fp_registers, kLeastFpRegisters, "fp_registers");
  needs_reorder_buffer(physical, draft_.place("rename.scheme"),
                       "physical registers are given back at retirement");
  if (d_.renaming != Renaming::none)
    return;
  if (d_.speculates())
    report_.error(draft_.place("rename.scheme"),
                  "a reorder buffer, but registers are not renamed: no consumer could find the "
                  "results in it",
                  "rename.scheme = \"tags\" or \"physical\", or reorder_buffer.entries = 0");
  if (d_.wakeup == Wakeup::bypass)
    report_.error(draft_.place("results.wakeup"),
                  "results are bypassed, but without renaming operands are read from the registers",
                  "results.wakeup = \"after_write\", or another rename.scheme");
}

/// Fetch and dispatch behind an unresolved branch need a reorder buffer.
void Checks::speculation() {
  needs_reorder_buffer(d_.disambiguation == Disambiguation::predict,
                       draft_.place("load_store.disambiguation"),
                       "loads that were executed too early are fetched again");
  if (d_.store_set_cycles > 0 && d_.disambiguation != Disambiguation::predict)
    report_.error(draft_.place("load_store.store_set_cycles"),
                  "store sets are forgotten, but load_store.disambiguation has none",
                  "load_store.disambiguation = \"predict\", or store_set_cycles = 0");
  needs_reorder_buffer(d_.store_buffer_entries > 0, draft_.place("load_store.store_buffer"),
                       "the store buffer holds stores that have retired");
  needs_reorder_buffer(d_.retire_width > 0, draft_.place("reorder_buffer.width"),
                       "so many micro-ops retire in a cycle");
  needs_reorder_buffer(d_.redirect_cycles > 0, draft_.place("front_end.redirect_cycles"),
                       "'front_end.redirect_cycles' is about mispredictions");
  needs_reorder_buffer(d_.waits_behind_branches, draft_.place("scheduler.wait_behind_branches"),
                       "operations behind a branch wait in their stations");
  completion(d_.done_without_result, draft_.place("results.done_without_result"),
             "what has no result is done with its execution");
  if (d_.done_without_result && d_.release == EntryRelease::write && d_.reuse_same_cycle)
    report_.error(draft_.place("results.done_without_result"),
                  "what has no result is done with its execution, and its entry would be taken "
                  "while it still executes",
                  "scheduler.reuse_same_cycle = false, or release = \"issue\"");
  completion(d_.captures_store_data, draft_.place("load_store.capture_data"),
             "the data of stores is taken as it is written");
  needs_reorder_buffer(m_.predictor != PredictorKind::not_taken, draft_.place("branch.predictor"),
                       "branches are predicted");
  constexpr const char* kTargets = "targets of branches and jumps are predicted";
  needs_reorder_buffer(m_.prediction.btb.entries > 0, draft_.place("btb.entries"), kTargets);
  needs_reorder_buffer(m_.prediction.return_stack.depth > 0, draft_.place("return_stack.depth"),
                       kTargets);
  needs_reorder_buffer(m_.prediction.indirect.predictor != IndirectKind::none,
                       draft_.place("indirect.predictor"), kTargets);
  if (d_.speculates() && m_.prediction.btb.entries > 0 && d_.decode_cycles == 0)
    report_.error(draft_.place("btb.entries"),
                  "a branch target buffer, but with front_end.decode_cycles = 0 targets are known "
                  "at fetch without one",
                  "a larger front_end.decode_cycles, or entries = 0");
}

} // namespace

void check_dynamic(const DynamicTables& tables, const Draft& draft, Report& report) {
  // The default that replaced an invalid value can cause further contradictions.
  if (!tables.is_sound)
    return;
  Checks checks(tables, draft, report);
  checks.window();
  const std::size_t problems = report.count();
  checks.names();
  if (report.count() == problems)
    checks.columns();
  checks.ports();
  checks.stores();
  checks.renaming();
  checks.speculation();
}

} // namespace stallscope::machine
