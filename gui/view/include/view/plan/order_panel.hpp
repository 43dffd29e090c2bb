#pragma once

#include "model/plan/order_model.hpp"
#include "view/window/panel.hpp"

#include <cstddef>
#include <optional>

namespace stallscope::gui {

/// The order of every device of a plan: operations can be dragged, or moved by keys, and each
/// change is verified immediately.
class OrderPanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  bool cancel_interaction(Shared& shared) override;

private:
  /// Position of an operation.
  struct Cell {
    std::size_t device = 0;
    std::size_t index = 0;
    bool operator==(const Cell&) const = default;
  };
  struct Drag {
    Cell from;
    std::size_t to = 0;
  };

  void draw_answer(Ui& ui, const Rect& line, Comparison& runs, Side side);
  /// Returns the lower end of the room that is left for the rows.
  float draw_problems(Ui& ui, const Rect& body);
  void draw_cells(Ui& ui, const Rect& row, const Rect& view, std::size_t device);
  void draw_device(Ui& ui, const Rect& row, const Rect& view, std::size_t device);
  void take_key(OrderKey key, Comparison& runs, Side side);
  void take(const OrderAnswer& answer, Comparison& runs, Side side);
  /// The position in a device's order under the pointer.
  [[nodiscard]] std::size_t index_at(std::size_t device, float x) const;

  OrderModel model_;
  std::optional<Cell> chosen_;
  std::optional<Drag> drag_;
  std::optional<OrderAnswer> answer_;
  float left_ = 0;  ///< left edge of the first cell in this frame
  float width_ = 1; ///< width of a cell
  bool released_ = false;
};

} // namespace stallscope::gui
