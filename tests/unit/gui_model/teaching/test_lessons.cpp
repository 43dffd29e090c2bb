#include "model/files/exports.hpp"
#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"
#include "model/teaching/lessons.hpp"
#include "model/teaching/quiz_model.hpp"
#include "unit/gui_model/model_testing.hpp"

#include <fmt/format.h>

#include <algorithm>

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

namespace {

/// What a question asks for, from the runs themselves.
std::int64_t measured(const Question& question, const Comparison& both) {
  const Run& a = both.run(Side::a);
  switch (question.measure) {
  case Measure::cycles_a:
    return static_cast<std::int64_t>(a.summary().cycles);
  case Measure::cycles_b:
    return static_cast<std::int64_t>(both.run(Side::b).summary().cycles);
  case Measure::saved:
    return both.total_saved().value_or(-1000);
  default:
    break;
  }
  if (const auto of_course = measured_of_courses(question, a, both.run(Side::b)))
    return *of_course;
  REQUIRE(a.program() != nullptr);
  ScheduleModel schedule(Threads::none);
  schedule.open(a.shared_program(), *a.machine());
  return question.measure == Measure::lower_bound
             ? schedule.lower_bound()
             : static_cast<std::int64_t>(schedule.legal_orders().count);
}

/// The operation with a number is on a lane in a cycle.
bool stands(const Run& run, const Highlight& at) {
  const Timeline& timeline = run.first_window()->timeline();
  for (const OpRow& row : timeline.rows)
    for (const Span& span : timeline.spans_of(row))
      if (timeline.lanes[span.lane].name == at.lane && span.begin.value <= at.cycle &&
          at.cycle < span.end.value && (at.op == 0 || run.summary().shown(row.op).value == at.op))
        return true;
  for (const Gap& gap : timeline.gaps) // of plans and graphs also a stretch in which a lane is idle
    if (run.course() != nullptr && at.op == 0 && timeline.lanes[gap.lane].name == at.lane &&
        gap.begin.value <= at.cycle && at.cycle < gap.end.value)
      return true;
  return false;
}

} // namespace

TEST_CASE("lessons say what the simulation shows: every number, cell and decision in them",
          "[gui_model]") {
  REQUIRE(lessons().size() >= 6);
  for (const Lesson& lesson : lessons())
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      const LessonStep& step = lesson.steps[i];
      INFO(lesson.name << ", step " << i + 1);
      Comparison both(Threads::none);
      both.open_a(step.a);
      if (step.b)
        both.open_b(*step.b);
      both.wait();
      INFO(format(both.run(Side::a).problems()));
      REQUIRE(both.run(Side::a).state() == Run::State::ready);
      if (step.b)
        REQUIRE(both.run(Side::b).state() == Run::State::ready);
      CHECK(step.cycle <= std::max(both.run(Side::a).last_cycle(), both.run(Side::b).last_cycle()));
      for (const Highlight& at : step.highlights) {
        INFO(at.lane << " in cycle " << at.cycle);
        CHECK(stands(both.run(at.in_b ? Side::b : Side::a), at));
      }
      if (step.question && step.question->measure != Measure::none)
        CHECK(measured(*step.question, both) == step.question->answer);
      if (!step.scheduler.empty()) {
        ScheduleModel schedule(Threads::none);
        schedule.open(both.run(Side::a).shared_program(), *both.run(Side::a).machine());
        schedule.choose_scheduler(step.scheduler);
        CHECK(step.decision <= schedule.step_count());
      }
    }
}

TEST_CASE("every text of a lesson is there in both languages", "[gui_model]") {
  for (const Lesson& lesson : lessons()) {
    INFO(lesson.name);
    const auto check = [](const Translated& words) {
      for (const std::string& text : words.in)
        CHECK_FALSE(text.empty());
    };
    check(lesson.title);
    CHECK_FALSE(lesson.section.empty());
    for (const LessonStep& step : lesson.steps) {
      check(step.text);
      if (!step.question)
        continue;
      check(step.question->text);
      check(step.question->because);
      for (const Translated& choice : step.question->choices)
        check(choice);
    }
  }
}

TEST_CASE("what is wrong with a lesson file is listed with its lines", "[gui_model]") {
  const Result<Lesson> lesson = parse_lesson("mine", R"(
title = { en = "Mine" }
[[step]]
txt = { en = "a", zh = "b" }
panel = "tabel"
[step.question]
text = { en = "q", zh = "q" }
because = { en = "b", zh = "b" }
choices = [{ en = "1", zh = "1" }]
answer = 1
measure = "luck"
)");
  REQUIRE_FALSE(lesson.ok());
  const std::string all = [&lesson] {
    std::string text;
    for (const Diagnostic& diagnostic : lesson.diagnostics())
      text += format(diagnostic) + "\n";
    return text;
  }();
  for (const char* expected :
       {"'title' has no text in 'zh'", "unknown key 'txt'; did you mean 'text'",
        "'text' is missing", "there is no panel 'tabel'", "'answer' is the place of a choice",
        "nothing is measured as 'luck'", "a step has a program and a machine"})
    CHECK(all.find(expected) != std::string::npos);
  CHECK(all.find("mine.toml:4") != std::string::npos);
  CHECK_FALSE(parse_lesson("mine", "[[step").ok());
  CHECK_FALSE(parse_lesson("mine", "title = { en = \"a\", zh = \"b\" }").ok());
}

TEST_CASE("a tour goes step by step, and its first answers count", "[gui_model]") {
  LessonModel tour;
  tour.start(lessons()[0]);
  CHECK(tour.step_number() == 0);
  CHECK_FALSE(tour.back());
  CHECK(tour.next());
  REQUIRE(tour.step().question);
  tour.answer(11);
  CHECK_FALSE(tour.right());
  tour.answer(12);
  CHECK(tour.right());
  CHECK(tour.right_count() == 0); // not at once
  CHECK(tour.right_later_count() == 1);
  tour.answer(11); // what is right stays
  CHECK(tour.right());
  CHECK(tour.tries() == 2);
  while (tour.next())
    if (tour.step().question)
      tour.answer(tour.step().question->answer);
  CHECK(tour.last());
  CHECK(tour.right_count() + 1 == tour.question_count());
}

TEST_CASE("a quiz hides the next cycle, takes answers and marks them", "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  QuizModel quiz;
  REQUIRE(quiz.ask_next_cycle(open.run, 2)); // cycle 3: 2 is held in ID, 1 goes to ALU
  CHECK(quiz.cycle() == 3);
  CHECK(quiz.last_shown(11) == 2);
  REQUIRE(quiz.places().size() == 2);
  CHECK_FALSE(quiz.complete());
  quiz.put(OpId{1}, 2); // ALU: right
  quiz.put(OpId{2}, 1); // RR: wrong
  CHECK(quiz.complete());
  quiz.mark();
  CHECK(quiz.last_shown(11) == 11);
  REQUIRE(quiz.remarks().size() == 1);
  CHECK(quiz.remarks()[0].find("2 should be ID: cycle 3, ID: 2 add $t4, $t3, $t2 waits for $t2") ==
        0);
  CHECK(quiz.score() == 1);
  CHECK(quiz.full_score() == 2);
  quiz.put(OpId{2}, 0); // too late
  CHECK_FALSE(quiz.places()[1].is_right());
  // In cycle 5 the first instruction has left.
  REQUIRE(quiz.ask_next_cycle(open.run, 4));
  CHECK(std::any_of(quiz.places().begin(), quiz.places().end(), [](const QuizPlace& place) {
    return place.op == OpId{1} && place.right == kNoLane;
  }));
  CHECK_FALSE(quiz.ask_next_cycle(open.run, 11)); // the run has ended
}

TEST_CASE("a quiz asks for the reason of a wait", "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  QuizModel quiz;
  CHECK_FALSE(quiz.ask_reason(open.run, 2)); // no operation waits
  CHECK_FALSE(quiz.ask_reason(open.run, 0));
  REQUIRE(quiz.ask_reason(open.run, 3));
  CHECK(quiz.question() == "Why does instruction 2 wait in cycle 3?");
  REQUIRE(quiz.choices().size() == 4);
  CHECK(std::count_if(quiz.choices().begin(), quiz.choices().end(), [&quiz](const QuizChoice& c) {
          return c.reason == quiz.right_reason();
        }) == 1);
  quiz.choose(Reason::raw);
  quiz.mark();
  quiz.mark(); // once
  CHECK(quiz.score() == 1);
  REQUIRE(quiz.remarks().size() == 2);
  CHECK(quiz.remarks()[0] == "Right.");
  CHECK(quiz.results_csv() == "program,machine,cycle,question,right,of\n"
                              "lecture/p4.mips,lecture-4,3,reason,1,1\n");
  REQUIRE(quiz.ask_reason(open.run, 3));
  quiz.choose(Reason::war);
  quiz.mark();
  CHECK(quiz.remarks().at(0) == fmt::format("Not '{}': it was '{}'.", reason_title(Reason::war),
                                            reason_title(Reason::raw)));
}

TEST_CASE("what is on screen is exported as SVG, CSV and JSON", "[gui_model]") {
  Comparison both(Threads::none);
  both.open_a(spec_of("lecture/p4", "lecture-4"));
  both.wait();
  ExportRequest what;
  what.table = true;
  what.from_cycle = 2;
  what.to_cycle = 5;
  const Result<std::string> svg = export_runs(both, what, ExportFormat::svg);
  REQUIRE(svg.ok());
  CHECK(svg->find("<svg") != std::string::npos);
  const Result<std::string> csv = export_runs(both, what, ExportFormat::csv);
  REQUIRE(csv.ok());
  CHECK(csv->find("\n5,") != std::string::npos);
  CHECK(csv->find("\n6,") == std::string::npos);
  CHECK(export_runs(both, what, ExportFormat::json)->front() == '{');
  both.open_b(spec_of("lecture/p4_swapped", "lecture-4"));
  both.wait();
  CHECK(export_runs(both, what, ExportFormat::csv)->find("\nb,") != std::string::npos);
  CHECK(export_runs(both, what, ExportFormat::text)->find("A: 11 cycles") != std::string::npos);
  CHECK(export_runs(both, what, ExportFormat::markdown)->find("A: 11 cycles / B: 8 cycles") !=
        std::string::npos);
  CHECK(export_runs(both, what, ExportFormat::latex)->find("\\begin{tabular}{r|llll|r|llll}") !=
        std::string::npos);
  CHECK_FALSE(export_runs(both, ExportRequest{}, ExportFormat::svg).ok());
  ScheduleModel schedule(Threads::none);
  CHECK_FALSE(export_graph(schedule, ExportFormat::svg).ok());
  schedule.open(both.run(Side::a).shared_program(), *both.run(Side::a).machine());
  CHECK(export_graph(schedule, ExportFormat::svg)->find("<svg") == 0);
  CHECK(export_graph(schedule, ExportFormat::csv)->find("1,2,RAW,$t2") != std::string::npos);
}

TEST_CASE("an export that is too large is a sentence", "[gui_model]") {
  Comparison both(Threads::none);
  both.open_a(text_of("        li $t0, 30000\nloop:   addi $t0, $t0, -1\n"
                      "        bne $t0, $zero, loop\n",
                      isa::Isa::mips, "mips-5"));
  both.wait();
  ExportRequest what;
  what.diagram = true;
  what.to_cycle = both.run(Side::a).last_cycle();
  const Result<std::string> svg = export_runs(both, what, ExportFormat::svg);
  REQUIRE_FALSE(svg.ok());
  CHECK_FALSE(svg.diagnostics()[0].message.empty());
}
