#include "data_flow/constants.hpp"

#include "isa/registers.hpp"
#include "rewriting/source_line.hpp"
#include "sched/data_flow/liveness.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <string_view>

namespace stallscope::sched {

namespace {

std::int64_t extended(std::uint64_t word) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(word));
}

std::optional<KnownValue> value_of(const KnownValues& values, RegId reg) {
  if (reg == 0)
    return KnownValue{};
  const auto found = values.find(reg);
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

/// The instruction loads a code address, which changes with the text: a number within the code,
/// unless its line has no label (li a0, 65536).
bool is_code_address(const isa::Program& program, const isa::Instruction& instruction) {
  const auto address = static_cast<std::uint64_t>(instruction.imm);
  if (program.code.empty() || address < program.code.front().pc || address > program.end_pc)
    return false;
  const std::uint32_t index = program.index_of(instruction.pc);
  const std::uint32_t number =
      program.decoded || index >= program.source.size() ? 0 : program.source[index].line;
  if (number == 0 || number > program.source_lines.size())
    return true;
  const std::string& line = program.source_lines[number - 1];
  const Statement statement = statement_of(line);
  for (std::size_t at = statement.begin; at < statement.end;) {
    const std::size_t end = std::min(line.find_first_of(" \t,()+-", at), statement.end);
    const std::string_view word = std::string_view(line).substr(at, end - at);
    if (word.starts_with('%') || program.symbols.contains(word))
      return true;
    at = end + 1;
  }
  return false;
}

/// Evaluates an instruction with one result for known operands.
std::optional<KnownValue> result_of(const isa::Program& program,
                                    const isa::Instruction& instruction,
                                    const KnownValues& values) {
  if (instruction.op == isa::Op::load_immediate)
    return is_code_address(program, instruction) ? std::nullopt
                                                 : std::optional(KnownValue{instruction.imm});
  const auto left = value_of(values, instruction.rs1);
  if (!left || instruction.op == isa::Op::move)
    return left;
  const auto a = static_cast<std::uint64_t>(left->value);
  const auto b = static_cast<std::uint64_t>(instruction.imm);
  if (!instruction.has_immediate || (left->on_stack && instruction.op != isa::Op::add))
    return std::nullopt;
  switch (instruction.op) {
  case isa::Op::add:
  case isa::Op::add_overflow:
    return KnownValue{static_cast<std::int64_t>(a + b), left->on_stack};
  case isa::Op::addw:
  case isa::Op::addw_overflow:
    return KnownValue{extended(a + b)};
  case isa::Op::or_:
    return KnownValue{static_cast<std::int64_t>(a | b)};
  case isa::Op::sll:
    return KnownValue{static_cast<std::int64_t>(a << (b & 63U))};
  case isa::Op::sllw:
    return KnownValue{extended(a << (b & 31U))};
  default:
    return std::nullopt;
  }
}

/// Meet: keeps the values on which both agree.
bool meet(KnownValues& values, const KnownValues& other) {
  return std::erase_if(values, [&other](const auto& known) {
           const auto found = other.find(known.first);
           return found == other.end() || found->second != known.second;
         }) > 0;
}

} // namespace

void step_values(const isa::Program& program, const isa::Instruction& instruction,
                 KnownValues& values) {
  std::optional<KnownValue> result;
  const isa::MicroOp& micro_op = program.micro_ops[instruction.first_micro_op];
  if (instruction.micro_op_count == 1 && micro_op.write_count == 1 && !isa::is_x86(instruction.op))
    result = result_of(program, instruction, values);
  for (const isa::MicroOp& part : program.micro_ops_of(instruction))
    for (const RegId reg : part.destinations())
      values.erase(reg);
  if (result)
    values[micro_op.writes[0]] = *result;
}

KnownValues known_behind(const Block& block, KnownValues values) {
  for (Node node = 0; node < block.count; ++node)
    step_values(*block.program, block.instruction(node), values);
  return values;
}

namespace {

RegId stack_pointer(const isa::Program& program) {
  return program.isa == isa::Isa::riscv  ? isa::riscv::kSp
         : program.isa == isa::Isa::mips ? isa::mips::kSp
                                         : kNoRegister;
}

/// A non-local label names the block's start.
bool begins_function(const isa::Program& program, const Block& block) {
  const std::uint64_t pc = block.instruction(0).pc;
  return std::any_of(program.symbols.begin(), program.symbols.end(), [pc](const auto& symbol) {
    return symbol.second.is_code && symbol.second.address == pc && symbol.first.front() != '.' &&
           symbol.first.front() != '$';
  });
}

} // namespace

std::vector<KnownValues> known_at_entry(const isa::Program& program,
                                        const std::vector<Block>& blocks, bool delay_slot,
                                        CallsKeep calls) {
  const std::vector<BlockExit> exits = control_flow(program, blocks, delay_slot);
  const std::vector<bool> anywhere = entered_from_anywhere(program, blocks, exits, calls);
  // Optimistic start (all known): at a loop's header the entry path is evaluated first.
  std::vector<std::optional<KnownValues>> in(blocks.size());
  std::deque<std::size_t> changed;
  for (std::size_t b = 0; b < blocks.size(); ++b)
    if (anywhere[b]) {
      in[b].emplace();
      if (begins_function(program, blocks[b]))
        if (const RegId stack = stack_pointer(program); stack != kNoRegister)
          (*in[b])[stack] = {0, true};
      changed.push_back(b);
    }
  while (!changed.empty()) {
    const std::size_t b = changed.front();
    changed.pop_front();
    KnownValues values = known_behind(blocks[b], *in[b]);
    if (exits[b].calls_elsewhere || exits[b].behind_call) {
      const RegisterSet changed_there = changed_by_calls(program.isa);
      std::erase_if(values, [&](const auto& known) { return changed_there.test(known.first); });
    }
    for (const std::size_t next : exits[b].to) {
      const bool first = !in[next].has_value();
      if (first)
        in[next] = values;
      if (first || meet(*in[next], values))
        changed.push_back(next);
    }
  }
  std::vector<KnownValues> known;
  known.reserve(in.size());
  for (std::optional<KnownValues>& values : in)
    known.push_back(values ? std::move(*values) : KnownValues{});
  return known;
}

} // namespace stallscope::sched
