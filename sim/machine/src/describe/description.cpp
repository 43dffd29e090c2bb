#include "machine/description.hpp"

#include <algorithm>

namespace stallscope::machine {

bool Unit::depends_on_operands() const {
  return std::any_of(operand_latency.begin(), operand_latency.end(),
                     [](const OperandLatency& latency) { return latency.bits_per_cycle != 0; });
}

bool Unit::takes_one_cycle() const {
  return !depends_on_operands() && std::all_of(latency_cycles.begin(), latency_cycles.end(),
                                               [](std::uint32_t cycles) { return cycles <= 1; });
}

unsigned Machine::stage_with(StageRole role) const {
  unsigned i = 0;
  while (i < stages.size() && !stages[i].does(role))
    ++i;
  return i;
}

unsigned Machine::stage_named(std::string_view stage) const {
  unsigned i = 0;
  while (i < stages.size() && stages[i].name != stage)
    ++i;
  return i;
}

unsigned Machine::unit_for(OpClass op_class) const {
  const OpClass sought = op_class == OpClass::nop ? OpClass::integer : op_class;
  unsigned i = 0;
  while (i < units.size() && !units[i].operations[static_cast<std::size_t>(sought)])
    ++i;
  return i;
}

} // namespace stallscope::machine
