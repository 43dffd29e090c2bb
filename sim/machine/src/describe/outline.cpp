#include "keys/keys.hpp"
#include "machine/machine_file.hpp"

#include <fmt/format.h>

namespace stallscope::machine {

namespace {

/// The stages of a pipeline, with the units in place of execute.
std::string pipeline(const Machine& machine) {
  std::string text;
  for (std::size_t s = 0; s < machine.stages.size(); ++s) {
    text += s == 0 ? "" : " -> ";
    if (!machine.stages[s].does(StageRole::execute)) {
      text += machine.stages[s].name;
      continue;
    }
    std::string units;
    for (const Unit& unit : machine.units) {
      units += units.empty() ? "" : " | ";
      units += unit.lanes.front();
      if (unit.lanes.size() > 1)
        units += ".." + unit.lanes.back();
      if (unit.count > 1)
        units += fmt::format(" x{}", unit.count);
    }
    text += machine.units.size() == 1 ? units : "(" + units + ")";
  }
  return text + '\n';
}

std::string renaming(const Dynamic& d) {
  switch (d.renaming) {
  case Renaming::none:
    return "no renaming";
  case Renaming::tags:
    return "renaming to tags";
  case Renaming::physical:
    break;
  }
  return fmt::format("{} integer and {} floating-point registers", d.integer_registers,
                     d.fp_registers);
}

std::string size(std::uint64_t bytes) {
  constexpr std::uint64_t kKibi = 1024;
  return bytes % (kKibi * kKibi) == 0 ? fmt::format("{} MiB", bytes / (kKibi * kKibi))
         : bytes % kKibi == 0         ? fmt::format("{} KiB", bytes / kKibi)
                                      : fmt::format("{} bytes", bytes);
}

/// The stations with their ports.
std::string stations(const Dynamic& d) {
  std::string text;
  for (std::size_t i = 0; i < d.stations.size(); ++i) {
    std::string ports;
    for (const Port& port : d.ports)
      if (port.station == i)
        ports += fmt::format("{}{}{}", ports.empty() ? "" : " | ", port.name,
                             port.count > 1 ? fmt::format(" x{}", port.count) : "");
    text += fmt::format("{} ({}) -> {}\n", d.stations[i].name, d.stations[i].entries, ports);
  }
  return text;
}

std::string dynamic_outline(const Machine& m) {
  const Dynamic& d = *m.dynamic;
  std::string text = fmt::format(
      "{}-wide out of order, {}, {}\n", d.dispatch_width,
      d.speculates() ? fmt::format("reorder buffer {}", d.reorder_entries) : "no reorder buffer",
      renaming(d));
  text +=
      fmt::format("fetch {} a cycle, {}\n", d.fetch_width,
                  d.front_cycles == 0 ? "dispatched in the same cycle"
                                      : fmt::format("dispatched {} cycle{} later", d.front_cycles,
                                                    d.front_cycles == 1 ? "" : "s"));
  if (d.speculates())
    text += fmt::format("branches predicted: {}\n",
                        key_spec("branch.predictor").words[static_cast<std::size_t>(m.predictor)]);
  text += stations(d);
  for (const Cache& cache : m.caches.levels)
    text += fmt::format("cache {}: {}, {}-way\n", cache.name, size(cache.size_bytes), cache.ways);
  return text;
}

} // namespace

std::string outline(const Machine& machine) {
  return machine.dynamic ? dynamic_outline(machine) : pipeline(machine);
}

} // namespace stallscope::machine
