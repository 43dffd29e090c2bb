#include "sched/cost_model/surroundings.hpp"

namespace stallscope::sched {

Surroundings::Surroundings(const isa::Program& program, bool delay_slot)
    : blocks_(basic_blocks(program, delay_slot)), delay_slot_(delay_slot), next_(blocks_.size()),
      before_(blocks_.size()) {
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    by_pc_[blocks_[b].instruction(0).pc] = b;
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    next_[b] = next_of(b);
    // Of several predecessors the last backward branch: the end of a loop reaches the block more
    // often than the code before the loop.
    if (const auto next = next_[b]; next && *next != b && (!before_[*next] || b > *next))
      before_[*next] = b;
  }
}

std::optional<std::size_t> Surroundings::next_of(std::size_t b) const {
  const Block& block = blocks_[b];
  Node last = block.count - 1;
  if (delay_slot_ && last > 0 && isa::is_control(block.instruction(last - 1).op_class))
    --last;
  const isa::Instruction& end = block.instruction(last);
  const isa::Instruction& behind = block.instruction(block.count - 1);
  const bool links = end.op == isa::Op::jump_link || end.op == isa::Op::jump_link_register;
  if (end.op_class == isa::OpClass::jump_register || links)
    return std::nullopt;
  const bool jumps = end.op_class == isa::OpClass::jump ||
                     (end.op_class == isa::OpClass::branch && end.target <= end.pc);
  const auto next = by_pc_.find(jumps ? end.target : behind.pc + behind.size);
  return next == by_pc_.end() ? std::nullopt : std::optional(next->second);
}

Surroundings::Neighbours Surroundings::of(const Block& block) const {
  Neighbours found;
  const auto self = by_pc_.find(block.instruction(0).pc);
  if (self == by_pc_.end())
    return found;
  const std::size_t b = self->second;
  if (next_[b]) {
    found.behind = &blocks_[*next_[b]];
    found.jumps_on = *next_[b] != b + 1;
  }
  if (before_[b]) {
    found.before = &blocks_[*before_[b]];
    found.jumps_here = *before_[b] + 1 != b;
  }
  return found;
}

} // namespace stallscope::sched
