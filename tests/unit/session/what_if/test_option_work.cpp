// What it costs to try every option against a wait: each run ends with the operation that is asked
// about, only what is offered is run to its end, and what others wait for is not looked for.

#include "session/explain.hpp"
#include "trace/render.hpp"
#include "unit/session/session_testing.hpp"

#include <algorithm>
#include <span>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

/// Divisions, loads and stores that wait for each other: 4 * `rounds` instructions and one.
isa::Program chain_of(unsigned rounds) {
  std::string source = "li t0, 4096\n";
  for (unsigned i = 0; i < rounds; ++i)
    source += fmt::format("div t1, t1, t0\nld t2, {}(t1)\nadd t1, t2, t1\nsd t1, {}(t0)\n",
                          64 * (i % 32), 8 * i % 2048);
  return assembled(isa::Isa::riscv, source);
}

std::uint64_t cycles_of(const isa::Program& program, const machine::Machine& machine) {
  return run_program(program, machine, {}).cycles;
}

struct Asked {
  std::uint64_t end = 0; ///< cycle in which the youngest that is asked about is over
  std::size_t tried = 0;
  std::size_t shown = 0; ///< options, with those in vain
};

Asked asked_in(const Explanation& e) {
  Asked asked;
  std::vector<std::string> shown;
  for (const OpExplanation& op : e.ops) {
    asked.tried = std::max(asked.tried, op.machines_tried);
    for (const auto* remedies : {&op.remedies, &op.in_vain})
      for (const Remedy& remedy : *remedies)
        if (std::find(shown.begin(), shown.end(), remedy.setting) == shown.end())
          shown.push_back(remedy.setting);
    asked.end = std::max(asked.end, op.end.value);
  }
  asked.shown = shown.size();
  return asked;
}

/// Stays in which an operand is waited for.
std::size_t operands_in(std::span<const Span> spans) {
  return static_cast<std::size_t>(std::count_if(spans.begin(), spans.end(), [](const Span& span) {
    return span.cause.why == Reason::raw || span.cause.why == Reason::memory_order;
  }));
}

} // namespace

TEST_CASE("options: runs end with the operation that is asked about") {
  const isa::Program program = chain_of(250);
  for (const char* name : {"ooo-8", "ooo-4", "csapp-haswell"}) {
    const machine::Machine machine = preset(name);
    const std::uint64_t run = cycles_of(program, machine);
    const auto e = explain_op(program, machine, {}, trace::OpName{84, 0, false, false}, true);
    REQUIRE(e.has_value());
    const Asked asked = asked_in(*e);
    INFO(name << ": " << e->simulated_cycles << " cycles, " << asked.tried << " tried, "
              << asked.shown << " shown, done in " << asked.end << " of " << run);
    CHECK(asked.tried > 100);
    CHECK(asked.end < run / 2);
    // A machine that an option makes slower may take a quarter longer on average.
    CHECK(e->simulated_cycles * 4 < 5 * (asked.tried * asked.end + (asked.shown + 1) * run));
  }
}

TEST_CASE("options: of all cells of a cycle each is tried once") {
  const isa::Program program = chain_of(250);
  const machine::Machine machine = preset("ooo-4");
  const auto e = explain_cycle(program, machine, {}, 3'000, true);
  REQUIRE(e.has_value());
  const std::uint64_t run = cycles_of(program, machine);
  const Asked asked = asked_in(*e);
  CHECK(asked.tried > 100);
  CHECK(e->simulated_cycles < asked.tried * run / 2);
}

TEST_CASE("record: only what the operations of a window wait for") {
  const isa::Program program = chain_of(20);
  for (const char* name : {"ooo-8", "tomasulo", "csapp-haswell"}) {
    INFO(name);
    const machine::Machine machine = preset(name);
    RunOptions options;
    options.record = true;
    options.counts_right_path = true;
    options.from_op = 30;
    options.to_op = 31;
    const trace::RunRecord all = run_program(program, machine, options);
    options.only_window_waits = true;
    const trace::RunRecord narrow = run_program(program, machine, options);
    REQUIRE(all.window);
    REQUIRE(narrow.window);
    CHECK(narrow.cycles == all.cycles);
    CHECK(narrow.ledger.at(trace::LedgerPoint::retire).slots ==
          all.ledger.at(trace::LedgerPoint::retire).slots);
    CHECK(narrow.timeline.end_cycle == all.timeline.end_cycle);
    REQUIRE(narrow.timeline.rows.size() == all.timeline.rows.size());
    unsigned held = 0;
    std::size_t of_others = 0; // which are behind it
    std::size_t of_others_all = 0;
    for (std::size_t i = 0; i < all.timeline.rows.size(); ++i) {
      const OpRow& row = all.timeline.rows[i];
      const auto whole = all.timeline.spans_of(row);
      const auto part = narrow.timeline.spans_of(narrow.timeline.rows[i]);
      if (all.window->first <= row.op && row.op <= all.window->last) {
        CHECK(std::equal(whole.begin(), whole.end(), part.begin(), part.end()));
        held += static_cast<unsigned>(std::count_if(
            part.begin(), part.end(), [](const Span& s) { return s.cause.why != Reason::none; }));
      } else if (row.op > all.window->last) {
        of_others += operands_in(part);
        of_others_all += operands_in(whole);
      }
    }
    CHECK(held > 0);
    CHECK(of_others * 10 < of_others_all);
  }
}
