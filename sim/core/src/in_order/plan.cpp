#include "core/in_order/plan.hpp"

#include "base/check.hpp"

#include <algorithm>

namespace stallscope::core {

using machine::Machine;
using machine::Stage;
using machine::StageRole;
using machine::Unit;

namespace {

PlanLane stage_lane(const Machine& machine, unsigned stage) {
  const Stage& s = machine.stages[stage];
  PlanLane lane;
  lane.stage = static_cast<std::uint8_t>(stage);
  lane.slots = static_cast<std::uint8_t>(machine.width);
  lane.reads = s.does(StageRole::read);
  lane.executes = s.does(StageRole::execute);
  lane.accesses_memory = s.does(StageRole::memory);
  lane.writes = s.does(StageRole::write);
  if (lane.reads)
    lane.second_operand_cycles = static_cast<std::uint8_t>(machine.second_operand_cycles);
  return lane;
}

void add_unit_lanes(PipelinePlan& plan, const Machine& machine) {
  for (unsigned u = 0; u < machine.units.size(); ++u) {
    const Unit& unit = machine.units[u];
    plan.unit_first_lane.push_back(static_cast<std::uint8_t>(plan.lanes.size()));
    for (unsigned step = 0; step < unit.lanes.size(); ++step) {
      PlanLane lane = stage_lane(machine, plan.execute_stage);
      lane.is_unit = true;
      lane.unit = static_cast<std::uint8_t>(u);
      lane.step = static_cast<std::uint8_t>(step);
      lane.slots = static_cast<std::uint8_t>(unit.count);
      lane.reopens_late = machine.unit_reuse == machine::UnitReuse::next_cycle && !unit.pipelined &&
                          !unit.takes_one_cycle();
      plan.lanes.push_back(lane);
      plan.names.push_back({unit.lanes[step], lane.slots, true});
    }
    plan.lanes.back().is_last_step = true;
    plan.unit_last_lane.push_back(static_cast<std::uint8_t>(plan.lanes.size() - 1));
  }
}

void add_class_tables(PipelinePlan& plan, const Machine& machine) {
  for (unsigned c = 0; c < machine::kOpClassCount; ++c) {
    auto op_class = static_cast<machine::OpClass>(c);
    plan.executes[c] = machine.unit_for(op_class) < machine.units.size();
    if (!plan.executes[c])
      op_class = machine::OpClass::integer;
    const unsigned unit = machine.unit_for(op_class);
    if (op_class == machine::OpClass::nop && !machine.units[unit].operations[c])
      op_class = machine::OpClass::integer;
    plan.unit_of[c] = static_cast<std::uint8_t>(unit);
    plan.first_lane_of[c] = plan.unit_first_lane[unit];
    plan.may_overtake |= machine.units[unit].latency_cycles[static_cast<std::size_t>(op_class)] > 1;
    plan.operand_latency[c] = machine.units[unit].operand_latency[c];
    plan.has_operand_latency |= plan.operand_latency[c].bits_per_cycle != 0;
    plan.result_stage_of[c] =
        static_cast<std::uint8_t>(std::max({machine.units[unit].result_stage, plan.execute_stage,
                                            isa::is_load(op_class) ? plan.memory_stage : 0U}));
    plan.latency_of[c] = machine.units[unit].latency_cycles[static_cast<std::size_t>(op_class)];
  }
}

void add_operand_tables(PipelinePlan& plan, const Machine& machine) {
  plan.forwards.assign(machine.stages.size(), 0);
  for (const machine::ForwardingPath& path : machine.paths)
    plan.forwards[path.to] |= 1U << (path.from + 1);
  plan.execute_has_paths = plan.forwards[plan.execute_stage] != 0;
  plan.store_data_stage =
      plan.memory_stage > plan.execute_stage && plan.forwards[plan.memory_stage] != 0
          ? plan.memory_stage
          : plan.execute_stage;
  for (const machine::LatencyRule& rule : machine.latency_rules) {
    plan.longest_stall_cycles = std::max<unsigned>(plan.longest_stall_cycles, rule.stall_cycles);
    for (unsigned from = 0; from < machine::kOpClassCount; ++from)
      for (unsigned to = 0; to < machine::kOpClassCount; ++to)
        if (rule.from[from] && rule.to[to])
          plan.stall_cycles[from][to] = static_cast<std::uint16_t>(rule.stall_cycles);
  }
  plan.has_latency_rules = !machine.latency_rules.empty();
}

} // namespace

unsigned PipelinePlan::next_lane(unsigned lane) const {
  if (lanes[lane].is_unit)
    return lane == unit_last_lane[lanes[lane].unit] ? first_back : lane + 1;
  return lane + 1;
}

PipelinePlan make_plan(const Machine& machine) {
  PipelinePlan plan;
  plan.width = machine.width;
  plan.execute_stage = machine.stage_with(StageRole::execute);
  plan.memory_stage = machine.stage_with(StageRole::memory);
  plan.read_stage = machine.stage_with(StageRole::read);
  plan.write_stage = machine.stage_with(StageRole::write);
  STALLSCOPE_CHECK(plan.execute_stage > 0 && plan.write_stage < machine.stages.size(),
                   "a machine without execute or write stage passed validation");

  for (unsigned s = 0; s < plan.execute_stage; ++s) {
    plan.lanes.push_back(stage_lane(machine, s));
    plan.names.push_back({machine.stages[s].name, static_cast<std::uint8_t>(machine.width), false});
  }
  plan.front_count = static_cast<unsigned>(plan.lanes.size());
  add_unit_lanes(plan, machine);
  plan.first_back = static_cast<unsigned>(plan.lanes.size());
  for (unsigned s = plan.execute_stage + 1; s < machine.stages.size(); ++s) {
    plan.lanes.push_back(stage_lane(machine, s));
    plan.names.push_back({machine.stages[s].name, static_cast<std::uint8_t>(machine.width), false});
  }
  for (const PlanLane& lane : plan.lanes)
    plan.slots += lane.slots;
  add_class_tables(plan, machine);
  plan.may_overtake |= plan.has_operand_latency || machine.taken_cycles > 0;
  plan.has_late_alu = machine.late_stage != 0;
  plan.splits_accesses = machine.splits_accesses();
  plan.fetch_cache = machine.caches.first_for(true) < machine.caches.levels.size();
  plan.data_cache = machine.caches.first_for(false) < machine.caches.levels.size();
  plan.may_overtake |= plan.memory_stage == plan.execute_stage &&
                       (machine.data_latency_cycles > 1 || plan.splits_accesses || plan.data_cache);
  add_operand_tables(plan, machine);
  return plan;
}

} // namespace stallscope::core
