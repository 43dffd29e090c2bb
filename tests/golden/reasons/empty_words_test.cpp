// What is said of an empty cell and of what is held, where the sentence was not true of its
// subject: each with the smallest program that shows it.

#include "golden/mechanism.hpp"
#include "session/critical_path.hpp"
#include "session/explain.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

/// What is said of a cycle: of operations that are held or wait, and of what is empty.
std::string words_of_cycle(const isa::Program& program, const machine::Machine& machine,
                           std::uint64_t cycle) {
  const auto all = session::explain_cycle(program, machine, {}, cycle, false);
  REQUIRE(all.has_value());
  std::string text;
  for (const session::OpExplanation& op : all->ops)
    text += fmt::format("{} {}\n", op.op.value, op.sentence);
  for (const std::string& line : all->empty)
    text += line + "\n";
  return text;
}

bool says(const std::string& text, std::string_view words) {
  return text.find(words) != std::string::npos;
}

} // namespace

TEST_CASE("words: the load that would retire is not said to wait for its own access",
          "[out_of_order]") {
  // tomasulo-rob-1, loads of 4 cycles: the load executes in 2 to 5, is written in 6 and retires in
  // 7. Nothing has held it, and no other could retire before.
  const isa::Program load = riscv("ld a2, 0(a0)\naddi a2, a2, 1\n", {10});
  const machine::Machine slow = preset("tomasulo-rob-1", {{"port.Load.latency", "4"}});
  const std::string reading = words_of_cycle(load, slow, 5);
  INFO(reading);
  CHECK(says(reading, "C is empty: micro-op 1 (ld a2, 0(a0)) has not ended its data access\n"));
  const std::string writing = words_of_cycle(load, slow, 6);
  INFO(writing);
  CHECK(says(writing, "C is empty: micro-op 1 (ld a2, 0(a0)) writes its result in this cycle\n"));
  // The store executes in 2 and 3, is written in 4 and retires in 5. The load waits for it in 3 and
  // 4, reads in 5 and 6, is written in 7 and retires in 8: 6 and 7 are those two cycles.
  const std::string behind = words_of_cycle(
      riscv("sd a1, 0(a0)\nld a2, 0(a0)\naddi a2, a2, 1\n", {10}), preset("tomasulo-rob-1"), 7);
  INFO(behind);
  CHECK(says(behind, "C is empty: the micro-op that would be here waited for micro-op 1 (sd a1, "
                     "0(a0)), an older access that had not ended\n"));
}

TEST_CASE("words: a scoreboard has units, and no reservation stations", "[out_of_order]") {
  // scoreboard (CDC 6600): the first addition has the integer unit from 1 to its write in 4; the
  // second is issued in 5.
  const std::string text =
      words_of_cycle(riscv("addi t0, a1, 1\naddi t1, a1, 2\n"), preset("scoreboard"), 3);
  INFO(text);
  CHECK(says(text, "waits for a free unit, held by micro-op 1 (addi t0, a1, 1)"));
  CHECK_FALSE(says(text, "reservation station"));
}

TEST_CASE("words: who lacks the result of one in the front end is in front itself",
          "[out_of_order]") {
  // tomasulo: both stations of the multiplier are taken by the divisions until 42. The product, and
  // behind it the addition that takes it, stand in front; the addition would lack it in any case.
  const std::string text = words_of_cycle(riscv("div a4, a1, a2\n div a5, a1, a2\n mul a3, a1, a2\n"
                                                "addi t0, a3, 1\n"),
                                          preset("tomasulo"), 8);
  INFO(text);
  CHECK(says(text,
             "the next micro-op that could execute there waits for a3 from micro-op 3 (mul a3, "
             "a1, a2), which is not dispatched itself"));
}

TEST_CASE("words: whose address or data a load waits for is said", "[out_of_order]") {
  // The address of the store comes of a division: until it is known the load, which must not
  // overtake it, waits for that.
  const std::string address =
      words_of_cycle(riscv("div a1, a2, a3\nsd a3, 0(a1)\nld a4, 8(a0)\n", {10}),
                     small({{"load_store.disambiguation", "conservative"}}), 5);
  INFO(address);
  CHECK(says(address, "waits until the address of micro-op 2.1 (sd a3, 0(a1)) is known"));
  // tomasulo: a store is one operation, which waits for its data here; the load of the same place
  // waits for it as a whole.
  const std::string whole = words_of_cycle(
      riscv("div a1, a2, a3\nsd a1, 8(a0)\nld a4, 8(a0)\n", {10}), preset("tomasulo"), 5);
  INFO(whole);
  CHECK(says(whole, "waits for micro-op 2 (sd a1, 8(a0)), an older access that has not ended"));
}

TEST_CASE("why-chain: what is empty for a misprediction has the way of the first that comes",
          "[out_of_order]") {
  // Nothing retires between the branch and the addition at its target: the chain is the way of
  // that addition, each of its links with an operation, and as long as the cells are empty.
  const isa::Program program = riscv("beq a0, a0, away\naddi t0, a1, 1\naddi t0, a1, 2\n"
                                     "away: addi t1, a1, 3\n");
  const machine::Machine machine =
      small({{"branch.predictor", "not_taken"}, {"front_end.cycles", "3"}});
  session::RunOptions options;
  bool found = false;
  for (std::uint64_t cycle = 1; cycle < 24; ++cycle) {
    const session::CellAnswer answer =
        session::why_chain(program, machine, options, {cycle, std::nullopt, "C"});
    if (!answer.chain || answer.chain->op || answer.chain->cause.why != Reason::mispredict)
      continue;
    found = true;
    std::uint64_t cycles = 0;
    for (const trace::PathLink& link : answer.chain->links)
      cycles += link.cycles();
    CHECK(cycles == answer.chain->end - answer.chain->begin);
    const OpRow* const last = answer.run.timeline.find(answer.chain->links.front().op);
    REQUIRE(last != nullptr);
    CHECK(answer.run.legend.text(last->instruction) == "addi t1, a1, 3");
  }
  CHECK(found);
}

TEST_CASE("words: a load has its value from the store buffer as from the store queue",
          "[out_of_order]") {
  // The store retires in 6, and misses a cache whose lines come 20 cycles later. The load is the
  // fifteenth micro-op, of two that are dispatched a cycle from 2 on: in 9. It begins in 10.
  std::string text = "sd a1, 0(a0)\n";
  for (int i = 0; i < 12; ++i)
    text += "addi t0, a1, 1\n";
  const machine::Machine machine =
      small({{"cache", "[{name = \"L1D\", serves = \"data\", size = 256, ways = 4}]"},
             {"main_memory.latency", "20"},
             {"load_store.store_buffer", "4"}});
  const std::string said = words_of_cycle(riscv(text + "ld a4, 0(a0)\n", {10}), machine, 10);
  INFO(said);
  CHECK(says(said, "takes its value from micro-op 1.2"));
}

TEST_CASE("why-chain: who is younger and has the unit executes there meanwhile", "[out_of_order]") {
  // The first division waits for the load until 4; the second has the unit to itself from 4 to 11.
  // So the first begins in 12: it has waited for the other to execute.
  const isa::Program program = riscv("ld a1, 0(a0)\n div a3, a1, a2\n div a4, a2, a2\n", {10});
  const session::CellAnswer answer =
      session::why_chain(program, small({{"port.mul.alone", "[\"divide\"]"}}), {}, {8, 2, ""});
  REQUIRE(answer.chain.has_value());
  std::uint64_t executes = 0;
  std::uint64_t cycles = 0;
  for (const trace::PathLink& link : answer.chain->links) {
    executes += link.op == OpId{3} && link.kind == trace::EdgeKind::work ? link.cycles() : 0;
    cycles += link.cycles();
  }
  CHECK(executes >= 6);
  CHECK(cycles == answer.chain->end - answer.chain->begin);
}

TEST_CASE("words: in order who misses is said to miss") {
  // mips-5-cache: the line of the load comes 20 cycles later; it is in MEM from 4 to 24, and the
  // addition, which does not need it, stands in EX behind it.
  const std::string data =
      words_of_cycle(riscv("ld a1, 0(a0)\naddi t0, t1, 1\n", {10}), preset("mips-5-cache"), 9);
  INFO(data);
  CHECK(says(data, "1 misses the data cache in MEM, cycles 4 to 24\n"));
  // Lines of two instructions, four cycles from memory: the first is fetched from 1 to 5.
  const std::string code = words_of_cycle(
      riscv("addi t0, t1, 1\n"),
      preset("mips-5", {{"cache", "[{name = \"I\", serves = \"fetch\", size = 64, ways = 1, "
                                  "line = 8}]"},
                        {"main_memory.latency", "4"}}),
      2);
  INFO(code);
  CHECK(says(code, "1 misses the instruction cache in IF, cycles 1 to 5\n"));
}

TEST_CASE("critical path: a miss in order is shortened by caches and main memory") {
  // The miss is the longest edge of the path: 21 of 25 cycles. Without caches every access takes a
  // cycle, and the run 5.
  const session::CriticalPathReport report =
      session::critical_path(riscv("ld a1, 0(a0)\n", {10}), preset("mips-5-cache"), {});
  REQUIRE_FALSE(report.top.empty());
  const session::CriticalEdge& longest = report.top.front();
  CHECK(longest.edge.cycles == 21);
  REQUIRE(longest.verified.has_value());
  CHECK(longest.verified->cycles_saved == 20);
}

TEST_CASE("words: a branch that is still to be decided is in the present tense", "[out_of_order]") {
  // scoreboard: the beq reads the product, which is written in 13, and is decided in 15. Fetch
  // waits for it from 3 on, and nothing comes to the second multiplier; in 17 the wait is over.
  const isa::Program program = riscv("mul a1, a2, a2\nbeq a1, a2, x\nx: mul a3, a2, a2\n");
  const std::string waiting = words_of_cycle(program, preset("scoreboard"), 5);
  INFO(waiting);
  CHECK(says(waiting,
             "F and Mult2 are empty: the micro-op that would be here waits until micro-op 2 (beq "
             "a1, a2, x) is decided\n"));
  const std::string over = words_of_cycle(program, preset("scoreboard"), 17);
  INFO(over);
  CHECK(says(
      over,
      "Mult1, Mult2 and W are empty: the micro-op that would be here waited until micro-op 2 (beq "
      "a1, a2, x) was decided\n"));
}
