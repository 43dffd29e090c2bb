#include "loop_source/flow_graph.hpp"

#include "isa/functions.hpp"

#include <algorithm>
#include <unordered_set>

namespace stallscope::session {

using isa::Instruction;

namespace {

class FlowGraphBuilder {
public:
  FlowGraphBuilder(const isa::Program& program, std::vector<std::uint32_t> code)
      : program_(program) {
    graph_.code = std::move(code);
  }

  FlowGraph run() {
    if (graph_.code.empty())
      return std::move(graph_);
    find_leaders();
    make_blocks();
    connect();
    find_roots();
    for (std::uint32_t b = 0; b < graph_.blocks.size(); ++b)
      if (reached_[b])
        for (const std::uint32_t to : graph_.blocks[b].successors)
          graph_.blocks[to].predecessors.push_back(b);
    return std::move(graph_);
  }

private:
  [[nodiscard]] const Instruction& at(std::uint32_t position) const {
    return program_.instruction(graph_.code[position]);
  }
  [[nodiscard]] std::uint32_t size() const {
    return static_cast<std::uint32_t>(graph_.code.size());
  }

  /// The position of the instruction at an address, or size().
  [[nodiscard]] std::uint32_t position_of(std::uint64_t pc) const {
    const auto found = std::lower_bound(graph_.code.begin(), graph_.code.end(), pc,
                                        [this](std::uint32_t index, std::uint64_t address) {
                                          return program_.instruction(index).pc < address;
                                        });
    return found != graph_.code.end() && program_.instruction(*found).pc == pc
               ? static_cast<std::uint32_t>(found - graph_.code.begin())
               : size();
  }

  void find_leaders() {
    leader_.assign(size() + 1, false);
    leader_[0] = true;
    for (const isa::Function& function : isa::functions_of(program_))
      if (const std::uint32_t position = position_of(function.begin); position < size()) {
        leader_[position] = true;
        functions_.push_back(position);
      }
    for (std::uint32_t n = 0; n < size(); ++n) {
      const isa::FlowEnd end = isa::flow_end(program_, at(n));
      if (end == isa::FlowEnd::branch || end == isa::FlowEnd::jump)
        leader_[position_of(at(n).target)] = true;
      if (end != isa::FlowEnd::none || !goes_on(n))
        leader_[n + 1] = true;
    }
  }

  /// The next instruction follows this one. In a text, data may lie between them; following the
  /// path reports such gaps.
  [[nodiscard]] bool goes_on(std::uint32_t n) const {
    return n + 1 < size() && (!program_.decoded || at(n + 1).pc == at(n).pc + at(n).size);
  }

  void make_blocks() {
    block_of_.resize(size());
    for (std::uint32_t n = 0; n < size(); ++n) {
      if (leader_[n])
        graph_.blocks.push_back({.first = n});
      ++graph_.blocks.back().count;
      block_of_[n] = static_cast<std::uint32_t>(graph_.blocks.size() - 1);
    }
  }

  void connect() {
    for (FlowBlock& block : graph_.blocks) {
      const std::uint32_t last = block.first + block.count - 1;
      const isa::FlowEnd end = isa::flow_end(program_, at(last));
      if (end == isa::FlowEnd::branch || end == isa::FlowEnd::jump)
        if (const std::uint32_t target = position_of(at(last).target); target < size())
          block.target = block_of_[target];
      if ((end == isa::FlowEnd::none || end == isa::FlowEnd::branch) && goes_on(last))
        block.next = block_of_[last + 1];
      block.indirect = end == isa::FlowEnd::indirect;
      if (block.next != kNoBlock)
        block.successors.push_back(block.next);
      if (block.target != kNoBlock && block.target != block.next)
        block.successors.push_back(block.target);
    }
  }

  void find_roots() {
    if (!program_.decoded)
      for (const auto& [name, symbol] : program_.symbols)
        if (symbol.is_code)
          labels_.insert(symbol.address);
    reached_.assign(graph_.blocks.size(), false);
    is_root_ = reached_;
    enter(0);
    for (const std::uint32_t position : functions_)
      enter(block_of_[position]);
    std::vector<bool> led_to(graph_.blocks.size(), false);
    for (std::uint32_t b = 0; b < graph_.blocks.size(); ++b)
      for (const std::uint32_t to : graph_.blocks[b].successors)
        led_to[to] = led_to[to] || to != b;
    // Blocks that no other block leads to come first, because they are certainly entered from
    // outside.
    for (const bool led : {false, true})
      for (std::uint32_t b = 0; b < graph_.blocks.size(); ++b)
        if (led_to[b] == led && !reached_[b] && may_be_entered(b) && !enter_by_jumps(b))
          enter(b);
  }

  /// The block is not padding: code that aligns what follows a jump, and that no path reaches, has
  /// no label, or, in machine code, begins with nop.
  [[nodiscard]] bool may_be_entered(std::uint32_t block) const {
    const Instruction& first = at(graph_.blocks[block].first);
    return program_.decoded ? first.op_class != isa::OpClass::nop : labels_.contains(first.pc);
  }

  void enter(std::uint32_t root) {
    if (!is_root_[root])
      graph_.roots.push_back(root);
    is_root_[root] = true;
    reach(root);
  }

  void reach(std::uint32_t from) {
    std::vector<std::uint32_t> open;
    const auto take = [&](std::uint32_t block) {
      if (!reached_[block]) {
        reached_[block] = true;
        open.push_back(block);
      }
    };
    take(from);
    while (!open.empty()) {
      const std::uint32_t block = open.back();
      open.pop_back();
      for (const std::uint32_t to : graph_.blocks[block].successors)
        take(to);
    }
  }

  /// Adds a block to the targets of the indirect jumps of its function; false when the function
  /// has no reachable indirect jump.
  bool enter_by_jumps(std::uint32_t block) {
    const std::uint32_t position = graph_.blocks[block].first;
    const auto behind = std::upper_bound(functions_.begin(), functions_.end(), position);
    const std::uint32_t begin = behind == functions_.begin() ? 0 : *(behind - 1);
    const std::uint32_t end = behind == functions_.end() ? size() : *behind;
    bool entered = false;
    for (std::uint32_t b = block_of_[begin]; b < graph_.blocks.size(); ++b) {
      FlowBlock& from = graph_.blocks[b];
      if (from.first >= end)
        break;
      if (from.indirect && reached_[b]) {
        from.successors.push_back(block);
        entered = true;
      }
    }
    if (entered)
      reach(block);
    return entered;
  }

  const isa::Program& program_;
  FlowGraph graph_;
  std::vector<bool> leader_;
  std::vector<std::uint32_t> functions_; ///< positions at which functions begin
  std::vector<std::uint32_t> block_of_;  ///< block by position
  std::unordered_set<std::uint64_t> labels_;
  std::vector<bool> reached_;
  std::vector<bool> is_root_;
};

} // namespace

FlowGraph flow_graph(const isa::Program& program, std::vector<std::uint32_t> code) {
  return FlowGraphBuilder(program, std::move(code)).run();
}

Dominators::Dominators(const FlowGraph& graph) {
  find_order(graph);
  find_parents(graph);
  number_tree();
}

void Dominators::find_order(const FlowGraph& graph) {
  struct Visit {
    std::uint32_t block = 0;
    std::size_t next = 0;
  };
  std::vector<bool> seen(graph.blocks.size(), false);
  std::vector<Visit> stack;
  for (auto root = graph.roots.rbegin(); root != graph.roots.rend(); ++root) {
    if (seen[*root])
      continue;
    seen[*root] = true;
    stack.push_back({*root});
    while (!stack.empty()) {
      Visit& top = stack.back();
      const std::vector<std::uint32_t>& to = graph.blocks[top.block].successors;
      if (top.next == to.size()) {
        order_.push_back(top.block);
        stack.pop_back();
      } else if (const std::uint32_t block = to[top.next++]; !seen[block]) {
        seen[block] = true;
        stack.push_back({block});
      }
    }
  }
  std::reverse(order_.begin(), order_.end());
}

void Dominators::find_parents(const FlowGraph& graph) {
  constexpr std::uint32_t kUnknown = ~0U;
  number_.assign(graph.blocks.size(), 0);
  for (std::uint32_t n = 0; n < order_.size(); ++n)
    number_[order_[n]] = n + 1;
  parent_.assign(order_.size() + 1, kUnknown);
  parent_[0] = 0;
  std::vector<bool> is_root(graph.blocks.size(), false);
  for (const std::uint32_t root : graph.roots)
    is_root[root] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t n = 1; n <= order_.size(); ++n) {
      const std::uint32_t block = order_[n - 1];
      std::uint32_t common = is_root[block] ? 0 : kUnknown;
      for (const std::uint32_t from : graph.blocks[block].predecessors) {
        std::uint32_t other = number_[from];
        if (parent_[other] == kUnknown)
          continue;
        if (common == kUnknown)
          common = other;
        while (common != other) {
          while (other > common)
            other = parent_[other];
          while (common > other)
            common = parent_[common];
        }
      }
      if (common != parent_[n]) {
        parent_[n] = common;
        changed = true;
      }
    }
  }
}

void Dominators::number_tree() {
  const auto count = static_cast<std::uint32_t>(parent_.size());
  std::vector<std::vector<std::uint32_t>> children(count);
  for (std::uint32_t n = 1; n < count; ++n)
    children[parent_[n]].push_back(n);
  begin_.assign(number_.size(), 0);
  end_.assign(number_.size(), 0);
  std::uint32_t clock = 0;
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{0, 0}};
  while (!stack.empty()) {
    auto& [n, next] = stack.back();
    if (next == 0 && n != 0)
      begin_[order_[n - 1]] = ++clock;
    if (next == children[n].size()) {
      if (n != 0)
        end_[order_[n - 1]] = clock;
      stack.pop_back();
    } else {
      stack.emplace_back(children[n][next++], 0);
    }
  }
}

} // namespace stallscope::session
