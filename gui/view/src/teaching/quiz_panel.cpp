#include "view/teaching/quiz_panel.hpp"

#include "model/files/settings.hpp"
#include "model/language/strings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace stallscope::gui {

void ask(QuizModel::Kind kind, Comparison& runs, Shared& shared) {
  shared.lesson.leave();
  runs.transport().pause();
  Run& run = runs.run(Side::a);
  const bool asked = kind == QuizModel::Kind::reason
                         ? shared.quiz.ask_reason(run, runs.cycle(Side::a))
                         : shared.quiz.ask_next_cycle(run, runs.cycle(Side::a));
  if (!asked)
    shared.message = tr(Text::quiz_none);
  else
    shared.wanted_panel = PanelId::table;
  shared.pinned_sentence.clear(); // may tell the answer
  shared.quiz_op = kNoOp;
}

namespace {

/// Every instruction with its chosen position; a click selects the one that the next click into the
/// table places.
float draw_places(Ui& ui, const Rect& column, float top, Run& run, Shared& shared) {
  const Palette& c = ui.colours();
  const float height = row_height(ui) + ui.px(4);
  for (const QuizPlace& place : shared.quiz.places()) {
    const Rect line{column.left, top, column.right, top + height};
    const Colour colour = c.operations[place.color];
    const bool chosen = shared.quiz_op == place.op;
    const Touch state = touch(fmt::format("quiz_{}", place.op.value), line);
    ui.canvas.fill(line, chosen ? colour : mixed(c.surface, colour, 0.3F), ui.px(5));
    if (shared.quiz.marked())
      ui.canvas.outline(line, place.is_right() ? c.good : c.bad, ui.style.stroke_strong, ui.px(5));
    const Colour ink = chosen ? ink_on(colour) : c.text;
    const std::string where = !place.answer                        ? "?"
                              : *place.answer == kNoLane           ? "—"
                              : *place.answer < run.lanes().size() ? run.lanes()[*place.answer].name
                                                                   : std::string();
    draw_label(ui.canvas, {line.left + ui.px(8), line.top, line.right - ui.px(70), line.bottom},
               fmt::format("{}  {}", place.number, place.text), Face::text, ui.style.sizes.body,
               ink, Align::left);
    draw_label(ui.canvas, {line.right - ui.px(70), line.top, line.right - ui.px(8), line.bottom},
               where, Face::bold, ui.style.sizes.body, ink, Align::right);
    if (state.clicked && !shared.quiz.marked())
      shared.quiz_op = place.op;
    if (state.right_clicked && !shared.quiz.marked())
      shared.quiz.put(place.op, kNoLane);
    top = line.bottom + ui.px(5);
  }
  const Rect leaves{column.left, top, column.right, top + height};
  if (shared.quiz_op && !shared.quiz.marked() &&
      text_button(ui, "quiz_leaves", tr(Text::quiz_leaves), leaves))
    shared.quiz.put(shared.quiz_op, kNoLane);
  return leaves.bottom + ui.px(6);
}

float draw_reasons(Ui& ui, const Rect& column, float top, Shared& shared) {
  const float height = row_height(ui) + ui.px(4);
  for (const QuizChoice& choice : shared.quiz.choices()) {
    const Rect line{column.left, top, column.right, top + height};
    if (text_button(ui, fmt::format("reason_{}", static_cast<int>(choice.reason)), choice.title,
                    line, {},
                    shared.quiz.chosen() == choice.reason ? Weight::chosen : Weight::normal,
                    !shared.quiz.marked()))
      shared.quiz.choose(choice.reason);
    top = line.bottom + ui.px(5);
  }
  return top;
}

void draw_quiz_ways(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  QuizModel& quiz = shared.quiz;
  const float height = row_height(ui) + ui.px(8);
  const float gap = ui.px(8);
  const Rect low{area.left, area.bottom - height, area.right, area.bottom};
  const Rect high{low.left, low.top - height - gap, low.right, low.top - gap};
  const bool ready =
      quiz.kind() == QuizModel::Kind::reason ? quiz.chosen().has_value() : quiz.complete();
  if (!quiz.marked()) {
    if (text_button(ui, "quiz_mark", tr(Text::quiz_mark), low, {}, Weight::chosen, ready))
      quiz.mark();
    return;
  }
  if (text_button(ui, "quiz_on", tr(Text::lesson_next), low, {}, Weight::chosen)) {
    const QuizModel::Kind kind = quiz.kind();
    runs.transport().step();
    ask(kind, runs, shared);
  }
  if (text_button(ui, "quiz_save", tr(Text::quiz_save), high)) {
    const std::string file = "stallscope-quiz.csv";
    const std::string why = write_whole_file(file, quiz.results_csv());
    shared.message = why.empty() ? tr(Text::export_done, {std::filesystem::absolute(file).string()})
                                 : tr(Text::save_failed, {file, why});
  }
}

} // namespace

void draw_quiz(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  const Palette& c = ui.colours();
  QuizModel& quiz = shared.quiz;
  ui.canvas.fill(area, c.surface);
  ui.canvas.line({area.left, area.top}, {area.left, area.bottom}, c.line, ui.style.stroke);
  const float pad = ui.px(16);
  const Rect column{area.left + pad, area.top + ui.px(48), area.right - pad,
                    area.bottom - ui.px(12)};
  const Rect close{area.right - ui.px(40), area.top + ui.px(8), area.right - ui.px(8),
                   area.top + ui.px(40)};
  if (!quiz.results().empty())
    draw_label(ui.canvas, {column.left, close.top, close.left, close.bottom},
               tr(Text::quiz_score,
                  {fmt::format("{}", quiz.score()), fmt::format("{}", quiz.full_score())}),
               Face::text, ui.style.sizes.small, c.text_dim, Align::left);
  float y = draw_paragraph(ui.canvas, {column.left, column.top}, column.width(), quiz.question(),
                           Face::bold, ui.style.sizes.large, c.text) +
            ui.px(4);
  const bool reason = quiz.kind() == QuizModel::Kind::reason;
  if (!quiz.marked())
    y = draw_paragraph(ui.canvas, {column.left, y}, column.width(),
                       reason ? tr(Text::quiz_how_reason)
                              : tr(Text::quiz_how_places, {fmt::format("{}", quiz.cycle())}),
                       Face::text, ui.style.sizes.body, c.text_dim);
  y += ui.px(10);
  y = reason ? draw_reasons(ui, column, y, shared)
             : draw_places(ui, column, y, runs.run(Side::a), shared);
  for (const std::string& remark : quiz.remarks())
    y = draw_paragraph(ui.canvas, {column.left, y + ui.px(6)}, column.width(), remark, Face::text,
                       ui.style.sizes.body, c.text);
  draw_quiz_ways(ui, column, runs, shared);
  if (icon_button(ui, "quiz_close", Icon::close, close, tr(Text::close)))
    quiz.stop();
}

} // namespace stallscope::gui
