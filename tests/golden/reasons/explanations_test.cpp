// What an explanation says of micro-ops on a dynamically scheduled machine: on kSmall
// (mechanism.hpp), where each reason shows by itself.

#include "golden/mechanism.hpp"
#include "session/explain.hpp"
#include "session/runner.hpp"
#include "trace/render.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

/// What is said of the n-th micro-op in a cycle.
session::OpExplanation said(const isa::Program& program, const machine::Machine& machine,
                            std::uint64_t op, std::uint64_t cycle) {
  const auto all = session::explain_cycle(program, machine, {}, cycle, false);
  REQUIRE(all.has_value());
  const auto found =
      std::find_if(all->ops.begin(), all->ops.end(), [op](const session::OpExplanation& candidate) {
        return candidate.op == OpId{op};
      });
  REQUIRE(found != all->ops.end());
  return *found;
}

/// Notes about one micro-op, a line each.
std::string notes(const isa::Program& program, const machine::Machine& machine, std::uint64_t op) {
  const auto all = session::explain_op(program, machine, {}, op, false);
  REQUIRE(all.has_value());
  std::string text;
  for (const std::string& note : all->notes)
    text += note + "\n";
  return text;
}

/// What is said of empty stages in a cycle, a line each.
std::string empty(const isa::Program& program, const machine::Machine& machine,
                  std::uint64_t cycle) {
  const auto all = session::explain_cycle(program, machine, {}, cycle, false);
  REQUIRE(all.has_value());
  std::string text;
  for (const std::string& line : all->empty)
    text += line + "\n";
  return text;
}

/// The address of the store comes of a multiplication; the load behind it reads the same place.
constexpr std::string_view kEarly = R"(
  mul  a1, a0, a2
  sd   a3, 0(a1)
  ld   a4, 0(a0)
  addi a5, a4, 1
  addi a6, a5, 1
)";

isa::Program early_load() {
  isa::Program program = riscv(kEarly, {10});
  program.initial_registers.push_back({12, 1}); // a2: the product is a0
  return program;
}

} // namespace

TEST_CASE("explain: a load that has read too early is replayed, and what is behind it",
          "[out_of_order]") {
  // Micro-ops: 1 mul, 2 and 3 the store's address and data, 4 ld, 5 and 6 addi. The load reads from
  // 4 on; the address of the store comes behind the multiplication, in 6, and in 7 the load and all
  // behind it are back in front of dispatch.
  const isa::Program program = early_load();
  const machine::Machine machine = small({{"load_store.disambiguation", "predict"}});
  const session::OpExplanation load = said(program, machine, 4, 7);
  CHECK(
      load.sentence ==
      "is back in D since cycle 7: it has read before micro-op 2.1 (sd a3, 0(a1)), which is older "
      "and writes there, and is replayed; it goes on in cycle 8");
  REQUIRE(load.chain.size() == 1); // it waits for no other operation
  const session::OpExplanation behind = said(program, machine, 5, 7);
  CHECK(behind.sentence ==
        "is back in D since cycle 7: it is replayed behind micro-op 3 (ld a4, 0(a0)), which has "
        "read too early; it goes on in cycle 8");
  REQUIRE(behind.chain.size() == 2);
  CHECK(behind.chain[1].sentence ==
        "has read before micro-op 2.1 (sd a3, 0(a1)), which is older and "
        "writes there, and is replayed");
}

TEST_CASE("explain: what was waited for and then done again has not been taken", "[out_of_order]") {
  // The second addition knew in 6 that it could take a5 in 7; it was sent back instead. It takes it
  // once, when the first has executed again.
  const machine::Machine machine = small({{"load_store.disambiguation", "predict"}});
  const std::string text = notes(early_load(), machine, 6);
  INFO(text);
  CHECK(text.find("takes a5 from micro-op 4 in cycle 7") == std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '\n') == 1);
  session::RunOptions options;
  options.record = true;
  const Timeline timeline = session::run_program(early_load(), machine, options).timeline;
  CHECK(std::count_if(timeline.arrows.begin(), timeline.arrows.end(), [](const Arrow& arrow) {
          return arrow.consumer == OpId{6};
        }) == 2); // both are in the record
}

TEST_CASE("explain: a bypass latency names who has made the result, when it has retired too",
          "[out_of_order]") {
  // As in bypass_test.cpp: mul executes to 5, is written in 6 and has retired in 7; its result
  // reaches the alus in 9.
  const isa::Program program = riscv("mul a0, a1, a2\n addi t0, a0, 1\n");
  const machine::Machine machine = small({{"bypass", "[{from=mul, to=alu, cycles=3}]"}});
  for (const std::uint64_t cycle : {6, 7, 8}) {
    INFO(cycle);
    const session::OpExplanation addition = said(program, machine, 2, cycle);
    CHECK(addition.cause == Cause{Reason::bypass, 10, OpId{1}});
    CHECK(addition.sentence.find("it waits for a0, which takes longer from the unit of micro-op 1 "
                                 "(mul a0, a1, a2) to its own") != std::string::npos);
  }
}

TEST_CASE("explain: behind an undecided branch the machine waits in one piece", "[out_of_order]") {
  // The scoreboard fetches nothing behind the branch, which is fetched in 2 and waits for its unit,
  // which the addition has to its write in 4: 3 to 7, when it executes.
  const isa::Program program = riscv(R"(
      addi a1, a0, 1
      beq  a0, a0, away
away: mul  a2, a0, a0
)");
  const std::string text = notes(program, machine::load_machine("scoreboard").value(), 3);
  CHECK(text == "fetched late because in cycles 3 to 7 fetch waits until micro-op 2 (beq a0, a0, "
                "away) is decided\n");
}

TEST_CASE("explain: nothing is said of a discarded micro-op beyond its end", "[out_of_order]") {
  // The branch executes in 3; what is behind it is gone in 4. A front end of four cycles has what
  // was fetched in 2 on its way then, up to 6.
  const isa::Program program = riscv(R"(
      beq  a0, a0, away
      addi t0, a1, 1
      addi t1, a1, 1
      addi t2, a1, 1
away: addi t3, a1, 3
)");
  const machine::Machine machine =
      small({{"branch.predictor", "not_taken"}, {"front_end.cycles", "4"}});
  // Dispatched in 5, executed in 6, gone in 7.
  const session::OpExplanation third = said(program, machine, 3, 5);
  CHECK(third.sentence == "is dispatched in cycle 6 (wrong path, discarded by micro-op 1)");
  const std::uint64_t cycle = 6;
  for (const std::uint64_t op : {3, 4}) { // in their stations
    const session::OpExplanation gone = said(program, machine, op, cycle);
    CHECK(gone.sentence == "has what it needs and is discarded in cycle 7 (wrong path, discarded "
                           "by micro-op 1)");
  }
}

TEST_CASE("explain: a full branch prediction queue is named, with its size and who holds it",
          "[out_of_order]") {
  // Of the three branches one waits for a division; the third finds the two entries taken.
  const isa::Program program = riscv(R"(
      div  a0, a1, a2
      beq  a0, a3, next
next: beq  a1, a1, last
last: beq  a2, a2, end
end:  addi t0, a1, 1
)");
  const machine::Machine machine =
      small({{"front_end.branch_queue", "2"}, {"front_end.width", "1"}});
  const std::string text = empty(program, machine, 6);
  CHECK(text.find("waits for a free entry of the branch prediction queue of 2, held by micro-op 2 "
                  "(beq a0, a3, next) and those behind it") != std::string::npos);
  const Watched run = watch(program, machine);
  CHECK(run.lost(trace::LedgerPoint::fetch, Reason::branches_full) > 0);
  CHECK(run.lost(trace::LedgerPoint::fetch, Reason::queue_full) == 0);
}

TEST_CASE("explain: a full fetch queue is named", "[out_of_order]") {
  const machine::Machine machine = small({{"front_end.queue", "2"}, {"station.RS.entries", "2"}});
  // 4 and 5 stand in the queue; a sixth instruction is to come.
  const std::string text =
      empty(riscv(std::string(kUsesOfDivision) + "addi t4, a1, 5\n"), machine, 6);
  CHECK(text.find("waits for a free entry of the fetch queue of 2, whose oldest is micro-op 4 ") !=
        std::string::npos);
}

TEST_CASE("explain: what the scheduler's width leaves over waits for its turn", "[out_of_order]") {
  const isa::Program program = riscv("addi t0, a1, 1\n addi t1, a1, 2\n addi t2, a1, 3\n");
  // Dispatched in 2, of which the first is selected in 3.
  CHECK(said(program, small({{"scheduler.width", "1"}}), 2, 3).sentence ==
        "is held in RS since cycle 3: it waits for its turn: the scheduler selects 1 a cycle, in "
        "this one micro-op 1 (addi t0, a1, 1), which is in alu1 in cycle 3; it goes on in cycle 4");
  // All three are there in 3.
  const machine::Machine two = small({{"scheduler.width", "2"},
                                      {"front_end.width", "3"},
                                      {"dispatch.width", "3"},
                                      {"port.alu.count", "3"}});
  CHECK(said(program, two, 3, 3)
            .sentence.find("it waits for its turn: the scheduler selects 2 a cycle, in this one "
                           "micro-op 2 (addi "
                           "t1, a1, 2) and older ones") != std::string::npos);
}

TEST_CASE("explain: ports that stand idle for a unit name who has it", "[out_of_order]") {
  // Two divisions, not pipelined: the second waits for the unit of the first, not for itself. The
  // unit is at work; those that stand empty are the additions', of which the one in flight waits
  // for the second quotient.
  const isa::Program program = riscv("div a0, a1, a2\n div a3, a1, a2\n addi a4, a3, 1\n");
  const machine::Machine machine = small({{"port.mul.alone", "[\"divide\"]"}});
  INFO(empty(program, machine, 6) << said(program, machine, 2, 6).sentence);
  CHECK(empty(program, machine, 6)
            .find("alu1 and alu2 are empty: the oldest waiting micro-op that could execute there "
                  "waits for a3 from micro-op 2 (div a3, a1, a2)") != std::string::npos);
  CHECK(said(program, machine, 2, 6).sentence.find("held by micro-op 1 (div a0, a1, a2)") !=
        std::string::npos);
}

TEST_CASE("explain: the oldest store waits for the store buffer, behind who is in it",
          "[out_of_order]") {
  // One entry: the first store has it for the 20 cycles of its miss. A store is two micro-ops, of
  // its address and its data; the second is in the buffer: 1.2.
  const isa::Program program = riscv("sd a1, 0(a0)\n sd a2, 64(a0)\n addi a3, a3, 1\n", {10});
  const machine::Machine machine =
      small({{"cache", "[{name = \"L1D\", serves = \"data\", size = 256, ways = 4}]"},
             {"main_memory.latency", "20"},
             {"load_store.store_buffer", "1"}});
  const auto explained = said(program, machine, 4, 12);
  INFO(explained.sentence << "\n" << empty(program, machine, 12));
  CHECK(
      explained.sentence.find("waits for a free entry of the store buffer, behind micro-op 1.2 ") !=
      std::string::npos);
  CHECK(empty(program, machine, 12).find("the store buffer, behind micro-op 1.2 ") !=
        std::string::npos);
  // The first store (2) leaves the buffer behind the retirement of that cycle: it is why nothing
  // retires to the last cycle in which the second one is held.
  const std::string held = holds_of(program, machine, 4);
  const std::string empty_for = gaps_of(recorded_run(program, machine), "C");
  INFO(held << "\n" << empty_for);
  CHECK(held.find("buffer_full 2") != std::string::npos);
  CHECK(empty_for.find(held.substr(held.find('-'))) != std::string::npos);
}

namespace {

/// The way of one micro-op, a line a stretch: "3-5 is held in ...".
std::string way(const isa::Program& program, const machine::Machine& machine, std::uint64_t op) {
  const auto all = session::explain_op(program, machine, {}, op, false);
  REQUIRE(all.has_value());
  std::string text;
  for (const session::OpExplanation& part : all->ops)
    text += fmt::format("{}-{} {}\n", part.begin.value, part.end.value - 1, part.sentence);
  return text;
}

/// A branch that is decided late, and behind it a load that misses for an addition.
constexpr std::string_view kWrongPath = R"(
      div  a0, a1, a2
      bne  a0, a1, away
      ld   t0, 0(a3)
      addi t1, t0, 1
away: addi t2, a1, 1
)";

} // namespace

TEST_CASE("explain: one wait for one micro-op is one stretch", "[out_of_order]") {
  // The scheduler expects the load to hit, and looks again when it has not: 4 waits all the while.
  const isa::Program program = riscv(kWrongPath, {10, 11, 13});
  const machine::Machine machine = machine::load_machine("ooo-4").value();
  const auto all = session::explain_op(program, machine, {}, 4, false);
  REQUIRE(all.has_value());
  for (std::size_t i = 1; i < all->ops.size(); ++i) {
    const session::OpExplanation& before = all->ops[i - 1];
    const session::OpExplanation& part = all->ops[i];
    CAPTURE(before.sentence, part.sentence);
    CHECK(before.end == part.begin);
    CHECK_FALSE(
        (part.cause.why != Reason::none && part.cause == before.cause && part.lane == before.lane));
  }
}

TEST_CASE("explain: who waits for something else next does not go on", "[out_of_order]") {
  // Both have the quotient in the same cycle, and the multiplier takes one of them.
  const isa::Program program = riscv(R"(
      div  a0, a1, a2
      mul  a3, a0, a0
      mul  a4, a0, a0
)");
  const std::string text = way(program, small({}), 3);
  INFO(text);
  CHECK(text.find("it waits for a0 from micro-op 1 (div a0, a1, a2), which is in") !=
        std::string::npos);
  CHECK(text.find(" on it waits for the functional unit held by micro-op 2 (mul a3, a0, a0)\n") !=
        std::string::npos);
  CHECK(text.find("it goes on in cycle ") == text.rfind("it goes on in cycle "));
}

TEST_CASE("explain: one that is ready, and then finds its unit taken, leaves no station",
          "[out_of_order]") {
  // The second waits for the first, and can execute in the same cycle as the third.
  const isa::Program program = riscv("addi t0, a1, 1\n addi t1, t0, 2\n addi t2, a1, 3\n");
  const machine::Machine machine = machine::load_machine("tomasulo").value();
  const std::string text = way(program, machine, 3);
  INFO(text);
  CHECK(text.find("has what it needs; from cycle 4 on it waits for the functional unit held by "
                  "micro-op 2 (addi t1, t0, 2)\n") != std::string::npos);
}

TEST_CASE("explain: what is replayed is thrown back, and goes to no unit", "[out_of_order]") {
  const machine::Machine machine =
      small({{"load_store.disambiguation", "predict"}, {"scheduler.read_cycles", "1"}});
  bool seen = false;
  for (const std::uint64_t op : {4, 5, 6}) {
    const std::string text = way(early_load(), machine, op);
    INFO(text);
    seen = seen || text.find("is thrown back to D in cycle ") != std::string::npos;
  }
  CHECK(seen);
}

TEST_CASE("explain: in the front end a micro-op is on its way, and then behind others",
          "[out_of_order]") {
  const isa::Program program = riscv("addi t0, a1, 1\n addi t1, a1, 2\n addi t2, a1, 3\n");
  const machine::Machine machine =
      small({{"front_end.cycles", "4"}, {"front_end.width", "3"}, {"dispatch.width", "1"}});
  // All three are fetched in 1 and reach dispatch in 5, where one goes a cycle: at the end of 5 the
  // second is first in line, at the end of 6 the third.
  CHECK(way(program, machine, 3)
            .starts_with("1-1 is on its way through the front end until cycle 4\n"
                         "2-4 is on its way through the front end until cycle 4\n"
                         "5-5 stands in the front end behind micro-op 2 (addi t1, a1, 2)\n"
                         "6-6 is dispatched in cycle 7\n"));
}

TEST_CASE("explain: broadcast results come from the bus, and from the reorder buffer later",
          "[out_of_order]") {
  const isa::Program program = riscv(R"(
      div  t3, a1, a2
      addi t0, a1, 1
      mul  a3, t3, t3
      addi t1, a1, 2
      addi t1, a1, 3
      addi t2, t0, 4
)");
  const machine::Machine tags = machine::load_machine("tomasulo-rob-1").value();
  CHECK(notes(program, tags, 3).find("from the common data bus") != std::string::npos);
  CHECK(notes(program, tags, 6).find("takes t0 from micro-op 2") != std::string::npos);
  CHECK(notes(program, tags, 6).find("from the reorder buffer") != std::string::npos);
  // The scoreboard has neither: registers are written, and read then.
  const machine::Machine scoreboard = machine::load_machine("scoreboard").value();
  CHECK(notes(program, scoreboard, 3).find("through the register file") != std::string::npos);
}

TEST_CASE("explain: behind fetch, where a group has ended is in the past", "[out_of_order]") {
  // Blocks of 8 bytes: of the four slots of retirement two are used, cycles later.
  const isa::Program program = riscv("addi t0, a1, 1\n addi t1, a1, 2\n addi t2, a1, 3\n"
                                     "addi t3, a1, 4\n");
  const machine::Machine machine = small({{"front_end.width", "4"},
                                          {"dispatch.width", "4"},
                                          {"reorder_buffer.width", "4"},
                                          {"port.alu.count", "4"},
                                          {"front_end.fetch_bytes", "8"}});
  std::string all;
  for (std::uint64_t cycle = 1; cycle <= 6; ++cycle)
    all += empty(program, machine, cycle);
  INFO(all);
  CHECK(all.find("F fetches 2 of 4: the rest stays unused: fetch stopped at a group boundary\n") !=
        std::string::npos);
  CHECK(all.find("C retires 2 of 4: the rest stays unused: fetch had stopped at a group "
                 "boundary\n") != std::string::npos);
}

TEST_CASE("explain: a load behind a store that has retired reads memory", "[out_of_order]") {
  // Micro-ops: 1 and 2 the store's address and data, dispatched in 2, 3 mul and 4 ld, in 3. The
  // store is done in 3, written in 4 and retires in 5. The multiplication executes in 4 to 6; the
  // load has its address from it and executes in 7 and 8.
  isa::Program program = riscv("sd a3, 0(a0)\n mul a1, a0, a2\n ld a4, 0(a1)\n", {10});
  program.initial_registers.push_back({12, 1}); // a2: the product is a0
  CHECK(said(program, small({}), 4, 7).sentence == "executes in ld1 until cycle 8");
}
