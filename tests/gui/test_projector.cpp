#include "headless.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <utility>

// What a hall sees: letters grow with the projector's picture, and small windows stay usable.
namespace stallscope::gui {
namespace {

TEST_CASE("a presenter's letters are a forty-fifth of the picture, however many pixels it has",
          "[gui]") {
  for (const auto& [width, height] :
       {std::pair(1920.0F, 1080.0F), std::pair(2560.0F, 1440.0F), std::pair(3840.0F, 2160.0F)}) {
    INFO(height);
    Headless window(width, height);
    window.open("lecture/p4", "lecture-4"); // 11 cycles
    window.interface.looks.presenter = true;
    window.runs.transport().to_end();
    window.frame(3);
    CHECK(window.interface.style().sizes.body >= height / 45);
    // All of it has room, and cells grow with the letters.
    CHECK(window.table_a().rows() >= 11);
    CHECK(window.table_a().row_height() >= height / 24);
    // The list on the left has folded to signs.
    CHECK(place_of("panel_table")->width() < width / 30);
  }
  // A display that scales by itself is not scaled twice.
  Headless window(3840, 2160);
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.presenter = true;
  window.frame(2);
  const float once = window.interface.style().sizes.body;
  window.interface.looks.scale = 2;
  window.frame(2);
  CHECK(window.interface.style().sizes.body == once);
}

TEST_CASE("Ctrl + makes everything larger, not letters alone", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  const Style before = window.interface.style();
  const float button = place_of("step")->width();
  window.interface.larger_letters(1.5F);
  window.frame(2);
  CHECK(window.interface.style().unit == Approx(before.unit * 1.5F));
  CHECK(place_of("step")->width() == Approx(button * 1.5F));
  window.interface.larger_letters(1 / 1.5F);
  window.frame(2);
  CHECK(place_of("step")->width() == Approx(button));
}

TEST_CASE("in small windows a lesson leaves its panel and its buttons their room", "[gui]") {
  for (const auto& [width, height] : {std::pair(1024.0F, 700.0F), std::pair(1280.0F, 800.0F)})
    for (const Language language : kLanguages)
      for (const Lesson& lesson : lessons()) {
        INFO(lesson.name << ", " << width << " x " << height << ", " << table_of(language).name);
        Headless window(width, height);
        window.interface.looks.language = language;
        window.interface.shared.lesson.start(lesson);
        window.interface.shared.scene_changed = true;
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
          window.frame(4);
          CHECK(place_of("lesson_next")->bottom <= height);
          CHECK(place_of("lesson_next")->right <= width);
          if (window.interface.looks.panel == PanelId::table)
            CHECK(place_of("table_a")->bottom - place_of("table_a")->top > height * 0.4F);
          window.click("lesson_next");
        }
      }
}

} // namespace
} // namespace stallscope::gui
