#include "machine/description.hpp"

namespace stallscope::machine {

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
