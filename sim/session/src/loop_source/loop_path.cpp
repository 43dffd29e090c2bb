#include "loop_source/loop_path.hpp"

#include "base/counted.hpp"
#include "isa/functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::session {

namespace {

using isa::Instruction;
using isa::Op;

/// Maximum depth of nested calls that are followed; recursion is reported earlier.
constexpr std::size_t kMaxCallDepth = 32;

/// A path through blocks, in which one step represents all iterations of an inner loop.
struct Step {
  std::uint32_t block = 0;
  std::uint32_t within = NaturalLoop::kNoLoop; ///< the inner loop whose header the block is
};
struct Way {
  std::vector<Step> steps;
  std::size_t leaves_behind = 0; ///< for an inner loop: the last step executed in its last
                                 ///< iteration
  std::uint32_t next = kNoBlock; ///< for an inner loop: the block executed after it
};

std::optional<isa::Function> called_function(const isa::Program& program, const Instruction& call) {
  if ((call.op != Op::jump_link && call.op != Op::x86_call) ||
      program.index_of(call.target) == isa::kNoIndex)
    return std::nullopt;
  std::optional<isa::Function> found = isa::function_at(program, call.target);
  if (found)
    found->begin = call.target;
  return found;
}

/// Follows the code of a loop, or of a function from its beginning to a return.
class PathWalk {
public:
  PathWalk(const LoopForest& forest, unsigned trips, std::vector<std::uint64_t>& callers,
           LoopPath& path)
      : forest_(forest), program_(forest.program()), graph_(forest.graph()), trips_(trips),
        callers_(callers), path_(path) {}

  [[nodiscard]] std::optional<Diagnostic> walk_loop(std::uint32_t loop) {
    Way way;
    if (auto problem = find_way(loop, forest_.loops()[loop].header, way))
      return problem;
    return append(way, way.steps.size(), false);
  }
  [[nodiscard]] std::optional<Diagnostic> walk_function(std::uint32_t entry) {
    Way way;
    if (auto problem = find_way(NaturalLoop::kNoLoop, entry, way))
      return problem;
    return append(way, way.steps.size(), true);
  }

private:
  /// The block belongs to the loop or to a loop inside it; true for all blocks of a function.
  [[nodiscard]] bool contains(std::uint32_t loop, std::uint32_t block) const {
    if (loop == NaturalLoop::kNoLoop)
      return true;
    std::uint32_t in = forest_.loop_of(block);
    while (in != NaturalLoop::kNoLoop && in != loop)
      in = forest_.loops()[in].parent;
    return in == loop;
  }

  [[nodiscard]] bool returns(std::uint32_t block) const {
    const Instruction& last = program_.instruction(graph_.last_of(block));
    return isa::is_control(last.op_class) && isa::flow_end(program_, last) == isa::FlowEnd::stop;
  }

  [[nodiscard]] bool is_fit(std::uint32_t block, bool with_calls) const {
    const FlowBlock& one = graph_.blocks[block];
    for (std::uint32_t n = 0; n < one.count; ++n) {
      const std::uint32_t index = graph_.code[one.first + n];
      if (with_calls ? unfit(program_, index).has_value() : is_gone_around(program_, index))
        return false;
    }
    return true;
  }

  /// Blocks from which the path can end without passing a block that an iteration cannot contain,
  /// and without calls. When there is no such path from `begin`: with calls; otherwise all blocks
  /// of the loop or function, so that the offending instruction is found and reported.
  [[nodiscard]] std::vector<bool> ways_to_end(std::uint32_t loop, std::uint32_t begin) const {
    for (const bool with_calls : {false, true})
      if (std::vector<bool> may_pass = ways_to_end(loop, begin, with_calls); may_pass[begin])
        return may_pass;
    std::vector<bool> may_pass(graph_.blocks.size());
    for (std::uint32_t block = 0; block < may_pass.size(); ++block)
      may_pass[block] = contains(loop, block);
    return may_pass;
  }
  [[nodiscard]] std::vector<bool> ways_to_end(std::uint32_t loop, std::uint32_t begin,
                                              bool with_calls) const {
    std::vector<bool> may_pass(graph_.blocks.size(), false);
    std::vector<std::uint32_t> open;
    if (loop != NaturalLoop::kNoLoop)
      open.push_back(begin);
    for (std::uint32_t block = 0; loop == NaturalLoop::kNoLoop && block < may_pass.size(); ++block)
      if (returns(block) && is_fit(block, with_calls)) {
        may_pass[block] = true;
        open.push_back(block);
      }
    while (!open.empty()) {
      const std::uint32_t to = open.back();
      open.pop_back();
      for (const std::uint32_t from : graph_.blocks[to].predecessors)
        if (!may_pass[from] && contains(loop, from) && is_fit(from, with_calls)) {
          may_pass[from] = true;
          if (from != begin)
            open.push_back(from);
        }
    }
    return may_pass;
  }

  [[nodiscard]] std::uint32_t next_of(std::uint32_t block,
                                      const std::vector<bool>& may_pass) const {
    const FlowBlock& from = graph_.blocks[block];
    const auto is_in = [&may_pass](std::uint32_t to) { return to != kNoBlock && may_pass[to]; };
    if (is_in(from.next))
      return from.next;
    if (is_in(from.target))
      return from.target;
    std::uint32_t first = kNoBlock;
    for (const std::uint32_t to : from.successors)
      if (is_in(to))
        first = std::min(first, to);
    return first;
  }

  /// The inner loop of `loop` whose header is the block; kNoLoop when there is none.
  [[nodiscard]] std::uint32_t loop_within(std::uint32_t loop, std::uint32_t block) const {
    const std::uint32_t in = forest_.loop_of(block);
    if (in == loop || in == NaturalLoop::kNoLoop || forest_.loops()[in].header != block)
      return NaturalLoop::kNoLoop;
    return in;
  }

  /// Finds the blocks of one iteration, or from the beginning of a function to a return.
  [[nodiscard]] std::optional<Diagnostic> find_way(std::uint32_t loop, std::uint32_t begin,
                                                   Way& way) {
    const std::vector<bool> may_pass = ways_to_end(loop, begin);
    std::vector<bool> seen(graph_.blocks.size(), false);
    for (std::uint32_t block = begin;;) {
      if (seen[block])
        return problem_at(
            program_, graph_.code[graph_.blocks[block].first],
            "repeated code of the loop that is entered in several places (irreducible)",
            "a loop that is entered at its first instruction only");
      seen[block] = true;
      const std::uint32_t within = loop_within(loop, block);
      way.steps.push_back({block, within});
      std::uint32_t next = kNoBlock;
      if (within != NaturalLoop::kNoLoop) {
        if (auto problem = leave(within, may_pass, next))
          return problem;
      } else {
        if (loop == NaturalLoop::kNoLoop && returns(block))
          return std::nullopt;
        next = next_of(block, may_pass);
        if (auto problem = check(block, next))
          return problem;
      }
      if (loop != NaturalLoop::kNoLoop && next == begin)
        return std::nullopt;
      block = next;
    }
  }

  /// Determines where an inner loop is left: at the end of its iteration, or else at the last step
  /// from which a block outside can be reached.
  [[nodiscard]] std::optional<Diagnostic>
  leave(std::uint32_t loop, const std::vector<bool>& may_pass, std::uint32_t& next) {
    if (ways_.size() < forest_.loops().size())
      ways_.resize(forest_.loops().size());
    Way& way = ways_[loop];
    if (way.steps.empty())
      if (auto problem = find_way(loop, forest_.loops()[loop].header, way))
        return problem;
    for (std::size_t n = way.steps.size(); n-- > 0;) {
      const FlowBlock& from = graph_.blocks[way.steps[n].block];
      if (way.steps[n].within != NaturalLoop::kNoLoop)
        continue;
      for (const std::uint32_t to : from.successors)
        if (may_pass[to] && !contains(loop, to)) {
          way.leaves_behind = n;
          next = way.next = to;
          return std::nullopt;
        }
    }
    return problem_at(program_, graph_.code[graph_.blocks[way.steps.front().block].first],
                      fmt::format("the inner loop of {} is not left on the path of its iterations",
                                  forest_.place_of(loop)),
                      "a loop that ends with a separate branch");
  }

  /// Checks the step from one block to the next, and adds notes about it.
  [[nodiscard]] std::optional<Diagnostic> check(std::uint32_t block, std::uint32_t next) {
    const std::uint32_t last = graph_.last_of(block);
    if (next == kNoBlock)
      return problem_at(program_, last,
                        fmt::format("the target of '{}' is not known", program_.text_of(last)),
                        "code that continues or returns");
    const FlowBlock& from = graph_.blocks[block];
    const std::uint32_t first = graph_.code[graph_.blocks[next].first];
    if (next == from.next)
      if (auto problem = gap_between(program_, last, first))
        return problem;
    if (from.indirect)
      path_.notes.push_back(fmt::format("'{}' ({}) goes to {}, the first of its targets",
                                        program_.text_of(last), lines_of_code(program_, {last}),
                                        lines_of_code(program_, {first})));
    else if (program_.instruction(last).op_class == isa::OpClass::branch)
      branches_.push_back({last, next != from.next});
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Diagnostic> append_block(std::uint32_t block, bool apart) {
    const FlowBlock& one = graph_.blocks[block];
    for (std::uint32_t n = 0; n < one.count; ++n) {
      const std::uint32_t index = graph_.code[one.first + n];
      if (auto problem = unfit(program_, index))
        return problem;
      if (n > 0)
        if (auto problem = gap_between(program_, graph_.code[one.first + n - 1], index))
          return problem;
      path_.code.push_back(index);
      path_.apart.push_back(apart);
      if (auto problem = append_call(index))
        return problem;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Diagnostic> append(const Way& way, std::size_t steps, bool apart) {
    for (std::size_t n = 0; n < steps; ++n) {
      if (path_.code.size() > kMaxLoopBody) // the caller reports the excessive size
        return std::nullopt;
      const Step& step = way.steps[n];
      auto problem = step.within != NaturalLoop::kNoLoop ? append_loop(step.within, apart)
                                                         : append_block(step.block, apart);
      if (problem)
        return problem;
    }
    return std::nullopt;
  }

  /// Appends all iterations of an inner loop. When it is left before the end of an iteration, one
  /// more partial iteration is appended.
  [[nodiscard]] std::optional<Diagnostic> append_loop(std::uint32_t loop, bool apart) {
    const Way& way = ways_[loop];
    for (unsigned n = 0; n < trips_; ++n)
      if (auto problem = append(way, way.steps.size(), apart || n > 0))
        return problem;
    if (way.leaves_behind + 1 < way.steps.size())
      return append(way, way.leaves_behind + 1, true);
    return std::nullopt;
  }

public:
  [[nodiscard]] std::optional<Diagnostic> append_call(std::uint32_t index);

  /// Adds notes on the branches of the path, except those that end inner loops.
  void note_branches(std::uint32_t back) {
    for (const auto& [index, taken] : branches_)
      if (index != back && !ends_loop_within(index))
        path_.notes.push_back(direction_note(program_, index, taken));
  }

private:
  [[nodiscard]] bool ends_loop_within(std::uint32_t index) const {
    return std::any_of(ways_.begin(), ways_.end(), [&](const Way& way) {
      return !way.steps.empty() && (graph_.last_of(way.steps[way.leaves_behind].block) == index ||
                                    graph_.last_of(way.steps.back().block) == index);
    });
  }

  const LoopForest& forest_;
  const isa::Program& program_;
  const FlowGraph& graph_;
  unsigned trips_;
  std::vector<std::uint64_t>& callers_; ///< entry addresses of the functions being followed
  LoopPath& path_;
  std::vector<Way> ways_;                                ///< paths of inner loops, by loop
  std::vector<std::pair<std::uint32_t, bool>> branches_; ///< branches of the path, and whether each
                                                         ///< is taken
};

/// Appends the instructions that replace a function missing from the text, up to its return.
void append_absent(const isa::Program& program, const Instruction& call, LoopPath& path) {
  for (std::uint32_t n = program.index_of(call.target); n < program.code.size(); ++n) {
    path.code.push_back(n);
    path.apart.push_back(true);
    if (isa::is_control(program.instruction(n).op_class))
      return;
  }
}

std::optional<Diagnostic> append_present(const isa::Program& program, std::uint32_t call,
                                         unsigned trips, std::vector<std::uint64_t>& callers,
                                         LoopPath& path) {
  const Instruction& i = program.instruction(call);
  const auto function = called_function(program, i);
  const auto refuse = [&](const std::string& why) {
    return problem_at(
        program, call,
        fmt::format("'{}' leaves the loop in its middle{}", program.text_of(call), why),
        "a body whose calls can be followed: what is called is inlined by the "
        "compiler (-O2, and static inline), or 'stallscope run --lines' has the "
        "cycles with it");
  };
  if (!function)
    return refuse(": where to is not in the instruction");
  if (std::find(callers.begin(), callers.end(), function->begin) != callers.end())
    return refuse(": " + function->name + " calls itself");
  if (callers.size() == kMaxCallDepth)
    return refuse(fmt::format(": more than {} nested calls", kMaxCallDepth));
  const LoopForest forest(program, isa::instructions_of(program, *function));
  const std::uint32_t entry = forest.block_with(program.index_of(function->begin));
  if (entry == kNoBlock)
    return refuse("");
  callers.push_back(function->begin);
  auto problem = PathWalk(forest, trips, callers, path).walk_function(entry);
  callers.pop_back();
  return problem;
}

std::optional<Diagnostic> append_of_call(const isa::Program& program, std::uint32_t index,
                                         unsigned trips, std::vector<std::uint64_t>& callers,
                                         LoopPath& path) {
  const Instruction& i = program.instruction(index);
  if (!isa::is_call(i))
    return std::nullopt;
  if (isa::calls_absent_function(program, i)) {
    append_absent(program, i, path);
    return std::nullopt;
  }
  const bool outermost = callers.empty();
  if (auto problem = append_present(program, index, trips, callers, path))
    return problem;
  if (outermost)
    path.notes.push_back(fmt::format("'{}' ({}) is followed to its return, along branches that "
                                     "are not taken",
                                     program.text_of(index), lines_of_code(program, {index})));
  return std::nullopt;
}

std::optional<Diagnostic> PathWalk::append_call(std::uint32_t index) {
  return append_of_call(program_, index, trips_, callers_, path_);
}

/// Reports bytes between two instructions that are not code, with the .byte directive if it is
/// found.
Diagnostic gap_behind(const isa::Program& program, std::uint32_t in_front, std::uint32_t behind) {
  Diagnostic problem = problem_at(
      program, in_front,
      fmt::format("'{}' is followed by bytes that are no instruction", program.text_of(in_front)),
      "instructions; markers are 'li a1, 111' with '.byte 19, 0, 0, 0', or 'movl $111, %ebx' "
      "with '.byte 100, 103, 144', and the same with 222");
  const std::uint32_t end = program.place_of(behind).line;
  for (std::uint32_t line = std::max(1U, problem.line);
       line < end && line <= program.source_lines.size(); ++line)
    if (const std::size_t found = program.source_lines[line - 1].find(".byte");
        found != std::string::npos) {
      problem.line = line;
      problem.column = static_cast<std::uint32_t>(found + 1);
      problem.source_line = program.source_lines[line - 1];
      break;
    }
  return problem;
}

} // namespace

Diagnostic problem_at(const isa::Program& program, std::uint32_t index, std::string message,
                      std::string expected) {
  const isa::SourcePlace place = program.place_of(index);
  Diagnostic problem;
  problem.file = place.file;
  problem.line = place.line;
  problem.column = place.column;
  problem.message = std::move(message);
  problem.expected = std::move(expected);
  if (!program.decoded && place.line > 0 && place.line <= program.source_lines.size())
    problem.source_line = program.source_lines[place.line - 1];
  return problem;
}

std::optional<Diagnostic> unfit(const isa::Program& program, std::uint32_t index) {
  const Instruction& i = program.instruction(index);
  if (i.op == Op::unknown)
    return problem_at(program, index, "no instruction the machine knows", "code");
  if (i.op == Op::syscall)
    return problem_at(program, index,
                      fmt::format("a system call in the loop: '{}'", program.text_of(index)),
                      "instructions of the machine");
  return std::nullopt;
}

bool is_gone_around(const isa::Program& program, std::uint32_t index) {
  const Instruction& i = program.instruction(index);
  return unfit(program, index) || (isa::is_call(i) && !isa::calls_absent_function(program, i));
}

std::optional<Diagnostic> gap_between(const isa::Program& program, std::uint32_t index,
                                      std::uint32_t next) {
  const std::uint64_t behind = program.instruction(index).pc + program.instruction(index).size;
  if (program.instruction(next).pc > behind && program.index_of(behind) == isa::kNoIndex)
    return gap_behind(program, index, next);
  return std::nullopt;
}

std::string direction_note(const isa::Program& program, std::uint32_t index, bool taken) {
  return fmt::format("'{}' ({}) is {}taken", program.text_of(index),
                     lines_of_code(program, {index}), taken ? "" : "not ");
}

Result<LoopPath> path_of_iteration(const LoopForest& forest, std::uint32_t loop, unsigned trips) {
  LoopPath path;
  std::vector<std::uint64_t> callers;
  PathWalk walk(forest, trips, callers, path);
  if (auto problem = walk.walk_loop(loop))
    return *std::move(problem);
  walk.note_branches(path.code.back());
  if (!forest.loops()[loop].innermost)
    path.notes.insert(path.notes.begin(),
                      fmt::format("each loop within is gone round {} in an iteration (--trips)",
                                  counted(trips, "time", "times")));
  return path;
}

std::optional<Diagnostic> append_called(const isa::Program& program, std::uint32_t call,
                                        unsigned trips, LoopPath& path) {
  std::vector<std::uint64_t> callers;
  return append_of_call(program, call, trips, callers, path);
}

} // namespace stallscope::session
