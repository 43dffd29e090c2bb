#pragma once

#include "view/window/panel.hpp"

namespace stallscope::gui {

/// The question at hand, beside the table of run A whose next cycle or reason it hides.
void draw_quiz(Ui& ui, const Rect& area, Comparison& runs, Shared& shared);

/// Asks where everything is in the cycle behind the present one, or why something waits in it.
/// What cannot be asked is said in Shared::message.
void ask(QuizModel::Kind kind, Comparison& runs, Shared& shared);

} // namespace stallscope::gui
