// The instructions that an iteration executes, of a natural loop or of code that is repeated.

#include "isa/functions.hpp"
#include "loop_source/natural_loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace stallscope::session {

namespace {

using isa::Instruction;
using isa::Op;

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

/// Bytes between two instructions are not code: a .byte directive, if it is found.
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

/// What an iteration cannot contain.
std::optional<Diagnostic> unfit(const isa::Program& program, std::uint32_t index) {
  const Instruction& i = program.instruction(index);
  if (i.op == Op::unknown)
    return problem_at(program, index, "no instruction the machine knows", "code");
  if (i.op == Op::syscall)
    return problem_at(program, index,
                      fmt::format("a system call in the loop: '{}'", program.text_of(index)),
                      "instructions of the machine");
  if (isa::is_call(i) && !isa::calls_absent_function(program, i))
    return problem_at(program, index,
                      fmt::format("'{}' leaves the loop in its middle", program.text_of(index)),
                      "a body without calls: what is called is inlined by the compiler (-O2, and "
                      "static inline), or 'stallscope run --lines' has the cycles with it");
  return std::nullopt;
}

bool is_of_absent_function(const isa::Program& program, std::uint32_t index) {
  return !program.decoded && program.instruction(index).pc > program.end_pc;
}

/// What a call of a function executes that the text does not contain, up to its return.
void append_absent_function(const isa::Program& program, std::vector<std::uint32_t>& path,
                            const Instruction& call) {
  std::uint32_t index = program.index_of(call.target);
  for (; index < program.code.size(); ++index) {
    path.push_back(index);
    if (isa::is_control(program.instruction(index).op_class))
      return;
  }
}

/// The next instruction in the text is another one than that behind this one.
bool has_gap(const isa::Program& program, std::uint32_t index, std::uint32_t next) {
  const std::uint64_t behind = program.instruction(index).pc + program.instruction(index).size;
  return program.instruction(next).pc > behind && program.index_of(behind) == isa::kNoIndex;
}

std::string direction_note(const isa::Program& program, std::uint32_t index, bool taken) {
  return fmt::format("'{}' ({}) is {}taken", program.text_of(index),
                     lines_of_code(program, {index}), taken ? "" : "not ");
}

/// Follows an innermost loop from its header until it comes back there, around calls and system
/// calls where that is possible.
class IterationWalk {
public:
  IterationWalk(const LoopForest& forest, std::uint32_t loop)
      : forest_(forest), program_(forest.program()), graph_(forest.graph()), loop_(loop) {}

  Result<LoopBody> run() {
    const std::uint32_t header = forest_.loops()[loop_].header;
    find_ways_back(header);
    std::vector<bool> seen(graph_.blocks.size(), false);
    for (std::uint32_t block = header; true;) {
      seen[block] = true;
      for (std::uint32_t n = 0; n < graph_.blocks[block].count; ++n)
        if (auto problem = take(graph_.code[graph_.blocks[block].first + n], n > 0))
          return *std::move(problem);
      const std::uint32_t next = next_of(block);
      if (auto problem = check_way(block, next))
        return *std::move(problem);
      if (next == header)
        break;
      if (seen[next])
        return problem_at(program_, graph_.code[graph_.blocks[next].first],
                          "code of the loop that is repeated and entered in several places",
                          "a loop whose iterations are all begun in one place");
      block = next;
    }
    return closed();
  }

private:
  std::optional<Diagnostic> take(std::uint32_t index, bool within_block) {
    if (auto problem = unfit(program_, index))
      return problem;
    if (within_block && has_gap(program_, body_.path.back(), index))
      return gap_behind(program_, body_.path.back(), index);
    body_.path.push_back(index);
    if (const Instruction& i = program_.instruction(index); isa::is_call(i))
      append_absent_function(program_, body_.path, i);
    return std::nullopt;
  }

  /// Blocks from which an iteration can end without what it cannot contain. Where there is no such
  /// way from the header, all of the loop, so that what stands in the way is met.
  void find_ways_back(std::uint32_t header) {
    may_pass_.assign(graph_.blocks.size(), false);
    std::vector<std::uint32_t> open{header};
    while (!open.empty()) {
      const std::uint32_t to = open.back();
      open.pop_back();
      for (const std::uint32_t from : graph_.blocks[to].predecessors)
        if (!may_pass_[from] && forest_.loop_of(from) == loop_ && is_fit(from)) {
          may_pass_[from] = true;
          if (from != header)
            open.push_back(from);
        }
    }
    if (!may_pass_[header])
      for (const std::uint32_t block : forest_.loops()[loop_].blocks)
        may_pass_[block] = true;
  }

  [[nodiscard]] bool is_fit(std::uint32_t block) const {
    const FlowBlock& one = graph_.blocks[block];
    for (std::uint32_t n = 0; n < one.count; ++n)
      if (unfit(program_, graph_.code[one.first + n]))
        return false;
    return true;
  }

  [[nodiscard]] bool is_in(std::uint32_t block) const {
    return block != kNoBlock && may_pass_[block];
  }

  [[nodiscard]] std::uint32_t next_of(std::uint32_t block) const {
    const FlowBlock& from = graph_.blocks[block];
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

  /// What is said about the way from one block to the next.
  std::optional<Diagnostic> check_way(std::uint32_t block, std::uint32_t next) {
    const FlowBlock& from = graph_.blocks[block];
    const std::uint32_t last = graph_.last_of(block);
    const std::uint32_t first = graph_.code[graph_.blocks[next].first];
    if (next == from.next && has_gap(program_, last, first))
      return gap_behind(program_, last, first);
    if (from.indirect)
      body_.notes.push_back(fmt::format("'{}' ({}) goes to {}, the first of its targets",
                                        program_.text_of(last), lines_of_code(program_, {last}),
                                        lines_of_code(program_, {first})));
    else if (program_.instruction(last).op_class == isa::OpClass::branch)
      branches_.push_back({last, next != from.next});
    return std::nullopt;
  }

  /// The path with the jump back at its end.
  Result<LoopBody> closed() {
    std::vector<std::size_t> back; // positions behind jumps to lower addresses
    for (std::size_t n = 0; n < body_.path.size(); ++n) {
      std::size_t next = n + 1 < body_.path.size() ? n + 1 : 0;
      if (is_of_absent_function(program_, body_.path[n]))
        continue; // of an absent function: its place is behind the call
      while (is_of_absent_function(program_, body_.path[next]))
        next = next + 1 < body_.path.size() ? next + 1 : 0;
      if (program_.instruction(body_.path[next]).pc <= program_.instruction(body_.path[n]).pc)
        back.push_back(next);
    }
    if (back.size() != 1)
      return problem_at(program_, body_.path.front(),
                        fmt::format("an iteration of the loop of {} jumps to lower addresses {} "
                                    "times",
                                    forest_.place_of(loop_), back.size()),
                        "a loop with one jump back in an iteration");
    std::rotate(body_.path.begin(), body_.path.begin() + static_cast<std::ptrdiff_t>(back.front()),
                body_.path.end());
    body_.closed = true;
    for (const auto& [index, taken] : branches_)
      if (index != body_.path.back())
        body_.notes.push_back(direction_note(program_, index, taken));
    return std::move(body_);
  }

  const LoopForest& forest_;
  const isa::Program& program_;
  const FlowGraph& graph_;
  std::uint32_t loop_;
  std::vector<bool> may_pass_; ///< by block
  LoopBody body_;
  std::vector<std::pair<std::uint32_t, bool>> branches_; ///< and whether they are taken
};

/// A branch over the break that MIPS assemblers put in front of a division: it is taken.
bool skips_break(const isa::Program& program, const Instruction& branch, std::uint32_t next) {
  const Instruction& skipped = program.instruction(next);
  return skipped.op == Op::breakpoint && branch.target == skipped.pc + skipped.size;
}

} // namespace

Result<LoopBody> iteration_of(const LoopForest& forest, std::uint32_t loop) {
  return IterationWalk(forest, loop).run();
}

Result<LoopBody> straight_body(const isa::Program& program,
                               const std::vector<std::uint32_t>& code) {
  LoopBody body;
  // The last branch to an address before the code, or outside the program, stands for that back.
  const Instruction& end = program.instruction(code.back());
  body.closed = isa::is_direct_jump(end) && end.target <= end.pc;
  for (std::size_t n = 0; n < code.size();) {
    const std::uint32_t index = code[n];
    const Instruction& i = program.instruction(index);
    const bool last = n + 1 == code.size();
    if (auto problem = unfit(program, index))
      return *std::move(problem);
    body.path.push_back(index);
    const bool jumps = isa::is_jump(i.op_class);
    if (!last && !jumps && !isa::is_call(i) && has_gap(program, index, code[n + 1]))
      return gap_behind(program, index, code[n + 1]);
    ++n;
    if (isa::is_call(i)) {
      append_absent_function(program, body.path, i);
      continue;
    }
    if (!isa::is_control(i.op_class) || (last && body.closed))
      continue;
    if (!isa::is_direct_jump(i))
      return problem_at(program, index,
                        fmt::format("'{}' leaves the loop in its middle", program.text_of(index)),
                        "a body without indirect jumps and returns");
    const auto behind = code.begin() + static_cast<std::ptrdiff_t>(n);
    const auto target = std::find_if(behind, code.end(), [&](std::uint32_t other) {
      return program.instruction(other).pc == i.target;
    });
    if (!jumps) {
      const bool leads_on = target != code.end();
      if (!last && skips_break(program, i, code[n])) {
        ++n;
      } else if (leads_on && std::any_of(behind, target, [&](std::uint32_t other) {
                   return unfit(program, other).has_value();
                 })) {
        body.notes.push_back(direction_note(program, index, true));
        n = static_cast<std::size_t>(target - code.begin());
      } else {
        body.notes.push_back(direction_note(program, index, false));
      }
      continue;
    }
    if (target == code.end())
      return problem_at(program, index,
                        fmt::format("'{}' leaves the loop in its middle", program.text_of(index)),
                        "a jump further down in it");
    n = static_cast<std::size_t>(target - code.begin());
  }
  return body;
}

} // namespace stallscope::session
