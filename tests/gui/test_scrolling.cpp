#include "headless.hpp"
#include "model/run/run_words.hpp"
#include "view/canvas/imgui_canvas.hpp"

#include <catch2/catch.hpp>

#include <string>

// Two tables scroll together, the present stands at two thirds, and diagrams have one axis.
namespace stallscope::gui {
namespace {

float row_top(const char* id) {
  REQUIRE(in_sight(id));
  return place_of(id)->top;
}

TEST_CASE("the tables of two runs are scrolled to the same cycle", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("textbook/sum", "mips-5", "textbook/sum");
  window.frame(2);
  Transport& transport = window.runs.transport();
  REQUIRE(transport.last_cycle() > 60);
  for (const std::uint64_t cycle : {30U, 45U, 20U}) {
    transport.seek(cycle);
    window.frame(2);
    CHECK(row_top("current_row_a") == row_top("current_row_b"));
    const Rect table = *place_of("table_a");
    const float part = (row_top("current_row_a") - table.top) / table.height();
    CHECK(part > 0.5F);
    CHECK(part < 0.75F);
  }
  // The wheel over either moves both.
  const float before = row_top("current_row_a");
  window.move(place_of("table_b")->centre());
  ImGui::GetIO().MouseWheel = 1;
  window.frame();
  ImGui::GetIO().MouseWheel = 0;
  window.frame(2);
  CHECK(row_top("current_row_a") > before);
  CHECK(row_top("current_row_a") == row_top("current_row_b"));
}

TEST_CASE("stepping back from the end shows the past", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("textbook/sum", "mips-5");
  window.frame(2);
  window.press(ImGuiKey_End);
  const Rect table = *place_of("table_a");
  CHECK(row_top("current_row_a") > table.bottom - 3 * place_of("current_row_a")->height());
  for (int i = 0; i < 30; ++i)
    window.press(ImGuiKey_LeftArrow);
  CHECK(row_top("current_row_a") > table.centre().y);
}

TEST_CASE("what has room does not scroll", "[gui]") {
  Headless window(1280, 900);
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.press(ImGuiKey_End);
  const float before = row_top("current_row_a");
  window.move(place_of("table_a")->centre());
  for (const float wheel : {-5.0F, 5.0F}) {
    ImGui::GetIO().MouseWheel = wheel;
    window.frame();
    ImGui::GetIO().MouseWheel = 0;
    window.frame(2);
    CHECK(row_top("current_row_a") == before);
  }
}

TEST_CASE("a run B that is replaced by a shorter one is still in sight", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("textbook/sum", "mips-5", "textbook/sum");
  window.frame(2);
  window.press(ImGuiKey_End);
  RunSpec spec = window.runs.run(Side::b).spec();
  spec.program.name = "lecture/p4";
  spec.machine = "lecture-4";
  window.runs.open_b(spec);
  window.frame(4);
  const Rect row = *place_of("current_row_b");
  const Rect table = *place_of("table_b");
  CHECK(row.top >= table.top);
  CHECK(row.bottom <= table.bottom);
}

TEST_CASE("a run B that fits is shown whole beside a run A that is far on", "[gui]") {
  Headless window(1280, 800);
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("textbook/daxpy", "mips-5", "textbook/load_use");
  REQUIRE(window.runs.run(Side::b).last_cycle() == 11);
  window.runs.transport().seek(60);
  window.frame(3);
  const Rect row = *place_of("current_row_b"); // its eleventh and last
  const Rect table = *place_of("table_b");
  CHECK(row.top - table.top > 10 * row.height());
  CHECK(row.bottom <= table.bottom);
}

TEST_CASE("nothing in a diagram shifts at the first step after a jump", "[gui]") {
  Headless window(1280, 800);
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("textbook/daxpy", "mips-5");
  window.interface.looks.panel = PanelId::diagram;
  window.runs.transport().seek(10);
  window.frame(4);
  for (const std::uint64_t cycle : {70U, 30U, 100U, 50U}) {
    INFO(cycle);
    window.type("g");
    window.frame(2);
    window.type(std::to_string(cycle));
    window.press(ImGuiKey_Enter);
    window.frame(4);
    REQUIRE(window.runs.cycle(Side::a) == cycle);
    const Rect before = *place_of("axis_a");
    for (const ImGuiKey key : {ImGuiKey_RightArrow, ImGuiKey_LeftArrow, ImGuiKey_LeftArrow}) {
      window.press(key);
      window.frame(4);
      CHECK(place_of("axis_a")->left == before.left);
    }
  }
}

TEST_CASE("nine digits have room in a table's column of cycles, and are grouped", "[gui]") {
  Headless window(1280, 800);
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  const TableLayout layout(window.interface.style(), *place_of("table_a"),
                           window.runs.run(Side::a).lanes(), 123'456'780, 0, 123'456'789);
  const float room = layout.cycle_cell(123'456'789).width();
  ImGui::NewFrame();
  ImDrawList nowhere(ImGui::GetDrawListSharedData());
  const ImGuiCanvas canvas(nowhere, *window.interface.style().fonts);
  CHECK(canvas.text_width("123,456,789", Face::text, window.interface.style().sizes.body) <= room);
  ImGui::EndFrame();
  CHECK(grouped(123'456'789) == "123,456,789");
}

TEST_CASE("two diagrams have one width of a cycle: what is shorter looks shorter", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4", "lecture/p4_swapped"); // 11 and 8 cycles
  window.interface.looks.panel = PanelId::diagram;
  window.runs.transport().to_end();
  for (const Arrangement arrangement : {Arrangement::side_by_side, Arrangement::stacked}) {
    window.interface.shared.arrangement = arrangement;
    window.frame(4);
    const Rect a = *place_of("axis_a");
    const Rect b = *place_of("axis_b");
    CHECK(a.width() / 11 == Approx(b.width() / 8));
    CHECK(a.left - place_of("diagram_a")->left == Approx(b.left - place_of("diagram_b")->left));
  }
}

} // namespace
} // namespace stallscope::gui
