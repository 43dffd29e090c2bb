#pragma once

#include "model/processor/structures_model.hpp"
#include "view/widgets/widgets.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::gui {

/// The tables of a machine's structures, as many side by side as fit, each as wide as its content,
/// without cutting or omitting columns. Scrolls if the tables are wider than the area.
class StructureTables {
public:
  /// Extent of the drawn tables.
  struct Extent {
    float right = 0;
    float bottom = 0;
  };
  /// Draws from `top` on in `column`, whose width determines the number of tables side by side.
  Extent draw(Ui& ui, const Rect& column, float top, const std::vector<StructureTable>& tables);
  /// Discards the stored column widths, for another run. Columns keep their maximum width, so that
  /// tables do not move from cycle to cycle.
  void forget_widths() {
    widest_.clear();
    names_.clear();
  }

private:
  struct Measured {
    std::vector<float> columns;
    std::vector<std::string> title; ///< title, broken into lines
    float width = 0;
    float height = 0;
  };
  [[nodiscard]] Measured measured(const Ui& ui, const StructureTable& table);
  /// Assigns tables to columns. The assignment is kept as long as the tables fit, since tables grow
  /// and shrink from cycle to cycle.
  void place(const Ui& ui, const std::vector<StructureTable>& tables, float room,
             const std::vector<Measured>& sizes);
  static void draw_table(Ui& ui, Point at, const StructureTable& table, const Measured& size);

  std::map<std::pair<std::string, std::size_t>, float> widest_; ///< maximum width, by table and
                                                                ///< column
  float letters_ = 0;                                           ///< letter height that the widths
                                                                ///< were measured with
  std::vector<std::string> names_;                              ///< names of the assigned tables
  float room_ = 0;                     ///< width of the area for which they were assigned
  std::vector<std::size_t> column_of_; ///< by table
  std::vector<float> column_widths_;
};

} // namespace stallscope::gui
