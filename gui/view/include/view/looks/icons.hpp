#pragma once

#include "view/canvas/canvas.hpp"

#include <cstdint>

namespace stallscope::gui {

/// Symbols on buttons, drawn as shapes so that no font is needed.
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
  lines,
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

/// Draws an icon centred in a rectangle, as large as fits.
void draw_icon(Canvas& canvas, Icon icon, const Rect& rect, Colour colour);

} // namespace stallscope::gui
