#pragma once

#include "model/cells/device_table.hpp"
#include "model/cells/table_model.hpp"
#include "view/plan/device_picture.hpp"
#include "view/window/panel.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace stallscope::gui {

/// The tables of devices over time of both runs, for plans and graphs, with the memory of the
/// devices below.
class DevicePanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  bool cancel_interaction(Shared& shared) override;
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;

private:
  struct Pane {
    DeviceTableModel model;
    TableModel cells; ///< explanation of a cell, its culprit, and the pinned cell
    Rect plate;       ///< area of the chain's text, which covers the table; empty: not shown
  };
  /// The visible part of time; equal for two runs that are locked.
  struct View {
    TimeScale scale;
    bool fitted = true; ///< the whole run is visible
    double least = 0;   ///< pixels per cycle at the smallest scale
    std::uint64_t cycles = 0;
    std::uint64_t followed = 0;
  };

  void draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);
  void draw_rows(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);
  void draw_legend(Ui& ui, const Rect& strip, const Run& run, const DeviceTableView& table);
  void draw_memories(Ui& ui, const DeviceLayout& layout, float top, Comparison& runs, Side side,
                     Shared& shared, const DeviceFrame& frame);
  /// Keeps the current cycle visible, and shows the whole run unless the user has zoomed.
  void follow(Ui& ui, const Comparison& runs, Side side, float room);
  /// Zooms around a position.
  static void zoom(View& view, const Rect& body, float at, double factor);
  void react(Ui& ui, const DeviceLayout& layout, const DeviceTableView& table, Comparison& runs,
             Side side, Shared& shared, DeviceFrame& frame);
  void choose_waiting(const DeviceTableView& table, std::uint64_t cycle, Side side, Shared& shared);
  void show_cell(const TableCellId& cell, Comparison& runs, Side side, Shared& shared,
                 DeviceFrame& frame);
  /// The chain of causes of the chosen cell, if it is wanted: outlines, arrows, and its text.
  void draw_reason(Ui& ui, const DeviceLayout& layout, const DeviceTableView& table,
                   const Rect& sight, Comparison& runs, Side side, Shared& shared);
  void take_key(CursorKey key, Comparison& runs, Shared& shared, const DeviceTableView& table);
  [[nodiscard]] View& view_of(const Comparison& runs, Side side);

  std::array<Pane, 2> panes_;
  std::array<View, 2> views_;
  std::optional<TableCellId> cursor_; ///< cell selected by keys, in the active run
};

} // namespace stallscope::gui
