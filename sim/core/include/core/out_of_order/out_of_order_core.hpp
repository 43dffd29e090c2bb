#pragma once

#include "core/out_of_order/window_plan.hpp"
#include "core/out_of_order/window_state.hpp"
#include "core/units/branch_predictor.hpp"
#include "isa/crack.hpp"
#include "isa/executor.hpp"
#include "machine/description.hpp"
#include "machine/dynamic.hpp"
#include "trace/sinks.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::core {

/// A dynamically scheduled core for one program on one machine. Holds only what never changes
/// during a run; all that does is in the OutOfOrderState given to each call. `program`, `machine`
/// and the environment's input and sink must outlive the core.
class OutOfOrderCore {
public:
  OutOfOrderCore(const isa::Program& program, const machine::Machine& machine,
                 const machine::Dynamic& dynamic, isa::Environment environment);

  [[nodiscard]] OutOfOrderState initial_state() const;

  /// Steps until `cycle` (inclusive) is done or the run stops. A stopped state does not change.
  template <class Sink>
  void run(OutOfOrderState& state, Sink& sink, std::uint64_t until_cycle) const;

  [[nodiscard]] const isa::Program& program() const { return *program_; }
  [[nodiscard]] const machine::Machine& machine() const { return *machine_; }
  [[nodiscard]] const machine::Dynamic& dynamic() const { return *dynamic_; }
  [[nodiscard]] const WindowPlan& plan() const { return plan_; }
  [[nodiscard]] const BranchPredictor& predictor() const { return predictor_; }
  [[nodiscard]] const isa::Environment& environment() const { return environment_; }
  [[nodiscard]] const isa::CrackRules& rules() const { return rules_; }
  /// The micro-ops of an instruction.
  [[nodiscard]] isa::CrackedOps micro_ops_of(std::uint32_t index) const;

private:
  const isa::Program* program_;
  const machine::Machine* machine_;
  const machine::Dynamic* dynamic_;
  isa::Environment environment_;
  WindowPlan plan_;
  BranchPredictor predictor_;
  isa::CrackRules rules_;
};

} // namespace stallscope::core
