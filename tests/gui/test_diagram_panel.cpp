// What the diagram's panel does with rows: searching, folding, bookmarks.

#include "headless.hpp"

#include <catch2/catch.hpp>

#include <optional>
#include <string>

namespace stallscope::gui {
namespace {

/// A right click on the row of run A at a height.
void open_row_menu(Headless& window, float y) {
  window.move({place_of("diagram_a")->left + 40, y});
  ImGui::GetIO().MouseDown[1] = true;
  window.frame();
  ImGui::GetIO().MouseDown[1] = false;
  window.frame(3);
}

/// The height of the first row whose menu, which stays open, has an entry.
std::optional<float> line_with(Headless& window, const std::string& entry) {
  const auto area = place_of("diagram_a");
  REQUIRE(area.has_value());
  for (float y = area->top + 60; y < area->bottom - 60; y += 20) {
    open_row_menu(window, y);
    if (in_sight(entry))
      return y;
    window.click(Point{area->right - 300, area->top + 20}); // closes it
  }
  return std::nullopt;
}

TEST_CASE("a diagram is searched", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.panel = PanelId::diagram;
  window.runs.transport().seek(0);
  window.frame(3);
  const auto area = place_of("diagram_a");
  REQUIRE(area.has_value());
  window.click(Point{area->left + 60, area->bottom + 24}); // in the footer
  window.type("RAW");
  window.press(ImGuiKey_Enter);
  window.frame(3);
  CHECK(window.runs.transport().cycle() == 3); // where 2 begins to wait for $t2
}

TEST_CASE("a loop's iterations are folded away and shown again", "[gui]") {
  Headless window;
  window.open("textbook/x_plus_s", "mips-5-fp");
  window.interface.looks.panel = PanelId::diagram;
  window.runs.transport().seek(20);
  window.frame(4);
  // The loop begins with the ninth instruction; eleven of them are in sight.
  const auto line = line_with(window, "fold_iterations");
  REQUIRE(line.has_value());
  const std::size_t before = window.vertices();
  window.click("fold_iterations");
  window.frame(3);
  CHECK(window.vertices() != before);
  window.runs.transport().seek(window.runs.transport().last_cycle());
  window.frame(3);
  open_row_menu(window, *line);
  REQUIRE(in_sight("unfold_all"));
  window.click("unfold_all");
  open_row_menu(window, *line);
  CHECK_FALSE(in_sight("unfold_all"));
}

TEST_CASE("a long run's iterations are folded up to the last, which is searched for", "[gui]") {
  Headless window;
  RunSpec spec;
  spec.program.name = "textbook/x_plus_s";
  spec.machine = "mips-5-fp";
  spec.whole_ops = 20; // so that only what is looked at is recorded
  window.runs.open_a(spec);
  window.runs.wait();
  window.runs.update(0);
  REQUIRE_FALSE(window.runs.run(Side::a).whole());
  window.interface.looks.panel = PanelId::diagram;
  window.runs.transport().seek(20);
  window.frame(4);
  const auto line = line_with(window, "fold_iterations");
  REQUIRE(line.has_value());
  window.click("fold_iterations");
  window.frame(3);
  CHECK(window.interface.shared.message.empty()); // it has been found
  open_row_menu(window, *line + 30);
  CHECK(in_sight("unfold_all"));
}

TEST_CASE("from too far away nothing is folded, and the menu says so", "[gui]") {
  Headless window;
  RunSpec spec;
  spec.program.name = "loop.s";
  spec.program.text =
      "main: li t0, 0\n li t1, 2000\nloop: addi t0, t0, 1\n bne t0, t1, loop\n nop\n";
  spec.program.isa = isa::Isa::riscv;
  spec.machine = "mips-5";
  spec.whole_ops = 20;
  window.runs.open_a(spec);
  window.runs.wait();
  window.runs.update(0);
  window.interface.looks.panel = PanelId::diagram;
  window.runs.transport().to_end();
  window.frame(4);
  window.click("zoom_fit_a");
  window.frame(3);
  const Rect area = *place_of("diagram_a");
  open_row_menu(window, area.centre().y);
  CHECK(in_sight("fold_reason"));
  CHECK_FALSE(in_sight("fold_iterations"));
  CHECK(in_sight("bookmark_row"));
}

TEST_CASE("bookmarks are set by key, found again, and belong to their run", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  Transport& transport = window.runs.transport();
  const auto press = [&](const char* letter) { window.type(letter); };
  transport.seek(3);
  press("b"); // opens the diagram
  window.frame(2);
  CHECK(window.interface.looks.panel == PanelId::diagram);
  transport.seek(7);
  window.frame(2);
  press("b");
  window.frame(2);
  const BookmarkList& list = window.interface.shared.bookmarks[0];
  REQUIRE(list.marks.size() == 2);
  CHECK(list.marks[0].cycle == 3);
  CHECK(list.marks[0].label.find("3") != std::string::npos);
  transport.seek(0);
  press("n");
  window.frame(2);
  CHECK(transport.cycle() == 3);
  window.click("bookmark_next_a");
  CHECK(transport.cycle() == 7);
  press("p");
  window.frame(2);
  CHECK(transport.cycle() == 3);
  press("p");
  window.frame(2);
  CHECK(transport.cycle() == 3); // there is none before
  CHECK_FALSE(window.interface.shared.message.empty());
  window.open("lecture/p4", "mips-5");
  window.frame(2);
  CHECK(list.marks.empty());
}

TEST_CASE("where nothing of the run is in sight, it is said where it is, with a way back",
          "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window;
    window.open("textbook/sum", "mips-5");
    window.interface.looks.language = language;
    window.interface.looks.panel = PanelId::diagram;
    window.runs.transport().to_end();
    window.frame(4);
    CHECK_FALSE(in_sight("way_back_a"));
    const auto scroll_up = [&window]() {
      window.move(place_of("diagram_a")->centre());
      ImGui::GetIO().MouseWheel = 500;
      window.frame();
      ImGui::GetIO().MouseWheel = 0;
      window.move({5, 700});
      window.frame(2);
    };
    scroll_up(); // to the first instructions, which have long left in these cycles
    REQUIRE(in_sight("way_back_a"));
    CHECK(window.texts().find("↓") != std::string::npos);
    window.click("way_back_a");
    window.frame(2);
    CHECK_FALSE(in_sight("way_back_a"));
    scroll_up();
    REQUIRE(in_sight("way_back_a"));
    window.type("c");
    window.frame(2);
    CHECK_FALSE(in_sight("way_back_a"));
  }
}

TEST_CASE("C brings back whichever of two runs says that it is elsewhere", "[gui]") {
  Headless window(1280, 800);
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("textbook/daxpy", "mips-5", "textbook/raw"); // B has ended long before
  window.runs.set_active(Side::a);
  window.interface.looks.panel = PanelId::diagram;
  window.runs.transport().seek(60);
  window.frame(4);
  for (int i = 0; i < 4; ++i) { // they have one axis: one of them is elsewhere
    const bool a = in_sight("way_back_a");
    REQUIRE(a != in_sight("way_back_b"));
    window.type("c");
    window.frame(3);
    CHECK_FALSE(in_sight(a ? "way_back_a" : "way_back_b"));
  }
}

TEST_CASE("a search by key says what it does not find", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.panel = PanelId::table;
  window.frame(2);
  window.type("/");
  window.frame(3);
  window.type("sqrt");
  window.press(ImGuiKey_Enter);
  window.frame(3);
  CHECK(window.interface.shared.message.find("sqrt") != std::string::npos);
}

} // namespace
} // namespace stallscope::gui
