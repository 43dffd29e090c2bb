#include "view/canvas/recording_canvas.hpp"

#include "base/utf8.hpp"

namespace stallscope::gui {

DrawCall& RecordingCanvas::add(DrawCall::Kind kind, Colour colour) {
  DrawCall& call = calls_.emplace_back();
  call.kind = kind;
  call.colour = colour;
  return call;
}

void RecordingCanvas::fill(const Rect& rect, Colour colour, float radius) {
  DrawCall& call = add(DrawCall::Kind::fill, colour);
  call.rect = rect;
  call.radius = radius;
}

void RecordingCanvas::outline(const Rect& rect, Colour colour, float width, float radius) {
  DrawCall& call = add(DrawCall::Kind::outline, colour);
  call.rect = rect;
  call.width = width;
  call.radius = radius;
}

void RecordingCanvas::line(Point from, Point to, Colour colour, float width, Dash dash) {
  DrawCall& call = add(DrawCall::Kind::line, colour);
  call.points = {from, to};
  call.width = width;
  call.dash = dash;
}

void RecordingCanvas::shape(std::span<const Point> corners, Colour colour) {
  add(DrawCall::Kind::shape, colour).points.assign(corners.begin(), corners.end());
}

void RecordingCanvas::curve(Point from, Point pull_from, Point pull_to, Point to, Colour colour,
                            float width, Dash dash) {
  DrawCall& call = add(DrawCall::Kind::curve, colour);
  call.points = {from, pull_from, pull_to, to};
  call.width = width;
  call.dash = dash;
}

void RecordingCanvas::hatch(const Rect& rect, Pattern pattern, Colour colour, float spacing,
                            float width) {
  DrawCall& call = add(DrawCall::Kind::hatch, colour);
  call.rect = rect;
  call.pattern = pattern;
  call.spacing = spacing;
  call.width = width;
}

void RecordingCanvas::text(Point at, std::string_view text, Face face, float size, Colour colour) {
  DrawCall& call = add(DrawCall::Kind::text, colour);
  call.rect = {at.x, at.y, at.x + text_width(text, face, size), at.y + size};
  call.text = text;
  call.face = face;
  call.size = size;
}

float RecordingCanvas::text_width(std::string_view text, Face face, float size) const {
  return widths_ != nullptr ? widths_->text_width(text, face, size)
                            : static_cast<float>(cells(text)) * size / 2;
}

void RecordingCanvas::push_clip(const Rect& rect) {
  add(DrawCall::Kind::clip, {}).rect = rect;
}

void RecordingCanvas::pop_clip() {
  add(DrawCall::Kind::unclip, {});
}

const DrawCall* RecordingCanvas::find_text(std::string_view text) const {
  for (const DrawCall& call : calls_)
    if (call.kind == DrawCall::Kind::text && call.text == text)
      return &call;
  return nullptr;
}

std::size_t RecordingCanvas::count(DrawCall::Kind kind) const {
  std::size_t found = 0;
  for (const DrawCall& call : calls_)
    found += call.kind == kind ? 1 : 0;
  return found;
}

} // namespace stallscope::gui
