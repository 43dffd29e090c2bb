#pragma once

#include "model/plan/collective_course.hpp"
#include "view/looks/style.hpp"

#include <cstdint>

namespace stallscope::gui {

/// The nodes of a collective in a circle with their blocks after a step, and the messages of that
/// step. `arrived`: progress of the messages, 0 to 1. Step 0: the initial state.
void draw_collective(Canvas& canvas, const Style& style, const Rect& area,
                     const CollectiveCourse& course, std::uint64_t step, float arrived);

} // namespace stallscope::gui
