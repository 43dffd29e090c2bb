#include "view/processor/processor_picture.hpp"

#include "model/language/strings.hpp"
#include "view/looks/token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace stallscope::gui {

Rect ProcessorPlace::token(const ProcessorToken& token, float arrived) const {
  const double share = static_cast<double>(arrived);
  const Point middle = at(token.from_x + (token.x - token.from_x) * share,
                          token.from_y + (token.y - token.from_y) * share);
  const float x = static_cast<float>(token.width) * scale / 2;
  const float y = static_cast<float>(token.height) * scale / 2;
  return {middle.x - x, middle.y - y, middle.x + x, middle.y + y};
}

namespace {

constexpr float kMargin = 12; ///< around the figure
constexpr float kLine = 1.3F; ///< line height relative to the letter height
constexpr float kSmallLetters = 0.85F;

} // namespace

ProcessorRoom
room_in(const Canvas& canvas, const Rect& area, const Style& style,
        const std::function<const ProcessorLayout&(const ProcessorRoom&)>& layout_in) {
  const float width = std::max(1.0F, area.width() - 2 * style.px(kMargin));
  const float height = std::max(1.0F, area.height() - 2 * style.px(kMargin));
  const double wide = layout_in({}).width;
  const double highest = wide * static_cast<double>(height / width);
  const float smallest = std::min(10.0F, style.sizes.small);
  ProcessorRoom room;
  for (float size = style.sizes.body;; size = std::max(smallest, size - 1)) {
    // Low areas limit the scale, so their full width is not used.
    room.height = std::clamp(highest, 62.0, 150.0);
    const double scale =
        std::min(static_cast<double>(width) / wide, static_cast<double>(height) / room.height);
    room.line = static_cast<double>(size * kLine) / scale;
    room.letter = static_cast<double>(canvas.text_width("alu0m18x", Face::bold, size)) / 8 / scale;
    const ProcessorLayout& layout = layout_in(room);
    if ((layout.height <= room.height + 1e-6 && !layout.cramped) || size <= smallest)
      return room;
  }
}

ProcessorPlace fitted(const ProcessorLayout& layout, const Rect& area, const Style& style) {
  const float margin = style.px(kMargin);
  const float scale = std::min((area.width() - 2 * margin) / static_cast<float>(layout.width),
                               (area.height() - 2 * margin) / static_cast<float>(layout.height));
  return {{area.centre().x - static_cast<float>(layout.width) * scale / 2,
           area.centre().y - static_cast<float>(layout.height) * scale / 2},
          scale,
          layout.dynamic ? static_cast<float>(layout.room.line) * scale / kLine
                         : std::clamp(scale * 2.6F, style.px(10), style.sizes.body)};
}

namespace {

struct ProcessorDrawing {
  Canvas& canvas;
  const Style& style;
  const ProcessorLayout& layout;
  const ProcessorView& view;
  const ProcessorPlace& place;
  const ProcessorFrame& frame;

  void part(std::size_t index) const;
  void stage_title(const Rect& stage, const std::string& title) const;
  void flow(std::size_t index) const;
  void token(const ProcessorToken& token) const;
  void draw_note(const ProcessorPart& part, const Rect& rect, float size) const;
  void words() const;
  void group_title(const ProcessorPart& group) const;
  void count(const ProcessorCount& count) const;
  void gap(const ProcessorGap& gap) const;
  void verdict() const;
  [[nodiscard]] Colour flow_colour(const ProcessorFlow& flow, bool lit) const;
};

std::string title_of(const ProcessorPart& part) {
  return part.name.empty() ? std::string(tr(part.role)) : part.name;
}

void ProcessorDrawing::part(std::size_t index) const {
  const Palette& c = style.colours;
  const ProcessorPart& part = layout.parts[index];
  const Rect rect = place.box(part);
  const float size = place.text;
  if (part.kind == PartKind::group) {
    canvas.fill(rect, mixed(c.surface, c.background, 0.6F), style.px(10));
    canvas.outline(rect, c.line, style.stroke, style.px(10));
    return;
  }
  const std::size_t inside = index < view.in_part.size() ? view.in_part[index] : 0;
  const bool full = part.capacity > 0 && inside >= part.capacity;
  canvas.fill(rect, inside > 0 ? mixed(c.raised, c.accent, 0.1F) : c.raised, style.px(6));
  canvas.outline(rect,
                 full && part.capacity > 1 ? c.warning
                 : inside > 0              ? c.text_dim
                                           : c.line_strong,
                 inside > 0 ? style.stroke_strong : style.stroke, style.px(6));
  std::string title = title_of(part);
  if (part.capacity > 1)
    title += fmt::format("  {}/{}", inside, part.capacity);
  if (part.kind == PartKind::stage) { // above the stage, where large letters fit
    stage_title(rect, title);
    return;
  }
  if (part.side > 0 && !part.lanes.empty()) {
    const float right = rect.left + static_cast<float>(part.side) * place.scale;
    draw_label(canvas, {rect.left + style.px(6), rect.top, right, rect.bottom}, title, Face::bold,
               size, c.text, Align::left);
    return;
  }
  if (!part.lanes.empty()) {
    if (part.note_lines > 0)
      draw_note(part, rect, size);
    const float beside = part.pooled ? style.px(1) : style.px(4); // names of units barely fit
    draw_label(canvas,
               {rect.left + beside, rect.top + style.px(2), rect.right - beside,
                rect.top + style.px(4) + size * 1.25F},
               title, Face::bold, size, c.text);
    return;
  }
  // In an empty part the name is centred, in as many lines as needed; above its branches, and above
  // the reason of its wait.
  const bool waits = std::any_of(view.gaps.begin(), view.gaps.end(),
                                 [index](const ProcessorGap& gap) { return gap.part == index; });
  const Rect room = rect.inset(style.px(4));
  const std::vector<std::string> lines = broken(canvas, title, Face::bold, size, room.width());
  const float line = size * 1.25F;
  float y = part.kind == PartKind::branch_queue ? rect.top + style.px(3)
            : waits                             ? rect.top + style.px(1)
                    : rect.centre().y - line * static_cast<float>(lines.size()) / 2;
  for (const std::string& words : lines) {
    draw_label(canvas, {room.left, y, room.right, y + line}, words, Face::bold, size, c.text);
    y += line;
  }
}

/// The title of a group, in its corner; arrows are drawn behind it.
void ProcessorDrawing::group_title(const ProcessorPart& group) const {
  const Palette& c = style.colours;
  const Rect rect = place.box(group);
  const std::string title = title_of(group);
  const float left = rect.left + style.px(10);
  const Rect at{left, rect.top + style.px(3),
                left + canvas.text_width(title, Face::bold, place.text) + style.px(4),
                rect.top + style.px(3) + place.text * kLine};
  canvas.fill(at, mixed(c.surface, c.background, 0.6F), style.px(3));
  draw_label(canvas, at, title, Face::bold, place.text, c.text_dim);
}

/// The operation classes of a unit, below its name.
void ProcessorDrawing::draw_note(const ProcessorPart& part, const Rect& rect, float size) const {
  const float letters = size * kSmallLetters;
  float y = rect.top + style.px(4) + size * 1.25F;
  for (const std::string& words :
       broken(canvas, part.note, Face::text, letters, rect.width() - style.px(6))) {
    draw_label(canvas, {rect.left + style.px(2), y, rect.right - style.px(2), y + letters * kLine},
               words, Face::text, letters, style.colours.text_dim);
    y += letters * kLine;
  }
}

/// Texts outside the parts.
void ProcessorDrawing::words() const {
  const Palette& c = style.colours;
  const float letters = place.text * kSmallLetters;
  if (!layout.legend.empty()) {
    const Point corner = place.at(4, layout.height);
    const float width = static_cast<float>(layout.width - 8) * place.scale;
    const auto lines = broken(canvas, layout.legend, Face::text, letters, width);
    const float height = letters * kLine * static_cast<float>(lines.size());
    draw_paragraph(canvas, {corner.x, corner.y - height}, width, layout.legend, Face::text, letters,
                   c.text_dim);
  }
  if (const auto [x, y] = layout.prediction_label; y > 0)
    draw_paragraph(canvas, place.at(x, y), 13 * place.scale, tr(Text::processor_prediction_ok),
                   Face::text, letters, c.text_dim);
}

void ProcessorDrawing::count(const ProcessorCount& count) const {
  const Point middle = place.at(count.x, count.y);
  const float x = static_cast<float>(count.width) * place.scale / 2;
  const float y = static_cast<float>(count.height) * place.scale / 2;
  const Rect rect{middle.x - x, middle.y - y, middle.x + x, middle.y + y};
  const std::string words = fmt::format("+{}", count.count);
  float size = place.text;
  if (const float width = canvas.text_width(words, Face::bold, size); width > rect.width())
    size *= rect.width() / width;
  canvas.outline(rect, style.colours.text_dim, style.stroke, style.px(4));
  draw_label(canvas, rect.inset(-1), words, Face::bold, size, style.colours.text);
}

/// The reason why a part is empty: centred in the space below its name, in at most two lines.
void ProcessorDrawing::gap(const ProcessorGap& gap) const {
  const ProcessorPart& part = layout.parts[gap.part];
  const Rect box = place.box(part).inset(style.px(part.lanes.empty() ? 1 : 4));
  const bool titled_above = part.kind == PartKind::stage;
  const float letters = titled_above ? std::max(style.sizes.small, place.text * kSmallLetters)
                                     : place.text * kSmallLetters;
  const bool beside = part.side > 0 && !part.lanes.empty();
  const float head = titled_above || beside
                         ? 0
                         : place.text * (1.25F + 1.1F * static_cast<float>(part.note_lines));
  const Rect room{beside ? box.left + static_cast<float>(part.side) * place.scale : box.left,
                  box.top + head, box.right, box.bottom};
  auto lines = broken(canvas, gap.words, Face::text, letters, room.width());
  const float line = letters * kLine;
  const float between = line - letters; // not needed after the last line
  const auto fit = static_cast<std::size_t>(std::max(0.0F, (room.height() + between) / line));
  if (fit == 0)
    return; // shown as tooltip only
  lines.resize(std::min({lines.size(), fit, std::size_t{2}}));
  float y = room.centre().y - line * static_cast<float>(lines.size()) / 2;
  const bool quiet = family_of(gap.cause.why) == Family::edge;
  for (const std::string& words : lines) {
    draw_label(canvas, {room.left, y, room.right, y + line},
               elided(canvas, words, Face::text, letters, room.width()), Face::text, letters,
               quiet ? style.colours.text_dim.faded(static_cast<float>(kQuietInk))
                     : style.reason(gap.cause.why));
    y += line;
  }
}

/// The title of a stage, in front of forwarding paths.
void ProcessorDrawing::stage_title(const Rect& stage, const std::string& title) const {
  const float size = style.sizes.body;
  const float half = canvas.text_width(title, Face::bold, size) / 2 + style.px(3);
  const Rect rect{stage.centre().x - half, stage.top - size - style.px(8), stage.centre().x + half,
                  stage.top - style.px(4)};
  canvas.fill(rect, style.colours.surface, style.px(3));
  draw_label(canvas, rect, title, Face::bold, size, style.colours.text);
}

Colour ProcessorDrawing::flow_colour(const ProcessorFlow& flow, bool lit) const {
  const Palette& c = style.colours;
  if (!lit)
    return mixed(c.surface, c.text_dim, 0.45F);
  switch (flow.kind) {
  case FlowKind::prediction:
    return view.prediction_ok.value_or(true) ? c.good : c.bad;
  case FlowKind::forwarding:
    return c.arrow;
  case FlowKind::updates:
    return c.good;
  case FlowKind::results:
    return c.warning;
  default:
    return c.accent;
  }
}

void ProcessorDrawing::flow(std::size_t index) const {
  const ProcessorFlow& flow = layout.flows[index];
  const bool lit = index < view.lit.size() && view.lit[index];
  const Colour colour = flow_colour(flow, lit);
  const float width = lit ? style.px(3.2F) : style.px(1.4F);
  const Dash dash = flow.kind == FlowKind::prediction || flow.kind == FlowKind::forwarding
                        ? (lit ? Dash::solid : Dash::dashed)
                        : Dash::solid;
  for (std::size_t i = 0; i + 1 < flow.points.size(); ++i) {
    const Point from = place.at(flow.points[i].first, flow.points[i].second);
    const Point to = place.at(flow.points[i + 1].first, flow.points[i + 1].second);
    if (i + 2 == flow.points.size())
      draw_arrow(canvas, from, to, colour, width, dash);
    else
      canvas.line(from, to, colour, width, dash);
  }
}

void ProcessorDrawing::token(const ProcessorToken& token) const {
  if (token.counted && frame.arrived >= 1)
    return;
  const Rect rect = place.token(token, frame.arrived).inset(style.px(0.5F));
  const std::string mark(1, letter_of(token.cause.why) == 0 ? ' ' : letter_of(token.cause.why));
  Token shown;
  shown.label = token.number;
  shown.letters = layout.dynamic ? std::min(place.text, style.sizes.body) : 0;
  shown.mark = token.cause.why == Reason::none ? std::string_view() : std::string_view(mark);
  shown.colour = style.colours.operations[token.color];
  shown.held = token.cause.why;
  shown.wrong_path = token.wrong_path;
  shown.chosen = frame.hovered && frame.hovered == token.op;
  shown.dimmed = token.swept ? 0.35F + 0.65F * frame.arrived : token.decided ? 0.6F : 0;
  if (token.swept && frame.arrived >= 1)
    shown.dimmed = 0.75F;
  draw_token(canvas, style, rect, shown);
  const ProcessorPart& part = layout.parts[token.part];
  if (part.kind != PartKind::stage || frame.arrived < 1 || view.in_part[token.part] != 1)
    return;
  // Below the token its instruction, and its stall reason.
  const Rect box = place.box(part);
  const Rect below{box.left + style.px(4), rect.bottom, box.right - style.px(4), box.bottom};
  const bool two = !token.reason.empty() && below.height() >= 2 * style.sizes.small;
  const float middle = two ? below.centre().y : below.bottom;
  draw_label(canvas, {below.left, below.top, below.right, middle}, token.text, Face::text,
             style.sizes.small, style.colours.text);
  if (two)
    draw_label(canvas, {below.left, middle, below.right, below.bottom}, token.reason, Face::bold,
               style.sizes.small, style.colours.text);
}

/// The result of a prediction, and the number of squashed operations; in-order machines have both
/// in one cycle.
void ProcessorDrawing::verdict() const {
  if (!view.prediction_ok && view.discarded == 0)
    return;
  const Palette& c = style.colours;
  const std::string words =
      !view.prediction_ok ? fmt::format("{}: {}", tr(Text::flushed), view.discarded)
      : *view.prediction_ok
          ? fmt::format("{} ✓", tr(Text::processor_prediction_ok))
          : fmt::format("{} ✗{}", tr(Text::processor_mispredicted),
                        view.discarded > 0 ? fmt::format("  (−{})", view.discarded)
                                           : std::string());
  const Colour colour = view.prediction_ok.value_or(false) ? c.good : c.bad;
  const float width = canvas.text_width(words, Face::bold, style.sizes.body) + style.px(24);
  const Point corner = place.at(layout.width, 0);
  const Rect rect{corner.x - width, corner.y, corner.x, corner.y + style.sizes.body + style.px(12)};
  canvas.fill(rect, mixed(c.surface, colour, 0.25F), style.px(8));
  canvas.outline(rect, colour, style.stroke, style.px(8));
  draw_label(canvas, rect, words, Face::bold, style.sizes.body, colour);
}

} // namespace

void draw_processor(Canvas& canvas, const Style& style, const ProcessorLayout& layout,
                    const ProcessorView& view, const ProcessorPlace& place,
                    const ProcessorFrame& frame) {
  const ProcessorDrawing drawing{canvas, style, layout, view, place, frame};
  for (std::size_t i = 0; i < layout.parts.size(); ++i)
    if (layout.parts[i].kind == PartKind::group)
      drawing.part(i);
  const auto flows = [&](bool lit) {
    for (std::size_t i = 0; i < layout.flows.size(); ++i)
      if ((i < view.lit.size() && view.lit[i]) == lit)
        drawing.flow(i);
  };
  const auto parts = [&](bool stages) {
    for (std::size_t i = 0; i < layout.parts.size(); ++i)
      if (const PartKind kind = layout.parts[i].kind;
          kind != PartKind::group && (kind == PartKind::stage) == stages)
        drawing.part(i);
  };
  flows(false);
  for (const ProcessorPart& part : layout.parts)
    if (part.kind == PartKind::group)
      drawing.group_title(part);
  parts(false);
  flows(true);
  parts(true); // stages last: arrows end at their edges, forwarding paths pass behind their names
  for (const ProcessorToken& token : view.queue)
    drawing.token(token);
  for (const ProcessorToken& token : view.tokens)
    drawing.token(token);
  if (frame.arrived >= 1)
    for (const ProcessorCount& count : view.counts)
      drawing.count(count);
  for (const ProcessorGap& gap : view.gaps)
    drawing.gap(gap);
  drawing.words();
  drawing.verdict();
}

} // namespace stallscope::gui
