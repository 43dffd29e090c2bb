// Answers that were found wrong by hand, each with the smallest program that shows it: critical
// paths, what-ifs, options, and the words for empty cells.

#include "golden/mechanism.hpp"
#include "golden/reasons/cells.hpp"
#include "session/critical_path.hpp"
#include "session/what_if.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

/// The explanation of an operation in a cycle offers a setting.
bool offers(const isa::Program& program, const machine::Machine& machine, std::uint64_t cycle,
            const std::string& number, const std::string& setting) {
  const auto all = session::explain_cycle(program, machine, {}, cycle, true);
  REQUIRE(all.has_value());
  for (const session::OpExplanation& one : all->ops)
    if (one.number == number)
      return std::any_of(one.remedies.begin(), one.remedies.end(),
                         [&](const session::Remedy& remedy) { return remedy.setting == setting; });
  FAIL("it is not in flight");
  return false;
}

/// A line of explain --cycle on empty lanes begins so.
bool says_of_empty(const isa::Program& program, const machine::Machine& machine,
                   std::uint64_t cycle, const std::string& words) {
  const auto all = session::explain_cycle(program, machine, {}, cycle, false);
  REQUIRE(all.has_value());
  for (const std::string& line : all->empty)
    UNSCOPED_INFO(line);
  return std::any_of(all->empty.begin(), all->empty.end(),
                     [&](const std::string& line) { return line.starts_with(words); });
}

} // namespace

TEST_CASE("critical path: a late target is not a misprediction") {
  // mips-5: the jump is in ID in 3, and its target is fetched in 4 instead of 3.
  const session::CriticalPathReport report = session::critical_path(
      riscv("add a1, a2, a3\n j x\n add a4, a1, a1\n add a5, a1, a1\n x: add a6, a1, a1\n"),
      preset("mips-5"), {});
  REQUIRE(report.run.mispredictions == 0);
  unsigned late = 0;
  for (const trace::PathLink& link : report.path) {
    CHECK(link.cause.why != Reason::mispredict);
    late += link.cause.why == Reason::redirect ? 1 : 0;
  }
  CHECK(late == 1);
}

TEST_CASE("what-if: targets that are known at fetch save what the ledger charges to them") {
  // mips-5 with a perfect predictor: of the five branches four are taken, and the target is known
  // in ID, a cycle late.
  const session::WhatIfReport report =
      session::what_if(riscv("li a5, 5\n l: add a1, a2, a3\n addi a5, a5, -1\n bnez a5, l\n"),
                       preset("mips-5", {{"branch.predictor", "perfect"}}), {});
  const auto targets =
      std::find_if(report.changes.begin(), report.changes.end(),
                   [](const session::WhatIf& change) { return change.name == "targets"; });
  REQUIRE(targets != report.changes.end());
  CHECK(report.base.cycles == 29);
  CHECK(targets->cycles == 25);
}

TEST_CASE("options: of two waits behind others, one a stage further") {
  // sifive-7: the last addition waits in F2 behind 10 in 8 to 60, and in D1 in 62 behind 9, whose
  // unit 8 takes. With a second unit it waits in F2 as long, behind 9, and in D1 not at all: it
  // ends in 66 instead of 67.
  const isa::Program program =
      riscv("add a3, a3, a4\n fdiv.d fa0, fa2, fa1\n sd a2, 64(sp)\n fsd fa0, 8(sp)\n"
            "add a4, a4, a1\n ld a0, 64(sp)\n fdiv.d fa0, fa2, fa1\n fld fa1, 64(sp)\n"
            "fsd fa1, 64(sp)\n add a3, a2, a3\n add a1, a3, a3\n");
  CHECK(offers(program, preset("sifive-7"), 62, "11", "unit.mem.count=2"));
}

TEST_CASE("options: a width of one more") {
  // sifive-7, two a cycle: in cycle 5 the store is held in D1 behind the subtraction. Three fit.
  const isa::Program program =
      riscv("ld a1, 0(s0)\n sub a2, a4, a1\n fdiv.d fa2, fa2, fa3\n sd a0, 0(sp)\n", {10});
  CHECK(offers(program, preset("sifive-7"), 5, "4", "pipeline.width=3"));
}

TEST_CASE("options: a wait behind a replay is that which is gone without the replay",
          "[out_of_order]") {
  // csapp-haswell: in 42 micro-op 7 waits for the second time, because the load has read too early.
  const isa::Program program =
      riscv("add a4, a2, a0\n sd a1, 0(sp)\n add a1, a3, a2\n add a2, a0, a3\n ld a2, 0(sp)\n"
            "fmv.x.d a4, fa1\n div a3, a4, a0\n mul a3, a2, a2\n");
  const machine::Machine machine = preset("csapp-haswell");
  CHECK(offers(program, machine, 42, "7", "load_store.disambiguation=conservative"));
}

TEST_CASE("reasons: who leaves a full station first is reckoned, not who executes already",
          "[out_of_order]") {
  // tomasulo with loads of 6 cycles. The load is issued in 1 and written in 8. The division
  // executes from 3 to 42; the product, which waits for the load, from 9 to 18, and is written and
  // leaves in 19: the second product can be dispatched in 20.
  CHECK(holds_of(riscv("ld a3, 0(s0)\n div a1, a2, a2\n mul a4, a3, a3\n mul a5, a2, a2\n", {8}),
                 preset("tomasulo", {{"port.Load.latency", "6"}}), 4) == "4-19 station_full 3\n");
}

TEST_CASE("words: fetch that has stopped behind what stands in its queue", "[out_of_order]") {
  // scoreboard: the branch is fetched in 3 and stands in F, the first in program order; nothing is
  // fetched behind it before it is decided.
  CHECK(says_of_empty(riscv("mul a3, a3, a1\n add a0, a3, a4\n beq a1, a4, x\n addi a1, a3, 5\n"
                            "x: nop\n"),
                      preset("scoreboard"), 4, "F is not full: "));
}

TEST_CASE("words: in order no operation waits for one that is alone") {
  CHECK(says_of_empty(riscv("fmul.d fa5, fa5, fa5\n"), preset("sifive-7"), 8,
                      "M1, M2 and WB are empty: instruction 1 (fmul.d fa5, fa5, fa5) has not "
                      "executed"));
}

TEST_CASE("words: a producer that has been dispatched is not in the front end", "[out_of_order]") {
  // scoreboard: li a1 is issued in 5 and reads its operands in 6. In 4, when the division would
  // have had to be read for cycle 5, it was not dispatched.
  CHECK(says_of_empty(riscv("li a0, 100\n li a1, 7\n div a2, a0, a1\n mul a3, a2, a1\n"),
                      preset("scoreboard"), 5,
                      "Div is empty: the next micro-op that could execute there waits for a1 from "
                      "micro-op 2 (addi a1, zero, 7), which was not dispatched in time"));
}

TEST_CASE("ledger: what is worked behind the last cycle that counts") {
  // mips-5: two instructions, in WB in 5 and 6; the second leaves ID in 3, and three cycles count.
  const auto counts_of = [](const std::string& text, trace::LedgerPoint point) {
    const trace::RunRecord run = session::run_program(
        riscv(text), preset("mips-5-fp", {{"counting.drain", "excluded"}}), session::RunOptions{});
    const trace::LedgerAccount& account = run.ledger.at(point);
    return fmt::format("{} of {}, fill {}", account.used(), run.cycles,
                       account.slots[static_cast<std::size_t>(Reason::fill)]);
  };
  const std::string two = "add a1, a2, a3\n add a4, a1, a2\n";
  CHECK(counts_of(two, trace::LedgerPoint::fetch) == "2 of 3, fill 0");
  CHECK(counts_of(two, trace::LedgerPoint::issue) == "2 of 3, fill 1");
  CHECK(counts_of(two, trace::LedgerPoint::retire) == "2 of 3, fill 1");
  // The first addition is in WB in 5; the products are fetched in 2 to 5, the last leaves ID in 6,
  // and they are in WB from 12 on. In the six cycles that count WB is filled up to 4 and without
  // work in 6: the four products take the place of the filling.
  const std::string five = "add a1, a2, a3\n fmul.d fa1, fa2, fa3\n fmul.d fa4, fa2, fa3\n"
                           "fmul.d fa5, fa2, fa3\n fmul.d fa6, fa2, fa3\n";
  CHECK(counts_of(five, trace::LedgerPoint::retire) == "5 of 6, fill 0");
}

TEST_CASE("why-chain: free slots of a cell that is not empty", "[out_of_order]") {
  const auto asked = [](const isa::Program& program, const machine::Machine& machine,
                        std::uint64_t cycle, const std::string& lane) {
    session::CellQuestion question;
    question.cycle = cycle;
    question.lane = lane;
    return session::why_chain(program, machine, {}, question);
  };
  // scoreboard: the branch is fetched in 3 and held in F for the unit of the addition; nothing is
  // fetched behind it before it is decided.
  const session::CellAnswer fetch =
      asked(riscv("mul a3, a3, a1\n add a0, a3, a4\n beq a1, a4, x\n addi a1, a3, 5\n x: nop\n"),
            preset("scoreboard"), 4, "F");
  REQUIRE(fetch.chain.has_value());
  CHECK(fetch.chain->op == OpId{3});
  REQUIRE(fetch.of_free_slots.has_value());
  CHECK(fetch.of_free_slots->cause == Cause{Reason::control, kNoRegister, OpId{3}});
  CHECK(trace::chain_headline(*fetch.of_free_slots, fetch.run).starts_with("F is not full"));

  // ooo-4, warm: in 13 the load retires alone; 2, held for its value up to 10, retires in 14. In 15
  // three retire, behind which C is empty up to 22.
  const isa::Program program =
      riscv("ld a0, 0(sp)\n addi a0, a0, 1\n bnez a0, x\n mul a1, a1, a1\n div a2, a1, a0\n"
            "x: sd a0, 8(sp)\n ld a3, 8(sp)\n fcvt.d.l fa0, a3\n fadd.d fa1, fa0, fa0\n fence\n"
            "add a4, a3, a3\n");
  const machine::Machine machine = preset("ooo-4", {{"main_memory.warm", "true"}});
  const session::CellAnswer first = asked(program, machine, 13, "C");
  REQUIRE(first.chain.has_value());
  CHECK_FALSE(first.chain->op);
  CHECK(first.chain->cause.why == Reason::raw);
  CHECK(first.chain->cause.culprit == OpId{1});
  CHECK(trace::chain_headline(*first.chain, first.run).starts_with("C is not full, cycle 13"));
  const session::CellAnswer later = asked(program, machine, 16, "C");
  REQUIRE(later.chain.has_value());
  CHECK(
      trace::chain_headline(*later.chain, later.run).starts_with("C is not full, cycles 15 to 22"));
}

TEST_CASE("behind a wait: in the cycle in which an operation is fetched and held at once",
          "[out_of_order]") {
  const auto behind_of_third = [](const std::string& text, const machine::Machine& machine) {
    const session::OpExplanation said = said_of(riscv(text), machine, 3, 3);
    return fmt::format("{} {}, {} {}", info(said.cause.why).name, said.cause.culprit.value,
                       info(said.behind.why).name, said.behind.culprit.value);
  };
  // scoreboard: the only integer unit is taken by 2 up to 5; 1 writes a4 in 13, and with a second
  // unit 3 would wait for that from its fetch in 3 on.
  CHECK(behind_of_third("mul a4, a5, a6\n add a1, a2, a3\n add a4, a2, a2\n",
                        preset("scoreboard")) == "station_full 2, waw 1");
  // Two entries of the reorder buffer, and of the station for multiplications: both are taken by
  // the divisions when the product is fetched.
  CHECK(behind_of_third("div a1, a2, a2\n div a3, a2, a2\n mul a4, a5, a6\n",
                        preset("tomasulo-rob-1",
                               {{"reorder_buffer.entries", "2"}, {"station.mult.entries", "2"}})) ==
        "reorder_full 1, station_full 1");
}

TEST_CASE("options: a wait in front of a replay is not that which is gone without the replay",
          "[out_of_order]") {
  // csapp-haswell: micro-op 7 waits in 20, executes, and is replayed with the load. A conservative
  // machine does not replay: the wait of 20 stays.
  const isa::Program program =
      riscv("add a4, a2, a0\n sd a1, 0(sp)\n add a1, a3, a2\n add a2, a0, a3\n ld a2, 0(sp)\n"
            "fmv.x.d a4, fa1\n div a3, a4, a0\n mul a3, a2, a2\n");
  const machine::Machine machine = preset("csapp-haswell");
  CHECK_FALSE(offers(program, machine, 20, "7", "load_store.disambiguation=conservative"));
  CHECK_FALSE(offers(program, machine, 20, "7", "load_store.disambiguation=perfect"));
}

TEST_CASE("reasons: a load that will meet a store without data is the one that comes last",
          "[out_of_order]") {
  // ooo-4: micro-op 7 is dispatched in 29 and lacks a3 of 5 and a4 of 6. The address of the store
  // is known in 30, when 5 searches the stores; its data wait for 2, which waits for the miss of 1.
  // So a3 is the last to come from the beginning.
  CHECK(holds_of(riscv("ld a0, 0(sp)\n add a1, a0, a0\n ld a2, 8(sp)\n sd a1, 64(sp)\n"
                       "ld a3, 64(sp)\n ld a4, 256(sp)\n add a5, a3, a4\n"),
                 preset("ooo-4", {{"main_memory.latency", "10"}}), 8) == "30-60 raw 6\n");
}
