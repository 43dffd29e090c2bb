#include "headless.hpp"
#include "model/language/sentences.hpp"

#include <catch2/catch.hpp>

#include <string>

// The diagram by keys, and what it shares with the other panels.
namespace stallscope::gui {
namespace {

TEST_CASE("in the diagram arrows move a cell cursor, Enter asks why and follows to the culprit",
          "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window;
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.interface.looks.panel = PanelId::diagram;
    window.runs.transport().seek(4);
    window.frame(3);
    // In cycle 4 the second instruction still waits in ID for $t2 of the first.
    const auto& shared = window.interface.shared;
    window.press(ImGuiKey_DownArrow);
    CHECK(shared.diagram_cursor);
    CHECK(place_of("diagram_cursor_a").has_value());
    const std::string waits = shared.sentence;
    CHECK(waits.find("$t2") != std::string::npos);
    window.press(ImGuiKey_UpArrow); // the first instruction, in the same cycle
    const std::string above = shared.sentence;
    CHECK(above != waits);
    window.press(ImGuiKey_UpArrow); // there is none above
    CHECK(shared.sentence == above);
    window.press(ImGuiKey_DownArrow);
    CHECK(shared.sentence == waits);
    window.press(
        ImGuiKey_LeftArrow); // the second instruction in cycle 3, in the same words but one
    CHECK(shared.sentence != waits);
    CHECK(window.runs.cycle(Side::a) == 4); // the clock stands
    window.press(ImGuiKey_RightArrow);
    CHECK(shared.sentence == waits);
    window.press(ImGuiKey_RightArrow); // what comes later is not shown yet
    CHECK(shared.sentence == waits);
    window.press(ImGuiKey_Enter);
    CHECK(shared.pinned_sentence == waits);
    window.press(ImGuiKey_Enter);
    CHECK(shared.sentence.find("add $t2") != std::string::npos);
    window.press(ImGuiKey_Enter);
    CHECK(shared.message == tr(Text::waits_for_none));
    window.press(ImGuiKey_Backspace);
    CHECK(shared.sentence == waits);
    window.press(ImGuiKey_Escape);
    window.frame(2);
    CHECK_FALSE(shared.diagram_cursor);
    window.press(ImGuiKey_RightArrow);
    CHECK(window.runs.cycle(Side::a) == 5);
    window.press(ImGuiKey_Enter); // without a search Enter is for the cells
    CHECK(shared.diagram_cursor);
  }
}

TEST_CASE("the diagram's cursor goes on from run A into run B and back", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
  window.interface.looks.panel = PanelId::diagram;
  window.runs.transport().to_end();
  window.frame(3);
  window.press(ImGuiKey_DownArrow);
  REQUIRE(place_of("diagram_cursor_a").has_value());
  for (int i = 0; i < 12 && window.runs.active() == Side::a; ++i)
    window.press(ImGuiKey_RightArrow);
  CHECK(window.runs.active() == Side::b);
  CHECK(place_of("diagram_cursor_b").has_value());
  for (int i = 0; i < 12 && window.runs.active() == Side::b; ++i)
    window.press(ImGuiKey_LeftArrow);
  CHECK(window.runs.active() == Side::a);
}

TEST_CASE("a source line, its row in the diagram and its cells are one selection", "[gui]") {
  Headless window(1600, 1000);
  window.open("lecture/p4", "lecture-4");
  window.interface.split().set({PanelId::diagram, PanelId::editor});
  window.interface.looks.panel = PanelId::diagram;
  window.runs.transport().seek(4);
  window.frame(3);
  window.press(ImGuiKey_DownArrow); // the second instruction, which waits
  window.frame(2);
  const std::uint32_t second = window.interface.shared.line_seen;
  REQUIRE(second > 0);
  const auto lit = place_of("2/editor_line_seen");
  REQUIRE(lit.has_value());
  window.press(ImGuiKey_UpArrow);
  window.frame(2);
  CHECK(window.interface.shared.line_seen < second);
  CHECK(place_of("2/editor_line_seen")->top < lit->top);
  window.press(ImGuiKey_Escape);
  window.frame(3);
  // The other way: what the editor points at is lit in the diagram.
  const std::size_t before = window.vertices();
  window.move(lit->centre());
  window.frame(2);
  CHECK(window.interface.shared.line_seen == second);
  CHECK(window.vertices() > before); // the row's grounds
}

TEST_CASE("a diagram without anything in flight says what fetch waits for", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window;
    window.interface.looks.language = language;
    window.open("textbook/daxpy", "ooo-4");
    window.interface.looks.panel = PanelId::diagram;
    window.runs.transport().seek(60);
    const std::string texts = window.texts() + window.texts();
    // As the processor's instruction cache has it: the first line is there in cycle 98.
    CHECK(place_of("nothing_in_flight_a").has_value());
    CHECK_FALSE(place_of("way_back_a").has_value());
    CHECK(texts.find(reason_title(Reason::icache_miss)) != std::string::npos);
    CHECK(texts.find("0x400000") != std::string::npos);
    CHECK(texts.find("98") != std::string::npos);
  }
}

} // namespace
} // namespace stallscope::gui
