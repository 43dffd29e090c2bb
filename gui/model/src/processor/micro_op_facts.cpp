#include "processor/micro_op_facts.hpp"

#include "isa/crack.hpp"

#include <algorithm>

namespace stallscope::gui {

namespace {

const isa::Instruction* instruction_of(const Run& run, const RunWindow& window, const OpRow& row) {
  const auto& pcs = window.record.legend.instruction_pc;
  const std::size_t i = row.instruction.value + (row.fused ? 1 : 0);
  if (i >= pcs.size())
    return nullptr;
  const std::uint32_t index = run.program()->index_of(pcs[i]);
  return index == isa::kNoIndex ? nullptr : &run.program()->instruction(index);
}

} // namespace

std::optional<isa::OpClass> class_of(const Run& run, const RunWindow& window, const OpRow& row) {
  const isa::Instruction* instruction = instruction_of(run, window, row);
  return instruction == nullptr ? std::nullopt : std::optional(instruction->op_class);
}

trace::DataAccess data_access(const Run& run, const RunWindow& window, const OpRow& row) {
  if (const trace::MicroOpPart* part = window.record.legend.part(row))
    return part->access;
  const auto what = class_of(run, window, row);
  return !what                  ? trace::DataAccess::none
         : isa::is_load(*what)  ? trace::DataAccess::load
         : isa::is_store(*what) ? trace::DataAccess::store
                                : trace::DataAccess::none;
}

bool writes_register(const Run& run, const RunWindow& window, const OpRow& row) {
  const isa::Instruction* instruction = instruction_of(run, window, row);
  if (instruction == nullptr)
    return false;
  const isa::CrackedOps ops = isa::crack(*instruction);
  const auto writes = [](const isa::CrackedOp& op) {
    const auto all = op.destinations();
    return std::any_of(all.begin(), all.end(), [](RegId reg) { return !isa::is_temporary(reg); });
  };
  if (window.record.legend.part(row) != nullptr && row.part < ops.size())
    return writes(ops[row.part]);
  return std::any_of(ops.begin(), ops.end(), writes);
}

} // namespace stallscope::gui
