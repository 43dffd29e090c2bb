// The axis of the diagrams: which cycles are in sight, and their numbers.

#include "headless.hpp"
#include "model/cells/table_model.hpp"
#include "model/run/run_words.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace stallscope::gui {
namespace {

/// Two runs whose second has ended, in cycle 97, while the first still works.
void open_longer_and_shorter(Headless& window) {
  window.open("textbook/daxpy", "mips-5"); // 128 cycles
  RunSpec shorter = window.runs.run(Side::a).spec();
  shorter.machine = "dual-5";
  window.runs.open_b(shorter);
  window.runs.wait();
  window.interface.looks.panel = PanelId::diagram;
}

/// The columns of the cycles in sight of a run: the first whole one, and the right end of one.
float right_end_of(const Headless& window, std::uint64_t cycle) {
  const Rect axis = *place_of("axis_a");
  const auto last = static_cast<float>(window.runs.run(Side::a).last_cycle());
  return axis.left + axis.width() * static_cast<float>(cycle) / last;
}

TEST_CASE("two diagrams follow the run that still works", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window(1280, 800);
    window.interface.looks.language = language;
    open_longer_and_shorter(window);
    const auto follows = [&](std::uint64_t cycle) {
      INFO("cycle " << cycle);
      const Rect area = *place_of("diagram_a");
      CHECK(right_end_of(window, cycle) <= area.right + 1);
      CHECK(right_end_of(window, cycle - 1) > area.left + area.width() * 0.36F);
      CHECK_FALSE(in_sight("way_back_a"));
    };
    window.runs.transport().seek(120);
    window.frame(4);
    follows(120);
    CHECK(in_sight("way_back_b")); // which ended before the cycles in sight
    for (std::uint64_t cycle = 121; cycle <= 124; ++cycle) {
      window.runs.transport().step();
      window.frame(2);
      follows(cycle);
    }
    window.press(ImGuiKey_End);
    window.frame(60); // it glides there
    follows(128);
  }
}

TEST_CASE("a diagram that scrolls to a cycle begins with a whole one", "[gui]") {
  Headless window(1280, 800);
  window.open("textbook/daxpy", "mips-5");
  window.interface.looks.panel = PanelId::diagram;
  window.runs.transport().seek(60);
  window.frame(4);
  const Rect area = *place_of("diagram_a");
  const Rect axis = *place_of("axis_a");
  const float names = std::min(area.width() * 0.36F, window.interface.style().sizes.body * 15);
  const float width = axis.width() / static_cast<float>(window.runs.run(Side::a).last_cycle());
  const float before = (area.left + names - axis.left) / width; // cycles that are scrolled away
  CHECK(before > 20);
  CHECK(before == Approx(std::round(before)).margin(0.01));
}

TEST_CASE("the axis groups digits, and has the number of the present cycle", "[gui]") {
  Headless window(1280, 800);
  RunSpec spec;
  spec.program.name = "loop.s";
  spec.program.text =
      "main: li t0, 0\n li t1, 5000\nloop: addi t0, t0, 1\n bne t0, t1, loop\n nop\n";
  spec.program.isa = isa::Isa::riscv;
  spec.machine = "mips-5";
  window.runs.open_a(spec);
  window.runs.wait();
  window.runs.update(0);
  REQUIRE(window.runs.run(Side::a).last_cycle() > 15'000);
  window.interface.looks.panel = PanelId::diagram;
  for (const std::uint64_t cycle : {14'001, 14'002, 14'003, 14'004, 14'005}) {
    window.runs.transport().seek(cycle);
    window.frame(4);
    const std::string texts = window.texts();
    const std::string axis = texts.substr(0, texts.find("/ "));
    INFO(cycle);
    CHECK(axis.find("14,00" + std::to_string(cycle % 10)) != std::string::npos);
    CHECK(axis.find("1400") == std::string::npos);
    TableModel table;
    const std::string sentence = table.explain(window.runs.run(Side::a), {cycle, 0, kNoOp});
    CHECK(sentence.find(grouped(cycle)) != std::string::npos);
  }
}

} // namespace
} // namespace stallscope::gui
