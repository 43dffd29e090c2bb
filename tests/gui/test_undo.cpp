#include "headless.hpp"
#include "model/run/run_words.hpp"
#include "temporary_folder.hpp"
#include "unit/isa/elf_builder.hpp"

#include <catch2/catch.hpp>

#include <string>

// Headings say what is run, and everything that changes it is undone and done again.
namespace stallscope::gui {
namespace {

std::string heading(const Headless& window, Side side) {
  return run_in_words(window.runs.run(side).spec());
}

/// Drags an instruction of the order from one line to another.
void drag(Headless& window, float from, float to) {
  const Rect list = *place_of("order");
  const float row = place_of("order_row")->height();
  window.move({list.left + 30, list.top + row * from});
  ImGui::GetIO().MouseDown[0] = true;
  window.frame(2);
  window.move({list.left + 30, list.top + row * to});
  ImGui::GetIO().MouseDown[0] = false;
  window.frame(4);
}

TEST_CASE("an order is undone and done again, and headings and panel say which it is", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window;
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.interface.looks.panel = PanelId::schedule;
    window.frame(3);
    // By weight the order is 1 3 2 4, 8 cycles. Dragging 2 in front of 3 gives the source's order.
    drag(window, 2.5F, 1.0F);
    REQUIRE(window.runs.has_b());
    CHECK(heading(window, Side::b) ==
          "lecture/p4 · " + tr(Text::order_by_hand, {"1 2 3 4"}) + " · lecture-4");
    CHECK(window.runs.run(Side::b).last_cycle() == 11);
    drag(window, 2.5F, 1.0F);
    CHECK(heading(window, Side::b) ==
          "lecture/p4 · " + tr(Text::order_by_hand, {"1 3 2 4"}) + " · lecture-4");
    window.press_with_ctrl(ImGuiKey_Z);
    window.frame(4);
    CHECK(window.runs.run(Side::b).last_cycle() == 11);
    CHECK_FALSE(window.interface.shared.message.empty());
    drag(window, 2.5F, 1.0F); // the panel has gone back as well: this is 3 in front of 2
    CHECK(window.runs.run(Side::b).last_cycle() == 8);
    window.press_with_ctrl(ImGuiKey_Z);
    window.press_with_ctrl(ImGuiKey_Z);
    window.frame(4);
    CHECK_FALSE(window.runs.has_b());
    window.press_with_ctrl(ImGuiKey_Y);
    window.frame(4);
    REQUIRE(window.runs.has_b());
    CHECK(window.runs.run(Side::b).last_cycle() == 11);
    window.click("apply");
    window.frame(4);
    CHECK(window.runs.run(Side::b).last_cycle() == 11);
  }
}

TEST_CASE("a transformed program says in its heading what has been done to it", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("textbook/x_plus_s", "mips-5-fp");
  window.interface.looks.panel = PanelId::schedule;
  window.frame(4);
  window.click("unroll_4");
  window.frame(6);
  REQUIRE(window.runs.has_b());
  CHECK(heading(window, Side::b).find("×4") != std::string::npos);
  CHECK(heading(window, Side::b).find("weighted") != std::string::npos);
  window.press_with_ctrl(ImGuiKey_Z);
  window.frame(8);
  CHECK_FALSE(window.runs.has_b());
  window.click("apply"); // the panel shows the program as it is again
  window.frame(6);
  CHECK(heading(window, Side::b).find("×4") == std::string::npos);
}

TEST_CASE("an order that is applied leaves run B its own options", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4", "lecture/p4");
  RunSpec spec = window.runs.run(Side::b).spec();
  spec.settings = {{"register_file.write_then_read", "true"}};
  window.runs.open_b(spec);
  window.interface.looks.panel = PanelId::schedule;
  window.frame(4);
  window.click("apply");
  window.frame(4);
  CHECK(heading(window, Side::b) ==
        "lecture/p4 · weighted · lecture-4, register_file.write_then_read=true");
  CHECK(heading(window, Side::a) == "lecture/p4 · lecture-4");
}

TEST_CASE("programs, machines, run B and panes are undone", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.frame(3);
  window.open("textbook/sum", "mips-5");
  window.frame(3);
  window.click("add_b");
  window.interface.shared.arrangement = Arrangement::stacked;
  window.frame(3);
  window.click("close_b");
  CHECK_FALSE(window.runs.has_b());
  window.press_with_ctrl(ImGuiKey_Z);
  window.frame(3);
  CHECK(window.runs.has_b());
  CHECK(window.interface.shared.arrangement == Arrangement::stacked);
  window.press_with_ctrl(ImGuiKey_Z);
  window.frame(3);
  CHECK(window.interface.shared.arrangement == Arrangement::side_by_side);
  window.press_with_ctrl(ImGuiKey_Z);
  window.press_with_ctrl(ImGuiKey_Z);
  window.frame(3);
  CHECK(heading(window, Side::a) == "lecture/p4 · lecture-4");
  CHECK_FALSE(Headless::popup());
  window.press_with_ctrl(ImGuiKey_Z);
  CHECK(window.interface.shared.message == tr(Text::nothing_to_undo));
  window.press_with_ctrl(ImGuiKey_Y);
  window.frame(3);
  CHECK(heading(window, Side::a) == "textbook/sum · mips-5");
}

TEST_CASE("a text that was typed is undone as a whole and comes back by redoing", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.panel = PanelId::editor;
  window.frame(20);
  window.interface.document().editor().set_text("        add $t0, $t1, $t2\n");
  window.frame(40);
  REQUIRE(window.runs.run(Side::a).op_count() == 1);
  window.press_with_ctrl(ImGuiKey_Z);
  window.frame(20);
  CHECK_FALSE(Headless::popup()); // nothing is lost: nothing is asked
  CHECK(window.runs.run(Side::a).op_count() == 4);
  CHECK_FALSE(window.interface.document().editor().changed());
  window.press_with_ctrl(ImGuiKey_Y);
  window.frame(20);
  CHECK(window.runs.run(Side::a).op_count() == 1);
  CHECK(window.interface.document().editor().changed()); // still not saved
}

TEST_CASE("panels beside each other are undone", "[gui]") {
  Headless window(1600, 900);
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("textbook/daxpy", "mips-5");
  window.frame(3);
  window.type("2"); // another panel in place of the table: nothing to undo
  window.frame(2);
  window.interface.open_palette();
  window.frame(3);
  window.type(tr(Text::preset_explore));
  window.press(ImGuiKey_Enter);
  window.frame(3);
  REQUIRE(in_sight("panel_area_structures"));
  window.press_with_ctrl(ImGuiKey_Z);
  window.frame(3);
  CHECK_FALSE(in_sight("panel_area_structures"));
  CHECK(in_sight("panel_area_diagram"));
  window.press_with_ctrl(ImGuiKey_Z);
  CHECK(window.interface.shared.message == tr(Text::nothing_to_undo));
  window.press_with_ctrl(ImGuiKey_Y);
  window.frame(3);
  CHECK(in_sight("panel_area_structures"));
  CHECK(in_sight("panel_area_table"));
}

TEST_CASE("cycles of different programs are not compared, and run B is asked about", "[gui]") {
  const Language language = GENERATE(from_range(kLanguages));
  for (const char* answer : {"b_take_over", "b_close", "b_leave"}) {
    INFO(answer);
    Headless window;
    window.interface.looks.language = language;
    window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
    window.frame(3);
    CHECK(in_sight("saved")); // the same instructions
    window.runs.open_b(window.runs.run(Side::a).spec());
    window.frame(3);
    CHECK(in_sight("saved"));
    window.open("textbook/sum", "mips-5");
    window.frame(3);
    CHECK_FALSE(in_sight("saved"));
    REQUIRE(Headless::popup());
    window.click(answer);
    CHECK_FALSE(Headless::popup());
    CHECK(window.runs.has_b() == (answer != std::string("b_close")));
    if (answer == std::string("b_take_over"))
      CHECK(heading(window, Side::b) == "textbook/sum · lecture-4");
    if (answer == std::string("b_leave"))
      CHECK(heading(window, Side::b) == "lecture/p4 · lecture-4");
    CHECK(in_sight("saved") == (answer == std::string("b_take_over")));
  }
}

TEST_CASE("a run B with the same instructions is asked about, too", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4", "lecture/p4_swapped"); // another name
  window.frame(3);
  window.open("textbook/sum", "mips-5");
  window.frame(3);
  REQUIRE(Headless::popup());
  CHECK(in_sight("b_take_over"));
  window.click("b_leave");
  window.open("textbook/raw", "mips-5"); // B has been another program since
  window.frame(3);
  CHECK_FALSE(Headless::popup());
}

TEST_CASE("when an executable takes A's place, cycles are not compared and B is asked about",
          "[gui]") {
  isa::testing::ElfBuilder elf; // li a7, 93; ecall: it ends
  elf.segments[0].bytes = {0x93, 0x08, 0xd0, 0x05, 0x73, 0x00, 0x00, 0x00};
  elf.segments[0].memory_bytes = 8;
  const TemporaryFolder folder;
  const isa::testing::Bytes bytes = elf.build();
  const std::string file = folder.file("program.elf", std::string(bytes.begin(), bytes.end()));
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("textbook/sum", "mips-5", "textbook/sum");
  window.frame(3);
  CHECK(in_sight("saved"));
  window.interface.take_files({file});
  window.frame(20);
  REQUIRE(window.runs.run(Side::a).state() == Run::State::ready);
  CHECK(window.runs.run(Side::a).spec().program.name == file);
  CHECK_FALSE(in_sight("saved"));
  REQUIRE(Headless::popup());
  window.press(ImGuiKey_Enter); // the answer that is most likely meant: run it in B as well
  window.frame(20);
  CHECK_FALSE(Headless::popup());
  CHECK(window.runs.run(Side::b).spec().program.name == file);
  CHECK(in_sight("saved"));
}

} // namespace
} // namespace stallscope::gui
