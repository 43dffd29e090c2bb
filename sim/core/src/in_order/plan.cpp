#include "core/in_order/plan.hpp"

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
      lane.reopens_late = machine::reopens_late(machine, unit);
      plan.lanes.push_back(lane);
      plan.names.push_back({unit.lanes[step], lane.slots, true});
    }
    plan.lanes.back().is_last_step = true;
    plan.unit_last_lane.push_back(static_cast<std::uint8_t>(plan.lanes.size() - 1));
  }
}

} // namespace

unsigned PipelinePlan::next_lane(unsigned lane) const {
  if (lanes[lane].is_unit)
    return lane == unit_last_lane[lanes[lane].unit] ? first_back : lane + 1;
  return lane + 1;
}

PipelinePlan make_plan(const Machine& machine) {
  PipelinePlan plan;
  static_cast<machine::HazardTables&>(plan) = machine::hazard_tables(machine);
  plan.width = machine.width;
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
  for (unsigned c = 0; c < machine::kOpClassCount; ++c)
    plan.first_lane_of[c] = plan.unit_first_lane[plan.unit_of[c]];
  plan.has_late_alu = machine.late_stage != 0;
  plan.splits_accesses = machine.splits_accesses();
  plan.fetch_cache = machine.caches.first_for(true) < machine.caches.levels.size();
  plan.data_cache = machine.caches.first_for(false) < machine.caches.levels.size();
  return plan;
}

} // namespace stallscope::core
