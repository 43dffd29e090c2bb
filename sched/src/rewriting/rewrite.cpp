#include "sched/rewriting/rewrite.hpp"

#include "rewriting/source_line.hpp"
#include "sched/dependence/dependence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string_view>

namespace stallscope::sched {

bool can_rewrite(const isa::Program& program) {
  // Text written for delay slots but assembled without them (misses_delay_slots): instructions that
  // stand in delay slots are not in the order of their lines.
  return !program.decoded && !program.misses_delay_slots && !program.source.empty() &&
         !program.source_lines.empty();
}

namespace {

std::uint32_t line_of(const Block& block, Node node) {
  return block.program->source[block.index_of(node)].line;
}

using PairedLabels = std::set<std::string, std::less<>>;

/// Labels that move with their instruction: those of an auipc that its lower half refers to, "addi
/// a0, a0, %pcrel_lo(.Lpcrel_hi0)".
PairedLabels paired_labels(const isa::Program& program) {
  constexpr std::string_view kOperator = "%pcrel_lo(";
  PairedLabels labels;
  for (const std::string& line : program.source_lines)
    if (const std::size_t at = line.find(kOperator); at != std::string::npos) {
      const std::size_t begin = at + kOperator.size();
      labels.insert(line.substr(begin, line.find_first_of(" \t)", begin) - begin));
    }
  return labels;
}

/// A numeric label in a lower half, "%pcrel_lo(1b)", refers backwards in the text, so its meaning
/// changes when lines move. Such pairs get an additional unique label.
void name_numeric_pairs(isa::Program& program) {
  constexpr std::string_view kOperator = "%pcrel_lo(";
  std::vector<std::string>& lines = program.source_lines;
  std::map<std::uint32_t, std::string> names; // by line of the instruction
  for (std::size_t user = 0; user < lines.size(); ++user) {
    const std::size_t found = lines[user].find(kOperator);
    if (found == std::string::npos)
      continue;
    const std::size_t begin = found + kOperator.size();
    const std::size_t end = lines[user].find_first_not_of("0123456789", begin);
    if (end == begin || end == std::string::npos || lines[user][end] != 'b')
      continue;
    const std::string label = lines[user].substr(begin, end - begin) + ":";
    std::size_t line = user + 1;
    std::size_t at = std::string::npos;
    while (line-- > 0 && at == std::string::npos) {
      const std::size_t first = lines[line].find_first_not_of(" \t");
      if (first != std::string::npos && lines[line].compare(first, label.size(), label) == 0)
        at = first;
    }
    if (at == std::string::npos)
      continue;
    // The label belongs to the next instruction.
    const auto named = std::find_if(
        program.source.begin(), program.source.end(),
        [label_line = line + 2](const isa::SourceInfo& s) { return s.line >= label_line; });
    if (named == program.source.end())
      continue;
    std::string& name = names[named->line];
    if (name.empty()) {
      do
        name = fmt::format(".Lpair_{}", names.size());
      while (program.symbols.contains(name));
      std::string& own = lines[named->line - 1];
      own.insert(statement_of(own).begin, name + ": ");
    }
    lines[user].replace(begin, end + 1 - begin, name);
  }
}

/// The line consists of one of these labels.
bool is_paired_label(const std::string& line, const PairedLabels& paired) {
  const std::size_t begin = line.find_first_not_of(" \t");
  const std::size_t colon = line.find(':');
  return begin != std::string::npos && colon != std::string::npos &&
         line.find_first_not_of(" \t\r", colon + 1) == std::string::npos &&
         paired.contains(std::string_view(line).substr(begin, colon - begin));
}

/// Length of the labels at a line's start that do not move, with the blanks after them: "loop:  ".
std::size_t label_length(const std::string& line, const isa::Program& program, std::uint64_t pc,
                         const PairedLabels& paired) {
  std::size_t length = 0;
  for (;;) {
    std::size_t at = line.find_first_not_of(" \t", length);
    if (at == std::string::npos)
      return length;
    const std::size_t end = line.find_first_of(": \t#;\"", at);
    if (end == std::string::npos || line[end] != ':')
      return length;
    if (paired.contains(line.substr(at, end - at)))
      return length;
    const auto symbol = program.symbols.find(line.substr(at, end - at));
    const bool known = symbol != program.symbols.end() && symbol->second.address == pc;
    if (!known && program.isa != isa::Isa::riscv) // numeric labels such as 1: are not symbols
      return length;
    length = std::min(line.find_first_not_of(" \t", end + 1), line.size());
  }
}

/// Some branch or jump leads there.
bool is_target(const isa::Program& program, std::uint64_t pc) {
  return std::any_of(program.code.begin(), program.code.end(), [pc](const isa::Instruction& i) {
    return isa::is_control(i.op_class) && i.target == pc;
  });
}

/// The lines of one block, each with the preceding lines without instructions.
class BlockLines {
public:
  BlockLines(const Block& block, const PairedLabels& paired) : block_(block) {
    const std::vector<std::string>& lines = block.program->source_lines;
    const std::uint32_t head_line = line_of(block, 0);
    for (first_ = head_line; first_ > 1 && is_paired_label(lines[first_ - 2], paired);)
      --first_;
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
    std::string& head = pieces_[head_line];
    const std::size_t length =
        stays && first_ == head_line ? label_length(head, *block.program, pc, paired) : 0;
    if (length > 0) {
      label_ = head.substr(0, head.find_last_of(':', length) + 1) + "\n";
      head = std::string(length, ' ') + head.substr(length);
    }
  }

  [[nodiscard]] std::uint32_t first() const { return first_; }
  [[nodiscard]] std::uint32_t last() const { return last_; }
  /// Labels that stay at the start, then the lines in this order.
  [[nodiscard]] std::string in_order(const Reordered& reordered) {
    const std::vector<Node>& order = reordered.order;
    for (const auto& [node, offset] : folded_offsets(block_, reordered.folding, order)) {
      // the instruction's own line comes last
      std::string& piece = pieces_.at(line_of(block_, node));
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
                                   const Folding& folding, const AliasHints& hints) {
  // Every line is placed where its last instruction is.
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
  if (whole == order || illegality(block, whole, hints, folding).empty())
    return whole;
  std::iota(whole.begin(), whole.end(), 0U);
  return whole;
}

std::string rewritten(const isa::Program& original, const std::vector<Reordered>& blocks) {
  isa::Program program = original;
  name_numeric_pairs(program);
  const std::vector<std::string>& lines = program.source_lines;
  const PairedLabels paired = paired_labels(program);
  // new text and last line of each replaced range, by its first line
  std::map<std::uint32_t, std::pair<std::uint32_t, std::string>> changed;
  for (const Reordered& reordered : blocks) {
    if (reordered.block.count < 2 || std::is_sorted(reordered.order.begin(), reordered.order.end()))
      continue;
    Block named = reordered.block;
    named.program = &program;
    BlockLines block(named, paired);
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
