#pragma once

#include "machine/hazards.hpp"
#include "sched/control_flow/block.hpp"
#include "sched/dependence/folding.hpp"
#include "sched/message.hpp"
#include "timeline/reason.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace stallscope::sched {

/// Maximum number of stages of a machine.
inline constexpr std::size_t kMaxStages = 32;

/// When the instruction after a branch can be fetched.
enum class FetchBehind : std::uint8_t {
  next,      ///< fetch correctly continues sequentially
  predicted, ///< the prediction is taken, and correct
  resolved,  ///< mispredicted: after the branch is resolved
};

/// Properties of an instruction in the pipeline.
struct PipelineOp {
  isa::OpClass op_class = isa::OpClass::nop;
  std::uint8_t read_count = 0;
  std::uint8_t write_count = 0;
  bool direct_jump = false;
  bool taken = false;            ///< a branch that goes to its target
  bool several_operands = false; ///< two or more register operands
  FetchBehind behind = FetchBehind::next;
  std::uint8_t slots = 0;    ///< delay slot: instructions after a branch that are always fetched
  bool moves_base = false;   ///< an increment that accesses may cross (Folding)
  std::uint8_t by_order = 0; ///< operands (bit mask) whose producer is the last writer of the
                             ///< register in the current order
  std::array<Node, isa::kMaxReads> producers{}; ///< producer of each operand; kNoNode: available
  std::array<isa::OperandRole, isa::kMaxReads> roles{};
  std::array<RegId, isa::kMaxReads> registers{};
  std::array<RegId, isa::kMaxWrites> writes{};
};

/// The instructions of a block with their producers, by node.
[[nodiscard]] std::vector<PipelineOp> pipeline_ops(const Block& block, const Folding& folding = {});

/// Properties of a machine file that make predicted cycles differ from simulated ones; empty when
/// they are equal for straight-line code in an empty pipeline.
[[nodiscard]] Message why_inexact(const machine::Machine& machine);
/// Properties of the machine and of one block that make predicted cycles differ from simulated
/// ones: also operand-dependent latencies and classes that the machine lacks.
[[nodiscard]] Message why_inexact(const machine::Machine& machine, const Block& block);

/// Timing of a block's instructions in an in-order pipeline, computed from the machine description
/// and its hazard rules (machine/hazards.hpp), which the simulator shares; the way through the
/// pipeline is computed apart, and the simulator is tested against it. The timing of an instruction
/// depends only on older ones, so instructions are appended, and removed in reverse order, as in a
/// search.
///
/// Dynamically scheduled machines are approximated in order by their widths, ports and latencies:
/// an estimate (why_inexact).
class PipelineModel {
public:
  /// `machine` must outlive the model.
  explicit PipelineModel(const machine::Machine& machine);

  /// The path of an instruction through the pipeline, in cycles from 1.
  struct Placed {
    Node node = kNoNode;
    PipelineOp op;                ///< with the producers in the current order
    std::int32_t issue = 0;       ///< enters the execute stage
    std::int32_t leave = 0;       ///< leaves the units: first cycle after them
    std::int32_t written = 0;     ///< writes its destinations
    std::int32_t last = 0;        ///< last cycle of the instruction in the pipeline
    bool late = false;            ///< executes in the late ALU
    std::uint32_t first_live = 0; ///< placed instructions before this one have all ended
    std::int32_t resolved = 0;    ///< branches: cycle at whose end they are resolved
    std::int32_t latest_last = 0; ///< largest `last` so far
    std::array<std::int32_t, kMaxStages> enters{};   ///< by stage
    std::array<std::int32_t, kMaxStages> ready{};    ///< last cycle of its work in each stage
    std::vector<std::int32_t> steps;                 ///< pipelined units: cycle it enters each step
    std::array<Node, isa::kMaxWrites> overwritten{}; ///< previous writers of its destinations
  };

  /// Stall cycles are added to `stalls`, by reason, from this call on.
  using StallCounts = std::array<std::uint32_t, kReasonCount>;
  void start(std::span<const PipelineOp> ops, StallCounts* stalls = nullptr);
  /// Appends the next instruction. Its producers must have been placed.
  const Placed& place(Node node);
  void take_back();

  [[nodiscard]] std::size_t size() const { return placed_count_; }
  [[nodiscard]] const Placed& placed(std::size_t index) const { return placed_[index]; }
  [[nodiscard]] const Placed& of(Node node) const { return placed_[position_[node]]; }
  [[nodiscard]] bool has(Node node) const { return position_[node] != kNoNode; }
  /// Length so far, as counted by runs of the machine.
  [[nodiscard]] std::int32_t cycles() const;

  [[nodiscard]] const machine::Machine& machine() const { return machine_; }
  [[nodiscard]] unsigned unit_of(isa::OpClass op_class) const {
    return rules_.unit_of[static_cast<std::size_t>(op_class)];
  }
  [[nodiscard]] unsigned latency_of(isa::OpClass op_class) const {
    return rules_.latency_of[static_cast<std::size_t>(op_class)];
  }
  /// The minimum cycles from an instruction's issue to the end of its operation.
  [[nodiscard]] std::int32_t tail_of(isa::OpClass op_class) const;

private:
  struct Attempt; ///< an instruction being placed

  [[nodiscard]] std::int32_t leaves(const Placed& p, unsigned stage) const;
  [[nodiscard]] bool readable(const PipelineOp& op, unsigned operand, std::int32_t cycle) const;
  [[nodiscard]] bool forwarded(const PipelineOp& op, unsigned operand, unsigned stage,
                               std::int32_t cycle) const;
  [[nodiscard]] bool in_unit(const Placed& p, std::int32_t cycle) const {
    return p.issue <= cycle && cycle < p.leave;
  }
  [[nodiscard]] bool in_unit(Node producer, std::int32_t cycle) const {
    return producer != kNoNode && in_unit(of(producer), cycle);
  }
  void find_producers(Placed& p) const;
  void acquire(Attempt& a, unsigned stage, std::int32_t from, std::int32_t to) const;
  void go_front(Attempt& a);
  void go_issue(Attempt& a);
  void go_units(Attempt& a);
  void go_back(Attempt& a);
  void go_end(Attempt& a);
  [[nodiscard]] Reason entry_hazard(const Attempt& a, unsigned stage, std::int32_t cycle) const;
  [[nodiscard]] Reason port_hazard(const Attempt& a, std::int32_t cycle) const;
  [[nodiscard]] Reason issue_hazard(const Attempt& a, std::int32_t cycle, bool late) const;
  [[nodiscard]] Reason waw_hazard(const Attempt& a, std::int32_t cycle) const;
  [[nodiscard]] Reason unit_hazard(const Attempt& a, std::int32_t cycle) const;
  [[nodiscard]] Reason pairing_hazard(const Attempt& a, std::int32_t cycle) const;
  [[nodiscard]] bool lacks_operand(const Attempt& a, std::int32_t cycle) const;
  [[nodiscard]] bool goes_late(const Attempt& a, std::int32_t cycle) const;
  [[nodiscard]] bool write_order_hazard(const Attempt& a, std::int32_t cycle) const;
  [[nodiscard]] bool writes_same(const PipelineOp& a, const PipelineOp& b) const;
  [[nodiscard]] unsigned resolve_stage(const PipelineOp& op, bool late) const;
  [[nodiscard]] std::int32_t redirects(const Attempt& a) const;
  [[nodiscard]] const PipelineOp& op_of(const Placed& p) const { return p.op; }

  std::shared_ptr<const machine::Machine> stand_in_; ///< for dynamically scheduled machines
  const machine::Machine& machine_;                  ///< the stand-in, or the machine itself
  machine::HazardTables rules_;
  unsigned width_ = 1;
  unsigned stages_ = 0;
  unsigned read_ = 0;
  unsigned execute_ = 0;
  unsigned memory_ = 0;
  unsigned write_ = 0;

  std::span<const PipelineOp> ops_;
  std::vector<Placed> placed_; ///< never shrinks: entries from placed_count_ on are reused
  std::size_t placed_count_ = 0;
  std::vector<Node> position_;                    ///< by node: index into placed_
  StallCounts* held_ = nullptr;                   ///< stall cycles by reason; can be null
  std::array<Node, kMaxRegisters> last_writer_{}; ///< among the placed instructions
};

/// An in-order machine with the widths, units and latencies of a dynamically scheduled one, for
/// planning; other machines unchanged.
[[nodiscard]] machine::Machine in_order_stand_in(const machine::Machine& machine);

} // namespace stallscope::sched
