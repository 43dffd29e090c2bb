#include "sched/superblock/tail_duplication.hpp"

#include "control_flow/control_flow.hpp"
#include "rewriting/source_line.hpp"
#include "sched/rewriting/rewrite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace stallscope::sched {

namespace {

/// Numeric labels at the start of a line, and directives with a range: copies elsewhere would
/// change their meaning.
bool depends_on_place(const std::string& line) {
  const std::size_t at = line.find_first_not_of(" \t");
  if (at == std::string::npos)
    return false;
  if (line[at] >= '0' && line[at] <= '9')
    return line.find(':', at) != std::string::npos;
  return line.compare(at, 12, ".option push") == 0 || line.compare(at, 11, ".option pop") == 0 ||
         line.compare(at, 11, ".option rvc") == 0 || line.compare(at, 13, ".option norvc") == 0;
}

/// The replacement of a jump.
struct Tail {
  std::vector<std::uint32_t> lines; ///< source lines
  std::uint32_t instructions = 0;
  std::optional<std::size_t> then; ///< the block that the copy jumps to
  bool branches = false;
};

class TailCopier {
public:
  TailCopier(const isa::Program& program, const std::vector<Block>& blocks,
             const machine::Machine& machine, std::uint32_t limit)
      : program_(program), all_(basic_blocks(program)), exits_(control_flow(program, all_, false)),
        keep_directions_(machine.predictor == machine::PredictorKind::backward_taken),
        limit_(limit), chosen_(all_.size(), false) {
    for (std::size_t b = 0; b < all_.size(); ++b) {
      by_pc_[all_[b].instruction(0).pc] = b;
      chosen_[b] = std::any_of(blocks.begin(), blocks.end(), [&](const Block& block) {
        return block.index_of(0) == all_[b].index_of(0);
      });
    }
  }

  TailDuplication copy() {
    TailDuplication result;
    std::vector<std::string> lines = program_.source_lines;
    const auto longest = static_cast<std::uint32_t>(program_.code.size());
    for (std::size_t b = 0; b < all_.size(); ++b) {
      const std::optional<std::size_t> target = jumps_to(b);
      if (!target || !chosen_[b] || own_line(all_[b], all_[b].count - 1) == 0)
        continue;
      const Tail tail = tail_from(*target, b);
      if (tail.lines.empty() || (tail.then && !tail.branches))
        continue;
      const std::uint32_t more = tail.instructions - (tail.then ? 0 : 1); // it replaces a jump
      if (result.instructions + more > longest) {
        ++result.refused;
        continue;
      }
      std::string& jump = lines[own_line(all_[b], all_[b].count - 1) - 1];
      jump.erase(statement_of(jump).begin);
      jump += fmt::format("# a copy of {}", all_[*target].label);
      for (const std::uint32_t line : tail.lines)
        jump += "\n\t" + statement(line);
      if (tail.then)
        jump += "\n\tj\t" + label_of(*tail.then);
      ++result.jumps;
      result.instructions += more;
    }
    for (const auto& [line, label] : new_labels_)
      lines[line - 1] = label + ":\n" + lines[line - 1];
    result.text = joined(lines);
    return result;
  }

private:
  [[nodiscard]] const isa::Instruction& last_of(std::size_t b) const {
    return all_[b].instruction(all_[b].count - 1);
  }
  [[nodiscard]] std::uint32_t line_of(std::size_t b, Node node) const {
    return program_.source[all_[b].index_of(node)].line;
  }
  [[nodiscard]] std::string statement(std::uint32_t line) const {
    const std::string& source = program_.source_lines[line - 1];
    return source.substr(statement_of(source).begin);
  }

  /// The block that a jump at the end of block `b` leads to, unless the jump is a call.
  [[nodiscard]] std::optional<std::size_t> jumps_to(std::size_t b) const {
    const isa::Instruction& last = last_of(b);
    if (last.op_class != isa::OpClass::jump || exits_[b].behind_call || exits_[b].calls_elsewhere ||
        last.rd != isa::kSinkRegister)
      return std::nullopt;
    const auto found = by_pc_.find(last.target);
    return found == by_pc_.end() ? std::nullopt : std::optional(found->second);
  }

  [[nodiscard]] bool may_be_copied(std::size_t b) const {
    const isa::OpClass end = last_of(b).op_class;
    const bool goes = isa::is_jump(end) || exits_[b].falls_to; // does not run past the end of the
                                                               // text
    if (!chosen_[b] || !goes || exits_[b].behind_call || exits_[b].calls_elsewhere)
      return false;
    for (Node node = 0; node < all_[b].count; ++node)
      if (const std::uint32_t line = line_of(b, node);
          line == 0 || program_.source_lines[line - 1].find("%pcrel_") != std::string::npos ||
          has_side_effects(all_[b].instruction(node)))
        return false;
    return true;
  }

  /// Follows control flow from a block on, through branches as not taken, and through jumps.
  [[nodiscard]] Tail tail_from(std::size_t first, std::size_t from) const {
    Tail tail;
    std::set<std::size_t> seen{from};
    for (std::optional<std::size_t> next = first; next;) {
      const std::size_t b = *next;
      // A block on the line of the previous one is copied with the line.
      const bool same_line = !tail.lines.empty() && tail.lines.back() == line_of(b, 0);
      if (!same_line &&
          (!seen.insert(b).second || !may_be_copied(b) ||
           tail.instructions + all_[b].count > limit_ || parts_a_line(b) || turns_round(b, from))) {
        tail.then = b;
        return tail;
      }
      for (Node node = 0; node < all_[b].count; ++node)
        if (const std::uint32_t line = line_of(b, node);
            tail.lines.empty() || tail.lines.back() != line)
          tail.lines.push_back(line);
      tail.instructions += all_[b].count;
      const bool branch = last_of(b).op_class == isa::OpClass::branch;
      tail.branches |= branch && !same_line;
      next = exits_[b].falls_to;
      if (const auto jump = jumps_to(b); jump && own_line(all_[b], all_[b].count - 1) != 0) {
        // Continues through the jump if its target fits as well.
        if (seen.contains(*jump) || !may_be_copied(*jump) || parts_a_line(*jump) ||
            turns_round(*jump, from) || tail.instructions - 1 + all_[*jump].count > limit_)
          return tail;
        tail.lines.pop_back();
        --tail.instructions;
        next = jump;
      }
    }
    return tail;
  }

  /// A forward branch that would become a backward branch in the copy at the end of another block,
  /// and would be predicted taken. Compilers make forward branches of those that are usually not
  /// taken, so the static prediction would be wrong.
  [[nodiscard]] bool turns_round(std::size_t b, std::size_t from) const {
    const isa::Instruction& last = last_of(b);
    const bool over_rest_of_line = own_line(all_[b], all_[b].count - 1) == 0;
    return keep_directions_ && last.op_class == isa::OpClass::branch && !over_rest_of_line &&
           last.target > last.pc && last.target <= last_of(from).pc;
  }

  /// The block begins in the middle of a line.
  [[nodiscard]] bool parts_a_line(std::size_t b) const {
    const std::uint32_t first = all_[b].index_of(0);
    return first > 0 && program_.source[first - 1].line == program_.source[first].line;
  }

  /// A label for jumps to a block: its own, or a new one.
  std::string label_of(std::size_t b) {
    const std::uint64_t pc = all_[b].instruction(0).pc;
    for (const auto& [name, symbol] : program_.symbols)
      if (symbol.is_code && symbol.address == pc && (name.front() < '0' || name.front() > '9'))
        return name;
    std::string& label = new_labels_[line_of(b, 0)];
    while (label.empty() || program_.symbols.contains(label))
      label = fmt::format(".Ltail_{}", ++labels_);
    return label;
  }

  const isa::Program& program_;
  std::vector<Block> all_;
  std::vector<BlockExit> exits_;
  bool keep_directions_;
  std::uint32_t limit_;
  std::vector<bool> chosen_;
  std::map<std::uint64_t, std::size_t> by_pc_;
  std::map<std::uint32_t, std::string> new_labels_; ///< by the line that they precede
  unsigned labels_ = 0;
};

} // namespace

TailDuplication duplicate_tails(const isa::Program& program, const std::vector<Block>& blocks,
                                const machine::Machine& machine, std::uint32_t limit) {
  TailDuplication result;
  result.text = joined(program.source_lines);
  if (program.isa != isa::Isa::riscv || !can_rewrite(program) ||
      std::any_of(program.source_lines.begin(), program.source_lines.end(), depends_on_place))
    return result;
  return TailCopier(program, blocks, machine, limit).copy();
}

} // namespace stallscope::sched
