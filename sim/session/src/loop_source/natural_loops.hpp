#pragma once

#include "loop_source/flow_graph.hpp"
#include "session/loop_source.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::session {

/// A natural loop: the blocks from which a back edge to the header can be reached without passing
/// through the header, which dominates them all.
struct NaturalLoop {
  std::uint32_t header = 0;            ///< index of the header block
  std::vector<std::uint32_t> blocks{}; ///< in address order, without the blocks of inner loops
  std::uint32_t parent = kNoLoop;      ///< the next outer loop
  std::uint32_t depth = 1;             ///< nesting depth; 1: an outermost loop
  bool innermost = true;
  static constexpr std::uint32_t kNoLoop = ~0U;
};

/// The loops of a range of code, innermost first, then by the addresses of their headers.
class LoopForest {
public:
  LoopForest(const isa::Program& program, std::vector<std::uint32_t> code);

  [[nodiscard]] const isa::Program& program() const { return *program_; }
  [[nodiscard]] const FlowGraph& graph() const { return graph_; }
  [[nodiscard]] const std::vector<NaturalLoop>& loops() const { return loops_; }
  /// The innermost loop that contains a block, or NaturalLoop::kNoLoop.
  [[nodiscard]] std::uint32_t loop_of(std::uint32_t block) const { return loop_of_[block]; }
  /// The block that contains an instruction of the program, or kNoBlock.
  [[nodiscard]] std::uint32_t block_with(std::uint32_t index) const;
  /// Blocks from which the header is reached directly.
  [[nodiscard]] std::vector<std::uint32_t> latches(std::uint32_t loop) const;
  /// Indices of the instructions of a loop, in address order, without those of inner loops.
  [[nodiscard]] std::vector<std::uint32_t> code_of(std::uint32_t loop) const;
  /// A loop and all its inner loops.
  [[nodiscard]] std::vector<std::uint32_t> within(std::uint32_t loop) const;
  /// "lines 3 to 7", inner loops included.
  [[nodiscard]] std::string place_of(std::uint32_t loop) const;
  /// "1: lines 3 to 7, 6 instructions; 2: ..." for a list of loops, numbered in order.
  [[nodiscard]] std::string list_of(const std::vector<std::uint32_t>& loops) const;

private:
  void find_loops(const Dominators& dominators);
  void sort_loops();

  const isa::Program* program_;
  FlowGraph graph_;
  std::vector<NaturalLoop> loops_;
  std::vector<std::uint32_t> loop_of_; ///< innermost loop, by block
};

/// "lines 10 to 14", or addresses when lines are unknown, of code in address order.
[[nodiscard]] std::string lines_of_code(const isa::Program& program,
                                        const std::vector<std::uint32_t>& code);

/// The instructions of one iteration of a loop. Branches within the loop are not taken, except when
/// the fall-through path leaves the loop or leads to an avoidable call. Inner loops are executed
/// `trips` times.
[[nodiscard]] Result<LoopBody> iteration_of(const LoopForest& forest, std::uint32_t loop,
                                            unsigned trips);

/// The instructions of straight-line code that is repeated: branches are not taken, unless they
/// lead around a call; direct jumps forward are followed.
[[nodiscard]] Result<LoopBody> straight_body(const isa::Program& program,
                                             const std::vector<std::uint32_t>& code);

} // namespace stallscope::session
