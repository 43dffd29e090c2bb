#include "model/cells/search.hpp"
#include "model/language/strings.hpp"
#include "model/run/run_words.hpp"
#include "view/diagram/diagram_panel.hpp"
#include "view/widgets/focus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <imgui_stdlib.h>
#include <utility>

// Search in a diagram: the field, navigation between matches, and their number.
namespace stallscope::gui {

namespace {

constexpr std::uint64_t kBeforeAll = 0;
constexpr std::uint64_t kBehindAll = ~std::uint64_t{0};

std::string percent_of(const Task& task) {
  return fmt::format("{:.0f}", std::max(task.progress(), 0.0) * 100);
}

bool runs_still(const std::shared_ptr<Task>& task) {
  return task != nullptr && !task->finished();
}

/// Letters of a search that stay in sight beside its state.
constexpr float kLeastLetters = 5;

} // namespace

void DiagramPanel::stop_search(Pane& pane) {
  for (std::shared_ptr<Task>* task : {&pane.searching, &pane.counting}) {
    if (*task != nullptr)
      (*task)->cancel();
    task->reset();
  }
}

void DiagramPanel::draw_search(Ui& ui, const DiagramLayout& layout, Comparison& runs, Side side,
                               Shared& shared) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  const float left = layout.names.left + ui.px(8);
  const float top = layout.footer.centre().y - ImGui::GetFrameHeight() / 2;
  ImGui::SetCursorScreenPos({left, top});
  // Up to the buttons at the other end of the footer, and what is said of the search.
  const float buttons = layout.body.right - ui.px(8) - 6 * ui.px(36) - ui.px(24);
  const float room = std::clamp(buttons - layout.names.left, layout.names.width() - ui.px(16),
                                ui.style.sizes.body * 20);
  const float state = state_width(ui, pane);
  const float width = std::max(std::min(room, buttons + ui.px(8) - left - state),
                               ui.style.sizes.body * kLeastLetters);
  ImGui::SetNextItemWidth(width);
  const char* id = side == Side::a ? "search_a" : "search_b";
  if (std::exchange(pane.search_opening, false))
    ImGui::SetKeyboardFocusHere();
  focus_field(ui, id);
  const bool entered = ImGui::InputTextWithHint(side == Side::a ? "##search_a" : "##search_b",
                                                tr(counts_cycles(runs.run(side).spec().subject)
                                                       ? Text::search_hint
                                                       : Text::course_search_hint),
                                                &pane.search, ImGuiInputTextFlags_EnterReturnsTrue);
  (void)leave_field(id);
  draw_search_state(
      ui, {left + width + ui.px(8), layout.footer.top, buttons + ui.px(16), layout.footer.bottom},
      pane, side, shared);
  if (entered)
    search(runs, side, shared, !ImGui::GetIO().KeyShift);
}

/// "3 of 17", or the progress of the search; empty: nothing is searched.
std::string DiagramPanel::search_words(const Pane& pane) {
  if (runs_still(pane.searching))
    return tr(Text::search_progress, {percent_of(*pane.searching)});
  if (pane.hit && runs_still(pane.counting))
    return tr(Text::search_counting, {"?", percent_of(*pane.counting)});
  if (pane.hit && pane.count != nullptr)
    return tr(Text::search_count, {grouped(pane.count->up_to_place), grouped(pane.count->total)});
  return {};
}

/// Of the words, and of the button that stops the search.
float DiagramPanel::state_width(const Ui& ui, const Pane& pane) {
  const std::string words = search_words(pane);
  if (words.empty())
    return 0;
  const bool stops = runs_still(pane.searching) || runs_still(pane.counting);
  return ui.canvas.text_width(words, Face::text, ui.style.sizes.body) + ui.px(12) +
         (stops ? button_width(ui, tr(Text::stop)) + ui.px(8) : 0);
}

/// What is said of the search, with a button that stops it.
void DiagramPanel::draw_search_state(Ui& ui, const Rect& room, Pane& pane, Side side,
                                     Shared& shared) const {
  const bool searching = runs_still(pane.searching);
  const bool counting = runs_still(pane.counting);
  const std::string words = search_words(pane);
  if (words.empty())
    return;
  const float size = ui.style.sizes.body;
  const float right =
      std::min(room.right, room.left + ui.canvas.text_width(words, Face::text, size) + ui.px(2));
  draw_label(ui.canvas, {room.left, room.top, right, room.bottom}, words, Face::text, size,
             ui.colours().text_dim, Align::left);
  keep_place(side == Side::a ? "search_state_a" : "search_state_b",
             {room.left, room.top, right, room.bottom});
  if (!searching && !counting)
    return;
  const float button = button_width(ui, tr(Text::stop));
  const float half = row_height(ui) / 2;
  const float y = room.centre().y;
  if (right + ui.px(8) + button <= room.right &&
      text_button(ui, side == Side::a ? "search_stop_a" : "search_stop_b", tr(Text::stop),
                  {right + ui.px(8), y - half, right + ui.px(8) + button, y + half})) {
    stop_search(pane);
    pane.count.reset();
    shared.message = tr(Text::search_stopped);
  }
}

void DiagramPanel::search(Comparison& runs, Side side, Shared& shared, bool forwards) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  if (pane.search.empty())
    return;
  const Result<SearchQuery> query = parse_search(pane.search);
  if (!query) {
    shared.message = tr(Text::search_bad, {pane.search, format(query.diagnostics().front())});
    return;
  }
  stop_search(pane);
  runs.set_active(side);
  // From the last match on, unless the user has moved since; a cycle can contain several matches.
  const std::uint64_t now = runs.cycle(side);
  const bool same = pane.model.search == *query;
  const bool steps = same && pane.hit && pane.hit->cycle == now;
  const RunPlace beyond =
      steps ? *pane.hit : RunPlace{now, OpId{forwards ? kBehindAll : kBeforeAll}};
  if (!same)
    pane.count.reset();
  pane.model.search = *query;
  shared.message = tr(Text::searching);
  const std::uint64_t from = forwards ? now - std::min<std::uint64_t>(now, 1) : now + 1;
  pane.searching = runs.run(side).scan(
      from, forwards, look_for(*query, forwards, beyond),
      [this, side, forwards, steps, &runs, &shared,
       text = pane.search](std::optional<RunPlace> place) {
        if (place)
          show_hit(runs, side, shared, *place, steps ? std::optional(forwards) : std::nullopt);
        else
          shared.message = tr(forwards ? Text::search_not_behind : Text::search_not_before, {text});
      });
}

/// Centres a match in the diagram. `stepped`: forwards or backwards from the previous match, so
/// that its number is known without counting.
void DiagramPanel::show_hit(Comparison& runs, Side side, Shared& shared, const RunPlace& place,
                            std::optional<bool> stepped) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  Run& run = runs.run(side);
  shared.message = tr(Text::search_found, {grouped(place.cycle)});
  runs.transport().seek(place.cycle);
  pane.hit = place;
  pane.chosen = place.op;
  pane.chosen_cycle = place.cycle;
  pane.model.center(run, place.op, place.cycle);
  pane.followed_cycle = runs.cycle(side); // the match is already centred
  if (stepped && pane.count != nullptr) {
    pane.count->up_to_place += *stepped ? 1 : ~std::uint64_t{0};
    return;
  }
  pane.count = std::make_shared<HitCount>();
  pane.counting = run.scan(0, true, count_matches(*pane.model.search, place, pane.count),
                           [](const std::optional<RunPlace>&) {});
}

} // namespace stallscope::gui
