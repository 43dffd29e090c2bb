#pragma once

#include "model/document.hpp"
#include "view/panel.hpp"

#include <cstdint>
#include <string>

namespace stallscope::gui {

/// The text of run A's program. What is typed is read at once and simulated as soon as it has no
/// errors; the margin shows which stages the lines are in. C is compiled on demand.
class EditorPanel final : public PanelView {
public:
  explicit EditorPanel(Document& document) : document_(document), model_(document.editor()) {}
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;

private:
  void draw_bar(Ui& ui, const Rect& line, Comparison& runs, Shared& shared);
  void draw_state(Ui& ui, const Rect& room) const;
  void draw_text(Ui& ui, const Rect& rect, Comparison& runs, Shared& shared);
  void draw_lines(Ui& ui, Canvas& canvas, Point origin, const Rect& clip, Shared& shared);
  void draw_margin(Ui& ui, const Rect& rect, float first_line_y, Comparison& runs);
  void draw_cursor(Ui& ui, Canvas& canvas, Point origin, unsigned id);
  [[nodiscard]] float letter_height(const Ui& ui) const;

  Document& document_;
  EditorModel& model_;
  std::string buffer_;
  std::uint64_t opened_ = 0; ///< of the text in the buffer
  std::uint32_t cursor_line_ = 1;
};

} // namespace stallscope::gui
