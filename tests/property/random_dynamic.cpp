#include "property/random_dynamic.hpp"

#include <fmt/format.h>

namespace stallscope::property {

namespace {

using isa::OpClass;
using machine::kStoreAddress;
using machine::kStoreData;

unsigned some(Random& random, int first, int last) {
  return static_cast<unsigned>(random.between(first, last));
}

/// Every class on at least one port; store halves on a third of the machines.
void add_ports(machine::Dynamic& m, Random& random) {
  const unsigned stations = some(random, 1, 4);
  for (unsigned i = 0; i < stations; ++i)
    m.stations.push_back({fmt::format("s{}", i), some(random, 1, 12)});
  const unsigned ports = std::max(stations, some(random, 1, 6));
  for (unsigned i = 0; i < ports; ++i) {
    machine::Port port;
    port.name = fmt::format("p{}", i);
    port.station = i < stations ? i : random.below(stations);
    port.count = some(random, 1, 2);
    m.ports.push_back(port);
  }
  const bool splits = random.chance(33);
  const auto give = [&](machine::Port& port, std::size_t c) {
    port.executes.set(c);
    port.latency_cycles[c] = random.chance(10) ? some(random, 20, 60) : some(random, 1, 6);
    port.alone.set(c, random.chance(20));
  };
  for (std::size_t c = 0; c < machine::kPortClassCount; ++c) {
    if ((c == kStoreAddress || c == kStoreData) && !splits)
      continue;
    if (c == static_cast<std::size_t>(OpClass::nop) && random.chance(50))
      continue; // needs no port
    for (machine::Port& port : m.ports)
      if (random.chance(30))
        give(port, c);
    give(m.ports[random.below(ports)], c);
  }
}

} // namespace

machine::Dynamic random_dynamic(Random& random) {
  machine::Dynamic m;
  m.fetch_width = some(random, 1, 8);
  m.front_cycles = random.below(8);
  m.fetch_queue = some(random, 1, 32);
  m.redirect_cycles = random.below(4);
  m.decode_cycles = random.below(3);
  m.dispatch_width = some(random, 1, 8);
  m.renaming = static_cast<machine::Renaming>(random.below(2));
  add_ports(m, random);
  m.release = static_cast<machine::EntryRelease>(random.below(2));
  m.reuse_same_cycle = random.chance(50);
  m.read_cycles = random.below(3);
  m.wakeup = m.renaming == machine::Renaming::none ? machine::Wakeup::after_write
                                                   : static_cast<machine::Wakeup>(random.below(2));
  m.result_buses = random.below(4);
  if (m.renaming != machine::Renaming::none && random.chance(70)) {
    m.reorder_entries = some(random, 1, 64);
    m.retire_width = random.below(9);
  }
  m.load_entries = random.below(8);
  m.store_entries = random.below(8);
  m.forward_cycles = some(random, 1, 5);
  return m;
}

} // namespace stallscope::property
