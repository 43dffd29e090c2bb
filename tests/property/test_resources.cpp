// A larger resource never makes a program more than 2 % slower, on machines of different kinds and
// for the beginnings of compiled programs.

#include "core/out_of_order/out_of_order_core.hpp"
#include "machine/machine_file.hpp"
#include "property/kernel_program.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace stallscope;
using namespace stallscope::property;

namespace {

/// Cycles for the first so many instructions.
std::uint64_t cycles_for(const isa::Program& program, const machine::Machine& machine,
                         std::uint64_t instructions) {
  const core::OutOfOrderCore core(program, machine, {});
  const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
  trace::NullSink sink;
  while (state->counters.retired < instructions && state->stop == core::StopReason::running)
    core.run(*state, sink, state->cycle + 16);
  REQUIRE(state->counters.retired >= instructions);
  return state->cycle;
}

struct Larger {
  const char* what;
  std::function<void(machine::Dynamic&)> make;
};

/// Each resource twice as large; what there is no limit of stays so.
std::vector<Larger> larger_ones() {
  const auto wider = [](unsigned& width) { width = std::min(8U, 2 * width); };
  return {
      {"reorder buffer", [](machine::Dynamic& m) { m.reorder_entries *= 2; }},
      {"stations",
       [](machine::Dynamic& m) {
         for (machine::Station& station : m.stations)
           station.entries *= 2;
       }},
      {"load queue", [](machine::Dynamic& m) { m.load_entries *= 2; }},
      {"store queue", [](machine::Dynamic& m) { m.store_entries *= 2; }},
      {"store buffer", [](machine::Dynamic& m) { m.store_buffer_entries *= 2; }},
      {"integer registers", [](machine::Dynamic& m) { m.integer_registers *= 2; }},
      {"floating-point registers", [](machine::Dynamic& m) { m.fp_registers *= 2; }},
      {"fetch queue", [](machine::Dynamic& m) { m.fetch_queue *= 2; }},
      {"result buses", [](machine::Dynamic& m) { m.result_buses *= 2; }},
      {"ports",
       [](machine::Dynamic& m) {
         for (machine::Port& port : m.ports)
           port.count *= 2;
       }},
      {"fetch width",
       [wider](machine::Dynamic& m) {
         wider(m.fetch_width);
         m.fetch_bytes *= 2;
       }},
      {"dispatch width", [wider](machine::Dynamic& m) { wider(m.dispatch_width); }},
      {"retire width", [wider](machine::Dynamic& m) { wider(m.retire_width); }},
  };
}

} // namespace

TEST_CASE("a larger resource never makes a program more than 2 % slower", "[out_of_order]") {
  const std::uint64_t instructions = kSanitized ? 5'000 : 50'000;
  for (const char* name : {"rv64gc-htif/sorts.elf", "rv64gc-htif/json.elf", "rv64gc-htif/lists.elf",
                           "rv64gc-htif/matrix_double.elf", "rv64gc-htif/interpreter.elf"}) {
    const isa::Program program = kernel_program(name);
    for (const char* preset : {"ooo-4", "tomasulo-rob-2", "csapp-haswell"}) {
      const machine::Machine machine = machine::load_machine(preset).value();
      const std::uint64_t before = cycles_for(program, machine, instructions);
      for (const Larger& larger : larger_ones()) {
        machine::Machine changed = machine;
        larger.make(*changed.dynamic);
        if (changed == machine)
          continue;
        const std::uint64_t after = cycles_for(program, changed, instructions);
        INFO(fmt::format("{} on {} with twice the {}: {} cycles, {} before", name, preset,
                         larger.what, after, before));
        CHECK(static_cast<double>(after) <= 1.02 * static_cast<double>(before));
      }
    }
  }
}
