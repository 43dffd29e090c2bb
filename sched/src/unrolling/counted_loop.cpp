#include "unrolling/counted_loop.hpp"

#include "isa/registers.hpp"
#include "rewriting/source_line.hpp"

#include <algorithm>

namespace stallscope::sched {

namespace {

unsigned writes_of(const Block& block, RegId reg) {
  unsigned count = 0;
  for (Node node = 0; node < block.count; ++node)
    for (const RegId written : block.micro_op(node).destinations())
      count += written == reg ? 1U : 0U;
  return count;
}

bool reads(const Block& block, Node node, RegId reg) {
  const auto sources = block.micro_op(node).sources();
  return std::any_of(sources.begin(), sources.end(),
                     [reg](const isa::RegisterRead& read) { return read.reg == reg; });
}

bool traps_on_overflow(isa::Op op) {
  return op == isa::Op::add_overflow || op == isa::Op::addw_overflow;
}

bool is_addition(const Block& block, isa::Op op) {
  return op == isa::Op::add || op == isa::Op::addw ||
         (block.program->isa == isa::Isa::mips && traps_on_overflow(op));
}

/// i = i - 1 of three-address code.
bool is_subtraction(const Block& block, const isa::Instruction& instruction) {
  return block.program->isa == isa::Isa::tac && instruction.op == isa::Op::sub;
}

/// `compare`: the instruction that compares the counter, the branch or one before it.
std::vector<Induction> inductions_of(const Block& block, const Folding& folding, Node branch,
                                     Node compare) {
  std::vector<Induction> found;
  for (Node node = 0; node < branch; ++node) {
    const isa::Instruction& instruction = block.instruction(node);
    const bool minus = is_subtraction(block, instruction);
    if ((!minus && !is_addition(block, instruction.op)) || !instruction.has_immediate ||
        instruction.rd != instruction.rs1 || instruction.imm == 0 || instruction.imm == INT64_MIN ||
        writes_of(block, instruction.rd) != 1)
      continue;
    Induction induction{instruction.rd, node, minus ? -instruction.imm : instruction.imm, true};
    for (Node other = 0; other < branch; ++other)
      if (other != node && other != compare && reads(block, other, induction.reg))
        induction.merges &= // the register is the base of the access, not its store data
            folding.access(other) && block.instruction(other).rs1 == induction.reg;
    // A 32-bit addition wraps around, and cannot be folded into an offset.
    const bool base = std::any_of(folding.accesses.begin(), folding.accesses.end(),
                                  [](bool access) { return access; });
    if (instruction.op == isa::Op::addw && block.program->isa == isa::Isa::riscv &&
        block.program->xlen == 64 && base)
      for (Node other = 0; other < branch; ++other)
        induction.merges &=
            other == node || other == compare || !reads(block, other, induction.reg);
    found.push_back(induction);
  }
  return found;
}

std::vector<Accumulator> accumulators_of(const Block& block, Node branch) {
  std::vector<Accumulator> found;
  for (Node node = 0; node < branch; ++node) {
    const isa::Instruction& instruction = block.instruction(node);
    const bool fp = instruction.op == isa::Op::rv_fadd_d || instruction.op == isa::Op::rv_fadd_s;
    RegId written = kNoRegister;
    if ((!fp && (!is_addition(block, instruction.op) || instruction.has_immediate ||
                 traps_on_overflow(instruction.op))) ||
        (instruction.rs1 == instruction.rd) == (instruction.rs2 == instruction.rd) ||
        writes_of(block, instruction.rd) != 1 || !words_are_operands(block, node, written))
      continue;
    bool alone = true;
    for (Node other = 0; other <= branch; ++other)
      alone &= other == node || !reads(block, other, instruction.rd);
    if (alone)
      found.push_back({instruction.rd, node, fp});
  }
  return found;
}

/// Counts towards the bound: the branch is taken until the counter has passed it.
bool counts_towards(const CountedLoop& loop) {
  const bool up = loop.counter.step > 0;
  switch (loop.op) {
  case isa::Op::bne:
    return true;
  case isa::Op::blt: // counter < bound, or bound < counter
  case isa::Op::bltu:
  case isa::Op::ble:
    return up == loop.counter_first;
  case isa::Op::bgt:
  case isa::Op::bge:
  case isa::Op::bgeu:
    return up != loop.counter_first;
  default:
    return false;
  }
}

bool is_nop(const isa::Instruction& instruction) {
  return instruction.op == isa::Op::nop || instruction.op_class == isa::OpClass::nop;
}

} // namespace

std::optional<Node> comparison_of(const Block& block, Node branch_node) {
  const isa::Instruction& branch = block.instruction(branch_node);
  if ((branch.op != isa::Op::bne && branch.op != isa::Op::beq) || branch.has_immediate ||
      (branch.rs1 == 0) == (branch.rs2 == 0))
    return std::nullopt;
  const RegId flag = branch.rs1 == 0 ? branch.rs2 : branch.rs1;
  if (writes_of(block, flag) != 1)
    return std::nullopt;
  std::optional<Node> found;
  for (Node node = 0; node < branch_node; ++node) {
    const isa::Instruction& instruction = block.instruction(node);
    if (reads(block, node, flag))
      return std::nullopt;
    if (instruction.rd == flag &&
        (instruction.op == isa::Op::slt || instruction.op == isa::Op::sltu))
      found = node;
  }
  return found;
}

isa::Op branch_of(isa::Op comparison, isa::Op test) {
  if (comparison == isa::Op::slt)
    return test == isa::Op::bne ? isa::Op::blt : isa::Op::bge;
  return test == isa::Op::bne ? isa::Op::bltu : isa::Op::bgeu;
}

std::optional<CountedLoop> counted_loop(const Block& block, bool delay_slot, Message& why_not,
                                        bool variables) {
  CountedLoop loop;
  loop.block = block;
  loop.branch = block.count - (delay_slot ? 2 : 1);
  const isa::Instruction& branch = block.instruction(loop.branch);
  const auto no = [&why_not](MessageId why) {
    why_not = why;
    return std::nullopt;
  };
  const bool tac = block.program->isa == isa::Isa::tac;
  if (block.program->isa != isa::Isa::riscv && block.program->isa != isa::Isa::mips &&
      !(tac && variables))
    return no(variables ? MessageId::notation : MessageId::only_riscv_and_mips);
  if (delay_slot && !is_nop(block.instruction(block.count - 1)))
    return no(MessageId::delay_slot_filled);
  for (Node node = 0; node < block.count; ++node)
    if (own_line(block, node) == 0)
      return no(MessageId::no_own_line);
  for (Node node = 0; node < block.count; ++node)
    if (block.program->source_lines[own_line(block, node) - 1].find("%pcrel_") != std::string::npos)
      return no(MessageId::pcrel);
  loop.folding = foldable(block);
  if (!tac)
    loop.compare = comparison_of(block, loop.branch);
  loop.inductions =
      inductions_of(block, loop.folding, loop.branch, loop.compare.value_or(loop.branch));
  loop.accumulators = accumulators_of(block, loop.branch);
  const isa::Instruction& compare = block.instruction(loop.compare.value_or(loop.branch));
  loop.op = loop.compare ? branch_of(compare.op, branch.op) : branch.op;
  if (loop.compare)
    loop.flag = compare.rd;
  const bool constant = compare.has_immediate;
  bool found = false;
  for (const Induction& induction : loop.inductions)
    for (const bool first : {true, false}) {
      const RegId counter = first ? compare.rs1 : compare.rs2;
      const RegId bound = first ? compare.rs2 : compare.rs1;
      if (induction.reg != counter || (constant ? !first || (!tac && !loop.compare) : false) ||
          (!constant && writes_of(block, bound) != 0) ||
          (loop.compare && induction.node > *loop.compare))
        continue;
      loop.counter = induction;
      loop.bound = constant ? RegId{0} : bound;
      if (constant)
        loop.bound_value = compare.imm;
      loop.counter_first = first;
      found = true;
    }
  if (!found)
    return no(MessageId::no_counter);
  if (!counts_towards(loop))
    return no(MessageId::counts_away);
  const isa::Op step = block.instruction(loop.counter.node).op;
  loop.words = step != isa::Op::add && step != isa::Op::add_overflow;
  return loop;
}

} // namespace stallscope::sched
