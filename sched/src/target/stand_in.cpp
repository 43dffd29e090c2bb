#include "sched/target/pipeline_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace stallscope::sched {

namespace {

using machine::Dynamic;
using machine::Machine;
using machine::Stage;
using machine::StageRole;
using machine::Unit;

Stage stage(const char* name, std::initializer_list<StageRole> roles) {
  Stage s;
  s.name = name;
  for (const StageRole role : roles)
    s.roles[static_cast<std::size_t>(role)] = true;
  return s;
}

/// Units of a dynamically scheduled machine: classes that execute on the same ports with the same
/// latency share one.
std::vector<Unit> units_of(const Dynamic& dynamic) {
  using Key = std::tuple<std::uint64_t, std::uint32_t, bool>; // ports as bits, latency, unpipelined
  std::map<Key, Unit> units;
  for (std::size_t c = 0; c < machine::kOpClassCount; ++c) {
    const auto op_class = static_cast<isa::OpClass>(c);
    std::size_t executed_as = c;
    if (op_class == isa::OpClass::nop)
      continue;
    std::uint64_t ports = 0;
    unsigned copies = 0;
    std::uint32_t latency = 1;
    bool alone = false;
    for (std::size_t p = 0; p < dynamic.ports.size(); ++p) {
      const machine::Port& port = dynamic.ports[p];
      if (!port.executes[executed_as] && isa::is_store(op_class) &&
          port.executes[machine::kStoreData])
        executed_as = machine::kStoreData;
      if (!port.executes[executed_as])
        continue;
      ports |= 1ULL << p;
      copies += port.count;
      latency = port.latency_cycles[executed_as];
      alone |= port.alone[executed_as];
    }
    if (copies == 0)
      continue;
    Unit& unit = units[{ports, latency, alone}];
    unit.name = fmt::format("unit{}", units.size());
    unit.count = std::min(copies, 8U);
    unit.operations[c] = true;
    unit.latency_cycles[c] = latency;
    unit.pipelined = !alone;
    unit.result_stage = 1;
    unit.lanes.assign(alone ? 1 : std::max(1U, latency), unit.name);
  }
  std::vector<Unit> result;
  for (auto& [key, unit] : units)
    result.push_back(std::move(unit));
  return result;
}

} // namespace

Machine in_order_stand_in(const Machine& described) {
  if (!described.dynamic)
    return described;
  const Dynamic& dynamic = *described.dynamic;
  Machine machine;
  machine.name = described.name;
  machine.stages = {stage("D", {StageRole::fetch, StageRole::decode, StageRole::read}),
                    stage("X", {StageRole::execute, StageRole::memory}),
                    stage("W", {StageRole::write})};
  machine.width = dynamic.dispatch_width;
  machine.write_then_read = true;
  machine.paths = {{1, 1}};
  machine.units = units_of(dynamic);
  if (machine.unit_for(isa::OpClass::integer) >= machine.units.size() && !machine.units.empty())
    machine.units.front().operations[static_cast<std::size_t>(isa::OpClass::integer)] = true;
  machine.waw = machine::WawRule::overtake;
  machine.resolve_stage = machine.jump_resolve_stage = machine.jump_register_stage = 1;
  return machine;
}

Message why_inexact(const Machine& machine) {
  if (machine.dynamic)
    return {MessageId::is_dynamic, {machine.name}};
  if (!machine.caches.levels.empty())
    return {MessageId::has_caches, {machine.name}};
  if (machine.operand_wait == machine::OperandWait::in_read &&
      (machine.read_ports != 0 || machine.ports == machine::PortSharing::shared))
    return MessageId::competes_for_ports;
  const bool stays_behind_units =
      (machine.data_latency_cycles > 1 &&
       machine.stage_with(StageRole::memory) != machine.stage_with(StageRole::execute)) ||
      machine.write_ports != 0;
  const bool several_latencies = std::any_of(machine.units.begin(), machine.units.end(),
                                             [](const Unit& u) { return !u.takes_one_cycle(); });
  if (stays_behind_units && several_latencies)
    return MessageId::overtaking_holds_up;
  return {};
}

Message why_inexact(const Machine& machine, const Block& block) {
  if (Message why = why_inexact(machine); !why.empty())
    return why;
  for (Node node = 0; node < block.count; ++node) {
    const isa::OpClass c = block.instruction(node).op_class;
    const unsigned unit = machine.unit_for(c);
    if (unit >= machine.units.size())
      return {MessageId::has_no_unit, {machine.name, block.text(node)}};
    const auto& by_operand = machine.units[unit].operand_latency[static_cast<std::size_t>(c)];
    if (by_operand.bits_per_cycle != 0)
      return {MessageId::operand_latency, {block.text(node)}};
    if (isa::is_memory(c) && machine.splits_accesses())
      return {MessageId::split_access, {block.text(node)}};
    if (isa::is_control(c) && node + 1 == block.count)
      return MessageId::behind_branch;
  }
  return {};
}

} // namespace stallscope::sched
