#include "superblock/traces.hpp"

#include "control_flow/label_use.hpp"

#include <algorithm>
#include <set>

namespace stallscope::sched {

namespace {

/// Static branch probabilities without a profile. The layout of compiled code is the strongest
/// heuristic: fall-through is likelier. The heuristics for comparisons follow Ball and Larus,
/// "Branch Prediction for Free", PLDI 1993.
constexpr double kLoops = 0.9;
constexpr double kLeavesLoop = 0.1;
constexpr double kEqual = 0.25;
constexpr double kUnequal = 0.4;
constexpr double kNegative = 0.2;
constexpr double kOther = 0.35;
/// A trace ends at a branch that leaves it with a higher probability.
constexpr double kMostlyLeaves = 0.5;

const isa::Instruction& last_of(const Block& block) {
  return block.instruction(block.count - 1);
}

class TraceFinder {
public:
  TraceFinder(const isa::Program& program, const std::vector<Block>& blocks,
              const std::vector<BlockExit>& exits, const std::vector<bool>& chosen,
              const BranchProfile& profile)
      : program_(program), blocks_(blocks), exits_(exits), chosen_(chosen), profile_(profile),
        anywhere_(entered_from_anywhere(program, blocks, exits)), entries_(blocks.size(), 0) {
    const std::vector<bool> functions =
        entered_from_anywhere(program, blocks, exits, CallsKeep::convention);
    for (std::size_t b = 0; b < blocks.size(); ++b)
      for (const std::size_t next : exits[b].to) {
        ++entries_[next];
        // A recursive call, or a tail call of an earlier function, is not a loop.
        if (next <= b && (!exits[b].behind_call || next == *exits[b].behind_call) &&
            std::find(functions.begin() + static_cast<std::ptrdiff_t>(next) + 1,
                      functions.begin() + static_cast<std::ptrdiff_t>(b) + 1,
                      true) == functions.begin() + static_cast<std::ptrdiff_t>(b) + 1)
          loops_.push_back({next, b});
      }
    labels_ = labels_in_use(program);
  }

  std::vector<Trace> find() const {
    std::vector<Trace> traces;
    for (std::size_t b = 0; b < blocks_.size();) {
      Trace trace = from(b);
      b = trace.blocks.empty() ? b + 1 : trace.blocks.back() + 1;
      if (trace.blocks.size() > 1)
        traces.push_back(std::move(trace));
    }
    return traces;
  }

private:
  struct Loop {
    std::size_t first = 0;
    std::size_t last = 0;
  };

  [[nodiscard]] bool usable(std::size_t b) const {
    if (!chosen_[b])
      return false;
    for (Node node = 0; node < blocks_[b].count; ++node)
      if (const isa::Instruction& instruction = blocks_[b].instruction(node);
          has_side_effects(instruction) || instruction.micro_op_count != 1)
        return false;
    return true;
  }
  [[nodiscard]] std::uint32_t line_of_last(std::size_t b) const {
    return program_.source[blocks_[b].index_of(blocks_[b].count - 1)].line;
  }
  /// Starts on the line of the preceding instruction, or before it in another section.
  [[nodiscard]] bool shares_line(std::size_t b) const {
    const std::uint32_t first = blocks_[b].index_of(0);
    return first > 0 && program_.source[first - 1].line >= program_.source[first].line;
  }
  /// Its branch skips the next block, which is the rest of its line.
  [[nodiscard]] bool skips_line(std::size_t b) const {
    if (b + 2 >= blocks_.size() || last_of(blocks_[b]).op_class != isa::OpClass::branch)
      return false;
    const Block& skipped = blocks_[b + 1];
    const std::uint32_t line = line_of_last(b);
    for (Node node = 0; node < skipped.count; ++node)
      if (program_.source[skipped.index_of(node)].line != line ||
          isa::is_control(skipped.instruction(node).op_class))
        return false;
    return last_of(blocks_[b]).target == blocks_[b + 2].instruction(0).pc &&
           exits_[b].falls_to == b + 1 && exits_[b + 1].falls_to == b + 2 && entries_[b + 1] == 1 &&
           entries_[b + 2] == 2 && inside(b + 1) && inside(b + 2) &&
           program_.source[blocks_[b + 2].index_of(0)].line != line;
  }
  /// Can be in the middle of a trace, as far as labels and other jumps are concerned.
  [[nodiscard]] bool inside(std::size_t b) const {
    return usable(b) && !anywhere_[b] && !labels_.contains(blocks_[b].instruction(0).pc);
  }

  Trace from(std::size_t first) const {
    Trace trace;
    if (!usable(first) || shares_line(first))
      return trace;
    const auto add = [&trace](std::size_t b, double leaves, bool skips) {
      trace.blocks.push_back(b);
      trace.leaves.push_back(leaves);
      trace.skips_line.push_back(skips);
    };
    for (std::size_t b = first;;) {
      if (skips_line(b)) {
        add(b, 0, true);
        add(b + 1, 0, false);
        b += 2;
        continue;
      }
      const bool branches = last_of(blocks_[b]).op_class == isa::OpClass::branch;
      const double leaves = branches ? taken(b) : 0;
      add(b, leaves, false);
      // Code on the unlikely path would take issue slots from the likely one, such as a loop.
      if (leaves > kMostlyLeaves || !exits_[b].falls_to || *exits_[b].falls_to != b + 1 ||
          exits_[b].behind_call || exits_[b].calls_elsewhere || entries_[b + 1] != 1 ||
          !inside(b + 1) || shares_line(b + 1))
        return trace;
      ++b;
    }
  }

  [[nodiscard]] double taken(std::size_t b) const {
    if (!profile_.empty() && profile_.executed[b] > 0)
      return static_cast<double>(profile_.taken[b]) / static_cast<double>(profile_.executed[b]);
    const isa::Instruction& branch = last_of(blocks_[b]);
    const std::uint64_t here = branch.pc;
    if (branch.target <= here)
      return kLoops;
    for (const Loop& loop : loops_)
      if (loop.first <= b && b < loop.last && branch.target > last_of(blocks_[loop.last]).pc)
        return kLeavesLoop;
    const bool zero = branch.rs1 == 0 || branch.rs2 == 0;
    switch (branch.op) {
    case isa::Op::beq:
      return kEqual;
    case isa::Op::bne:
      return kUnequal;
    case isa::Op::blt:
      return zero ? kNegative : kOther;
    default:
      return kOther;
    }
  }

  const isa::Program& program_;
  const std::vector<Block>& blocks_;
  const std::vector<BlockExit>& exits_;
  const std::vector<bool>& chosen_;
  const BranchProfile& profile_;
  std::vector<bool> anywhere_;
  std::vector<unsigned> entries_; ///< number of predecessors of each block
  std::vector<Loop> loops_;
  std::set<std::uint64_t> labels_;
};

} // namespace

std::vector<Trace> find_traces(const isa::Program& program, const std::vector<Block>& blocks,
                               const std::vector<BlockExit>& exits, const std::vector<bool>& chosen,
                               const BranchProfile& profile) {
  return TraceFinder(program, blocks, exits, chosen, profile).find();
}

} // namespace stallscope::sched
