#include "view/canvas/recording_canvas.hpp"
#include "view/processor/structure_tables.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace stallscope::gui {
namespace {

/// As wide as a reorder buffer with long instructions.
StructureTable table_of(const std::string& name, std::size_t columns, std::size_t letters) {
  StructureTable table;
  table.name = name;
  table.title = name + ", 2 of 128";
  std::vector<StructureCell> cells;
  for (std::size_t i = 0; i < columns; ++i) {
    table.columns.push_back(fmt::format("{} {}", name, i));
    cells.push_back({std::string(letters, 'x'), i % 2 == 0});
  }
  table.rows = {cells, cells};
  return table;
}

struct Drawn {
  RecordingCanvas canvas;
  StructureTables::Extent extent;
};

Drawn drawn(StructureTables& layout, const std::vector<StructureTable>& tables, float width) {
  Style style;
  style.colours = palette_of(theme(ThemeId::dark));
  Drawn result;
  Ui ui{style, result.canvas};
  result.extent = layout.draw(ui, {0, 0, width, 1000}, 0, tables);
  return result;
}

TEST_CASE("every column of a structure is shown whole, however much room there is", "[gui]") {
  const std::vector<StructureTable> tables{table_of("rob", 8, 30), table_of("queue", 6, 12),
                                           table_of("map", 4, 20), table_of("free", 3, 5)};
  for (const float width : {200.0F, 800.0F, 1600.0F, 2200.0F, 4000.0F}) {
    INFO(width);
    StructureTables layout;
    const Drawn picture = drawn(layout, tables, width);
    std::vector<Rect> texts;
    for (const DrawCall& call : picture.canvas.calls())
      if (call.kind == DrawCall::Kind::text) {
        CHECK(call.text.find("…") == std::string::npos);
        CHECK(call.rect.right <= picture.extent.right + 0.5F);
        CHECK(call.rect.bottom <= picture.extent.bottom + 0.5F);
        for (const Rect& other : texts)
          CHECK_FALSE(other.inset(0.01F).meets(call.rect.inset(0.01F)));
        texts.push_back(call.rect);
      }
    CHECK(texts.size() == 4 + 3 * (8 + 6 + 4 + 3)); // titles, headings and two rows each
    for (const StructureTable& table : tables)
      for (const std::string& column : table.columns)
        CHECK(picture.canvas.find_text(column) != nullptr);
  }
}

TEST_CASE("structures stand beside each other where that has room", "[gui]") {
  const std::vector<StructureTable> tables{table_of("rob", 8, 30), table_of("map", 4, 20)};
  StructureTables wide;
  const Drawn beside = drawn(wide, tables, 4000);
  CHECK(beside.canvas.find_text("rob 0")->rect.top == beside.canvas.find_text("map 0")->rect.top);
  CHECK(beside.extent.right < 4000);
  StructureTables narrow;
  const Drawn below = drawn(narrow, tables, 800);
  CHECK(below.canvas.find_text("rob 0")->rect.left == below.canvas.find_text("map 0")->rect.left);
  CHECK(below.extent.right > 800); // to be scrolled to
}

TEST_CASE("columns of structures do not get narrower from cycle to cycle", "[gui]") {
  StructureTables layout;
  const float before = drawn(layout, {table_of("rob", 3, 30)}, 800).extent.right;
  CHECK(drawn(layout, {table_of("rob", 3, 10)}, 800).extent.right == before);
  layout.forget_widths(); // another run
  CHECK(drawn(layout, {table_of("rob", 3, 10)}, 800).extent.right < before);
}

TEST_CASE("empty structures fold to their title, and none changes its column", "[gui]") {
  StructureTable full = table_of("rob", 4, 10);
  StructureTable empty = table_of("queue", 4, 10);
  empty.rows.clear();
  const StructureTable last = table_of("map", 4, 10);
  StructureTables layout;
  const Drawn before = drawn(layout, {full, empty, last}, 1000);
  CHECK(before.canvas.find_text(empty.title) != nullptr);
  CHECK(before.canvas.find_text("queue 0") == nullptr);
  for (int i = 0; i < 20; ++i) // the first grows: the shortest column is another one now
    full.rows.push_back(full.rows.front());
  empty.rows = last.rows;
  const Drawn behind = drawn(layout, {full, empty, last}, 1000);
  CHECK(behind.canvas.find_text("queue 0") != nullptr);
  for (const std::string& title : {full.title, empty.title, last.title})
    CHECK(behind.canvas.find_text(title)->rect.left == before.canvas.find_text(title)->rect.left);
}

} // namespace
} // namespace stallscope::gui
