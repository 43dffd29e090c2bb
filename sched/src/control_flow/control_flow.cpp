#include "control_flow/control_flow.hpp"

#include "control_flow/label_use.hpp"
#include "isa/registers.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace stallscope::sched {

namespace {

class ExitFinder {
public:
  ExitFinder(const isa::Program& program, const std::vector<Block>& blocks, bool delay_slot)
      : program_(program), delay_slot_(delay_slot) {
    for (std::size_t b = 0; b < blocks.size(); ++b)
      starts_[blocks[b].instruction(0).pc] = b;
  }

  BlockExit exit_of(const Block& block) const {
    BlockExit exit;
    Node last = block.count - 1;
    if (delay_slot_ && last > 0 && isa::is_control(block.instruction(last - 1).op_class))
      --last;
    const isa::Instruction& end = block.instruction(last);
    const isa::Instruction& behind = block.instruction(block.count - 1);
    const std::uint64_t next = behind.pc + behind.size;
    if (!isa::is_control(end.op_class)) {
      fall_to(exit, next);
      return exit;
    }
    const bool links = end.op == isa::Op::jump_link || end.op == isa::Op::jump_link_register ||
                       program_.isa == isa::Isa::x86;
    if (end.op_class == isa::OpClass::jump_register) {
      const RegId link = program_.isa == isa::Isa::mips ? isa::mips::kRa : isa::riscv::kRa;
      exit.returns = !links && program_.isa != isa::Isa::tac && end.rs1 == link;
      exit.unknown = !exit.returns;
    } else if (links && end.rd != isa::kSinkRegister) {
      call(exit, end.target, next);
    } else {
      go_to(exit, end.target);
      if (end.op_class == isa::OpClass::branch)
        fall_to(exit, next);
    }
    return exit;
  }

private:
  void go_to(BlockExit& exit, std::uint64_t pc) const {
    if (const auto start = starts_.find(pc); start != starts_.end())
      exit.to.push_back(start->second);
    else
      (pc == program_.end_pc ? exit.end : exit.unknown) = true;
  }
  void fall_to(BlockExit& exit, std::uint64_t pc) const {
    if (const auto start = starts_.find(pc); start != starts_.end())
      exit.falls_to = start->second;
    go_to(exit, pc);
  }

  void call(BlockExit& exit, std::uint64_t target, std::uint64_t next) const {
    go_to(exit, next);
    if (!exit.to.empty())
      exit.behind_call = exit.to.back();
    // The empty range at the end represents external functions.
    exit.calls_elsewhere = !starts_.contains(target) && target == program_.end_pc;
    if (!exit.calls_elsewhere)
      go_to(exit, target);
  }

  const isa::Program& program_;
  bool delay_slot_;
  std::map<std::uint64_t, std::size_t> starts_;
};

/// The names a text exports (.globl).
std::set<std::string, std::less<>> exported_names(const isa::Program& program) {
  std::set<std::string, std::less<>> names;
  for (const std::string& line : program.source_lines) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at == std::string::npos || line[at] != '.')
      continue;
    const std::size_t end = line.find_first_of(" \t", at);
    const std::string directive = line.substr(at, end - at);
    if (end == std::string::npos ||
        (directive != ".globl" && directive != ".global" && directive != ".weak"))
      continue;
    for (at = end; (at = line.find_first_not_of(" \t,", at)) != std::string::npos &&
                   line[at] != '#' && line[at] != ';';) {
      const std::size_t begin = at;
      at = std::min(line.find_first_of(" \t,#;", begin), line.size());
      names.insert(line.substr(begin, at - begin));
    }
  }
  return names;
}

} // namespace

std::vector<BlockExit> control_flow(const isa::Program& program, const std::vector<Block>& blocks,
                                    bool delay_slot) {
  const ExitFinder finder(program, blocks, delay_slot);
  std::vector<BlockExit> exits;
  exits.reserve(blocks.size());
  for (const Block& block : blocks)
    exits.push_back(finder.exit_of(block));
  return exits;
}

std::vector<bool> entered_from_anywhere(const isa::Program& program,
                                        const std::vector<Block>& blocks,
                                        const std::vector<BlockExit>& exits, CallsKeep calls) {
  std::vector<bool> anywhere(blocks.size(), false);
  std::vector<bool> reached(blocks.size(), false);
  bool any_label = program.decoded;
  for (const BlockExit& exit : exits) {
    any_label |= exit.unknown;
    for (const std::size_t next : exit.to) {
      reached[next] = true;
      // The function and the return point of a call within the program.
      anywhere[next] =
          anywhere[next] || (exit.behind_call && !exit.calls_elsewhere &&
                             (calls == CallsKeep::nothing || next != *exit.behind_call));
    }
  }
  std::set<std::uint64_t> names;
  const auto exported = exported_names(program);
  if (any_label)
    names = labels_in_use(program);
  for (const auto& [name, symbol] : program.symbols)
    if (symbol.is_code && exported.contains(name))
      names.insert(symbol.address);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const std::uint64_t pc = blocks[b].instruction(0).pc;
    anywhere[b] = anywhere[b] || !reached[b] || pc == program.entry || names.contains(pc);
  }
  return anywhere;
}

} // namespace stallscope::sched
