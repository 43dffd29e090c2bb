// The instructions executed in an iteration of a natural loop, or of straight-line code that is
// repeated.

#include "isa/functions.hpp"
#include "loop_source/loop_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::session {

namespace {

using isa::Instruction;
using isa::Op;

/// Rotates an iteration so that it begins with its lowest address. When its path goes to lower
/// addresses, the instructions from there on are laid out behind the previous ones, until the path
/// exceeds the highest address so far.
void begin_at_lowest(const isa::Program& program, LoopPath& path) {
  const auto pc = [&](std::size_t n) { return program.instruction(path.code[n]).pc; };
  std::size_t lowest = 0;
  for (std::size_t n = 0; n < path.code.size(); ++n)
    if (!path.apart[n] && pc(n) < pc(lowest))
      lowest = n;
  const auto first = static_cast<std::ptrdiff_t>(lowest);
  std::rotate(path.code.begin(), path.code.begin() + first, path.code.end());
  std::rotate(path.apart.begin(), path.apart.begin() + first, path.apart.end());
  std::uint64_t behind = 0; // end of the code laid out at its own address so far
  for (std::size_t n = 0; n < path.code.size(); ++n) {
    path.apart[n] = path.apart[n] || pc(n) < behind;
    if (!path.apart[n])
      behind = pc(n) + 1;
  }
}

/// A branch over the break that MIPS assemblers put in front of a division: always taken.
bool skips_break(const isa::Program& program, const Instruction& branch, std::uint32_t next) {
  const Instruction& skipped = program.instruction(next);
  return skipped.op == Op::breakpoint && branch.target == skipped.pc + skipped.size;
}

/// A return, a jump through a register, or one that is not to `code` from `behind` on.
bool leaves(const isa::Program& program, std::uint32_t index,
            std::vector<std::uint32_t>::const_iterator behind,
            std::vector<std::uint32_t>::const_iterator end) {
  const Instruction& i = program.instruction(index);
  if (!isa::is_control(i.op_class) || isa::is_call(i))
    return false;
  if (!isa::is_direct_jump(i))
    return true;
  return isa::is_jump(i.op_class) && std::none_of(behind, end, [&](std::uint32_t other) {
           return program.instruction(other).pc == i.target;
         });
}

/// The position in the code from `n` on to which the branch or jump in front of it leads; the end:
/// to none of it.
std::size_t target_in(const isa::Program& program, const std::vector<std::uint32_t>& code,
                      std::size_t n) {
  const std::uint64_t pc = program.instruction(code[n - 1]).target;
  while (n < code.size() && program.instruction(code[n]).pc != pc)
    ++n;
  return n;
}

/// The position at which the body continues behind a conditional branch, which is in front of `n`:
/// at its target, when the code between them leaves the loop. Notes the direction.
std::size_t behind_branch(const isa::Program& program, const std::vector<std::uint32_t>& code,
                          std::size_t n, std::vector<std::string>& notes) {
  const std::uint32_t index = code[n - 1];
  if (n < code.size() && skips_break(program, program.instruction(index), code[n]))
    return n + 1;
  const std::size_t target = target_in(program, code, n);
  const auto behind = code.begin() + static_cast<std::ptrdiff_t>(n);
  const bool is_taken = target < code.size() &&
                        std::any_of(behind, code.begin() + static_cast<std::ptrdiff_t>(target),
                                    [&](std::uint32_t other) {
                                      return is_gone_around(program, other) ||
                                             leaves(program, other, behind, code.end());
                                    });
  notes.push_back(direction_note(program, index, is_taken));
  return is_taken ? target : n;
}

} // namespace

Result<LoopBody> iteration_of(const LoopForest& forest, std::uint32_t loop, unsigned trips) {
  const isa::Program& program = forest.program();
  Result<LoopPath> path = path_of_iteration(forest, loop, trips);
  if (!path)
    return path.diagnostics();
  begin_at_lowest(program, *path);
  LoopBody body;
  body.closed = true;
  body.path = std::move(path->code);
  body.apart = std::move(path->apart);
  body.notes = std::move(path->notes);
  return body;
}

Result<LoopBody> straight_body(const isa::Program& program,
                               const std::vector<std::uint32_t>& code) {
  LoopBody body;
  LoopPath path;
  // A last branch to an address before the code, or outside the program, counts as the branch back.
  const Instruction& end = program.instruction(code.back());
  body.closed = isa::is_direct_jump(end) && end.target <= end.pc;
  for (std::size_t n = 0; n < code.size();) {
    const std::uint32_t index = code[n];
    const Instruction& i = program.instruction(index);
    const bool last = n + 1 == code.size();
    if (auto problem = unfit(program, index))
      return *std::move(problem);
    path.code.push_back(index);
    path.apart.push_back(false);
    const bool jumps = isa::is_jump(i.op_class);
    if (!last && !jumps && !isa::is_call(i))
      if (auto problem = gap_between(program, index, code[n + 1]))
        return *std::move(problem);
    ++n;
    if (isa::is_call(i)) {
      if (auto problem = append_called(program, index, 1, path))
        return *std::move(problem);
      continue;
    }
    if (!isa::is_control(i.op_class) || (last && body.closed))
      continue;
    const auto behind = code.begin() + static_cast<std::ptrdiff_t>(n);
    if (leaves(program, index, behind, code.end())) {
      if (path.code.size() == 1 || body.closed)
        return problem_at(program, index,
                          fmt::format("'{}' leaves the loop in its middle", program.text_of(index)),
                          "a body without indirect jumps and returns, or a branch around them");
      path.code.pop_back();
      path.apart.pop_back();
      body.notes.push_back(fmt::format("'{}' ({}) leaves the code: the body ends in front of it",
                                       program.text_of(index), lines_of_code(program, {index})));
      break;
    }
    n = jumps ? target_in(program, code, n) : behind_branch(program, code, n, body.notes);
  }
  body.path = std::move(path.code);
  body.apart = std::move(path.apart);
  body.notes.insert(body.notes.end(), path.notes.begin(), path.notes.end());
  return body;
}

} // namespace stallscope::session
