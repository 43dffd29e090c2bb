// Chains from a cell to its root, and what the edges of a critical path are said to save.

#include "session/critical_path.hpp"
#include "session/what_if.hpp"
#include "trace/render.hpp"
#include "unit/session/session_testing.hpp"

#include <algorithm>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

std::vector<std::string> sentences(const std::vector<trace::PathLink>& links,
                                   const trace::RunRecord& run) {
  std::vector<std::string> texts;
  for (const trace::PathLink& link : links)
    texts.push_back(trace::link_sentence(link, run));
  return texts;
}

CellAnswer chain_of(const isa::Program& program, const machine::Machine& machine,
                    std::uint64_t cycle, std::string lane) {
  CellAnswer answer = why_chain(program, machine, {}, {cycle, std::nullopt, std::move(lane), {}});
  INFO(answer.problem);
  REQUIRE(answer.chain);
  return answer;
}

} // namespace

TEST_CASE("why chain: a stage that is empty behind fetch leads to the branch") {
  // Patterson and Hennessy, section 4.8: the branch is decided in ID in cycle 4, in which the `and`
  // is fetched, and the `lw` from the target in cycle 5. ID is empty in cycle 5, EX in cycle 6.
  const isa::Program program =
      assembled(isa::Isa::mips, "addi $7, $sp, -82\nsub $10, $4, $8\nbeq $1, $3, target\n"
                                "and $12, $2, $5\nor $13, $2, $6\nadd $14, $4, $2\n"
                                "slt $15, $6, $7\ntarget: lw $4, 50($7)\n");
  const machine::Machine machine = preset("mips-5");
  const CellAnswer in_id = chain_of(program, machine, 5, "ID");
  CHECK(sentences(in_id.chain->links, in_id.run) ==
        std::vector<std::string>{"instruction 5 (lw $a0, 50($a3)) is in IF, cycle 5"});
  // With the decision it can be fetched: no cycle lies between.
  const std::string fetch = "instruction 5 (lw $a0, 50($a3)) is fetched late: fetch was on the "
                            "wrong path behind instruction 3 (beq $at, $v1, target)";
  const std::string branch = "instruction 3 (beq $at, $v1, target) is in ID, cycle 4";
  CHECK(sentences(in_id.chain->before, in_id.run) == std::vector<std::string>{fetch, branch});
  const CellAnswer in_ex = chain_of(program, machine, 6, "EX");
  CHECK(sentences(in_ex.chain->links, in_ex.run) ==
        std::vector<std::string>{"instruction 5 (lw $a0, 50($a3)) is in ID, cycle 6"});
  CHECK(
      sentences(in_ex.chain->before, in_ex.run) ==
      std::vector<std::string>{"instruction 5 (lw $a0, 50($a3)) is in IF, cycle 5", fetch, branch});
  CHECK(in_ex.chain->whole().back().op == OpId{3});
  // The last instruction has come: nothing is waited for.
  CHECK(chain_of(program, machine, 8, "IF").chain->before.empty());
}

TEST_CASE("critical path: the execution of a store is shortened by a store that executes faster") {
  const isa::Program program = assembled(
      isa::Isa::riscv, "li t0, 4096\nsw t0, 0(t0)\nsw t0, 4(t0)\nsw t0, 8(t0)\nsw t0, 12(t0)\n");
  const machine::Machine machine = preset("ooo-4", {"port.std.latency=9"});
  const CriticalPathReport report = critical_path(program, machine, {});
  unsigned of_store = 0;
  for (const CriticalEdge& edge : report.top)
    if (edge.verified && edge.edge.kind == trace::EdgeKind::work && edge.edge.cycles > 1) {
      INFO(edge.sentence << ": " << edge.verified->title);
      CHECK_FALSE(contains(edge.verified->title, "load"));
      CHECK_FALSE(contains(edge.verified->title, "memory"));
      of_store += contains(edge.sentence, "store data) executes in std") ? 1 : 0;
    }
  CHECK(of_store == 1);
  const WhatIfReport changes = what_if(program, machine, {});
  const auto faster = std::find_if(changes.changes.begin(), changes.changes.end(),
                                   [](const WhatIf& one) { return one.name == "fast_store"; });
  REQUIRE(faster != changes.changes.end());
  // 9 cycles become 1 for the last store, behind which nothing is done.
  CHECK(faster->cycles_saved == 8);
  CHECK(faster->settings == std::vector<std::string>{"port.std.latencies.store_data=1"});
}

TEST_CASE("why chain: a unit that is empty behind a misprediction leads to its decision") {
  // The branch waits for the division. When it has executed, fetch goes on: that it is written and
  // retires afterwards is no part of the chain.
  const isa::Program program =
      assembled(isa::Isa::riscv, "li a0, 64\nli a1, 3\ndiv a2, a0, a1\nbnez a2, y\naddi a3, a3, 1\n"
                                 "addi a4, a4, 1\ny: addi a6, a6, 1\n");
  const machine::Machine machine = preset("ooo-4");
  RunOptions options;
  options.record = true;
  const trace::RunRecord run = run_program(program, machine, options);
  const OpRow* const branch = run.timeline.find(OpId{4});
  REQUIRE(branch != nullptr);
  Cycle executed;
  for (const Span& span : run.timeline.spans_of(*branch))
    if (run.timeline.lanes[span.lane].is_unit)
      executed = span.end;
  const CellAnswer answer = chain_of(program, machine, executed.value + 1, "alu2");
  REQUIRE(answer.chain->cause.why == Reason::mispredict);
  bool leads_there = false;
  for (const trace::PathLink& link : answer.chain->whole()) {
    INFO(trace::link_sentence(link, answer.run));
    if (link.op == OpId{4})
      CHECK(link.end <= executed);
    leads_there |= link.op == OpId{4} && link.end == executed;
  }
  CHECK(leads_there);
}

TEST_CASE("critical path: without a reorder buffer no micro-op is written behind an older one") {
  // scoreboard: the fadd.d executes in Add to 4 and is written in 5; the division of `a4` ends the
  // run in 47, and reads nothing of it.
  RunOptions options;
  options.record = true;
  const trace::RunRecord run =
      run_program(assembled(isa::Isa::riscv, "fadd.d fa0, fa1, fa2\nadd a1, a2, a3\n"
                                             "div a4, a1, a1\n"),
                  preset("scoreboard"), options);
  const trace::RunGraph graph(run);
  for (const trace::PathEdge& edge : graph.edges())
    CHECK(edge.kind != trace::EdgeKind::retire);
  // The sum is there in 5, and would do for the end of the run in 47.
  const std::vector<std::uint64_t> slacks = graph.slacks();
  for (std::size_t i = 0; i < slacks.size(); ++i)
    if (const trace::PathEdge& edge = graph.edges()[i];
        edge.kind == trace::EdgeKind::work && graph.nodes()[edge.to].op == OpId{1} &&
        edge.lane != kNoLane && run.timeline.lanes[edge.lane].name == "Add")
      CHECK(slacks[i] == 42);
  CHECK(run.cycles == 47);
}

TEST_CASE("critical path: the width of retirement limits the slack in front of it") {
  struct {
    const char* text;
    const char* machine;
    OpId division;
    const char* unit;
    const char* longer; // key of its latency in cycles
    unsigned latency;
    unsigned slack;
  } const cases[] = {
      // Micro-op 3 retires in 47, one a cycle behind it, of which 9 has executed just in time: no
      // wait of it says that 8 retires in the cycle before.
      {"ld a1, 8(sp)\nld a0, 8(sp)\ndiv a2, a3, a0\nfmul.d fa1, fa2, fa2\nadd a4, a3, a0\n"
       "fmul.d fa1, fa2, fa0\nmul a1, a3, a3\nadd a1, a3, a1\nfmul.d fa0, fa1, fa1\nnop\n",
       "tomasulo-rob-1", OpId{3}, "Mult", "port.Mult.latencies.divide", 40, 0},
      // Micro-op 2 retires in 23 with seven others, the ninth behind it in 24 at the earliest; four
      // cycles later it would make the last four retire in 28.
      {"addi a3, a3, 1\nfdiv.d fa2, fa1, fa1\nmul a4, a2, a0\nsd a0, 8(sp)\nadd a4, a3, a0\n"
       "ld a2, 8(sp)\nsd a0, 8(sp)\nadd a0, a2, a0\nfmul.d fa0, fa1, fa0\nmul a2, a1, a0\nnop\n",
       "ooo-8", OpId{2}, "fx", "port.fx.latencies.fp_divide", 13, 3},
  };
  for (const auto& one : cases) {
    INFO(one.machine);
    const isa::Program program = assembled(isa::Isa::riscv, one.text);
    machine::Machine machine = preset(one.machine);
    machine.caches.warm = !machine.caches.levels.empty();
    RunOptions options;
    options.record = true;
    const trace::RunRecord run = run_program(program, machine, options);
    const trace::RunGraph graph(run);
    const std::vector<std::uint64_t> slacks = graph.slacks();
    std::size_t executing = slacks.size();
    for (std::size_t i = 0; i < slacks.size(); ++i)
      if (const trace::PathEdge& edge = graph.edges()[i];
          edge.kind == trace::EdgeKind::work && graph.nodes()[edge.to].op == one.division &&
          edge.lane != kNoLane && run.timeline.lanes[edge.lane].name == one.unit)
        executing = i;
    REQUIRE(executing < slacks.size());
    CHECK(slacks[executing] == one.slack);
    const auto cycles_with = [&](unsigned more) {
      const auto setting =
          machine::parse_setting(fmt::format("{}={}", one.longer, one.latency + more)).value();
      const auto changed = machine::parse_machine(machine.name, machine::dump(machine), {setting});
      return run_program(program, changed.value(), options).cycles;
    };
    CHECK(cycles_with(one.slack) == run.cycles);
    CHECK(cycles_with(one.slack + 1) == run.cycles + 1);
  }
}

TEST_CASE("critical path: a unit that executes everything in its stage is made faster") {
  // picorv32 divides in 38 cycles, and multiplies fp_divide, for which it has no unit, as that.
  for (const char* text :
       {"lw a0, 64(sp)\ndiv a1, a1, a2\n", "lw a0, 64(sp)\nfdiv.d fa1, fa1, fa2\n"}) {
    const isa::Program program = assembled(isa::Isa::riscv, text);
    machine::Machine machine = preset("picorv32");
    CHECK(machine::assume_units(machine, program).size() < 2);
    const CriticalPathReport report = critical_path(program, machine, {});
    REQUIRE_FALSE(report.top.empty());
    const CriticalEdge& first = report.top.front();
    INFO(first.sentence);
    CHECK(first.edge.cycles == 38);
    REQUIRE(first.verified);
    CHECK(first.verified->cycles_saved == 37);
    // The settings do the same to the machine of the file.
    std::vector<machine::Setting> settings;
    for (const std::string& one : first.verified->settings)
      settings.push_back(machine::parse_setting(one).value());
    machine::Machine changed = machine::with_settings(preset("picorv32"), settings).value();
    CHECK(machine::assume_units(changed, program).size() < 2);
    CHECK(run_program(program, changed, {}).cycles + 37 == report.run.cycles);
  }
}

TEST_CASE("why chain: in order a stage that an interlock left empty leads to the producer") {
  // mips-5 without forwarding: 2 waits in ID until 1 is in WB, cycle 5, and passes EX in 6 and MEM
  // in
  // 7. EX is empty in 4 and 5, WB in 6 and 7.
  const isa::Program program =
      assembled(isa::Isa::riscv, "mul a1, a2, a2\nadd a3, a1, a1\nadd a4, a3, a1\n");
  const CellAnswer answer = chain_of(program, preset("mips-5-no-forwarding"), 6, "WB");
  CHECK(sentences(answer.chain->links, answer.run) ==
        std::vector<std::string>{"instruction 2 (add a3, a1, a1) is in MEM, cycle 7",
                                 "instruction 2 (add a3, a1, a1) executes in EX, cycle 6"});
  CHECK(sentences(answer.chain->before, answer.run) ==
        std::vector<std::string>{"instruction 2 (add a3, a1, a1) waits for a1 from instruction 1 "
                                 "(mul a1, a2, a2), until cycle 5",
                                 "instruction 1 (mul a1, a2, a2) is in WB, cycle 5",
                                 "instruction 1 (mul a1, a2, a2) is in MEM, cycle 4"});
}

TEST_CASE("critical path: the cycle of a write is what bypassed results save") {
  // Tomasulo with a common data bus: each multiplication executes for 10 cycles and is written in
  // one, which those behind it wait for: two such cycles of the path, that of the last ends the
  // run.
  const isa::Program program =
      assembled(isa::Isa::riscv, "mul a1, a2, a2\nmul a3, a1, a1\nmul a4, a3, a3\n");
  for (const char* name : {"tomasulo", "tomasulo-rob-1"}) {
    INFO(name);
    const CriticalPathReport report = critical_path(program, preset(name), {});
    bool found = false;
    for (const CriticalEdge& edge : report.top)
      if (edge.verified &&
          edge.verified->settings == std::vector<std::string>{"results.wakeup=bypass"}) {
        found = true;
        CHECK(edge.verified->cycles_saved == 2);
        CHECK(report.run.timeline.lanes[edge.edge.lane].name == "W");
      }
    CHECK(found);
  }
}

TEST_CASE("what if: speculation needs renaming on a scoreboard") {
  // The beq reads the product, written in 12, and is decided in 15; the second mul is fetched
  // then, and with speculation when the beq executes at the latest.
  const isa::Program program =
      assembled(isa::Isa::riscv, "mul a1, a2, a2\nbeq a1, a2, x\nx: mul a3, a2, a2\n");
  const WhatIfReport report = what_if(program, preset("scoreboard"), {});
  CHECK(report.base.cycles == 28);
  const auto found = std::find_if(report.changes.begin(), report.changes.end(),
                                  [](const WhatIf& one) { return one.name == "speculation"; });
  REQUIRE(found != report.changes.end());
  CHECK(found->cycles == 18);
  CHECK(found->settings == std::vector<std::string>{"rename.scheme=tags",
                                                    "reorder_buffer.entries=64",
                                                    "branch.predictor=perfect"});
}
