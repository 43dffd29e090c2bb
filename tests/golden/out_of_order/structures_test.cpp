// What the structures of dynamically scheduled machines hold at the end of a cycle: the worked
// example of Hennessy and Patterson on reservation stations and on a scoreboard, and a
// misprediction.

#include "golden/mechanism.hpp"
#include "isa/assemble.hpp"
#include "isa/registers.hpp"
#include "machine/machine_file.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

/// F6 = 3.5 and F2 = 1.5 come from memory, F4 is 2: F0 = 3, F8 = 2, F10 = 3 / 3.5, F6 = 3.5.
constexpr std::string_view kExample = R"(
       .data
a:     .double 3.5, 1.5
       .text
       L.D   F6,0(R2)
       L.D   F2,8(R3)
       MUL.D F0,F2,F4
       SUB.D F8,F6,F2
       DIV.D F10,F0,F6
       ADD.D F6,F8,F2
)";

isa::Program example() {
  isa::Program program = mips(kExample);
  const std::uint64_t a = program.symbols.at("a").address;
  program.initial_registers.push_back({2, a});
  program.initial_registers.push_back({3, a});
  program.initial_registers.push_back(
      {static_cast<RegId>(isa::kFirstFpRegister + 4), std::bit_cast<std::uint64_t>(2.0)});
  return program;
}

machine::Machine always_mispredicting() {
  return machine::load_machine("ooo-4", {{"cache", "[]"}, {"branch.predictor", "never_right"}})
      .value();
}

trace::Structures structures_at(const isa::Program& program, const machine::Machine& machine,
                                std::uint64_t cycle) {
  session::RunOptions options;
  options.structures_at = cycle;
  options.record = cycle % 2 == 0; // the same with a record and without
  const trace::RunRecord run = session::run_program(program, machine, options);
  REQUIRE(run.structures.has_value());
  CHECK(run.structures->cycle == Cycle{cycle});
  return *run.structures;
}

/// A table as lines, without the text of the instructions and what kind of micro-op they are.
std::string table(const trace::Structures& structures, const std::string& name) {
  const auto found =
      std::find_if(structures.tables.begin(), structures.tables.end(),
                   [&](const trace::StructureView& view) { return view.name == name; });
  if (found == structures.tables.end())
    return "no such table";
  std::string text;
  for (const std::vector<std::string>& row : found->rows) {
    CHECK(row.size() == found->columns.size());
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < row.size(); ++c)
      if (found->columns[c] != "instruction" && found->columns[c] != "micro-op")
        cells.push_back(row[c]);
    text += fmt::format("{}\n", fmt::join(cells, " "));
  }
  return text;
}

} // namespace

TEST_CASE("structures: the reservation stations of Tomasulo's example", "[structures]") {
  const isa::Program program = example();
  const machine::Machine machine = machine::load_machine("tomasulo").value();
  // The example's table: loads broadcast in 4 and 5. SUB and MUL begin in 6; ADD issues in 6 with
  // F2, and waits for SUB, which computes F8 up to 7; DIV has had F6 since it issued in 5, and
  // waits for MUL, which computes F0 up to 15. Columns: #, state, Vj Vk, Qj Qk, address.
  const trace::Structures six = structures_at(program, machine, 6);
  CHECK(table(six, "station:load").empty());
  CHECK(table(six, "station:add") == "#4 executing to 7 3.5 1.5 - - -\n"
                                     "#6 waiting - 1.5 #4 - -\n");
  CHECK(table(six, "station:mult") == "#3 executing to 15 1.5 2 - - -\n"
                                      "#5 waiting - 3.5 #3 - -\n");
  // ADD has taken F6 over from the first load.
  CHECK(table(six, "register_status") == "F0 #3 mul.d F0, F2, F4\n"
                                         "F6 #6 add.d F6, F8, F2\n"
                                         "F8 #4 sub.d F8, F6, F2\n"
                                         "F10 #5 div.d F10, F0, F6\n");
  // SUB broadcasts F8 = 2 in 8: its station is free, and ADD has what it needs.
  const trace::Structures eight = structures_at(program, machine, 8);
  CHECK(table(eight, "station:add") == "#6 ready from 9 2 1.5 - - -\n");
  CHECK(table(eight, "register_status") == "F0 #3 mul.d F0, F2, F4\n"
                                           "F6 #6 add.d F6, F8, F2\n"
                                           "F10 #5 div.d F10, F0, F6\n");
  // MUL broadcasts F0 = 3 in 16; ADD has written in 11.
  const trace::Structures sixteen = structures_at(program, machine, 16);
  CHECK(table(sixteen, "station:mult") == "#5 ready from 17 3 3.5 - - -\n");
  CHECK(table(sixteen, "register_status") == "F10 #5 div.d F10, F0, F6\n");
}

TEST_CASE("structures: the functional units of a scoreboard", "[structures]") {
  const isa::Program program = example();
  const machine::Machine machine = machine::load_machine("scoreboard").value();
  // MUL, SUB and DIV issue in 6, 7 and 8. The second load writes F2 in 8: MUL and SUB can read from
  // 9 on, in which they do, and then no micro-op waits for these registers. No values: these
  // are in the registers. Columns: #, state, Fi Fj Fk, Qj Qk, Rj Rk, address.
  const trace::Structures seven = structures_at(program, machine, 7);
  CHECK(table(seven, "station:mult") == "#3 waiting F0 F2 F4 #2 - no yes -\n");
  CHECK(table(seven, "station:add") == "#4 waiting F8 F6 F2 - #2 yes no -\n");
  const trace::Structures eight = structures_at(program, machine, 8);
  CHECK(table(eight, "station:mult") == "#3 ready from 9 F0 F2 F4 - - yes yes -\n");
  CHECK(table(eight, "station:add") == "#4 ready from 9 F8 F6 F2 - - yes yes -\n");
  CHECK(table(eight, "station:divide") == "#5 waiting F10 F0 F6 #3 - no yes -\n");
  const trace::Structures nine = structures_at(program, machine, 9);
  CHECK(table(nine, "station:mult") == "#3 reading; executing to 19 F0 F2 F4 - - no no -\n");
  CHECK(table(nine, "station:add") == "#4 reading; executing to 11 F8 F6 F2 - - no no -\n");
}

TEST_CASE("structures: the branch prediction queue around a misprediction", "[structures]") {
  const isa::Program program = mips(R"(
      DADDU R1,R2,R3
      BNE   R2,R2,away
      DADDU R6,R2,R3
      DADDU R4,R2,R3
away: DADDU R7,R2,R3
      DADDU R8,R2,R3
)");
  const machine::Machine machine = always_mispredicting();
  // The branch is fetched in 1, and its target, at 0x400010, is known two cycles later: the two
  // micro-ops there are fetched in 4. It is dispatched in 6, issued in 7, and executed in 8, behind
  // a cycle for its registers. In 9 those behind it are gone, which would have been dispatched in
  // 9, and two of the right path are fetched, at 0x400008 and 0x40000c: a block of 16 bytes ends
  // there.
  // Columns: #, predicted, outcome, predicted by, behind it, checkpoint: no micro-op behind the
  // branch has been renamed, there was no branch before, and no call.
  const trace::Structures seven = structures_at(program, machine, 7);
  CHECK(table(seven, "branch_queue") ==
        "#2 taken 0x400010 open - 2 micro-ops history 00000000, return stack 0\n");
  CHECK(table(seven, "fetch_queue") == "#3 9\n#4 9\n");
  // R1 of the addition is in the first physical register that was free; its value comes in 8.
  CHECK(table(seven, "map_table") == "R1 p32 #1 daddu R1, R2, R3 -\n");
  CHECK(table(seven, "reorder_buffer") == "#1 R1 reading; executing to 8 p32 p1\n"
                                          "#2 - reading; executing to 8 - -\n");
  const trace::Structures eight = structures_at(program, machine, 8);
  CHECK(table(eight, "branch_queue") == "#2 taken 0x400010 mispredicted: not taken 0x400008 - 2 "
                                        "micro-ops history 00000000, return stack 0\n");
  const trace::Structures nine = structures_at(program, machine, 9);
  CHECK(table(nine, "branch_queue") == "#2 taken 0x400010 mispredicted: not taken 0x400008 - 2 "
                                       "micro-ops history 00000000, return stack 0\n");
  CHECK(table(nine, "fetch_queue") == "#5 14\n#6 14\n");
  // The branch retires in 10, as the addition does.
  const trace::Structures ten = structures_at(program, machine, 10);
  CHECK(table(ten, "branch_queue").empty());
  CHECK(table(ten, "reorder_buffer").empty());
  // The addition's result stays in its physical register: 0, the sum of two registers that are 0.
  CHECK(table(ten, "map_table") == "R1 p32 retired 0x0\n");
}

TEST_CASE("structures: events of the branch prediction queue", "[structures]") {
  const isa::Program program = mips(R"(
      DADDU R1,R2,R3
      BNE   R2,R2,away
      DADDU R6,R2,R3
      DADDU R4,R2,R3
away: BNE   R2,R2,away
      DADDU R8,R2,R3
)");
  const machine::Machine machine = always_mispredicting();
  // As above; on the wrong path there is a branch, which is followed to itself: fetched in 4 and,
  // as a target is known two cycles later, in 7. Both go in 9. Of the right path it is fetched in
  // 10, behind what the block of 9 has, and goes wrong again.
  const auto events = [&](std::uint64_t cycle) {
    return table(structures_at(program, machine, cycle), "branch_queue_events");
  };
  CHECK(events(1) == "entry #2\n");
  CHECK(events(2).empty());
  CHECK(events(4) == "entry #3\n");
  CHECK(events(7) == "entry #4\n");
  CHECK(events(8) == "resolve: mispredicted #2\n");
  CHECK(events(9) == "flush #4\nflush #3\n");
  CHECK(events(10) == "release #2\nentry #7\n");
}

TEST_CASE("structures: a line on its way to a cache", "[structures]") {
  auto assembled = isa::assemble(isa::Isa::mips, "load.mips", R"(
       .data
a:     .word 1, 2
       .text
       LW    R1,0(R2)
       DADDU R3,R1,R1
)",
                                 {});
  REQUIRE(assembled);
  isa::Program program = std::move(assembled).value();
  program.initial_registers.push_back({2, program.symbols.at("a").address});
  const machine::Machine machine = machine::load_machine("ooo-4").value();
  session::RunOptions options;
  options.record = true;
  const trace::RunRecord run = session::run_program(program, machine, options);
  // The cache is asked in the cycle in which the load leaves its station. Two cycles later the line
  // is on its way and no access asks; when the load has ended, the line is in the cache.
  const OpRow* load = run.timeline.find(OpId{1});
  REQUIRE(load != nullptr);
  std::uint64_t begun = 0;
  std::uint64_t ended = 0;
  for (const Span& span : run.timeline.spans_of(*load)) {
    if (run.timeline.lanes.at(span.lane).name == "R") // where it has left its station to
      begun = span.begin.value;
    if (span.end - span.begin > 4 && run.timeline.lanes.at(span.lane).name.rfind("ld", 0) == 0)
      ended = span.end.value;
  }
  REQUIRE(begun != 0);
  CHECK_THAT(table(structures_at(program, machine, begun), "cache:L1D"),
             Catch::Contains("on its way, here in") && Catch::Contains("read"));
  CHECK_THAT(table(structures_at(program, machine, begun + 2), "cache:L1D"),
             Catch::Contains("on its way, here in") && !Catch::Contains("read"));
  CHECK_THAT(table(structures_at(program, machine, ended), "cache:L1D"), Catch::Contains("clean"));
}

TEST_CASE("structures: what stores write and loads have read", "[structures]") {
  // In 6 both stores have executed and none has retired; in 10 the load is done, which has taken
  // its value from the cache behind the retirement of the first.
  const isa::Program program = mips(R"(
      .data
a:    .word 7
      .text
      addiu R4, R0, 0x123
      sh    R4, 0(R2)
      sb    R0, 2(R2)
      lh    R5, 0(R2)
)");
  const auto text = [&](const char* name, std::uint64_t cycle) {
    isa::Program with_base = program;
    with_base.initial_registers.push_back({2, program.symbols.at("a").address});
    return table(structures_at(with_base, machine::load_machine("tomasulo-rob-1").value(), cycle),
                 name);
  };
  const std::string all = text("store_queue", 6);
  INFO(all << text("load_queue", 10));
  CHECK(all.find("2 bytes 0x123\n") != std::string::npos);
  CHECK(all.find("1 byte 0x0\n") != std::string::npos);
  CHECK(text("load_queue", 10).find(" 0x123\n") != std::string::npos);
}

TEST_CASE("structures: the counter of a prediction is the one it was made with", "[structures]") {
  // A two-bit counter that begins weakly taken, at 2: the branch is taken, and trains it to 3. In
  // 10 that has happened, and the division behind it keeps the branch from nothing: the branch
  // itself waits for the division in front of it to retire.
  const isa::Program program = mips(R"(
      DIV.D F2,F4,F4
      BEQ   R0,R0,on
on:   DADDU R7,R2,R3
)");
  const machine::Machine machine =
      machine::load_machine(
          "ooo-4",
          {{"cache", "[]"}, {"branch.predictor", "two_bit"}, {"predictor.initial", "weakly_taken"}})
          .value();
  const std::string shown = table(structures_at(program, machine, 15), "branch_queue");
  INFO(shown);
  CHECK(shown.find("counter 2 ") != std::string::npos);
}

TEST_CASE("structures: a return without a return address on the stack", "[structures]") {
  const isa::Program program =
      isa::assemble(isa::Isa::riscv, "ret.s", "main: ret\n nop\n", {}).value();
  const machine::Machine machine = machine::load_machine("ooo-4", {{"cache", "[]"}}).value();
  const std::string shown = table(structures_at(program, machine, 3), "branch_queue");
  INFO(shown);
  CHECK(shown.find("straight on 0x") != std::string::npos);
  CHECK(shown.find("none: return stack empty") != std::string::npos);
}

TEST_CASE("structures: none on a machine that issues in order", "[structures]") {
  const trace::Structures none =
      structures_at(example(), machine::load_machine("mips-5-fp").value(), 5);
  CHECK(none.tables.empty());
}
