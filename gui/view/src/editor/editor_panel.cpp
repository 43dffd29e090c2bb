#include "view/editor/editor_panel.hpp"

#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"
#include "view/canvas/svg_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <imgui_internal.h>
#include <imgui_stdlib.h>
#include <utility>

namespace stallscope::gui {

namespace {

constexpr const char* kInput = "##source";

float letter_height(const Style& style) {
  return style.sizes.body;
}
/// Width of the margin with line numbers, breakpoints and stages.
float margin_width(const Style& style) {
  return letter_height(style) * 8;
}

Colour syntax_colour(const Palette& c, Syntax kind) {
  switch (kind) {
  case Syntax::comment:
    return c.text_dim;
  case Syntax::label:
    return c.warning;
  case Syntax::mnemonic:
    return c.accent;
  case Syntax::directive:
    return c.waw;
  case Syntax::reg:
    return c.good;
  case Syntax::number:
    return c.war;
  case Syntax::text:
    return c.bad;
  case Syntax::plain:
    break;
  }
  return c.text;
}

} // namespace

void EditorPanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  const float line = row_height(ui) + ui.px(4);
  draw_bar(ui, {area.left, area.top, area.right, area.top + line}, runs, shared);
  Rect body{area.left, area.top + line + ui.px(8), area.right, area.bottom};
  coloured_ = shows_assembly(runs.run(Side::a));
  if (coloured_) {
    const float middle = body.centre().x;
    draw_assembly(ui, {middle + ui.px(4), body.top, body.right, body.bottom}, runs, shared);
    body.right = middle - ui.px(4);
  }
  plate(ui, body);
  draw_text(ui, body, runs, shared);
}

void EditorPanel::draw_bar(Ui& ui, const Rect& line, Comparison& runs, Shared& shared) {
  float x = line.right + ui.px(6); // with a gap on the right of each
  const auto button = [&](const char* id, Text words, std::string_view tip = {},
                          bool enabled = true) {
    const float width = button_width(ui, tr(words));
    x -= width + ui.px(6);
    return text_button(ui, id, tr(words), {x, line.top, x + width, line.bottom}, tip,
                       Weight::normal, enabled);
  };
  if (button("save_as", Text::save_as))
    shared.file_wish = FileWish::save_as;
  if (button("save", Text::save, "Ctrl S"))
    shared.file_wish = FileWish::save;
  if (button("open", Text::open, "Ctrl O"))
    shared.file_wish = FileWish::open;
  if (model_.is_compiled() && button("compile", Text::compile_c, {}, !document_.compiling()))
    document_.compile(runs);
  if (model_.is_compiled()) {
    const float width = button_width(ui, tr(Text::asm_title));
    x -= width + ui.px(6);
    if (text_button(ui, "show_assembly", tr(Text::asm_title), {x, line.top, x + width, line.bottom},
                    tr(Text::asm_tip), assembly_shown_ ? Weight::chosen : Weight::normal))
      assembly_shown_ = !assembly_shown_;
  }
  const bool program = model_.subject() == Subject::program;
  if (program && button("run_to_cursor", Text::transport_run_to_cursor))
    runs.run_to_line(cursor_line_);
  if (!model_.breakpoints().empty() &&
      button("run_to_breakpoint", Text::transport_run_to_breakpoint) && model_.program() != nullptr)
    runs.run_to_breakpoint(model_.conditions(*model_.program()));
  draw_state(ui, {line.left, line.top, x - ui.px(8), line.bottom},
             runs.run(Side::a).spec().machine);
}

/// Draws the program's name, whether it is saved, and its problems.
void EditorPanel::draw_state(Ui& ui, const Rect& room, const std::string& machine) const {
  const Palette& c = ui.colours();
  std::size_t errors = 0;
  for (const Diagnostic& one : model_.diagnostics())
    errors += one.severity == Severity::error ? 1 : 0;
  const std::size_t warnings = model_.diagnostics().size() - errors;
  const bool nothing = model_.name().empty();
  Colour colour = c.good;
  std::string state = tr(Text::no_errors);
  if (document_.compiling()) {
    state = tr(Text::compile_running, {model_.name()});
    colour = c.text_dim;
  } else if (!model_.problem().empty()) {
    state = model_.problem();
    colour = c.bad;
  } else if (errors > 0) {
    state = tr(Text::errors_count, {fmt::format("{}", errors)});
    colour = c.bad;
  } else if (warnings > 0) {
    state = tr(Text::warnings_count, {fmt::format("{}", warnings)});
    colour = c.warning;
  }
  std::string name = nothing            ? std::string(tr(Text::no_text))
                     : model_.changed() ? model_.name() + " ●"
                                        : model_.name();
  if (const auto notation = model_.notation(); notation && !nothing)
    name += fmt::format(" · {} · {}", isa::name(*notation), machine);
  const float width =
      std::min(ui.canvas.text_width(name, Face::bold, ui.style.sizes.body), room.width() * 0.6F);
  draw_label(ui.canvas, {room.left, room.top, room.left + width + 1, room.bottom},
             elided(ui.canvas, name, Face::bold, ui.style.sizes.body, width + 1), Face::bold,
             ui.style.sizes.body, c.text, Align::left);
  const Rect rest{room.left + width + ui.px(18), room.top, room.right, room.bottom};
  draw_label(ui.canvas, rest,
             elided(ui.canvas, state, Face::text, ui.style.sizes.body, rest.width()), Face::text,
             ui.style.sizes.body, colour, Align::left);
  if (touch("editor_state", room).hovered)
    tooltip(ui, fmt::format("{}\n{}", name, state));
}

/// Before the text field is drawn: another document replaces its text, and Escape leaves it without
/// restoring the content from before editing. An active field would restore its own buffer.
void EditorPanel::prepare_input() {
  const bool is_other = opened_ != model_.opened();
  if (is_other) {
    opened_ = model_.opened();
    buffer_ = model_.text();
  }
  const bool leaves = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false);
  if ((is_other || leaves) && ImGui::GetActiveID() == ImGui::GetID(kInput))
    ImGui::ClearActiveID();
}

void EditorPanel::draw_text(Ui& ui, const Rect& rect, Comparison& runs, Shared& shared) {
  const Palette& c = ui.colours();
  const float margin = margin_width(ui.style);
  ImFont* font = ui.style.fonts->at(Face::mono, letter_height(ui.style));
  ImGui::PushFont(font);
  // ImGui's text is almost invisible; the coloured text is drawn below
  ImGui::PushStyleColor(ImGuiCol_Text, vec4(c.text.faded(0.004F)));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, vec4(c.surface));
  ImGui::SetCursorScreenPos({rect.left + margin, rect.top});
  prepare_input();
  const ImGuiInputTextFlags flags =
      model_.name().empty() ? ImGuiInputTextFlags_ReadOnly : ImGuiInputTextFlags_AllowTabInput;
  if (!model_.name().empty() && std::exchange(shared.focus_editor, false))
    ImGui::SetKeyboardFocusHere();
  if (ImGui::InputTextMultiline(kInput, &buffer_, {rect.width() - margin, rect.height()}, flags))
    model_.set_text(buffer_);
  ImGui::PopStyleColor(2);
  const ImGuiID id = ImGui::GetItemID();
  const std::string name = fmt::format("{}/{}_{:08X}", ImGui::GetCurrentWindow()->Name, kInput, id);
  ImGui::PopFont();
  ImGuiWindow* child = ImGui::FindWindowByName(name.c_str());
  if (child == nullptr)
    return;
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  const ImGuiInputTextState* state = ImGui::GetInputTextState(id);
  const float scroll_x = state != nullptr && ImGui::GetActiveID() == id ? state->ScrollX : 0;
  const Point origin{child->Pos.x + padding.x - child->Scroll.x - scroll_x,
                     child->Pos.y + padding.y - child->Scroll.y};
  ImGuiCanvas canvas(*child->DrawList, *ui.style.fonts);
  const Rect clip{child->InnerRect.Min.x, child->InnerRect.Min.y, child->InnerRect.Max.x,
                  child->InnerRect.Max.y};
  child->DrawList->PushClipRect(child->InnerRect.Min, child->InnerRect.Max, false);
  if (shared.line_seen > 0) { // the line under the pointer in another panel
    const float y = origin.y + letter_height(ui.style) * static_cast<float>(shared.line_seen - 1);
    const Rect line{clip.left, y, clip.right, y + letter_height(ui.style)};
    keep_place("editor_line_seen", line);
    canvas.fill(line, c.accent.faded(0.25F), 0);
  }
  const std::string wrong = draw_lines(ui.style, canvas, origin, clip);
  if (shared.sentence.empty())
    shared.sentence = wrong;
  const bool typing = ImGui::GetActiveID() == id;
  if (typing) {
    draw_cursor(ui, canvas, origin, id);
    shared.line_pointed = cursor_line_;
  }
  // A pointer that rests over the text says nothing about the line that is written.
  if (const Point pointer = point(ImGui::GetIO().MousePos);
      (coloured_ || !typing) && clip.contains(pointer) && pointer.y >= origin.y)
    shared.line_pointed =
        static_cast<std::uint32_t>((pointer.y - origin.y) / letter_height(ui.style)) + 1;
  child->DrawList->PopClipRect();
  draw_margin(ui, {rect.left, rect.top, rect.left + margin, rect.bottom}, origin.y, runs);
}

std::string EditorPanel::draw_lines(const Style& style, Canvas& canvas, Point origin,
                                    const Rect& clip) const {
  const Palette& c = style.colours;
  const float height = letter_height(style);
  std::string wrong;
  const auto first = static_cast<std::size_t>(std::max(0.0F, (clip.top - origin.y) / height));
  for (std::size_t i = first; i < model_.line_count(); ++i) {
    const float y = origin.y + height * static_cast<float>(i);
    if (y > clip.bottom)
      break;
    const std::string_view line = model_.line(i);
    const auto x_of = [&](std::size_t byte) {
      return origin.x +
             canvas.text_width(line.substr(0, std::min(byte, line.size())), Face::mono, height);
    };
    if (const auto number = static_cast<std::uint32_t>(i + 1);
        coloured_ && assembly_.has_code(number))
      canvas.fill({clip.left, y, clip.right, y + height},
                  c.operations[AssemblyModel::color_of_line(number)].faded(0.2F));
    std::size_t done = 0;
    const auto draw_to = [&](std::size_t end, Colour colour) {
      if (end > done)
        canvas.text({x_of(done), y}, line.substr(done, end - done), Face::mono, height, colour);
      done = std::max(done, end);
    };
    for (const SyntaxSpan& span : model_.syntax(i)) {
      draw_to(span.begin, c.text);
      draw_to(span.end, syntax_colour(c, span.kind));
    }
    draw_to(line.size(), c.text);
    for (const Diagnostic* problem : model_.diagnostics_of(static_cast<std::uint32_t>(i + 1))) {
      const std::size_t from = problem->column > 0 ? problem->column - 1 : 0;
      const float left = x_of(from);
      const float right = std::max(x_of(from + std::max(problem->length, 1U)), left + style.px(6));
      const Colour colour = problem->severity == Severity::error ? c.bad : c.warning;
      canvas.line({left, y + height}, {right, y + height}, colour, style.stroke_strong);
      const std::string words = diagnostic_words(*problem);
      canvas.text({x_of(line.size()) + style.px(24), y}, words, Face::text, style.sizes.body,
                  colour);
      if (wrong.empty())
        wrong = fmt::format("{}: {}", tr(Text::line, {fmt::format("{}", i + 1)}), words);
    }
  }
  return wrong;
}

void EditorPanel::draw_cursor(Ui& ui, Canvas& canvas, Point origin, unsigned id) {
  const ImGuiInputTextState* state = ImGui::GetInputTextState(id);
  if (state == nullptr)
    return;
  const ImFont* font = ui.style.fonts->at(Face::mono, letter_height(ui.style));
  float x = 0;
  std::uint32_t line = 1;
  for (int i = 0; i < state->GetCursorPos() && i < state->CurLenW; ++i) {
    const ImWchar letter = state->TextW[i];
    if (letter == '\n') {
      ++line;
      x = 0;
    } else {
      x += font->GetCharAdvance(letter);
    }
  }
  cursor_line_ = line;
  const float y = origin.y + letter_height(ui.style) * static_cast<float>(line - 1);
  canvas.line({origin.x + x, y}, {origin.x + x, y + letter_height(ui.style)}, ui.colours().accent,
              ui.style.stroke_strong);
}

void EditorPanel::draw_margin(Ui& ui, const Rect& rect, float first_line_y, Comparison& runs) {
  const float height = letter_height(ui.style);
  const Touch state = touch("editor_margin", rect);
  if (model_.subject() == Subject::program && state.clicked && state.pointer.y >= first_line_y)
    model_.toggle_breakpoint(static_cast<std::uint32_t>((state.pointer.y - first_line_y) / height) +
                             1);
  draw_marks(ui.style, ui.canvas, rect, first_line_y, runs);
}

void EditorPanel::draw_marks(const Style& style, Canvas& canvas, const Rect& rect,
                             float first_line_y, Comparison& runs) const {
  const Palette& c = style.colours;
  const float height = letter_height(style);
  const float numbers = rect.left + height * 3.2F;
  canvas.push_clip(rect);
  const std::vector<MarginMark> marks = EditorModel::marks(
      runs.run(Side::a), runs.cycle(Side::a), model_.is_compiled() ? model_.name() : std::string());
  for (std::size_t i = 0; i < model_.line_count(); ++i) {
    const float y = first_line_y + height * static_cast<float>(i);
    if (y + height < rect.top || y > rect.bottom)
      continue;
    const auto line = static_cast<std::uint32_t>(i + 1);
    if (model_.breakpoints().count(line) != 0) {
      const float r = height * 0.3F;
      const Point middle{rect.left + height * 0.55F, y + height / 2};
      canvas.fill({middle.x - r, middle.y - r, middle.x + r, middle.y + r}, c.bad, r);
    }
    draw_label(canvas, {rect.left, y, numbers, y + height}, fmt::format("{}", line), Face::mono,
               style.sizes.small, c.text_dim.faded(0.8F), Align::right);
    float x = numbers + style.px(6);
    auto left = std::count_if(marks.begin(), marks.end(),
                              [line](const MarginMark& mark) { return mark.line == line; });
    for (const MarginMark& mark : marks) {
      if (mark.line != line)
        continue;
      const Colour colour = c.operations[mark.color];
      const float width =
          canvas.text_width(mark.stage, Face::bold, style.sizes.small) + style.px(8);
      const float more = left > 1 ? style.px(24) : 0; // space for the number of omitted marks
      if (x + width + more > rect.right) {
        draw_label(canvas, {x, y, rect.right - style.px(2), y + height}, fmt::format("+{}", left),
                   Face::text, style.sizes.small, c.text_dim, Align::left);
        break;
      }
      --left;
      const Rect chip{x, y + style.px(1), x + width, y + height - style.px(1)};
      canvas.fill(chip, mark.stalled ? mixed(c.surface, colour, 0.25F) : colour, style.px(3));
      if (mark.stalled)
        canvas.outline(chip, colour, style.stroke, style.px(3));
      draw_label(canvas, chip, mark.stage, Face::bold, style.sizes.small,
                 mark.stalled ? c.text : ink_on(colour));
      x = chip.right + style.px(3);
    }
  }
  canvas.pop_clip();
  canvas.line({rect.right, rect.top}, {rect.right, rect.bottom}, c.line, style.stroke);
}

Result<std::string> EditorPanel::exported(const Style& style, Comparison& runs,
                                          ExportFormat format) {
  if (format != ExportFormat::svg)
    return PanelView::exported(style, runs, format);
  if (model_.text().empty())
    return nothing_to_export();
  const float margin = margin_width(style);
  const float height = letter_height(style) * static_cast<float>(model_.line_count());
  std::size_t longest = 0;
  for (std::size_t i = 0; i < model_.line_count(); ++i)
    longest = std::max(longest, model_.line(i).size());
  // Monospace letters are about 0.6 times as wide as high; messages follow the text.
  const float text = letter_height(style) * 0.6F * static_cast<float>(longest) + style.px(24);
  const float words = model_.diagnostics().empty() ? 0 : style.px(500);
  const Rect area{0, 0, margin + text + words, height};
  return drawn_as_svg(style, area.inset(-style.px(12)), [&](Canvas& canvas) {
    (void)draw_lines(style, canvas, {margin + style.px(12), 0}, area);
    draw_marks(style, canvas, {0, 0, margin, height}, 0, runs);
  });
}

} // namespace stallscope::gui
