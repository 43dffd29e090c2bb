// A machine without progress is stopped (limits.no_progress).
//
// A valid machine file cannot deadlock: every class of operations that a program needs has a port
// (check_runs), ports and buses take the oldest operation first, there are more physical registers
// than can be allocated permanently, every queue has an entry, and a refused access is retried
// until its line has arrived. That leaves long waits, here for memory, beyond the limit; and a
// machine that no file can describe.

#include "golden/mechanism.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

std::unique_ptr<core::OutOfOrderState> ran(const core::OutOfOrderCore& core) {
  auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
  trace::NullSink sink;
  core.run(*state, sink, 1'000'000);
  return state;
}

bool contains(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

} // namespace

TEST_CASE("no progress: memory that is slower than the limit", "[out_of_order]") {
  const isa::Program program = riscv("ld a0, 0(s0)\naddi a1, a0, 1\n", {8});
  std::vector<machine::Setting> settings{{"cache", "[{name = L1D, serves = data}]"},
                                         {"main_memory.latency", "5000"},
                                         {"limits.no_progress", "2000"}};
  const machine::Machine machine = small(settings);
  const core::OutOfOrderCore core(program, machine, {});
  const auto state = ran(core);
  // The load begins in 3, and then nothing moves.
  CHECK(state->stop == core::StopReason::no_progress);
  CHECK(state->cycle == 3 + 2001);
  CHECK(state->ledger.balanced());
  // The dump says what everything waits for: which line, of which cache, until when.
  const std::string dump = core.dump(*state);
  INFO(dump);
  CHECK(contains(dump, "oldest: #1 ld a0, 0(s0): executes in ld1 to cycle "));
  CHECK(contains(dump, ", misses the cache, 8 bytes at 0x"));
  CHECK(contains(dump, "L1D misses the line at 0x"));
  CHECK(contains(dump, ", due in cycle 50"));
  CHECK(contains(dump, "fetch: the program has ended"));
  CHECK(contains(dump, "#2 addi a1, a0, 1: RS, waits: raw a0 by #1"));
  settings.back().value = "6000";
  const machine::Machine patient = small(settings);
  CHECK(ran(core::OutOfOrderCore(program, patient, {}))->stop == core::StopReason::end);
}

TEST_CASE("no progress: stores that wait for their lines, and fetch for its own",
          "[out_of_order]") {
  // Retired into the store buffer, the store misses; the instructions behind it are in another
  // line.
  std::string source = "sd a0, 0(s0)\n";
  for (unsigned i = 0; i < 40; ++i)
    source += "addi a1, a1, 1\n";
  const isa::Program program = riscv(source, {8});
  const machine::Machine machine =
      small({{"cache", "[{name = L1I, serves = fetch}, {name = L1D, serves = data}]"},
             {"load_store.store_buffer", "4"},
             {"main_memory.latency", "5000"},
             {"limits.no_progress", "6000"}});
  const core::OutOfOrderCore core(program, machine, {});
  const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
  trace::NullSink sink;
  core.run(*state, sink, 5'100);
  const std::string dump = core.dump(*state);
  INFO(dump);
  CHECK(contains(dump, "no micro-op is in the window"));
  CHECK(contains(dump, "fetch: goes on in cycle "));
  CHECK(contains(dump, "L1I misses the line at 0x"));
  CHECK(contains(dump, "store buffer: #"));
  CHECK(contains(dump, "in the cache in cycle "));
}

TEST_CASE("no progress: a machine without a register to rename to", "[out_of_order]") {
  machine::Machine machine = small({{"rename.scheme", "physical"},
                                    {"rename.integer_registers", "39"},
                                    {"rename.fp_registers", "35"}});
  machine.dynamic->integer_registers = 32; // a file is refused
  const isa::Program program = riscv("addi a0, x0, 1\naddi a1, x0, 2\n");
  const core::OutOfOrderCore core(program, machine, {});
  const auto state = ran(core);
  // Fetched in 1, and never dispatched.
  CHECK(state->stop == core::StopReason::no_progress);
  CHECK(state->cycle == 1 + 100'001);
  CHECK(state->counters.retired == 0);
  CHECK(
      contains(core.dump(*state), "oldest: #1 addi a0, zero, 1: not dispatched: no free register"));
  CHECK(state->ledger.balanced());
}
