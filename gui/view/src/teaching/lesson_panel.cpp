#include "view/teaching/lesson_panel.hpp"

#include "base/csv.hpp"
#include "model/files/settings.hpp"
#include "model/language/strings.hpp"
#include "view/canvas/svg_drawing.hpp"
#include "view/teaching/quiz_panel.hpp"
#include "view/widgets/focus.hpp"
#include "view/widgets/typed_field.hpp"
#include "view/window/interface.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace stallscope::gui {

namespace {

bool same_run(const RunSpec& a, const RunSpec& b) {
  return a.program == b.program && remember(a) == remember(b);
}

/// A line of choices, or a number field; returns the lower end.
float draw_answer(Ui& ui, const Rect& column, float top, LessonModel& model,
                  const Question& question) {
  const float height = row_height(ui) + ui.px(4);
  const auto& given = model.answered();
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const Rect line{column.left, top, column.right, top + height};
    const bool chosen = given == static_cast<std::int64_t>(i);
    if (text_button(ui, fmt::format("choice_{}", i), question.choices[i].text(), line, {},
                    chosen ? Weight::chosen : Weight::normal, !model.right()))
      model.answer(static_cast<std::int64_t>(i));
    top = line.bottom + ui.px(6);
  }
  if (!question.choices.empty())
    return top;
  if (model.right()) { // answered: no other number can stand beside the verdict
    const Rect line{column.left, top, column.right, top + height};
    draw_label(ui.canvas, line, fmt::format("{}", *given), Face::bold, ui.style.sizes.body,
               ui.colours().text, Align::left);
    return line.bottom + ui.px(6);
  }
  ImGui::SetCursorScreenPos({column.left, top});
  const auto typed =
      typed_field(ui, "answer", model.typed(), column.width() * 0.5F, tr(Text::lesson_answer));
  if (typed)
    model.type(typed->text);
  const Rect check{column.left + column.width() * 0.55F, top, column.right, top + height};
  if (text_button(ui, "check", tr(Text::lesson_check), check) || (typed && typed->entered)) {
    constexpr std::int64_t kLargest = 1'000'000'000'000;
    std::int64_t number = 0;
    if (std::string why = why_no_number(model.typed(), -kLargest, kLargest, number); !why.empty())
      refuse("answer", std::move(why));
    else
      model.answer(number);
  }
  top += height + ui.px(6);
  if (const std::string& why = problem_of("answer"); !why.empty())
    top = draw_paragraph(ui.canvas, {column.left, top}, column.width(), why, Face::text,
                         ui.style.sizes.body, ui.colours().bad);
  return top;
}

float draw_question(Ui& ui, const Rect& column, float top, LessonModel& model) {
  const Palette& c = ui.colours();
  const Question& question = *model.step().question;
  top += ui.px(8);
  draw_section_title(ui, {column.left, top, column.right, top + row_height(ui)},
                     tr(Text::lesson_question));
  top = draw_paragraph(ui.canvas, {column.left, top + row_height(ui)}, column.width(),
                       question.text.text(), Face::bold, ui.style.sizes.body, c.text) +
        ui.px(8);
  top = draw_answer(ui, column, top, model, question);
  if (!model.answered() || !problem_of("answer").empty()) // the verdict is about another answer
    return top;
  const bool right = model.right();
  top = draw_paragraph(ui.canvas, {column.left, top + ui.px(6)}, column.width(),
                       !right               ? std::string(tr(Text::lesson_wrong))
                       : model.tries() == 1 ? std::string(tr(Text::lesson_right))
                       : model.tries() == 2
                           ? std::string(tr(Text::lesson_right_second))
                           : tr(Text::lesson_right_later, {fmt::format("{}", model.tries())}),
                       Face::bold, ui.style.sizes.body, right ? c.good : c.bad);
  if (right)
    top = draw_paragraph(ui.canvas, {column.left, top}, column.width(), question.because.text(),
                         Face::text, ui.style.sizes.body, c.text);
  return top;
}

std::string marks_words(const LessonModel& model) {
  return tr(Text::lesson_marks,
            {fmt::format("{}", model.right_count()), fmt::format("{}", model.right_later_count()),
             fmt::format("{}", model.question_count())});
}

/// A disc for each question: filled if answered correctly, half filled if at a later try, crossed
/// if wrong; the current one has a ring.
void draw_marks(Ui& ui, const Rect& line, const LessonModel& model) {
  using Mark = LessonModel::Mark;
  const Palette& c = ui.colours();
  const float r = ui.px(6);
  float x = line.right;
  for (std::size_t i = model.lesson()->steps.size(); i-- > 0;) {
    const Mark mark = model.mark(i);
    if (mark == Mark::none)
      continue;
    const Rect disc{x - 2 * r, line.centre().y - r, x, line.centre().y + r};
    const Colour colour = mark == Mark::wrong ? c.bad : mark == Mark::open ? c.text_dim : c.good;
    if (mark == Mark::right)
      ui.canvas.fill(disc, colour, r);
    else if (mark == Mark::right_later)
      ui.canvas.fill({disc.left, disc.centre().y, disc.right, disc.bottom}, colour, r / 2);
    else if (mark == Mark::wrong)
      draw_icon(ui.canvas, Icon::close, disc.inset(ui.px(1)), colour);
    ui.canvas.outline(disc, colour, ui.style.stroke, r);
    if (i == model.step_number())
      ui.canvas.outline(disc.inset(-ui.px(3)), c.accent, ui.style.stroke_strong, r + ui.px(3));
    keep_place(fmt::format("lesson_mark_{}", i), disc);
    x -= 2 * r + ui.px(8);
  }
  if (touch("lesson_marks", {x, line.top, line.right, line.bottom}).hovered)
    tooltip(ui, marks_words(model));
}

void draw_ways(Ui& ui, const Rect& line, Shared& shared) {
  LessonModel& model = shared.lesson;
  const float gap = ui.px(8);
  const Rect back{line.left, line.top, line.centre().x - gap / 2, line.bottom};
  const Rect next{line.centre().x + gap / 2, line.top, line.right, line.bottom};
  if (text_button(ui, "lesson_back", tr(Text::lesson_back), back, {}, Weight::normal,
                  model.step_number() > 0) &&
      model.back())
    shared.scene_changed = true;
  const bool last = model.last();
  if (text_button(ui, "lesson_next", tr(last ? Text::close : Text::lesson_next), next, {},
                  Weight::chosen))
    next_step(shared);
}

} // namespace

void next_step(Shared& shared) {
  LessonModel& model = shared.lesson;
  if (model.last()) {
    model.leave();
    shared.wanted_panel = PanelId::lesson;
  } else if (model.next()) {
    shared.scene_changed = true;
  }
}

void open_scene(const LessonStep& step, Comparison& runs, Shared& shared) {
  if (!same_run(step.a, runs.run(Side::a).spec()) || runs.run(Side::a).state() == Run::State::empty)
    runs.open_a(step.a);
  if (!step.b)
    runs.close_b();
  else if (!runs.has_b() || !same_run(*step.b, runs.run(Side::b).spec()))
    runs.open_b(*step.b);
  runs.set_lock(Lock::cycle);
  shared.wanted_cycle = step.cycle;
  shared.wanted_panel = panel_named(step.panel);
  shared.wanted_scheduler = step.scheduler;
  shared.wanted_decision = step.decision;
  shared.pinned_sentence.clear();
}

void draw_lesson(Ui& ui, const Rect& area, Shared& shared) {
  const Palette& c = ui.colours();
  LessonModel& model = shared.lesson;
  ui.canvas.fill(area, c.surface);
  ui.canvas.line({area.left, area.top}, {area.left, area.bottom}, c.line, ui.style.stroke);
  const float pad = ui.px(16);
  const float ways = row_height(ui) + ui.px(8);
  const Rect close{area.right - ui.px(40), area.top + ui.px(8), area.right - ui.px(8),
                   area.top + ui.px(40)};
  const std::string where =
      tr(Text::lesson_step, {fmt::format("{}", model.step_number() + 1),
                             fmt::format("{}", model.lesson()->steps.size())});
  draw_label(ui.canvas, {area.left + pad, close.top, close.left, close.bottom}, where, Face::text,
             ui.style.sizes.small, c.text_dim, Align::left);
  draw_marks(ui, {area.left + pad, close.top, close.left - ui.px(10), close.bottom}, model);
  const Rect room{area.left + pad, close.bottom + ui.px(4), area.right - ui.px(6),
                  area.bottom - ways - ui.px(20)};
  {
    ScrollArea scroll(ui, "lesson_text", room);
    Ui& inner = scroll.ui();
    const Point origin = scroll.origin();
    const Rect column{origin.x, origin.y, origin.x + scroll.width() - ui.px(2), room.bottom};
    float y = draw_paragraph(inner.canvas, origin, column.width(), model.lesson()->title.text(),
                             Face::bold, ui.style.sizes.large, c.text) +
              ui.px(10);
    y = draw_paragraph(inner.canvas, {column.left, y}, column.width(), model.step().text.text(),
                       Face::text, ui.style.sizes.body, c.text);
    if (model.step().question)
      y = draw_question(inner, column, y, model);
    if (model.last())
      y = draw_paragraph(inner.canvas, {column.left, y + ui.px(10)}, column.width(),
                         fmt::format("{} {}", tr(Text::lesson_done), marks_words(model)),
                         Face::bold, ui.style.sizes.body, c.good);
    scroll.set_size(1, y - origin.y);
  }
  draw_ways(
      ui,
      {area.left + pad, area.bottom - ways - ui.px(12), area.right - pad, area.bottom - ui.px(12)},
      shared);
  if (icon_button(ui, "lesson_close", Icon::close, close, tr(Text::close)))
    model.leave();
}

namespace {

/// A lesson in the list: number, title, and the beginning of its text.
void draw_lesson_card(const Style& style, Canvas& canvas, const Rect& card, const Lesson& lesson,
                      std::size_t number, Colour ground) {
  const Palette& c = style.colours;
  canvas.fill(card, ground, style.px(10));
  const float pad = style.px(18);
  const float round = style.px(40);
  const Rect sign{card.left + pad, card.top + pad, card.left + pad + round, card.top + pad + round};
  canvas.fill(sign, mixed(c.raised, c.accent, 0.3F), round / 2);
  draw_label(canvas, sign, fmt::format("{}", number), Face::bold, style.sizes.large, c.text);
  const Rect text{sign.right + pad, sign.top, card.right - pad, card.bottom - pad};
  const float line = style.sizes.large + style.px(4);
  draw_label(canvas, {text.left, sign.top, text.right, sign.top + line}, lesson.title.text(),
             Face::bold, style.sizes.large, c.text, Align::left);
  // Draws as many lines as fit; the last one is cut.
  const float body = style.sizes.body;
  const float height = body + style.px(7);
  const auto room = static_cast<std::size_t>(
      std::max(1.0F, (text.bottom - sign.top - line - style.px(4)) / height));
  const std::vector<std::string> lines =
      broken(canvas, lesson.steps.front().text.text(), Face::text, body, text.width());
  float y = sign.top + line + style.px(4);
  for (std::size_t i = 0; i < std::min(room, lines.size()); ++i) {
    const bool cut = i + 1 == room && lines.size() > room;
    const std::string shown =
        cut ? elided(canvas, lines[i] + " …", Face::text, body, text.width()) : lines[i];
    draw_label(canvas, {text.left, y, text.right + 1, y + height}, shown, Face::text, body,
               c.text_dim, Align::left);
    y += height;
  }
}

float lesson_card_height(const Style& style) {
  return style.sizes.large + 3 * (style.sizes.body + style.px(7)) + style.px(44);
}

/// True when clicked.
bool draw_card(Ui& ui, const Rect& card, const Lesson& lesson, std::size_t number) {
  const Palette& c = ui.colours();
  const Touch state = touch(fmt::format("lesson_{}", lesson.name), card);
  draw_lesson_card(ui.style, ui.canvas, card, lesson, number,
                   state.hovered ? mixed(c.surface, c.accent, 0.15F) : c.surface);
  return takes_focus(ui, fmt::format("lesson_{}", lesson.name), card) || state.clicked;
}

/// The questions available for the open run, side by side if they fit; returns the lower end.
float draw_quizzes(Ui& ui, Point at, float width, Comparison& runs, Shared& shared) {
  const float height = row_height(ui) + ui.px(6);
  const std::string title = tr(Text::panel_quiz);
  const float indent = ui.canvas.text_width(title, Face::bold, ui.style.sizes.body) + ui.px(18);
  draw_section_title(ui, {at.x, at.y, at.x + indent, at.y + height}, title);
  Point next{at.x + indent, at.y};
  for (const QuizModel::Kind kind : {QuizModel::Kind::next_cycle, QuizModel::Kind::reason}) {
    const std::string cycle = fmt::format("{}", runs.cycle(Side::a));
    const std::string words =
        kind == QuizModel::Kind::reason
            ? tr(Text::quiz_reason, {"…", cycle})
            : tr(Text::quiz_next_cycle, {fmt::format("{}", runs.cycle(Side::a) + 1)});
    const float wide = button_width(ui, words) + ui.px(16);
    if (next.x > at.x + indent && next.x + wide > at.x + width)
      next = {at.x + indent, next.y + height + ui.px(8)};
    const Rect place{next.x, next.y, next.x + wide, next.y + height};
    if (text_button(ui, fmt::format("ask_{}", static_cast<int>(kind)), words, place))
      ask(kind, runs, shared);
    next.x = place.right + ui.px(10);
  }
  return next.y + height;
}

} // namespace

void LessonPanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  ScrollArea scroll(ui, "lessons", area);
  Ui& inner = scroll.ui();
  const float gap = ui.px(12);
  const float wanted = ui.style.sizes.body * 30; // preferred width of a card
  const auto columns =
      static_cast<std::size_t>(std::clamp((scroll.width() + gap) / (wanted + gap), 1.0F, 3.0F));
  const float width =
      (scroll.width() - gap * static_cast<float>(columns)) / static_cast<float>(columns);
  const float height = lesson_card_height(ui.style);
  const Point origin = scroll.origin();
  float y = origin.y + ui.px(4);
  for (std::size_t i = 0; i < lessons().size(); ++i) {
    const Lesson& lesson = lessons()[i];
    const float x = origin.x + (width + gap) * static_cast<float>(i % columns);
    if (draw_card(inner, {x, y, x + width, y + height}, lesson, i + 1)) {
      shared.quiz.stop();
      shared.lesson.start(lesson);
      shared.scene_changed = true;
    }
    if (i % columns + 1 == columns || i + 1 == lessons().size())
      y += height + gap;
  }
  y = draw_quizzes(inner, {origin.x, y + ui.px(4)}, scroll.width(), runs, shared);
  scroll.set_size(1, y - origin.y);
}

Result<std::string> LessonPanel::exported(const Style& style, Comparison& /*runs*/,
                                          ExportFormat format) {
  if (format == ExportFormat::csv) {
    std::string csv = "lesson,title,section,steps\n";
    for (const Lesson& lesson : lessons())
      csv += fmt::format("{},{},{},{}\n", csv_field(lesson.name), csv_field(lesson.title.text()),
                         csv_field(lesson.section), lesson.steps.size());
    return csv;
  }
  if (format == ExportFormat::json) {
    nlohmann::json json = nlohmann::json::array();
    for (const Lesson& lesson : lessons())
      json.push_back({{"lesson", lesson.name},
                      {"title", lesson.title.text()},
                      {"section", lesson.section},
                      {"steps", lesson.steps.size()}});
    return json.dump(2) + "\n";
  }
  if (format != ExportFormat::svg)
    return nothing_to_export();
  const float line = lesson_card_height(style) + style.px(12);
  const Rect area{0, 0, style.px(900), line * static_cast<float>(lessons().size())};
  return drawn_as_svg(style, area.inset(-style.px(12)), [&](Canvas& canvas) {
    for (std::size_t i = 0; i < lessons().size(); ++i) {
      const float y = line * static_cast<float>(i);
      draw_lesson_card(style, canvas, {0, y, area.right, y + lesson_card_height(style)},
                       lessons()[i], i + 1, style.colours.surface);
    }
  });
}

} // namespace stallscope::gui
