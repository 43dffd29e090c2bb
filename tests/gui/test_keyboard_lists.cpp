#include "headless.hpp"
#include "model/analysis/machine_options.hpp"
#include "model/editor/examples_model.hpp"
#include "view/widgets/focus.hpp"

#include <catch2/catch.hpp>

#include <imgui_internal.h> // for the scroll of the page of keys
#include <optional>
#include <string>

// Options, lists and exports by keyboard alone.
namespace stallscope::gui {
namespace {

std::string setting(const Headless& window, std::string_view key) {
  for (const machine::Setting& one : window.runs.run(Side::a).spec().settings)
    if (one.key == key)
      return one.value;
  return {};
}

TEST_CASE("every option of a machine is reached by Tab, in sight, and changed by keys", "[gui]") {
  Headless window(1280, 800);
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("textbook/raw", "ooo-4");
  window.interface.looks.panel = PanelId::machine;
  window.frame(3);
  MachineOptions options;
  options.open(window.runs.run(Side::a).spec());
  window.tab_to("options_search");
  std::string toggle;
  std::string choice;
  std::size_t reached = 0;
  for (int i = 0; i < 600 && focused() != "panel_table"; ++i) {
    window.press(ImGuiKey_Tab);
    const std::string id = focused();
    if (id.substr(0, 7) != "option_")
      continue;
    ++reached;
    INFO(id);
    const Rect place = *place_of(id);
    CHECK(place.top >= 0);
    CHECK(place.bottom <= 800);
    const MachineOption* option = options.find(id.substr(7));
    if (option != nullptr && option->control == Control::toggle && toggle.empty()) {
      toggle = option->key;
      window.press(ImGuiKey_Enter);
      CHECK(setting(window, toggle) == (option->on() ? "false" : "true"));
    }
    if (option != nullptr && option->control == Control::choice && choice.empty() &&
        option->value == option->choices.front()) {
      choice = option->key;
      window.press(ImGuiKey_Enter);
      REQUIRE(Headless::popup());
      window.press(ImGuiKey_DownArrow);
      window.press(ImGuiKey_Enter);
      CHECK_FALSE(Headless::popup());
      CHECK(focused() == id);
    }
  }
  CHECK(reached >= options.options().size());
  CHECK_FALSE(toggle.empty());
  CHECK_FALSE(choice.empty());
}

TEST_CASE("Tab leaves a field, which is taken, and goes on to the next", "[gui]") {
  Headless window(1280, 800);
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("textbook/raw", "ooo-4");
  window.interface.looks.panel = PanelId::machine;
  window.frame(3);
  window.click("options_search");
  window.type("reorder_buffer.entries");
  window.frame(2);
  window.press(ImGuiKey_Tab); // Undo and Reset have nothing to do: the next is a field, too
  CHECK(focused() == "option_reorder_buffer.entries");
  window.frame();
  REQUIRE(ImGui::GetIO().WantTextInput); // and digits are typed into it
  window.type("8");
  window.press(ImGuiKey_Tab, true);
  window.frame(2);
  CHECK(setting(window, "reorder_buffer.entries") == "8");
  CHECK(focused() == "options_search");
  REQUIRE(ImGui::GetIO().WantTextInput);
  window.press(ImGuiKey_Tab);
  window.frame(2);
  CHECK(focused() == "options_reset"); // a button: keys are the window's again
  CHECK_FALSE(ImGui::GetIO().WantTextInput);
}

TEST_CASE("program, machine and order of run B are chosen by keys in its heading", "[gui]") {
  Headless window(1280, 800);
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
  window.frame(2);
  window.tab_to("choose_b");
  window.press(ImGuiKey_Enter);
  window.frame(2);
  REQUIRE(Headless::popup());
  REQUIRE(ImGui::GetIO().WantTextInput); // of the filter
  window.type("daxpy");
  window.press(ImGuiKey_DownArrow);
  CHECK(focused() == "choose_textbook/daxpy");
  window.press(ImGuiKey_Enter);
  window.frame(2);
  CHECK(window.runs.run(Side::b).spec().program.name == "textbook/daxpy");
  window.tab_to("choose_mips-5-fp");
  window.press(ImGuiKey_Enter);
  window.frame(2);
  CHECK(window.runs.run(Side::b).spec().machine == "mips-5-fp");
  CHECK(window.runs.run(Side::a).spec().machine == "lecture-4");
  window.press(ImGuiKey_Escape);
  CHECK_FALSE(Headless::popup());
}

TEST_CASE("exports are made by keys, from their list and from the palette", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  using Format = ExportWish::Format;
  std::optional<ExportWish>& wish = window.interface.shared.export_wish;
  window.tab_to("export");
  window.press(ImGuiKey_Enter);
  window.frame(2);
  REQUIRE(Headless::popup());
  window.press(ImGuiKey_DownArrow);
  CHECK(focused() == "export_png_1");
  window.press(ImGuiKey_DownArrow);
  window.press(ImGuiKey_Enter);
  REQUIRE(wish);
  CHECK(wish->format == Format::png);
  CHECK(wish->scale == 2);
  CHECK_FALSE(Headless::popup());
  wish.reset();
  window.interface.open_palette();
  window.frame(3);
  window.type(std::string(tr(Text::export_menu)) + ": " + tr(Text::export_gif));
  window.press(ImGuiKey_Enter);
  REQUIRE(wish);
  CHECK(wish->format == Format::gif);
  CHECK(wish->from == 1);
  CHECK(wish->to == 11);
}

TEST_CASE("long lists are gone through by keys, with what has the ring in sight", "[gui]") {
  Headless window(1280, 800);
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  for (const PanelId panel : {PanelId::examples, PanelId::lesson}) {
    INFO(panel_name(panel));
    window.interface.looks.panel = panel;
    window.frame(2);
    const std::string kind = panel == PanelId::examples ? "example_" : "lesson_";
    const std::size_t count = panel == PanelId::examples ? examples().size() : lessons().size();
    window.tab_to(panel == PanelId::examples ? "examples_filter" : "lesson_" + lessons()[0].name);
    std::size_t reached = panel == PanelId::examples ? 0 : 1;
    for (std::size_t i = 0; i < 3 * count; ++i) {
      window.press(ImGuiKey_Tab);
      window.frame();
      const std::string id = focused();
      if (id.substr(0, kind.size()) != kind)
        continue;
      ++reached;
      INFO(id);
      CHECK(place_of(id)->top > 50);
      CHECK(place_of(id)->bottom < 800);
    }
    CHECK(reached >= count);
  }
}

TEST_CASE("the page of keys is scrolled by keys", "[gui]") {
  Headless window(1024, 500);
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  window.type("?");
  window.frame(2);
  REQUIRE(Headless::popup());
  const auto sheet = []() {
    for (ImGuiWindow* one : ImGui::GetCurrentContext()->Windows)
      if (std::string(one->Name).find("/keys_") != std::string::npos)
        return one->Scroll.y;
    return -1.0F;
  };
  CHECK(sheet() == 0);
  window.press(ImGuiKey_DownArrow);
  const float line = sheet();
  CHECK(line > 0);
  window.press(ImGuiKey_PageDown);
  CHECK(sheet() > line);
  window.press(ImGuiKey_End);
  const float end = sheet();
  window.press(ImGuiKey_DownArrow);
  CHECK(sheet() == end);
  window.press(ImGuiKey_Home);
  CHECK(sheet() == 0);
}

TEST_CASE("block and scheduler are chosen by keys", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.panel = PanelId::schedule;
  window.frame(3);
  window.tab_to("sched_scheduler");
  window.press(ImGuiKey_Enter);
  REQUIRE(Headless::popup());
  for (int i = 0; i < 40; ++i)
    window.press(ImGuiKey_UpArrow);
  window.press(ImGuiKey_Enter); // the first: the order of the source
  window.frame(4);
  REQUIRE(window.runs.has_b());
  CHECK(window.runs.run(Side::b).last_cycle() == 11);
}

} // namespace
} // namespace stallscope::gui
