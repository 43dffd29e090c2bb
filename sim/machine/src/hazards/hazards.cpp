#include "machine/hazards.hpp"

#include "base/check.hpp"

namespace stallscope::machine {

namespace {

void add_classes(HazardTables& tables, const Machine& machine) {
  for (std::size_t c = 0; c < kOpClassCount; ++c) {
    auto op_class = static_cast<OpClass>(c);
    tables.executes[c] = machine.unit_for(op_class) < machine.units.size();
    if (!tables.executes[c])
      op_class = OpClass::integer;
    const unsigned number = machine.unit_for(op_class);
    const Unit& unit = machine.units[number];
    if (op_class == OpClass::nop && !unit.operations[c])
      op_class = OpClass::integer;
    tables.unit_of[c] = static_cast<std::uint8_t>(number);
    tables.latency_of[c] = std::max(1U, unit.latency_cycles[static_cast<std::size_t>(op_class)]);
    tables.operand_latency[c] = unit.operand_latency[c];
    tables.has_operand_latency |= tables.operand_latency[c].bits_per_cycle != 0;
    tables.result_stage_of[c] =
        static_cast<std::uint8_t>(std::max({unit.result_stage, tables.execute_stage,
                                            isa::is_load(op_class) ? tables.memory_stage : 0U}));
    tables.may_overtake |= tables.latency_of[c] > 1;
  }
}

void add_forwarding(HazardTables& tables, const Machine& machine) {
  tables.forwards.assign(machine.stages.size(), 0);
  for (const ForwardingPath& path : machine.paths)
    tables.forwards[path.to] |= 1U << (path.from + 1);
  tables.execute_has_paths = tables.forwards[tables.execute_stage] != 0;
  tables.store_data_stage =
      tables.memory_stage > tables.execute_stage && tables.forwards[tables.memory_stage] != 0
          ? tables.memory_stage
          : tables.execute_stage;
}

void add_latency_rules(HazardTables& tables, const Machine& machine) {
  tables.has_latency_rules = !machine.latency_rules.empty();
  for (const LatencyRule& rule : machine.latency_rules) {
    tables.longest_stall_cycles =
        std::max<unsigned>(tables.longest_stall_cycles, rule.stall_cycles);
    for (std::size_t from = 0; from < kOpClassCount; ++from)
      for (std::size_t to = 0; to < kOpClassCount; ++to)
        if (rule.from[from] && rule.to[to])
          tables.stall_cycles[from][to] = static_cast<std::uint16_t>(rule.stall_cycles);
  }
}

} // namespace

HazardTables hazard_tables(const Machine& machine) {
  HazardTables tables;
  tables.read_stage = machine.stage_with(StageRole::read);
  tables.execute_stage = machine.stage_with(StageRole::execute);
  tables.memory_stage = machine.stage_with(StageRole::memory);
  tables.write_stage = machine.stage_with(StageRole::write);
  STALLSCOPE_CHECK(tables.execute_stage > 0 && tables.write_stage < machine.stages.size(),
                   "a machine without execute or write stage passed validation");
  add_classes(tables, machine);
  add_forwarding(tables, machine);
  add_latency_rules(tables, machine);
  const bool accesses_differ = machine.data_latency_cycles > 1 || machine.splits_accesses() ||
                               machine.caches.first_for(false) < machine.caches.levels.size();
  tables.may_overtake |= tables.has_operand_latency || machine.taken_cycles > 0 ||
                         (tables.memory_stage == tables.execute_stage && accesses_differ);
  tables.checks_write_order = tables.may_overtake || machine.late_stage != 0;
  return tables;
}

} // namespace stallscope::machine
