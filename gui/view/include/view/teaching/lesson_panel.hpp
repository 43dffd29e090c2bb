#pragma once

#include "view/window/panel.hpp"

namespace stallscope::gui {

/// The list of lessons; a click starts one.
class LessonPanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  /// The list of lessons.
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;
};

/// The current step beside the panel it explains: text, question, and navigation.
void draw_lesson(Ui& ui, const Rect& area, Shared& shared);

/// Goes to the next step; after the last one the lesson ends.
void next_step(Shared& shared);
/// Opens the scene of a step.
void open_scene(const LessonStep& step, Comparison& runs, Shared& shared);

} // namespace stallscope::gui
