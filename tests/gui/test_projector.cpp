#include "headless.hpp"
#include "model/language/sentences.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <string>
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
    CHECK(window.interface.style().sizes.small >= std::floor(height / 45)); // whole pixels
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
      for (const Lesson& lesson : listed_cases(lessons())) {
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

TEST_CASE("an instruction that is cut away in its cells stands in a legend", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window; // two tables with large letters: cells have room for numbers alone
    window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
    window.interface.looks.language = language;
    window.interface.looks.presenter = true;
    window.frame(3);
    const Rect before = *place_of("table_a");
    for (std::uint64_t cycle = 1; cycle <= 11; ++cycle) {
      window.runs.transport().seek(cycle);
      window.frame(3);
      REQUIRE(in_sight("legend_a"));
      CHECK(place_of("table_a")->bottom == before.bottom); // nothing moves at a step
      CHECK(place_of("legend_a")->top >= before.bottom - 1);
    }
    window.runs.transport().seek(6); // by then all four have begun, in rows that are in sight
    window.frame(3);
    REQUIRE(window.table_a().rows() >= 6);
    const std::string texts = window.texts();
    const isa::Program& program = *window.runs.run(Side::a).program();
    for (std::uint32_t i = 0; i < program.code.size(); ++i) {
      INFO(program.text_of(i));
      CHECK(texts.find(program.text_of(i)) != std::string::npos);
    }
  }
}

TEST_CASE("where all texts have room there is no legend", "[gui]") {
  Headless window(1920, 1080);
  window.open("lecture/p4", "lecture-4");
  window.frame(3);
  CHECK_FALSE(in_sight("legend_a"));
}

TEST_CASE("the cause of a cell is shown large beside it, for one cell at a time", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window(1280, 900);
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.runs.transport().seek(5);
    window.frame(3);
    // In cycle 4 the second instruction waits in ID for $t2 of the first (see test_quiz).
    const Rect cell = window.table_a().cell(4, 0);
    window.move(cell.centre());
    REQUIRE(in_sight("reason_by_cell"));
    const Rect reason = *place_of("reason_by_cell");
    CHECK(reason.top >= cell.bottom);
    CHECK(reason.top - cell.bottom < cell.height());
    CHECK(reason.height() >= window.interface.style().sizes.large);
    const std::string why = window.interface.shared.sentence; // as everywhere, and as `explain`
    CHECK(why.find("$t2") != std::string::npos);
    CHECK(why.find("add $t2") != std::string::npos);
    CHECK(window.texts().find(why.substr(0, 12)) != std::string::npos);
    window.click(cell.centre()); // pinned: it stays
    window.move({5, 800});
    CHECK(in_sight("reason_by_cell"));
    window.move(window.table_a().cell(1, 0).centre()); // which works: no other cell's arrow
    CHECK_FALSE(in_sight("reason_by_cell"));
    window.press(ImGuiKey_Escape);
    window.move({5, 800});
    CHECK_FALSE(in_sight("reason_by_cell"));
  }
}

TEST_CASE("the strip of stalls has a legend and a tooltip, and can hide what comes", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window;
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.runs.transport().seek(1);
    window.frame(3);
    const std::string raw = "strip_key_" + std::to_string(static_cast<int>(Reason::raw));
    CHECK(in_sight(raw));
    const Rect strip = *place_of("strip_a");
    // Of 11 cycles the fourth.
    const Point fourth{strip.left + strip.width() * 3.5F / 11, strip.centre().y};
    window.move(fourth);
    const std::string tip = window.texts();
    CHECK(tip.find(reason_title(Reason::raw)) != std::string::npos);
    CHECK(tip.find(reason_meaning(Reason::raw).substr(0, 10)) != std::string::npos);
    window.click("hide_future");
    window.frame(2);
    CHECK(window.interface.shared.hide_future);
    CHECK_FALSE(in_sight(raw));
    window.move(fourth);
    CHECK(window.texts().find(reason_meaning(Reason::raw).substr(0, 10)) == std::string::npos);
    window.click(fourth); // which is also a way to get there
    CHECK(window.runs.cycle(Side::a) == 4);
    window.frame(2);
    CHECK(in_sight(raw));
  }
}

} // namespace
} // namespace stallscope::gui
