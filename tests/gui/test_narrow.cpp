#include "headless.hpp"

#include <catch2/catch.hpp>

#include <string>

// A window as narrow as a telephone's: nothing lies over anything else, and all can be reached.
namespace stallscope::gui {
namespace {

void check_inside(const std::string& id, const Rect& window) {
  const auto place = place_of(id);
  INFO(id);
  REQUIRE(place.has_value());
  CHECK(place->left >= window.left);
  CHECK(place->right <= window.right);
  CHECK(place->bottom <= window.bottom);
}

TEST_CASE("at 390 x 844 two runs stand below each other, and the cycle is to be seen", "[gui]") {
  Headless window(390, 844);
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
  window.runs.transport().to_end();
  window.frame(3);
  const Rect whole{0, 0, 390, 844};
  for (const char* id : {"table_a", "table_b", "cycle_number", "start", "end", "close_b"})
    check_inside(id, whole);
  CHECK(place_of("table_a")->bottom <= place_of("table_b")->top);
  CHECK(place_of("table_b")->width() > 250);
  CHECK(place_of("end")->right <= place_of("cycle_number")->left + 1);
}

TEST_CASE("at 390 x 844 a lesson stands below the panels, with its answer in reach", "[gui]") {
  Headless window(390, 844);
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  window.interface.shared.lesson.start(lessons().front());
  window.interface.shared.scene_changed = true;
  window.frame(4);
  LessonModel& model = window.interface.shared.lesson;
  while (!model.step().question || !model.step().question->choices.empty()) {
    REQUIRE_FALSE(model.last());
    window.press(ImGuiKey_PageDown);
    window.frame(4);
  }
  window.type("a"); // the keyboard goes to the answer
  window.frame(4);
  check_inside("answer", {0, 844 / 2, 390, 844});
  check_inside("lesson_close", {0, 0, 390, 844});
  CHECK(place_of("table_a")->bottom < place_of("lesson_close")->top);
  CHECK(place_of("cycle_number")->bottom <= place_of("lesson_close")->top);
}

TEST_CASE("at 390 x 844 options stand below their names", "[gui]") {
  Headless window(390, 844);
  window.open("textbook/raw", "ooo-4");
  window.interface.looks.panel = PanelId::machine;
  window.frame(3);
  const auto first = place_of("option_front_end.width");
  const auto second = place_of("option_front_end.fetch_bytes");
  REQUIRE(first.has_value());
  REQUIRE(second.has_value());
  CHECK(first->left < 110);                    // where the names begin
  CHECK(second->top - first->bottom > 2 * 16); // name and meaning between them
}

TEST_CASE("panels beside each other give each run its width, one below the other", "[gui]") {
  Headless window(1280, 800);
  window.open("textbook/daxpy", "mips-5", "textbook/daxpy");
  window.interface.split().set({PanelId::diagram, PanelId::table, PanelId::structures});
  window.interface.looks.panel = PanelId::diagram;
  window.runs.transport().seek(60);
  window.frame(3);
  CHECK(place_of("diagram_a")->bottom <= place_of("diagram_b")->top);
  CHECK(place_of("diagram_a")->width() > 300);
  window.interface.split().set({PanelId::diagram});
  window.frame(3);
  CHECK(place_of("diagram_a")->right <= place_of("diagram_b")->left);
}

} // namespace
} // namespace stallscope::gui
