#pragma once

#include "model/editor/assembly_model.hpp"
#include "model/editor/document.hpp"
#include "view/window/panel.hpp"

#include <cstdint>
#include <string>

namespace stallscope::gui {

/// The source text of run A. Edits are parsed immediately and simulated when valid; the margin
/// shows the stages of each line. C is compiled on request; its machine code is shown beside the
/// text.
class EditorPanel final : public PanelView {
public:
  explicit EditorPanel(Document& document) : document_(document), model_(document.editor()) {}
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  /// The whole text with its margin as SVG; for other formats the data of the table.
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;

private:
  void draw_bar(Ui& ui, const Rect& line, Comparison& runs, Shared& shared);
  void draw_state(Ui& ui, const Rect& room, const std::string& machine) const;
  void prepare_input();
  void draw_text(Ui& ui, const Rect& rect, Comparison& runs, Shared& shared);
  /// Draws the visible lines; returns the message of the first visible line with an error.
  std::string draw_lines(const Style& style, Canvas& canvas, Point origin, const Rect& clip) const;
  void draw_margin(Ui& ui, const Rect& rect, float first_line_y, Comparison& runs);
  void draw_marks(const Style& style, Canvas& canvas, const Rect& rect, float first_line_y,
                  Comparison& runs) const;
  void draw_cursor(Ui& ui, Canvas& canvas, Point origin, unsigned id);
  /// Run A executes this C text, and its machine code is to be shown.
  [[nodiscard]] bool shows_assembly(const Run& run) const;
  void draw_assembly(Ui& ui, const Rect& rect, Comparison& runs, Shared& shared);

  Document& document_;
  EditorModel& model_;
  std::string buffer_;
  std::uint64_t opened_ = 0; ///< EditorModel::opened() of the text in the buffer
  std::uint32_t cursor_line_ = 1;
  AssemblyModel assembly_;
  bool assembly_shown_ = true;
  bool coloured_ = false;           ///< lines are coloured like their machine code
  std::uint32_t assembly_line_ = 0; ///< source line that the list was last scrolled to
};

} // namespace stallscope::gui
