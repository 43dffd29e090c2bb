#pragma once

#include "sched/data_flow/liveness.hpp"
#include "sched/target/pipeline_model.hpp"
#include "superblock/traces.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::sched {

/// The lines of a trace are what is put in order: all instructions of a line stay together.
using LineUnit = std::uint32_t;

/// A branch that may leave the trace before its end.
struct SideExit {
  LineUnit unit = 0;
  Node branch = 0;
  double probability = 0; ///< to leave here, of entering the trace
  double leaves = 0;      ///< to leave here, of coming here
  RegisterSet live;       ///< what may be read where it leads
};

/// A trace as one block, with what its lines must stay behind.
struct TraceBlock {
  Block block; ///< all instructions one behind the other
  Folding folding;
  std::vector<std::vector<Node>> units; ///< in the order of the source
  std::vector<SideExit> exits;
  double end_probability = 1; ///< to come to the end
  bool ends_with_control = false;
};

/// An order of the lines of a trace and what it is worth.
struct TraceOrder {
  std::vector<LineUnit> units;
  std::vector<std::vector<LineUnit>> copies; ///< by exit: lines to be done again on its way out
  double cycles = 0;                         ///< expected, as branches go
};

[[nodiscard]] TraceBlock trace_block(const Trace& trace, const std::vector<Block>& blocks,
                                     const std::vector<BlockExit>& exits, const Liveness& live);

/// The orders of a trace: as the source has it, block by block, and over the branches.
class TraceScheduler {
public:
  TraceScheduler(const TraceBlock& trace, const Target& target, const AliasHints& hints);

  /// The best order in which nothing crosses a branch.
  [[nodiscard]] TraceOrder block_by_block();
  /// The best order found at all; compensation code only where there is a place for it.
  [[nodiscard]] TraceOrder best(bool room_for_copies);

private:
  /// What may cross branches.
  struct Motion {
    bool lines = false; ///< branches over the rest of their line, as if they were none
    bool up = false;
    bool down = false;
    bool copies = false;       ///< compensation code may be needed
    bool blocks_first = false; ///< of what can start as early, first what is of an earlier block
  };
  struct Dependence {
    LineUnit from = 0;
    LineUnit to = 0;
    std::uint32_t latency = 0;
  };

  void find_dependences(const Target& target, const AliasHints& hints);
  [[nodiscard]] bool may_go_up(LineUnit unit, const SideExit& exit) const;
  /// Of the units in front of an exit, which may go behind it: those whose results are not needed
  /// on the way out, and, when copies are put there, those that can be copied. What a copy reads is
  /// needed there too.
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
  std::uint32_t late_cycles_ = 0;   ///< how much later branches are decided in the late ALU
  std::vector<RegisterSet> reads_;  ///< by unit
  std::vector<RegisterSet> writes_; ///< by unit
  std::vector<bool> stores_;        ///< by unit
  std::vector<bool> raises_;        ///< floating-point flags
  std::vector<bool> stays_single_;  ///< a copy elsewhere would be something else
  std::vector<bool> conditional_;   ///< a branch over the rest of the line
  std::vector<bool> may_fault_;     ///< a load of which it is not known that it cannot, per unit
  std::vector<LineUnit>
      proven_behind_; ///< of loads: an access in front that proves them, or itself
};

} // namespace stallscope::sched
