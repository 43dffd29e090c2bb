#include "processor/micro_op_facts.hpp"

#include "isa/crack.hpp"

#include <algorithm>
#include <string_view>

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

/// The role of the row's micro-op in an instruction with several; else empty.
std::string_view part_of(const RunWindow& window, const OpRow& row) {
  const auto& parts = window.record.legend.instruction_parts;
  const std::size_t i = row.instruction.value;
  return i < parts.size() && row.part < parts[i].size() ? std::string_view(parts[i][row.part])
                                                        : std::string_view();
}

} // namespace

std::optional<isa::OpClass> class_of(const Run& run, const RunWindow& window, const OpRow& row) {
  const isa::Instruction* instruction = instruction_of(run, window, row);
  return instruction == nullptr ? std::nullopt : std::optional(instruction->op_class);
}

MemoryRole memory_role(const Run& run, const RunWindow& window, const OpRow& row) {
  if (const std::string_view part = part_of(window, row); !part.empty())
    return part == "load"              ? MemoryRole::load
           : part.starts_with("store") ? MemoryRole::store
                                       : MemoryRole::none;
  const auto what = class_of(run, window, row);
  return !what                  ? MemoryRole::none
         : isa::is_load(*what)  ? MemoryRole::load
         : isa::is_store(*what) ? MemoryRole::store
                                : MemoryRole::none;
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
  if (!part_of(window, row).empty() && row.part < ops.size())
    return writes(ops[row.part]);
  return std::any_of(ops.begin(), ops.end(), writes);
}

} // namespace stallscope::gui
