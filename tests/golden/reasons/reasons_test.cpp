// Reasons and culprits that were wrong, each with the smallest program that shows it.

#include "golden/lesson.hpp"
#include "golden/mechanism.hpp"
#include "golden/reasons/cells.hpp"
#include "session/explain.hpp"
#include "session/runner.hpp"
#include "timeline/occupancy_table.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

namespace {

Timeline timeline_when_run(const isa::Program& program, const machine::Machine& machine) {
  session::RunOptions options;
  options.record = true;
  return session::run_program(program, machine, options).timeline;
}

/// What an operation is held for, one after the other.
std::vector<Cause> held(const Timeline& timeline, std::uint64_t op) {
  std::vector<Cause> causes;
  const OpRow* row = timeline.find(OpId{op});
  REQUIRE(row != nullptr);
  for (const Span& span : timeline.spans_of(*row))
    if (span.cause.why != Reason::none)
      causes.push_back(span.cause);
  return causes;
}

/// The reasons for which a lane stands empty, by name, but for the beginning and the end of a run.
std::set<std::string> empty(const Timeline& timeline, std::string_view lane) {
  std::set<std::string> found;
  const OccupancyTable table = occupancy_table(timeline, Cycle{1}, timeline.end_cycle);
  for (const auto& row : table.rows)
    for (std::size_t l = 0; l < table.lanes.size(); ++l)
      if (const Cause& gap = row[l].gap; table.lanes[l].name == lane && row[l].occupants.empty() &&
                                         gap.why != Reason::fill && gap.why != Reason::drain &&
                                         gap.why != Reason::none)
        found.insert(gap.culprit ? fmt::format("{} {}", info(gap.why).name, gap.culprit.value)
                                 : std::string(info(gap.why).name));
  return found;
}

/// A lane that is idle for the whole of a run.
std::string run_of_idle(const trace::RunRecord& run) {
  return fmt::format("1-{} idle 0\n", run.timeline.end_cycle.value - 1);
}

} // namespace

TEST_CASE("reasons: of two operands that are missing the last one to come is named") {
  // Of a dual-issue core with one memory pipe, the loads issue one behind the other, and so come
  // their values: the second is what the addition waits for, whichever operand it is.
  for (const char* addition : {"add a3, a1, a2", "add a3, a2, a1"}) {
    INFO(addition);
    const Lesson lesson = run_lesson(Isa::riscv, "sifive-7",
                                     fmt::format("ld a1, 0(sp)\nld a2, 8(sp)\n{}\n", addition));
    const std::vector<Cause> causes = held(lesson.run.timeline, 3);
    REQUIRE_FALSE(causes.empty());
    CHECK(causes.back() == Cause{Reason::raw, 12, OpId{2}});
  }
}

TEST_CASE("reasons: of two loads in a row the second comes last, behind the miss of the first") {
  // mips-5-cache: the first load misses in MEM, and the second stands in EX behind it, so that its
  // value comes behind that of the first in any case: it is what the addition waits for, from the
  // first cycle on, whichever operand it is, and whether or not it is in the same line.
  for (const char* addition : {"add a3, a1, a2", "add a3, a2, a1"})
    for (const char* second : {"8", "64"}) {
      INFO(addition << ", " << second);
      const Lesson lesson =
          run_lesson(Isa::riscv, On("mips-5-cache").rv32(),
                     fmt::format("lw a1, 0(sp)\nlw a2, {}(sp)\n{}\n", second, addition));
      CHECK(held(lesson.run.timeline, 3) == std::vector<Cause>{{Reason::raw, 12, OpId{2}}});
    }
}

TEST_CASE("reasons: the last of two results that stations wait for is named as soon as it is known",
          "[out_of_order]") {
  // The division executes until long behind the multiplication. Both execute by the time the sums
  // have come to their stations.
  for (const char* sum : {"add a5, a3, a4", "add a5, a4, a3"}) {
    INFO(sum);
    const Timeline timeline = timeline_when_run(
        riscv(fmt::format("div a3, a1, a2\nmul a4, a1, a2\naddi t0, a1, 1\n{}\n", sum)),
        preset("tomasulo"));
    const std::vector<Cause> causes = held(timeline, 4);
    REQUIRE_FALSE(causes.empty());
    for (const Cause& cause : causes)
      CHECK(cause == Cause{Reason::raw, 13, OpId{1}});
  }
}

TEST_CASE("reasons: the culprit of a full station is the micro-op that leaves it",
          "[out_of_order]") {
  // Two stations in front of the multiplier: the division takes 40 cycles, the multiplication 10,
  // which gives its station up first, to the second multiplication in the cycle behind its write.
  const Timeline timeline = timeline_when_run(
      riscv("div a3, a1, a2\nmul a4, a1, a2\nmul a5, a1, a2\n"), preset("tomasulo"));
  const std::vector<Cause> causes = held(timeline, 3);
  REQUIRE_FALSE(causes.empty());
  for (const Cause& cause : causes)
    CHECK(cause == Cause{Reason::station_full, kNoRegister, OpId{2}});
}

TEST_CASE("reasons: a unit is empty because of the operations that could use it",
          "[out_of_order]") {
  // Additions wait for a load. The multiplier has nothing to do with that.
  const Timeline loads = timeline_when_run(riscv("fld fa0, 0(sp)\nfadd.d fa1, fa0, fa0\n"
                                                 "fadd.d fa2, fa1, fa1\n"),
                                           preset("tomasulo"));
  CHECK(empty(loads, "Mult") == std::set<std::string>{"idle"});
  CHECK(empty(loads, "Add").contains("raw 1"));
  // A division, and additions that wait for it: no micro-op in flight could use the units for
  // floating point, for branches and for loads.
  const Timeline division =
      timeline_when_run(riscv("div a3, a1, a2\nadd a4, a3, a1\nadd a5, a4, a1\n"), preset("ooo-4"));
  unsigned idle = 0;
  for (const Lane& lane : division.lanes)
    if (lane.is_unit)
      idle += empty(division, lane.name) == std::set<std::string>{"idle"} ? 1 : 0;
  CHECK(idle >= 4);
}

TEST_CASE("reasons: nothing waits for a branch at the end of the program", "[out_of_order]") {
  const isa::Program program = riscv("addi a1, a0, 1\nbeq a1, a0, away\naway:\n");
  for (const char* name : {"scoreboard", "tomasulo"}) {
    INFO(name);
    session::RunOptions options;
    options.record = true;
    const trace::RunRecord run = session::run_program(program, preset(name), options);
    for (const Gap& gap : run.timeline.gaps)
      CHECK(gap.cause.why != Reason::control);
    for (const trace::LedgerAccount& account : run.ledger.accounts)
      CHECK(account.slots[static_cast<std::size_t>(Reason::control)] == 0);
  }
}

TEST_CASE("reasons: an operation behind a held one does not wait for its operand") {
  // The addition waits for $t1 in ID. The store, which does not read it, is behind the addition.
  const Lesson lesson = check_timeline(Isa::mips, "mips-5", R"(
    lw  $t1, 0($sp)   | IF ID EX MEM WB
    add $t2, $t1, $t1 | .  IF ID RAW EX  MEM WB
    sw  $t2, 4($sp)   | .  .  IF FULL ID EX  MEM WB
  )");
  CHECK(held(lesson.run.timeline, 2) == std::vector<Cause>{{Reason::raw, 9, OpId{1}}});
  CHECK(held(lesson.run.timeline, 3) ==
        std::vector<Cause>{{Reason::stage_full, kNoRegister, OpId{2}}});
  // The ledger charges the root cause: two slots of fetch and issue, to $t1.
  CHECK(lesson.lost_issue_slots(Reason::raw) == 1);
  CHECK(lesson.lost_issue_slots(Reason::stage_full) == 0);
}

TEST_CASE("reasons: units for floating point have nothing to do in a program without any") {
  const Lesson lesson = run_lesson(Isa::mips, "mips-5-fp", R"(
          .reg $t0, 3
    loop: addi $t0, $t0, -1
          bne  $t0, $zero, loop
  )");
  CHECK(lesson.run.mispredictions > 0);
  for (const Lane& lane : lesson.run.timeline.lanes)
    if (lane.is_unit && lane.name != "EX") {
      INFO(lane.name);
      CHECK(empty(lesson.run.timeline, lane.name) == std::set<std::string>{"idle"});
    }
}

TEST_CASE("reasons: nothing is lost to a branch behind which the program has ended") {
  // The branch goes to the end of the program and was predicted not to: what is fetched behind it
  // is discarded, and nothing would have come in its place.
  const Lesson lesson = run_lesson(Isa::mips, "mips-5", R"(
         beq  $zero, $zero, end
         addi $t1, $zero, 1
         addi $t2, $zero, 2
         addi $t3, $zero, 3
    end:
  )");
  CHECK(lesson.run.mispredictions == 1);
  for (const Gap& gap : lesson.run.timeline.gaps)
    CHECK((gap.cause.why == Reason::fill || gap.cause.why == Reason::drain));
}

TEST_CASE("reasons: a place that stays free beside an operation has its reason") {
  // The second instruction of the pair waits in ID for the first, which is in EX alone: the other
  // place of EX is free in cycle 3 for the same reason, and that of MEM in cycle 4.
  const Lesson lesson = run_lesson(Isa::mips, "dual-5", R"(
    add $t1, $t2, $t3
    add $t4, $t1, $t1
  )");
  const Timeline& timeline = lesson.run.timeline;
  const OccupancyTable table = occupancy_table(timeline, Cycle{1}, timeline.end_cycle);
  const auto cell = [&](std::uint64_t cycle, std::string_view lane) -> const TableCell& {
    std::size_t at = 0;
    while (timeline.lanes.at(at).name != lane)
      ++at;
    return table.rows.at(cycle - 1).at(at);
  };
  const Cause waits{Reason::raw, 9, OpId{1}};
  CHECK(held(timeline, 2) == std::vector<Cause>{waits});
  CHECK(cell(3, "EX").occupants.size() == 1);
  CHECK(cell(3, "EX").gap == waits);
  CHECK(cell(4, "MEM").occupants.size() == 1);
  CHECK(cell(4, "MEM").gap == waits);
  CHECK(lesson.lost_issue_slots(Reason::raw) == 1);
}

TEST_CASE("reasons: behind the units it is said of who would have come out of them") {
  // sifive-7: the load is issued in 5, and the multiplication behind it waits in D2 for fa4 in 5 to
  // 7, when the load passes M2. Without that it would be in FD1 to FD7 in 5 to 11 and in M1 in 12.
  // The addition has come into D2 in 5 and waits behind it in 6 and 7, so that M1 lacks it in 7 and
  // 8, M2 in 8 and 9, and WB in 9 and 10; beside the load in M1 no operation could be in 6. From 9
  // on the multiplication executes (8 to 14).
  const trace::RunRecord run = recorded_run(
      riscv("fld fa4, 0(s0)\n fmul.d fa5, fa4, fa4\n add a1, a2, a3\n add a4, a2, a3\n"),
      preset("sifive-7"));
  CHECK(gaps_of(run, "M1") == "1-5 fill 0\n7-8 stage_full 2\n11-14 latency 2\n16-17 drain 0\n");
  CHECK(gaps_of(run, "M2") == "1-6 fill 0\n8-9 stage_full 2\n12-15 latency 2\n17-17 drain 0\n");
  CHECK(gaps_of(run, "WB") == "1-7 fill 0\n9-10 stage_full 2\n13-16 latency 2\n");
  // The ledger charges the root: the place beside the load in 8, and both in 9 and 10.
  CHECK(run.ledger.at(trace::LedgerPoint::retire).slots[static_cast<std::size_t>(Reason::raw)] ==
        5);

  // A load of 10 cycles is in M2 in 7 to 16, and the multiplication is issued in 17. Had it not
  // waited from 5 on, it would have been in M1 from 12 on: before that its steps are on its way.
  const trace::RunRecord slow = recorded_run(riscv("fld fa4, 0(s0)\n fmul.d fa5, fa4, fa4\n"),
                                             preset("sifive-7", {{"memory.data_latency", "10"}}));
  CHECK(gaps_of(slow, "M1") ==
        "1-5 fill 0\n7-11 idle 0\n12-17 raw 1\n18-23 latency 2\n25-26 drain 0\n");
}

TEST_CASE("reasons: retirement that is used in part has its reason in the table",
          "[out_of_order]") {
  // ooo-4: of four that could retire in the cycle the first addition does, alone: the division
  // behind it has not executed. Where four retire there is no room.
  const Timeline timeline = timeline_when_run(
      riscv("addi t0, a1, 1\ndiv t1, a1, a2\naddi t2, a1, 1\naddi t3, a1, 1\naddi t4, a1, 1\n"),
      preset("ooo-4", {{"main_memory.warm", "true"}}));
  const OccupancyTable table = occupancy_table(timeline, timeline.first_cycle, timeline.end_cycle);
  const auto stage =
      static_cast<std::size_t>(std::find_if(timeline.lanes.begin(), timeline.lanes.end(),
                                            [](const Lane& lane) { return lane.name == "C"; }) -
                               timeline.lanes.begin());
  unsigned in_part = 0;
  for (const auto& row : table.rows) {
    const TableCell& cell = row.at(stage);
    CHECK((cell.gap.why == Reason::none) == (cell.occupants.size() == 4));
    if (cell.occupants.size() == 1 && cell.occupants.front().op == OpId{1}) {
      CHECK(cell.gap == Cause{Reason::latency, kNoRegister, OpId{2}});
      ++in_part;
    }
  }
  CHECK(in_part == 1);
}

TEST_CASE("reasons: beside a branch that must be the last of its cycle no operation could be") {
  // dual-5: the branch is mispredicted and in EX alone; an operation fetched behind it on the
  // right path would not have been issued beside it either.
  const Lesson lesson = run_lesson(Isa::mips, "dual-5", R"(
    beq  $zero, $zero, over
    addi $t1, $zero, 1
    over: addi $t2, $zero, 2
  )");
  const Timeline& timeline = lesson.run.timeline;
  const OccupancyTable table = occupancy_table(timeline, Cycle{1}, timeline.end_cycle);
  const TableCell& beside = table.rows.at(2).at(2); // EX in cycle 3
  REQUIRE(beside.occupants.size() == 1);
  CHECK(beside.gap == Cause{Reason::pairing, kNoRegister, OpId{1}});
  // Fetched in 3, the one on the right path is issued in 5: both places of 4 are lost, and one of 5
  // to the end of the program.
  CHECK(lesson.lost_issue_slots(Reason::pairing) == 1);
  CHECK(lesson.lost_issue_slots(Reason::mispredict) == 2);
}

TEST_CASE("reasons: a unit waits for one that is held in a stage before") {
  // sifive-7: two loads and the addition behind them use different pipes; those behind the load
  // that lacks its address stand in the stages before, and the addition needs the other pipe.
  const Timeline timeline = timeline_when_run(
      riscv("ld a1, 0(a0)\n ld a2, 0(a1)\n ld a3, 8(a1)\n addi a4, a0, 1\n", {10}),
      preset("sifive-7"));
  CHECK(empty(timeline, "AG").contains("stage_full 2"));
}

TEST_CASE("reasons: a finished operation is held by the unfinished one beside it") {
  // Stages are left in order: the addition stands in MEM behind the load, whose access takes three
  // cycles.
  machine::Machine machine = preset("dual-5");
  machine.data_latency_cycles = 3;
  const Timeline timeline = timeline_when_run(mips("lw $t1, 0($sp)\nadd $t2, $t3, $t4\n"), machine);
  CHECK(held(timeline, 1).empty());
  CHECK(held(timeline, 2) == std::vector<Cause>{{Reason::memory_latency, kNoRegister, OpId{1}}});
}

TEST_CASE("reasons: the next obstacle behind an operation in the way is its own result") {
  // Two are issued a cycle. The second addition stands behind the first one, which waits for its
  // load, and reads the sum of that. Ports are no obstacle: the machine has as many as are needed.
  const auto all =
      session::explain_cycle(mips("lw $t1, 0($sp)\nadd $t2, $t1, $t1\nadd $t3, $t2, $t0\n"),
                             preset("dual-5"), {}, 4, false);
  REQUIRE(all.has_value());
  bool found = false;
  for (const session::OpExplanation& one : all->ops)
    if (one.op == OpId{3} && one.cause == Cause{Reason::stage_full, kNoRegister, OpId{2}}) {
      found = true;
      CHECK(one.behind.why == Reason::raw);
      CHECK(one.behind.culprit == OpId{2});
    }
  CHECK(found);
}

TEST_CASE("reasons: the culprit of a write port is the operation that enters the write stage") {
  machine::Machine machine = preset("dual-5");
  machine.write_ports = 1;
  const Timeline timeline =
      timeline_when_run(mips("add $t1, $t3, $t4\nadd $t2, $t3, $t4\n"), machine);
  CHECK(held(timeline, 1).empty());
  CHECK(held(timeline, 2) == std::vector<Cause>{{Reason::write_port, kNoRegister, OpId{1}}});
}

TEST_CASE("reasons: an operation is the next obstacle behind itself in another way") {
  // The second division has to write f1 behind the first, and needs the one divider, which executes
  // one at a time: without the one rule the other one holds it.
  const auto division = session::explain_cycle(riscv("fdiv.d f1, f2, f3\n fdiv.d f1, f4, f5\n"),
                                               preset("sifive-7"), {}, 20, false);
  REQUIRE(division.has_value());
  REQUIRE(division->ops.size() == 2);
  CHECK(division->ops[1].cause.why == Reason::waw);
  CHECK(division->ops[1].cause.culprit == OpId{1});
  CHECK(division->ops[1].behind == Cause{Reason::unit_busy, kNoRegister, OpId{1}});
  // One port for reads and two operands each: the first addition reads in the cycle in which the
  // second one would, and makes what that needs.
  const auto addition = session::explain_cycle(
      mips("add $t1, $t3, $t4\nadd $t2, $t5, $t1\n"),
      preset("dual-5", {{"register_file.read_ports", "2"}, {"forwarding.paths", "[]"}}), {}, 3,
      false);
  REQUIRE(addition.has_value());
  REQUIRE(addition->ops.size() == 2);
  CHECK(addition->ops[1].cause.culprit == OpId{1});
  CHECK(addition->ops[1].behind.culprit == OpId{1});
  CHECK(addition->ops[1].behind.why != addition->ops[1].cause.why);
}

TEST_CASE("reasons: nothing is lost to a branch where one instruction executes at a time") {
  // serial: ID, RR, ALU, RW. The branch is in ID in 5 and decided in 7 in ALU; the next instruction
  // is taken in 9, when it has ended, whatever had been predicted.
  const isa::Program program =
      riscv("addi a0, zero, 1\n beq a0, a0, x\n addi a1, zero, 1\nx: addi a2, a0, 2\n");
  for (const char* name : {"serial", "picorv32"}) {
    INFO(name);
    const trace::RunRecord run = recorded_run(program, preset(name));
    for (const Gap& gap : run.timeline.gaps)
      CHECK(gap.cause.why != Reason::mispredict);
    for (const trace::LedgerPoint point : run.ledger.points())
      CHECK(run.ledger.at(point).slots[static_cast<std::size_t>(Reason::mispredict)] == 0);
  }
  CHECK(gaps_of(recorded_run(program, preset("serial")), "RW") ==
        "1-3 fill 0\n5-7 not_pipelined 1\n9-11 not_pipelined 2\n");
}

TEST_CASE("reasons: a unit waits for who could be in it, and not for who is on his way") {
  // sifive-7: 3 lacks the loaded value in D2 in 6 and 7, with the store 4 behind it. The
  // multiplication 6 is held in F2 in 5, two stages in front of D2, and comes to D1 in 6: no
  // operation keeps it from its unit by then. In 7 it is held in D1 behind 5; else it would have
  // been in D2 then and in the unit in 8. In 9 two others are issued, as many as can be, and in 10
  // it is.
  const trace::RunRecord run = recorded_run(
      riscv("ld a1, 0(a0)\n ld a2, 8(a0)\n ld a3, 0(a1)\n sd a4, 16(a0)\n addi a5, a4, 1\n"
            "mul a6, a4, a4\n",
            {10}),
      preset("sifive-7"));
  CHECK(gaps_of(run, "AG/MUL") == "1-7 idle 0\n8-8 stage_full 5\n9-9 idle 0\n11-13 drain 0\n");
  // Floating point does not come to the program at all: not at its end either.
  for (const char* step : {"FD1", "FD2", "FD7", "FX3", "FDIV"})
    CHECK(gaps_of(run, step) == run_of_idle(run));
}
