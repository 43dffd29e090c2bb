#pragma once

#include "model/editor_model.hpp"
#include "model/settings.hpp"
#include "view/panel.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace stallscope::gui {

/// The text of run A's program. What is typed is read at once and simulated as soon as it has no
/// errors; the margin shows which stages the lines are in.
class EditorPanel final : public PanelView {
public:
  EditorPanel(Threads threads, const Folders& folders);
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;

private:
  /// Follows run A when another program was chosen there, and the other way round.
  void follow(Comparison& runs);
  void draw_bar(Ui& ui, const Rect& line, Comparison& runs);
  void draw_save_as(Ui& ui);
  void draw_text(Ui& ui, const Rect& rect, Comparison& runs, Shared& shared);
  void draw_lines(Ui& ui, Canvas& canvas, Point origin, const Rect& clip, Shared& shared);
  void draw_margin(Ui& ui, const Rect& rect, float first_line_y, Comparison& runs);
  void draw_cursor(Ui& ui, Canvas& canvas, Point origin, unsigned id);
  [[nodiscard]] float letter_height(const Ui& ui) const;

  EditorModel model_;
  Autosave autosave_;
  std::optional<Unsaved> found_; ///< left behind by the last session
  std::string buffer_;
  std::string shown_program_; ///< of run A, as it was taken over last
  std::string kept_;          ///< the text that the autosave has
  std::string file_;          ///< to be saved as
  std::uint32_t cursor_line_ = 1;
  bool asks_file_ = false;
};

} // namespace stallscope::gui
