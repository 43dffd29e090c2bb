#include "view/window/interface.hpp"

#include "view/analysis/ledger_panel.hpp"
#include "view/analysis/lines_panel.hpp"
#include "view/analysis/machine_panel.hpp"
#include "view/diagram/diagram_panel.hpp"
#include "view/editor/editor_panel.hpp"
#include "view/editor/examples_panel.hpp"
#include "view/graph/graph_panel.hpp"
#include "view/plan/device_panel.hpp"
#include "view/plan/order_panel.hpp"
#include "view/plan/rank_panel.hpp"
#include "view/processor/processor_panel.hpp"
#include "view/processor/structures_panel.hpp"
#include "view/scheduling/schedule_panel.hpp"
#include "view/teaching/lesson_panel.hpp"
#include "view/teaching/quiz_panel.hpp"
#include "view/widgets/focus.hpp"
#include "view/window/trace_panel.hpp"
#include "window/panel_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::gui {

namespace {

/// Converts code points to UTF-8.
std::string text_of(const std::vector<char32_t>& codes) {
  std::string text;
  for (const char32_t code : codes) {
    if (code < 0x80) {
      text += static_cast<char>(code);
    } else if (code < 0x800) {
      text += static_cast<char>(0xc0 | code >> 6);
      text += static_cast<char>(0x80 | (code & 0x3f));
    } else {
      text += static_cast<char>(0xe0 | code >> 12);
      text += static_cast<char>(0x80 | (code >> 6 & 0x3f));
      text += static_cast<char>(0x80 | (code & 0x3f));
    }
  }
  return text;
}

/// All characters that the interface shows in the current language.
std::string text_shown() {
  std::vector<std::string_view> more;
  const auto add = [&more](const Translated& text) { more.push_back(text.text()); };
  for (const Lesson& lesson : lessons()) {
    add(lesson.title);
    for (const LessonStep& step : lesson.steps) {
      add(step.text);
      if (!step.question)
        continue;
      add(step.question->text);
      add(step.question->because);
      for (const Translated& choice : step.question->choices)
        add(choice);
    }
  }
  return text_of(glyphs_of(gui::language(), more));
}

constexpr float kTopHeight = 56;
constexpr float kRailWidth = 88;
constexpr float kFoldedRail = 52; ///< width in presenter mode, without labels
/// A window with less room than this is narrow, in letters of the body.
constexpr float kNarrowLetters = 38;
/// The share of a narrow window's height that a lesson takes.
constexpr float kLessonBelow = 0.42F;
constexpr float kSentenceHeight = 40;

} // namespace

std::optional<PanelId> panel_named(std::string_view name) {
  for (const PanelEntry& entry : kPanels)
    if (entry.name == name)
      return entry.id;
  return std::nullopt;
}

std::string panel_name(PanelId id) {
  for (const PanelEntry& entry : kPanels)
    if (entry.id == id)
      return entry.name;
  return {};
}

const std::vector<std::string>& panel_names() {
  static const std::vector<std::string> names = []() {
    std::vector<std::string> all;
    for (const PanelEntry& entry : kPanels)
      all.emplace_back(entry.name);
    return all;
  }();
  return names;
}

Interface::Interface(Comparison& runs, Threads threads, const Folders& folders)
    : runs_(runs), files_(find_fonts(font_folder())), document_(threads, folders) {
  panels_[PanelId::table] = std::make_unique<TablePanel>();
  panels_[PanelId::diagram] = std::make_unique<DiagramPanel>();
  panels_[PanelId::machine] = std::make_unique<MachinePanel>();
  panels_[PanelId::editor] = std::make_unique<EditorPanel>(document_);
  panels_[PanelId::examples] = std::make_unique<ExamplesPanel>(threads);
  panels_[PanelId::processor] = std::make_unique<ProcessorPanel>();
  panels_[PanelId::structures] = std::make_unique<StructuresPanel>();
  panels_[PanelId::lesson] = std::make_unique<LessonPanel>();
  panels_[PanelId::schedule] = std::make_unique<SchedulePanel>(threads);
  panels_[PanelId::ledger] = std::make_unique<LedgerPanel>(threads);
  panels_[PanelId::lines] = std::make_unique<LinesPanel>(threads);
  for (const Subject subject : {Subject::plan, Subject::graph, Subject::measured})
    course_panels_[{subject, PanelId::table}] = std::make_unique<DevicePanel>();
  for (const PanelId id : {PanelId::processor, PanelId::schedule})
    course_panels_[{Subject::graph, id}] = std::make_unique<GraphPanel>();
  course_panels_[{Subject::plan, PanelId::processor}] = std::make_unique<RankPanel>();
  course_panels_[{Subject::plan, PanelId::schedule}] = std::make_unique<OrderPanel>();
  for (const PanelId id :
       {PanelId::processor, PanelId::structures, PanelId::schedule, PanelId::machine})
    for (const Subject subject : {Subject::trace, Subject::measured})
      course_panels_[{subject, id}] = std::make_unique<TracePanel>();
  course_panels_[{Subject::trace, PanelId::ledger}] = std::make_unique<TracePanel>();
  for (const Subject subject : {Subject::plan, Subject::graph})
    course_panels_[{subject, PanelId::structures}] = std::make_unique<TracePanel>(Text::plan_alone);
}

Interface::~Interface() = default;

std::string Interface::font_problem() const {
  if (files_.text.empty())
    return tr(Text::no_font);
  return is_chinese(looks.language) && !has_chinese() ? tr(Text::font_missing) : std::string();
}

PanelView* Interface::panel() {
  return panel_of(looks.panel);
}

Subject Interface::shown_subject() const {
  const auto failed = [this](Side side) { return runs_.run(side).state() == Run::State::failed; };
  const Side other = runs_.active() == Side::a ? Side::b : Side::a;
  const bool instead = runs_.has_b() && failed(runs_.active()) && !failed(other);
  return runs_.run(instead ? other : runs_.active()).spec().subject;
}

PanelView* Interface::panel_of(PanelId id) {
  const auto own = course_panels_.find({shown_subject(), id});
  if (own != course_panels_.end())
    return own->second.get();
  const auto found = panels_.find(id);
  return found == panels_.end() ? nullptr : found->second.get();
}

/// A projector has a fixed resolution: in presenter mode sizes scale with the window, in steps,
/// because fonts are rebuilt.
float Interface::hall_scale() const {
  constexpr float kDesignHeight = 1080;
  constexpr float kSteps = 8;
  constexpr float kSmallest = 0.8F; // in a small window cells are as large as without presenter
                                    // mode
  const float times = ImGui::GetIO().DisplaySize.y / (kDesignHeight * looks.scale);
  return std::clamp(std::floor(times * kSteps) / kSteps, kSmallest, 4.0F);
}

bool Interface::prepare() {
  set_language(has_chinese() ? looks.language : Language::english);
  set_time_unit(shown_subject() == Subject::program ? TimeUnit::cycle : TimeUnit::tick);
  shared.presenter = looks.presenter;
  ImGui::GetIO().KeyRepeatDelay = 0.4F; // shorter than the default, since single steps are short
                                        // presses
  style_.colours = palette_of(theme(looks.theme));
  Looks wanted = looks;
  wanted.panel = built_for_.panel; // does not affect the fonts
  const float hall = looks.presenter ? hall_scale() : 1.0F;
  if (built_ && wanted == built_for_ && hall == built_hall_ && !fonts_.lack_characters())
    return false;
  built_hall_ = hall;
  const float all = looks.scale * looks.text_scale * hall;
  const float letters = all * (looks.presenter ? 1.5F : 1.0F);
  style_.unit = all * (looks.presenter ? 1.25F : 1.0F);
  style_.stroke = std::max(1.0F, std::round(style_.unit));
  style_.stroke_strong = std::max(1.5F, 2 * style_.unit * (looks.presenter ? 1.3F : 1.0F));
  style_.radius = style_.px(5);
  style_.sizes = {std::round((looks.presenter ? 17 : 13.5F) * letters), std::round(17 * letters),
                  std::round(21 * letters), std::round(34 * letters)};
  fonts_.build(
      gui::language() == Language::traditional_chinese ? with_traditional_forms(files_) : files_,
      style_.sizes, is_chinese(gui::language()) ? text_shown() : std::string(kChineseName));
  style_.fonts = &fonts_;
  const bool changed = true;
  built_ = true;
  built_for_ = looks;
  return changed;
}

void Interface::follow_wishes() {
  if (shared.scene_changed) {
    shared.scene_changed = false;
    open_scene(shared.lesson.step(), runs_, shared);
    history_.accept(scene_of(runs_, panes_now())); // lesson steps have their own navigation,
                                                   // without undo
  }
  if (shared.wanted_panel) {
    looks.panel = *shared.wanted_panel;
    shared.wanted_panel.reset();
  }
  if (shared.wanted_cycle && runs_known()) {
    runs_.transport().seek(*shared.wanted_cycle);
    shared.wanted_cycle.reset();
  }
}

bool Interface::runs_known() const {
  const auto known = [this](Side side) {
    return runs_.run(side).state() == Run::State::ready && !runs_.run(side).busy();
  };
  return known(Side::a) && (!runs_.has_b() || known(Side::b));
}

/// A window as narrow as a telephone's: labels of the rail are left out, and a lesson is below.
bool Interface::is_narrow() const {
  return ImGui::GetIO().DisplaySize.x < style_.sizes.body * kNarrowLetters;
}

/// Draws a lesson or quiz to the right of the panels, in a narrow window below them; returns the
/// room that is left for all else.
Point Interface::draw_beside(Ui& ui, const Rect& room) {
  const bool quiz = shared.quiz.kind() != QuizModel::Kind::none;
  if (shared.lesson.lesson() == nullptr && !quiz)
    return {room.right, room.bottom};
  const float width = std::min(style_.sizes.body * 19, room.right * 0.3F);
  const Rect beside = is_narrow() ? Rect{room.left, room.bottom - room.bottom * kLessonBelow,
                                         room.right, room.bottom}
                                  : Rect{room.right - width, room.top, room.right, room.bottom};
  if (quiz)
    draw_quiz(ui, beside, runs_, shared);
  else
    draw_lesson(ui, beside, shared);
  return is_narrow() ? Point{room.right, beside.top} : Point{beside.left, room.bottom};
}

void Interface::draw() {
  for (const ImWchar letter : ImGui::GetIO().InputQueueCharacters)
    fonts_.show(text_of({letter}));
  forget_messages();
  begin_focus_order(style_);
  keep_tooltips(what_is_.on());
  take_keys();
  follow_wishes();
  document_.update(static_cast<double>(ImGui::GetIO().DeltaTime), runs_);
  shared.old_program = document_.editor().changed() && document_.editor().has_errors() &&
                       runs_.run(Side::a).state() != Run::State::failed;
  follow_history();
  apply(style_);
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin("stallscope", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoBackground | // the owner clears the frame with the background
                                                   // colour
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  take_escape();
  ImGuiCanvas canvas(*ImGui::GetWindowDrawList(), fonts_);
  Ui ui{style_, canvas};
  shared.sentence.clear();
  shared.busy.reset();
  const float top = ui.px(kTopHeight);
  // Letters are scaled independently of sizes, so the rail must be wide enough for its labels.
  const float rail = looks.presenter || is_narrow()
                         ? ui.px(kFoldedRail)
                         : std::max(ui.px(kRailWidth), style_.sizes.small * 6.25F);
  const float transport = TransportBar::height(style_, runs_.has_b());
  const float sentence = ui.px(kSentenceHeight);
  const float pad = ui.px(14);
  const Point end = draw_beside(ui, {rail, top, size.x, size.y});
  const Rect middle{rail + pad, top + ui.px(10), end.x - pad, end.y - transport - sentence};
  draw_panels(ui, middle);
  follow_overlay();
  draw_top(ui, {0, 0, size.x, top});
  draw_rail(ui, {0, top, rail, size.y});
  draw_sentence(ui, {middle.left, middle.bottom, middle.right, middle.bottom + sentence});
  shared.chooser.draw(ui, runs_);
  dialogs_.draw(ui, runs_, shared);
  draw_other_program(ui);
  go_to_.draw(ui, runs_);
  if (palette_.is_open())
    palette_.draw(ui, commands());
  write_export();
  if (transport_.draw(ui, {middle.left, end.y - transport, middle.right, end.y}, runs_, shared))
    go_to_.open();
  tour_.draw(ui);
  what_is_.draw(ui, looks.panel, shared);
  ImGui::End();
}

namespace {

/// A panel that shows why operations wait, other than the table, which hides it by itself.
bool tells_reasons(PanelId panel) {
  return panel == PanelId::diagram || panel == PanelId::processor || panel == PanelId::structures ||
         panel == PanelId::ledger || panel == PanelId::lines;
}

/// In place of a panel that would answer the quiz.
void draw_hidden(Ui& ui, const Rect& area) {
  plate(ui, area);
  (void)draw_paragraph(ui.canvas, {area.left + ui.px(18), area.top + ui.px(18)},
                       area.width() - ui.px(36), tr(Text::quiz_hides), Face::text,
                       ui.style.sizes.body, ui.colours().text_dim);
}

} // namespace

void Interface::draw_panels(Ui& ui, const Rect& middle) {
  const std::vector<PanelSplit::Place> places = split_.places(ui, middle, looks.panel);
  shared.line_seen = std::exchange(shared.line_pointed, 0);
  const bool covered = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
  for (const PanelSplit::Place& place : places) {
    PanelView* const shown = panel_of(place.panel);
    if (shown == nullptr)
      continue;
    if (!covered && ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
        place.rect.contains(point(ImGui::GetIO().MousePos)))
      looks.panel = place.panel; // the keyboard focus moves there
    if (places.size() > 1 && place.panel == looks.panel)
      ui.canvas.line({place.rect.left, place.rect.top - ui.px(4)},
                     {place.rect.right, place.rect.top - ui.px(4)}, ui.colours().accent,
                     style_.stroke_strong);
    keep_place("panel_area_" + panel_name(place.panel), place.rect);
    const PlaceScope scope(panel_name(place.panel),
                           place.slot == 0 ? std::string() : fmt::format("{}/", place.slot + 1));
    if (shared.quiz.hides_reasons() && tells_reasons(place.panel))
      draw_hidden(ui, place.rect);
    else
      shown->draw(ui, place.rect, runs_, shared);
  }
  shared.order_key.reset();
  shared.cursor_key.reset();
  shared.diagram_key.reset();
}

} // namespace stallscope::gui
