#pragma once

#include "timeline/reason.hpp"
#include "view/looks/style.hpp"

#include <string_view>

namespace stallscope::gui {

/// An operation where it stands, as pictures draw it.
struct Token {
  std::string_view label; ///< its number: "2"
  std::string_view text;  ///< the instruction, where there is room; may be empty
  std::string_view mark;  ///< why it is held: "RAW $t2"; empty when it works
  Colour colour;          ///< its own
  Reason held = Reason::none;
  bool wrong_path = false;
  bool chosen = false; ///< outlined
  float letters = 0;   ///< their size where nothing but the label stands in it; 0: by the room
  float dimmed = 0;    ///< 0: as it is; 1: nothing of it is left
};

/// A block in the operation's colour; a held one is lighter, outlined, hatched by the kind of its
/// reason, and says it. What has no room is left out, the label last.
void draw_token(Canvas& canvas, const Style& style, const Rect& rect, const Token& token);
/// The whole text of the instruction stands in the token.
[[nodiscard]] bool shows_text(const Canvas& canvas, const Style& style, const Rect& rect,
                              const Token& token);

/// Why a place stands empty, in small letters.
void draw_gap(Canvas& canvas, const Style& style, const Rect& rect, std::string_view mark,
              Reason reason);

/// A small square with the look of a held token of this kind, for legends.
void draw_key(Canvas& canvas, const Style& style, const Rect& rect, Reason reason);

/// Outlines a cell and another one that it waits for, with an arrow between them.
void draw_cause(Canvas& canvas, const Style& style, const Rect& waits, const Rect& culprit);

} // namespace stallscope::gui
