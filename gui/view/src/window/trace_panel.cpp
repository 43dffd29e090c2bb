#include "view/window/trace_panel.hpp"

#include "model/language/strings.hpp"

#include <algorithm>

namespace stallscope::gui {

void TracePanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  const Rect body = draw_pane_heading(ui, area, runs, runs.active(), shared);
  if (!draw_run_state(ui, body, runs.run(runs.active())))
    return;
  const float width = std::min(body.width() - ui.px(40), ui.style.sizes.body * 36);
  draw_paragraph(ui.canvas, {body.centre().x - width / 2, body.top + body.height() / 4}, width,
                 tr(words_), Face::text, ui.style.sizes.body, ui.colours().text_dim);
}

Result<std::string> TracePanel::exported(const Style& /*style*/, Comparison& /*runs*/,
                                         ExportFormat /*format*/) {
  return nothing_to_export();
}

} // namespace stallscope::gui
