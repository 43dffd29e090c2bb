#pragma once

#include "sched/data_flow/liveness.hpp"
#include "sched/target/pipeline_model.hpp"
#include "superblock/traces.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::sched {

/// Scheduling unit of a trace: a line; all instructions of a line stay together.
using LineUnit = std::uint32_t;

/// A side exit: a branch that may leave the trace before its end.
struct SideExit {
  LineUnit unit = 0;
  Node branch = 0;
  double probability = 0; ///< probability of leaving here, per entry of the trace
  double leaves = 0;      ///< probability of leaving here, per execution of the branch
  RegisterSet live;       ///< live registers at the target
};

/// A trace as one block, with the dependences of its lines.
struct TraceBlock {
  Block block; ///< all instructions, concatenated
  Folding folding;
  std::vector<std::vector<Node>> units; ///< in source order
  std::vector<SideExit> exits;
  double end_probability = 1; ///< probability of reaching the end
  bool ends_with_control = false;
};

/// An order of the lines of a trace and its expected cost.
struct TraceOrder {
  std::vector<LineUnit> units;
  std::vector<std::vector<LineUnit>> copies; ///< compensation code, by exit: lines to be executed
                                             ///< again on that exit
  double cycles = 0;                         ///< expected, weighted by exit probabilities
};

[[nodiscard]] TraceBlock trace_block(const Trace& trace, const std::vector<Block>& blocks,
                                     const std::vector<BlockExit>& exits, const Liveness& live);

/// Orders of a trace: source order, block by block, and across branches.
class TraceScheduler {
public:
  TraceScheduler(const TraceBlock& trace, const Target& target, const AliasHints& hints);

  /// The best order without motion across branches.
  [[nodiscard]] TraceOrder block_by_block();
  /// The best order of all; compensation code only where it can be placed.
  [[nodiscard]] TraceOrder best(bool room_for_copies);

private:
  /// Kinds of motion across branches.
  struct Motion {
    bool lines = false; ///< ignore branches over the rest of their line
    bool up = false;
    bool down = false;
    bool copies = false;       ///< allow compensation code
    bool blocks_first = false; ///< among equally early candidates prefer earlier blocks
  };
  struct Dependence {
    LineUnit from = 0;
    LineUnit to = 0;
    std::uint32_t latency = 0;
  };

  void find_dependences(const Target& target, const AliasHints& hints);
  [[nodiscard]] bool may_go_up(LineUnit unit, const SideExit& exit) const;
  /// The units before an exit that can move below it: those with dead results at the exit and, when
  /// compensation code is allowed, those that can be copied. Registers that a copy reads are live
  /// at the exit.
  [[nodiscard]] std::vector<bool> may_go_down(const SideExit& exit, bool copies) const;
  [[nodiscard]] std::vector<Dependence> with_branches(const Motion& motion) const;
  [[nodiscard]] std::vector<LineUnit> list_order(const Motion& motion);
  [[nodiscard]] TraceOrder evaluated(std::vector<LineUnit> units);
  [[nodiscard]] std::vector<LineUnit> copies_for(const SideExit& exit,
                                                 const std::vector<LineUnit>& units) const;

  const TraceBlock& trace_;
  PipelineModel model_;
  std::vector<PipelineOp> ops_;
  std::vector<Dependence> data_;
  std::uint32_t late_cycles_ = 0;       ///< delay of branches resolved in the late ALU
  std::vector<RegisterSet> reads_;      ///< by unit
  std::vector<RegisterSet> writes_;     ///< by unit
  std::vector<bool> stores_;            ///< by unit
  std::vector<bool> raises_;            ///< by unit: sets floating-point flags
  std::vector<bool> stays_single_;      ///< by unit: cannot be copied to a side exit
  std::vector<bool> conditional_;       ///< by unit: a branch over the rest of the line
  std::vector<bool> may_fault_;         ///< by unit: a load not proven safe
  std::vector<LineUnit> proven_behind_; ///< by unit, for loads: the preceding access that proves
                                        ///< the load safe, or the load itself
};

} // namespace stallscope::sched
