#pragma once

#include "isa/program.hpp"
#include "timeline/reason.hpp"
#include "view/looks/style.hpp"

#include <string_view>

namespace stallscope::gui {

/// An operation as drawn in figures.
struct Token {
  std::string_view label; ///< number of the operation: "2"
  std::string_view text;  ///< text of the instruction, shown if it fits; may be empty
  std::string_view mark;  ///< stall reason: "RAW $t2"; empty if executing
  Colour colour;          ///< colour of the operation
  Reason held = Reason::none;
  bool wrong_path = false;
  bool chosen = false; ///< outlined
  float letters = 0;   ///< letter size when only the label is shown; 0: according to the space
  float dimmed = 0;    ///< 0: opaque; 1: invisible
};

/// A block in the operation's colour; a stalled one is lighter, outlined, hatched by its reason,
/// and shows the reason. Parts that do not fit are omitted, the label last.
void draw_token(Canvas& canvas, const Style& style, const Rect& rect, const Token& token);
/// The whole instruction text fits into the token.
[[nodiscard]] bool shows_text(const Canvas& canvas, const Style& style, const Rect& rect,
                              const Token& token);

/// The width of a program's longest instruction; of long programs, of the first 2,000 instructions.
/// Null: 0.
[[nodiscard]] float longest_instruction(const Canvas& canvas, const isa::Program* program,
                                        float size);

/// Draws why a cell is empty, in small letters.
void draw_gap(Canvas& canvas, const Style& style, const Rect& rect, std::string_view mark,
              Reason reason);

/// A small square with the look of a stalled token with this reason, for legends.
void draw_key(Canvas& canvas, const Style& style, const Rect& rect, Reason reason);

/// Outlines a cell and the cell that it waits for, with an arrow between them.
void draw_cause(Canvas& canvas, const Style& style, const Rect& waits, const Rect& culprit);

} // namespace stallscope::gui
