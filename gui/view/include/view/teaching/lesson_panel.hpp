#pragma once

#include "view/window/panel.hpp"

namespace stallscope::gui {

/// The lessons there are; a click begins one.
class LessonPanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
};

/// The step at hand, beside the panel it speaks of: text, question, and the way on.
void draw_lesson(Ui& ui, const Rect& area, Shared& shared);

/// To the next step; behind the last one the lesson ends.
void next_step(Shared& shared);
/// Opens what a step shows.
void open_scene(const LessonStep& step, Comparison& runs, Shared& shared);

} // namespace stallscope::gui
