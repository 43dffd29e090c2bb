#include "headless.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>
#include <thread>

// A run of many millions of instructions: drawing never waits for simulation. What is
// counted is frames and what is in them, not time.
namespace stallscope::gui {
namespace {

/// The test does not wait for its end.
RunSpec endless() {
  RunSpec spec;
  spec.program.name = "endless";
  spec.program.isa = isa::Isa::riscv;
  spec.program.text = "        li s1, 0\n"
                      "loop:   addi s1, s1, 1\n        mul t0, s1, s1\n        andi t1, t0, 255\n"
                      "        beqz t1, loop\n        xor s2, s2, t0\n        j loop\n";
  spec.machine = "mips-5";
  return spec;
}

/// Draws until so many cycles are simulated, as the window does.
int frames_until(Headless& window, std::uint64_t cycles) {
  int frames = 0;
  while (window.runs.run(Side::a).last_cycle() < cycles && frames < 60'000) {
    window.draw();
    ++frames;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return frames;
}

/// What has come with the last update; what arrives later is taken by the next one.
bool is_recorded(Run& run, std::uint64_t cycle) {
  return run.window(cycle, cycle + 1) != nullptr;
}

TEST_CASE("while a long run is simulated every frame is drawn, and it can be stopped", "[gui]") {
  Headless window(1280, 720, Threads::background);
  window.runs.open_a(endless());
  CHECK(frames_until(window, 600'000) > 1);
  Run& run = window.runs.run(Side::a);
  REQUIRE(run.state() == Run::State::opening); // and yet it is shown
  for (const std::string& name : panel_names()) {
    window.interface.looks.panel = *panel_named(name);
    for (int i = 0; i < 3; ++i)
      window.draw();
    CHECK(window.vertices() > 500);
  }
  CHECK(run.state() == Run::State::opening);
  const auto stop = place_of("stop_a");
  REQUIRE(stop.has_value());
  window.interface.looks.panel = PanelId::table;
  ImGui::GetIO().MousePos = {stop->centre().x, stop->centre().y};
  for (const bool down : {false, false, true, false, false}) {
    ImGui::GetIO().MouseDown[0] = down;
    window.draw();
  }
  window.runs.wait(); // which would not end otherwise
  CHECK(run.state() == Run::State::ready);
  CHECK(run.last_cycle() >= 600'000);
}

TEST_CASE("a frame far away in a long run comes at once, and what it shows when it is there",
          "[gui]") {
  Headless window(1280, 720, Threads::background);
  window.runs.open_a(endless());
  frames_until(window, 400'000);
  Run& run = window.runs.run(Side::a);
  run.cancel();
  window.runs.wait();
  std::mt19937_64 random(1);
  for (const PanelId panel : {PanelId::table, PanelId::diagram}) {
    window.interface.looks.panel = panel;
    int drawn_before = 0;
    for (int i = 0; i < 20; ++i) {
      const std::uint64_t cycle = 10'000 + random() % (run.last_cycle() - 10'000);
      window.runs.transport().seek(cycle);
      window.draw();
      drawn_before += is_recorded(run, cycle) ? 0 : 1; // the frame is there, its cycles are not
      window.frame(2);
      CHECK(is_recorded(run, cycle));
    }
    CHECK(drawn_before >= 15); // some places are near each other
    // Stepping back stays in what has been recorded around a place.
    int waits = 0;
    for (int i = 0; i < 40; ++i) {
      window.runs.transport().step_back();
      window.draw();
      waits += is_recorded(run, window.runs.transport().cycle()) ? 0 : 1;
      window.runs.wait();
    }
    CHECK(waits <= 4);
  }
}

TEST_CASE("at every zoom a frame holds what a screen has room for", "[gui]") {
  Headless window(1600, 1000, Threads::background);
  RunSpec spec = endless();
  spec.machine = "ooo-8";
  window.runs.open_a(spec);
  frames_until(window, 100'000);
  window.runs.run(Side::a).cancel();
  window.runs.wait();
  window.interface.looks.panel = PanelId::diagram;
  window.runs.transport().seek(window.runs.run(Side::a).last_cycle() / 2);
  window.frame(4);
  const auto area = place_of("diagram_a");
  REQUIRE(area.has_value());
  ImGui::GetIO().MousePos = {area->centre().x, area->centre().y};
  std::size_t most = 0;
  for (int notch = 0; notch < 60; ++notch) {
    ImGui::GetIO().KeyCtrl = true;
    ImGui::GetIO().MouseWheel = -1;
    window.frame();
    ImGui::GetIO().MouseWheel = 0;
    window.frame();
    most = std::max(most, window.vertices());
  }
  ImGui::GetIO().KeyCtrl = false;
  CHECK(most > 2'000);
  CHECK(most < 250'000); // 50,000 cells of four corners, and what is around them
}

TEST_CASE("what takes longer than half a second is named, with a button that stops it", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window;
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.frame();
    bool stopped = false;
    window.interface.export_busy = {tr(Text::export_progress, {"a.gif", "42"}), -1,
                                    [&stopped] { stopped = true; }};
    window.frame(2, 0.1F);
    CHECK_FALSE(in_sight("busy_stop"));
    window.frame(4, 0.1F);
    REQUIRE(in_sight("busy_stop"));
    const std::string texts = window.texts();
    INFO(texts);
    CHECK(texts.find(tr(Text::export_progress, {"a.gif", "42"})) != std::string::npos);
    window.click("busy_stop");
    CHECK(stopped);
    window.interface.export_busy.reset();
    window.frame(2);
    CHECK_FALSE(in_sight("busy_stop"));
  }
}

} // namespace
} // namespace stallscope::gui
