// The body of a loop of some code, a function or lines of a source.

#include "base/counted.hpp"
#include "isa/functions.hpp"
#include "loop_source/natural_loops.hpp"
#include "session/loop_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace stallscope::session {

namespace {

Diagnostic about(const isa::Program& program, std::string message, std::string expected) {
  Diagnostic problem;
  problem.file = program.name;
  problem.message = std::move(message);
  problem.expected = std::move(expected);
  return problem;
}

std::vector<std::uint32_t> all_loops(const LoopForest& forest) {
  std::vector<std::uint32_t> loops(forest.loops().size());
  for (std::uint32_t n = 0; n < loops.size(); ++n)
    loops[n] = n;
  return loops;
}

unsigned count_innermost(const LoopForest& forest, const std::vector<std::uint32_t>& loops) {
  return static_cast<unsigned>(std::count_if(loops.begin(), loops.end(), [&](std::uint32_t loop) {
    return forest.loops()[loop].innermost;
  }));
}

/// Of several loops one has to be chosen.
std::optional<Diagnostic> ambiguous(const LoopForest& forest,
                                    const std::vector<std::uint32_t>& loops,
                                    const std::string& what, std::optional<unsigned> chosen) {
  if (chosen || count_innermost(forest, loops) < 2)
    return std::nullopt;
  return about(forest.program(), fmt::format("{} loops in {}", loops.size(), what),
               "--loop with one of " + forest.list_of(loops));
}

/// One of the loops, the first unless another is chosen. `what` is what messages call the code.
Result<LoopBody> body_of_loop(const LoopForest& forest, const std::vector<std::uint32_t>& loops,
                              const std::string& what, std::optional<unsigned> chosen,
                              unsigned trips) {
  const isa::Program& program = forest.program();
  if (chosen && (*chosen == 0 || *chosen > loops.size()))
    return about(program, fmt::format("no loop {} in {}", *chosen, what),
                 "--loop with one of " + forest.list_of(loops));
  const std::uint32_t number = chosen.value_or(1);
  const std::uint32_t loop = loops[number - 1];
  Result<LoopBody> body = iteration_of(forest, loop, trips);
  if (!body)
    return body;
  body->loop = number;
  body->loops = static_cast<unsigned>(loops.size());
  if (loops.size() > 1)
    body->notes.push_back(
        fmt::format("there are {} loops in {}, of which this is number {}; --loop "
                    "N takes another: {}",
                    loops.size(), what, number, forest.list_of(loops)));
  return body;
}

/// Functions that the user has written, as far as that is known: those with source lines, without
/// what calls them; else all.
std::vector<isa::Function> own_functions(const isa::Program& program) {
  std::vector<isa::Function> all = isa::functions_of(program);
  std::erase_if(all, [](const isa::Function& one) { return one.name.empty(); });
  std::vector<isa::Function> own = all;
  std::erase_if(own, [&program](const isa::Function& one) {
    const std::uint32_t index = program.index_of(one.begin);
    return index == isa::kNoIndex || program.place_of(index).line == 0 || one.name.front() == '_' ||
           one.name.starts_with("stallscope_");
  });
  return own.empty() ? all : own;
}

std::string listed(const std::vector<std::string_view>& names) {
  constexpr std::size_t kListed = 8;
  return names.size() <= kListed
             ? fmt::format("{}", fmt::join(names, ", "))
             : fmt::format("{} and {} others",
                           fmt::join(names.begin(), names.begin() + kListed, ", "),
                           names.size() - kListed);
}

/// Labels of a text, at any of which a loop may begin; of compilers' output without those of its
/// own
/// (.L3).
std::vector<std::string_view> labels_of(const isa::Program& program) {
  std::vector<std::string_view> names;
  for (const auto& [name, one] : program.symbols)
    if (one.is_code)
      names.push_back(name);
  return names;
}

Diagnostic no_such_function(const isa::Program& program, const std::string& function) {
  const std::vector<isa::Function> own = own_functions(program);
  std::vector<std::string_view> names;
  for (const isa::Function& one : own)
    names.push_back(one.name);
  const bool has_functions = !names.empty();
  const std::vector<std::string_view> labels = labels_of(program);
  if (!has_functions)
    names = labels;
  Diagnostic problem =
      about(program, fmt::format("no function '{}'", function),
            names.empty()   ? "a file that names its functions; this one names none"
            : has_functions ? "--function with one of " + listed(names)
                            : "--function with one of the labels " + listed(names));
  problem.suggestion = std::string(nearest_word(function, names));
  if (problem.suggestion.empty() && !(program.decoded && program.lines != nullptr))
    problem.suggestion = std::string(nearest_word(function, labels));
  return problem;
}

Diagnostic no_loop(const isa::Program& program, const isa::Function& function,
                   const std::vector<std::uint32_t>& code) {
  Diagnostic problem =
      about(program, fmt::format("no loop in function {}", function.name), "a branch back");
  for (const std::uint32_t index : code)
    if (const isa::Instruction& i = program.instruction(index);
        isa::is_direct_jump(i) && i.target <= i.pc && i.target >= function.begin) {
      problem.expected = fmt::format("a branch back in a loop that is entered in one place; '{}' "
                                     "({}) is none",
                                     program.text_of(index), lines_of_code(program, {index}));
      return problem;
    }
  const std::vector<isa::Function> own = own_functions(program);
  std::vector<std::string_view> names;
  constexpr std::size_t kLookedAt = 100;
  for (std::size_t n = 0; n < std::min(own.size(), kLookedAt); ++n)
    if (!LoopForest(program, isa::instructions_of(program, own[n])).loops().empty())
      names.push_back(own[n].name);
  if (!names.empty())
    problem.expected += "; there is one in " + listed(names);
  return problem;
}

} // namespace

std::vector<std::optional<unsigned>> innermost_of(unsigned loops) {
  if (loops < 2)
    return {std::nullopt};
  std::vector<std::optional<unsigned>> numbers;
  for (unsigned n = 1; n <= loops; ++n) // innermost ones come first
    numbers.emplace_back(n);
  return numbers;
}

unsigned innermost_in_code(const isa::Program& program, const std::vector<std::uint32_t>& code) {
  if (code.empty())
    return 0;
  const LoopForest forest(program, code);
  return count_innermost(forest, all_loops(forest));
}

Result<LoopBody> body_of_code(const isa::Program& program, const std::vector<std::uint32_t>& code,
                              const std::string& what, std::optional<unsigned> loop,
                              unsigned trips) {
  if (code.empty())
    return about(program, fmt::format("no instructions in {}", what), "the body of a loop");
  const LoopForest forest(program, code);
  if (forest.loops().empty())
    return loop ? Result<LoopBody>(
                      about(program, fmt::format("no loop {} in {}", *loop, what), "a branch back"))
                : straight_body(program, code);
  if (auto problem = ambiguous(forest, all_loops(forest), what, loop))
    return *std::move(problem);
  auto body = body_of_loop(forest, all_loops(forest), what, loop, trips);
  if (body && body->path.size() < code.size() && body->loops == 1)
    body->notes.push_back(fmt::format("the loop is {}; what is around it is not looked at",
                                      lines_of_code(program, body->path)));
  return body;
}

Result<LoopBody> body_of_function(const isa::Program& program, const std::string& name,
                                  std::optional<unsigned> loop, unsigned trips) {
  const std::optional<isa::Function> function = isa::function_named(program, name);
  if (!function)
    return no_such_function(program, name);
  const std::vector<std::uint32_t> code = isa::instructions_of(program, *function);
  const LoopForest forest(program, code);
  if (forest.loops().empty())
    return no_loop(program, *function, code);
  auto body = body_of_loop(forest, all_loops(forest), "function " + name, loop, trips);
  if (body)
    body->name = name;
  return body;
}

namespace {

/// What a region of a source became in one function.
struct RegionCode {
  isa::Function function;
  std::vector<std::uint32_t> code;   ///< of the function
  std::vector<std::uint32_t> marked; ///< of the region's lines
};

/// By function, in address order.
std::vector<RegionCode> code_of_region(const isa::Program& program, std::string_view file,
                                       const LoopRegion& region) {
  std::vector<RegionCode> found;
  for (const isa::Function& function : isa::functions_of(program)) {
    RegionCode one{function, isa::instructions_between(program, function.begin, function.end), {}};
    for (const std::uint32_t index : one.code) {
      const isa::SourcePlace place = program.place_of(index);
      if (place.line >= region.first_line && place.line <= region.last_line &&
          (file.empty() || place.file == file || place.file.ends_with("/" + std::string(file))))
        one.marked.push_back(index);
    }
    if (!one.marked.empty())
      found.push_back(std::move(one));
  }
  return found;
}

/// How a region and the loops of its function lie to each other.
struct RegionLoops {
  std::vector<std::uint32_t> held;   ///< in the region, innermost ones first
  std::vector<std::uint32_t> around; ///< the innermost ones with instructions of the region
};

bool contains(const std::vector<std::uint32_t>& sorted, std::uint32_t index) {
  return std::binary_search(sorted.begin(), sorted.end(), index);
}

/// A loop is in the region if the region has its jump back, or, where it has none of its own lines,
/// as those of inlined functions, if it lies between the first and the last instruction.
RegionLoops loops_of_region(const LoopForest& forest, const RegionCode& region) {
  RegionLoops found;
  std::vector<bool> met(forest.loops().size(), false);
  for (const std::uint32_t index : region.marked)
    if (const std::uint32_t loop = forest.loop_of(forest.block_with(index));
        loop != NaturalLoop::kNoLoop)
      met[loop] = true;
  for (std::uint32_t loop = 0; loop < met.size(); ++loop) {
    const std::vector<std::uint32_t> latches = forest.latches(loop);
    if (std::any_of(latches.begin(), latches.end(), [&](std::uint32_t latch) {
          return contains(region.marked, forest.graph().last_of(latch));
        }))
      found.held.push_back(loop);
  }
  if (!found.held.empty())
    return found;
  std::vector<bool> has_inner(met.size(), false); // with instructions of the region
  for (std::uint32_t loop = 0; loop < met.size(); ++loop)
    if (met[loop])
      for (std::uint32_t in = forest.loops()[loop].parent; in != NaturalLoop::kNoLoop;
           in = forest.loops()[in].parent)
        has_inner[in] = true;
  for (std::uint32_t loop = 0; loop < met.size(); ++loop)
    if (met[loop] && !has_inner[loop])
      found.around.push_back(loop);
  if (!found.around.empty())
    return found;
  for (std::uint32_t loop = 0; loop < met.size(); ++loop) {
    const std::vector<std::uint32_t> code = forest.code_of(loop);
    if (region.marked.front() < code.front() && code.back() < region.marked.back())
      found.held.push_back(loop);
  }
  return found;
}

/// Straight code of a region, with what the compiler has put between its instructions.
Result<LoopBody> straight_region(const isa::Program& program, const RegionCode& region) {
  std::vector<std::uint32_t> code;
  std::copy_if(region.code.begin(), region.code.end(), std::back_inserter(code),
               [&](std::uint32_t index) {
                 return index >= region.marked.front() && index <= region.marked.back();
               });
  auto body = straight_body(program, code);
  if (!body)
    return body;
  if (!body->closed)
    body->notes.push_back("the compiler has left no loop in the region, and none around it: its "
                          "instructions are repeated");
  if (const std::size_t others = code.size() - region.marked.size(); others != 0)
    body->notes.push_back(fmt::format(
        "the compiler has put {} of other lines between those of the region: {} part "
        "of it",
        counted(others, "instruction", "instructions"), others == 1 ? "it is" : "they are"));
  return body;
}

Result<LoopBody> body_of_region(const isa::Program& program, const RegionCode& region,
                                const std::string& what, std::optional<unsigned> loop,
                                unsigned trips) {
  const LoopForest forest(program, region.code);
  const RegionLoops loops = loops_of_region(forest, region);
  const bool inside = loops.held.empty();
  const std::vector<std::uint32_t>& candidates = inside ? loops.around : loops.held;
  if (candidates.empty())
    return loop ? Result<LoopBody>(
                      about(program, fmt::format("no loop {} in {}", *loop, what), "a branch back"))
                : straight_region(program, region);
  if (auto problem = ambiguous(forest, candidates, what, loop))
    return *std::move(problem);
  auto body = body_of_loop(forest, candidates, what, loop, trips);
  if (!body)
    return body;
  const std::string place = lines_of_code(program, body->path);
  body->notes.push_back(
      inside ? fmt::format("the region is part of the loop of {}: what is analysed is a whole "
                           "iteration of it, {} instead of {}",
                           place, counted(body->path.size(), "instruction", "instructions"),
                           region.marked.size())
             : fmt::format("the region holds the loop of {}: what is analysed is an iteration of "
                           "it, and what is around it is not looked at",
                           place));
  return body;
}

} // namespace

unsigned innermost_in_lines(const isa::Program& program, std::string_view file,
                            const LoopRegion& region, const std::string& function) {
  for (const RegionCode& one : code_of_region(program, file, region))
    if (function.empty() || one.function.name == function) {
      const LoopForest forest(program, one.code);
      const RegionLoops loops = loops_of_region(forest, one);
      return count_innermost(forest, loops.held.empty() ? loops.around : loops.held);
    }
  return 0;
}

Result<LoopBody> body_of_lines(const isa::Program& program, std::string_view file,
                               const LoopRegion& region, std::optional<unsigned> loop,
                               const std::string& function, unsigned trips) {
  const std::string what = region.name.empty()
                               ? fmt::format("lines {} to {}", region.first_line, region.last_line)
                               : "region " + region.name;
  std::vector<RegionCode> copies = code_of_region(program, file, region);
  if (copies.empty()) {
    Diagnostic problem = about(program, fmt::format("no instructions in {}", what),
                               "code that the compiler keeps: results that are used");
    problem.line = region.line;
    problem.column = region.column;
    return problem;
  }
  std::vector<std::string_view> names;
  for (const RegionCode& one : copies)
    names.push_back(one.function.name);
  auto chosen = copies.begin();
  if (!function.empty()) {
    chosen = std::find_if(copies.begin(), copies.end(),
                          [&](const RegionCode& one) { return one.function.name == function; });
    if (chosen == copies.end())
      return about(program, fmt::format("{} is no part of function '{}'", what, function),
                   "--function with one of " + listed(names));
  }
  auto body = body_of_region(program, *chosen, what, loop, trips);
  if (!body)
    return body;
  body->name = region.name;
  if (copies.size() > 1)
    body->notes.push_back(fmt::format("the compiler has put {} into {} functions, of which this is "
                                      "{}; --function takes another: {}",
                                      what, copies.size(), chosen->function.name, listed(names)));
  return body;
}

} // namespace stallscope::session
