#include "headless.hpp"
#include "model/cells/table_model.hpp"
#include "model/language/sentences.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

// What a hall sees: letters grow with the projector's picture, and small windows stay usable.
namespace stallscope::gui {
namespace {

TEST_CASE("a presenter's letters are a forty-fifth of the picture, however many pixels it has",
          "[gui]") {
  for (const auto& [width, height] :
       {std::pair(1920.0F, 1080.0F), std::pair(2560.0F, 1440.0F), std::pair(3840.0F, 2160.0F)}) {
    INFO(height);
    Headless window(width, height);
    window.open("lecture/p4", "lecture-4"); // 11 cycles
    window.interface.looks.presenter = true;
    window.runs.transport().to_end();
    window.frame(3);
    CHECK(window.interface.style().sizes.small >= std::floor(height / 45)); // whole pixels
    // All of it has room, and cells grow with the letters.
    CHECK(window.table_a().rows() >= 11);
    CHECK(window.table_a().row_height() >= height / 24);
    // The list on the left has folded to signs.
    CHECK(place_of("panel_table")->width() < width / 30);
  }
  // A display that scales by itself is not scaled twice.
  Headless window(3840, 2160);
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.presenter = true;
  window.frame(2);
  const float once = window.interface.style().sizes.body;
  window.interface.looks.scale = 2;
  window.frame(2);
  CHECK(window.interface.style().sizes.body == once);
}

TEST_CASE("Ctrl + makes everything larger, not letters alone", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  const Style before = window.interface.style();
  const float button = place_of("step")->width();
  window.interface.larger_letters(1.5F);
  window.frame(2);
  CHECK(window.interface.style().unit == Approx(before.unit * 1.5F));
  CHECK(place_of("step")->width() == Approx(button * 1.5F));
  window.interface.larger_letters(1 / 1.5F);
  window.frame(2);
  CHECK(place_of("step")->width() == Approx(button));
}

TEST_CASE("in small windows a lesson leaves its panel and its buttons their room", "[gui]") {
  for (const auto& [width, height] : {std::pair(1024.0F, 700.0F), std::pair(1280.0F, 800.0F)})
    for (const Language language : kLanguages)
      for (const Lesson& lesson : listed_cases(lessons())) {
        INFO(lesson.name << ", " << width << " x " << height << ", " << table_of(language).name);
        Headless window(width, height);
        window.interface.looks.language = language;
        window.interface.shared.lesson.start(lesson);
        window.interface.shared.scene_changed = true;
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
          window.frame(4);
          CHECK(place_of("lesson_next")->bottom <= height);
          CHECK(place_of("lesson_next")->right <= width);
          if (window.interface.looks.panel == PanelId::table)
            CHECK(place_of("table_a")->bottom - place_of("table_a")->top > height * 0.4F);
          window.click("lesson_next");
        }
      }
}

TEST_CASE("an instruction that is cut away in its cells stands in a legend", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window; // two tables with large letters: cells have room for numbers alone
    window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
    window.interface.looks.language = language;
    window.interface.looks.presenter = true;
    window.frame(3);
    const Rect before = *place_of("table_a");
    for (std::uint64_t cycle = 1; cycle <= 11; ++cycle) {
      window.runs.transport().seek(cycle);
      window.frame(3);
      REQUIRE(in_sight("legend_a"));
      CHECK(place_of("table_a")->bottom == before.bottom); // nothing moves at a step
      CHECK(place_of("legend_a")->top >= before.bottom - 1);
    }
    window.runs.transport().seek(6); // by then all four have begun, in rows that are in sight
    window.frame(3);
    REQUIRE(window.table_a().rows() >= 6);
    const std::string texts = window.texts();
    const isa::Program& program = *window.runs.run(Side::a).program();
    for (std::uint32_t i = 0; i < program.code.size(); ++i) {
      INFO(program.text_of(i));
      CHECK(texts.find(program.text_of(i)) != std::string::npos);
    }
  }
}

/// What is drawn, a line each.
std::vector<std::string> lines_of(const std::string& texts) {
  std::vector<std::string> lines;
  std::istringstream in(texts);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

/// A number, as on the plate of an instruction: "12", "3.1", "48x".
bool is_number(const std::string& line) {
  return !line.empty() && line.find_first_not_of("0123456789.x") == std::string::npos;
}

/// An instruction's number stands before its whole text, alone or with the numbers of others.
bool names_it(const std::vector<std::string>& lines, const TableToken& token) {
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (std::size_t before = i; lines[i] == token.text && before-- > 0;) {
      if (!is_number(lines[before]))
        break;
      if (lines[before] == token.number)
        return true;
    }
  return false;
}

/// The rows of a table that are in sight, up to the present one.
const TableView& rows_in_sight(const Headless& window, Run& run, Side side, TableModel& model,
                               std::uint64_t now) {
  const Rect table = *place_of(side == Side::a ? "table_a" : "table_b");
  const Rect row = *place_of(side == Side::a ? "current_row_a" : "current_row_b");
  const float header =
      TableLayout(window.interface.style(), table, run.lanes(), 1, 0).header_height();
  const auto above =
      static_cast<std::uint64_t>(std::round((row.top - table.top - header) / row.height()));
  return model.visible(run, now - above, above + 1, now);
}

TEST_CASE("a presenter's table cuts no instruction away without a legend", "[gui]") {
  const Language language = GENERATE(from_range(kLanguages));
  const auto [width, height] = GENERATE(std::pair(1920.0F, 1080.0F), std::pair(1280.0F, 800.0F),
                                        std::pair(3840.0F, 2160.0F));
  INFO(table_of(language).name << ", " << width << " x " << height);
  Headless window(width, height);
  window.open("textbook/daxpy", "mips-5");
  RunSpec wider = window.runs.run(Side::a).spec();
  wider.machine = "dual-5";
  window.runs.open_b(wider);
  window.runs.wait();
  window.interface.looks.language = language;
  window.interface.looks.presenter = true;
  window.frame(3);
  const Rect before = *place_of("table_a");
  for (const std::uint64_t cycle : {3, 8, 20, 60, 90, 97, 110, 128}) {
    window.runs.transport().seek(cycle);
    window.frame(3);
    CHECK(place_of("table_a")->bottom == before.bottom);
    const std::vector<std::string> lines = lines_of(window.texts());
    for (const Side side : {Side::a, Side::b}) {
      Run& run = window.runs.run(side);
      TableModel model;
      const std::uint64_t now = window.runs.cycle(side);
      for (const TableRowView& row : rows_in_sight(window, run, side, model, now).rows)
        for (const TableCellView& cell : row.cells)
          for (const TableToken& token : cell.tokens) {
            INFO("cycle " << cycle << ", row " << row.cycle << ": " << token.number << " "
                          << token.text);
            CHECK(names_it(lines, token));
          }
    }
    // A wait names its register, or says its letters alone, but is not cut within.
    for (const std::string& line : lines)
      CHECK_FALSE((line.substr(0, 3) == "RAW" && line.find("…") != std::string::npos));
  }
}

TEST_CASE("a presenter's diagram shows the letters of every wait", "[gui]") {
  for (const auto& [width, height] : {std::pair(1920.0F, 1080.0F), std::pair(1280.0F, 800.0F)}) {
    INFO(height);
    Headless window(width, height);
    window.open("textbook/daxpy", "mips-5", "textbook/daxpy");
    window.interface.looks.presenter = true;
    window.interface.looks.panel = PanelId::diagram;
    window.runs.transport().seek(60);
    window.frame(4);
    const std::vector<std::string> lines = lines_of(window.texts());
    CHECK(std::count(lines.begin(), lines.end(), "FULL") > 1);
    for (const char* cut : {"R…", "RA…", "F…", "FU…", "FUL…"}) {
      INFO(cut);
      CHECK(std::count(lines.begin(), lines.end(), cut) == 0);
    }
  }
}

TEST_CASE("two runs beside a lesson keep their instructions whole", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window(1280, 800);
    window.interface.looks.language = language;
    const auto all = listed_cases(lessons());
    const auto lesson = std::find_if(all.begin(), all.end(),
                                     [](const Lesson& one) { return one.name == "1_pipeline"; });
    REQUIRE(lesson != all.end());
    window.interface.shared.lesson.start(*lesson);
    window.interface.shared.scene_changed = true;
    window.frame(4);
    window.click("lesson_next");
    window.click("lesson_next");
    REQUIRE(window.runs.has_b());
    const isa::Program& program = *window.runs.run(Side::b).program();
    for (const PanelId panel : {PanelId::diagram, PanelId::lines}) {
      window.interface.looks.panel = panel;
      window.frame(4);
      const std::vector<std::string> lines = lines_of(window.texts());
      INFO(panel_name(panel));
      for (std::uint32_t i = 0; i < program.code.size(); ++i) {
        INFO(program.text_of(i));
        CHECK(std::count(lines.begin(), lines.end(), program.text_of(i)) >=
              (i == 0 || panel == PanelId::lines ? 2 : 1)); // A has begun the first alone
      }
    }
  }
}

TEST_CASE("where all texts have room there is no legend", "[gui]") {
  Headless window(1920, 1080);
  window.open("lecture/p4", "lecture-4");
  window.frame(3);
  CHECK_FALSE(in_sight("legend_a"));
}

TEST_CASE("the cause of a cell is shown large beside it, for one cell at a time", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window(1280, 900);
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.runs.transport().seek(5);
    window.frame(3);
    // In cycle 4 the second instruction waits in ID for $t2 of the first (see test_quiz).
    const Rect cell = window.table_a().cell(4, 0);
    window.move(cell.centre());
    REQUIRE(in_sight("reason_by_cell"));
    const Rect reason = *place_of("reason_by_cell");
    CHECK(reason.top >= cell.bottom);
    CHECK(reason.top - cell.bottom < cell.height());
    CHECK(reason.height() >= window.interface.style().sizes.large);
    const std::string why = window.interface.shared.sentence; // as everywhere, and as `explain`
    CHECK(why.find("$t2") != std::string::npos);
    CHECK(why.find("add $t2") != std::string::npos);
    CHECK(window.texts().find(why.substr(0, 12)) != std::string::npos);
    window.click(cell.centre()); // pinned: it stays
    window.move({5, 800});
    CHECK(in_sight("reason_by_cell"));
    window.move(window.table_a().cell(1, 0).centre()); // which works: no other cell's arrow
    CHECK_FALSE(in_sight("reason_by_cell"));
    window.press(ImGuiKey_Escape);
    window.move({5, 800});
    CHECK_FALSE(in_sight("reason_by_cell"));
  }
}

TEST_CASE("the strip of stalls has a legend and a tooltip, and can hide what comes", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window;
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.runs.transport().seek(1);
    window.frame(3);
    const std::string raw = "strip_key_" + std::to_string(static_cast<int>(Reason::raw));
    CHECK(in_sight(raw));
    const Rect strip = *place_of("strip_a");
    // Of 11 cycles the fourth.
    const Point fourth{strip.left + strip.width() * 3.5F / 11, strip.centre().y};
    window.move(fourth);
    const std::string tip = window.texts();
    CHECK(tip.find(reason_title(Reason::raw)) != std::string::npos);
    CHECK(tip.find(reason_meaning(Reason::raw).substr(0, 10)) != std::string::npos);
    window.click("hide_future");
    window.frame(2);
    CHECK(window.interface.shared.hide_future);
    CHECK_FALSE(in_sight(raw));
    window.move(fourth);
    CHECK(window.texts().find(reason_meaning(Reason::raw).substr(0, 10)) == std::string::npos);
    window.click(fourth); // which is also a way to get there
    CHECK(window.runs.cycle(Side::a) == 4);
    window.frame(2);
    CHECK(in_sight(raw));
  }
}

TEST_CASE("headings of two runs keep what they differ in", "[gui]") {
  const Language language = GENERATE(from_range(kLanguages));
  for (const float width : {1024.0F, 1280.0F}) {
    INFO(table_of(language).name << ", " << width);
    Headless window(width, 700);
    window.interface.looks.language = language;
    window.open("textbook/daxpy", "ooo-4");
    RunSpec other = window.runs.run(Side::a).spec();
    other.machine = "ooo-8";
    window.runs.open_b(other);
    window.runs.wait();
    for (const PanelId panel : {PanelId::table, PanelId::diagram, PanelId::lines}) {
      window.interface.looks.panel = panel;
      window.frame(3);
      INFO(panel_name(panel));
      const std::string texts = window.texts();
      CHECK(texts.find("· ooo-4") != std::string::npos);
      CHECK(texts.find("· ooo-8") != std::string::npos);
    }
  }
}

} // namespace
} // namespace stallscope::gui
