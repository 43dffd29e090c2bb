#pragma once

#include "view/canvas/canvas.hpp"

#include <cstdint>

namespace stallscope::gui {

/// Small pictures on buttons, drawn so that no font needs to have them.
enum class Icon : std::uint8_t {
  play,
  pause,
  step,
  step_back,
  to_start,
  to_end,
  next_stall,
  previous_stall,
  table,
  diagram,
  processor,
  structures,
  schedule,
  ledger,
  machine,
  editor,
  examples,
  lesson,
  help,
  theme,
  present,
  export_picture,
  lock,
  search,
  bookmark,
  bookmark_next,
  bookmark_previous,
  swap,
  stacked,
  side_by_side,
  single,
  close,
};

/// In the middle of a rectangle, as large as fits into it.
void draw_icon(Canvas& canvas, Icon icon, const Rect& rect, Colour colour);

} // namespace stallscope::gui
