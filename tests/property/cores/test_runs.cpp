#include "machine/machine_file.hpp"
#include "property/cases.hpp"
#include "property/invariants.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::property;

namespace {

isa::ReferenceRun reference_of(const Case& c) {
  isa::Environment environment;
  environment.delay_slots = c.machine.delay_slot;
  environment.misaligned = c.machine.misaligned;
  environment.undeclared = c.machine.undeclared;
  return isa::run_reference(c.program, environment, kCaseInstructions);
}

} // namespace

TEST_CASE("in-order results, timelines and ledgers of random programs on random machines") {
  std::uint64_t instructions = 0;
  std::uint64_t wrong_path = 0;
  std::uint64_t cases = 0;
  for_each_case(1, 5000, [&](const Case& c) {
    ++cases;
    const isa::ReferenceRun reference = reference_of(c);
    const CoreRun run = run_core(c.program, c.machine, true, kCaseCycles);
    instructions += run.state->counters.retired;
    wrong_path += run.state->counters.flushed;
    std::string problem = reference.trap == isa::Trap::none ? "the program does not end" : "";
    if (problem.empty())
      problem = differs_from_reference(c.program, run, reference);
    if (problem.empty())
      problem = broken_timeline(run.timeline, *run.state);
    if (problem.empty())
      problem = broken_ledger(run, c.machine.width);
    if (problem.empty())
      return;
    if (run.state->stop == core::StopReason::no_progress)
      problem += "\n" + session::run_program(c.program, c.machine, {}).stop.dump;
    FAIL(problem << "\n" << c.described());
  });
  // The generators reach their purpose: sufficient work, and wrong paths.
  INFO(instructions << " instructions retired, " << wrong_path << " of wrong paths discarded");
  if (cases > 100) {
    CHECK(instructions > 100 * cases);
    CHECK(wrong_path > 10 * cases);
  }
}

TEST_CASE("recording or not, step by step or at once: the same cycles and the same state") {
  for_each_case(100'000, 600, [](const Case& c) {
    const CoreRun recorded = run_core(c.program, c.machine, true, kCaseCycles);
    const CoreRun plain = run_core(c.program, c.machine, false, kCaseCycles);
    const CoreRun stepped = run_core(c.program, c.machine, false, kCaseCycles, {}, true);
    const auto lanes = recorded.timeline.lanes.size();
    const auto state = visible_state(*plain.state, lanes);
    const bool same = state == visible_state(*recorded.state, lanes) &&
                      state == visible_state(*stepped.state, lanes) &&
                      plain.output == recorded.output && plain.output == stepped.output;
    if (!same)
      FAIL("recorded " << recorded.state->cycle << " cycles, plain " << plain.state->cycle
                       << ", stepped " << stepped.state->cycle << "\n"
                       << c.described());
  });
}

TEST_CASE("the record of a run says what the core did") {
  for_each_case(200'000, 300, [](const Case& c) {
    session::RunOptions options;
    options.record = true;
    const trace::RunRecord record = session::run_program(c.program, c.machine, options);
    const CoreRun run = run_core(c.program, c.machine, true, kCaseCycles);
    const bool same = record.instructions == run.state->counters.retired &&
                      record.output == run.output && record.cycles == run.state->counted_cycles &&
                      record.timeline.rows.size() == run.timeline.rows.size() &&
                      record.timeline.spans.size() == run.timeline.spans.size() &&
                      record.wrong_path_ops == run.state->counters.flushed &&
                      record.ledger.balanced();
    if (!same)
      FAIL("the record differs: instructions "
           << record.instructions << " and " << run.state->counters.retired << ", cycles "
           << record.cycles << " and " << run.state->counted_cycles << ", rows "
           << record.timeline.rows.size() << " and " << run.timeline.rows.size() << ", spans "
           << record.timeline.spans.size() << " and " << run.timeline.spans.size()
           << ", wrong path " << record.wrong_path_ops << " and " << run.state->counters.flushed
           << (record.ledger.balanced() ? "" : ", ledger out of balance") << "\n"
           << c.described());
  });
}

TEST_CASE("a dumped machine is read back as the same machine") {
  for_each_case(300'000, 400, [](const Case& c) {
    const std::string text = machine::dump(c.machine);
    const Result<machine::Machine> again = machine::parse_machine("dump.toml", text);
    INFO(c.described() << format(again.diagnostics()) << text);
    REQUIRE(again.ok());
    CHECK(*again == c.machine);
    CHECK(machine::dump(*again) == text);
  });
}
