#pragma once

#include "view/window/panel.hpp"

namespace stallscope::gui {

/// The current question, beside the table of run A, whose next cycle or reason is hidden.
void draw_quiz(Ui& ui, const Rect& area, Comparison& runs, Shared& shared);

/// Asks for the positions of all operations in the next cycle, or for the reason of a stall in the
/// current cycle. If there is nothing to ask, Shared::message says so.
void ask(QuizModel::Kind kind, Comparison& runs, Shared& shared);

} // namespace stallscope::gui
