#include "sched/superblock/superblock.hpp"

#include "base/check.hpp"
#include "cost_model/block_cycles.hpp"
#include "isa/executor.hpp"
#include "rewriting/source_line.hpp"
#include "sched/rewriting/rewrite.hpp"
#include "superblock/superblock_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace stallscope::sched {

namespace {

/// Counts executions of blocks by their last instructions.
class BranchCounter : public isa::CommitSink {
public:
  BranchCounter(const isa::Program& program, const std::vector<Block>& blocks)
      : block_of_(program.code.size(), kNone), profile{
                                                   std::vector<std::uint64_t>(blocks.size(), 0),
                                                   std::vector<std::uint64_t>(blocks.size(), 0)} {
    for (std::size_t b = 0; b < blocks.size(); ++b)
      block_of_[blocks[b].index_of(blocks[b].count - 1)] = b;
  }
  void executed(const isa::Program& program, const isa::ArchState& /*behind*/,
                const isa::Commit& commit) override {
    if (commit.instruction >= block_of_.size() || block_of_[commit.instruction] == kNone)
      return;
    const isa::Instruction& instruction = program.code[commit.instruction];
    const std::size_t b = block_of_[commit.instruction];
    ++profile.executed[b];
    profile.taken[b] += commit.effect.next_pc != instruction.pc + instruction.size ? 1U : 0U;
  }

private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> block_of_; ///< by last instruction of a block

public:
  BranchProfile profile;
};

/// Inserts the scheduled traces of a program into its text.
class TraceWriter {
public:
  TraceWriter(const isa::Program& program, const std::vector<Block>& blocks,
              const std::vector<BlockExit>& exits)
      : program_(program), changed_(program), blocks_(blocks), exits_(exits) {}

  void add(const Trace& trace, const TraceBlock& made, const TraceOrder& order) {
    Reordered reordered;
    reordered.block = made.block;
    reordered.folding = made.folding;
    for (const LineUnit unit : order.units)
      for (const Node node : made.units[unit])
        reordered.order.push_back(node);
    const std::string wrong =
        illegality(made.block, reordered.order, hints_, made.folding, ControlStays::no);
    STALLSCOPE_CHECK(wrong.empty(), wrong.c_str());
    const std::size_t at = end_of_function(trace.blocks.back()).value_or(0);
    for (std::size_t e = 0; e < made.exits.size(); ++e)
      if (!order.copies[e].empty())
        way_out(made, order, e, reordered.order, at);
    reordered_.push_back(std::move(reordered));
    stretches_.push_back({made.block.indices.front(), made.block.indices.back()});
  }
  void set_hints(const AliasHints& hints) { hints_ = hints; }

  /// The first later block that control flow never falls out of: exit code is placed after it.
  [[nodiscard]] std::optional<std::size_t> end_of_function(std::size_t b) const {
    for (; b < blocks_.size(); ++b)
      if (const BlockExit& exit = exits_[b];
          !exit.falls_to && !exit.behind_call && !exit.calls_elsewhere &&
          isa::is_control(blocks_[b].instruction(blocks_[b].count - 1).op_class) &&
          blocks_[b].instruction(blocks_[b].count - 1).op_class != isa::OpClass::branch)
        return b;
    return std::nullopt;
  }

  /// The new text, and its scheduled blocks.
  void write(Superblocks& result) {
    for (Reordered& reordered : reordered_)
      reordered.block.program = &changed_;
    // Inserted code belongs to the preceding line while lines are ordered, and ends its range.
    for (const auto& [line, text] : ways_out_)
      changed_.source_lines[line - 1] += "\n" + text.substr(0, text.size() - 1);
    result.text = rewritten(changed_, reordered_);
    // Blocks can have become empty, and exit blocks are new: blocks are identified by their
    // instructions.
    const isa::Program read = read_again(program_, result.text, false);
    const std::vector<Block> blocks = basic_blocks(read);
    for (std::size_t b = 0; b < blocks.size(); ++b)
      if (std::any_of(stretches_.begin(), stretches_.end(), [&](const Stretch& stretch) {
            std::uint32_t moved = 0;
            for (const auto& [index, count] : added_)
              moved += index < stretch.first ? count : 0;
            const std::uint32_t index = blocks[b].index_of(0);
            return stretch.first + moved <= index && index <= stretch.last + moved;
          }))
        result.scheduled.push_back(b);
  }

private:
  struct Stretch { ///< of instructions, by index
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };

  [[nodiscard]] std::uint32_t line_of(const Block& block, Node node) const {
    return program_.source[block.index_of(node)].line;
  }

  /// Redirects the exit branch to the compensation code, which jumps to the original target.
  void way_out(const TraceBlock& made, const TraceOrder& order, std::size_t e,
               const std::vector<Node>& nodes, std::size_t at) {
    const SideExit& exit = made.exits[e];
    std::string label;
    do
      label = fmt::format(".Lway_out_{}", ++labels_);
    while (program_.symbols.contains(label));
    std::string& line = changed_.source_lines[line_of(made.block, exit.branch) - 1];
    const Statement statement = statement_of(line);
    const std::size_t comma = line.find_last_of(',', statement.end - 1);
    const std::size_t begin = line.find_first_not_of(" \t", comma + 1);
    std::size_t end = begin;
    while (end < statement.end && line[end] != ' ' && line[end] != '\t' && line[end] != '\r')
      ++end;
    const std::string target = line.substr(begin, end - begin);
    line = line.substr(0, begin) + label + line.substr(end);

    // Offsets of copied accesses are relative to what has been executed before the copies.
    std::vector<Node> path(nodes.begin(), std::find(nodes.begin(), nodes.end(), exit.branch));
    std::string text = label + ":\n";
    for (const LineUnit unit : order.copies[e])
      path.insert(path.end(), made.units[unit].begin(), made.units[unit].end());
    std::map<Node, std::int64_t> offsets;
    for (const auto& [node, offset] : folded_offsets(made.block, made.folding, path))
      offsets[node] = offset;
    std::uint32_t instructions = 1;
    for (const LineUnit unit : order.copies[e]) {
      instructions += static_cast<std::uint32_t>(made.units[unit].size());
      const Node first = made.units[unit].front();
      const std::string& source = program_.source_lines[line_of(made.block, first) - 1];
      const Statement words = statement_of(source);
      std::string copy = "\t" + source.substr(words.begin, words.end - words.begin);
      copy.erase(copy.find_last_not_of(" \t\r") + 1);
      if (const auto moved = offsets.find(first); moved != offsets.end())
        copy = with_offset(copy, moved->second);
      text += copy + "\n";
    }
    text += "\tj\t" + target + "\n";
    const Block& last = blocks_[at];
    ways_out_[line_of(last, last.count - 1)] += text;
    added_.emplace_back(last.index_of(last.count - 1), instructions);
  }

  const isa::Program& program_;
  isa::Program changed_; ///< with branches redirected to the copies
  const std::vector<Block>& blocks_;
  const std::vector<BlockExit>& exits_;
  AliasHints hints_;
  std::vector<Reordered> reordered_;
  std::vector<Stretch> stretches_;
  /// after an instruction, the number of lines inserted
  std::vector<std::pair<std::uint32_t, std::uint32_t>> added_;
  std::map<std::uint32_t, std::string> ways_out_; ///< lines of compensation code, by the line they
                                                  ///< follow
  unsigned labels_ = 0;
};

void count_motion(const TraceBlock& made, const TraceOrder& order, Superblock& info) {
  std::vector<std::size_t> position(order.units.size());
  for (std::size_t i = 0; i < order.units.size(); ++i)
    position[order.units[i]] = i;
  std::vector<bool> up(order.units.size(), false);
  std::vector<bool> down(order.units.size(), false);
  for (const SideExit& exit : made.exits)
    for (LineUnit unit = 0; unit < order.units.size(); ++unit) {
      up[unit] = up[unit] || (unit > exit.unit && position[unit] < position[exit.unit]);
      down[unit] = down[unit] || (unit < exit.unit && position[unit] > position[exit.unit]);
    }
  info.hoisted = static_cast<std::uint32_t>(std::count(up.begin(), up.end(), true));
  info.sunk = static_cast<std::uint32_t>(std::count(down.begin(), down.end(), true));
  for (const auto& copies : order.copies)
    info.copies += static_cast<std::uint32_t>(copies.size());
}

} // namespace

BranchProfile branch_profile(const isa::Program& program, std::uint64_t instruction_limit) {
  const std::vector<Block> blocks = basic_blocks(program);
  BranchCounter counter(program, blocks);
  isa::ArchState state = isa::initial_state(program);
  isa::Environment environment;
  environment.commits = &counter;
  (void)isa::advance_reference(program, state, environment, instruction_limit);
  return std::move(counter.profile);
}

Superblocks schedule_superblocks(const isa::Program& program, const std::vector<Block>& blocks,
                                 const Target& target, const AliasHints& hints,
                                 const BranchProfile& profile) {
  Superblocks result;
  result.text = joined(program.source_lines);
  if (program.isa != isa::Isa::riscv || target.machine().delay_slot || !can_rewrite(program))
    return result;
  const std::vector<Block> all = basic_blocks(program);
  const std::vector<BlockExit> exits = control_flow(program, all, false);
  const Liveness live = liveness(program, all);
  std::vector<bool> chosen(all.size(), false);
  for (std::size_t b = 0; b < all.size(); ++b)
    chosen[b] = std::any_of(blocks.begin(), blocks.end(), [&](const Block& block) {
      return block.index_of(0) == all[b].index_of(0);
    });
  TraceWriter writer(program, all, exits);
  writer.set_hints(hints);
  for (const Trace& trace : find_traces(program, all, exits, chosen, profile)) {
    const TraceBlock made = trace_block(trace, all, exits, live);
    TraceScheduler scheduler(made, target, hints);
    const TraceOrder before = scheduler.block_by_block();
    const TraceOrder after =
        scheduler.best(writer.end_of_function(trace.blocks.back()).has_value());
    if (after.cycles >= before.cycles - 1e-9)
      continue;
    Superblock info;
    info.label = made.block.label;
    info.blocks = static_cast<std::uint32_t>(made.exits.size()) + 1;
    info.cycles_before = before.cycles;
    info.cycles_after = after.cycles;
    count_motion(made, after, info);
    result.made.push_back(info);
    writer.add(trace, made, after);
  }
  if (!result.made.empty())
    writer.write(result);
  return result;
}

} // namespace stallscope::sched
