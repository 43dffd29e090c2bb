// Order of writes and ends when operations take different times.

#include "unit/core/core_testing.hpp"

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;
using isa::Isa;

namespace {

/// Four stages, loads and stores with 6 cycles in the execute stage, two units.
machine::Machine memory_in_execute(std::string_view waw) {
  return machine_from(
      fmt::format("name = \"m\"\n[pipeline]\nstages = [\n"
                  "  {{ name = \"IF\", does = [\"fetch\", \"decode\"] }},\n"
                  "  {{ name = \"RD\", does = [\"read\"] }},\n"
                  "  {{ name = \"EX\", does = [\"execute\", \"memory\"] }},\n"
                  "  {{ name = \"WB\", does = [\"write\"] }},\n]\n"
                  "[[unit]]\nname = \"alu\"\noperations = [\"integer\", \"control\"]\n"
                  "[[unit]]\nname = \"mem\"\noperations = [\"memory\"]\n"
                  "[hazards]\nwaw = \"{}\"\n[memory]\ndata_latency = 6\n",
                  waw));
}

} // namespace

TEST_CASE("WAW behind a slow access in the execute stage: the younger write waits") {
  for (const char* rule : {"any", "overtake"}) {
    INFO(rule);
    const Run run(assembled(Isa::tac, ".mem 8 = 42\nx = mem[8]\nx = 1\n"), memory_in_execute(rule));
    CHECK(run.held(2).why == Reason::waw);
    CHECK(run.held(2).culprit == OpId{1});
    CHECK(run.enters(1, "WB") < run.enters(2, "WB"));
    CHECK(run.same_registers());
  }
}

TEST_CASE("WAW overtake: an independent result does pass the slow access") {
  const Run run(assembled(Isa::tac, ".mem 8 = 42\nx = mem[8]\ny = 1\n"),
                memory_in_execute("overtake"));
  CHECK(run.enters(2, "WB") < run.enters(1, "WB"));
  CHECK(run.same_registers());
}

TEST_CASE("operations leave a stage that accesses memory and writes registers in order") {
  // Both enter the last stage together; the load takes 3 cycles there.
  const Run run(assembled(Isa::tac, ".mem 8 = 42\nx = mem[8]\nx = 1\n"),
                machine_from("name = \"m\"\n[pipeline]\nstages = [\n"
                             "  { name = \"IF\", does = [\"fetch\", \"read\"] },\n"
                             "  { name = \"EX\", does = [\"execute\"] },\n"
                             "  { name = \"MW\", does = [\"memory\", \"write\"] },\n]\nwidth = 2\n"
                             "[[unit]]\nname = \"alu\"\ncount = 2\noperations = [\"any\"]\n"
                             "[memory]\ndata_latency = 3\n"));
  CHECK(run.enters(1, "MW") == run.enters(2, "MW"));
  CHECK(run.timeline.find(OpId{1})->end <= run.timeline.find(OpId{2})->end);
  CHECK(run.held(2).why == Reason::memory_latency);
  CHECK(run.held(2).culprit == OpId{1});
  CHECK(run.same_registers());
}

TEST_CASE("a store does not block the stage its own data must pass") {
  // The product takes 5 cycles; the store's address is ready at once, its data are forwarded to
  // MEM, two stages behind the units.
  const Run run(
      assembled(Isa::tac, ".mem 8 = 0\na = 6\nx = a * 7\nmem[8] = x\n"),
      machine_from("name = \"m\"\n[pipeline]\nstages = [\n"
                   "  { name = \"IF\", does = [\"fetch\", \"read\"] },\n"
                   "  { name = \"EX\", does = [\"execute\"] },\n"
                   "  { name = \"AG\", does = [] },\n"
                   "  { name = \"MEM\", does = [\"memory\"] },\n"
                   "  { name = \"WB\", does = [\"write\"] },\n]\n"
                   "[forwarding]\npaths = [\"EX->EX\", \"AG->MEM\", \"MEM->MEM\"]\n"
                   "[[unit]]\nname = \"alu\"\noperations = [\"integer\", \"memory\"]\n"
                   "[[unit]]\nname = \"mul\"\noperations = [\"multiply\"]\nlatency = 5\n"));
  CHECK(run.state->stop == StopReason::end);
  CHECK(run.held(3).why == Reason::raw);
  CHECK(run.held(3).culprit == OpId{2});
  CHECK(run.state->arch.memory == run.reference.state.memory);
}

TEST_CASE(
    "WAW: what waits in its unit for the late ALU is not overtaken, though all units are short") {
  // IF RD EX LA MEM WB, two a cycle. The load: IF 1, MEM 5. Its user issues late in 4 and waits in
  // EX in 5 for what the load brings to LA in 6; the constant issues with it and could leave in 5.
  const Run run(assembled(Isa::tac, ".mem 8 = 42\nx = mem[8]\na = x + 1\na = 5\n"),
                machine_from("name = \"m\"\n[pipeline]\nstages = [\n"
                             "  { name = \"IF\", does = [\"fetch\", \"decode\"] },\n"
                             "  { name = \"RD\", does = [\"read\"] },\n"
                             "  { name = \"EX\", does = [\"execute\"] },\n"
                             "  { name = \"LA\", does = [] },\n"
                             "  { name = \"MEM\", does = [\"memory\"] },\n"
                             "  { name = \"WB\", does = [\"write\"] },\n]\nwidth = 2\n"
                             "[forwarding]\npaths = [\"EX->EX\", \"MEM->LA\"]\n"
                             "[[unit]]\nname = \"alu\"\ncount = 2\noperations = [\"any\"]\n"
                             "[late_alu]\nstage = \"LA\"\noperations = [\"integer\"]\n"));
  CHECK(run.enters(2, "LA") == 6);
  CHECK(run.held(3).why == Reason::waw);
  CHECK(run.held(3).culprit == OpId{2});
  CHECK(run.enters(3, "LA") == 6);
  CHECK(run.same_registers());
}
