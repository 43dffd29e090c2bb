#pragma once

#include "core/out_of_order/window_plan.hpp"
#include "core/out_of_order/window_state.hpp"
#include "core/units/branch_predictor.hpp"
#include "core/units/memory_hierarchy.hpp"
#include "isa/crack.hpp"
#include "isa/executor.hpp"
#include "machine/description.hpp"
#include "machine/dynamic.hpp"
#include "trace/sinks.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stallscope::core {

/// A dynamically scheduled core for one program on one machine. Holds only what does not change
/// during a run; everything else is in the OutOfOrderState passed to each call. `program`,
/// `machine` and the environment's input and sink must outlive the core.
class OutOfOrderCore {
public:
  using State = OutOfOrderState;

  // Not copyable, because states point into planned_.
  OutOfOrderCore(const OutOfOrderCore&) = delete;
  OutOfOrderCore& operator=(const OutOfOrderCore&) = delete;

  /// `machine` must describe a dynamically scheduled core. `decoded_as`, when not empty: by index
  /// of the program's code, the instructions that the decoders receive instead, for programs in
  /// which the instructions executed functionally differ from those simulated (session/loop.hpp).
  /// Used in the constructor only.
  OutOfOrderCore(const isa::Program& program, const machine::Machine& machine,
                 isa::Environment environment, std::span<const isa::Instruction> decoded_as = {});

  [[nodiscard]] OutOfOrderState initial_state() const;

  /// Steps until `cycle` (inclusive) is done or the run stops. A stopped state does not change.
  template <class Sink>
  void run(OutOfOrderState& state, Sink& sink, std::uint64_t until_cycle) const;
  /// The same without a record, up to the end of the first cycle in which fetch jumps to a lower
  /// address, the start of a loop iteration.
  void run_to_jump_back(OutOfOrderState& state, std::uint64_t until_cycle) const;

  /// Continues behind the breakpoint instruction that stopped the run; the window is empty.
  void leave_breakpoint(OutOfOrderState& state) const;

  /// Materialises the deferred completions of a run without a record (Progress::timed): to be
  /// called before a record begins. Does not change the timing.
  void materialise_deferred(OutOfOrderState& state) const;

  /// Reports the micro-ops in flight and their stall causes as if they had just occurred, so that a
  /// record can begin in the middle of a run. The state must have no deferred completions.
  template <class Sink> void report_snapshot(const OutOfOrderState& state, Sink& sink) const;

  /// A text dump of a (stopped) state: window, stations, reorder buffer, queues.
  [[nodiscard]] std::string dump(const OutOfOrderState& state) const;

  /// Replaces the guest's standard input; the text must outlive the core.
  void set_input(std::string_view input) { environment_.input = input; }

  [[nodiscard]] const isa::Program& program() const { return *program_; }
  [[nodiscard]] const machine::Machine& machine() const { return *machine_; }
  [[nodiscard]] const machine::Dynamic& dynamic() const { return *machine_->dynamic; }
  [[nodiscard]] const WindowPlan& plan() const { return plan_; }
  [[nodiscard]] const BranchPredictor& predictor() const { return predictor_; }
  [[nodiscard]] const Hierarchy& hierarchy() const { return hierarchy_; }
  [[nodiscard]] const isa::Environment& environment() const { return environment_; }
  [[nodiscard]] const isa::CrackRules& rules() const { return rules_; }

  /// The micro-ops of all instructions of the program, and of pairs that fuse.
  [[nodiscard]] std::span<const PlannedOp> planned() const { return planned_; }
  /// The ports that at least one of these micro-ops could use, as bits.
  [[nodiscard]] std::uint32_t used_ports() const { return used_ports_; }
  /// The micro-ops of an instruction, valid as long as the core is.
  [[nodiscard]] std::span<const PlannedOp> micro_ops_of(std::uint32_t index) const {
    if (index < own_)
      return decoded_[index].parts();
    return plan_written(index);
  }
  /// Everything fetch needs of an instruction, in one cache line.
  struct Decoded {
    const PlannedOp* first = nullptr;
    const isa::Instruction* instruction = nullptr;
    std::uint8_t count = 0; ///< number of micro-ops
    /// The next instruction in memory has the next index, and this instruction cannot modify it.
    bool followed = false;
    bool is_control = false;
    bool begins_pair = false; ///< the instruction may fuse with the next one
    bool lacks_port = false;  ///< the machine has no port for some part of it
    bool fences_code = false; ///< fence.i: instructions fetched behind it may be stale
    bool has_temporaries =
        false; ///< its micro-ops pass values to each other in temporary registers
    /// No special case of fetch applies: no control transfer, no fusing, no missing port.
    bool is_plain = false;
    [[nodiscard]] std::span<const PlannedOp> parts() const { return {first, count}; }
  };
  [[nodiscard]] Decoded decoded(std::uint32_t index) const {
    return index < own_ ? decoded_[index] : decode(index, plan_written(index));
  }

  /// The decoded form of an instruction of the original program when it is plain; otherwise
  /// nullptr.
  [[nodiscard]] const Decoded* plain(std::uint32_t index) const {
    return index < own_ && decoded_[index].is_plain ? &decoded_[index] : nullptr;
  }

  /// The micro-ops of an instruction fused with the next one; none when they do not fuse.
  [[nodiscard]] std::span<const PlannedOp> micro_ops_of_pair(std::uint32_t index) const {
    if (index >= pairs_.size() || pairs_[index].count == 0)
      return {};
    return {&planned_[pairs_[index].first], pairs_[index].count};
  }

private:
  struct Pair {
    std::uint32_t first = 0; ///< index into planned_
    std::uint32_t count = 0;
  };
  void plan_pairs(std::span<const isa::Instruction> seen);
  [[nodiscard]] bool serialises(const isa::Instruction& instruction) const;
  void share_out_registers(OutOfOrderState& state) const;
  [[nodiscard]] Decoded decode(std::uint32_t index, std::span<const PlannedOp> parts) const;
  [[nodiscard]] std::span<const PlannedOp> plan_written(std::uint32_t index) const;

  const isa::Program* program_;
  const machine::Machine* machine_;
  isa::Environment environment_;
  WindowPlan plan_;
  BranchPredictor predictor_;
  Hierarchy hierarchy_;
  isa::CrackRules rules_;
  std::vector<PlannedOp> planned_;
  std::uint32_t used_ports_ = 0;
  std::vector<Decoded> decoded_; ///< by instruction of the original program, without code written
                                 ///< during the run
  std::uint32_t own_ = 0;        ///< number of these instructions
  std::vector<Pair> pairs_;      ///< by instruction of the original program; empty when no pairs
                                 ///< fuse
  /// Instructions written by the run itself (self-modifying code), decoded when first fetched. Like
  /// isa::WrittenCode, used by one thread at a time.
  mutable std::unordered_map<std::uint32_t, std::vector<PlannedOp>> written_;
};

/// The ledger for display. Without a reorder buffer more micro-ops can complete in a cycle than the
/// retirement point has slots: the surplus takes slots of later cycles. A surplus that remains when
/// the ledger is read takes the place of slots lost earlier, of the most frequent reason first, so
/// that the used slots always equal the retired micro-ops.
[[nodiscard]] trace::Ledger ledger_of(const OutOfOrderState& state);

} // namespace stallscope::core
