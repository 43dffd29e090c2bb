// A machine that stands still is stopped (limits.no_progress).
//
// None that passes the checks of machine files can stand still for ever: every class of operations
// that a program needs has a port (check_runs), a port and a bus take the oldest operation first,
// there are more physical registers than can be taken for good, every queue has an entry, and an
// access that is refused is tried again until a line has come. What is left is waiting: here for
// memory, longer than the limit; and a machine that no file can describe.

#include "golden/mechanism.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

std::unique_ptr<core::OutOfOrderState> ran(const isa::Program& program,
                                           const machine::Machine& machine) {
  const core::OutOfOrderCore core(program, machine, {});
  auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
  trace::NullSink sink;
  core.run(*state, sink, 1'000'000);
  return state;
}

} // namespace

TEST_CASE("no progress: memory that is slower than the limit", "[out_of_order]") {
  const isa::Program program = riscv("ld a0, 0(s0)\naddi a1, a0, 1\n", {8});
  std::vector<machine::Setting> settings{{"cache", "[{name = L1D, serves = data}]"},
                                         {"main_memory.latency", "5000"},
                                         {"limits.no_progress", "2000"}};
  const auto state = ran(program, small(settings));
  // The load begins in 3, and then nothing moves.
  CHECK(state->stop == core::StopReason::no_progress);
  CHECK(state->cycle == 3 + 2001);
  CHECK(state->ledger.balanced());
  settings.back().value = "6000";
  CHECK(ran(program, small(settings))->stop == core::StopReason::end);
}

TEST_CASE("no progress: a machine without a register to rename to", "[out_of_order]") {
  machine::Machine machine = small({{"rename.scheme", "physical"},
                                    {"rename.integer_registers", "39"},
                                    {"rename.fp_registers", "35"}});
  machine.dynamic->integer_registers = 32; // a file is refused
  const auto state = ran(riscv("addi a0, x0, 1\naddi a1, x0, 2\n"), machine);
  // Fetched in 1, and never dispatched.
  CHECK(state->stop == core::StopReason::no_progress);
  CHECK(state->cycle == 1 + 100'001);
  CHECK(state->counters.retired == 0);
  CHECK(state->ledger.balanced());
}
