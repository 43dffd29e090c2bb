#include "view/analysis/ledger_chart.hpp"
#include "view/canvas/recording_canvas.hpp"
#include "view/diagram/diagram_picture.hpp"
#include "view/table/table_picture.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <memory>
#include <string>

namespace stallscope::gui {
namespace {

Style plain_style() {
  Style style;
  style.colours = palette_of(theme(ThemeId::dark));
  return style;
}

std::unique_ptr<Run> opened(const std::string& program, const std::string& machine) {
  auto run = std::make_unique<Run>(Threads::none);
  RunSpec spec;
  spec.program.name = program;
  spec.machine = machine;
  run->open(spec);
  run->wait();
  return run;
}

/// A table's picture of the lecture's program on the four-stage machine.
struct TablePicture {
  std::unique_ptr<Run> run = opened("lecture/p4", "lecture-4");
  Style style = plain_style();
  Rect area{0, 0, 800, 600};
  TableLayout layout{style, area, run->lanes(), 1, 0};
  TableModel model;
  RecordingCanvas canvas;

  void draw(std::uint64_t now, float arrived = 1) {
    TableFrame frame;
    frame.current = now;
    frame.last_cycle = run->last_cycle();
    frame.arrived = arrived;
    draw_table(canvas, style, layout, model.visible(*run, 1, layout.rows(), now), frame);
  }
  /// The texts inside of a cell.
  [[nodiscard]] std::vector<std::string> texts(std::uint64_t cycle, std::size_t lane) const {
    std::vector<std::string> found;
    for (const DrawCall& call : canvas.calls())
      if (call.kind == DrawCall::Kind::text &&
          layout.cell(cycle, lane).contains(call.rect.centre()))
        found.push_back(call.text);
    return found;
  }
};

TEST_CASE("rows of a short run are higher, those of a long one are not", "[gui]") {
  const Style style;
  const std::vector<Lane> lanes(4);
  const Rect area{0, 0, 800, 700};
  const auto height = [&](std::uint64_t cycles) {
    return TableLayout(style, area, lanes, 1, 0, cycles).row_height();
  };
  const float least = table_row_height(style);
  CHECK(height(0) == least);
  CHECK(height(1000) == least);
  CHECK(height(4) > least);
  CHECK(height(4) == height(2)); // not endlessly
  const TableLayout all(style, area, lanes, 1, 0, 14);
  CHECK(all.row_height() > least);
  CHECK(all.rows() >= 14); // they all have room
}

TEST_CASE("the chart over time stacks what slots went to", "[gui]") {
  const Style style = plain_style();
  const Rect rect{0, 0, 100, 50};
  const std::vector<TimeColumn> columns{{1, 3, {{Reason::none, 1}}},
                                        {3, 5, {{Reason::none, 0.25}, {Reason::raw, 0.75}}}};
  RecordingCanvas canvas;
  ChartFrame frame;
  frame.current = 3;
  frame.last_cycle = 4;
  draw_ledger_chart(canvas, style, rect, columns, frame);
  const auto filled = [&canvas](std::size_t number) {
    std::size_t seen = 0;
    for (const DrawCall& call : canvas.calls())
      if (call.kind == DrawCall::Kind::fill && seen++ == number)
        return call.rect;
    return Rect{};
  };
  // The ground, useful work in all of the first column, then a quarter of it below RAW.
  CHECK(filled(1).top == Approx(0));
  CHECK(filled(1).bottom == Approx(50));
  CHECK(filled(2).top == Approx(37.5F));
  CHECK(filled(3).bottom == Approx(37.5F));
  CHECK(filled(3).left == Approx(50));
  CHECK(canvas.count(DrawCall::Kind::hatch) == 1); // colour is not alone
  CHECK(canvas.count(DrawCall::Kind::line) == 1);  // the present cycle
  CHECK(column_at(rect, 2, {49, 10}) == 0);
  CHECK(column_at(rect, 2, {50, 10}) == 1);
  CHECK_FALSE(column_at(rect, 2, {50, 60}).has_value());
  CHECK_FALSE(column_at(rect, 0, {50, 10}).has_value());
  draw_ledger_chart(canvas, style, rect, {}, frame); // nothing yet
}

TEST_CASE("the table's picture is the lecture's figure", "[gui]") {
  TablePicture picture;
  picture.draw(11);
  // The lecture, P4 in source order: instruction numbers in ID, RR, ALU, RW, cycle by cycle.
  constexpr std::array<std::array<int, 4>, 11> expected{{{1, 0, 0, 0},
                                                         {2, 1, 0, 0},
                                                         {2, 0, 1, 0},
                                                         {2, 0, 0, 1},
                                                         {3, 2, 0, 0},
                                                         {4, 3, 2, 0},
                                                         {4, 0, 3, 2},
                                                         {4, 0, 0, 3},
                                                         {0, 4, 0, 0},
                                                         {0, 0, 4, 0},
                                                         {0, 0, 0, 4}}};
  for (std::uint64_t cycle = 1; cycle <= expected.size(); ++cycle)
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const std::vector<std::string> texts = picture.texts(cycle, lane);
      INFO("cycle " << cycle << ", lane " << lane);
      const int number = expected.at(cycle - 1).at(lane);
      if (number == 0) {
        CHECK(std::find(texts.begin(), texts.end(), "1") == texts.end());
        CHECK(texts.size() <= 1); // why it is empty
      } else {
        REQUIRE(texts.size() == 2);
        CHECK(texts[0] == std::to_string(number));
      }
    }
  CHECK(picture.texts(3, 0)[1] == "RAW $t2");
  CHECK(picture.texts(2, 0)[1] == "add $t4, $t3, $t2");
}

TEST_CASE("held cells are hatched, others are not", "[gui]") {
  TablePicture picture;
  picture.draw(11);
  std::size_t hatched = 0;
  for (const DrawCall& call : picture.canvas.calls())
    if (call.kind == DrawCall::Kind::hatch) {
      ++hatched;
      CHECK(call.pattern == Pattern::slash);
      CHECK(picture.layout.at(call.rect.centre())->lane == 0);
    }
  CHECK(hatched == 4); // 2 in cycles 3 and 4, 4 in cycles 7 and 8
}

TEST_CASE("rows appear as time passes", "[gui]") {
  TablePicture picture;
  picture.draw(2);
  CHECK(picture.texts(2, 0).size() == 2);
  CHECK(picture.texts(3, 0).empty());
  CHECK(picture.texts(3, 2).empty());
}

TEST_CASE("tokens come from the cell above", "[gui]") {
  // Instruction 1 moves from ID in cycle 1 to RR in cycle 2.
  const auto middle_of_one = [](float arrived) {
    TablePicture picture;
    picture.draw(2, arrived);
    Rect last;
    for (const DrawCall& call : picture.canvas.calls())
      if (call.kind == DrawCall::Kind::fill &&
          call.colour == picture.style.colours.operations[color_of(OpId{1})])
        last = call.rect;
    return last.centre();
  };
  TablePicture picture;
  CHECK(middle_of_one(0).x == Approx(picture.layout.cell(1, 0).centre().x).margin(1));
  CHECK(middle_of_one(0).y == Approx(picture.layout.cell(1, 0).centre().y).margin(1));
  CHECK(middle_of_one(1).x == Approx(picture.layout.cell(2, 1).centre().x).margin(1));
  CHECK(middle_of_one(1).y == Approx(picture.layout.cell(2, 1).centre().y).margin(1));
}

TEST_CASE("a table's layout finds the cell under a point", "[gui]") {
  const TablePicture picture;
  for (std::uint64_t cycle = 1; cycle <= 11; ++cycle)
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const auto hit = picture.layout.at(picture.layout.cell(cycle, lane).centre());
      REQUIRE(hit.has_value());
      CHECK(*hit == TableLayout::Hit{cycle, lane});
    }
  CHECK_FALSE(picture.layout.at({10, 300}).has_value()); // among the cycle numbers
  CHECK_FALSE(picture.layout.at({400, 10}).has_value()); // among the headings
}

TEST_CASE("only what is visible is drawn", "[gui]") {
  const auto run = opened("x86/bubble_sort", "mca-like");
  const Style style = plain_style();
  DiagramModel model;
  model.resize(700, 400);
  REQUIRE(run->op_count() > 500);
  const auto calls_at = [&](std::uint64_t cycle) {
    RecordingCanvas canvas;
    const DiagramLayout layout(style, {0, 0, 900, 440}, 200);
    model.follow(*run, cycle);
    DiagramFrame frame;
    frame.current = cycle;
    frame.last_cycle = run->last_cycle();
    draw_diagram(canvas, style, layout, model.camera, model.visible(*run, cycle), frame);
    return canvas.calls().size();
  };
  CHECK(calls_at(run->last_cycle() / 2) < 4000);
  CHECK(calls_at(run->last_cycle()) < 4000);
}

TEST_CASE("texts that are too long end with an ellipsis", "[gui]") {
  const RecordingCanvas canvas; // half as wide as high
  CHECK(elided(canvas, "add $t0", Face::text, 10, 35) == "add $t0");
  CHECK(elided(canvas, "add $t0", Face::text, 10, 34) == "add $…");
  CHECK(elided(canvas, "流水线停顿", Face::text, 10, 30) == "流水…");
  CHECK(elided(canvas, "add", Face::text, 10, 9) == "");
}

TEST_CASE("ink is read on every ground", "[gui]") {
  for (const ThemeId id : kThemes) {
    const Palette palette = palette_of(theme(id));
    for (const Colour ground : palette.operations) {
      const Colour ink = ink_on(ground);
      CHECK(contrast({ink.red, ink.green, ink.blue}, {ground.red, ground.green, ground.blue}) >=
            kTextContrast);
    }
  }
}

} // namespace
} // namespace stallscope::gui
