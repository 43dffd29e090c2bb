#include "sched/rewrite.hpp"

#include "sched/dependence.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace stallscope::sched {

bool can_rewrite(const isa::Program& program) {
  return !program.decoded && !program.source.empty() && !program.source_lines.empty();
}

namespace {

std::uint32_t line_of(const Block& block, Node node) {
  return block.program->source[block.index_of(node)].line;
}

/// Length of the labels a line begins with, with the blanks behind them: "loop:  ".
std::size_t label_length(const std::string& line, const isa::Program& program, std::uint64_t pc) {
  std::size_t length = 0;
  for (;;) {
    std::size_t at = line.find_first_not_of(" \t", length);
    if (at == std::string::npos)
      return length;
    const std::size_t end = line.find_first_of(": \t#;\"", at);
    if (end == std::string::npos || line[end] != ':')
      return length;
    const auto symbol = program.symbols.find(line.substr(at, end - at));
    const bool known = symbol != program.symbols.end() && symbol->second.address == pc;
    if (!known && program.isa != isa::Isa::riscv) // 1: and the like are no symbols
      return length;
    length = std::min(line.find_first_not_of(" \t", end + 1), line.size());
  }
}

/// Some branch or jump goes there.
bool is_target(const isa::Program& program, std::uint64_t pc) {
  return std::any_of(program.code.begin(), program.code.end(), [pc](const isa::Instruction& i) {
    return isa::is_control(i.op_class) && i.target == pc;
  });
}

/// The lines of one block, each with the lines without instructions in front of it.
class BlockLines {
public:
  explicit BlockLines(const Block& block) : block_(block) {
    const std::vector<std::string>& lines = block.program->source_lines;
    first_ = line_of(block, 0);
    std::uint32_t next = first_;
    for (Node node = 0; node < block.count; ++node) {
      const std::uint32_t line = line_of(block, node);
      if (pieces_.contains(line) || line > lines.size())
        continue;
      std::string& text = pieces_[line];
      for (; next <= line; ++next)
        text += lines[next - 1] + "\n";
      last_ = line;
    }
    const std::uint64_t pc = block.instruction(0).pc;
    const bool stays = block.program->isa != isa::Isa::tac || is_target(*block.program, pc);
    std::string& head = pieces_[first_];
    if (const std::size_t length = stays ? label_length(head, *block.program, pc) : 0; length > 0) {
      label_ = head.substr(0, head.find_last_of(':', length) + 1) + "\n";
      head = std::string(length, ' ') + head.substr(length);
    }
  }

  [[nodiscard]] std::uint32_t first() const { return first_; }
  [[nodiscard]] std::uint32_t last() const { return last_; }
  /// Labels that stay at the beginning, then the lines in this order.
  [[nodiscard]] std::string in_order(const Reordered& reordered) {
    const std::vector<Node>& order = reordered.order;
    for (const auto& [node, offset] : folded_offsets(block_, reordered.folding, order)) {
      std::string& piece = pieces_.at(line_of(block_, node)); // its own line is the last of them
      const std::size_t last = piece.find_last_of('\n', piece.size() - 2) + 1;
      piece = piece.substr(0, last) + with_offset(piece.substr(last), offset);
    }
    std::string text = label_;
    std::set<std::uint32_t> written;
    for (const Node node : order)
      if (written.insert(line_of(block_, node)).second)
        text += pieces_.at(line_of(block_, node));
    return text;
  }

private:
  const Block& block_;
  std::uint32_t first_ = 0;
  std::uint32_t last_ = 0;
  std::string label_;
  std::map<std::uint32_t, std::string> pieces_; ///< by line of the instruction
};

} // namespace

std::vector<Node> with_whole_lines(const Block& block, const std::vector<Node>& order,
                                   const Folding& folding) {
  // Every line goes where its last instruction stands.
  std::map<std::uint32_t, std::vector<Node>> by_line;
  for (Node node = 0; node < block.count; ++node)
    by_line[line_of(block, node)].push_back(node);
  std::map<std::uint32_t, std::size_t> left;
  for (const auto& [line, nodes] : by_line)
    left[line] = nodes.size();
  std::vector<Node> whole;
  for (const Node node : order)
    if (--left[line_of(block, node)] == 0)
      for (const Node part : by_line[line_of(block, node)])
        whole.push_back(part);
  if (whole == order || illegality(block, whole, {}, folding).empty())
    return whole;
  std::iota(whole.begin(), whole.end(), 0U);
  return whole;
}

std::string rewritten(const isa::Program& program, const std::vector<Reordered>& blocks) {
  const std::vector<std::string>& lines = program.source_lines;
  std::map<std::uint32_t, std::pair<std::uint32_t, std::string>> changed; // first: last, text
  for (const Reordered& reordered : blocks) {
    if (reordered.block.count < 2 || std::is_sorted(reordered.order.begin(), reordered.order.end()))
      continue;
    BlockLines block(reordered.block);
    changed[block.first()] = {block.last(), block.in_order(reordered)};
  }
  std::string text;
  for (std::uint32_t line = 1; line <= lines.size(); ++line) {
    if (const auto block = changed.find(line); block != changed.end()) {
      text += block->second.second;
      line = block->second.first;
    } else {
      text += lines[line - 1] + "\n";
    }
  }
  return text;
}

} // namespace stallscope::sched
