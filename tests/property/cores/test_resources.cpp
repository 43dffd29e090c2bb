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

/// Cycles for the first instructions.
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
  std::string what;
  std::function<void(machine::Machine&)> make;
};

/// Each resource of the core doubled, ports individually; unlimited resources stay unlimited.
std::vector<Larger> larger_core(const machine::Machine& machine) {
  using machine::Dynamic;
  std::vector<Larger> all;
  const auto add = [&all](std::string what, const std::function<void(Dynamic&)>& make) {
    all.push_back({std::move(what), [make](machine::Machine& m) { make(*m.dynamic); }});
  };
  const auto twice = [&add](std::string what, unsigned Dynamic::*entries) {
    add(std::move(what), [entries](Dynamic& m) { m.*entries *= 2; });
  };
  const auto widen = [&add](std::string what, unsigned Dynamic::*width) {
    add(std::move(what), [width](Dynamic& m) { m.*width = std::min(8U, 2 * m.*width); });
  };
  twice("reorder buffer", &Dynamic::reorder_entries);
  add("stations", [](Dynamic& m) {
    for (machine::Station& station : m.stations)
      station.entries *= 2;
  });
  twice("load queue", &Dynamic::load_entries);
  twice("store queue", &Dynamic::store_entries);
  twice("store buffer", &Dynamic::store_buffer_entries);
  twice("integer registers", &Dynamic::integer_registers);
  twice("floating-point registers", &Dynamic::fp_registers);
  twice("fetch queue", &Dynamic::fetch_queue);
  twice("result buses", &Dynamic::result_buses);
  add("fetch width", [](Dynamic& m) {
    m.fetch_width = std::min(8U, 2 * m.fetch_width);
    m.fetch_bytes *= 2;
  });
  widen("dispatch width", &Dynamic::dispatch_width);
  widen("retire width", &Dynamic::retire_width);
  for (std::size_t p = 0; p < machine.dynamic->ports.size(); ++p)
    add("ports " + machine.dynamic->ports[p].name, [p](Dynamic& m) { m.ports[p].count *= 2; });
  return all;
}

/// Each resource of caches and predictor twice as large.
std::vector<Larger> larger_memory(const machine::Machine&) {
  using machine::Cache;
  const auto each_cache = [](std::function<void(Cache&)> make) {
    return [make = std::move(make)](machine::Machine& m) {
      for (Cache& level : m.caches.levels)
        make(level);
    };
  };
  return {
      {"MSHRs", each_cache([](Cache& level) { level.mshrs = std::min(64U, 2 * level.mshrs); })},
      {"ports of caches", each_cache([](Cache& level) { level.ports *= 2; })},
      {"banks of caches",
       each_cache([](Cache& level) { level.banks = std::min(16U, 2 * level.banks); })},
      {"sets of caches", each_cache([](Cache& level) { level.size_bytes *= 2; })},
      {"ways of caches", each_cache([](Cache& level) {
         level.size_bytes *= 2;
         level.ways *= 2;
       })},
      {"entries of the base predictor",
       [](machine::Machine& m) { m.prediction.direction.entries *= 2; }},
      {"entries of the tagged tables",
       [](machine::Machine& m) { m.prediction.direction.table_entries *= 2; }},
      {"entries of the loop predictor",
       [](machine::Machine& m) { m.prediction.direction.loop_entries *= 2; }},
      {"entries of the target buffer", [](machine::Machine& m) { m.prediction.btb.entries *= 2; }},
      {"ways of the target buffer",
       [](machine::Machine& m) {
         m.prediction.btb.entries *= 2;
         m.prediction.btb.ways *= 2;
       }},
      {"depth of the return stack",
       [](machine::Machine& m) { m.prediction.return_stack.depth *= 2; }},
      {"entries of the indirect predictor",
       [](machine::Machine& m) { m.prediction.indirect.entries *= 2; }},
      {"lines of memory a cycle", [](machine::Machine& m) { m.caches.memory.line_cycles /= 2; }},
  };
}

void check_larger(std::vector<Larger> (*larger_ones)(const machine::Machine&),
                  std::initializer_list<const char*> presets, std::uint64_t instructions) {
  for (const char* name : {"rv64gc-htif/sorts.elf", "rv64gc-htif/json.elf", "rv64gc-htif/lists.elf",
                           "rv64gc-htif/matrix_double.elf", "rv64gc-htif/interpreter.elf"}) {
    const isa::Program program = kernel_program(name);
    for (const char* preset : presets) {
      const machine::Machine machine = machine::load_machine(preset).value();
      const std::vector<Larger> resources = larger_ones(machine);
      const std::uint64_t before = cycles_for(program, machine, instructions);
      for (const Larger& larger : resources) {
        machine::Machine changed = machine;
        larger.make(changed);
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

} // namespace

TEST_CASE("a larger resource never makes a program more than 2 % slower", "[out_of_order]") {
  check_larger(larger_core, {"ooo-4", "ooo-8", "tomasulo-rob-2", "csapp-haswell"},
               kSanitized ? 5'000 : 50'000);
}

TEST_CASE("larger caches and predictors never make a program more than 2 % slower",
          "[out_of_order]") {
  check_larger(larger_memory, {"ooo-4", "ooo-8"}, kSanitized ? 3'000 : 50'000);
}
