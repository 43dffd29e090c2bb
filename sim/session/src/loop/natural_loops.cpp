#include "base/counted.hpp"
#include "session/loop_source.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::session {

namespace {

using isa::Instruction;
using isa::Op;

bool is_call(const Instruction& i) {
  return i.op == Op::jump_link || i.op == Op::jump_link_register || i.op == Op::x86_call ||
         i.op == Op::x86_call_indirect;
}
/// A direct branch or jump: the target is in the instruction.
bool is_direct(const Instruction& i) {
  return isa::is_control(i.op_class) && !is_call(i) && i.op != Op::jump_register &&
         i.op != Op::x86_jump_indirect && i.op != Op::x86_ret;
}

Diagnostic at(const isa::Program& program, std::uint32_t index, std::string message,
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

/// "lines 10 to 14", or addresses when lines are unknown.
std::string place_of(const isa::Program& program, const std::vector<std::uint32_t>& code) {
  std::uint32_t low = ~0U;
  std::uint32_t high = 0;
  for (const std::uint32_t index : code)
    if (const std::uint32_t line = program.place_of(index).line; line != 0) {
      low = std::min(low, line);
      high = std::max(high, line);
    }
  if (high != 0)
    return low == high ? fmt::format("line {}", low) : fmt::format("lines {} to {}", low, high);
  return fmt::format("{:#x} to {:#x}", program.instruction(code.front()).pc,
                     program.instruction(code.back()).pc);
}

std::string list_of(const isa::Program& program, const std::vector<NaturalLoop>& loops) {
  std::string text;
  for (std::size_t n = 0; n < loops.size(); ++n)
    text +=
        fmt::format("{}{}: {}, {}{}", n == 0 ? "" : "; ", n + 1, place_of(program, loops[n].code),
                    counted(loops[n].code.size(), "instruction", "instructions"),
                    loops[n].innermost ? "" : ", with loops in it");
  return text;
}

/// Bytes between two instructions are not code: a .byte directive, if it is found.
Diagnostic gap(const isa::Program& program, std::uint32_t in_front, std::uint32_t behind) {
  Diagnostic problem = at(
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

/// A branch over the break that MIPS assemblers put in front of a division: it is taken.
bool skips_break(const isa::Program& program, const Instruction& branch, std::uint32_t next) {
  const Instruction& skipped = program.instruction(next);
  return skipped.op == Op::breakpoint && branch.target == skipped.pc + skipped.size;
}

/// The instructions an iteration executes: sequential, branches not taken, direct jumps followed.
Result<LoopBody> path_through(const isa::Program& program, const std::vector<std::uint32_t>& code,
                              bool closed) {
  LoopBody body;
  body.closed = closed;
  std::size_t n = 0;
  while (n < code.size()) {
    const Instruction& i = program.instruction(code[n]);
    const bool last = n + 1 == code.size();
    if (i.op == Op::unknown)
      return at(program, code[n], "no instruction the machine knows", "code");
    if (i.op == Op::syscall)
      return at(program, code[n],
                fmt::format("a system call in the loop: '{}'", program.text_of(code[n])),
                "instructions of the machine");
    body.path.push_back(code[n]);
    const bool jumps = isa::is_jump(i.op_class);
    if (const std::uint64_t behind = i.pc + i.size; !last && !jumps)
      if (program.instruction(code[n + 1]).pc > behind && program.index_of(behind) == isa::kNoIndex)
        return gap(program, code[n], code[n + 1]);
    if (!isa::is_control(i.op_class) || (last && closed)) {
      ++n;
      continue;
    }
    const std::string text = program.text_of(code[n]);
    if (!is_direct(i))
      return at(program, code[n], fmt::format("'{}' leaves the loop in its middle", text),
                is_call(i) ? "a body without calls" : "a body without indirect jumps and returns");
    if (!jumps && !last && skips_break(program, i, code[n + 1])) {
      n += 2;
      continue;
    }
    if (!jumps) {
      body.notes.push_back(
          fmt::format("'{}' ({}) is not taken", text, place_of(program, {code[n]})));
      ++n;
      continue;
    }
    const auto target = std::find_if(
        code.begin() + static_cast<std::ptrdiff_t>(n) + 1, code.end(),
        [&](std::uint32_t index) { return program.instruction(index).pc == i.target; });
    if (target == code.end())
      return at(program, code[n], fmt::format("'{}' leaves the loop in its middle", text),
                "a jump further down in it");
    n = static_cast<std::size_t>(target - code.begin());
  }
  return body;
}

/// The last instruction leads to an address before the code, or outside the program: it stands for
/// the branch back.
bool ends_with_branch_away(const isa::Program& program, const std::vector<std::uint32_t>& code) {
  const Instruction& last = program.instruction(code.back());
  return is_direct(last) && last.target <= last.pc;
}

/// All instructions of an address range, also those of other source lines (inlined functions).
std::vector<std::uint32_t> straight_on(const isa::Program& program, std::uint32_t first,
                                       std::uint32_t last) {
  std::vector<std::uint32_t> code{first};
  while (code.back() != last) {
    const Instruction& i = program.instruction(code.back());
    const std::uint32_t next = program.index_of(i.pc + i.size);
    code.push_back(next != isa::kNoIndex && next <= last ? next : code.back() + 1);
  }
  return code;
}

} // namespace

std::vector<NaturalLoop> natural_loops(const isa::Program& program,
                                       const std::vector<std::uint32_t>& code) {
  std::vector<NaturalLoop> loops;
  for (std::size_t n = 0; n < code.size(); ++n) {
    const Instruction& i = program.instruction(code[n]);
    if (!is_direct(i) || i.target > i.pc)
      continue;
    const auto behind = code.begin() + static_cast<std::ptrdiff_t>(n) + 1;
    const auto header = std::lower_bound( // code is in ascending address order
        code.begin(), behind, i.target, [&](std::uint32_t index, std::uint64_t target) {
          return program.instruction(index).pc < target;
        });
    if (header == behind || program.instruction(*header).pc != i.target)
      continue;
    NaturalLoop loop;
    loop.code = straight_on(program, *header, code[n]);
    // Another back edge to the same header: the loop extends to the farther one.
    std::erase_if(loops, [&](const NaturalLoop& other) {
      return other.code.front() == loop.code.front() && other.innermost;
    });
    for (const NaturalLoop& other : loops)
      if (other.code.front() > loop.code.front() && other.code.back() <= loop.code.back())
        loop.innermost = false;
    loops.push_back(std::move(loop));
  }
  std::stable_sort(loops.begin(), loops.end(), [](const NaturalLoop& a, const NaturalLoop& b) {
    return a.innermost && !b.innermost;
  });
  return loops;
}

Result<LoopBody> body_of_code(const isa::Program& program, const std::vector<std::uint32_t>& code,
                              const std::string& what, std::optional<unsigned> loop) {
  const auto failed = [&](std::string message, std::string expected) {
    Diagnostic problem;
    problem.file = program.name;
    problem.message = std::move(message);
    problem.expected = std::move(expected);
    return problem;
  };
  if (code.empty())
    return failed(fmt::format("no instructions in {}", what), "the body of a loop");
  const std::vector<NaturalLoop> loops = natural_loops(program, code);
  const auto innermost = static_cast<std::size_t>(std::count_if(
      loops.begin(), loops.end(), [](const NaturalLoop& one) { return one.innermost; }));
  if (loop && (*loop == 0 || *loop > loops.size()))
    return failed(loops.empty() ? fmt::format("no loop in {}", what)
                                : fmt::format("no loop {} in {}", *loop, what),
                  loops.empty() ? "a branch back"
                                : "--loop with one of " + list_of(program, loops));
  if (!loop && innermost > 1)
    return failed(fmt::format("{} loops in {}", loops.size(), what),
                  "--loop with one of " + list_of(program, loops));
  if (loops.empty())
    return path_through(program, code, ends_with_branch_away(program, code));
  const NaturalLoop& chosen = loops[loop ? *loop - 1 : 0];
  if (!chosen.innermost)
    return at(program, chosen.code.front(),
              fmt::format("loop {} of {} contains another one", *loop, what),
              "an innermost loop, one of " + list_of(program, loops));
  auto body = path_through(program, chosen.code, true);
  if (body && chosen.code.size() < code.size())
    body->notes.push_back(fmt::format("the loop is {}; what is around it is not looked at",
                                      place_of(program, chosen.code)));
  return body;
}

Result<LoopBody> body_of_function(const isa::Program& program, const std::string& function,
                                  std::optional<unsigned> loop) {
  const auto symbol = program.symbols.find(function);
  if (symbol == program.symbols.end() || !symbol->second.is_code) {
    std::vector<std::string_view> names;
    for (const auto& [name, one] : program.symbols)
      if (one.is_code)
        names.push_back(name);
    Diagnostic problem;
    problem.file = program.name;
    problem.message = fmt::format("no function '{}'", function);
    constexpr std::size_t kListed = 8;
    problem.expected = names.empty() ? "a file that names its functions; this one names none"
                       : names.size() <= kListed
                           ? fmt::format("--function with one of {}", fmt::join(names, ", "))
                           : fmt::format("--function with one of {} and {} others",
                                         fmt::join(names.begin(), names.begin() + kListed, ", "),
                                         names.size() - kListed);
    problem.suggestion = std::string(nearest_word(function, names));
    return problem;
  }
  // Up to the next function symbol; other labels do not count.
  std::uint64_t end = ~std::uint64_t{0};
  for (const auto& [name, one] : program.symbols)
    if (one.is_code && !name.starts_with('.') && !name.starts_with('$') &&
        one.address > symbol->second.address && program.decoded)
      end = std::min(end, one.address);
  std::vector<std::uint32_t> code;
  for (std::uint64_t pc = symbol->second.address; pc < end;) {
    const std::uint32_t index = program.index_of(pc);
    if (index == isa::kNoIndex || program.instruction(index).op == Op::unknown)
      break;
    code.push_back(index);
    pc += program.instruction(index).size;
  }
  auto body = body_of_code(program, code, "function " + function, loop ? loop : std::optional(1U));
  if (body)
    body->name = function;
  return body;
}

namespace {

/// The innermost loop of a function that some code of it is part of without being a loop itself:
/// a marked region within a loop's body.
std::optional<NaturalLoop> loop_around(const isa::Program& program,
                                       const std::vector<std::uint32_t>& code) {
  if (!natural_loops(program, code).empty())
    return std::nullopt;
  const std::uint64_t first = program.instruction(code.front()).pc;
  std::uint64_t begin = 0;
  std::uint64_t end = ~std::uint64_t{0};
  for (const auto& [name, one] : program.symbols) {
    if (!one.is_code || name.starts_with('.') || name.starts_with('$'))
      continue;
    if (one.address <= first)
      begin = std::max(begin, one.address);
    else
      end = std::min(end, one.address);
  }
  std::vector<std::uint32_t> function;
  for (std::uint64_t pc = begin; pc < end;) {
    const std::uint32_t index = program.index_of(pc);
    if (index == isa::kNoIndex || program.instruction(index).op == Op::unknown)
      break;
    function.push_back(index);
    pc += program.instruction(index).size;
  }
  for (NaturalLoop& one : natural_loops(program, function)) // innermost ones first
    if (one.code.front() <= code.front() && code.back() <= one.code.back())
      return std::move(one);
  return std::nullopt;
}

/// Compilers mix instructions of other lines into a region: takes the code of a function from the
/// first to the last instruction of the region. Empty when the range is not all code.
std::vector<std::uint32_t> filled_up(const isa::Program& program,
                                     const std::vector<std::uint32_t>& code) {
  const std::uint64_t last = program.instruction(code.back()).pc;
  const std::uint64_t first = program.instruction(code.front()).pc;
  for (const auto& [name, one] : program.symbols) // a copy in another function is not part of it
    if (one.is_code && !name.starts_with('.') && !name.starts_with('$') && first < one.address &&
        one.address <= last)
      return {};
  std::vector<std::uint32_t> stretch;
  for (std::uint64_t pc = first; pc <= last;) {
    const std::uint32_t index = program.index_of(pc);
    if (index == isa::kNoIndex || program.instruction(index).op == Op::unknown)
      return {};
    stretch.push_back(index);
    pc += program.instruction(index).size;
  }
  return stretch;
}

} // namespace

Result<LoopBody> body_of_lines(const isa::Program& program, std::string_view file,
                               const LoopRegion& region, std::optional<unsigned> loop) {
  std::vector<std::uint32_t> code;
  std::uint64_t behind = 0; // machine code is decoded at every 2-byte boundary
  for (std::uint32_t index = 0; index < program.code.size(); ++index) {
    const Instruction& i = program.instruction(index);
    const isa::SourcePlace place = program.place_of(index);
    if (i.pc < behind || place.line < region.first_line || place.line > region.last_line ||
        (!file.empty() && place.file != file && !place.file.ends_with("/" + std::string(file))))
      continue;
    code.push_back(index);
    behind = i.pc + i.size;
  }
  const std::string what = region.name.empty()
                               ? fmt::format("lines {} to {}", region.first_line, region.last_line)
                               : "region " + region.name;
  std::size_t others = 0;
  if (!code.empty())
    if (auto stretch = filled_up(program, code); stretch.size() > code.size()) {
      others = stretch.size() - code.size();
      code = std::move(stretch);
    }
  const std::optional<NaturalLoop> around =
      code.empty() ? std::nullopt : loop_around(program, code);
  const std::size_t marked = code.size();
  if (around)
    code = around->code;
  auto body = body_of_code(program, code, what, loop);
  if (!body)
    return body;
  body->name = region.name;
  if (around)
    body->notes.push_back(fmt::format(
        "the region is part of the loop of {}: what is analysed is a whole iteration of it, {} "
        "instead of {}",
        place_of(program, code), counted(code.size(), "instruction", "instructions"), marked));
  else if (!body->closed)
    body->notes.push_back("the compiler has left no loop in the region, and none around it: its "
                          "instructions are repeated");
  if (others != 0)
    body->notes.push_back(
        fmt::format("the compiler has put {} instruction{} of other lines between "
                    "those of the region: they are part of it",
                    others, others == 1 ? "" : "s"));
  return body;
}

} // namespace stallscope::session
