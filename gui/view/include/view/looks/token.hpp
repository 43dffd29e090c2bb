#pragma once

#include "timeline/reason.hpp"
#include "view/looks/style.hpp"

#include <string_view>

namespace stallscope::gui {

/// An operation, as drawn in pictures.
struct Token {
  std::string_view label; ///< its number: "2"
  std::string_view text;  ///< the instruction, where there is room; may be empty
  std::string_view mark;  ///< reason of its stall: "RAW $t2"; empty when it is executing
  Colour colour;          ///< its own
  Reason held = Reason::none;
  bool wrong_path = false;
  bool chosen = false; ///< outlined
  float letters = 0;   ///< letter size when only the label is shown; 0: by the space
  float dimmed = 0;    ///< 0: opaque; 1: invisible
};

/// A block in the operation's colour; a held one is lighter, outlined, hatched by its reason, and
/// shows the reason. Parts that do not fit are omitted, the label last.
void draw_token(Canvas& canvas, const Style& style, const Rect& rect, const Token& token);
/// The whole instruction text fits into the token.
[[nodiscard]] bool shows_text(const Canvas& canvas, const Style& style, const Rect& rect,
                              const Token& token);

/// Why a place is empty, in small letters.
void draw_gap(Canvas& canvas, const Style& style, const Rect& rect, std::string_view mark,
              Reason reason);

/// A small square with the look of a held token of this kind, for legends.
void draw_key(Canvas& canvas, const Style& style, const Rect& rect, Reason reason);

/// Outlines a cell and another one that it waits for, with an arrow between them.
void draw_cause(Canvas& canvas, const Style& style, const Rect& waits, const Rect& culprit);

} // namespace stallscope::gui
