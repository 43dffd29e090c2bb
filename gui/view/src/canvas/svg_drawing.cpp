#include "view/canvas/svg_drawing.hpp"

#include "base/svg.hpp"
#include "canvas/hatch.hpp"
#include "view/canvas/imgui_canvas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stallscope::gui {

namespace {

/// ImGui's font sizes are line heights, SVG's are em sizes; and the position of the baseline.
/// Approximate values for Inter and DejaVu.
constexpr float kEmShare = 0.84F;
constexpr float kBaselineShare = 0.78F;

std::string hex(Colour c) {
  return fmt::format("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue);
}

/// `NAME="#rrggbb"`, with the opacity where it is not whole.
std::string paint(std::string_view name, Colour c) {
  std::string text = fmt::format("{}=\"{}\"", name, hex(c));
  if (c.alpha != 255)
    text += fmt::format(" {}-opacity=\"{:.3g}\"", name, static_cast<float>(c.alpha) / 255);
  return text;
}

std::string_view font_of(Face face) {
  switch (face) {
  case Face::bold:
    return "font-weight=\"600\" ";
  case Face::mono:
    return "font-family=\"DejaVu Sans Mono, Noto Sans Mono, Noto Sans CJK SC, monospace\" ";
  case Face::text:
    break;
  }
  return "";
}

class SvgWriter {
public:
  void write(const DrawCall& call);
  [[nodiscard]] std::string take() {
    for (; open_ > 0; --open_)
      pen_.end_group();
    return std::move(out_);
  }

private:
  [[nodiscard]] static std::string stroke(const DrawCall& call);
  void rect(const DrawCall& call, const std::string& attributes);
  void hatch(const DrawCall& call);
  void text(const DrawCall& call);
  void clip(const Rect& rect);

  std::string out_;
  svg::Pen pen_{out_, 2};
  unsigned clips_ = 0;
  unsigned open_ = 0; ///< open <g> elements
};

std::string SvgWriter::stroke(const DrawCall& call) {
  std::string text =
      paint("stroke", call.colour) + fmt::format(" stroke-width=\"{:.2f}\"", call.width);
  if (call.dash != Dash::solid)
    text += fmt::format(" stroke-dasharray=\"{:.2f} {:.2f}\"",
                        call.width * (call.dash == Dash::dashed ? 5 : 1.5F),
                        call.width * (call.dash == Dash::dashed ? 3.5F : 2.5F));
  return text;
}

void SvgWriter::rect(const DrawCall& call, const std::string& attributes) {
  pen_.rect(call.rect.left, call.rect.top, call.rect.width(), call.rect.height(),
            fmt::format("rx=\"{}\" {}", svg::number(call.radius, 2), attributes));
}

void SvgWriter::hatch(const DrawCall& call) {
  std::string path;
  std::string dots;
  for_hatch(
      call.rect, call.pattern, call.spacing, call.width,
      [&path](Point from, Point to) {
        path += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", from.x, from.y, to.x, to.y);
      },
      [&dots](const Rect& dot) {
        dots += fmt::format("M{:.1f} {:.1f}h{:.1f}v{:.1f}h{:.1f}z", dot.left, dot.top, dot.width(),
                            dot.height(), -dot.width());
      });
  if (!path.empty())
    pen_.path(path, "fill=\"none\" " + stroke(call));
  if (!dots.empty())
    pen_.path(dots, paint("fill", call.colour));
}

void SvgWriter::text(const DrawCall& call) {
  if (call.text.empty() || call.rect.width() <= 0)
    return;
  pen_.text(call.rect.left, call.rect.top + call.size * kBaselineShare, call.text,
            fmt::format("font-size=\"{:.2f}\" textLength=\"{:.2f}\" "
                        "lengthAdjust=\"spacingAndGlyphs\" {}{}",
                        call.size * kEmShare, call.rect.width(), font_of(call.face),
                        paint("fill", call.colour)));
}

void SvgWriter::clip(const Rect& rect) {
  pen_.begin_clip(fmt::format("c{}", ++clips_), rect.left, rect.top, std::max(0.0F, rect.width()),
                  std::max(0.0F, rect.height()));
  ++open_;
}

void SvgWriter::write(const DrawCall& call) {
  using Kind = DrawCall::Kind;
  switch (call.kind) {
  case Kind::fill:
    if (call.colour.alpha > 0 && call.rect.width() > 0 && call.rect.height() > 0)
      rect(call, paint("fill", call.colour));
    return;
  case Kind::outline:
    rect(call, "fill=\"none\" " + stroke(call));
    return;
  case Kind::line:
    pen_.line(call.points[0].x, call.points[0].y, call.points[1].x, call.points[1].y, stroke(call));
    return;
  case Kind::shape: {
    std::string corners;
    for (const Point corner : call.points)
      corners += fmt::format("{:.2f},{:.2f} ", corner.x, corner.y);
    pen_.polygon(corners, paint("fill", call.colour));
    return;
  }
  case Kind::curve:
    pen_.path(fmt::format("M{:.2f} {:.2f}C{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f}",
                          call.points[0].x, call.points[0].y, call.points[1].x, call.points[1].y,
                          call.points[2].x, call.points[2].y, call.points[3].x, call.points[3].y),
              "fill=\"none\" " + stroke(call));
    return;
  case Kind::hatch:
    return hatch(call);
  case Kind::text:
    return text(call);
  case Kind::clip:
    return clip(call.rect);
  case Kind::unclip:
    if (open_ > 0) {
      pen_.end_group();
      --open_;
    }
    return;
  }
}

} // namespace

std::string svg_drawing(const std::vector<DrawCall>& calls, const Rect& area, Colour ground) {
  SvgWriter writer;
  for (const DrawCall& call : calls)
    writer.write(call);
  svg::Document document;
  document.width = std::round(area.width());
  document.height = std::round(area.height());
  document.left = std::round(area.left);
  document.top = std::round(area.top);
  document.attributes =
      "font-family=\"Inter, Noto Sans, DejaVu Sans, Noto Sans CJK SC, sans-serif\"";
  document.ground = paint("fill", ground);
  return svg::document(document, writer.take());
}

std::string drawn_as_svg(const Style& style, const Rect& area,
                         const std::function<void(Canvas&)>& draw) {
  ImDrawList nowhere(ImGui::GetDrawListSharedData());
  const ImGuiCanvas widths(nowhere, *style.fonts);
  RecordingCanvas canvas(&widths);
  draw(canvas);
  return svg_drawing(canvas.calls(), area, style.colours.background);
}

} // namespace stallscope::gui
