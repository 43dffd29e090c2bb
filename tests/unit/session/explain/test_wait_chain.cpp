// Why a micro-op of a dynamically scheduled machine waits, back to the root.

#include "session/explain.hpp"
#include "unit/session/session_testing.hpp"

#include <algorithm>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

/// On tomasulo the load issues in 1, executes in 2 and 3, and broadcasts in 4; the multiplication
/// issues in 2 and executes from 5 to 14, and broadcasts in 15; the division issues in 3 and begins
/// in 16, for 40 cycles.
constexpr std::string_view kChain = R"(
      .data
a:    .double 3
      .text
      L.D   F2,0(R2)
      MUL.D F0,F2,F2
      DIV.D F10,F0,F2
)";

isa::Program chain_program() {
  isa::Program program = assembled(isa::Isa::mips, kChain);
  program.initial_registers.push_back({2, program.symbols.at("a").address});
  return program;
}

const OpExplanation& at(const Explanation& e, std::uint64_t op) {
  for (const OpExplanation& found : e.ops)
    if (found.op == OpId{op})
      return found;
  FAIL("no such operation in flight");
  return e.ops.front();
}

} // namespace

TEST_CASE("wait chain: from a division over a multiplication to a load") {
  const isa::Program program = chain_program();
  const auto e = explain_cycle(program, preset("tomasulo"), {}, 4, false);
  REQUIRE(e.has_value());
  CHECK(e->headline.find("1 micro-op at work, 2 held") != std::string::npos);
  const OpExplanation& division = at(*e, 3);
  REQUIRE(division.chain.size() == 3);
  CHECK(division.chain[0].op == OpId{3});
  CHECK(division.chain[0].waits_for == OpId{2});
  CHECK(division.chain[0].cause.why == Reason::raw);
  CHECK(division.chain[0].sentence == "waits for F0 from micro-op 2 (mul.d F0, F2, F2)");
  CHECK(division.chain[0].end == Cycle{16});
  CHECK(division.chain[1].op == OpId{2});
  CHECK(division.chain[1].sentence == "waits for F2 from micro-op 1 (l.d F2, 0(R2))");
  CHECK(division.chain[1].end == Cycle{5});
  CHECK(division.chain[2].op == OpId{1});
  CHECK(division.chain[2].sentence == "writes its result");
  CHECK_FALSE(division.chain[2].waits_for);
}

TEST_CASE("wait chain: one operation, in the middle of each stretch") {
  const isa::Program program = chain_program();
  const auto e = explain_op(program, preset("tomasulo"), {}, 3, true);
  REQUIRE(e.has_value());
  CHECK(e->headline.starts_with("Micro-op 3 of"));
  const OpExplanation* wait = nullptr;
  for (const OpExplanation& part : e->ops)
    if (part.cause.why != Reason::none)
      wait = &part;
  REQUIRE(wait != nullptr);
  // It is held from 4 to 15; in 9 the multiplication executes.
  CHECK(wait->chain_cycle == Cycle{9});
  REQUIRE(wait->chain.size() == 2);
  CHECK(wait->chain[1].sentence == "executes in Mult until cycle 14");
  // What fits: results that are forwarded, and a faster unit, of the multiplication or of the load
  // that this one waits for. All are taken by --set.
  CHECK(wait->remedies_sought);
  REQUIRE_FALSE(wait->remedies.empty());
  for (const Remedy& remedy : wait->remedies) {
    INFO(remedy.setting);
    CHECK((remedy.setting.starts_with("port.Mult.") || remedy.setting.starts_with("results.") ||
           remedy.setting == "port.Load.latency=1"));
    CHECK(remedy.waits_cycles < remedy.waited_cycles);
  }
}

TEST_CASE("wait chain: a load that misses, its address, and operations that retire behind it") {
  // The first load misses every cache; the address of the second is what it loads. The addition is
  // done long before, and retires behind them.
  isa::Program program = assembled(isa::Isa::mips, R"(
      .data
a:    .word 0x10010000
      .text
      LW    R4,0(R2)
      LW    R5,0(R4)
      ADDU  R6,R2,R2
)");
  const std::uint64_t a = program.symbols.at("a").address;
  REQUIRE(a == 0x10010000); // it holds its own address
  program.initial_registers.push_back({2, a});
  const machine::Machine machine = preset("ooo-4");
  // Fetched when the instruction cache has them, about 100 cycles late; the miss takes as long.
  RunOptions options;
  options.record = true;
  const trace::RunRecord run = run_program(program, machine, options);
  const OpRow* second = run.timeline.find(OpId{2});
  REQUIRE(second != nullptr);
  const auto held = run.timeline.spans_of(*second);
  const auto wait = std::find_if(held.begin(), held.end(), [](const Span& span) {
    return span.cause.why == Reason::raw && span.end - span.begin > 50;
  });
  REQUIRE(wait != held.end());
  const auto e = explain_cycle(program, machine, {}, wait->begin.value + 20, false);
  REQUIRE(e.has_value());
  const OpExplanation& load = at(*e, 2);
  REQUIRE(load.chain.size() == 2);
  CHECK(load.chain[0].sentence == "waits for its address (R4) from micro-op 1 (lw R4, 0(R2))");
  CHECK(load.chain[1].sentence.starts_with("misses the cache until cycle "));
  const OpExplanation& addition = at(*e, 3);
  REQUIRE(addition.chain.size() == 2);
  CHECK(addition.sentence == "is done and retires behind micro-op 1 (lw R4, 0(R2))");
  CHECK(addition.chain[1].op == OpId{1});
}

TEST_CASE("wait chain: a load behind a store that has not all of it, and a fence behind the load") {
  // The store misses the caches, and the load reads more than it writes: until the line is there
  // the load waits for the data of the store, and the fence for the load. (It has read too early
  // first: the address of the store was not known yet.)
  isa::Program program = assembled(isa::Isa::riscv, R"(
      sw    a0, 0(s0)
      ld    a1, 0(s0)
      fence
      .data
a:    .dword 0
)");
  program.initial_registers.push_back({8, program.symbols.at("a").address});
  const machine::Machine machine = preset("ooo-4");
  RunOptions options;
  options.record = true;
  const trace::RunRecord run = run_program(program, machine, options);
  const OpRow* load = run.timeline.find(OpId{3});
  REQUIRE(load != nullptr);
  const auto held = run.timeline.spans_of(*load);
  const auto wait = std::find_if(held.begin(), held.end(), [](const Span& span) {
    return span.cause.why == Reason::memory_order && span.end - span.begin > 50;
  });
  REQUIRE(wait != held.end());
  const auto e = explain_cycle(program, machine, {}, wait->begin.value + 20, false);
  REQUIRE(e.has_value());
  const OpExplanation& fence = at(*e, 4);
  REQUIRE(fence.chain.size() >= 2);
  CHECK(fence.chain[0].sentence ==
        "waits for micro-op 2 (ld a1, 0(s0)), as one of the two must run alone");
  CHECK(fence.chain[1].cause.why == Reason::memory_order);
  CHECK(fence.chain[1].waits_for == OpId{2});
}

TEST_CASE("wait chain: a micro-op dispatched without its operands waits in that cycle") {
  const auto e = explain_cycle(chain_program(), preset("tomasulo"), {}, 3, false);
  REQUIRE(e.has_value());
  const std::string& sentence = at(*e, 3).sentence;
  INFO(sentence);
  CHECK(sentence.find(", where it waits for F0 from micro-op 2") != std::string::npos);
}

TEST_CASE("a full station is held by the oldest that is in it, a replayed load by the store") {
  RunOptions options;
  options.record = true;
  const auto causes_of = [&](const isa::Program& program, const machine::Machine& machine,
                             std::uint64_t op) {
    const trace::RunRecord run = run_program(program, machine, options);
    std::vector<Cause> causes;
    for (const Span& span : run.timeline.spans_of(*run.timeline.find(OpId{op})))
      causes.push_back(span.cause);
    return causes;
  };
  // Three additions wait for the product in the three stations of tomasulo's adder.
  const isa::Program adds = assembled(isa::Isa::mips, "MUL.D F0,F2,F2\nADD.D F4,F0,F2\n"
                                                      "ADD.D F6,F0,F2\nADD.D F8,F0,F2\n"
                                                      "ADD.D F10,F0,F2\n");
  std::vector<std::uint64_t> holders;
  for (const Cause& cause : causes_of(adds, preset("tomasulo"), 5))
    if (cause.why == Reason::station_full)
      holders.push_back(cause.culprit.value);
  // The first addition, also in the cycle in which it leaves: what it leaves can be taken from the
  // next one on.
  CHECK(holders == std::vector<std::uint64_t>{2});
  // The scoreboard has one adder: that of the subtraction, up to the cycle in which it writes. The
  // product in front of it has nothing to do with that.
  const isa::Program one_adder =
      assembled(isa::Isa::mips, "MUL.D F0,F2,F4\nSUB.D F8,F6,F2\nADD.D F10,F2,F2\n");
  holders.clear();
  for (const Cause& cause : causes_of(one_adder, preset("scoreboard"), 3))
    if (cause.why == Reason::station_full)
      holders.push_back(cause.culprit.value);
  CHECK(holders == std::vector<std::uint64_t>{2});
  // The load has read before the address of the store was known.
  isa::Program load = assembled(isa::Isa::riscv, "mul t0, x0, x0\nadd t1, s0, t0\nsw a0, 0(t1)\n"
                                                 "lw a1, 0(s0)\n.data\na: .dword 0\n");
  load.initial_registers.push_back({8, load.symbols.at("a").address});
  bool again = false;
  for (const Cause& cause : causes_of(load, preset("ooo-4"), 5))
    if (cause.why == Reason::memory_order) {
      again = true;
      CHECK(cause.culprit == OpId{3});
    }
  CHECK(again);
}

TEST_CASE("the culprit of a full reorder buffer or queue is the micro-op that retires, in the last "
          "cycle too") {
  // The entry that is given up in a cycle can be taken from the next one on (reuse.same_cycle off):
  // up to then the wait is for the micro-op that retires, not for the one behind it.
  RunOptions options;
  options.record = true;
  const auto holders_of = [&](const char* text, const machine::Machine& machine, std::uint64_t op,
                              Reason why) {
    const trace::RunRecord run = run_program(assembled(isa::Isa::riscv, text), machine, options);
    std::vector<std::uint64_t> holders;
    for (const Span& span : run.timeline.spans_of(*run.timeline.find(OpId{op})))
      if (span.cause.why == why)
        holders.push_back(span.cause.culprit.value);
    return holders;
  };
  const char* division = "div a3, a1, a2\nadd a4, a1, a2\nadd a5, a1, a2\nadd a6, a1, a2\n"
                         "add a7, a1, a2\n";
  machine::Machine machine = preset("tomasulo-rob-1");
  machine.dynamic->reorder_entries = 4;
  CHECK(holders_of(division, machine, 5, Reason::reorder_full) == std::vector<std::uint64_t>{1});
  const char* loads = "div a3, a1, a2\nlw a4, 0(sp)\nlw a5, 0(sp)\nlw a6, 0(sp)\n";
  machine = preset("ooo-4");
  machine.dynamic->load_entries = 2;
  CHECK(holders_of(loads, machine, 4, Reason::load_full) == std::vector<std::uint64_t>{2});
}

TEST_CASE("explain: a stage of several slots says how many of them it uses") {
  // Two additions are written in one cycle and retire together, two of four.
  const isa::Program program = assembled(isa::Isa::mips, "ADDU R4,R2,R2\nADDU R5,R2,R2\n");
  const machine::Machine machine = preset("tomasulo-rob-2");
  RunOptions options;
  options.record = true;
  const trace::RunRecord run = run_program(program, machine, options);
  const unsigned width = run.ledger.at(trace::LedgerPoint::retire).width;
  REQUIRE(width > 1);
  // The cycle in which the first one retires.
  const std::uint64_t retired = run.timeline.rows.front().end.value - 1;
  const auto e = explain_cycle(program, machine, {}, retired, false);
  REQUIRE(e.has_value());
  const auto says = [&](const std::string& words) {
    return std::any_of(e->empty.begin(), e->empty.end(),
                       [&](const std::string& line) { return line.find(words) == 0; });
  };
  CHECK(says("C retires "));
  CHECK_FALSE(says("C is empty"));
}
