#include "unit/core/core_testing.hpp"

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;
using isa::OpClass;

namespace {

std::string lanes_of(const PipelinePlan& plan) {
  std::string text;
  for (const Lane& lane : plan.names)
    text += (text.empty() ? "" : " ") + lane.name;
  return text;
}

unsigned lane_named(const PipelinePlan& plan, std::string_view name) {
  for (unsigned lane = 0; lane < plan.names.size(); ++lane)
    if (plan.names[lane].name == name)
      return lane;
  return 999;
}

} // namespace

TEST_CASE("plan: front stages, unit lanes, back stages") {
  const PipelinePlan plan = make_plan(machine_named("mips-5-fp"));
  CHECK(lanes_of(plan) == "IF ID EX M1 M2 M3 M4 M5 M6 M7 A1 A2 A3 A4 DIV MEM WB");
  CHECK(plan.front_count == 2);
  CHECK(plan.first_back == lane_named(plan, "MEM"));
  CHECK(plan.may_overtake);
  CHECK(plan.result_stage_of[static_cast<std::size_t>(OpClass::fp_add)] == plan.execute_stage);
  CHECK(plan.result_stage_of[static_cast<std::size_t>(OpClass::fp_load)] == plan.memory_stage);
  CHECK(plan.result_stage_of[static_cast<std::size_t>(OpClass::atomic)] == plan.memory_stage);
  CHECK_FALSE(plan.has_late_alu);
  CHECK(make_plan(machine_named("sifive-7")).has_late_alu);
}

TEST_CASE("plan: the way through the lanes, out of every unit into the first back stage") {
  const PipelinePlan plan = make_plan(machine_named("mips-5-fp"));
  const auto next = [&plan](std::string_view name) {
    return plan.next_lane(lane_named(plan, name));
  };
  CHECK(next("IF") == lane_named(plan, "ID"));
  CHECK(next("M1") == lane_named(plan, "M2"));
  CHECK(next("M7") == lane_named(plan, "MEM"));
  CHECK(next("A4") == lane_named(plan, "MEM"));
  CHECK(next("DIV") == lane_named(plan, "MEM"));
  CHECK(next("WB") == plan.lanes.size());
}

TEST_CASE("plan: each class has the first lane and the latency of its unit; nop runs as integer") {
  const PipelinePlan plan = make_plan(machine_named("mips-5-fp"));
  const auto first = [&plan](OpClass c) { return plan.first_lane_of[static_cast<std::size_t>(c)]; };
  const auto latency = [&plan](OpClass c) { return plan.latency_of[static_cast<std::size_t>(c)]; };
  CHECK(first(OpClass::fp_multiply) == lane_named(plan, "M1"));
  CHECK(latency(OpClass::fp_multiply) == 7);
  CHECK(first(OpClass::divide) == lane_named(plan, "DIV"));
  CHECK(latency(OpClass::fp_divide) == 24);
  CHECK(first(OpClass::nop) == lane_named(plan, "EX"));
  CHECK(latency(OpClass::nop) == 1);
}

TEST_CASE("plan: a forwarding path works while its producer is in the stage behind its start") {
  const PipelinePlan plan = make_plan(machine_named("mips-5", {"forwarding.paths=[EX->EX]"}));
  const unsigned execute = plan.execute_stage;
  CHECK(plan.forwards[execute] == 1U << (execute + 1));
  CHECK(plan.execute_has_paths);
  CHECK(plan.store_data_stage ==
        execute); // without a path to MEM, data are needed with the address
  const PipelinePlan with_store =
      make_plan(machine_named("mips-5", {"forwarding.paths=[MEM->MEM]"}));
  CHECK_FALSE(with_store.execute_has_paths);
  CHECK(with_store.store_data_stage == with_store.memory_stage);
}

TEST_CASE("plan: a slow access in the execute stage lets others overtake") {
  CHECK_FALSE(make_plan(machine_named("lecture-4")).may_overtake);
  CHECK(make_plan(machine_named("lecture-4", {"memory.data_latency=3"})).may_overtake);
}

TEST_CASE("plan: latency rules as a table by class") {
  const PipelinePlan plan = make_plan(machine_named("hp-latency"));
  const auto stalls = [&plan](OpClass from, OpClass to) {
    return plan.stall_cycles[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
  };
  CHECK(plan.has_latency_rules);
  CHECK(stalls(OpClass::fp_add, OpClass::fp_multiply) == 3);
  CHECK(stalls(OpClass::fp_multiply, OpClass::fp_store) == 2);
  CHECK(stalls(OpClass::fp_load, OpClass::fp_add) == 1);
  CHECK(stalls(OpClass::load, OpClass::store) == 0);
  CHECK(stalls(OpClass::integer, OpClass::branch) == 1);
  CHECK(stalls(OpClass::integer, OpClass::integer) == 0);
}
