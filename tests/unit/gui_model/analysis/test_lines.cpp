#include "model/analysis/lines_model.hpp"
#include "session/runner.hpp"
#include "unit/gui_model/model_testing.hpp"

#include <algorithm>
#include <optional>

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

namespace {

const LinesView* shown(LinesModel& model, Run& run, std::uint64_t cycle) {
  for (int i = 0; i < 3; ++i) {
    if (const LinesView* view = model.visible(run, cycle))
      return view;
    run.wait();
    model.wait();
  }
  return nullptr;
}

/// The costs as `stallscope run --lines` counts them: from the events of the run as it goes on.
trace::LineCosts counted_live(const Run& run) {
  trace::LineAccount account;
  session::RunOptions options;
  options.record = true;
  options.stream = &account;
  options.from_cycle = 1;
  options.to_cycle = kNever.value;
  (void)session::run_program(*run.program(), *run.machine(), options);
  return account.costs();
}

} // namespace

TEST_CASE("cycles by source line are those of the command line, and add up", "[gui_model]") {
  for (const char* machine : {"lecture-4", "mips-5-fp", "dual-5", "tomasulo", "ooo-4"})
    for (const char* program : {"textbook/daxpy", "textbook/sum"}) {
      INFO(program << " on " << machine);
      OpenRun open(spec_of(program, machine));
      LinesModel model(Threads::none);
      const LinesView* view = shown(model, open.run, 1);
      REQUIRE(view != nullptr);
      CHECK(view->whole);
      CHECK(view->to == open.run.last_cycle());
      std::uint64_t cycles = view->rest;
      for (const LineRow& row : view->rows)
        cycles += row.cycles;
      CHECK(cycles == open.run.last_cycle());
      const trace::LineCosts live = counted_live(open.run);
      REQUIRE(model.costs().lines.size() == live.lines.size());
      for (std::size_t i = 0; i < live.lines.size(); ++i) {
        const trace::LineCost& a = model.costs().lines[i];
        const trace::LineCost& b = live.lines[i];
        INFO("line " << b.line);
        CHECK(a.line == b.line);
        CHECK(a.cycles == b.cycles);
        CHECK(a.instructions == b.instructions);
        CHECK(a.held == b.held);
      }
    }
}

TEST_CASE("an operation is not held where it has gone on to", "[gui_model]") {
  OpenRun open(spec_of("textbook/daxpy", "ooo-4"));
  LinesModel model(Threads::none);
  const LinesView* view = shown(model, open.run, 1);
  REQUIRE(view != nullptr);
  // The load of line 16 waits one cycle for its address, and takes 101 for its miss.
  const auto load = std::find_if(view->rows.begin(), view->rows.end(),
                                 [](const LineRow& row) { return row.line == 16; });
  REQUIRE(load != view->rows.end());
  CHECK(load->text == "L.D    F0, 0(R8)");
  CHECK(load->cycles == 101);
  CHECK(load->held == Reason::raw);
  CHECK(load->held_cycles == 1);
}

TEST_CASE("lines are in the order of cycles, or of the text", "[gui_model]") {
  OpenRun open(spec_of("textbook/daxpy", "mips-5-fp"));
  LinesModel model(Threads::none);
  const LinesView* view = shown(model, open.run, 1);
  REQUIRE(view != nullptr);
  CHECK(view->rows.front().part_of_most == 1);
  CHECK(std::is_sorted(view->rows.begin(), view->rows.end(),
                       [](const LineRow& a, const LineRow& b) { return a.cycles > b.cycles; }));
  model.set_order(LinesModel::Order::place);
  view = shown(model, open.run, 1);
  CHECK(std::is_sorted(view->rows.begin(), view->rows.end(),
                       [](const LineRow& a, const LineRow& b) { return a.line < b.line; }));
  CHECK(view->rows.front().line == 15);
}

TEST_CASE("the next execution of a line is where one of its instructions retires", "[gui_model]") {
  OpenRun open(spec_of("textbook/daxpy", "mips-5-fp"));
  const auto at = [&](std::uint64_t from, bool forwards) {
    std::optional<RunPlace> place;
    (void)LinesModel::walk(open.run, "", 21, from, forwards,
                           [&place](std::optional<RunPlace> found) { place = found; });
    open.run.wait();
    return place ? place->cycle : 0;
  };
  std::uint64_t count = 0;
  std::uint64_t last = 0;
  for (std::uint64_t cycle = at(0, true); cycle != 0; cycle = at(cycle, true), ++count) {
    CHECK(cycle > last);
    CHECK(at(cycle + 1, false) == cycle);
    last = cycle;
  }
  CHECK(count == 8); // iterations
}

TEST_CASE("of a long run the lines are of the stretch around the cycle", "[gui_model]") {
  RunSpec spec = spec_of("textbook/daxpy", "mips-5-fp");
  spec.whole_ops = 10;
  spec.whole_cycles = 10;
  OpenRun open(spec);
  REQUIRE_FALSE(open.run.whole());
  LinesModel model(Threads::none);
  const LinesView* view = shown(model, open.run, 30);
  REQUIRE(view != nullptr);
  CHECK_FALSE(view->whole);
  CHECK(view->from == 1);
  CHECK(view->to == open.run.last_cycle());
  CHECK(view->rows.front().line == 21);
}

TEST_CASE("devices have no source lines", "[gui_model]") {
  RunSpec spec;
  spec.subject = Subject::plan;
  spec.program.name = "gpipe";
  OpenRun open(spec);
  CHECK_FALSE(LinesModel::has_lines(open.run));
  LinesModel model(Threads::none);
  CHECK(model.visible(open.run, 1) == nullptr);
}
