#include "headless.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

// The palette of commands, and the page of keys.
namespace stallscope::gui {
namespace {

TEST_CASE("the command palette finds a command and does it", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  window.interface.open_palette();
  window.frame(3);
  window.type("ledger");
  window.press(ImGuiKey_Enter);
  CHECK(window.interface.looks.panel == PanelId::ledger);
  CHECK_FALSE(
      ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
}

TEST_CASE("the palette takes words and letters in any order, and lights one line", "[gui]") {
  for (const auto& [typed, panel] :
       {std::pair("beside ledg", std::optional(PanelId::ledger)),
        std::pair("bsd procsr", std::optional(PanelId::processor)), // letters left out
        std::pair("xqz ledger", std::optional<PanelId>())}) {
    INFO(typed);
    Headless window;
    window.open("lecture/p4", "lecture-4");
    window.frame(2);
    window.interface.open_palette();
    window.frame(3);
    window.type(typed);
    window.press(ImGuiKey_Enter);
    if (panel)
      CHECK(window.interface.looks.panel == *panel);
    else
      CHECK(window.interface.looks.panel == PanelId::table);
  }
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  window.interface.open_palette();
  window.frame(3);
  window.type("machine");
  const auto first = place_of("command_chosen");
  REQUIRE(first.has_value());
  const float below = first->centre().y + 3 * first->height();
  window.move({first->centre().x, below}); // the pointer moves the one choice there is
  window.frame(2);
  CHECK(place_of("command_chosen")->contains({first->centre().x, below}));
  window.press(ImGuiKey_UpArrow); // and rests: keys take it from there
  CHECK_FALSE(place_of("command_chosen")->contains({first->centre().x, below}));
}

TEST_CASE("the columns of the key sheet are as even as its groups allow", "[gui]") {
  // Of two columns: 13 + 5 + 3 + 12 lines of run, file, edit and view are nearer to the half of 62
  // than 21 without view are.
  Headless window(1280, 800);
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  window.type("?");
  window.frame(2);
  const auto left_of = [](Text heading) {
    const auto place = place_of(fmt::format("keys_{}", tr(heading)));
    REQUIRE(place.has_value());
    return place->left;
  };
  CHECK(left_of(Text::menu_view) == left_of(Text::menu_run));
  CHECK(left_of(Text::panel_lessons) > left_of(Text::menu_run));
}

TEST_CASE("the key sheet has every key of the window", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.interface.shared.closes = true; // as in the window, not in a browser
  window.frame(2);
  window.type("?");
  window.frame(2);
  const std::string texts = window.texts();
  for (const char* key : {"F1\n", "Q\n", "F11\n", "Tab\n"}) {
    INFO(key);
    CHECK(texts.find(key) != std::string::npos);
  }
}

} // namespace
} // namespace stallscope::gui
