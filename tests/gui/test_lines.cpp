#include "headless.hpp"

#include <catch2/catch.hpp>

namespace stallscope::gui {
namespace {

TEST_CASE("L opens the source lines, and a click goes to the next execution", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("textbook/daxpy", "mips-5-fp");
  window.frame(2);
  window.type("l");
  window.frame(4);
  CHECK(window.interface.looks.panel == PanelId::lines);
  const std::string texts = window.texts();
  CHECK(texts.find("MUL.D") != std::string::npos);
  CHECK(texts.find(tr(Text::hint_lines)) != std::string::npos);
  // Row 0 is line 21, the dearest: 8 executions, of which the first retires after cycle 5.
  window.click("line_0_0");
  window.frame(2);
  const std::uint64_t first = window.runs.transport().cycle();
  CHECK(first > 5);
  window.click("line_0_0");
  window.frame(2);
  CHECK(window.runs.transport().cycle() > first);
  ImGui::GetIO().KeyShift = true;
  window.click("line_0_0");
  ImGui::GetIO().KeyShift = false;
  window.frame(2);
  CHECK(window.runs.transport().cycle() == first);
  CHECK(window.interface.shared.sentence.starts_with("21"));
}

TEST_CASE("Tab comes to the lines, and Enter is a click", "[gui]") {
  Headless window;
  window.open("textbook/daxpy", "mips-5-fp");
  window.interface.looks.panel = PanelId::lines;
  window.frame(4);
  for (int i = 0; i < 60 && focused() != "line_0_0"; ++i)
    window.press(ImGuiKey_Tab);
  REQUIRE(focused() == "line_0_0");
  window.press(ImGuiKey_Enter);
  window.frame(2);
  CHECK(window.runs.transport().cycle() > 5);
}

TEST_CASE("the order of source lines changes, and the editor follows the pointer", "[gui]") {
  Headless window(1600, 900);
  window.open("textbook/daxpy", "mips-5-fp");
  window.interface.split().set({PanelId::lines, PanelId::editor});
  window.interface.looks.panel = PanelId::lines;
  window.frame(4);
  window.move(place_of("line_0_0")->centre());
  window.frame(3);
  CHECK(window.interface.shared.line_seen == 21);
  window.click("line_by_place_a");
  window.frame(2);
  window.move(place_of("line_0_0")->centre());
  window.frame(3);
  CHECK(window.interface.shared.line_seen == 15);
  const Result<std::string> csv = window.interface.exported(ExportFormat::csv);
  REQUIRE(csv.ok());
  CHECK(csv->find(",21,8,64,") != std::string::npos);
}

TEST_CASE("a plan says that it has no source lines", "[gui]") {
  Headless window;
  RunSpec spec;
  spec.subject = gui::Subject::plan;
  spec.program.name = "gpipe";
  window.runs.run(Side::a).open(spec);
  window.interface.looks.panel = PanelId::lines;
  window.frame(4);
  CHECK(window.texts().find(tr(Text::lines_none)) != std::string::npos);
  CHECK_FALSE(window.interface.exported(ExportFormat::csv).ok());
}

} // namespace
} // namespace stallscope::gui
