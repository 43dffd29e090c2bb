#pragma once

#include "model/analysis/lines_model.hpp"
#include "view/window/panel.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace stallscope::gui {

/// The cycles of both runs by source line, as bars beside the text. A click goes to the next
/// execution of the line.
class LinesPanel final : public PanelView {
public:
  explicit LinesPanel(Threads threads) : models_{LinesModel{threads}, LinesModel{threads}} {}
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;

private:
  void draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);
  /// Draws from `top` on and returns the lower end.
  float draw_orders(Ui& ui, const Rect& column, float top, const LinesView& view, Side side);
  /// Pointer and keys on the rows; returns the row under the pointer.
  std::optional<std::size_t> touch_rows(Ui& ui, const Rect& area, const Rect& visible,
                                        const LinesView& view, Comparison& runs, Side side,
                                        Shared& shared) const;

  std::array<LinesModel, 2> models_;
};

} // namespace stallscope::gui
