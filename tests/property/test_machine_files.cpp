// A random machine and the one that its dump describes are the same.

#include "core/out_of_order/out_of_order_core.hpp"
#include "machine/machine_file.hpp"
#include "property/cases.hpp"
#include "property/kernel_program.hpp"
#include "property/random_dynamic.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace stallscope;
using namespace stallscope::property;

namespace {

/// Reads a dump, which must be without problems.
machine::Machine reread(const std::string& text) {
  const Result<machine::Machine> again = machine::parse_machine("dump", text);
  INFO(format(again.diagnostics()) << text);
  REQUIRE(again.ok());
  return *again;
}

} // namespace

TEST_CASE("dumps of random dynamically scheduled machines describe them", "[out_of_order]") {
  Random random(881'000);
  for (unsigned i = 0; i < 400; ++i) {
    const machine::Machine machine = random_dynamic_machine(random);
    const std::string text = machine::dump(machine);
    const machine::Machine again = reread(text);
    CHECK(machine::dump(again) == text);
    CHECK(again == machine);
  }
}

TEST_CASE("programs take the same cycles on a dumped machine", "[out_of_order]") {
  for_each_case(881'000, 40, [&](const Case& c) {
    INFO(c.described());
    Random random(c.seed);
    const machine::Machine machine = random_dynamic_machine(random);
    const DynamicRun before = run_dynamic(c.program, machine, kCaseCycles);
    const DynamicRun after = run_dynamic(c.program, reread(machine::dump(machine)), kCaseCycles);
    CHECK(after.state->cycle == before.state->cycle);
    CHECK(after.state->counters.fetched == before.state->counters.fetched);
    CHECK(after.state->occupancy == before.state->occupancy);
  });
}
