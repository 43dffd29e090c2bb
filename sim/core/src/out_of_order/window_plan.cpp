#include "core/out_of_order/window_plan.hpp"

#include "base/check.hpp"
#include "core/out_of_order/window_state.hpp"
#include "core/units/memory_hierarchy.hpp"
#include "machine/limits.hpp"
#include "out_of_order/bypass.hpp"
#include "trace/ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace stallscope::core {

static_assert(machine::kPortClassCount - 2 <= kMaxDemandSets,
              "each class may have ports of its own; stores are whole or halves, not both");
static_assert(machine::kMaxWindow <= kWindowSlots && machine::kMaxFrontCycles < kFrontHistory &&
                  machine::kMaxStations <= kMaxStations && machine::kMaxPorts <= kMaxPorts &&
                  machine::kMaxStoreBuffer <= StoreBuffer::kMost &&
                  machine::kMaxPhysicalRegisters <= FreeList::kMost,
              "the limits of machine files fit into the plan");

namespace {

/// Size of a lane without a limit: micro-ops of several instructions, or overlapped in a pipeline.
constexpr unsigned kAnyNumber = 0;

std::uint8_t next_lane(const WindowPlan& plan) {
  return static_cast<std::uint8_t>(plan.names.size());
}

/// An empty lane slot is one of the slots lost at this ledger point.
void explain_by(Lane& lane, trace::LedgerPoint point) {
  lane.lost_at = static_cast<std::uint8_t>(point);
}

Lane& add_lane(WindowPlan& plan, std::string name, std::string mark, unsigned slots) {
  Lane& added = plan.names.emplace_back();
  added.name = std::move(name);
  added.mark = std::move(mark);
  added.slots = static_cast<std::uint16_t>(slots);
  return added;
}

/// Names the lanes up to the stations.
void name_front(WindowPlan& plan, const machine::Dynamic& m) {
  plan.fetch_lane = plan.front_lane = next_lane(plan);
  explain_by(add_lane(plan, "F", "", kAnyNumber), trace::LedgerPoint::fetch);
  if (m.front_cycles > 0) {
    plan.front_lane = next_lane(plan);
    add_lane(plan, "D", "", kAnyNumber).is_queue = true;
  }
  for (Lane& lane : plan.names) {
    lane.is_front = true;
    lane.own_cycles = m.front_cycles > 0 ? 1 : 0;
  }
  if (m.front_cycles > 0)
    plan.names[plan.front_lane].own_cycles = static_cast<std::uint16_t>(m.front_cycles - 1);
  plan.station_lane = next_lane(plan);
  for (const machine::Station& station : m.stations)
    add_lane(plan, station.name, "I", station.entries).is_queue = true;
}

/// A port that executes one kind of operations: refinements count as their class.
bool executes_one_kind(const machine::Port& port) {
  machine::PortClassSet kinds;
  for (std::size_t c = 0; c < machine::kPortClassCount; ++c)
    if (port.executes[c])
      kinds.set(c < isa::kOpClassCount
                    ? static_cast<std::size_t>(isa::base_of(static_cast<isa::OpClass>(c)))
                    : c);
  return kinds.count() == 1;
}

/// Adds the ports with their lanes, in the order of the machine file, after the lane in which
/// issued micro-ops read their operands.
void add_ports(WindowPlan& plan, const machine::Dynamic& m) {
  LaneId read = kNoLane;
  if (m.read_cycles > 0) {
    read = next_lane(plan);
    Lane& lane = add_lane(plan, "R", "", kAnyNumber);
    lane.is_lead = true;
    explain_by(lane, trace::LedgerPoint::ports);
  }
  for (std::size_t p = 0; p < m.ports.size(); ++p) {
    const machine::Port& port = m.ports[p];
    for (unsigned copy = 0; copy < port.count; ++copy) {
      const std::string number = port.count > 1 ? fmt::format("{}", copy + 1) : "";
      plan.ports.push_back(
          {static_cast<std::uint8_t>(p), static_cast<std::uint8_t>(port.station), next_lane(plan)});
      Lane& unit = add_lane(plan, port.name + number, "E", kAnyNumber);
      unit.is_unit = true;
      unit.reads_registers = m.renaming != machine::Renaming::tags;
      unit.lead = read;
      unit.lead_cycles = static_cast<std::uint8_t>(m.read_cycles);
      explain_by(unit, trace::LedgerPoint::ports);
      if (m.release == machine::EntryRelease::write) // the operation keeps its reservation station
                                                     // until write-back
        unit.queue = static_cast<LaneId>(plan.station_lane + port.station);
    }
  }
  if (m.port_choice == machine::PortChoice::specialised)
    std::stable_partition(plan.ports.begin(), plan.ports.end(), [&m](const PlanPort& port) {
      return executes_one_kind(m.ports[port.described]);
    });
  for (std::size_t index = 0; index < plan.ports.size(); ++index) {
    const machine::Port& port = m.ports[plan.ports[index].described];
    plan.station_ports[port.station] |= 1U << index;
    plan.latency.push_back(port.latency_cycles);
    for (std::size_t c = 0; c < machine::kPortClassCount; ++c) {
      plan.ports_of[c] |= port.executes[c] ? 1U << index : 0U;
      plan.alone_on[c] |= port.executes[c] && port.alone[c] ? 1U << index : 0U;
    }
  }
}

/// Names the lanes after the ports.
void name_back(WindowPlan& plan, const machine::Dynamic& m) {
  plan.write_lane = next_lane(plan);
  Lane& write = add_lane(plan, "W", "", kAnyNumber);
  if (!m.speculates()) {
    // Micro-ops complete at write-back on machines without a reorder buffer.
    explain_by(write, trace::LedgerPoint::retire);
    return;
  }
  plan.done_lane = next_lane(plan);
  add_lane(plan, "done", "-", kAnyNumber).is_queue = true;
  plan.retire_lane = next_lane(plan);
  const bool shares_slots = m.fuse_load_op || m.fuse_store;
  Lane& retire = add_lane(plan, "C", "", shares_slots ? kAnyNumber : plan.retire_width);
  if (shares_slots)
    retire.slots_a_cycle = static_cast<std::uint16_t>(plan.retire_width);
  explain_by(retire, trace::LedgerPoint::retire);
}

/// Collects the distinct port sets, and tabulates the unions of all combinations.
void collect_wants(WindowPlan& plan) {
  for (const std::uint32_t ports : plan.ports_of)
    if (ports != 0 &&
        std::find(plan.port_sets.begin(), plan.port_sets.end(), ports) == plan.port_sets.end())
      plan.port_sets.push_back(ports);
  STALLSCOPE_CHECK(plan.port_sets.size() <= kMaxDemandSets,
                   "more sets of ports than there are classes");
  constexpr std::size_t kMostTabled = 12; // maximum number of sets with a table: 4 KiB
  if (plan.port_sets.size() > kMostTabled)
    return;
  for (std::uint64_t sets = 0; sets < std::uint64_t{1} << plan.port_sets.size(); ++sets)
    plan.demanded_ports.push_back(
        static_cast<std::uint8_t>(std::popcount(demanded_ports(plan, sets))));
}

} // namespace

std::uint32_t demanded_ports(const WindowPlan& plan, std::uint64_t sets) {
  std::uint32_t ports = 0;
  if (sets == 0)
    return static_cast<std::uint32_t>((std::uint64_t{1} << plan.ports.size()) - 1);
  for (; sets != 0; sets &= sets - 1)
    ports |= plan.port_sets[static_cast<std::size_t>(std::countr_zero(sets))];
  return ports;
}

namespace {

void plan_caches(WindowPlan& plan, const machine::Machine& machine) {
  const auto serves = [&machine](bool fetch) { return Hierarchy(machine.caches).serves(fetch); };
  plan.fetch_cache = serves(true);
  plan.data_cache = serves(false);
  if (const std::size_t first = machine.caches.first_for(false);
      first < machine.caches.levels.size())
    plan.data_hit_cycles = machine.caches.levels[first].latency_cycles;
  if (plan.fetch_cache)
    plan.fetch_line_shift = static_cast<unsigned>(
        std::countr_zero(machine.caches.levels[machine.caches.first_for(true)].line_bytes));
}

} // namespace

WindowPlan make_window_plan(const machine::Machine& machine) {
  const machine::Dynamic& m = *machine.dynamic;
  STALLSCOPE_CHECK(m.front_cycles < kFrontHistory, "more front-end cycles than are recorded");
  WindowPlan plan;
  plan.retire_width = m.retire_width != 0 ? m.retire_width : m.dispatch_width;
  plan.counted_width = std::min(plan.retire_width, m.dispatch_width);
  plan.carries_over = !m.speculates() || plan.retire_width > m.dispatch_width;
  // Dispatched in cycle d, a one-cycle operation executes in d + 1 + read_cycles and is written
  // back in the cycle after; with a reorder buffer it retires in the next one.
  plan.passage_cycles = (m.speculates() ? 2 : 1) + m.read_cycles;
  STALLSCOPE_CHECK(plan.passage_cycles < kDelayedGroups,
                   "more cycles from dispatch to write than groups are kept");
  name_front(plan, m);
  plan.station_ports.resize(m.stations.size());
  for (const machine::Station& station : m.stations)
    plan.station_entries.push_back(station.entries);
  add_ports(plan, m);
  STALLSCOPE_CHECK(plan.ports.size() <= kMaxPorts && m.stations.size() <= kMaxStations,
                   "a machine with too many ports or stations passed validation");
  collect_wants(plan);
  name_back(plan, m);
  plan.writes_at_once = m.result_buses == 0 && m.renaming != machine::Renaming::none &&
                        m.wakeup == machine::Wakeup::bypass &&
                        m.release == machine::EntryRelease::issue && m.speculates();
  if (m.speculates()) { // without a reorder buffer the number of completed micro-ops is not limited
    const unsigned behind = m.reorder_entries * (m.fuse_load_op || m.fuse_store ? 2 : 1);
    plan.slots = std::clamp(std::bit_ceil(behind + m.fetch_queue + unsigned{isa::kMaxCracked}), 64U,
                            kWindowSlots);
  }
  const auto limit = [](unsigned entries) { return entries != 0 ? entries : 1U << 30; };
  plan.reorder_entries = limit(m.reorder_entries);
  plan.load_entries = limit(m.load_entries);
  plan.store_entries = limit(m.store_entries);
  plan.branch_entries = std::min(limit(m.branch_queue), machine::kMaxBranchQueue);
  plan.issue_width = std::min(limit(m.issue_width), static_cast<unsigned>(plan.ports.size()));
  plan.decode_micro_ops = limit(m.decode_micro_ops);
  plan.freed_now = m.reuse_same_cycle ? 0 : ~0U;
  plan.physical = m.renaming == machine::Renaming::physical;
  plan.bypass = bypass_delays(m, plan);
  plan.binds_ports = m.port_choice == machine::PortChoice::least_loaded;
  plan.superscalar = plan.writes_at_once && plan.physical && m.front_cycles > 0 &&
                     plan.freed_now != 0 && !plan.bypass.any && !plan.binds_ports &&
                     !plan.carries_over && !m.waits_behind_branches;
  plan_caches(plan, machine);
  if (m.fetch_bytes != 0)
    plan.fetch_block_shift = static_cast<unsigned>(std::countr_zero(m.fetch_bytes));
  plan.fuses = m.fuse_compare_branch || m.fuse_lui_addi;
  for (RegId reg = 0; reg < kMaxRegisters; ++reg)
    plan.register_kind[reg] =
        static_cast<std::uint8_t>(reg < kArchitectural || isa::is_temporary(reg) ? 0U
                                  : reg < 2 * kArchitectural                     ? 1U
                                                                                 : kRegisterKinds);
  static_assert(isa::kFirstFpRegister == kArchitectural);
  return plan;
}

namespace {

/// See PlannedOp::latency.
std::uint16_t common_latency(const WindowPlan& plan, const PlannedOp& planned) {
  std::uint32_t common = 0;
  for (std::uint32_t ports = planned.ports; ports != 0; ports &= ports - 1) {
    const std::uint32_t latency =
        plan.latency[static_cast<std::size_t>(std::countr_zero(ports))][planned.port_class];
    if (latency > 0xffff || (common != 0 && latency != common))
      return 0;
    common = latency;
  }
  return static_cast<std::uint16_t>(common);
}

} // namespace

PlannedOp plan_op(const WindowPlan& plan, const isa::CrackedOp& op) {
  using isa::CrackedKind;
  PlannedOp planned;
  planned.op = op;
  planned.port_class = static_cast<std::uint16_t>(
      op.kind == CrackedKind::store_address ? machine::kStoreAddress
      : op.kind == CrackedKind::store_data  ? machine::kStoreData
                                            : static_cast<std::size_t>(op.op_class));
  planned.ports = plan.ports_of[planned.port_class];
  planned.port_set = static_cast<std::uint8_t>(
      std::find(plan.port_sets.begin(), plan.port_sets.end(), planned.ports) -
      plan.port_sets.begin());
  for (std::size_t station = 0; station < plan.station_ports.size(); ++station)
    if ((planned.ports & plan.station_ports[station]) != 0)
      planned.stations = static_cast<std::uint16_t>(planned.stations | 1U << station);
  if (plan.physical)
    for (const RegId reg : op.destinations())
      if (const unsigned kind = plan.register_kind[reg]; kind < kRegisterKinds)
        planned.registers = static_cast<std::uint8_t>(planned.registers + (1U << 4 * kind));
  planned.alone = plan.alone_on[planned.port_class] & planned.ports;
  planned.latency = common_latency(plan, planned);
  planned.slots = op.fused ? 0 : 1;
  for (std::size_t d = 0; d < op.write_count; ++d) {
    if (plan.physical)
      planned.kinds.at(d) = plan.register_kind[op.writes[d]];
    // Only cracked instructions have temporaries; in tac these registers are variables.
    if (!(op.first && op.last) && isa::is_temporary(op.writes[d]))
      planned.writes_temporaries = true;
  }
  planned.lacks_port = planned.ports == 0 && op.op_class != isa::OpClass::nop;
  planned.is_load = op.kind == CrackedKind::load;
  planned.writes_address = op.kind == CrackedKind::store || op.kind == CrackedKind::store_address;
  planned.writes_data = op.kind == CrackedKind::store || op.kind == CrackedKind::store_data;
  for (const isa::RegisterRead& read : op.sources())
    if (planned.writes_data && read.role == isa::OperandRole::store_data) {
      planned.data_is_handed = isa::is_temporary(read.reg) && !(op.first && op.last);
      planned.data = read.reg;
    }
  planned.is_memory = planned.is_load || planned.writes_address || planned.writes_data;
  return planned;
}

} // namespace stallscope::core
