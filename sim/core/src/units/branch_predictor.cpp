#include "core/units/branch_predictor.hpp"

namespace stallscope::core {

using machine::PredictorKind;

namespace {

bool is_indirect(const isa::Instruction& instruction) {
  return instruction.op == isa::Op::jump_register || instruction.op == isa::Op::jump_link_register;
}

} // namespace

Prediction predict_static(PredictorKind kind, const isa::Instruction& instruction,
                          const Outcome& outcome) {
  if (kind == PredictorKind::perfect)
    return {outcome.taken, outcome.target};
  if (kind == PredictorKind::not_taken || is_indirect(instruction))
    return {};
  if (isa::is_jump(instruction.op_class))
    return {true, instruction.target};
  if (kind == PredictorKind::taken)
    return {true, instruction.target};
  return {instruction.target <= instruction.pc,
          instruction.target}; // backward taken, forward not taken
}

} // namespace stallscope::core
