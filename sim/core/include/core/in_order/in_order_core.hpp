#pragma once

#include "core/in_order/plan.hpp"
#include "core/in_order/state.hpp"
#include "isa/executor.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"
#include "trace/sinks.hpp"

#include <string>

namespace stallscope::core {

/// An in-order pipeline for one program on one machine. Holds only what never changes during a run;
/// all changing data is in the InOrderState passed to each call, so that one core serves any number
/// of runs, checkpoints and threads. `program`, `machine` and the environment's input and sink must
/// outlive the core.
class InOrderCore {
public:
  using State = InOrderState;

  InOrderCore(const isa::Program& program, const machine::Machine& machine,
              isa::Environment environment);

  [[nodiscard]] InOrderState initial_state() const;

  /// Simulates one more cycle. When the program has ended and the pipeline is empty, `state.stop`
  /// is set and the cycle is not counted; stepping a stopped state does nothing.
  template <class Sink> void step(InOrderState& state, Sink& sink) const;

  /// Steps until `cycle` (inclusive) is done or the run stops.
  template <class Sink> void run(InOrderState& state, Sink& sink, std::uint64_t until_cycle) const;

  /// Continues behind the breakpoint instruction that stopped the run; the pipeline is empty.
  void leave_breakpoint(InOrderState& state) const;

  /// Reports the operations in flight and the labels in force as if they had just happened, so that
  /// a record can begin in the middle of a run.
  template <class Sink> void report_snapshot(const InOrderState& state, Sink& sink) const;

  /// Replaces the guest's standard input; the text must outlive the core.
  void set_input(std::string_view input) { environment_.input = executing_.input = input; }

  [[nodiscard]] const isa::Program& program() const { return *program_; }
  [[nodiscard]] const machine::Machine& machine() const { return *machine_; }
  [[nodiscard]] const PipelinePlan& plan() const { return plan_; }
  /// One past the highest register that operations of the program write.
  [[nodiscard]] RegId written_end() const { return written_end_; }
  /// Some instruction of the program needs the unit of a lane.
  [[nodiscard]] bool needs_unit_of(unsigned lane) const { return needed_.contains(lane); }
  [[nodiscard]] const BranchPredictor& predictor() const { return predictor_; }
  [[nodiscard]] const Hierarchy& hierarchy() const { return hierarchy_; }
  [[nodiscard]] const isa::Environment& environment() const { return environment_; }

  /// The environment of instructions on the right path: cycle counters read the pipeline's cycle.
  [[nodiscard]] const isa::Environment& executing() const { return executing_; }

  /// The ledger of the cycles that count (machine::DrainRule). Where the drain is excluded, a run
  /// is measured as one of a sequence, whose drain overlaps with the filling of the next one. So
  /// all work counts: slots used behind the last cycle that counts take the place of slots lost to
  /// filling at the same point, and when there are no more of these, of slots of the most frequent
  /// reasons. They are there: every operation took a slot of the same width at fetch, in a cycle
  /// that counts.
  [[nodiscard]] trace::Ledger ledger_of(const InOrderState& state) const;

  /// Text dump of a (stopped) state: every lane with its operations and the causes that hold them.
  [[nodiscard]] std::string dump(const InOrderState& state) const;

private:
  const isa::Program* program_;
  const machine::Machine* machine_;
  isa::Environment environment_;
  isa::Environment executing_;
  PipelinePlan plan_;
  BranchPredictor predictor_;
  Hierarchy hierarchy_;
  RegId written_end_;
  LaneSet needed_; ///< lanes of the units that instructions of the program need
};

} // namespace stallscope::core
