#include "headless.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <vector>

// Panels beside each other: chosen, widened, closed, and one of them has the keyboard.
namespace stallscope::gui {
namespace {

void run_command(Headless& window, const std::string& title) {
  window.interface.open_palette();
  window.frame(3);
  window.type(title);
  window.press(ImGuiKey_Enter);
  window.frame(3);
}

TEST_CASE("the editor stands beside the table, and an edit runs at once", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window;
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.frame(2);
    run_command(window, tr(Text::preset_code));
    CHECK(window.interface.looks.panel == PanelId::editor);
    REQUIRE(in_sight("2/table_a"));
    const Rect table = *place_of("2/table_a");
    CHECK(table.left > 1280 * 0.4F);
    window.frame(20);
    window.interface.document().editor().set_text("        add $t0, $t1, $t2\n");
    window.frame(4, 0.001F); // read and run at once: no time has to pass
    CHECK(window.runs.run(Side::a).op_count() == 1);
    CHECK(in_sight("2/table_a"));
  }
}

TEST_CASE("a line, its instruction and its cells are pointed at together", "[gui]") {
  Headless window(1600, 900);
  window.open("lecture/p4", "lecture-4");
  window.interface.split().set({PanelId::table, PanelId::editor});
  window.runs.transport().to_end();
  window.frame(20);
  // The cell in ID in cycle 1 is the first instruction's; its line lights up in the editor.
  window.move(window.table_a().cell(1, 0).centre());
  REQUIRE(in_sight("2/editor_line_seen"));
  const Run& run = window.runs.run(Side::a);
  const std::uint32_t line = run.program()->place_of(0).line;
  CHECK(window.interface.shared.line_seen == line);
  const float first = place_of("2/editor_line_seen")->top;
  window.move(window.table_a().cell(11, 3).centre()); // the last one's, in its last cycle
  CHECK(window.interface.shared.line_seen == run.program()->place_of(3).line);
  CHECK(place_of("2/editor_line_seen")->top > first);
  window.move({5, 880});
  CHECK_FALSE(in_sight("2/editor_line_seen"));
}

TEST_CASE("a new program is typed into at once, and named with notation and machine", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window;
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.frame(20);
    window.interface.new_program();
    window.frame(20);
    window.type("add $t0, $t1, $t2");
    window.frame(20);
    CHECK(window.interface.document().editor().text() == "add $t0, $t1, $t2");
    CHECK(window.texts().find("mips · lecture-4") != std::string::npos);
  }
}

TEST_CASE("arrangements of panels for lectures, looking around and code are one command each",
          "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window(1600, 900);
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.frame(2);
    const std::vector<std::pair<Text, std::vector<PanelId>>> presets{
        {Text::preset_lecture, {PanelId::table, PanelId::processor}},
        {Text::preset_explore, {PanelId::diagram, PanelId::table, PanelId::structures}},
        {Text::preset_code, {PanelId::editor, PanelId::table}}};
    for (const auto& [words, panels] : presets) {
      run_command(window, tr(words));
      CHECK(window.interface.split().panels() == panels);
      CHECK(window.interface.looks.panel == panels.front());
    }
  }
}

TEST_CASE("a text that is pasted into a new program is there at once, and runs", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.frame(4);
  ImGuiIO& io = ImGui::GetIO();
  io.GetClipboardTextFn = [](void*) { return "add $t0, $t1, $t2\nadd $t3, $t0, $t0\n"; };
  window.interface.new_program();
  window.frame(6);
  io.KeyMap[ImGuiKey_V] = ImGuiKey_V;
  window.press_with_ctrl(ImGuiKey_V); // nothing has been clicked
  window.frame(20, 0.05F);
  CHECK(window.interface.document().editor().text().find("add $t3") != std::string::npos);
  CHECK(window.runs.run(Side::a).op_count() == 2);
}

TEST_CASE("panels are put beside each other from the list, dragged wider, and closed", "[gui]") {
  Headless window(1600, 900);
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  const auto click_with_shift = [&window](const char* id) {
    ImGui::GetIO().KeyShift = true;
    window.click(id);
    ImGui::GetIO().KeyShift = false;
    window.frame(2);
  };
  click_with_shift("panel_diagram");
  click_with_shift("panel_processor");
  CHECK(window.interface.looks.panel == PanelId::table); // has the keyboard still
  REQUIRE(in_sight("table_a"));
  REQUIRE(in_sight("2/diagram_a"));
  CHECK(place_of("table_a")->width() == Approx(place_of("2/diagram_a")->width()).margin(2));
  // What is between them is dragged.
  const float before = place_of("table_a")->width();
  const Point grip = place_of("split_0")->centre();
  window.move(grip);
  ImGui::GetIO().MouseDown[0] = true;
  window.frame(2);
  window.move({grip.x + 100, grip.y});
  ImGui::GetIO().MouseDown[0] = false;
  window.frame(3);
  CHECK(place_of("table_a")->width() == Approx(before + 100).margin(3));
  CHECK(window.interface.split().shares().size() == 3);
  // A click makes another one active: Escape, arrows and the list speak of it.
  window.click(place_of("2/diagram_a")->centre());
  CHECK(window.interface.looks.panel == PanelId::diagram);
  window.click("panel_ledger"); // in its place
  CHECK(window.interface.looks.panel == PanelId::ledger);
  CHECK_FALSE(in_sight("2/diagram_a"));
  CHECK(in_sight("table_a"));
  click_with_shift("panel_ledger");
  CHECK(window.interface.split().panels().size() == 2);
  click_with_shift("panel_processor");
  CHECK(window.interface.split().panels().size() == 1);
  click_with_shift("panel_table"); // the last one stays
  CHECK(in_sight("table_a"));
}

TEST_CASE("where there is no room for all panels the active one is shown alone", "[gui]") {
  Headless window(700, 500);
  window.open("lecture/p4", "lecture-4");
  window.interface.split().set({PanelId::table, PanelId::diagram, PanelId::ledger});
  window.interface.looks.panel = PanelId::diagram;
  window.frame(3);
  CHECK(in_sight("diagram_a"));
  CHECK_FALSE(in_sight("table_a"));
  CHECK(window.interface.split().panels().size() == 3); // they are there again in a wider window
}

TEST_CASE("all panels can stand beside each other, with every key in reach", "[gui]") {
  for (const std::string& left : panel_names())
    for (const std::string& right : listed_cases(panel_names())) {
      if (left == right)
        continue;
      INFO(left << " | " << right);
      Headless window(1600, 900);
      window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
      window.interface.split().set({*panel_named(left), *panel_named(right)});
      window.interface.looks.panel = *panel_named(right);
      window.runs.transport().to_end();
      window.frame(3);
      window.press(ImGuiKey_Tab);
      window.press(ImGuiKey_Escape);
      CHECK(window.vertices() > 1000);
    }
}

} // namespace
} // namespace stallscope::gui
