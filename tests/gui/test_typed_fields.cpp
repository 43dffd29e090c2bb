#include "headless.hpp"
#include "view/widgets/typed_field.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string>

// A number that is typed is taken however the field is left, and a bad one stays with its reason.
namespace stallscope::gui {
namespace {

/// A window at the first question of the lessons that is answered with a number.
struct Asked : Headless {
  Asked() : Headless(1280, 800) {
    for (const Lesson& lesson : lessons()) {
      for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        const auto& question = lesson.steps[step].question;
        if (!question || !question->choices.empty())
          continue;
        answer = question->answer;
        model().start(lesson);
        while (model().step_number() < step && model().next()) {
        }
        interface.shared.scene_changed = true;
        frame(4);
        return;
      }
    }
  }
  [[nodiscard]] LessonModel& model() { return interface.shared.lesson; }
  std::int64_t answer = 0;
};

TEST_CASE("an answer that is typed is taken by Check, by Enter, and when the field is left",
          "[gui]") {
  for (const Language language : kLanguages)
    for (const char* way : {"check", "enter", "left"}) {
      INFO(way << " in " << table_of(language).name);
      Asked window;
      window.interface.looks.language = language;
      window.frame(2);
      window.click("answer");
      window.type(fmt::format("{}", window.answer));
      if (way == std::string("enter")) {
        window.press(ImGuiKey_Enter);
      } else if (way == std::string("left")) {
        window.click(Point{400, 700}); // the clock, far away
        CHECK(text_in("answer") == fmt::format("{}", window.answer));
        CHECK_FALSE(window.model().answered().has_value()); // taken, but not checked
        window.click("check");
      } else {
        window.click("check");
      }
      CHECK(window.model().answered() == window.answer);
      CHECK(window.model().right());
    }
}

TEST_CASE("an answer that is no number stays, with the reason", "[gui]") {
  Asked window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.frame(3);
  for (const bool enter : {false, true}) {
    window.click("answer");
    window.type("eleven");
    if (enter)
      window.press(ImGuiKey_Enter);
    else
      window.click("check");
    window.frame(3);
    CHECK_FALSE(window.model().answered().has_value());
    CHECK(text_in("answer") == "eleven");
    CHECK_FALSE(problem_of("answer").empty());
  }
  window.click("answer");
  window.type(fmt::format("{}", window.answer));
  window.click("check");
  CHECK(window.model().right());
  CHECK(problem_of("answer").empty());
}

TEST_CASE("a verdict stands beside the answer it is about", "[gui]") {
  Asked window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.frame(3);
  const auto answer = [&window](const std::string& text) {
    window.click("answer");
    window.type(text);
    window.press(ImGuiKey_Enter);
    window.frame(2);
  };
  const auto says = [&window](Text what) {
    return window.texts().find(tr(what)) != std::string::npos;
  };
  answer(fmt::format("{}", window.answer + 1));
  CHECK(says(Text::lesson_wrong));
  answer("6.0");
  CHECK_FALSE(says(Text::lesson_wrong)); // which was about the number before
  answer(fmt::format("{}", window.answer));
  REQUIRE(window.model().right());
  CHECK_FALSE(in_sight("answer")); // nothing else can be typed beside "Right"
  CHECK_FALSE(in_sight("check"));
}

TEST_CASE("totals that would answer a question are hidden until it is answered", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  unsigned asked = 0;
  for (const Lesson& lesson : lessons())
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
      const auto& question = lesson.steps[step].question;
      if (!question || question->measure != Measure::saved)
        continue;
      ++asked;
      INFO(lesson.name << ", step " << step + 1);
      LessonModel& model = window.interface.shared.lesson;
      model.start(lesson);
      while (model.step_number() < step && model.next()) {
      }
      window.interface.shared.scene_changed = true;
      window.frame(4);
      window.press(ImGuiKey_End);
      CHECK_FALSE(in_sight("saved"));
      model.answer(question->answer + 1);
      window.frame(2);
      CHECK_FALSE(in_sight("saved"));
      model.answer(question->answer);
      window.frame(2);
      CHECK(in_sight("saved"));
      CHECK(model.tries() == 2);
    }
  CHECK(asked > 0);
}

/// The value a run's settings give a key; empty: the machine's own.
std::string setting(const Comparison& runs, Side side, std::string_view key) {
  for (const machine::Setting& one : runs.run(side).spec().settings)
    if (one.key == key)
      return one.value;
  return {};
}

constexpr const char* kEntries = "reorder_buffer.entries";
constexpr const char* kField = "option_reorder_buffer.entries";

void open_options(Headless& window, const std::string& against = {}) {
  window.open("textbook/sum", "ooo-4", against);
  window.interface.looks.panel = PanelId::machine;
  window.frame(3);
  window.click("options_search");
  window.type(kEntries);
  window.frame(2);
}

TEST_CASE("an option that is typed is taken with Enter and when the field is left", "[gui]") {
  for (const Language language : kLanguages)
    for (const bool enter : {false, true}) {
      INFO(enter << " in " << table_of(language).name);
      Headless window;
      window.interface.looks.language = language;
      open_options(window);
      window.click(kField);
      window.type("4");
      if (enter)
        window.press(ImGuiKey_Enter);
      else
        window.click(Point{400, 600});
      CHECK(setting(window.runs, Side::a, kEntries) == "4");
      CHECK(text_in(kField) == "4");
    }
}

TEST_CASE("an option that cannot be stays in its field with the reason, and Escape takes it back",
          "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  open_options(window);
  const std::string before = text_in(kField);
  for (const char* bad : {"many", "-7", "99999999999"}) {
    INFO(bad);
    window.click(kField);
    window.type(bad);
    window.click(Point{400, 600});
    window.frame(3);
    CHECK(setting(window.runs, Side::a, kEntries).empty());
    CHECK(text_in(kField) == bad);
    CHECK_FALSE(problem_of(kField).empty());
  }
  window.click(kField);
  window.press(ImGuiKey_Escape);
  window.frame(2);
  CHECK(text_in(kField) == before);
  CHECK(problem_of(kField).empty());
  window.click("option_reorder_buffer.entries_less");
  CHECK(setting(window.runs, Side::a, kEntries) == std::to_string(std::stoi(before) - 1));
}

TEST_CASE("a refused option says what was expected, as the command line does", "[gui]") {
  Headless window(1280, 800);
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("textbook/raw", "ooo-4");
  window.interface.looks.panel = PanelId::machine;
  window.frame(3);
  CHECK_FALSE(window.interface.shared.can_undo);
  window.click("options_undo"); // has nothing to do, and says nothing
  CHECK(window.interface.shared.message.empty());
  window.click("options_search");
  window.type("fetch_bytes");
  window.click("option_front_end.fetch_bytes");
  window.type("7");
  window.press(ImGuiKey_Enter);
  window.frame(2);
  const std::string expected =
      language() == Language::english ? std::string("a power of two") : in_current_script("2 的幂");
  CHECK(problem_of("option_front_end.fetch_bytes").find(expected) != std::string::npos);
}

TEST_CASE("run B has options of its own, and both can be changed at once", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  open_options(window, "textbook/sum");
  const auto set = [&window](const char* whose, const char* value) {
    window.click(whose);
    window.click(kField);
    window.type(value);
    window.press(ImGuiKey_Enter);
  };
  set("options_b", "4");
  CHECK(setting(window.runs, Side::a, kEntries).empty());
  CHECK(setting(window.runs, Side::b, kEntries) == "4");
  set("options_a", "8");
  CHECK(setting(window.runs, Side::a, kEntries) == "8");
  CHECK(setting(window.runs, Side::b, kEntries) == "4");
  set("options_both", "16");
  CHECK(setting(window.runs, Side::a, kEntries) == "16");
  CHECK(setting(window.runs, Side::b, kEntries) == "16");
  window.click("options_b");
  window.click("options_reset");
  CHECK(setting(window.runs, Side::a, kEntries) == "16");
  CHECK(setting(window.runs, Side::b, kEntries).empty());
  window.click("options_undo");
  CHECK(setting(window.runs, Side::b, kEntries) == "16");
}

} // namespace
} // namespace stallscope::gui
