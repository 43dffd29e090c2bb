// What is said of micro-ops that are thrown back while they wait, and begin again; of turns to
// retire, and of the path from a cell to its root. On kSmall (mechanism.hpp).

#include "golden/mechanism.hpp"
#include "session/critical_path.hpp"
#include "session/explain.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

/// The address of the store comes of a multiplication; the load behind it reads the same place.
isa::Program early_read() {
  isa::Program program = riscv("mul a1, a0, a2\nsd a3, 0(a1)\nld a4, 0(a0)\n"
                               "addi a5, a4, 1\naddi a6, a5, 1\n",
                               {10});
  program.initial_registers.push_back({12, 1}); // a2: the product is a0
  return program;
}

/// The path from a cell to its root, a line a link: "3 micro-op 5 (...) ...".
std::string path_of(const isa::Program& program, const machine::Machine& machine,
                    const session::CellQuestion& question) {
  const session::CellAnswer answer = session::why_chain(program, machine, {}, question);
  INFO(answer.problem);
  REQUIRE(answer.chain.has_value());
  std::string text = trace::chain_headline(*answer.chain, answer.run) + "\n";
  for (const trace::PathLink& link : answer.chain->links)
    text += fmt::format("{} {}\n", link.cycles(), trace::link_sentence(link, answer.run));
  return text;
}

} // namespace

TEST_CASE("explain: a wait is thrown back and begun again", "[out_of_order]") {
  // Micro-ops: 1 mul, 2.1 and 2.2 the store's address and data, 3 ld, 4 and 5 addi (of which this
  // is the second, fetched as the sixth). The first addition is dispatched in 4 and would begin in
  // 6, behind the load, which executes in 4 and 5; the second waits for it in 5 and 6. The address
  // of the store is known behind the multiplication (3 to 5), in 6, and from 7 on the load and all
  // behind it are replayed, two micro-ops a cycle: 3 and 4 come to the stations in 8, 5 in 9. The
  // store has retired in 8, so that the load reads memory once more, in 9 and 10; the first
  // addition executes in 11, and the second waits for it again in 10 and 11.
  const auto e = session::explain_op(
      early_read(), small({{"load_store.disambiguation", "predict"}}), {}, 6, false);
  REQUIRE(e.has_value());
  std::string waits;
  for (const session::OpExplanation& part : e->ops)
    if (part.cause.why != Reason::none)
      waits += fmt::format("{}-{} {}\n", part.begin.value, part.end.value - 1, part.sentence);
  CHECK(waits ==
        "5-6 is held in RS since cycle 5: it waits for a5 from micro-op 4 (addi a5, a4, 1), "
        "which is in RS in cycle 5; it is thrown back to D in cycle 7\n"
        "7-8 is back in D since cycle 7: it is replayed behind micro-op 3 (ld a4, 0(a0)), "
        "which has read too early; it goes on in cycle 9\n"
        "10-11 is held in RS since cycle 10: it waits for a5 from micro-op 4 (addi a5, a4, "
        "1), which is in RS in cycle 10; it goes on in cycle 12\n");
}

TEST_CASE("explain: who stands behind a load that is replayed did not read too early",
          "[out_of_order]") {
  // As above: in 8 the load is in its station again, and the second addition still in front of it.
  const auto e = session::explain_cycle(
      early_read(), small({{"load_store.disambiguation", "predict"}}), {}, 8, false);
  REQUIRE(e.has_value());
  for (const session::OpExplanation& op : e->ops)
    if (op.op == OpId{6})
      CHECK(op.sentence == "is back in D since cycle 7: it is replayed behind micro-op 3 (ld a4, "
                           "0(a0)), which has read too early; it goes on in cycle 9");
}

TEST_CASE("why-chain: what is replayed leads to the load that has read too early",
          "[out_of_order]") {
  // As above: the second addition is in front of the stations in 7 and 8, the load only in 7.
  CHECK(
      path_of(early_read(), small({{"load_store.disambiguation", "predict"}}), {7, 6, ""}) ==
      "micro-op 5 (addi a6, a5, 1) in D, cycles 7 to 8: is replayed behind micro-op 3 (ld a4, "
      "0(a0)), which has read too early\n"
      "1 micro-op 5 (addi a6, a5, 1) is replayed behind micro-op 3 (ld a4, 0(a0)), which has "
      "read too early, cycle 8\n"
      "1 micro-op 3 (ld a4, 0(a0)) has read before micro-op 2.1 (sd a3, 0(a1)), which is older and "
      "writes there, and is replayed, cycle 7\n");
}

TEST_CASE("why-chain: behind retirement is the oldest of those that were done last",
          "[out_of_order]") {
  // The division executes in 3 to 10 and is written in 11; both additions take its result, execute
  // in 11 and are written in 12, and the third one is done from 5 on. All three retire in 13, and
  // the oldest of them has kept the third.
  const isa::Program program = riscv("div t0, a1, a2\naddi t1, t0, 1\naddi t2, t0, 2\n"
                                     "addi t3, a1, 3\n");
  const machine::Machine machine = small({{"reorder_buffer.width", "4"}});
  const std::string path = path_of(program, machine, {8, 4, ""});
  INFO(path);
  CHECK(path.find("micro-op 4 (addi t3, a1, 3) retires behind micro-op 2 (addi t1, t0, 1), in "
                  "program order\n") != std::string::npos);
  CHECK(path.find("micro-op 1 (div t0, a1, a2) executes in mul") != std::string::npos);
}

TEST_CASE("why-chain: a unit at work is not empty, and who was fetched long ago not late",
          "[out_of_order]") {
  // The division executes in 3 to 10.
  const isa::Program program = riscv("div t0, a1, a2\naddi t1, t0, 1\n");
  CHECK(path_of(program, small(), {8, {}, "mul"}) ==
        "micro-op 1 (div t0, a1, a2) in mul, cycles 3 to 10: is at work\n"
        "8 micro-op 1 (div t0, a1, a2) executes in mul, cycles 3 to 10\n");
}
