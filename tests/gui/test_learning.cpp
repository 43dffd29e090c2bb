#include "headless.hpp"
#include "isa/compile_c.hpp"
#include "model/analysis/cold_caches.hpp"
#include "model/editor/assembly_model.hpp"
#include "model/editor/examples_model.hpp"
#include "temporary_folder.hpp"
#include "view/teaching/quiz_panel.hpp"
#include "view/widgets/focus.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

// Marks of a lesson, two diagrams aligned, warm caches, pictures of examples, C beside its code.
namespace stallscope::gui {
namespace {

TEST_CASE("a question's mark moves with its answers, and says at which try it was right", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window(1600, 1000);
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.interface.shared.lesson.start(lessons()[0]);
    window.interface.shared.scene_changed = true;
    window.frame(2);
    LessonModel& model = window.interface.shared.lesson;
    window.press(ImGuiKey_PageDown);
    window.frame(3);
    REQUIRE(model.step().question); // of a number
    const std::size_t step = model.step_number();
    using Mark = LessonModel::Mark;
    CHECK(model.mark(0) == Mark::none);
    CHECK(model.mark(step) == Mark::open);
    CHECK(in_sight("lesson_mark_" + std::to_string(step)));
    const auto answer = [&window](std::int64_t value) {
      window.click("answer");
      window.type(std::to_string(value));
      window.press(ImGuiKey_Enter);
      window.frame(2);
    };
    answer(model.step().question->answer - 1);
    CHECK(model.mark(step) == Mark::wrong);
    window.interface.shared.lesson.type("");
    window.frame(2);
    answer(model.step().question->answer);
    CHECK(model.mark(step) == Mark::right_later);
    CHECK(window.texts().find(tr(Text::lesson_right_second)) != std::string::npos);
    CHECK(model.right_count() == 0);
    CHECK(model.right_later_count() == 1);
  }
}

TEST_CASE("while cycles are asked for, later rows and columns have no numbers", "[gui]") {
  for (const PanelId panel : {PanelId::table, PanelId::diagram}) {
    INFO(panel_name(panel));
    Headless window(1600, 1000);
    window.open("lecture/p4", "lecture-4");
    window.interface.shared.lesson.start(lessons()[0]);
    window.interface.shared.scene_changed = true;
    window.frame(2);
    window.press(ImGuiKey_PageDown); // of which four cycles are shown
    window.frame(3);
    window.interface.looks.panel = panel;
    window.frame(2);
    const auto has_line = [&window](const std::string& words) {
      std::istringstream all(window.texts());
      for (std::string line; std::getline(all, line);)
        if (line.substr(std::min(line.find_first_not_of(' '), line.size())) == words)
          return true;
      return false;
    };
    REQUIRE(window.interface.shared.lesson.hides_totals());
    CHECK(has_line("4"));
    CHECK_FALSE(has_line("6"));
    window.interface.shared.lesson.answer(12);
    window.frame(2);
    CHECK(has_line("6"));
  }
}

/// Where the present cycle of a run begins, from the left edge of its diagram.
float present_x(const Headless& window, Side side) {
  const Rect axis = *place_of(side == Side::a ? "axis_a" : "axis_b");
  const Rect area = *place_of(side == Side::a ? "diagram_a" : "diagram_b");
  const float cycle = axis.width() / static_cast<float>(window.runs.run(side).last_cycle());
  return axis.left - area.left + cycle * (static_cast<float>(window.runs.cycle(side)) - 1);
}

TEST_CASE("two diagrams are aligned by cycle, or where both have retired the same", "[gui]") {
  Headless window(1600, 900);
  window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
  window.interface.looks.panel = PanelId::diagram;
  window.runs.set_lock(Lock::instruction);
  window.frame(3);
  bool differed = false;
  for (std::uint64_t cycle = 1; cycle <= 11; ++cycle) {
    window.runs.transport().seek(cycle);
    window.frame(3);
    INFO("cycle " << cycle << ", B at " << window.runs.cycle(Side::b));
    differed |= window.runs.cycle(Side::b) != cycle;
    CHECK(std::abs(present_x(window, Side::a) - present_x(window, Side::b)) < 1);
  }
  CHECK(differed);
  window.runs.set_lock(Lock::cycle);
  window.frame(3);
  CHECK(std::abs(place_of("axis_a")->left - place_of("diagram_a")->left -
                 (place_of("axis_b")->left - place_of("diagram_b")->left)) < 1);
}

TEST_CASE("warm caches are offered where a run waits mostly for cold ones", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window(1600, 900);
    window.open("textbook/raw", "ooo-4");
    window.interface.looks.language = language;
    window.frame(3);
    const std::uint64_t cold = window.runs.run(Side::a).last_cycle();
    REQUIRE(cold_share(window.runs.run(Side::a)).value_or(0) >= kMostlyCold);
    window.click("warm_a");
    window.frame(3);
    CHECK(window.runs.run(Side::a).last_cycle() * 2 < cold);
    CHECK(window.texts().find(tr(Text::warm_mark)) != std::string::npos);
    window.click("warm_a"); // and back
    window.frame(3);
    CHECK(window.runs.run(Side::a).last_cycle() == cold);
    window.open("textbook/raw", "mips-5"); // which has no caches
    window.frame(3);
    CHECK_FALSE(in_sight("warm_a"));
  }
}

TEST_CASE("examples have pictures of their runs, and are opened by keyboard", "[gui]") {
  Headless window(1600, 900);
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.panel = PanelId::examples;
  window.frame(4);
  const std::string& first = examples().front().name;
  CHECK(in_sight("picture_" + first));
  for (int i = 0; i < 60 && window.runs.run(Side::a).spec().program.name != first; ++i) {
    window.press(ImGuiKey_Tab);
    if (focused() == "example_" + first)
      window.press(ImGuiKey_Enter);
  }
  CHECK(window.runs.run(Side::a).spec().program.name == first);
  CHECK(window.interface.looks.panel != PanelId::examples);
}

/// Asks why an instruction of the lecture's example waits in cycle 3.
void ask_reason(Headless& window) {
  window.open("lecture/p4", "lecture-4");
  window.runs.transport().seek(3);
  window.frame(2);
  ask(QuizModel::Kind::reason, window.runs, window.interface.shared);
  window.frame(3);
}

TEST_CASE("a quiz about a reason says whether it was right, else what it was", "[gui]") {
  for (const Language language : kLanguages)
    for (const bool right : {true, false}) {
      INFO(right << " in " << table_of(language).name);
      Headless window;
      ask_reason(window);
      window.interface.looks.language = language;
      window.frame(2);
      QuizModel& quiz = window.interface.shared.quiz;
      Reason wrong = Reason::raw;
      for (const QuizChoice& choice : quiz.choices())
        if (choice.reason != Reason::raw)
          wrong = choice.reason;
      REQUIRE(wrong != Reason::raw);
      window.click(fmt::format("reason_{}", static_cast<int>(right ? Reason::raw : wrong)));
      window.click("quiz_mark");
      window.frame(2);
      REQUIRE_FALSE(quiz.remarks().empty());
      const std::string said = window.texts();
      CHECK(said.find(quiz.remarks().front().substr(0, 5)) != std::string::npos);
      const bool says_right =
          quiz.remarks().front().find(tr(Text::reason_right)) != std::string::npos;
      CHECK(says_right == right);
      if (!right) // with the name of the reason, and of the register waited for
        CHECK(quiz.remarks().back().find("$t2") != std::string::npos);
    }
}

TEST_CASE("results of a quiz are saved where it is said", "[gui]") {
  const TemporaryFolder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  Headless window;
  ask_reason(window);
  window.click(fmt::format("reason_{}", static_cast<int>(Reason::raw)));
  window.click("quiz_mark");
  window.click("quiz_save");
  window.frame();
  const std::string file = folder.file("stallscope-quiz.csv");
  CHECK(window.interface.shared.message == tr(Text::export_done, {file}));
  CHECK(std::filesystem::file_size(file) > 10);
  std::filesystem::current_path(before);
}

TEST_CASE("C stands beside its machine code, with lines of one colour", "[gui]") {
  if (!isa::has_c_compiler({}))
    return; // nothing to try it with
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    const TemporaryFolder folder;
    const std::string file = folder.file("sum.c", "int main(void) {\n  volatile int s = 0;\n"
                                                  "  for (int i = 1; i <= 10; ++i)\n"
                                                  "    s += i;\n  return s;\n}\n");
    Headless window(1600, 900);
    window.open("textbook/sum", "mips-5");
    window.interface.looks.language = language;
    window.interface.take_files({file});
    for (int i = 0; i < 10; ++i) {
      window.frame(2);
      window.interface.document().wait();
    }
    window.interface.looks.panel = PanelId::editor;
    window.frame(4);
    const Run& run = window.runs.run(Side::a);
    INFO(format(run.problems()));
    REQUIRE(run.state() == Run::State::ready);
    AssemblyModel model;
    const std::vector<AssemblyLine>& lines = model.lines(run.shared_program(), "sum.c");
    REQUIRE_FALSE(lines.empty());
    CHECK(lines.front().label);
    CHECK(lines.front().text == "main:");
    CHECK(model.has_code(4));
    for (std::size_t i = 2; i < lines.size(); ++i) // whole instructions, one behind the other
      if (!lines[i].label && !lines[i - 1].label)
        CHECK(lines[i].pc >= lines[i - 1].pc + 2);
    CHECK(std::none_of(lines.begin(), lines.end(), [](const AssemblyLine& line) {
      return line.text.find(".4byte") != std::string::npos;
    }));
    const auto of_line = [&lines](std::uint32_t line) {
      for (const AssemblyLine& one : lines)
        if (one.line == line)
          return fmt::format("assembly_{:x}", one.pc);
      return std::string();
    };
    REQUIRE(in_sight(of_line(4)));
    window.move(place_of(of_line(4))->centre()); // what is pointed at here is seen in the text
    window.frame(2);
    REQUIRE(in_sight("editor_line_seen"));
    const float y = place_of("editor_line_seen")->top;
    window.move(place_of(of_line(5))->centre());
    window.frame(2);
    CHECK(place_of("editor_line_seen")->top > y);
    window.click("show_assembly"); // and away
    window.frame(2);
    CHECK_FALSE(in_sight(of_line(4)));
  }
}

} // namespace
} // namespace stallscope::gui
