#include "sched/rewriting/delay_slot.hpp"

#include "cost_model/block_cycles.hpp"
#include "rewriting/source_line.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace stallscope::sched {

namespace {

/// Ends with a branch or jump that does not link, followed by a nop on a separate line.
bool has_empty_slot(const Block& block) {
  if (block.count < 3)
    return false;
  const isa::Instruction& branch = block.instruction(block.count - 2);
  return (branch.op_class == isa::OpClass::branch || branch.op == isa::Op::jump ||
          branch.op == isa::Op::jump_register) &&
         block.instruction(block.count - 1).op_class == isa::OpClass::nop &&
         own_line(block, block.count - 1) != 0;
}

/// The block's nodes with one of them moved into the delay slot, before the nop.
std::vector<Node> with_in_slot(const Block& block, Node node) {
  std::vector<Node> order(block.count);
  std::iota(order.begin(), order.end(), 0U);
  std::rotate(order.begin() + node, order.begin() + node + 1, order.begin() + block.count - 1);
  return order;
}

/// The only edge from the node to a later instruction is that of the branch's control dependence.
bool may_go_into_slot(const DependenceGraph& graph, Node node) {
  const isa::Instruction& instruction = graph.block.instruction(node);
  if (own_line(graph.block, node) == 0 || has_side_effects(instruction) ||
      isa::is_control(instruction.op_class) || instruction.op_class == isa::OpClass::nop)
    return false;
  for (std::uint32_t e = graph.first_out[node]; e < graph.first_out[node + 1]; ++e)
    if (graph.edges[graph.out_edges[e]].kind != DependenceKind::control)
      return false;
  return true;
}

/// Cycles of the block, list-scheduled, with this instruction instead of the nop.
std::uint32_t cycles_with(const Block& block, Node node, const Target& target,
                          const AliasHints& hints, std::string_view scheduler) {
  Block filled = block;
  filled.indices.clear();
  for (const Node n : with_in_slot(block, node))
    if (n != block.count - 1)
      filled.indices.push_back(block.index_of(n));
  --filled.count;
  return list_scheduled_cycles(filled, target, hints, scheduler);
}

std::optional<Node> best_for_slot(const DependenceGraph& graph, const Target& target,
                                  const AliasHints& hints, std::string_view scheduler) {
  std::optional<Node> best;
  std::uint32_t fewest = 0;
  for (Node node = graph.size() - 2; node-- > 0;)
    if (may_go_into_slot(graph, node)) {
      const std::uint32_t cycles = cycles_with(graph.block, node, target, hints, scheduler);
      if (!best || cycles < fewest) {
        best = node;
        fewest = cycles;
      }
    }
  return best;
}

} // namespace

FilledSlots fill_delay_slots(const isa::Program& program, const std::vector<Block>& blocks,
                             const Target& target, const AliasHints& hints,
                             std::string_view scheduler) {
  FilledSlots result;
  std::vector<std::string> lines = program.source_lines;
  for (const Block& block : blocks) {
    if (!has_empty_slot(block))
      continue;
    const Folding folding = foldable(block);
    const auto node =
        best_for_slot(dependences(block, target, hints, folding), target, hints, scheduler);
    if (!node) {
      ++result.empty;
      continue;
    }
    std::string& from = lines[own_line(block, *node) - 1];
    std::string& slot = lines[own_line(block, block.count - 1) - 1];
    const std::size_t begin = statement_of(from).begin;
    std::string moved = from.substr(begin);
    for (const auto& [other, offset] : folded_offsets(block, folding, with_in_slot(block, *node)))
      if (other == *node)
        moved = with_offset(moved, offset);
    from.erase(begin);
    slot = slot.substr(0, statement_of(slot).begin) + moved;
    ++result.filled;
  }
  result.text = joined(lines);
  return result;
}

} // namespace stallscope::sched
