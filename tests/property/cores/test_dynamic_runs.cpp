// Records of random programs on random dynamically scheduled machines: timeline, statistics and
// ledger agree, recorded or not, as a whole or in a window.

#include "machine/machine_file.hpp"
#include "property/cases.hpp"
#include "property/generators/random_dynamic.hpp"
#include "property/invariants.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::property;

namespace {

/// Counters of units and queues; differences are named.
std::string differing_units(const trace::RunRecord& a, const trace::RunRecord& b) {
  if (a.unit_counts.size() != b.unit_counts.size())
    return "the number of units differs";
  for (std::size_t i = 0; i < a.unit_counts.size(); ++i)
    if (a.unit_counts[i].count != b.unit_counts[i].count ||
        a.unit_counts[i].mean != b.unit_counts[i].mean)
      return a.unit_counts[i].name + " differs";
  return {};
}

} // namespace

TEST_CASE("out of order: timelines, statistics and ledgers of random programs agree",
          "[out_of_order]") {
  std::uint64_t wrong_path = 0;
  for_each_dynamic_case(820'000, 800, [&](const Case& c) {
    Random random(c.seed);
    machine::Machine machine = random_dynamic_machine(random);
    machine.misaligned = c.machine.misaligned;
    machine.undeclared = c.machine.undeclared;
    session::RunOptions options;
    options.limit_cycles = kCaseCycles;
    const trace::RunRecord plain = session::run_program(c.program, machine, options);
    options.record = true;
    const trace::RunRecord whole = session::run_program(c.program, machine, options);
    wrong_path += whole.wrong_path_ops;
    std::string problem = broken_record(whole, machine);
    if (problem.empty() &&
        (plain.cycles != whole.cycles || plain.ledger.accounts != whole.ledger.accounts ||
         plain.output != whole.output || plain.stop.reason != whole.stop.reason))
      problem = "recorded the run is another";
    if (problem.empty())
      problem = differing_units(plain, whole);
    // A window somewhere
    options.from_cycle = 1 + random.next() % whole.cycles;
    options.to_cycle = options.from_cycle + random.below(60);
    const trace::RunRecord part = session::run_program(c.program, machine, options);
    if (problem.empty() && whole.cycles >= options.from_cycle)
      problem = differs_in_window(whole.timeline, part.timeline);
    if (!problem.empty())
      FAIL(problem << "\n(window " << options.from_cycle << " to " << options.to_cycle << ")\n"
                   << machine::dump(machine) << c.described());
  });
  CHECK(wrong_path > 0);
}
