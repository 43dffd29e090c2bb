#include "model/processor/call_stack.hpp"

#include "isa/registers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::gui {

namespace {

enum class Flow : std::uint8_t { none, call, leave };

/// Classifies an instruction as call, return or other, by the conventions of its notation.
Flow flow_of(const isa::Program& program, const isa::Instruction& instruction) {
  const bool riscv = program.isa == isa::Isa::riscv;
  const RegId link = riscv ? isa::riscv::kRa : isa::mips::kRa;
  switch (instruction.op) {
  case isa::Op::x86_call:
  case isa::Op::x86_call_indirect:
    return Flow::call;
  case isa::Op::x86_ret:
    return Flow::leave;
  case isa::Op::jump_link:
  case isa::Op::jump_link_register:
    if (instruction.rd == link || program.isa == isa::Isa::tac)
      return Flow::call;
    return instruction.rs1 == link && instruction.rd == isa::kSinkRegister ? Flow::leave
                                                                           : Flow::none;
  case isa::Op::jump_register:
    return instruction.rs1 == link ? Flow::leave : Flow::none;
  default:
    return Flow::none;
  }
}

/// The function that starts at or contains an address.
std::string function_at(const isa::Program& program, std::uint64_t pc) {
  std::string name = program.symbolic(pc);
  return name.empty() ? fmt::format("{:#x}", pc) : name;
}

} // namespace

/// Indexes the retired instructions, in program order.
void CallStackModel::index(const Run& run) {
  frames_.clear();
  entries_.clear();
  const isa::Program& program = *run.program();
  const trace::RunRecord& record = run.summary();
  const auto& pcs = record.legend.instruction_pc;
  frames_.push_back({{function_at(program, program.entry), 0, 0, 0}, 0});
  entries_.push_back({0, 0});
  const OpRow* pending = nullptr; // a call whose target is the next instruction's address
  std::uint64_t retired = 0;
  for (const OpRow& row : record.timeline.rows) {
    if (row.wrong_path || row.flushed || row.in_flight || row.part > 0 ||
        row.instruction.value >= pcs.size())
      continue;
    const std::uint64_t pc = pcs[row.instruction.value];
    if (pending != nullptr) {
      CallFrame frame;
      frame.function = function_at(program, pc);
      frame.entered = retired;
      frame.called_at = pcs[pending->instruction.value];
      frame.line = record.legend.instruction_line[pending->instruction.value];
      frames_.push_back({std::move(frame), entries_.back().top});
      entries_.push_back({retired, frames_.size() - 1});
      pending = nullptr;
    }
    // The first micro-op of an instruction determines the retirement cycle.
    retired = std::max(retired, row.end.value - 1);
    const std::uint32_t at = program.index_of(pc);
    if (at == isa::kNoIndex)
      continue;
    const Flow flow = flow_of(program, program.instruction(at));
    if (flow == Flow::call)
      pending = &row;
    else if (flow == Flow::leave && entries_.back().top != 0)
      entries_.push_back({retired, frames_[entries_.back().top].below});
  }
}

std::vector<CallFrame> CallStackModel::at(const Run& run, std::uint64_t cycle) {
  std::vector<CallFrame> stack;
  if (!run.whole() || run.program() == nullptr)
    return stack;
  if (of_ != &run || version_ != run.version()) {
    index(run);
    of_ = &run;
    version_ = run.version();
  }
  const auto behind = std::upper_bound(
      entries_.begin(), entries_.end(), cycle,
      [](std::uint64_t wanted, const Entry& entry) { return wanted < entry.cycle; });
  for (std::size_t node = std::prev(behind)->top;; node = frames_[node].below) {
    stack.push_back(frames_[node].frame);
    if (node == 0)
      return stack;
  }
}

} // namespace stallscope::gui
