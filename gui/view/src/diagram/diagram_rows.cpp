#include "model/cells/loop_iterations.hpp"
#include "model/language/strings.hpp"
#include "view/diagram/diagram_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

// Row operations of the diagram panel: folds and bookmarks.
namespace stallscope::gui {

namespace {

std::string rows_in_words(const OpRange& range) {
  return fmt::format("{}", range.last.value - range.first.value + 1);
}

const char* menu_name(Side side) {
  return side == Side::a ? "diagram_menu_a" : "diagram_menu_b";
}

/// Shows the reason in place of a menu entry that is not available.
void say_why_not(const std::string& words) {
  ImGui::TextDisabled("%s", words.c_str());
  keep_item_place("fold_reason");
}

} // namespace

void DiagramPanel::follow_bookmarks(Pane& pane, const Run& run, BookmarkList& list) const {
  if (run.state() != Run::State::ready)
    return;
  const RememberedRun now = remember(run.spec());
  if (list.run != now)
    list = {now, {}};
  if (pane.model.bookmarks() != list.marks)
    pane.model.set_bookmarks(list.marks);
}

void DiagramPanel::toggle_bookmark(Run& run, Side side, OpId op, std::uint64_t cycle,
                                   Shared& shared) {
  DiagramModel& model = panes_[static_cast<std::size_t>(side)].model;
  if (!op || cycle == 0)
    return;
  model.toggle_bookmark(op, cycle, model.explain(run, {cycle, op}));
  shared.bookmarks[static_cast<std::size_t>(side)].marks = model.bookmarks();
}

void DiagramPanel::go_to_bookmark(Comparison& runs, Side side, bool forwards, Shared& shared) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  const auto mark = pane.model.next_bookmark(runs.cycle(side), forwards);
  if (!mark) {
    shared.message = tr(Text::bookmark_none);
    return;
  }
  runs.set_active(side);
  runs.transport().seek(mark->cycle);
  pane.chosen = mark->op;
  shared.pinned_sentence = mark->label;
}

void DiagramPanel::take_wish(Comparison& runs, Side side, Shared& shared) {
  if (!shared.diagram_wish)
    return;
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  Run& run = runs.run(side);
  const DiagramWish wish = *shared.diagram_wish;
  shared.diagram_wish.reset();
  if (wish == DiagramWish::search) {
    pane.search_opening = true;
  } else if (wish == DiagramWish::next_hit && pane.search.empty()) {
    shared.diagram_key = CursorKey::why; // there is no next match: Enter is for the cells
  } else if (wish == DiagramWish::next_hit || wish == DiagramWish::previous_hit) {
    search(runs, side, shared, wish == DiagramWish::next_hit);
  } else if (wish == DiagramWish::bookmark) {
    // The selected row, otherwise the oldest operation in flight.
    const std::uint64_t now = runs.cycle(side);
    OpId op = pane.chosen;
    const WindowPtr window = op ? nullptr : run.window(now, now + 1);
    if (window != nullptr) {
      const TimelineIndex::Rows rows = window->index.rows_in(Cycle{now}, Cycle{now + 1});
      if (rows.first < rows.last)
        op = window->timeline().rows[rows.first].op;
    }
    toggle_bookmark(run, side, op, now, shared);
  } else {
    go_to_bookmark(runs, side, wish == DiagramWish::next_bookmark, shared);
  }
}

/// Shows the search for the last iteration of a loop as background work.
void DiagramPanel::say_busy(const Pane& pane, Shared& shared) {
  if (pane.folding != nullptr && !pane.folding->finished())
    shared.busy = {tr(Text::fold_looking), pane.folding->progress(),
                   [task = pane.folding] { task->cancel(); }};
}

/// Folds a long run's loop down to its first and last iteration, once the last one has been found.
void DiagramPanel::fold_to_last(const WindowPtr& window, Run& run, Side side, Shared& shared) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  if (pane.folding != nullptr)
    pane.folding->cancel();
  shared.message = tr(Text::fold_looking);
  const OpId op = pane.menu_of;
  pane.folding = run.scan(run.last_cycle() + 1, false, last_time_of(*window, op),
                          [&pane, &run, &shared, window, op,
                           version = run.version()](const std::optional<RunPlace>& last) {
                            if (run.version() != version)
                              return; // another run is shown meanwhile
                            const std::optional<OpRange> range =
                                last ? iterations_up_to(*window, op, last->op) : std::nullopt;
                            if (range && range->first < range->last)
                              pane.model.fold(range->first, range->last);
                            shared.message = range ? std::string() : tr(Text::fold_no_more);
                          });
}

/// Menu entries for the iterations of the loop that starts with a row, as far as known.
void DiagramPanel::draw_iteration_lines(Comparison& runs, Side side, Shared& shared) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  Run& run = runs.run(side);
  const OpId op = pane.menu_of;
  const WindowPtr window = pane.model.window_in_sight(run, runs.cycle(side));
  if (window == nullptr) {
    const bool far = pane.model.detail(run) == Detail::band;
    say_why_not(tr(far ? Text::fold_zoom_in : Text::loading));
    return;
  }
  const auto fold = [&](const char* id, Text words, const std::optional<OpRange>& range) {
    if (range && range->first < range->last &&
        list_line(id, tr(words, {rows_in_words(*range)}), false)) {
      pane.model.fold(range->first, range->last);
      ImGui::CloseCurrentPopup();
    }
  };
  const std::optional<OpRange> iteration = iteration_from(*window, op);
  fold("fold_iteration", Text::fold_iteration, iteration);
  if (run.whole()) {
    fold("fold_iterations", Text::fold_iterations, later_iterations(*window, op));
  } else if (!iteration) {
    const Timeline& part = window->timeline();
    const std::uint64_t cycles = part.end_cycle.value - part.first_cycle.value;
    say_why_not(tr(Text::fold_too_long, {fmt::format("{}", cycles)}));
  } else if (list_line("fold_iterations", tr(Text::fold_to_last), false)) {
    fold_to_last(window, run, side, shared);
    ImGui::CloseCurrentPopup();
  }
}

void DiagramPanel::draw_fold_lines(Comparison& runs, Side side, Shared& shared) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  DiagramModel& model = pane.model;
  const OpId op = pane.menu_of;
  if (!model.folded(op))
    draw_iteration_lines(runs, side, shared);
  if (pane.chosen && pane.chosen != op) {
    const OpId first = std::min(pane.chosen, op);
    const std::string words = tr(Text::fold_range, {fmt::format("{}", pane.chosen.value)});
    if (list_line("fold_range", words, false)) {
      model.fold(first, std::max(pane.chosen, op));
      ImGui::CloseCurrentPopup();
    }
  }
  if (model.folded(op) && list_line("unfold", tr(Text::unfold), false)) {
    (void)model.unfold(op);
    ImGui::CloseCurrentPopup();
  }
  if (model.fold_count() > 0 && list_line("unfold_all", tr(Text::unfold_all), false)) {
    model.unfold_all();
    ImGui::CloseCurrentPopup();
  }
}

void DiagramPanel::draw_menu(Comparison& runs, Side side, Shared& shared) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  Run& run = runs.run(side);
  if (std::exchange(pane.menu_opening, false))
    ImGui::OpenPopup(menu_name(side));
  if (!ImGui::BeginPopup(menu_name(side)))
    return;
  draw_fold_lines(runs, side, shared);
  const std::uint64_t now = runs.cycle(side);
  const auto& marks = pane.model.bookmarks();
  const bool there = std::any_of(marks.begin(), marks.end(), [&](const Bookmark& mark) {
    return mark.op == pane.menu_of && mark.cycle == now;
  });
  if (list_line("bookmark_row", tr(there ? Text::bookmark_remove : Text::bookmark_add), false)) {
    toggle_bookmark(run, side, pane.menu_of, now, shared);
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void DiagramPanel::draw_bookmark_buttons(Ui& ui, const DiagramLayout& layout, Comparison& runs,
                                         Side side, Shared& shared) {
  const float square = ui.px(32);
  const float y = layout.footer.centre().y - square / 2;
  // left of the zoom buttons
  float x = layout.body.right - ui.px(8) - 3 * (square + ui.px(4)) - ui.px(12);
  const char* which = side == Side::a ? "a" : "b";
  const bool any = !panes_[static_cast<std::size_t>(side)].model.bookmarks().empty();
  const auto button = [&](const char* id, Icon icon, Text tip, const char* key, bool enabled) {
    x -= square + ui.px(4);
    return icon_button(ui, fmt::format("{}_{}", id, which), icon, {x, y, x + square, y + square},
                       fmt::format("{} ({})", tr(tip), key), Weight::normal, enabled);
  };
  if (x - 3 * square < layout.body.left)
    return; // no space; keyboard commands are available
  if (button("bookmark_next", Icon::bookmark_next, Text::bookmark_next, "N", any))
    go_to_bookmark(runs, side, true, shared);
  if (button("bookmark_previous", Icon::bookmark_previous, Text::bookmark_previous, "P", any))
    go_to_bookmark(runs, side, false, shared);
  if (!button("bookmark", Icon::bookmark, Text::bookmark, "B", true))
    return;
  runs.set_active(side);
  shared.diagram_wish = DiagramWish::bookmark;
}

} // namespace stallscope::gui
