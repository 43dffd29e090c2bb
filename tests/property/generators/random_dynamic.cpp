#include "property/generators/random_dynamic.hpp"

#include "shipped_machines.hpp"

#include <fmt/format.h>

#include <algorithm>

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
    port.count = std::min(some(random, 1, 2), m.stations[port.station].entries);
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
    if (splits && (c == static_cast<std::size_t>(OpClass::store) ||
                   c == static_cast<std::size_t>(OpClass::fp_store)))
      continue; // whole or in halves
    if (c == static_cast<std::size_t>(OpClass::nop) && random.chance(50))
      continue; // needs no port
    for (machine::Port& port : m.ports)
      if (random.chance(30))
        give(port, c);
    give(m.ports[random.below(ports)], c);
  }
  // A refinement runs alone wherever its class does: machine files cannot say otherwise.
  for (machine::Port& port : m.ports)
    for (std::size_t c = 0; c < isa::kOpClassCount; ++c)
      if (port.executes[c] &&
          port.alone[static_cast<std::size_t>(isa::base_of(static_cast<OpClass>(c)))])
        port.alone.set(c);
}

/// From one port to classes, and back: no pair of units in both.
void add_bypasses(machine::Dynamic& m, Random& random) {
  const std::string port = m.ports.front().name;
  m.bypasses.push_back({{port}, {"shift", "loads", "control"}, some(random, 1, 9)});
  if (random.chance(50))
    m.bypasses.push_back({{"loads", "fp_alu", "multiply"}, {"integer"}, some(random, 1, 3)});
}

bool splits_stores(const machine::Dynamic& m) {
  return std::any_of(m.ports.begin(), m.ports.end(),
                     [](const machine::Port& port) { return port.executes[machine::kStoreData]; });
}

} // namespace

machine::Dynamic random_dynamic(Random& random) {
  machine::Dynamic m;
  m.fetch_width = some(random, 1, 8);
  m.front_cycles = random.below(8);
  m.fetch_queue = some(random, 1, 32);
  m.redirect_cycles = random.below(4);
  m.decode_cycles = random.below(3);
  m.taken_branches = random.chance(30) ? random.below(4) : 0;
  m.branch_queue = random.chance(30) ? some(random, 1, 8) : 0;
  m.decode_micro_ops = random.chance(30) ? some(random, 1, 8) : 0;
  m.issue_width = random.chance(30) ? some(random, 1, 6) : 0;
  m.dispatch_width = some(random, 1, 8);
  m.renaming = static_cast<machine::Renaming>(random.below(3));
  add_ports(m, random);
  m.release = static_cast<machine::EntryRelease>(random.below(2));
  m.port_choice = static_cast<machine::PortChoice>(random.chance(50) ? random.below(3) : 0);
  m.reuse_same_cycle = random.chance(50);
  m.read_cycles = random.below(3);
  m.wakeup = m.renaming == machine::Renaming::none ? machine::Wakeup::after_write
                                                   : static_cast<machine::Wakeup>(random.below(2));
  m.result_buses = random.below(4);
  m.fetch_bytes = random.chance(30) ? 8U << random.below(4) : 0;
  m.fuse_compare_branch = random.chance(30);
  m.fuse_lui_addi = random.chance(30);
  m.fuse_load_op = random.chance(30);
  if (m.renaming == machine::Renaming::physical) {
    m.integer_registers = some(random, 40, 80);
    m.fp_registers = some(random, 40, 80);
  }
  m.disambiguation =
      random.chance(50) ? machine::Disambiguation::perfect : machine::Disambiguation::conservative;
  if (m.renaming == machine::Renaming::physical ||
      (m.renaming == machine::Renaming::tags && random.chance(70))) {
    m.disambiguation = static_cast<machine::Disambiguation>(random.below(3));
    m.store_buffer_entries = random.below(5);
    m.reorder_entries = some(random, 1, 64);
    m.retire_width = random.below(9);
    m.waits_behind_branches = random.chance(20);
    const bool waits_for_write = m.wakeup == machine::Wakeup::after_write;
    const bool keeps_entries = m.release == machine::EntryRelease::write;
    m.done_without_result =
        waits_for_write && !(keeps_entries && m.reuse_same_cycle) && random.chance(50);
    m.captures_store_data = waits_for_write && splits_stores(m) && random.chance(50);
  }
  m.fuse_store = splits_stores(m) && random.chance(30);
  if (!m.speculates())
    m.redirect_cycles = 0;
  m.forwarding = static_cast<machine::Forwarding>(random.below(4));
  m.serialise = random.chance(70);
  m.load_entries = random.below(8);
  m.store_entries = random.below(8);
  m.forward_cycles = some(random, 1, 5);
  if (m.disambiguation == machine::Disambiguation::predict && random.chance(50))
    m.store_set_cycles = some(random, 1, 200);
  if (m.renaming != machine::Renaming::none && random.chance(30))
    add_bypasses(m, random);
  m.pairs_count_once = random.chance(30);
  return m;
}

machine::Caches random_caches(Random& random) {
  machine::Caches caches;
  if (random.chance(50))
    return caches;
  const auto level = [&](const char* name, machine::CacheSide side) {
    machine::Cache cache;
    cache.name = name;
    cache.serves = side;
    cache.line_bytes = 16U << random.below(3);
    cache.ways = 1U << random.below(3);
    cache.size_bytes = std::uint64_t{cache.line_bytes} * cache.ways << random.below(4);
    cache.latency_cycles = some(random, 1, 4);
    cache.replacement = static_cast<machine::Replacement>(random.below(4));
    cache.write = static_cast<machine::WritePolicy>(random.below(2));
    cache.write_miss = static_cast<machine::WriteMiss>(random.below(3));
    cache.ports = random.below(3);
    cache.banks = 1U << random.below(3);
    cache.mshrs = some(random, 1, 4);
    cache.prefetcher = static_cast<machine::PrefetcherKind>(random.below(3));
    caches.levels.push_back(cache);
  };
  const bool split = random.chance(70);
  if (split) {
    level("L1I", machine::CacheSide::fetch);
    level("L1D", machine::CacheSide::data);
  } else {
    level("L1", static_cast<machine::CacheSide>(some(random, 1, 3)));
  }
  const std::size_t first_levels = caches.levels.size();
  if (random.chance(50)) {
    level("L2", machine::CacheSide::none);
    caches.levels.back().line_bytes = 64;
    caches.levels.back().size_bytes = std::uint64_t{64} * caches.levels.back().ways * 16;
  }
  for (std::size_t i = 0; i < caches.levels.size(); ++i)
    caches.levels[i].next = i < first_levels && caches.levels.size() > first_levels
                                ? first_levels
                                : caches.levels.size();
  const std::size_t data = caches.first_for(false);
  for (std::size_t i = 0; i < caches.levels.size(); ++i) // strides are those of loads and stores
    if (const bool serves_data =
            data < caches.levels.size() && (i == data || caches.levels[data].next == i);
        !serves_data && caches.levels[i].prefetcher == machine::PrefetcherKind::stride)
      caches.levels[i].prefetcher = machine::PrefetcherKind::next_line;
  caches.memory = {some(random, 5, 40), some(random, 1, 4)};
  if (random.chance(30)) {
    const auto entries = [&caches](bool fetch) {
      return caches.first_for(fetch) < caches.levels.size() ? 4U : 0U;
    };
    caches.data_tlb.entries = entries(false);
    caches.fetch_tlb.entries = entries(true);
  }
  return caches;
}

machine::Dynamic wide_machine() {
  machine::Dynamic m;
  m.fetch_width = m.dispatch_width = 4;
  m.front_cycles = 5;
  m.fetch_queue = 32;
  m.renaming = machine::Renaming::tags;
  m.release = machine::EntryRelease::issue;
  m.wakeup = machine::Wakeup::bypass;
  m.read_cycles = 1;
  m.reorder_entries = 128;
  m.load_entries = 32;
  m.store_entries = 24;
  m.forward_cycles = 4;
  m.stations = {{"all", 48}};
  for (unsigned i = 0; i < 5; ++i) {
    machine::Port port;
    port.name = fmt::format("p{}", i);
    for (std::size_t c = 0; c < machine::kPortClassCount; ++c) {
      const bool memory = c < isa::kOpClassCount && isa::is_memory(static_cast<isa::OpClass>(c));
      if (memory == (i >= 3) || c >= isa::kOpClassCount)
        port.executes.set(c);
      port.latency_cycles[c] = memory ? 4 : 1;
    }
    m.ports.push_back(port);
  }
  return m;
}

machine::Machine random_dynamic_machine(Random& random) {
  if (random.chance(20)) {
    const auto& presets = dynamic_presets();
    const machine::PresetInfo& preset =
        presets[random.below(static_cast<unsigned>(presets.size()))];
    return machine::load_machine(std::string(preset.name)).value();
  }
  machine::Machine machine;
  machine.name = "random";
  machine.dynamic = random_dynamic(random);
  machine.caches = random_caches(random);
  // bimode, the last kind, shares the chance of tournament: so the machine of a seed stays when a
  // kind is added.
  machine.predictor =
      static_cast<machine::PredictorKind>(random.below(machine::kBuiltInPredictorCount - 1));
  if (machine.predictor == machine::PredictorKind::tournament && random.chance(50))
    machine.predictor = machine::PredictorKind::bimode;
  if (!machine.dynamic->speculates())
    machine.predictor = machine::PredictorKind::not_taken;
  return machine;
}

} // namespace stallscope::property
