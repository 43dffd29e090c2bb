#pragma once

#include "model/run/run.hpp"
#include "view/table/table_picture.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::gui {

/// An instruction whose text has no room in any cell in sight.
struct LegendEntry {
  OpId op;
  std::string number;
  std::string text;
  std::uint8_t color = 0;
};

/// Those of a table, of the present row first, then upwards.
[[nodiscard]] std::vector<LegendEntry> cut_texts(const Canvas& canvas, const Style& style,
                                                 const TableLayout& layout, const TableView& table);

/// The strip below a table in which "1 add $t2, $t0, $t1" stands for numbers in narrow cells.
/// Its height is that of a run in a room, whatever row is looked at: nothing moves at a step.
class TableLegend {
public:
  /// Lines at most; a count stands for what has no room in them.
  static constexpr std::size_t kMostLines = 3;

  /// Pixels it takes from a table; 0 where all texts have room in their cells.
  [[nodiscard]] float height(const Canvas& canvas, const Style& style, const Rect& area,
                             const Run& run, const TableLayout& layout);
  void draw(Canvas& canvas, const Style& style, const Rect& strip,
            std::vector<LegendEntry> entries) const;

private:
  void measure(const Canvas& canvas, const Style& style, float width, const Run& run);

  // What it was measured for
  const Run* of_ = nullptr;
  std::uint64_t version_ = 0;
  float width_ = 0;
  float letters_ = 0;

  float entry_width_ = 0;
  float longest_ = 0; ///< text of an instruction, in the letters of a cell
  std::size_t columns_ = 1;
  std::size_t lines_ = 0;
};

} // namespace stallscope::gui
