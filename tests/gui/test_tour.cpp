#include "headless.hpp"
#include "view/window/remembered.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <string>
#include <utility>

// What introduces the window: the tour, and the words for what is pointed at.
namespace stallscope::gui {
namespace {

constexpr std::array<Text, Tour::kSteps> kTitles{Text::tour_1_title, Text::tour_2_title,
                                                 Text::tour_3_title, Text::tour_4_title,
                                                 Text::tour_5_title};

void begin_tour(Headless& window, Language language) {
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.language = language;
  window.interface.looks.panel = PanelId::ledger;
  window.frame(3);
  window.interface.show(*overlay_named("tour"));
  window.frame(4);
  REQUIRE(Headless::popup());
}

TEST_CASE("the tour has five steps, each within the window, by key and by click", "[gui]") {
  for (const Language language : kLanguages)
    for (const auto& [width, height] : {std::pair(1280.0F, 720.0F), std::pair(800.0F, 500.0F)}) {
      INFO(table_of(language).name << ", " << width << " wide");
      Headless window(width, height);
      begin_tour(window, language);
      CHECK(window.interface.looks.panel == PanelId::table); // which a step points at
      for (std::size_t step = 0; step < Tour::kSteps; ++step) {
        INFO("step " << step + 1);
        REQUIRE(Headless::popup());
        CHECK(window.texts().find(tr(kTitles.at(step))) != std::string::npos);
        const Rect page = *place_of("tour");
        CHECK(page.left >= 0);
        CHECK(page.top >= 0);
        CHECK(page.right <= width);
        CHECK(page.bottom <= height);
        if (step % 2 == 0)
          window.press(ImGuiKey_Enter);
        else
          window.click("tour_next");
        window.frame(2);
      }
      CHECK_FALSE(Headless::popup());
      CHECK(window.runs.cycle(Side::a) == 0); // its keys are not the clock's
    }
}

TEST_CASE("the tour is left by Escape and by its button, and not shown again by itself", "[gui]") {
  const Language language = GENERATE(from_range(kLanguages));
  Headless window;
  CHECK_FALSE(window.interface.tour().seen());
  begin_tour(window, language);
  window.press(ImGuiKey_Escape);
  CHECK_FALSE(Headless::popup());
  CHECK(settings_now({}, window.interface, window.runs).tour_seen);
  begin_tour(window, language);
  window.click("tour_skip");
  CHECK_FALSE(Headless::popup());
}

/// So much of a text as stands in one line of a tooltip.
std::string beginning(const char* words) {
  return std::string(words).substr(0, 12); // four characters of Chinese
}

TEST_CASE("I says what is pointed at, in both languages", "[gui]") {
  for (const Language language : kLanguages) {
    Headless window(1600, 900);
    window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
    window.interface.looks.language = language;
    window.runs.transport().seek(5);
    window.frame(3);
    window.type("i");
    for (const auto& [id, words] :
         {std::pair("scrub", Text::what_scrub), std::pair("strip_b", Text::what_strip),
          std::pair("choose_a", Text::what_heading), std::pair("table_b", Text::what_table),
          std::pair("panel_ledger", Text::what_rail), std::pair("saved", Text::what_saved),
          std::pair("lock_free", Text::what_lock)}) {
      INFO(id << " in " << table_of(language).name);
      REQUIRE(place_of(id).has_value());
      window.move(place_of(id)->centre());
      CHECK(window.texts().find(beginning(tr(words))) != std::string::npos);
    }
    window.press(ImGuiKey_Escape);
    CHECK(window.texts().find(beginning(tr(Text::what_lock))) == std::string::npos);
  }
}

TEST_CASE("without a pointer I explains the panel, and what Tab has come to", "[gui]") {
  for (const Language language : kLanguages) {
    Headless window(1600, 900);
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.frame(2);
    window.type("i");
    for (const auto& [panel, words] : {std::pair(PanelId::table, Text::what_table),
                                       std::pair(PanelId::diagram, Text::what_diagram),
                                       std::pair(PanelId::processor, Text::what_processor),
                                       std::pair(PanelId::structures, Text::what_structures),
                                       std::pair(PanelId::schedule, Text::what_schedule),
                                       std::pair(PanelId::ledger, Text::what_ledger),
                                       std::pair(PanelId::lines, Text::what_lines),
                                       std::pair(PanelId::machine, Text::what_machine),
                                       std::pair(PanelId::editor, Text::what_editor),
                                       std::pair(PanelId::examples, Text::what_examples),
                                       std::pair(PanelId::lesson, Text::what_lesson)}) {
      INFO(panel_name(panel) << " in " << table_of(language).name);
      window.interface.looks.panel = panel;
      window.frame(2);
      CHECK(window.texts().find(beginning(tr(words))) != std::string::npos);
    }
    window.interface.looks.panel = PanelId::table;
    window.frame(2);
    for (int i = 0;
         i < 60 && window.texts().find(beginning(tr(Text::what_heading))) == std::string::npos; ++i)
      window.press(ImGuiKey_Tab);
    CHECK(window.texts().find(beginning(tr(Text::what_heading))) != std::string::npos);
  }
}

} // namespace
} // namespace stallscope::gui
