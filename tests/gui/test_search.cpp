#include "headless.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <string>

// Searching in a diagram, by keyboard.
namespace stallscope::gui {
namespace {

void search_for(Headless& window, const std::string& words) {
  window.type("/");
  window.frame(3);
  REQUIRE(ImGui::GetIO().WantTextInput);
  window.type(words);
  window.press(ImGuiKey_Enter);
  window.frame(3);
}

std::string count_of(int number, int of) {
  return tr(Text::search_count, {std::to_string(number), std::to_string(of)});
}

TEST_CASE("Enter goes to the next match, Shift Enter to the one before, each with its number",
          "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window;
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.interface.looks.panel = PanelId::diagram;
    window.frame(3);
    search_for(window, "add"); // all four of them, fetched in 1, 2, 5 and 6
    const auto is_at = [&window](std::uint64_t cycle, int number) {
      INFO("match " << number);
      CHECK(window.runs.cycle(Side::a) == cycle);
      CHECK(window.texts().find(count_of(number, 4)) != std::string::npos);
    };
    is_at(1, 1);
    CHECK_FALSE(ImGui::GetIO().WantTextInput); // keys are the window's again
    window.press(ImGuiKey_Enter);
    is_at(2, 2);
    window.press(ImGuiKey_Enter);
    is_at(5, 3);
    window.press(ImGuiKey_Enter, true);
    is_at(2, 2);
    window.press(ImGuiKey_RightArrow); // from elsewhere the next is looked for from there
    window.press(ImGuiKey_RightArrow);
    window.press(ImGuiKey_RightArrow);
    window.press(ImGuiKey_Enter);
    is_at(6, 4);
    window.press(ImGuiKey_Enter); // there is none behind the last
    is_at(6, 4);
    window.press(ImGuiKey_Escape);
    window.frame(2);
    CHECK(window.texts().find(count_of(4, 4)) == std::string::npos);
  }
}

TEST_CASE("beside another run a search says which match it is, too", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window(1280, 800);
    window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
    window.interface.looks.language = language;
    window.interface.looks.panel = PanelId::diagram;
    window.frame(3);
    search_for(window, "add");
    REQUIRE(in_sight("search_state_a"));
    const float wide = place_of("search_state_a")->width();
    CHECK(wide >= ImGui::CalcTextSize(count_of(1, 4).c_str()).x - 1);
    CHECK(place_of("search_state_a")->right <= place_of("bookmark_next_a")->left);
  }
}

TEST_CASE("matches in one cycle are found one after the other", "[gui]") {
  Headless window;
  window.open("textbook/raw", "dual-5"); // which fetches two instructions a cycle
  window.interface.looks.panel = PanelId::diagram;
  window.frame(3);
  const Timeline& timeline = window.runs.run(Side::a).summary().timeline;
  REQUIRE(timeline.rows.size() >= 2);
  REQUIRE(timeline.rows[0].begin == timeline.rows[1].begin);
  search_for(window, "$t0"); // which both have
  CHECK(window.texts().find(count_of(1, 2)) != std::string::npos);
  window.press(ImGuiKey_Enter);
  window.frame(2);
  CHECK(window.texts().find(count_of(2, 2)) != std::string::npos);
  CHECK(window.runs.cycle(Side::a) == timeline.rows[0].begin.value);
}

TEST_CASE("a search in a long run says how far it has come, and can be stopped", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    const bool two = GENERATE(false, true);
    Headless window(two ? 1280.0F : 1600.0F, two ? 800.0F : 900.0F, Threads::background);
    RunSpec spec;
    spec.program.name = "long.mips";
    spec.program.text = "li $t0, 1000000\nloop: addi $t0, $t0, -1\nbne $t0, $zero, loop\nnop\n";
    spec.program.isa = isa::Isa::mips;
    spec.machine = "mips-5";
    window.runs.open_a(spec);
    if (two)
      window.runs.open_b(spec);
    window.runs.set_active(Side::a);
    window.runs.wait();
    window.interface.looks.language = language;
    window.interface.looks.panel = PanelId::diagram;
    window.frame(3);
    window.type("/");
    window.frame(3);
    window.type("sqrt"); // which is nowhere
    ImGuiIO& io = ImGui::GetIO();
    io.KeysDown[ImGuiKey_Enter] = true;
    window.draw();
    io.KeysDown[ImGuiKey_Enter] = false;
    for (int i = 0; i < 3; ++i)
      window.draw();
    REQUIRE(in_sight("search_stop_a"));
    const Point stop = place_of("search_stop_a")->centre();
    io.MousePos = {stop.x, stop.y};
    window.draw();
    window.draw();
    io.MouseDown[0] = true;
    window.draw();
    io.MouseDown[0] = false;
    window.draw();
    CHECK(window.interface.shared.message == tr(Text::search_stopped));
    window.draw();
    window.draw();
    CHECK_FALSE(in_sight("search_stop_a"));
  }
}

} // namespace
} // namespace stallscope::gui
