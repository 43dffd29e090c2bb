#include "core/out_of_order/invariants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <initializer_list>
#include <utility>
#include <vector>

namespace stallscope::core {

namespace {

bool is_in_flight(const ReorderBuffer& rob, Slot slot) {
  return slot < rob.ops.size() && rob.ops[slot].id;
}

bool waits_in_station(const WindowOp& op) {
  return op.in_station && (op.progress == Progress::waiting || op.progress == Progress::ready);
}

/// Calls the checks until one finds something: later ones rely on the invariants of earlier ones.
template <class A, class B>
std::string first_broken(std::initializer_list<std::string (*)(const A&, const B&)> checks,
                         const A& a, const B& b) {
  for (const auto check : checks)
    if (std::string sentence = check(a, b); !sentence.empty())
      return sentence;
  return {};
}

std::string broken_loads(const LoadQueue& loads, const ReorderBuffer& rob) {
  if (loads.used != loads.end - loads.oldest)
    return fmt::format("load queue: {} entries in use, {} in the ring", loads.used,
                       loads.end - loads.oldest);
  OpId before;
  for (std::uint64_t at = loads.oldest; at < loads.end; ++at) {
    const Slot slot = loads.at(at);
    if (!is_in_flight(rob, slot) || !rob.ops[slot].planned->is_load)
      return fmt::format("load queue: no load in flight at position {}", at);
    if (rob.ops[slot].id <= before)
      return fmt::format("load queue: the load at position {} is older than the one before", at);
    before = rob.ops[slot].id;
  }
  return {};
}

std::string broken_stores(const StoreQueue& stores, const ReorderBuffer& rob) {
  if (stores.used != stores.end - stores.oldest)
    return fmt::format("store queue: {} entries in use, {} in the ring", stores.used,
                       stores.end - stores.oldest);
  std::uint64_t serial = 0;
  for (std::uint64_t at = stores.oldest; at < stores.end; ++at) {
    const StoreEntry& entry = stores.at(at);
    if (entry.serial <= serial || entry.serial > stores.last_serial)
      return fmt::format("store queue: the serial number at position {} is not in order", at);
    serial = entry.serial;
    for (const auto& [id, slot] :
         {std::pair{entry.id, entry.address_slot}, std::pair{entry.data, entry.data_slot}})
      if (rob.holds({id, slot}) &&
          (rob.ops[slot].store_position != at || rob.ops[slot].planned->is_load))
        return fmt::format("store queue: micro-op {} is not of the store at position {}", id.value,
                           at);
  }
  return {};
}

/// Every load refers to stores in front of it.
std::string broken_order(const LoadStoreQueue& lsq, const ReorderBuffer& rob) {
  for (std::uint64_t at = lsq.loads.oldest; at < lsq.loads.end; ++at) {
    const WindowOp& load = rob.ops[lsq.loads.at(at)];
    if (load.store_position > lsq.stores.end || load.source_position > load.store_position ||
        load.blocked_by > load.store_position)
      return fmt::format("load {} refers to a store behind it", load.id.value);
    if (load.store.writer && load.store.writer >= load.id)
      return fmt::format("load {} takes its value from a younger store", load.id.value);
  }
  return {};
}

std::string broken_window(const OutOfOrderCore& core, const OutOfOrderState& s) {
  const ReorderBuffer& rob = s.rob;
  unsigned used = 0;
  unsigned loads = 0;
  unsigned branches = 0;
  for (std::uint64_t at = rob.oldest; at < rob.end; ++at) {
    const WindowOp& op = rob.at(at);
    branches += op.is_control ? 1 : 0;
    if (at >= rob.undispatched)
      continue;
    used += op.planned->slots;
    loads += op.planned->is_load ? 1 : 0;
  }
  if (core.dynamic().speculates() ? used != rob.used : rob.used != 0)
    return fmt::format("reorder buffer: {} entries in use, micro-ops for {}", rob.used, used);
  if (rob.used > core.plan().reorder_entries)
    return "reorder buffer: more entries in use than there are";
  if (loads != s.lsq.loads.used)
    return fmt::format("load queue: {} entries for {} loads", s.lsq.loads.used, loads);
  if (s.lsq.loads.used > core.plan().load_entries || s.lsq.stores.used > core.plan().store_entries)
    return "load and store queue: more entries in use than there are";
  if (branches != s.branch_queue.size())
    return fmt::format("branch prediction queue: {} entries for {} branches", s.branch_queue.size(),
                       branches);
  if (s.branch_queue.size() > core.plan().branch_entries)
    return "branch prediction queue: more entries in use than there are";
  if (s.store_buffer.size() > core.dynamic().store_buffer_entries)
    return "store buffer: more entries in use than there are";
  return {};
}

std::string broken_branches(const OutOfOrderCore& /*core*/, const OutOfOrderState& s) {
  for (std::uint64_t at = s.branch_queue.oldest; at < s.branch_queue.end; ++at) {
    const BranchEntry& entry = s.branch_queue.at(at);
    if (entry.slot >= s.rob.ops.size() || s.rob.ops[entry.slot].id != entry.id ||
        !s.rob.ops[entry.slot].is_control)
      return fmt::format("branch prediction queue: position {} refers to no branch in flight", at);
    if (s.rob.ops[entry.slot].branch != at % kBranchEntries)
      return fmt::format("branch {} refers to the entry of another", entry.id.value);
  }
  return {};
}

std::string broken_stations(const OutOfOrderCore& core, const OutOfOrderState& s) {
  std::array<unsigned, kMaxStations> used{};
  std::array<unsigned, kMaxDemandSets> demand{};
  std::array<unsigned, kMaxPorts> bound{};
  for (std::uint64_t at = s.rob.oldest; at < s.rob.undispatched; ++at) {
    const WindowOp& op = s.rob.at(at);
    if (op.in_station)
      ++used[op.station];
    if (!waits_in_station(op)) {
      if (s.stations.ready.contains(s.slot_at(at)))
        return fmt::format("ready set: micro-op {} does not wait for a unit", op.id.value);
      continue;
    }
    ++demand[op.planned->port_set];
    if (core.plan().binds_ports)
      ++bound[static_cast<unsigned>(std::countr_zero(op.ports))];
    if ((op.missing != 0) != (op.progress == Progress::waiting))
      return fmt::format("micro-op {} is ready exactly when no operand is missing", op.id.value);
    if (op.progress == Progress::ready &&
        s.stations.ready.contains(s.slot_at(at)) == (op.wheel_bucket != kNoBucket))
      return fmt::format("micro-op {} is in the ready set or has an event", op.id.value);
  }
  for (unsigned st = 0; st < kMaxStations; ++st)
    if (used[st] != s.stations.used[st] ||
        (used[st] != 0 && used[st] > core.plan().station_entries[st]))
      return fmt::format("station {}: {} entries in use for {} micro-ops", st, s.stations.used[st],
                         used[st]);
  if (!std::equal(demand.begin(), demand.end(), s.stations.demand.begin()))
    return "port demand: not that of the micro-ops in stations";
  if (!std::equal(bound.begin(), bound.end(), s.units.bound.begin()))
    return "functional units: bound micro-ops are not those in stations";
  return {};
}

/// Every missing operand is in the wake-up list of its producer, once, and nothing else is.
std::string broken_wake_up(const OutOfOrderCore& /*core*/, const OutOfOrderState& s) {
  unsigned missing = 0;
  unsigned linked = 0;
  for (std::uint64_t at = s.rob.oldest; at < s.rob.undispatched; ++at) {
    const WindowOp& producer = s.rob.at(at);
    if (waits_in_station(producer))
      missing += static_cast<unsigned>(std::popcount(producer.missing));
    unsigned operand = producer.waiting_operand;
    for (Slot slot = producer.waiting_first; slot != kNoSlot;) {
      const WindowOp& consumer = s.rob.ops[slot];
      if (++linked > kWindowSlots * kOperands)
        return fmt::format("the wake-up list of micro-op {} has no end", producer.id.value);
      if (!consumer.id || consumer.id < producer.id || (consumer.missing >> operand & 1U) == 0 ||
          consumer.operands[operand].slot != s.slot_at(at))
        return fmt::format("the wake-up list of micro-op {} names an operand that does not wait",
                           producer.id.value);
      slot = consumer.operands[operand].next;
      operand = consumer.operands[operand].next_operand;
    }
  }
  if (missing != linked)
    return fmt::format("{} operands are missing, and {} are in wake-up lists", missing, linked);
  return {};
}

/// Every physical register is in one place: mapped, free, or the previous one of a destination.
std::string broken_registers(const OutOfOrderCore& core, const OutOfOrderState& s) {
  if (!core.plan().physical)
    return {};
  const std::array<unsigned, kRegisterKinds> count{core.dynamic().integer_registers,
                                                   core.dynamic().fp_registers};
  std::array<std::vector<unsigned>, kRegisterKinds> places{std::vector<unsigned>(count[0]),
                                                           std::vector<unsigned>(count[1])};
  bool exists = true;
  const auto add = [&](unsigned kind, std::uint16_t physical) {
    exists = exists && physical < places[kind].size();
    if (exists)
      ++places[kind][physical];
  };
  for (RegId reg = 0; reg < kMaxRegisters; ++reg)
    if (const unsigned kind = core.plan().register_kind[reg];
        kind != kRegisterKinds && s.rename_map[reg].physical != kNoPhysical)
      add(kind, s.rename_map[reg].physical);
  for (std::uint64_t at = s.rob.oldest; at < s.rob.undispatched; ++at) {
    const WindowOp& op = s.rob.at(at);
    for (unsigned d = 0; d < op.planned->op.write_count; ++d)
      if (op.planned->kinds[d] != kRegisterKinds && op.earlier[d].physical != kNoPhysical)
        add(op.planned->kinds[d], op.earlier[d].physical);
  }
  for (unsigned kind = 0; kind < kRegisterKinds; ++kind) {
    for (std::uint64_t at = s.free_lists[kind].first; at < s.free_lists[kind].end; ++at)
      add(kind, s.free_lists[kind].at(at));
    if (!exists)
      return "renaming: a physical register that the machine does not have";
    for (unsigned physical = 0; physical < places[kind].size(); ++physical)
      if (places[kind][physical] != 1)
        return fmt::format("renaming: register p{} of kind {} is in {} places", physical, kind,
                           places[kind][physical]);
  }
  return {};
}

/// The filter in front of searches counts the stores of both queues.
std::string broken_filter(const OutOfOrderCore& /*core*/, const OutOfOrderState& s) {
  StoreFilter counted;
  for (std::uint64_t at = s.lsq.stores.oldest; at < s.lsq.stores.end; ++at)
    counted.count(s.lsq.stores.at(at).address, s.lsq.stores.at(at).bytes, 1);
  for (std::uint64_t at = s.store_buffer.oldest; at < s.store_buffer.end; ++at)
    counted.count(s.store_buffer.at(at).address, s.store_buffer.at(at).bytes, 1);
  return counted.counts == s.lsq.stores.filter.counts
             ? ""
             : "store filter: not the stores of store queue and store buffer";
}

/// Fetch waits for branches in flight.
std::string broken_fetch(const OutOfOrderCore& /*core*/, const OutOfOrderState& s) {
  const Redirect& redirect = s.fetch.redirect;
  if (redirect.pending && (s.fetch.redirect_entry >= kBranchEntries ||
                           s.branch_queue.entries[s.fetch.redirect_entry].id != redirect.branch))
    return fmt::format("fetch: the redirect of branch {} has the entry of another",
                       redirect.branch.value);
  if (s.fetch.waits_for) {
    const BranchEntry* const branch = s.branch_queue.oldest_unresolved();
    if (branch == nullptr || branch->id != s.fetch.waits_for)
      return fmt::format("fetch: it waits for branch {}, which is not unresolved",
                         s.fetch.waits_for.value);
  }
  return {};
}

/// Results written in this cycle, each over a bus.
std::string broken_buses(const OutOfOrderCore& core, const OutOfOrderState& s) {
  ResultBuses used(core.dynamic().result_buses);
  for (std::uint64_t at = s.rob.oldest; at < s.rob.undispatched; ++at)
    if (const WindowOp& op = s.rob.at(at); op.progress == Progress::written &&
                                           op.written_at == s.cycle &&
                                           op.planned->op.write_count > 0)
      used.take(op.id);
  return broken_invariant(used, core.dynamic().result_buses);
}

} // namespace

std::string broken_invariant(const FetchUnit& fetch) {
  if (fetch.oldest_line >= fetch.lines.size())
    return "fetch unit: the oldest line at hand is none of them";
  if (fetch.lines[0] == fetch.lines[1] && fetch.lines[0] != kNowhere)
    return "fetch unit: one line is at hand twice";
  if (fetch.redirect.pending && !fetch.redirect.branch)
    return "fetch unit: a redirect that no branch requests";
  if (fetch.resumes_at != 0 && fetch.cause.why == Reason::none)
    return "fetch unit: it waits for no reason";
  return {};
}

std::string broken_invariant(const ResultBuses& used, unsigned buses) {
  return buses != 0 && used.taken(buses) > buses
             ? fmt::format("result buses: {} results in a cycle for {} buses", used.taken(buses),
                           buses)
             : "";
}

std::string broken_invariant(const RenameMap& map, const ReorderBuffer& rob) {
  for (std::uint64_t at = rob.oldest; at < rob.undispatched; ++at) {
    const WindowOp& op = rob.at(at);
    for (const RegId reg : op.planned->op.destinations())
      if (map[reg].writer < op.id)
        return fmt::format("rename map: register {} is not mapped to micro-op {}, which writes it",
                           reg, op.id.value);
  }
  for (RegId reg = 0; reg < map.size(); ++reg) {
    if (!rob.holds(map[reg]))
      continue;
    const WindowOp& writer = rob.ops[map[reg].slot];
    const auto written = writer.planned->op.destinations();
    if (writer.progress == Progress::fetched ||
        std::find(written.begin(), written.end(), reg) == written.end())
      return fmt::format(
          "rename map: register {} is mapped to micro-op {}, which does not write it", reg,
          writer.id.value);
  }
  return {};
}

std::string broken_invariant(const FunctionalUnits& units, const ReorderBuffer& rob,
                             std::uint64_t cycle, unsigned read_cycles) {
  std::array<OpId, kMaxPorts> occupied_by{};
  for (std::uint64_t at = rob.oldest; at < rob.undispatched; ++at) {
    const WindowOp& op = rob.at(at);
    if ((op.progress != Progress::executing && op.progress != Progress::timed) ||
        op.planned->ports == 0 || (op.planned->alone >> op.port & 1U) == 0 ||
        op.ends_at <= cycle + read_cycles)
      continue;
    if (occupied_by[op.port])
      return fmt::format("functional units: micro-ops {} and {} on port {}, which takes one",
                         occupied_by[op.port].value, op.id.value, op.port);
    occupied_by[op.port] = op.id;
    if (units.busy_until[op.port] != op.ends_at - read_cycles)
      return fmt::format("functional units: port {} is not busy as long as micro-op {}", op.port,
                         op.id.value);
  }
  for (unsigned port = 0; port < kMaxPorts; ++port)
    if (units.busy_until[port] > cycle && !occupied_by[port] && !units.keeps_port[port])
      return fmt::format("functional units: port {} is busy without a micro-op", port);
  return {};
}

std::string broken_invariant(const ReorderBuffer& rob) {
  if (!std::has_single_bit(rob.slot_mask + 1) || rob.slot_mask >= kWindowSlots)
    return "reorder buffer: the ring's size is a power of two, at most kWindowSlots";
  if (rob.oldest > rob.undispatched || rob.undispatched > rob.end ||
      rob.unissued > rob.undispatched)
    return "reorder buffer: positions are not in order";
  if (rob.end - rob.oldest > rob.slot_mask + 1)
    return "reorder buffer: more micro-ops in flight than slots";
  OpId before;
  for (std::uint64_t at = rob.oldest; at < rob.end; ++at) {
    const WindowOp& op = rob.at(at);
    if (op.id <= before)
      return fmt::format("reorder buffer: position {} is not in program order", at);
    before = op.id;
    if ((op.progress == Progress::fetched) != (at >= rob.undispatched))
      return fmt::format("reorder buffer: micro-op {} is on the wrong side of dispatch",
                         op.id.value);
  }
  for (std::uint64_t at = rob.end; at < rob.oldest + rob.slot_mask + 1; ++at)
    if (rob.at(at).id)
      return fmt::format("reorder buffer: the free slot {} has a micro-op", rob.slot_at(at));
  return {};
}

std::string broken_invariant(const BranchPredictionQueue& queue) {
  if (queue.oldest > queue.end || queue.size() > kBranchEntries)
    return "branch prediction queue: more entries in use than the ring has";
  OpId before;
  for (std::uint64_t at = queue.oldest; at < queue.end; ++at) {
    if (queue.at(at).id <= before)
      return fmt::format("branch prediction queue: position {} is not in program order", at);
    before = queue.at(at).id;
  }
  return {};
}

std::string broken_invariant(const FreeList& list) {
  if (list.first > list.end || list.size() > FreeList::kMost)
    return "free list: more registers than the ring has places";
  std::bitset<FreeList::kMost> is_free;
  for (std::uint64_t at = list.first; at < list.end; ++at) {
    const std::uint16_t physical = list.at(at);
    if (physical >= FreeList::kMost || is_free[physical])
      return fmt::format("free list: register p{} is in it twice, or does not exist", physical);
    is_free.set(physical);
  }
  return {};
}

std::string broken_invariant(const ReservationStations& stations) {
  unsigned used = 0;
  for (const unsigned entries : stations.used)
    used += entries;
  if (used != stations.total)
    return fmt::format("stations: {} entries in use together, {} counted", used, stations.total);
  for (unsigned set = 0; set < kMaxDemandSets; ++set)
    if ((stations.demand[set] != 0) != ((stations.demanded >> set & 1U) != 0))
      return fmt::format("port demand: the bit of set {} is not that of its count", set);
  return {};
}

std::string broken_invariant(const StoreBuffer& buffer) {
  if (buffer.oldest > buffer.unsent || buffer.unsent > buffer.end ||
      buffer.size() > StoreBuffer::kMost)
    return "store buffer: positions are not in order";
  for (std::uint64_t at = buffer.oldest; at < buffer.end; ++at) {
    const BufferedStore& store = buffer.at(at);
    if (store.sent != (at < buffer.unsent))
      return fmt::format("store buffer: position {} is sent exactly when it is before `unsent`",
                         at);
    if (store.bytes == 0)
      return fmt::format("store buffer: the store at position {} writes nothing", at);
  }
  return {};
}

std::string broken_invariant(const CompletionQueue& completions, const ReorderBuffer& rob) {
  unsigned events = 0;
  for (unsigned bucket = 0; bucket < CompletionQueue::kCycles; ++bucket) {
    Slot before = kNoSlot;
    for (Slot slot = completions.buckets[bucket]; slot != kNoSlot;
         slot = rob.ops[slot].wheel_next) {
      const WindowOp& op = rob.ops[slot];
      if (++events > kWindowSlots)
        return fmt::format("completion queue: the list of bucket {} has no end", bucket);
      if (!op.id || op.wheel_bucket != bucket || op.wheel_previous != before)
        return fmt::format("completion queue: slot {} is not linked in bucket {}", slot, bucket);
      if (before != kNoSlot && op.id <= rob.ops[before].id)
        return fmt::format("completion queue: bucket {} is not sorted by age", bucket);
      before = slot;
    }
  }
  for (std::uint64_t at = rob.oldest; at < rob.end; ++at) {
    const WindowOp& op = rob.at(at);
    events -= op.progress != Progress::fetched && op.wheel_bucket != kNoBucket ? 1 : 0;
    if (op.progress == Progress::executing && op.wheel_bucket == kNoBucket)
      return fmt::format("completion queue: executing micro-op {} has no event", op.id.value);
    if (completions.executed.contains(rob.slot_at(at)) != (op.progress == Progress::executed))
      return fmt::format("completion queue: micro-op {} waits for write-back exactly when executed",
                         op.id.value);
  }
  return events == 0 ? "" : "completion queue: an event without a micro-op, or the reverse";
}

std::string broken_invariant(const LoadStoreQueue& lsq, const ReorderBuffer& rob) {
  return first_broken<LoadStoreQueue, ReorderBuffer>(
      {
          [](const LoadStoreQueue& q, const ReorderBuffer& r) { return broken_loads(q.loads, r); },
          [](const LoadStoreQueue& q, const ReorderBuffer& r) {
            return broken_stores(q.stores, r);
          },
          broken_order,
      },
      lsq, rob);
}

std::string broken_invariant(const OutOfOrderCore& core, const OutOfOrderState& state) {
  using Core = OutOfOrderCore;
  using State = OutOfOrderState;
  return first_broken<Core, State>(
      {
          [](const Core&, const State& s) { return broken_invariant(s.rob); },
          [](const Core&, const State& s) { return broken_invariant(s.branch_queue); },
          [](const Core&, const State& s) { return broken_invariant(s.free_lists[0]); },
          [](const Core&, const State& s) { return broken_invariant(s.free_lists[1]); },
          [](const Core&, const State& s) { return broken_invariant(s.stations); },
          [](const Core&, const State& s) { return broken_invariant(s.store_buffer); },
          [](const Core&, const State& s) { return broken_invariant(s.completions, s.rob); },
          [](const Core&, const State& s) { return broken_invariant(s.lsq, s.rob); },
          [](const Core&, const State& s) { return broken_invariant(s.fetch); },
          [](const Core&, const State& s) { return broken_invariant(s.rename_map, s.rob); },
          [](const Core& c, const State& s) {
            return broken_invariant(s.units, s.rob, s.cycle, c.dynamic().read_cycles);
          },
          broken_window,
          broken_fetch,
          broken_buses,
          broken_branches,
          broken_stations,
          broken_wake_up,
          broken_registers,
          broken_filter,
      },
      core, state);
}

} // namespace stallscope::core
