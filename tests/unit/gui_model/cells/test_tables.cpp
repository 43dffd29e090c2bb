#include "model/cells/diagram_model.hpp"
#include "model/cells/loop_iterations.hpp"
#include "model/cells/table_model.hpp"
#include "model/language/strings.hpp"
#include "unit/gui_model/model_testing.hpp"

#include <algorithm>

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

namespace {

/// A row as the lecture writes it: the number in each stage, or '-'.
std::string row_text(const TableRowView& row) {
  std::string text;
  for (const TableCellView& cell : row.cells)
    text += (text.empty() ? "" : ",") + (cell.tokens.empty() ? "-" : cell.tokens[0].number);
  return text;
}

} // namespace

TEST_CASE("the occupancy table shows the rows of the cycles that have passed", "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  TableModel table;
  CHECK(table.visible(open.run, 1, 20, 0).rows.empty());
  CHECK(table.visible(open.run, 1, 20, 4).rows.size() == 4);
  const TableView& all = table.visible(open.run, 1, 20, 11);
  REQUIRE(all.rows.size() == 11);
  // The lecture's table, section 2.
  const std::vector<std::string> expected{"1,-,-,-", "2,1,-,-", "2,-,1,-", "2,-,-,1",
                                          "3,2,-,-", "4,3,2,-", "4,-,3,2", "4,-,-,3",
                                          "-,4,-,-", "-,-,4,-", "-,-,-,4"};
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(row_text(all.rows[i]) == expected[i]);
}

TEST_CASE("a cycle in words, for screen readers", "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  TableModel table;
  CHECK(table.row_words(open.run, 0).empty());
  CHECK(table.row_words(open.run, 3) ==
        "ID: 2 add $t4, $t3, $t2 waits for $t2 from instruction 1 (add $t2, $t0, $t1). RR: empty; "
        "the instruction that would be here waits for $t2 from instruction 1 (add $t2, $t0, $t1). "
        "ALU: 1 add $t2, $t0, $t1 works in "
        "ALU. RW: empty; the pipeline is filling: no instruction has reached this point yet.");
}

TEST_CASE("a cycle in words says why a stage is not full", "[gui_model]") {
  // Two instructions a cycle: some stage holds one, and has a reason for its other place.
  OpenRun open(spec_of("textbook/pairing", "dual-5"));
  TableModel table;
  const TableView all = table.visible(open.run, 1, 40, 40);
  bool found = false;
  for (const TableRowView& row : all.rows)
    for (std::size_t lane = 0; lane < row.cells.size(); ++lane) {
      const TableCellView& cell = row.cells[lane];
      if (cell.tokens.size() != 1 || cell.gap.why == Reason::none)
        continue;
      found = true;
      CHECK(table.row_words(open.run, row.cycle).find(all.lanes[lane].name + ": not full; ") !=
            std::string::npos);
    }
  CHECK(found);
}

TEST_CASE("a stalled cell has its reason, letter, hatch and sentence, and points to its producer",
          "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  TableModel table;
  const TableToken token = table.visible(open.run, 3, 1, 11).rows.at(0).cells.at(0).tokens.at(0);
  CHECK(token.stalled());
  CHECK(token.reason == "RAW $t2");
  CHECK(token.letter == 'R');
  CHECK(token.pattern == Pattern::slash);
  CHECK(token.text == "add $t4, $t3, $t2");
  const TableCellId cell{3, 0, OpId{2}};
  CHECK(table.explain(open.run, cell) ==
        "cycle 3, ID: 2 add $t4, $t3, $t2 waits for $t2 from instruction 1 (add $t2, $t0, $t1)");
  CHECK(table.culprit_cell(open.run, cell) == TableCellId{3, 2, OpId{1}}); // 1 is in ALU
  CHECK_FALSE(table.culprit_cell(open.run, {3, 2, OpId{1}}).has_value());
  // The empty RR of cycle 3 names the operation it is empty for.
  CHECK(table.explain(open.run, {3, 1, kNoOp})
            .find("RR: empty; the instruction that would be here waits for $t2") !=
        std::string::npos);
  table.pin(cell);
  CHECK(table.pinned() == cell);
  table.pin(cell); // a second click
  CHECK_FALSE(table.pinned().has_value());
}

TEST_CASE("tokens know where they come from", "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  TableModel table;
  const TableView& view = table.visible(open.run, 2, 4, 11);
  const auto from = [&view](std::uint64_t cycle, std::size_t lane) {
    return view.rows.at(cycle - 2).cells.at(lane).tokens.at(0).from_lane;
  };
  CHECK(from(2, 0) == kNoLane); // 2 has just been fetched
  CHECK(from(2, 1) == 0);       // 1 comes from ID, which is not among these rows
  CHECK(from(3, 0) == 0);       // 2 stays in ID
  CHECK(from(5, 1) == 0);
}

TEST_CASE("the present cycle stands at two thirds of a table, and nothing scrolls that has room",
          "[gui_model]") {
  // 9 rows: 6 of them are the first two thirds.
  CHECK(TableModel::follow(5, 9, 9) == 1);
  CHECK(TableModel::follow(9, 9, 9) == 1);
  CHECK(TableModel::follow(6, 9, 100) == 1);
  CHECK(TableModel::follow(7, 9, 100) == 2); // rows 2 to 10, 7 is the sixth
  CHECK(TableModel::follow(50, 9, 100) == 45);
  CHECK(TableModel::follow(99, 9, 100) == 92); // rows 92 to 100: no empty ones behind the end
  CHECK(TableModel::follow(100, 9, 100) == 92);
  CHECK(TableModel::follow(0, 9, 100) == 1);
  CHECK(TableModel::follow(3, 0, 100) == 3); // no room at all
}

TEST_CASE("the end of a run stays in sight beside a longer one", "[gui_model]") {
  CHECK(TableModel::keep_end(45, 9, 100) == 45);
  CHECK(TableModel::keep_end(92, 9, 50) == 48); // rows 48 to 50 in the upper third
  CHECK(TableModel::keep_end(49, 9, 50) == 48);
  CHECK(TableModel::keep_end(5, 9, 2) == 1);
  // A run that fits whole is shown whole, once the longer one is past its last rows.
  CHECK(TableModel::keep_end(6, 9, 8) == 6); // rows 6 to 8 are beside those of the other run
  CHECK(TableModel::keep_end(7, 9, 8) == 1);
  CHECK(TableModel::keep_end(50, 9, 9) == 1);
  CHECK(TableModel::keep_end(50, 9, 10) == 8);
}

TEST_CASE("queues of a dynamically scheduled machine show how many are in them", "[gui_model]") {
  OpenRun open(spec_of("textbook/daxpy", "ooo-4"));
  TableModel table;
  std::size_t most = 0;
  for (const TableRowView& row : table.visible(open.run, 1, 600, 600).rows)
    for (std::size_t lane = 0; lane < row.cells.size(); ++lane)
      if (open.run.lanes()[lane].is_queue) {
        CHECK(row.cells[lane].tokens.empty());
        most = std::max(most, row.cells[lane].queued);
      }
  CHECK(most > 1);
}

TEST_CASE("a diagram close up shows cells, arrows and reasons", "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  DiagramModel diagram;
  diagram.resize(800, 300);
  REQUIRE(diagram.detail(open.run) == Detail::text);
  const DiagramView& view = diagram.visible(open.run, 11);
  REQUIRE(view.rows.size() == 4);
  CHECK(view.rows[1].number == "2");
  CHECK(view.rows[1].text == "add $t4, $t3, $t2");
  std::vector<std::string> second;
  for (const DiagramBar& bar : view.bars)
    if (bar.row == 1)
      second.push_back(bar.text + "@" + std::to_string(bar.begin) + "-" + std::to_string(bar.end));
  // Fetched in 2, held in ID in 3 and 4 for $t2, then RR, ALU, RW.
  CHECK(second == std::vector<std::string>{"ID@2-3", "RAW $t2@3-5", "RR@5-6", "ALU@6-7", "RW@7-8"});
  REQUIRE(view.arrows.size() == 2); // $t2 and $t7, through the register file
  CHECK(view.arrows[0].from_row == 0);
  CHECK(view.arrows[0].to_row == 1);
  CHECK(view.arrows[0].from_cycle == 4);
  CHECK(view.arrows[0].to_cycle == 5);
  CHECK_FALSE(view.arrows[0].forwarded);
  CHECK(diagram.explain(open.run, {3, OpId{2}}).find("waits for $t2") != std::string::npos);
  // Nothing of the future.
  for (const DiagramBar& bar : diagram.visible(open.run, 4).bars)
    CHECK(bar.end <= 5);
}

TEST_CASE("a diagram from far away is a band that costs what is on screen", "[gui_model]") {
  RunSpec spec = text_of("        li $t0, 20000\nloop:   addi $t0, $t0, -1\n"
                         "        bne $t0, $zero, loop\n",
                         isa::Isa::mips, "mips-5");
  spec.whole_ops = 10;
  OpenRun open(spec);
  DiagramModel diagram;
  diagram.resize(1000, 700);
  diagram.fit(open.run);
  CHECK(diagram.detail(open.run) == Detail::band);
  const DiagramView& view = diagram.visible(open.run, open.run.last_cycle());
  CHECK(view.bars.empty());
  CHECK(view.bands.size() <= 1001);
  REQUIRE(view.bands.size() > 100);
  CHECK(view.bands.front().begin == 1);
  CHECK(view.bands.back().last_row + 1 == open.run.op_count());
  CHECK(view.bands[50].worst != Reason::none);
  CHECK(view.bands[50].lost > 0.1);
  for (std::size_t i = 1; i < view.bands.size(); ++i)
    CHECK(view.bands[i].first_row >= view.bands[i - 1].first_row);
}

TEST_CASE("zooming keeps what is under the pointer", "[gui_model]") {
  DiagramModel diagram;
  diagram.resize(800, 600);
  diagram.pan(-400, -120);
  const double cycle = diagram.camera.cycle_at(300);
  const double row = diagram.camera.row_at(200);
  diagram.zoom(0.25, 0.5, 300, 200);
  CHECK(diagram.camera.cycle_at(300) == Approx(cycle));
  CHECK(diagram.camera.row_at(200) == Approx(row));
  for (int i = 0; i < 100; ++i)
    diagram.zoom(0.1, 0.1, 0, 0);
  CHECK(diagram.camera.cycle_px > 0);
  for (int i = 0; i < 100; ++i)
    diagram.zoom(10, 10, 0, 0);
  CHECK(diagram.camera.cycle_px < 1000);
}

TEST_CASE("between letters and the whole run, a band follows what is in flight", "[gui_model]") {
  RunSpec spec = text_of("        li $t0, 200000\nloop:   addi $t0, $t0, -1\n"
                         "        bne $t0, $zero, loop\n",
                         isa::Isa::mips, "mips-5");
  spec.whole_ops = 10; // long: there is an overview, and windows on demand
  OpenRun open(spec);
  DiagramModel diagram;
  diagram.resize(1000, 700);
  diagram.camera.cycle_px = 1;
  diagram.camera.row_px = 1;
  diagram.center(open.run, OpId{open.run.overview().next_op_at(200'123)}, 200'123);
  REQUIRE(diagram.detail(open.run) == Detail::band);
  REQUIRE(open.run.overview().bucket_cycles() > 100); // stretches are wider than columns
  const auto check = [&] {
    const DiagramView view = diagram.visible(open.run, open.run.last_cycle());
    REQUIRE(view.bands.size() >= 900);
    for (std::size_t i = 0; i < view.bands.size(); ++i) {
      INFO(i);
      CHECK(view.bands[i].end - view.bands[i].begin == 1);
      CHECK(view.bands[i].last_row - view.bands[i].first_row <= 8); // five stages
      if (i > 0) {
        CHECK(view.bands[i].first_row >= view.bands[i - 1].first_row);
      }
    }
  };
  check(); // from the overview, until it is recorded
  open.run.wait();
  check();
}

TEST_CASE("zooming out ends when all of the run is in sight", "[gui_model]") {
  OpenRun open(spec_of("textbook/sum", "ooo-4"));
  DiagramModel diagram;
  diagram.resize(800, 600);
  for (int i = 0; i < 100; ++i) {
    diagram.zoom(0.8, 0.8, 400, 300);
    diagram.clamp(open.run);
  }
  const auto cycles = static_cast<double>(open.run.last_cycle());
  CHECK(diagram.camera.cycles_visible() == Approx(cycles + 2));
  CHECK(diagram.camera.rows_visible() ==
        Approx(static_cast<double>(diagram.row_count(open.run)) + 1));
  CHECK(diagram.camera.first_cycle == 1);
  CHECK(diagram.camera.first_row == 0);
}

TEST_CASE("folded operations share a row, and rows and operations stay each other's reverse",
          "[gui_model]") {
  DiagramModel diagram;
  CHECK(diagram.row_of(OpId{1}) == 0);
  diagram.fold(OpId{3}, OpId{5});
  diagram.fold(OpId{10}, OpId{12});
  // Rows: 1 2 (3-5) 6 7 8 9 (10-12) 13
  CHECK(diagram.row_of(OpId{2}) == 1);
  CHECK(diagram.row_of(OpId{3}) == 2);
  CHECK(diagram.row_of(OpId{5}) == 2);
  CHECK(diagram.row_of(OpId{6}) == 3);
  CHECK(diagram.row_of(OpId{11}) == 7);
  CHECK(diagram.row_of(OpId{13}) == 8);
  for (std::uint64_t row = 0; row < 20; ++row)
    CHECK(diagram.row_of(diagram.op_at(row)) == row);
  diagram.fold(OpId{6}, OpId{9}); // fills the space between: one fold
  CHECK(diagram.fold_count() == 1);
  CHECK(diagram.row_of(OpId{13}) == 3);
  CHECK(diagram.unfold(OpId{7}));
  CHECK_FALSE(diagram.unfold(OpId{7}));
  CHECK(diagram.row_of(OpId{13}) == 12);
  diagram.fold(OpId{4}, OpId{4}); // one operation is no fold
  CHECK(diagram.fold_count() == 0);
}

TEST_CASE("a fold is drawn as one row with the cycles of all it hides", "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  DiagramModel diagram;
  diagram.resize(800, 300);
  diagram.fold(OpId{2}, OpId{3});
  const DiagramView& view = diagram.visible(open.run, 11);
  REQUIRE(view.rows.size() == 3);
  CHECK(view.rows[1].hidden == 2);
  CHECK(view.rows[1].begin == 2);
  CHECK(view.rows[1].end == 9); // 3 is in RW in cycle 8
  CHECK(std::count_if(view.bars.begin(), view.bars.end(),
                      [](const DiagramBar& bar) { return bar.row == 1; }) == 1);
}

TEST_CASE("the iterations of a loop are known by the instruction they begin with", "[gui_model]") {
  OpenRun open(text_of("main: li t0, 0\n li t1, 4\nloop: addi t0, t0, 1\n bne t0, t1, loop\n nop\n",
                       isa::Isa::riscv, "mips-5"));
  const WindowPtr window = open.run.window(1, open.run.last_cycle() + 1);
  REQUIRE(window != nullptr);
  std::vector<OpId> begins; // of the iterations
  for (const OpRow& row : window->timeline().rows)
    if (row.instruction.value == 2 && !row.wrong_path)
      begins.push_back(row.op);
  REQUIRE(begins.size() == 4);
  CHECK(iteration_from(*window, begins[0]) == OpRange{begins[0], OpId{begins[1].value - 1}});
  CHECK(later_iterations(*window, begins[0]) == OpRange{begins[1], OpId{begins[3].value - 1}});
  CHECK(later_iterations(*window, begins[1])->first == begins[2]);
  CHECK_FALSE(later_iterations(*window, begins[2]).has_value());
  CHECK(iteration_from(*window, begins[2]).has_value());
  CHECK_FALSE(iteration_from(*window, begins[3]).has_value()); // the last goes on to the end
  CHECK_FALSE(iteration_from(*window, OpId{1}).has_value());   // no loop
  CHECK_FALSE(iteration_from(*window, OpId{999}).has_value());
}

TEST_CASE("the last iteration of a run that is not recorded whole is found from its end",
          "[gui_model]") {
  RunSpec spec =
      text_of("main: li t0, 0\n li t1, 2000\nloop: addi t0, t0, 1\n bne t0, t1, loop\n"
              " li t0, 0\n li t2, 2000\nagain: addi t0, t0, 1\n bne t0, t2, again\n nop\n",
              isa::Isa::riscv, "mips-5");
  OpenRun whole(spec);
  spec.whole_ops = 100;
  OpenRun parts(spec);
  REQUIRE_FALSE(parts.run.whole());
  const WindowPtr all = whole.run.window(1, whole.run.last_cycle() + 1);
  OpId second; // iteration of the first loop
  for (const OpRow& row : all->timeline().rows)
    if (row.instruction.value == 2 && !row.wrong_path && row.op.value < 12)
      second = row.op;
  (void)parts.run.window(1, 200);
  parts.run.wait();
  const WindowPtr window = parts.run.window(1, 200);
  REQUIRE(window != nullptr);
  std::optional<RunPlace> last;
  const auto found = [&last](std::optional<RunPlace> place) { last = place; };
  parts.run.scan(parts.run.last_cycle() + 1, false, last_time_of(*window, second), found);
  parts.run.wait();
  REQUIRE(last.has_value());
  const auto range = later_iterations(*all, second);
  REQUIRE(range.has_value());
  CHECK(range->last.value - range->first.value > 3900); // two instructions, 1998 times
  CHECK(iterations_up_to(*window, second, last->op) == range);
  CHECK_FALSE(iterations_up_to(*window, second, second).has_value()); // it was the last one
  // An operation that is not in the window is looked for nowhere.
  last = RunPlace{};
  parts.run.scan(parts.run.last_cycle() + 1, false, last_time_of(*window, OpId{9'999'999}), found);
  parts.run.wait();
  CHECK_FALSE(last.has_value());
}

TEST_CASE("bookmarks are kept by cycle", "[gui_model]") {
  DiagramModel diagram;
  diagram.toggle_bookmark(OpId{7}, 30, "later");
  diagram.toggle_bookmark(OpId{2}, 10, "first");
  CHECK(diagram.next_bookmark(0, true)->label == "first");
  CHECK(diagram.next_bookmark(10, true)->label == "later");
  CHECK_FALSE(diagram.next_bookmark(30, true).has_value());
  CHECK(diagram.next_bookmark(30, false)->label == "first");
  diagram.toggle_bookmark(OpId{2}, 10, "");
  CHECK(diagram.bookmarks().size() == 1);
}

TEST_CASE("following a cycle brings its operations into sight", "[gui_model]") {
  OpenRun open(spec_of("textbook/daxpy", "mips-5"));
  DiagramModel diagram;
  diagram.resize(440, 120); // 10 cycles, 5 rows
  for (const std::uint64_t cycle : {1ULL, 40ULL, 17ULL, 60ULL}) {
    diagram.follow(open.run, cycle);
    CHECK(diagram.camera.first_cycle <= static_cast<double>(cycle));
    CHECK(diagram.camera.first_cycle + 10 >= static_cast<double>(cycle) + 1);
    const DiagramView& view = diagram.visible(open.run, open.run.last_cycle());
    CHECK(std::any_of(view.bars.begin(), view.bars.end(), [cycle](const DiagramBar& bar) {
      return bar.begin <= cycle && cycle < bar.end;
    }));
  }
}
