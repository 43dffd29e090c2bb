#pragma once

#include "core/in_order/in_order_core.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "trace/build_timeline.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::core::testing {

inline machine::Machine machine_named(const std::string& name,
                                      const std::vector<std::string>& settings = {}) {
  std::vector<machine::Setting> parsed;
  for (const std::string& setting : settings)
    parsed.push_back(machine::parse_setting(setting).value());
  Result<machine::Machine> machine = machine::load_machine(name, parsed);
  INFO(format(machine.diagnostics()));
  REQUIRE(machine.ok());
  return std::move(machine).value();
}

inline machine::Machine machine_from(std::string_view toml) {
  Result<machine::Machine> machine = machine::parse_machine("test.toml", toml);
  INFO(format(machine.diagnostics()));
  REQUIRE(machine.ok());
  return std::move(machine).value();
}

inline isa::Program assembled(isa::Isa isa, std::string_view text, bool delay_slots = false) {
  isa::AssembleOptions options;
  options.delay_slots = delay_slots;
  Result<isa::Program> program = isa::assemble(isa, "test", text, options);
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  return std::move(program).value();
}

/// A run to the end with its timeline, and the reference machine's run to hold it against.
struct Run {
  Run(isa::Program p, machine::Machine m) : program(std::move(p)), machine(std::move(m)) {
    const InOrderCore core(program, machine, {});
    state = std::make_unique<InOrderState>(core.initial_state());
    trace::RecordingSink sink;
    core.report_snapshot(*state, sink);
    core.run(*state, sink, 100'000);
    sink.covered(Cycle{1}, Cycle{state->cycle + 1});
    timeline = trace::build_timeline(sink.log(), core.plan().names);
    isa::Environment environment;
    environment.delay_slots = machine.delay_slot;
    reference = isa::run_reference(program, environment, 100'000);
  }

  /// The cycle in which an operation enters a lane, 0 when it never does.
  [[nodiscard]] std::uint64_t enters(std::uint64_t op, std::string_view lane) const {
    const OpRow* row = timeline.find(OpId{op});
    if (row != nullptr)
      for (const Span& span : timeline.spans_of(*row))
        if (timeline.lanes[span.lane].name == lane)
          return span.begin.value;
    return 0;
  }
  /// The first reason an operation is held for.
  [[nodiscard]] Cause held(std::uint64_t op) const {
    if (const OpRow* row = timeline.find(OpId{op}))
      for (const Span& span : timeline.spans_of(*row))
        if (span.cause.why != Reason::none)
          return span.cause;
    return {};
  }
  [[nodiscard]] bool same_registers() const {
    return state->committed == reference.state.regs && state->arch.regs == reference.state.regs;
  }

  isa::Program program;
  machine::Machine machine;
  std::unique_ptr<InOrderState> state;
  Timeline timeline;
  isa::ReferenceRun reference;
};

} // namespace stallscope::core::testing
