// Reading operands is a step of its own where a machine says so (scheduler.read_cycles): what a
// record, a table, a diagram and the traces of other tools show between the station and the unit.

#include "golden/mechanism.hpp"
#include "isa/assemble.hpp"
#include "session/runner.hpp"
#include "timeline/occupancy_table.hpp"
#include "trace/render.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

trace::RunRecord record_with_read_step(const isa::Program& program, const machine::Machine& machine,
                                       std::uint64_t from = 1, std::uint64_t to = kNever.value) {
  session::RunOptions options;
  options.record = true;
  options.from_cycle = from;
  options.to_cycle = to;
  return session::run_program(program, machine, options);
}

/// Of each micro-op the cells of its row from its first cycle on: "I R E W". A reason is its mark.
std::string rows_of(const trace::RunRecord& run) {
  std::string text;
  for (const OpRow& row : run.timeline.rows) {
    text += fmt::format("{} |", run.legend.text(row));
    for (const Span& span : run.timeline.spans_of(row))
      for (Cycle c = span.begin; c < span.end; ++c)
        text +=
            fmt::format(" {}", span.cause.why != Reason::none
                                   ? info(span.cause.why).mark
                                   : std::string_view(run.timeline.lanes[span.lane].cell_text()));
    text += row.flushed ? " x\n" : "\n";
  }
  return text;
}

} // namespace

TEST_CASE("scoreboard: the record has the textbook's four steps", "[out_of_order]") {
  const trace::RunRecord run = record_with_read_step(textbook_example(), preset("scoreboard"));
  std::string table;
  for (const OpRow& row : run.timeline.rows) {
    std::uint64_t issue = 0;
    std::uint64_t read = 0;
    std::uint64_t complete = 0;
    std::uint64_t write = 0;
    for (const Span& span : run.timeline.spans_of(row)) {
      const Lane& lane = run.timeline.lanes[span.lane];
      if (lane.is_queue && issue == 0)
        issue = span.begin.value;
      if (lane.name == "R")
        read = span.begin.value;
      if (lane.is_unit && span.cause.why == Reason::none)
        complete = span.end.value - 1;
      if (lane.name == "W")
        write = span.begin.value;
    }
    table += fmt::format("{} {} {} {}\n", issue, read, complete, write);
  }
  // As hennessy_patterson_test.cpp has them, from the state.
  CHECK(table == "1 2 3 4\n"
                 "5 6 7 8\n"
                 "6 9 19 20\n"
                 "7 9 11 12\n"
                 "8 21 61 62\n"
                 "13 14 16 22\n");
}

TEST_CASE("scoreboard: what reads its operands is in a column of its own, and in its unit's count",
          "[out_of_order]") {
  // The addition's unit is taken from its issue in 1 up to its write in 4. It reads in 2 and
  // executes in 3; so the unit has nothing in 2, as the machine was filling when nothing was
  // selected in 1. The program needs no other unit: they are idle, and neither the filling nor the
  // end of the program is why.
  const isa::Program program =
      isa::assemble(isa::Isa::mips, "add.mips", "ADD.D F2,F4,F6\n", {}).value();
  trace::View view;
  view.every_cycle = true;
  const std::string table =
      trace::text_table(record_with_read_step(program, preset("scoreboard")), view, {});
  INFO(table);
  const auto line_of = [&table](unsigned cycle) {
    const std::size_t at = table.find(fmt::format("\n{:>5} |", cycle)) + 1;
    std::string line;
    for (const char c : table.substr(at, table.find('\n', at) - at))
      if (c != ' ' || (!line.empty() && line.back() != ' '))
        line += c;
    return line;
  };
  // F, four stations, R, Int, two multipliers, Add, Div, W
  CHECK(line_of(2) == "2 | - end - - 1/1 - 1 - - - - fill - - fill");
  CHECK(line_of(3) == "3 | - end - - 1/1 - - end - - - 1 - - fill");
}

TEST_CASE("a micro-op reads its operands for as many cycles as the machine takes",
          "[out_of_order]") {
  // kSmall bypasses: the second reads meanwhile, and has the result when it executes.
  const isa::Program program = riscv("addi a0, a1, 1\n addi a2, a0, 1\n");
  CHECK(rows_of(record_with_read_step(program, small())) == "addi a0, a1, 1 | F I E W C\n"
                                                            "addi a2, a0, 1 | F I RAW E W C\n");
  CHECK(rows_of(record_with_read_step(program, small({{"scheduler.read_cycles", "2"}}))) ==
        "addi a0, a1, 1 | F I R R E W C\n"
        "addi a2, a0, 1 | F I RAW R R E W C\n");
  // The value is handed over as it executes, from the end of the first one's unit.
  const Timeline timeline =
      record_with_read_step(program, small({{"scheduler.read_cycles", "2"}})).timeline;
  REQUIRE(timeline.arrows.size() == 1);
  CHECK(timeline.arrows.front().cycle == Cycle{6});
  CHECK(timeline.lanes[timeline.arrows.front().from].name == "alu1");
}

TEST_CASE("a record that begins while operands are read goes on as a whole one does",
          "[out_of_order]") {
  const isa::Program program = riscv("mul a0, a1, a2\n addi t0, a0, 1\n");
  const machine::Machine machine = small({{"scheduler.read_cycles", "3"}});
  // Selected in 3, it reads from 3 to 5.
  CHECK(rows_of(record_with_read_step(program, machine))
            .starts_with("mul a0, a1, a2 | F I R R R E E E W C\n"));
  CHECK(rows_of(record_with_read_step(program, machine, 4))
            .starts_with("mul a0, a1, a2 | R R E E E W C\n"));
  CHECK(rows_of(record_with_read_step(program, machine, 5))
            .starts_with("mul a0, a1, a2 | R E E E W C\n"));
  CHECK(rows_of(record_with_read_step(program, machine, 6))
            .starts_with("mul a0, a1, a2 | E E E W C\n"));
}

TEST_CASE("an operation squashed during operand read never enters its unit", "[out_of_order]") {
  // The branch is selected in 3, reads in 3 and 4, and is found to be mispredicted in 5. The
  // addition behind it is selected in 4, and the next one in 5: both are gone in 6.
  const isa::Program program = riscv(R"(
      beq  a0, a0, away
      addi t0, a1, 1
      addi t1, t0, 1
away: addi t2, a1, 3
)");
  const std::string rows =
      rows_of(record_with_read_step(program, small({{"scheduler.read_cycles", "2"},
                                                    {"branch.predictor", "not_taken"},
                                                    {"front_end.width", "1"}})));
  INFO(rows);
  CHECK(rows.starts_with("beq a0, a0, away | F I R R E W C\n"
                         "addi t0, a1, 1 | F I R R x\n"
                         "addi t1, t0, 1 | F I R x\n"));
}

TEST_CASE("scoreboard: an operation that reads operands in the only recorded cycle keeps its unit",
          "[out_of_order]") {
  // MUL.D reads in 9; its unit has been taken since its issue in 6, as the whole record says.
  const Timeline whole = record_with_read_step(textbook_example(), preset("scoreboard")).timeline;
  const auto reads = std::find_if(whole.spans.begin(), whole.spans.end(), [&](const Span& span) {
    return whole.lanes[span.lane].name == "R" && whole.lanes[span.slot].name == "Mult1";
  });
  REQUIRE(reads != whole.spans.end());
  const Cycle cycle = reads->begin;
  const Timeline part =
      record_with_read_step(textbook_example(), preset("scoreboard"), cycle.value, cycle.value)
          .timeline;
  const OccupancyTable table = occupancy_table(part, cycle, cycle + 1);
  const auto lane = std::find_if(part.lanes.begin(), part.lanes.end(),
                                 [](const Lane& l) { return l.name == "mult"; });
  REQUIRE(lane != part.lanes.end());
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0][static_cast<std::size_t>(lane - part.lanes.begin())].occupants.size() == 1);
}

TEST_CASE("physical registers: what waits for its unit reads the register file when it gets it",
          "[out_of_order]") {
  // One port for four additions. t0 is read in 3, computed in 4 and written in 5. The second reads
  // in 4 and the third in 5, in front of the write or beside it: they take t0 from the unit, in
  // the cycles in which they execute. The fourth reads in 6, the register.
  const isa::Program program = riscv(R"(
      addi t0, a0, 1
      addi t1, t0, 1
      addi t2, t0, 2
      addi t3, t0, 3
  )");
  const trace::RunRecord run =
      record_with_read_step(program, small({{"rename.scheme", "physical"},
                                            {"rename.integer_registers", "64"},
                                            {"rename.fp_registers", "64"},
                                            {"scheduler.read_cycles", "1"},
                                            {"port.alu.count", "1"}}));
  std::string arrows;
  for (const Arrow& arrow : run.timeline.arrows)
    arrows += fmt::format(
        "#{} from #{} in {}, {}\n", arrow.consumer.value, arrow.producer.value, arrow.cycle.value,
        arrow.from == kNoLane ? "register file" : run.timeline.lanes[arrow.from].name);
  CHECK(rows_of(run) == "addi t0, a0, 1 | F I R E W C\n"
                        "addi t1, t0, 1 | F I RAW R E W C\n"
                        "addi t2, t0, 2 | F I UNIT R E W C\n"
                        "addi t3, t0, 3 | F I UNIT UNIT R E W C\n");
  CHECK(arrows == "#2 from #1 in 5, alu\n"
                  "#3 from #1 in 6, alu\n"
                  "#4 from #1 in 6, register file\n");
}
