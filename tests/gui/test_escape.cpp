#include "headless.hpp"
#include "model/editor/document.hpp"
#include "temporary_folder.hpp"
#include "view/widgets/typed_field.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>

// Escape gets out of everything, and messages go when they are not true any more.
namespace stallscope::gui {
namespace {

TEST_CASE("Escape closes everything that opens over a panel, in both languages", "[gui]") {
  for (const Language language : kLanguages)
    for (const char* name : {"palette", "help", "chooser", "open", "save", "export"}) {
      INFO(name << " in " << table_of(language).name);
      Headless window;
      window.open("lecture/p4", "lecture-4");
      window.interface.looks.language = language;
      window.frame(2);
      window.interface.show(*overlay_named(name));
      window.frame(3);
      REQUIRE(Headless::popup());
      window.press(ImGuiKey_Escape);
      CHECK_FALSE(Headless::popup());
      // And the keys are those of the window again.
      window.runs.transport().seek(0);
      window.press(ImGuiKey_RightArrow);
      CHECK(window.runs.transport().cycle() == 1);
    }
}

TEST_CASE("Escape closes a list that a panel opens, and the question about a run B", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4", "lecture/p4");
  window.frame(2);
  window.open("textbook/sum", "mips-5");
  window.frame(3);
  REQUIRE(Headless::popup());
  window.press(ImGuiKey_Escape);
  window.frame(2);
  CHECK_FALSE(Headless::popup());
  CHECK(window.runs.run(Side::b).spec().program.name == "lecture/p4");
}

TEST_CASE("Escape takes back pins and what is chosen", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.runs.transport().seek(3);
  window.frame(3);
  const Point cell = window.table_a().cell(3, 0).centre();
  window.click(cell);
  window.move({5, 715});
  REQUIRE_FALSE(window.interface.shared.pinned_sentence.empty());
  window.press(ImGuiKey_Escape);
  CHECK(window.interface.shared.pinned_sentence.empty());
  window.click(cell); // it would be let go of now if it were still pinned
  CHECK_FALSE(window.interface.shared.pinned_sentence.empty());
}

TEST_CASE("Escape leaves a search with nothing in it, and then what was found", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window;
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.interface.looks.panel = PanelId::diagram;
    window.frame(3);
    window.type("/");
    window.frame(3);
    REQUIRE(ImGui::GetIO().WantTextInput);
    window.type("nothing such");
    window.press(ImGuiKey_Escape);
    window.frame(2);
    CHECK_FALSE(ImGui::GetIO().WantTextInput);
    CHECK(window.texts().find("nothing such") == std::string::npos);
    window.press(ImGuiKey_RightArrow);
    CHECK(window.runs.cycle(Side::a) == 1);
  }
}

TEST_CASE("Escape lets go of an instruction that is dragged", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.panel = PanelId::schedule;
  window.frame(3);
  const Rect list = *place_of("order");
  const float row = place_of("order_row")->height();
  window.move({list.left + 30, list.top + row * 2.5F});
  ImGui::GetIO().MouseDown[0] = true;
  window.frame(2);
  window.move({list.left + 30, list.top + row});
  window.press(ImGuiKey_Escape);
  ImGui::GetIO().MouseDown[0] = false;
  window.frame(3);
  CHECK_FALSE(window.runs.has_b());
}

TEST_CASE("Escape leaves a field with its old value, and the editor with what was typed", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.panel = PanelId::structures;
  window.runs.transport().seek(2);
  window.frame(4);
  const RegId reg = window.runs.run(Side::a).program()->register_named("$t6");
  window.click(fmt::format("reg_0_{}", reg));
  window.type("123");
  window.press(ImGuiKey_Escape);
  CHECK_FALSE(Headless::popup());
  CHECK(window.runs.run(Side::a).edit_count() == 0);

  window.interface.looks.panel = PanelId::editor;
  window.frame(20);
  window.click(Point{700, 400});
  const std::string before = window.interface.document().editor().text();
  window.type("# more");
  window.press(ImGuiKey_Escape);
  window.frame(4);
  CHECK(window.interface.document().editor().text() != before);
  CHECK_FALSE(ImGui::GetIO().WantTextInput);
  CHECK(window.interface.looks.panel == PanelId::editor);
}

TEST_CASE("a message goes with the next thing that is done, in both languages", "[gui]") {
  for (const Language language : kLanguages) {
    Headless window;
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.interface.looks.panel = PanelId::schedule;
    window.frame(3);
    const Rect list = *place_of("order");
    const float row = place_of("order_row")->height();
    // 4 needs what 3 computes: in front of it there is no place.
    window.move({list.left + 30, list.top + row * 3.5F});
    ImGui::GetIO().MouseDown[0] = true;
    window.frame(2);
    window.move({list.left + 30, list.top});
    ImGui::GetIO().MouseDown[0] = false;
    window.frame(4);
    REQUIRE_FALSE(window.interface.shared.message.empty());
    window.frame(20); // it stays as long as nothing is done
    CHECK_FALSE(window.interface.shared.message.empty());
    window.press(ImGuiKey_RightArrow);
    CHECK(window.interface.shared.message.empty());

    window.press(ImGuiKey_End);
    window.press(ImGuiKey_RightArrow, true); // there is no stall behind the end
    CHECK(window.runs.message() == tr(Text::no_stall_behind));
    window.press(ImGuiKey_Home);
    CHECK(window.runs.message().empty());
  }
}

TEST_CASE("with an error in the editor other panels say of which program they are", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.panel = PanelId::editor;
  window.frame(20);
  window.click(Point{700, 400});
  window.press_with_ctrl(ImGuiKey_End);
  window.type("        ad $t0, $t1, $t2");
  window.frame(40);
  window.press(ImGuiKey_Escape);
  for (const PanelId panel :
       {PanelId::table, PanelId::diagram, PanelId::ledger, PanelId::schedule}) {
    window.interface.looks.panel = panel;
    window.frame(2);
    CHECK(in_sight("old_program"));
  }
  window.interface.looks.panel = PanelId::table;
  window.runs.open_b(window.runs.run(Side::a).spec());
  window.frame(3);
  CHECK(in_sight("old_program")); // above A's table, and as much is free above B's
  CHECK(place_of("table_a")->top == place_of("table_b")->top);
  window.interface.document().editor().set_text("        add $t0, $t1, $t2\n");
  window.frame(40);
  CHECK_FALSE(in_sight("old_program"));
}

TEST_CASE("Escape puts unsaved text of an earlier session off, and a later start finds it",
          "[gui]") {
  const TemporaryFolder folder;
  const Folders folders{folder.file("config"), folder.file("state")};
  REQUIRE(Autosave(folders).keep({"mine", "first = 1\n", isa::Isa::tac, 64, {}}));
  for (int start = 0; start < 2; ++start) {
    Comparison runs(Threads::none);
    Document document(Threads::none, folders);
    INFO("start " << start);
    REQUIRE(document.question() == DocumentQuestion::restore);
    CHECK(document.found()->text == "first = 1\n");
    document.postpone(); // as Escape does
    CHECK(document.question() == DocumentQuestion::none);
    // What is written now does not overwrite it.
    REQUIRE(Autosave(folders).keep({"mine", "second = 2\n", isa::Isa::tac, 64, {}}));
    Autosave(folders).forget();
  }
  Comparison runs(Threads::none);
  Document document(Threads::none, folders);
  document.discard();
  CHECK_FALSE(Autosave(folders).found().has_value());
}

TEST_CASE("Escape closes the question about unsaved text", "[gui]") {
  const TemporaryFolder folder;
  const Folders folders{folder.file("config"), folder.file("state")};
  REQUIRE(Autosave(folders).keep({"mine", "first = 1\n", isa::Isa::tac, 64, {}}));
  Headless window(1280, 720, Threads::none, folders);
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.frame(4);
  REQUIRE(Headless::popup());
  window.press(ImGuiKey_Escape);
  window.frame(2);
  CHECK_FALSE(Headless::popup());
  CHECK(window.interface.document().question() == DocumentQuestion::none);
}

} // namespace
} // namespace stallscope::gui
