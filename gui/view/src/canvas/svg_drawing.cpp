#include "view/canvas/svg_drawing.hpp"

#include "base/markup.hpp"
#include "canvas/hatch.hpp"
#include "view/canvas/imgui_canvas.hpp"

#include <fmt/format.h>

#include <iterator>
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

/// ` NAME="#rrggbb"`, with the opacity unless opaque.
std::string paint(std::string_view name, Colour c) {
  std::string text = fmt::format(" {}=\"{}\"", name, hex(c));
  if (c.alpha != 255)
    text += fmt::format(" {}-opacity=\"{:.3g}\"", name, static_cast<float>(c.alpha) / 255);
  return text;
}

std::string_view font_of(Face face) {
  switch (face) {
  case Face::bold:
    return "font-weight=\"600\"";
  case Face::mono:
    return "font-family=\"DejaVu Sans Mono, Noto Sans Mono, Noto Sans CJK SC, monospace\"";
  case Face::text:
    break;
  }
  return "";
}

std::string box(const Rect& r) {
  return fmt::format("x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"", r.left, r.top,
                     r.width(), r.height());
}

class SvgWriter {
public:
  void write(const DrawCall& call);
  [[nodiscard]] std::string take() {
    for (; open_ > 0; --open_)
      out_ += "</g>\n";
    return std::move(out_);
  }

private:
  template <class... Values> void put(fmt::format_string<Values...> pattern, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), pattern, std::forward<Values>(values)...);
  }
  [[nodiscard]] static std::string stroke(const DrawCall& call);
  void hatch(const DrawCall& call);
  void text(const DrawCall& call);
  void clip(const Rect& rect);

  std::string out_;
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
    put("<path d=\"{}\" fill=\"none\"{}/>\n", path, stroke(call));
  if (!dots.empty())
    put("<path d=\"{}\"{}/>\n", dots, paint("fill", call.colour));
}

void SvgWriter::text(const DrawCall& call) {
  if (call.text.empty() || call.rect.width() <= 0)
    return;
  put("<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.2f}\" textLength=\"{:.2f}\" "
      "lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\" {}{}>{}</text>\n",
      call.rect.left, call.rect.top + call.size * kBaselineShare, call.size * kEmShare,
      call.rect.width(), font_of(call.face), paint("fill", call.colour), escaped_markup(call.text));
}

void SvgWriter::clip(const Rect& rect) {
  const unsigned number = ++clips_;
  put("<clipPath id=\"c{}\"><rect {}/></clipPath>\n<g clip-path=\"url(#c{})\">\n", number,
      box({rect.left, rect.top, std::max(rect.left, rect.right), std::max(rect.top, rect.bottom)}),
      number);
  ++open_;
}

void SvgWriter::write(const DrawCall& call) {
  using Kind = DrawCall::Kind;
  switch (call.kind) {
  case Kind::fill:
    if (call.colour.alpha > 0 && call.rect.width() > 0 && call.rect.height() > 0)
      put("<rect {} rx=\"{:.2f}\"{}/>\n", box(call.rect), call.radius, paint("fill", call.colour));
    return;
  case Kind::outline:
    put("<rect {} rx=\"{:.2f}\" fill=\"none\"{}/>\n", box(call.rect), call.radius, stroke(call));
    return;
  case Kind::line:
    put("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\"{}/>\n", call.points[0].x,
        call.points[0].y, call.points[1].x, call.points[1].y, stroke(call));
    return;
  case Kind::shape: {
    std::string corners;
    for (const Point corner : call.points)
      corners += fmt::format("{:.2f},{:.2f} ", corner.x, corner.y);
    put("<polygon points=\"{}\"{}/>\n", corners, paint("fill", call.colour));
    return;
  }
  case Kind::curve:
    put("<path d=\"M{:.2f} {:.2f}C{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f}\" fill=\"none\"{}/>\n",
        call.points[0].x, call.points[0].y, call.points[1].x, call.points[1].y, call.points[2].x,
        call.points[2].y, call.points[3].x, call.points[3].y, stroke(call));
    return;
  case Kind::hatch:
    return hatch(call);
  case Kind::text:
    return text(call);
  case Kind::clip:
    return clip(call.rect);
  case Kind::unclip:
    if (open_ > 0) {
      out_ += "</g>\n";
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
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0:.0f} {1:.0f} {2:.0f} "
      "{3:.0f}\" width=\"{2:.0f}\" height=\"{3:.0f}\" font-family=\"Inter, Noto "
      "Sans, DejaVu Sans, Noto Sans CJK SC, sans-serif\">\n<rect {4}{5}/>\n{6}</svg>\n",
      area.left, area.top, area.width(), area.height(), box(area), paint("fill", ground),
      writer.take());
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
