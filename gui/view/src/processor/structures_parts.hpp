#pragma once

#include "view/widgets/widgets.hpp"

namespace stallscope::gui {

/// The background of a value that has changed in the displayed cycle.
inline void mark_change(Ui& ui, const Rect& rect) {
  ui.canvas.fill(rect, mixed(ui.colours().surface, ui.colours().warning, 0.3F), ui.px(3));
}

} // namespace stallscope::gui
