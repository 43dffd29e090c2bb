#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::session {

inline constexpr std::uint32_t kNoBlock = ~0U;

/// A basic block of a control-flow graph.
struct FlowBlock {
  std::uint32_t first = 0; ///< position in FlowGraph::code
  std::uint32_t count = 0;
  std::uint32_t next = kNoBlock;   ///< the block that follows without a jump
  std::uint32_t target = kNoBlock; ///< target of a direct branch or jump at its end
  bool indirect = false;           ///< the block ends with an indirect jump that is not a return
  std::vector<std::uint32_t> successors{};
  std::vector<std::uint32_t> predecessors{}; ///< only blocks reachable from a root
};

/// Control-flow graph of a range of code: calls return, jumps to other code leave the graph.
/// Indirect jumps (jump tables) lead to the blocks of their function that no other block leads to.
struct FlowGraph {
  std::vector<std::uint32_t> code; ///< indices into Program::code, in address order
  std::vector<FlowBlock> blocks;   ///< in address order
  std::vector<std::uint32_t>
      roots; ///< blocks entered from outside: functions, and labels that no block leads to

  [[nodiscard]] std::uint32_t last_of(std::uint32_t block) const {
    return code[blocks[block].first + blocks[block].count - 1];
  }
};

[[nodiscard]] FlowGraph flow_graph(const isa::Program& program, std::vector<std::uint32_t> code);

/// Dominators: Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
class Dominators {
public:
  explicit Dominators(const FlowGraph& graph);
  /// Blocks in reverse postorder of a depth-first search from the roots.
  [[nodiscard]] const std::vector<std::uint32_t>& order() const { return order_; }
  /// Every path from a root to b goes through a.
  [[nodiscard]] bool dominates(std::uint32_t a, std::uint32_t b) const {
    return begin_[a] <= begin_[b] && end_[b] <= end_[a];
  }

private:
  void find_order(const FlowGraph& graph);
  void find_parents(const FlowGraph& graph);
  void number_tree();

  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t>
      number_; ///< by block: position in order_, from 1; 0 is the root of all
  std::vector<std::uint32_t> parent_; ///< by number: the immediate dominator's number
  std::vector<std::uint32_t> begin_;  ///< by block: interval of its subtree in preorder
  std::vector<std::uint32_t> end_;
};

} // namespace stallscope::session
