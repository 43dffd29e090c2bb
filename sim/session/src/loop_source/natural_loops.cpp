#include "loop_source/natural_loops.hpp"

#include "base/counted.hpp"
#include "isa/functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace stallscope::session {

namespace {

/// The outermost loop found so far that contains a loop: union-find with path halving.
std::uint32_t outermost(std::vector<std::uint32_t>& within, std::uint32_t loop) {
  while (within[loop] != loop) {
    within[loop] = within[within[loop]];
    loop = within[loop];
  }
  return loop;
}

/// Range of source lines of some code.
struct Lines {
  std::uint32_t low = ~0U;
  std::uint32_t high = 0;
  void add(std::uint32_t line) {
    if (line == 0)
      return;
    low = std::min(low, line);
    high = std::max(high, line);
  }
  [[nodiscard]] std::string text() const {
    return low == high ? fmt::format("line {}", low) : fmt::format("lines {} to {}", low, high);
  }
};

} // namespace

namespace {

/// Source lines of a range of code that belong to its function: those in the file in which the code
/// begins, from its first line on. Other lines belong to inlined functions.
Lines own_lines(const isa::Program& program, const std::vector<std::uint32_t>& code) {
  Lines own;
  const auto function = isa::function_at(program, program.instruction(code.front()).pc);
  const std::uint32_t entry = function ? program.index_of(function->begin) : isa::kNoIndex;
  if (entry == isa::kNoIndex)
    return own;
  const isa::SourcePlace begin = program.place_of(entry);
  for (const std::uint32_t index : code)
    if (const isa::SourcePlace place = program.place_of(index);
        place.file == begin.file && place.line >= begin.line)
      own.add(place.line);
  return own;
}

} // namespace

std::string lines_of_code(const isa::Program& program, const std::vector<std::uint32_t>& code) {
  if (program.decoded)
    if (const Lines own = own_lines(program, code); own.high != 0)
      return own.text();
  Lines lines;
  std::string file; // file of the first known line: line numbers of other files are not comparable
  for (const std::uint32_t index : code) {
    const isa::SourcePlace place = program.place_of(index);
    if (place.line == 0 || (lines.high != 0 && place.file != file))
      continue;
    file = place.file;
    lines.add(place.line);
  }
  if (lines.high != 0)
    return lines.text();
  const auto [low, high] = std::minmax_element(code.begin(), code.end());
  return fmt::format("{:#x} to {:#x}", program.instruction(*low).pc, program.instruction(*high).pc);
}

LoopForest::LoopForest(const isa::Program& program, std::vector<std::uint32_t> code)
    : program_(&program), graph_(flow_graph(program, std::move(code))),
      loop_of_(graph_.blocks.size(), NaturalLoop::kNoLoop) {
  find_loops(Dominators(graph_));
  sort_loops();
}

void LoopForest::find_loops(const Dominators& dominators) {
  std::vector<std::uint32_t> within; // union-find parent, by loop
  // Headers of inner loops come after those that dominate them.
  for (auto header = dominators.order().rbegin(); header != dominators.order().rend(); ++header) {
    std::vector<std::uint32_t> open;
    for (const std::uint32_t from : graph_.blocks[*header].predecessors)
      if (dominators.dominates(*header, from))
        open.push_back(from);
    if (open.empty())
      continue;
    const auto loop = static_cast<std::uint32_t>(loops_.size());
    loops_.push_back({.header = *header});
    within.push_back(loop);
    const auto go_back = [&](std::uint32_t block) {
      for (const std::uint32_t from : graph_.blocks[block].predecessors)
        open.push_back(from);
    };
    loop_of_[*header] = loop;
    while (!open.empty()) {
      const std::uint32_t block = open.back();
      open.pop_back();
      if (loop_of_[block] == NaturalLoop::kNoLoop) {
        loop_of_[block] = loop;
        go_back(block);
        continue;
      }
      const std::uint32_t inner = outermost(within, loop_of_[block]);
      if (inner == loop)
        continue;
      within[inner] = loop;
      loops_[inner].parent = loop;
      loops_[loop].innermost = false;
      go_back(loops_[inner].header);
    }
  }
  for (std::uint32_t block = 0; block < graph_.blocks.size(); ++block)
    if (loop_of_[block] != NaturalLoop::kNoLoop)
      loops_[loop_of_[block]].blocks.push_back(block);
}

void LoopForest::sort_loops() {
  // A loop comes after the loops inside it.
  for (auto loop = loops_.rbegin(); loop != loops_.rend(); ++loop)
    if (loop->parent != NaturalLoop::kNoLoop)
      loop->depth = loops_[loop->parent].depth + 1;
  std::vector<std::uint32_t> order(loops_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
    return loops_[a].innermost != loops_[b].innermost ? loops_[a].innermost
                                                      : loops_[a].header < loops_[b].header;
  });
  std::vector<std::uint32_t> number(loops_.size());
  for (std::uint32_t n = 0; n < order.size(); ++n)
    number[order[n]] = n;
  std::vector<NaturalLoop> sorted;
  for (const std::uint32_t loop : order) {
    sorted.push_back(std::move(loops_[loop]));
    if (sorted.back().parent != NaturalLoop::kNoLoop)
      sorted.back().parent = number[sorted.back().parent];
  }
  loops_ = std::move(sorted);
  for (std::uint32_t& loop : loop_of_)
    if (loop != NaturalLoop::kNoLoop)
      loop = number[loop];
}

std::uint32_t LoopForest::block_with(std::uint32_t index) const {
  const auto found = std::lower_bound(graph_.code.begin(), graph_.code.end(), index);
  if (found == graph_.code.end() || *found != index)
    return kNoBlock;
  const auto position = static_cast<std::uint32_t>(found - graph_.code.begin());
  const auto behind =
      std::upper_bound(graph_.blocks.begin(), graph_.blocks.end(), position,
                       [](std::uint32_t at, const FlowBlock& block) { return at < block.first; });
  return static_cast<std::uint32_t>(behind - graph_.blocks.begin()) - 1;
}

std::vector<std::uint32_t> LoopForest::latches(std::uint32_t loop) const {
  std::vector<std::uint32_t> found;
  for (const std::uint32_t from : graph_.blocks[loops_[loop].header].predecessors)
    for (std::uint32_t in = loop_of_[from]; in != NaturalLoop::kNoLoop; in = loops_[in].parent)
      if (in == loop) {
        found.push_back(from);
        break;
      }
  return found;
}

std::vector<std::uint32_t> LoopForest::code_of(std::uint32_t loop) const {
  std::vector<std::uint32_t> code;
  for (const std::uint32_t b : loops_[loop].blocks) {
    const FlowBlock& block = graph_.blocks[b];
    code.insert(code.end(), graph_.code.begin() + block.first,
                graph_.code.begin() + block.first + block.count);
  }
  return code;
}

std::vector<std::uint32_t> LoopForest::within(std::uint32_t loop) const {
  enum class Lies : std::uint8_t { unknown, inside, outside };
  std::vector<Lies> lies(loops_.size(), Lies::unknown);
  lies[loop] = Lies::inside;
  std::vector<std::uint32_t> inside;
  std::vector<std::uint32_t> chain; // from a loop to the outer loops whose result is not known yet
  for (std::uint32_t other = 0; other < loops_.size(); ++other) {
    chain.clear();
    std::uint32_t in = other;
    for (; in != NaturalLoop::kNoLoop && lies[in] == Lies::unknown; in = loops_[in].parent)
      chain.push_back(in);
    const Lies found = in == NaturalLoop::kNoLoop ? Lies::outside : lies[in];
    for (const std::uint32_t one : chain)
      lies[one] = found;
    if (lies[other] == Lies::inside)
      inside.push_back(other);
  }
  return inside;
}

std::string LoopForest::place_of(std::uint32_t loop) const {
  if (loops_[loop].innermost)
    return lines_of_code(*program_, code_of(loop));
  std::vector<std::uint32_t> code;
  for (const std::uint32_t other : within(loop)) {
    const std::vector<std::uint32_t> part = code_of(other);
    code.insert(code.end(), part.begin(), part.end());
  }
  return lines_of_code(*program_, code);
}

std::string LoopForest::list_of(const std::vector<std::uint32_t>& loops) const {
  constexpr std::size_t kListed = 12;
  std::string text;
  for (std::size_t n = 0; n < std::min(kListed, loops.size()); ++n) {
    const NaturalLoop& loop = loops_[loops[n]];
    text += fmt::format("{}{}: {}, ", n == 0 ? "" : "; ", n + 1, place_of(loops[n]));
    text += loop.innermost ? counted(code_of(loops[n]).size(), "instruction", "instructions")
                           : std::string("with loops in it");
    if (loop.depth > 1)
      text += fmt::format(", depth {}", loop.depth);
  }
  if (loops.size() > kListed)
    text += fmt::format("; and {} others", loops.size() - kListed);
  return text;
}

} // namespace stallscope::session
