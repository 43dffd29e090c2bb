#pragma once

#include "model/processor/structures_model.hpp"
#include "view/widgets/widgets.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::gui {

/// The tables of a machine's structures, as many beside each other as have room, each as wide as
/// what stands in it: no column is cut or left out. What is wider than the room is scrolled to.
class StructureTables {
public:
  /// Of what was drawn.
  struct Extent {
    float right = 0;
    float bottom = 0;
  };
  /// From `top` on in `column`, whose right end counts only for how many stand beside each other.
  Extent draw(Ui& ui, const Rect& column, float top, const std::vector<StructureTable>& tables);
  /// Columns keep the greatest width they have had, so that tables do not move about from cycle to
  /// cycle; until this is called, for another run.
  void forget_widths() {
    widest_.clear();
    names_.clear();
  }

private:
  struct Measured {
    std::vector<float> columns;
    std::vector<std::string> title; ///< lines
    float width = 0;
    float height = 0;
  };
  [[nodiscard]] Measured measured(const Ui& ui, const StructureTable& table);
  /// Tables stay beside each other as they are while they have room: they grow and shrink from
  /// cycle to cycle.
  void place(const Ui& ui, const std::vector<StructureTable>& tables, float room,
             const std::vector<Measured>& sizes);
  static void draw_table(Ui& ui, Point at, const StructureTable& table, const Measured& size);

  std::map<std::pair<std::string, std::size_t>, float> widest_; ///< by table and column
  float letters_ = 0;                                           ///< their height, then
  std::vector<std::string> names_;     ///< of the tables that have been placed
  float room_ = 0;                     ///< for which
  std::vector<std::size_t> column_of_; ///< by table
  std::vector<float> column_widths_;
};

} // namespace stallscope::gui
