#pragma once

// A small state of a dynamically scheduled core, made by hand, on which one stage is called alone.

#include "core/out_of_order/invariants.hpp"
#include "out_of_order/cycle_context.hpp"
#include "unit/core/core_testing.hpp"

#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::core::testing {

/// The machine is ooo-4 unless another is named, with settings: four wide, physical registers,
/// operands read in the cycle behind issue.
template <class Policies = GeneralPolicies> struct HandMade {
  using Cycle = CycleContext<trace::NullSink, Policies>;

  explicit HandMade(std::string_view text, const std::vector<std::string>& settings = {},
                    const std::string& preset = "ooo-4")
      : HandMade(machine_named(preset, settings), text) {}
  HandMade(machine::Machine on, std::string_view text)
      : program(assembled(isa::Isa::riscv, text)), machine(std::move(on)),
        core(program, machine, {}), state(std::make_unique<OutOfOrderState>(core.initial_state())),
        c(core, *state, sink) {}

  /// The micro-ops of an instruction are at the end of the front end. Returns the first.
  WindowOp& fetched(std::uint32_t index) {
    const std::uint64_t first = state->rob.end;
    for (const PlannedOp& planned : core.micro_ops_of(index)) {
      WindowOp& op = state->at(state->rob.end++);
      op = {};
      op.id = state->next_op;
      state->next_op.value += 1;
      op.planned = &planned;
      op.instruction = index;
    }
    return state->at(first);
  }
  /// The micro-ops of an instruction have their entries in the reorder buffer. Returns the first.
  WindowOp& dispatched(std::uint32_t index) {
    WindowOp& first = fetched(index);
    for (; state->rob.undispatched < state->rob.end; ++state->rob.undispatched) {
      WindowOp& op = state->at(state->rob.undispatched);
      op.progress = Progress::waiting;
      state->rob.used += op.planned->slots;
      rename_destinations(state->rename_map, state->free_lists, op, slot(op));
    }
    return first;
  }
  /// The micro-op of an instruction waits in its issue queue for a port only.
  WindowOp& ready(std::uint32_t index) {
    WindowOp& op = in_station(index);
    op.progress = Progress::ready;
    state->stations.ready.insert(slot(op));
    return op;
  }
  /// The micro-op of an instruction is in its issue queue.
  WindowOp& in_station(std::uint32_t index) {
    WindowOp& op = dispatched(index);
    op.in_station = true;
    op.ports = op.planned->ports;
    op.station = static_cast<std::uint16_t>(std::countr_zero(op.planned->stations));
    state->stations.enter(op.station);
    state->stations.begin_demand(*op.planned);
    return op;
  }
  /// The micro-op of an instruction is in a functional unit, up to a cycle, with the event of its
  /// end.
  WindowOp& executing(std::uint32_t index, std::uint64_t ends_at) {
    WindowOp& op = dispatched(index);
    op.progress = Progress::executing;
    op.ends_at = ends_at;
    state->completions.schedule(state->rob, slot(op), ends_at, state->cycle);
    return op;
  }
  /// The micro-op of an instruction has ended its execution in a cycle, and waits for a result bus.
  WindowOp& executed(std::uint32_t index, std::uint64_t ends_at) {
    WindowOp& op = in_station(index);
    state->stations.end_demand(*op.planned);
    op.progress = Progress::executed;
    op.ends_at = ends_at;
    state->completions.executed.insert(slot(op));
    return op;
  }
  /// The micro-op of an instruction has written its result in a cycle.
  WindowOp& written(std::uint32_t index, std::uint64_t cycle) {
    WindowOp& op = dispatched(index);
    op.progress = Progress::written;
    op.ends_at = cycle - 1;
    op.written_at = cycle;
    return op;
  }
  [[nodiscard]] Slot slot(const WindowOp& op) const {
    return static_cast<Slot>(&op - state->rob.ops.data());
  }

  isa::Program program;
  machine::Machine machine;
  OutOfOrderCore core;
  std::unique_ptr<OutOfOrderState> state;
  trace::NullSink sink;
  Cycle c;
};

} // namespace stallscope::core::testing
