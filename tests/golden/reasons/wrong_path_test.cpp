// What the right path waits for while fetch is on the wrong one, and what stands empty meanwhile.
// The rules are those of docs/reasons.md and docs/pipelines.md.

#include "golden/lesson.hpp"
#include "golden/mechanism.hpp"
#include "golden/reasons/cells.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>

using namespace stallscope;
using namespace stallscope::golden;
using trace::LedgerPoint;

namespace {

/// What the fetch of an operation has waited for, a line a stretch: "3-7 mispredict 4".
std::string fetch_waits_of(const trace::RunRecord& run, std::uint64_t op) {
  std::string text;
  for (const FetchWait& wait : run.timeline.fetch_waits_of(OpId{op}))
    text += fmt::format("{}-{} {} {}\n", wait.begin.value, wait.end.value - 1,
                        info(wait.cause.why).name, wait.cause.culprit.value);
  return text;
}

std::uint64_t slots_lost(const trace::RunRecord& run, LedgerPoint point, Reason why) {
  return run.ledger.at(point).slots[static_cast<std::size_t>(why)];
}

constexpr const char* kBranchToTheEnd = "add a1, a2, a3\n beq a2, a2, end\n mul a4, a5, a6\n"
                                        "fadd.d f1, f2, f3\n end:\n";

} // namespace

TEST_CASE("wrong path: the place beside a branch that is wrongly predicted taken") {
  // sifive-7 fetches two a cycle, in 2 the branch 3, which is predicted taken and is not. With a
  // perfect predictor 4 is fetched beside it: what the place lacks is lost to the misprediction,
  // and so it is in every stage that it goes through.
  const trace::RunRecord run =
      recorded_run(riscv("add a1, a2, a3\n l: add a4, a2, a3\n bne zero, zero, l\n add a6, a2, a3\n"
                         "add a7, a2, a3\n"),
                   preset("sifive-7"));
  REQUIRE(run.mispredictions == 1);
  for (const Gap& gap : run.timeline.gaps)
    CHECK(gap.cause.why != Reason::fetch_group);
  for (const trace::LedgerPoint point :
       {trace::LedgerPoint::fetch, trace::LedgerPoint::issue, trace::LedgerPoint::retire})
    CHECK(run.ledger.at(point).slots[static_cast<std::size_t>(Reason::mispredict)] == 9);
}

TEST_CASE("reasons: a full branch prediction queue holds up the wrong path only",
          "[out_of_order]") {
  // One entry, which the loop's branch has until it retires. It is predicted not to be taken and
  // executes in 3. The branch of the wrong path finds no entry; the addition of the right path
  // needs none: it comes when the branch is resolved.
  const isa::Program program = riscv("loop: addi t0, t0, -1\n bnez t0, loop\n addi a0, a1, 1\n"
                                     "bnez a0, out\n addi a2, a1, 1\n out: addi a3, a1, 1\n");
  isa::Program twice = program;
  twice.initial_registers.push_back({5, 2}); // t0
  const trace::RunRecord run = recorded_run(
      twice, small({{"branch.predictor", "not_taken"}, {"front_end.branch_queue", "1"}}));
  const OpRow* const again = [&run]() -> const OpRow* {
    for (const OpRow& row : run.timeline.rows)
      if (!row.wrong_path && row.op > OpId{2})
        return &row;
    return nullptr;
  }();
  REQUIRE(again != nullptr);
  const std::string waits = fetch_waits_of(run, again->op.value);
  INFO(waits);
  CHECK(waits.find("mispredict 2") != std::string::npos);
  CHECK(waits.find("branches_full") == std::string::npos);
  // The branch comes round behind that, and finds the entry taken until 2 retires.
  CHECK(gaps_of(run, "F").starts_with("3-4 mispredict 2\n"));
}

TEST_CASE("reasons: a queue full of the wrong path is lost to the branch", "[out_of_order]") {
  // The branch waits for the product; what is fetched behind it fills the fetch queue of two, as
  // the division on the wrong path finds no free station.
  const isa::Program program =
      riscv("div a2, a1, a3\n mul a6, a6, a3\n beq a6, a6, away\n div a4, a1, a1\n div a5, a1, a1\n"
            "div a5, a1, a1\n div a5, a1, a1\n div a5, a1, a1\n away: addi a7, a1, 1\n");
  const trace::RunRecord run =
      recorded_run(program, preset("tomasulo-rob-2", {{"front_end.queue", "2"}}));
  bool waited = false;
  for (const OpRow& row : run.timeline.rows) {
    const std::string waits = row.wrong_path ? "" : fetch_waits_of(run, row.op.value);
    INFO(row.op.value << "\n" << waits);
    for (const FetchWait& wait : run.timeline.fetch_waits_of(row.op)) {
      const OpRow* const culprit = run.timeline.find(wait.cause.culprit);
      CHECK_FALSE((culprit != nullptr && culprit->wrong_path));
      waited = waited || wait.cause == Cause{Reason::mispredict, kNoRegister, OpId{3}};
    }
  }
  CHECK(waited);
}

TEST_CASE("reasons: a miss on the wrong path is lost to the branch, in order") {
  // Lines of two instructions, four cycles from memory. The branch (4) ends its line; that of the
  // wrong path would come in 17, and the branch is resolved in EX in 14.
  const machine::Machine machine =
      preset("mips-5", {{"cache", "[{name = \"I\", serves = \"fetch\", size = 64, ways = 1, "
                                  "line = 8}]"},
                        {"main_memory.latency", "4"},
                        {"branch.resolve", "EX"}});
  isa::Program program = riscv("addi t0, t0, -1\n loop: addi t0, t0, -1\n ld t1, 0(a0)\n"
                               "bnez t0, loop\n fadd.d f1, f2, f3\n fmul.d f4, f1, f2\n",
                               {10});
  program.initial_registers.push_back({5, 3}); // t0
  const trace::RunRecord run = recorded_run(program, machine);
  bool waited = false;
  for (const FetchWait& wait : run.timeline.fetch_waits) {
    const OpRow* const culprit = run.timeline.find(wait.cause.culprit);
    CHECK_FALSE((culprit != nullptr && culprit->wrong_path));
    waited = waited || wait.cause == Cause{Reason::mispredict, kNoRegister, OpId{4}};
  }
  CHECK(waited);
}

TEST_CASE("reasons: nothing is lost to a branch behind which the program ends", "[out_of_order]") {
  // Two are fetched and dispatched behind it, and lost to it. What stands empty then would have
  // stood empty with the branch predicted right, too: the run takes as long.
  const isa::Program program = riscv(kBranchToTheEnd);
  for (const char* name : {"csapp-haswell", "ooo-4", "tomasulo-rob-1"}) {
    INFO(name);
    const trace::RunRecord run = recorded_run(program, preset(name));
    CHECK(run.mispredictions == 1);
    CHECK(slots_lost(run, LedgerPoint::fetch, Reason::mispredict) <= 2);
    CHECK(slots_lost(run, LedgerPoint::issue, Reason::mispredict) <= 2);
    CHECK(slots_lost(run, LedgerPoint::retire, Reason::mispredict) == 0);
    CHECK(gaps_of(run, "C").find("mispredict") == std::string::npos);
  }
  // tomasulo does not guess; no operation is there to wait until the branch is decided.
  const trace::RunRecord waits = recorded_run(program, preset("tomasulo"));
  for (const LedgerPoint point : waits.ledger.points())
    CHECK(slots_lost(waits, point, Reason::control) == 0);
  CHECK(gaps_of(waits, "F") == "3-4 drain 0\n");
}

TEST_CASE("reasons: the end of the program is final", "[out_of_order]") {
  // csapp-haswell: loads read too early, and are thrown back with all behind them. The addition is
  // not, from its last execution on: no micro-op comes again for the units that only it could use.
  const trace::RunRecord run = recorded_run(
      riscv("sd a1, 0(a0)\n ld a2, 0(a0)\n addi a2, a2, 1\n sd a2, 8(a0)\n lw a3, 12(a0)\n"
            "ld a4, 8(a0)\n sw a3, 16(a0)\n ld a5, 16(a0)\n",
            {10}),
      preset("csapp-haswell"));
  bool ended = false;
  for (const char* unit : {"p0", "p1", "p5"}) {
    const std::string gaps = gaps_of(run, unit);
    INFO(unit << "\n" << gaps);
    const std::size_t end = gaps.find("drain");
    REQUIRE(end != std::string::npos);
    CHECK(gaps.find('\n', end) == gaps.size() - 1);
    ended = true;
  }
  CHECK(ended);
}

TEST_CASE("reasons: behind a branch a full station is said as long as it would have been full",
          "[out_of_order]") {
  // tomasulo: both multipliers' stations are taken until the first product is written in 12. The
  // division behind the branch could be dispatched in 13 and begin in 14, whatever the branch does,
  // which executes in 13 and is written in 14. So 13 is the station's, and 14 the branch's.
  const isa::Program behind = riscv("mul a3, a5, a4\n fmul.d f4, f1, f1\n beq a3, a1, L\n nop\n"
                                    "L: fdiv.d f6, f6, f1\n");
  const trace::RunRecord decided = recorded_run(behind, preset("tomasulo"));
  CHECK(gaps_of(decided, "Mult").find("\n13-13 station_full 1\n14-14 control 3\n") !=
        std::string::npos);
  // tomasulo-rob-1: the one station of the loads is given up in 13 by the third of them.
  const isa::Program predicted =
      riscv("add a1, a2, a3\n ld a4, 0(a0)\n ld a5, 8(a0)\n ld a6, 16(a0)\n mul a3, a5, a4\n"
            "beq a3, zero, L\n nop\n L: ld a7, 24(a0)\n add a2, a7, a1\n",
            {10});
  const trace::RunRecord run =
      recorded_run(predicted, preset("tomasulo-rob-1", {{"station.load.entries", "1"}}));
  const std::string loads = gaps_of(run, "Load");
  INFO(loads);
  CHECK(loads.find("\n13-14 station_full 4\n") != std::string::npos);
}

TEST_CASE("reasons: between two cycles lost to a branch none is lost to nothing",
          "[out_of_order]") {
  // The whole wrong path has been dispatched in the cycle before the branch is resolved: what would
  // have come in its place is missing in that one, too.
  const trace::RunRecord run =
      recorded_run(riscv("beq a2, a2, away\n ld t3, 0(a0)\n ld t4, 0(a0)\n away: addi t0, a1, 1\n"
                         "addi t1, a1, 1\n addi t2, a1, 1\n"),
                   small({{"branch.predictor", "not_taken"}}));
  const std::string gaps = gaps_of(run, "alu2");
  INFO(gaps);
  const std::size_t lost = gaps.find("mispredict 1");
  REQUIRE(lost != std::string::npos);
  CHECK(gaps.find("idle", lost) == std::string::npos);
}

TEST_CASE(
    "reasons: what fetch goes on with behind a misprediction is late as what it has begun with",
    "[out_of_order]") {
  // Two are fetched a cycle. The product is fetched a cycle behind the redirect: its unit is empty
  // for the misprediction in that cycle and the one before, as in those around them.
  const trace::RunRecord run = recorded_run(
      riscv("beq a2, a2, away\n addi t3, a1, 1\n addi t4, a1, 1\n away: addi t0, a1, 1\n"
            "addi t1, a1, 1\n mul t2, a1, a1\n addi t2, a1, 1\n"),
      small({{"branch.predictor", "not_taken"}, {"front_end.cycles", "3"}}));
  const std::string gaps = gaps_of(run, "mul");
  INFO(gaps);
  const std::size_t lost = gaps.find("mispredict 1");
  REQUIRE(lost != std::string::npos);
  CHECK(gaps.find("mispredict 1", lost + 1) == std::string::npos); // without a break
}

TEST_CASE("reasons: a fused pair takes the fetch places that the machine says", "[out_of_order]") {
  // The branch waits for two products and is mispredicted. Behind it come three loads and a pair.
  // Where the pair takes one place of four, it is fetched with them and fuses: then a port for
  // branches alone has a use for it, and p1 has none until the return comes, whose addition could
  // use it. Where it takes two, the comparison comes alone, which p1 executes.
  const Result<isa::Program> program = isa::assemble(
      isa::Isa::x86, "pair.s",
      "f:\n imulq %rbx, %rax\n imulq %rbx, %rax\n testq %rax, %rax\n je .L2\n movl $1, %edx\n"
      " movl $2, %ecx\n ret\n.L2:\n movq (%rdi), %r8\n movq 8(%rdi), %r9\n movq 16(%rdi), %r10\n"
      " cmpq %rbx, %rsi\n jne .L3\n ret\n.L3:\n ret\n");
  REQUIRE(program);
  const auto begins = [&program](const char* once) {
    machine::Machine machine =
        machine::load_machine("csapp-haswell", {{"branch.predictor", "not_taken"},
                                                {"front_end.pairs_count_once", once}})
            .value();
    machine.undeclared = isa::Undeclared::zero;
    const std::string gaps = gaps_of(recorded_run(*program, machine), "p1");
    const std::size_t at = gaps.find(" mispredict");
    REQUIRE(at < gaps.size());
    const std::size_t line = gaps.rfind('\n', at) + 1; // npos + 1 is 0
    return std::stoi(gaps.substr(line));
  };
  CHECK(begins("false") == 26);
  CHECK(begins("true") == 28);
}

TEST_CASE("wrong path: in the cycle in which it is discarded no operation waits for it",
          "[out_of_order]") {
  // ooo-4: the branch 6 is decided in 12, in br, and those behind it are discarded in 13: the
  // multiplications 9 and 10 wait for 3 and for each other, 11 and 12 for those, and what could
  // have been chosen in 12 would have come to its unit in 13. Until 12 that is why units are empty,
  // and from 13 on the misprediction is.
  const isa::Program program = riscv("li a0, 3\n ld a1, 0(sp)\n div a2, a1, a0\n bnez a2, x\n"
                                     "mul a3, a2, a2\n beqz a1, x\n add a4, a3, a3\n"
                                     "mul a4, a3, a3\n ld a5, 0(a4)\n add a6, a5, a4\n"
                                     "x: add a7, a1, a1\n mul s1, a7, a7\n");
  const trace::RunRecord run =
      recorded_run(program, preset("ooo-4", {{"main_memory.warm", "true"}}));
  const OccupancyTable table = occupancy_table(run.timeline, Cycle{1}, run.timeline.end_cycle);
  std::size_t discarded = 0;
  for (const OpRow& row : run.timeline.rows)
    discarded += row.flushed ? 1 : 0;
  CHECK(discarded > 0);
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (const TableCell& cell : table.rows[r])
      if (const OpRow* culprit = run.timeline.find(cell.gap.culprit);
          cell.occupants.empty() && culprit != nullptr && culprit->flushed)
        CHECK(r + 1 < culprit->end.value);
}
