#include "sched/unrolling/loop_ends.hpp"

#include "rewriting/source_line.hpp"
#include "sched/data_flow/liveness.hpp"
#include "sched/rewriting/rewrite.hpp"
#include "sched/unrolling/unroll.hpp"
#include "unrolling/counted_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace stallscope::sched {

namespace {

constexpr RegId kAssemblerTemporary = 1; ///< $at

/// The words of a statement: mnemonic and operands.
struct Words {
  std::string mnemonic;
  std::vector<std::string> operands;
};

Words words_of(const std::string& line) {
  const Statement part = statement_of(line);
  const std::string text = line.substr(part.begin, part.end - part.begin);
  Words words;
  const std::size_t space = std::min(text.find_first_of(" \t"), text.size());
  words.mnemonic = text.substr(0, space);
  for (std::size_t begin = space; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    word.erase(0, std::min(word.find_first_not_of(" \t"), word.size()));
    word.erase(word.find_last_not_of(" \t\r") + 1);
    words.operands.push_back(word);
    begin = end + 1;
  }
  return words;
}

class LoopEnd {
public:
  LoopEnd(const Block& block, const RegisterSet& around, bool delay_slot,
          std::vector<std::string>& lines)
      : block_(block), program_(*block.program), around_(around),
        branch_(block.count - (delay_slot ? 2 : 1)), delay_slot_(delay_slot), lines_(lines) {}

  std::uint32_t write() {
    if (program_.isa == isa::Isa::riscv)
      return joined_comparison() ? 1 : 0;
    std::uint32_t changed = 0;
    if (program_.isa == isa::Isa::mips && !around_.test(kAssemblerTemporary)) {
      for (Node node = 0; node + 1 < block_.count; ++node)
        changed += line_of(node) == line_of(node + 1) && plain_subtraction(line_of(node)) ? 1U : 0U;
      if (branch_ > 0 && line_of(branch_ - 1) == line_of(branch_) && parted_branch())
        ++changed;
    }
    return changed;
  }

private:
  [[nodiscard]] std::uint32_t line_of(Node node) const {
    return program_.source[block_.index_of(node)].line;
  }

  bool joined_comparison() {
    const std::optional<Node> compare = comparison_of(block_, branch_);
    if (delay_slot_ || !compare || own_line(block_, *compare) == 0 ||
        own_line(block_, branch_) == 0 || *compare + 1 != branch_)
      return false;
    const isa::Instruction& comparison = block_.instruction(*compare);
    if (comparison.has_immediate || around_.test(comparison.rd))
      return false;
    const Words words = words_of(lines_[own_line(block_, *compare) - 1]);
    std::string& branch = lines_[own_line(block_, branch_) - 1];
    const Words test = words_of(branch);
    if (words.operands.size() != 3 || test.operands.empty())
      return false;
    const isa::Op op = branch_of(comparison.op, block_.instruction(branch_).op);
    const char* mnemonic = op == isa::Op::blt    ? "blt"
                           : op == isa::Op::bge  ? "bge"
                           : op == isa::Op::bltu ? "bltu"
                                                 : "bgeu";
    branch = with_statement(branch, fmt::format("{} {}, {}, {}", mnemonic, words.operands[1],
                                                words.operands[2], test.operands.back()));
    std::string& line = lines_[own_line(block_, *compare) - 1];
    line = with_statement(line, "");
    return true;
  }

  bool plain_subtraction(std::uint32_t number) {
    struct Pair {
      std::string_view subtraction;
      std::string_view addition;
    };
    constexpr std::array<Pair, 4> kPairs{
        {{"sub", "addi"}, {"subu", "addiu"}, {"dsub", "daddi"}, {"dsubu", "daddiu"}}};
    std::string& line = lines_[number - 1];
    const Words words = words_of(line);
    const auto pair = std::find_if(kPairs.begin(), kPairs.end(), [&words](const Pair& p) {
      return p.subtraction == words.mnemonic;
    });
    if (pair == kPairs.end() || words.operands.size() < 2)
      return false;
    const std::string& last = words.operands.back();
    int value = 0;
    const auto [end, error] = std::from_chars(last.data(), last.data() + last.size(), value);
    if (error != std::errc{} || end != last.data() + last.size() || value < -32767 || value > 32768)
      return false;
    line = with_statement(line, fmt::format("{} {}, {}, {}", pair->addition, words.operands.front(),
                                            words.operands[words.operands.size() - 2], -value));
    return true;
  }

  bool parted_branch() {
    const isa::Instruction& comparison = block_.instruction(branch_ - 1);
    const isa::Instruction& branch = block_.instruction(branch_);
    std::string& line = lines_[line_of(branch_) - 1];
    const Words words = words_of(line);
    const bool compares = (comparison.op == isa::Op::slt || comparison.op == isa::Op::sltu) &&
                          comparison.rd == kAssemblerTemporary && !comparison.has_immediate &&
                          (branch.op == isa::Op::bne || branch.op == isa::Op::beq) &&
                          std::max(branch.rs1, branch.rs2) == kAssemblerTemporary &&
                          std::min(branch.rs1, branch.rs2) == 0;
    if (!compares || words.operands.size() != 3)
      return false;
    const auto name = [this](RegId reg) { return program_.register_names[reg]; };
    line = with_statement(line, fmt::format("{} {}, {}, {}\n\t{} {}, {}, {}",
                                            comparison.op == isa::Op::slt ? "slt" : "sltu",
                                            name(comparison.rd), name(comparison.rs1),
                                            name(comparison.rs2),
                                            branch.op == isa::Op::bne ? "bne" : "beq",
                                            name(kAssemblerTemporary), name(0), words.operands[2]));
    return true;
  }

  const Block& block_;
  const isa::Program& program_;
  const RegisterSet& around_;
  Node branch_;
  bool delay_slot_;
  std::vector<std::string>& lines_;
};

} // namespace

PlainLoopEnds plain_loop_ends(const isa::Program& program, const std::vector<Block>& blocks,
                              bool delay_slot) {
  PlainLoopEnds result;
  std::vector<std::string> lines = program.source_lines;
  if (can_rewrite(program)) {
    const std::vector<Block> all = basic_blocks(program, delay_slot);
    const Liveness live = liveness(program, all, delay_slot);
    for (const Block& block : loops_of(blocks, delay_slot)) {
      const auto at = std::find_if(all.begin(), all.end(), [&block](const Block& other) {
        return other.index_of(0) == block.index_of(0);
      });
      const auto b = static_cast<std::size_t>(at - all.begin());
      const RegisterSet around = live.in[b] | live.out[b];
      result.changed += LoopEnd(block, around, delay_slot, lines).write();
    }
  }
  result.text = joined(lines);
  return result;
}

} // namespace stallscope::sched
