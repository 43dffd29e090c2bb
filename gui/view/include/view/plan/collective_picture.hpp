#pragma once

#include "model/plan/collective_course.hpp"
#include "view/looks/style.hpp"

#include <cstdint>

namespace stallscope::gui {

/// The nodes of a collective in a circle with the blocks that each holds behind a step, and the
/// messages of that step. `arrived`: how far they have come, 0 to 1. Before step 1: the beginning.
void draw_collective(Canvas& canvas, const Style& style, const Rect& area,
                     const CollectiveCourse& course, std::uint64_t step, float arrived);

} // namespace stallscope::gui
