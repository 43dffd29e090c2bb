#include "core/memo/fast_forward.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "property/cases.hpp"
#include "property/invariants.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <memory>

using namespace stallscope;
using namespace stallscope::property;
using core::InOrderFastForward;
using core::InOrderState;
using core::StopReason;

namespace {

using State = std::unique_ptr<InOrderState>;

State start_of(const core::InOrderCore& core) {
  return std::make_unique<InOrderState>(core.initial_state());
}

/// Steps on to each of the cycles in turn.
std::vector<std::vector<std::uint64_t>> stepped(const core::InOrderCore& core,
                                                const std::vector<std::uint64_t>& cycles) {
  std::vector<std::vector<std::uint64_t>> seen;
  const State state = start_of(core);
  trace::NullSink nothing;
  for (const std::uint64_t cycle : cycles) {
    core.run(*state, nothing, cycle);
    seen.push_back(visible_state(*state, core.plan().lanes.size()));
  }
  return seen;
}

std::uint64_t length_of(const core::InOrderCore& core) {
  const State state = start_of(core);
  trace::NullSink nothing;
  core.run(*state, nothing, kCaseCycles);
  return state->cycle;
}

/// Events with cycles and operations counted from the beginning of the run.
std::vector<std::array<std::uint64_t, 4>> absolute(const trace::EventLog& log) {
  std::vector<std::array<std::uint64_t, 4>> events;
  for (const trace::EventChunk& chunk : log.chunks)
    for (const trace::Event& e : chunk.events) {
      const auto other = static_cast<std::uint64_t>(std::int64_t{e.other});
      const bool moves =
          e.other != trace::kNoOther && static_cast<trace::What>(e.what) != trace::What::begin;
      const std::uint64_t bits = e.what | std::uint64_t{e.why} << 8 | std::uint64_t{e.lane} << 16 |
                                 std::uint64_t{e.slot} << 24 | std::uint64_t{e.reg} << 32;
      events.push_back({chunk.base_cycle + e.cycle,
                        e.op == trace::kNoEventOp ? 0 : chunk.base_op + e.op,
                        moves ? chunk.base_op + other : other, bits});
    }
  return events;
}

} // namespace

TEST_CASE("fast forward is stepping, cycle for cycle: every field of the state at any cycle") {
  std::uint64_t cycles = 0;
  std::uint64_t by_stepping = 0;
  for_each_case(700'000, 2500, [&](const Case& c) {
    const core::InOrderCore core(c.program, c.machine, {});
    const std::uint64_t last = length_of(core);
    Random random(c.seed * 17);
    std::vector<std::uint64_t> wanted{last, last + 50};
    for (int i = 0; i < 4; ++i)
      wanted.push_back(1 + random.next() % (last + 1));
    std::sort(wanted.begin(), wanted.end());
    const auto truth = stepped(core, wanted);
    InOrderFastForward::Limits limits;
    limits.worth_cycles = 0;
    limits.margin_cycles = 1 + random.below(20);
    limits.everything = random.chance(80);
    if (random.chance(20))
      limits.max_bytes = 4000; // the table is cleared continually
    InOrderFastForward fast(core, limits);
    for (int pass = 0; pass < 2; ++pass) { // the second with a filled table
      State state = start_of(core);
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        fast.run(*state, wanted[i]);
        const auto found = visible_state(*state, core.plan().lanes.size());
        if (found != truth[i]) {
          const auto at =
              std::mismatch(found.begin(), found.end(), truth[i].begin(), truth[i].end());
          FAIL("pass " << pass << ", cycle " << wanted[i] << " of " << last << ": field "
                       << at.first - found.begin() << " is " << *at.first << ", not " << *at.second
                       << "\n"
                       << c.described());
        }
      }
    }
    cycles += fast.statistics().cycles;
    by_stepping += fast.statistics().stepped_cycles;
  });
  INFO(cycles << " cycles, of which " << by_stepping << " stepped");
  CHECK(by_stepping < cycles); // stored stretches were replayed
}

TEST_CASE("fast forward: the end of the program lies behind one of two loops of the same code") {
  // A machine that is not pipelined loses fetch slots to the instruction in flight, and behind the
  // last instruction to the end of the program. The loops differ only in where they are.
  const isa::Program program =
      isa::assemble(isa::Isa::riscv, "loops.s",
                    "addi a0, zero, 30\nfirst: addi a0, a0, -1\nadd a1, a1, a0\n"
                    "bne a0, zero, first\naddi a0, zero, 30\nsecond: addi a0, a0, -1\n"
                    "add a1, a1, a0\nbne a0, zero, second\n",
                    {})
          .value();
  machine::Machine machine = machine::load_machine("serial").value();
  machine.undeclared = isa::Undeclared::zero;
  const core::InOrderCore core(program, machine, {});
  const std::uint64_t last = length_of(core);
  std::vector<std::uint64_t> wanted;
  for (std::uint64_t cycle = last - 40; cycle <= last + 2; ++cycle)
    wanted.push_back(cycle);
  const auto truth = stepped(core, wanted);
  InOrderFastForward::Limits limits;
  limits.worth_cycles = 0;
  limits.margin_cycles = 1;
  limits.everything = true;
  InOrderFastForward fast(core, limits);
  for (std::size_t i = 0; i < wanted.size(); ++i) { // all but the first with a filled table
    const State state = start_of(core);
    fast.run(*state, wanted[i]);
    INFO("cycle " << wanted[i] << " of " << last);
    CHECK(visible_state(*state, core.plan().lanes.size()) == truth[i]);
    const auto& fetch = state->ledger.at(trace::LedgerPoint::fetch).slots;
    if (wanted[i] >= last)
      CHECK(fetch[static_cast<std::size_t>(Reason::drain)] == 3);
  }
  CHECK(fast.statistics().stepped_cycles < fast.statistics().cycles);
}

TEST_CASE("fast forward records what stepping records, event for event") {
  std::uint64_t cycles = 0;
  std::uint64_t by_stepping = 0;
  for_each_case(720'000, 800, [&](const Case& c) {
    const core::InOrderCore core(c.program, c.machine, {});
    const State stepped_state = start_of(core);
    trace::RecordingSink stepped_log;
    core.run(*stepped_state, stepped_log, kCaseCycles);
    Random random(c.seed * 19);
    InOrderFastForward::Limits limits;
    limits.records = true;
    limits.worth_cycles = 0;
    limits.margin_cycles = 1 + random.below(20);
    if (random.chance(20))
      limits.max_bytes = 4000;
    InOrderFastForward fast(core, limits);
    for (int pass = 0; pass < 2; ++pass) {
      const State state = start_of(core);
      trace::RecordingSink log;
      while (state->stop == StopReason::running)
        fast.run(*state, state->cycle + 1 + random.below(stepped_state->cycle + 10), log);
      INFO("pass " << pass << "\n" << c.described());
      const auto found = absolute(log.log());
      const auto truth = absolute(stepped_log.log());
      const auto at = std::mismatch(found.begin(), found.end(), truth.begin(), truth.end());
      if (at.first != found.end() && at.second != truth.end())
        FAIL("event " << at.first - found.begin() << " of cycle " << (*at.second)[0] << " differs");
      REQUIRE(found.size() == truth.size());
    }
    cycles += fast.statistics().cycles;
    by_stepping += fast.statistics().stepped_cycles;
  });
  if (!kSanitized) // fewer cases replay too little
    CHECK(by_stepping < cycles);
}
