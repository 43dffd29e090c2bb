#include "base/utf8.hpp"
#include "machine/machine_file.hpp"
#include "model/analysis/ledger_model.hpp"
#include "model/cells/diagram_model.hpp"
#include "model/cells/table_model.hpp"
#include "model/editor/editor_model.hpp"
#include "model/language/sentences.hpp"
#include "model/processor/call_stack.hpp"
#include "model/processor/processor_model.hpp"
#include "model/scheduling/schedule_model.hpp"
#include "model/teaching/quiz_model.hpp"
#include "model_testing.hpp"
#include "programs/shipped.hpp"
#include "sanitized.hpp"

#include <algorithm>
#include <random>

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

namespace {

/// A sentence for people: nothing left to fill in, and valid UTF-8.
void check_sentence(const std::string& sentence) {
  INFO(sentence);
  CHECK_FALSE(sentence.empty());
  CHECK(sentence.find("{0}") == std::string::npos);
  CHECK(sentence.find("{1}") == std::string::npos);
  for (const Glyph& glyph : glyphs(sentence))
    CHECK(glyph.code != 0xfffd);
}

/// The table of a cycle has every operation that is on a lane then, and each cell can be explained.
void check_cycle(Run& run, TableModel& table, std::uint64_t cycle) {
  const TableView& view = table.visible(run, cycle, 1, run.last_cycle());
  REQUIRE(view.rows.size() == 1);
  std::size_t shown = 0;
  for (std::size_t lane = 0; lane < view.rows[0].cells.size(); ++lane) {
    const TableCellView& cell = view.rows[0].cells[lane];
    shown += view.lanes[lane].is_queue ? 0 : cell.tokens.size();
    for (const TableToken& token : cell.tokens) {
      CHECK_FALSE(token.text.empty());
      CHECK(token.stalled() == !token.reason.empty());
      const TableCellId id{cycle, static_cast<LaneId>(lane), token.op};
      check_sentence(table.explain(run, id));
      const auto culprit = table.culprit_cell(run, id);
      if (culprit)
        CHECK(culprit->op == token.cause.culprit);
    }
  }
  const Timeline part = run.window(cycle, cycle + 1)->index.slice(Cycle{cycle}, Cycle{cycle + 1});
  std::size_t standing = 0;
  for (const Span& span : part.spans)
    standing +=
        span.begin.value <= cycle && cycle < span.end.value && !part.lanes[span.lane].is_queue ? 1
                                                                                               : 0;
  CHECK(shown == standing);
}

void check_models(Run& run, std::uint64_t cycle) {
  DiagramModel diagram;
  diagram.resize(900, 500);
  diagram.follow(run, cycle);
  const DiagramView& view = diagram.visible(run, run.last_cycle());
  const Timeline part = run.window(cycle, cycle + 1)->index.slice(Cycle{cycle}, Cycle{cycle + 1});
  CHECK(view.rows.size() >= std::min<std::size_t>(part.rows.size(), 1)); // a miss leaves none
  for (const DiagramBar& bar : view.bars)
    CHECK(bar.begin < bar.end);
  ProcessorModel processor;
  CHECK(processor.visible(run, cycle).in_part.size() == processor.layout(run).parts.size());
  for (const MarginMark& mark : EditorModel::marks(run, cycle))
    CHECK(mark.line > 0);
  QuizModel quiz;
  if (quiz.ask_next_cycle(run, cycle)) {
    for (const QuizPlace& place : quiz.places())
      quiz.put(place.op, place.right);
    quiz.mark();
    CHECK(quiz.score() == quiz.full_score());
    CHECK(quiz.remarks().empty());
  }
  CallStackModel calls;
  CHECK_FALSE(calls.at(run, cycle).empty());
}

} // namespace

TEST_CASE("every shipped program, on machines of every kind, in all models and both languages",
          "[gui_model]") {
  std::mt19937_64 random(3);
  const auto& programs = programs::shipped();
  const auto& machines = machine::presets();
  for (std::size_t p = 0; p < programs.size(); ++p)
    for (std::size_t k = 0; k < random_cases<std::size_t>(3); ++k) {
      const std::string machine(machines[(p * 7 + k * 5) % machines.size()].name);
      INFO(programs[p].name << " on " << machine);
      Run run(Threads::none);
      run.open(spec_of(std::string(programs[p].name), machine));
      run.wait();
      REQUIRE(run.state() == Run::State::ready);
      REQUIRE(run.whole());
      CHECK(run.overview().end_cycle() == run.last_cycle() + 1);
      TableModel table;
      for (const Language each : kLanguages) {
        set_language(each);
        for (int i = 0; i < 4; ++i)
          check_cycle(run, table, 1 + random() % run.last_cycle());
      }
      set_language(Language::english);
      check_models(run, 1 + random() % run.last_cycle());
      LedgerModel ledger;
      for (const auto& [point, name] : LedgerModel::points(run)) {
        ledger.point = point;
        CHECK(ledger.stack(run).cpi > 0);
        CHECK_FALSE(ledger.strip(run, 200).empty());
      }
    }
}

TEST_CASE("every block of every shipped program can be scheduled, and its graph drawn",
          "[gui_model]") {
  for (const programs::ShippedProgram& program : programs::shipped()) {
    INFO(program.name);
    OpenRun open(spec_of(std::string(program.name), "mips-5"));
    ScheduleModel model(Threads::none);
    model.open(open.run.shared_program(), *open.run.machine());
    REQUIRE_FALSE(model.empty());
    for (std::size_t b = 0; b < model.blocks().size(); ++b) {
      model.choose_block(b);
      CHECK(model.layout().boxes.size() == model.problem().block().count);
      CHECK(model.schedule().cycles >= model.lower_bound());
      model.choose_scheduler("critical-path");
      CHECK(model.schedule().order.size() == model.problem().block().count);
    }
    CHECK(model.text().ok());
  }
}

TEST_CASE("an executable file is looked at like any other program", "[gui_model]") {
  RunSpec spec = spec_of(std::string(STALLSCOPE_SOURCE_DIR) +
                             "/programs/kernels/bin/rv32imac-htif/nqueens.elf",
                         "mips-5");
  spec.limit_cycles = 60'000;
  OpenRun open(spec);
  REQUIRE(open.run.whole());
  CHECK(open.run.summary().stop.reason == "limit");
  TableModel table;
  for (const std::uint64_t cycle : {100ULL, 20'000ULL, 59'000ULL})
    check_cycle(open.run, table, cycle);
  spec.whole_ops = 100; // the same in windows, whose instructions are numbered anew
  OpenRun parts(spec);
  DiagramModel diagram;
  diagram.resize(900, 500);
  diagram.center(parts.run, OpId{parts.run.overview().next_op_at(40'000)}, 40'000);
  while (diagram.visible(parts.run, 60'000).loading)
    parts.run.wait();
  const DiagramView view = diagram.visible(parts.run, 60'000);
  REQUIRE_FALSE(view.rows.empty());
  for (const DiagramRowView& row : view.rows) {
    const OpRow* whole = open.run.first_window()->timeline().find(row.op);
    REQUIRE(whole != nullptr);
    CHECK(row.text == open.run.summary().legend.text(*whole));
  }
  ScheduleModel schedule(Threads::none);
  schedule.open(open.run.shared_program(), *open.run.machine());
  CHECK(schedule.empty()); // machine code has no text to be put in another order
}

TEST_CASE("names that are no programs are problems, not waits", "[gui_model]") {
  for (const char* name : {"", "-", "/tmp", "/no/such/file.s", "lecture", "lecture/p4/x"}) {
    INFO(name);
    Run run(Threads::none);
    run.open(spec_of(name, "mips-5"));
    run.wait();
    CHECK(run.state() == Run::State::failed);
    CHECK(has_errors(run.problems()));
  }
  Run empty(Threads::none);
  empty.open(text_of("", isa::Isa::mips, "mips-5"));
  empty.wait();
  CHECK(empty.state() != Run::State::opening);
}
