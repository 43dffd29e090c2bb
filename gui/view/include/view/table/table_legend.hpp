#pragma once

#include "model/run/run.hpp"
#include "view/table/table_picture.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::gui {

/// An instruction whose text does not fit in a visible cell, with all its operations there.
struct LegendEntry {
  struct Number {
    OpId op;
    std::string number;
    std::uint8_t color = 0;
  };
  std::vector<Number> numbers; ///< by operation
  std::string text;
};

/// The entries for a table, by the first of their operations.
[[nodiscard]] std::vector<LegendEntry> cut_texts(const Canvas& canvas, const Style& style,
                                                 const TableLayout& layout, const TableView& table);

/// The strip below a table that explains the numbers in narrow cells: "1 add $t2, $t0, $t1". Its
/// height depends only on the run and the area, not on the visible rows, so that nothing moves when
/// stepping. Entries that it has no room for go above it, over the rows of later cycles, which are
/// empty; where there are none, as at the end of a run, letters become smaller.
class TableLegend {
public:
  /// Maximum number of lines of the strip.
  static constexpr std::size_t kMostLines = 3;

  /// Height of the strip in pixels; 0 if all texts fit in their cells.
  [[nodiscard]] float height(const Canvas& canvas, const Style& style, const Rect& area,
                             const Run& run, const TableLayout& layout);
  /// `free_from`: the end of the rows that must stay visible.
  void draw(Canvas& canvas, const Style& style, const Rect& strip, float free_from,
            const std::vector<LegendEntry>& entries) const;

private:
  void measure(const Canvas& canvas, const Style& style, float width, const Run& run);

  // The inputs that the legend was measured for
  const Run* of_ = nullptr;
  std::uint64_t version_ = 0;
  float width_ = 0;
  float letters_ = 0;

  float longest_ = 0; ///< width of the longest instruction text in the letters of a cell
  std::size_t lines_ = 0;
};

} // namespace stallscope::gui
