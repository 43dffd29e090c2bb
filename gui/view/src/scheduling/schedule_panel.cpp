#include "view/scheduling/schedule_panel.hpp"

#include "model/language/strings.hpp"
#include "view/widgets/choice_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace stallscope::gui {

Colour SchedulePanel::colour_of(const Ui& ui, sched::Node node) const {
  return ui.style.operation(OpId{node + 1ULL});
}

std::string SchedulePanel::text_of(sched::Node node) const {
  return model_.layout().boxes.at(node).text;
}

void SchedulePanel::refresh(Comparison& runs, Shared& shared) {
  model_.update();
  if (model_.take_result()) { // a button was pressed: the original is run A, the result run B
    if (!model_.is_kernel() && scheduler_ != "optimal" && !found_optimal_)
      model_.choose_scheduler(scheduler_);
    found_optimal_ = false;
    step_ = 0;
    if (const auto made = std::exchange(awaited_, std::nullopt))
      show(*made);
    else if (std::exchange(applies_, false))
      apply(runs);
  }
  if (awaits_all_ && model_.all()) {
    awaits_all_ = false;
    if (*model_.all())
      run_in_b(runs, (*model_.all())->text);
    else
      problem_ = model_.all()->diagnostics().front().message;
  }
  const Run& run = runs.run(Side::a);
  if (run.program() == nullptr || run.machine() == nullptr)
    return;
  if (run.version() == version_) {
    if (!run.busy() && std::exchange(shared.undone, false))
      follow_undo(runs);
    return;
  }
  version_ = run.version();
  if (program_ != run.spec().program.name) {
    program_ = run.spec().program.name;
    model_.transform({});
  }
  model_.open(run.shared_program(), *run.machine());
  if (!model_.empty())
    model_.choose_scheduler(scheduler_);
  step_ = 0;
  dragged_.reset();
  chosen_.reset();
}

bool SchedulePanel::cancel_interaction(Shared& shared) {
  const bool any = dragged_ || chosen_ || !shared.pinned_sentence.empty();
  dragged_.reset();
  chosen_.reset();
  shared.pinned_sentence.clear();
  return any;
}

void SchedulePanel::take_wishes(Shared& shared) {
  if (!shared.wanted_scheduler.empty()) {
    scheduler_ = shared.wanted_scheduler;
    model_.choose_scheduler(scheduler_);
    shared.wanted_scheduler.clear();
    step_ = 0;
  }
  if (shared.wanted_decision > 0) {
    step_ = std::min(shared.wanted_decision, model_.step_count());
    shared.wanted_decision = 0;
  }
}

void SchedulePanel::take_order_key(OrderKey key, Comparison& runs, Shared& shared) {
  const std::size_t count = model_.step_count();
  const std::size_t now = step_ == 0 ? count : step_;
  const std::vector<sched::Node>& order = model_.schedule().order;
  const auto at = chosen_ ? std::find(order.begin(), order.end(), *chosen_) : order.end();
  switch (key) {
  case OrderKey::next_decision:
    step_ = std::min(now + 1, count);
    return;
  case OrderKey::decision_before:
    step_ = std::max<std::size_t>(now, 2) - 1;
    return;
  case OrderKey::move_up:
  case OrderKey::move_down:
    move_chosen(key == OrderKey::move_up, runs, shared);
    return;
  case OrderKey::up:
    step_ = 0; // the complete order
    chosen_ = at == order.end() ? order.back() : at == order.begin() ? *at : *std::prev(at);
    return;
  case OrderKey::down:
    step_ = 0;
    chosen_ = at == order.end()              ? order.front()
              : std::next(at) == order.end() ? *at
                                             : *std::next(at);
    return;
  }
}

void SchedulePanel::move_chosen(bool up, Comparison& runs, Shared& shared) {
  step_ = 0;
  const std::vector<sched::Node>& order = model_.schedule().order;
  if (!chosen_)
    chosen_ = order.front();
  const auto from =
      static_cast<std::size_t>(std::find(order.begin(), order.end(), *chosen_) - order.begin());
  if (up ? from == 0 : from + 1 >= order.size())
    return;
  const std::size_t position = up ? from - 1 : from + 1; // position counted without the instruction
                                                         // itself
  for (const DropPlace& place : model_.places_for(*chosen_)) {
    if (place.position != position)
      continue;
    if (!place.legal)
      shared.message = place.breaks;
    else if (model_.drop(*chosen_, position))
      apply(runs);
    return;
  }
}

void SchedulePanel::apply(Comparison& runs) {
  problem_.clear();
  awaits_all_ = all_blocks_ && model_.blocks().size() > 1;
  if (awaits_all_) {
    model_.schedule_all(scheduler_);
    return;
  }
  if (const auto text = model_.text())
    run_in_b(runs, *text);
  else
    problem_ = text.diagnostics().front().message;
}

TextOrigin SchedulePanel::origin() const {
  TextOrigin made;
  made.transformation = model_.transformation();
  made.block = model_.block();
  const bool others = model_.blocks().size() > 1;
  made.all_blocks = all_blocks_ && others;
  if (model_.is_by_hand())
    made.order.assign(model_.schedule().order.begin(), model_.schedule().order.end());
  if (made.all_blocks)
    made.scheduler = scheduler_;
  else if (!model_.is_by_hand() && !model_.is_kernel())
    made.scheduler = model_.schedule().name;
  if (others && (!made.all_blocks || !made.order.empty()))
    made.label = model_.blocks().at(model_.block());
  return made;
}

void SchedulePanel::show(const TextOrigin& made) {
  all_blocks_ = made.all_blocks;
  model_.choose_block(std::min(made.block, model_.blocks().size() - 1));
  if (!made.scheduler.empty())
    scheduler_ = made.scheduler;
  if (made.order.empty() || !model_.show_order({made.order.begin(), made.order.end()}))
    model_.choose_scheduler(scheduler_);
  step_ = 0;
  dragged_.reset();
}

/// The order shown may have been changed by undo or redo.
void SchedulePanel::follow_undo(const Comparison& runs) {
  TextOrigin made;
  made.block = model_.block();
  made.scheduler = scheduler_;
  made.all_blocks = all_blocks_;
  if (runs.has_b() && runs.run(Side::b).spec().program.made)
    made = *runs.run(Side::b).spec().program.made;
  applies_ = awaits_all_ = false;
  if (made.transformation == model_.transformation()) {
    if (!model_.empty())
      show(made);
    return;
  }
  awaited_ = made;
  model_.transform(made.transformation);
}

/// On run B's machine if B has the same program, otherwise on A's.
void SchedulePanel::run_in_b(Comparison& runs, const std::string& text) {
  const RunSpec& a = runs.run(Side::a).spec();
  const bool there = runs.has_b() && runs.run(Side::b).spec().program.name == a.program.name;
  RunSpec spec = there ? runs.run(Side::b).spec() : a;
  spec.program = a.program;
  spec.program.isa = notation_of(spec.program);
  spec.program.text = text;
  spec.program.made = origin();
  spec.scheduler.clear();
  runs.open_b(std::move(spec));
}

/// Places controls side by side, and continues in the next line when one does not fit.
struct SchedulePanel::Lines {
  Rect area;
  float height = 0;
  float between = 0; ///< distance of lines
  float x = area.left;
  float y = area.top;

  Rect take(float width, float gap) {
    if (x > area.left && x + width > area.right)
      next_line();
    const Rect place{x, y, std::min(x + width, area.right), y + height};
    x += width + gap;
    return place;
  }
  void next_line() {
    x = area.left;
    y += height + between;
  }
  /// The rest of the current line.
  [[nodiscard]] Rect rest() const { return {std::min(x, area.right), y, area.right, y + height}; }
};

void SchedulePanel::draw(Ui& ui, const Rect& whole, Comparison& runs, Shared& shared) {
  Rect area = whole;
  if (shared.old_program) {
    area.top += ui.style.sizes.small + ui.px(8);
    draw_old_program(ui, {whole.left, whole.top, whole.right, area.top});
  }
  refresh(runs, shared);
  if (!model_.empty() && !shared.wanted_cycle && runs.run(Side::a).version() == version_)
    take_wishes(shared);
  if (model_.empty()) {
    plate(ui, area);
    draw_run_state(ui, area, runs.run(Side::a));
    return;
  }
  if (shared.order_key && !model_.schedule().order.empty())
    take_order_key(*shared.order_key, runs, shared);
  if (model_.searching())
    shared.busy = {tr(Text::searching), -1, [this] { model_.stop(); }};
  const std::size_t count = model_.step_count();
  step_ = std::min(step_, count);
  StepView step;
  if (count > 0)
    step = model_.step(step_ == 0 ? count : step_);
  else
    step.order = model_.schedule().order;
  const float line = row_height(ui);
  Lines controls{area, line, ui.px(4)};
  draw_choices(ui, controls, runs);
  if (area.height() >= 10 * line) { // otherwise they would hide the schedule
    controls.next_line();
    draw_transformations(ui, controls);
  }
  const Rect below{area.left, controls.y + line + ui.px(8), area.right, area.bottom};
  // The lists are beside the graph; if that is too narrow, below it.
  const float gap = ui.px(14);
  const bool narrow = below.width() < ui.px(640) && below.height() >= ui.px(460);
  const float split = below.left + below.width() * (below.width() < ui.px(1000) ? 0.56F : 0.5F);
  const float fold = below.top + below.height() * 0.42F;
  draw_graph_part(ui,
                  narrow ? Rect{below.left, below.top, below.right, fold - gap / 2}
                         : Rect{below.left, below.top, split - gap / 2, below.bottom},
                  step, shared);
  const Rect right = narrow ? Rect{below.left, fold + gap / 2, below.right, below.bottom}
                            : Rect{split + gap / 2, below.top, below.right, below.bottom};
  plate(ui, right);
  const float pad = ui.px(14);
  const Rect inside{right.left + pad, right.top + ui.px(8), right.right - pad,
                    right.bottom - ui.px(8)};
  draw_bounds(ui, {inside.left, inside.top, inside.right, inside.top + line}, shared);
  draw_step_buttons(ui, {inside.left, inside.top + line, inside.right, inside.top + 3 * line},
                    step);
  const float top = inside.top + 3 * line + ui.px(6);
  const float middle = inside.left + inside.width() * 0.54F;
  draw_available(ui, {inside.left, top, middle - pad / 2, inside.bottom}, step);
  draw_order(ui, {middle + pad / 2, top, inside.right, inside.bottom}, step, runs, shared);
}

void SchedulePanel::draw_choices(Ui& ui, Lines& lines, Comparison& runs) {
  const auto place_list = [&](const char* label, float width) {
    const bool labelled = lines.area.width() >= ui.px(640);
    const float words =
        labelled ? ui.canvas.text_width(label, Face::text, ui.style.sizes.body) + ui.px(8) : 0;
    width = std::min(width, lines.area.width() * 0.26F);
    const Rect place = lines.take(words + width, ui.px(labelled ? 18 : 8));
    if (labelled)
      draw_label(ui.canvas, {place.left, place.top, place.left + words, place.bottom}, label,
                 Face::text, ui.style.sizes.body, ui.colours().text_dim, Align::left);
    ImGui::SetCursorScreenPos({place.right - width, place.top + ui.px(1)});
    ImGui::SetNextItemWidth(width);
  };
  place_list(tr(Text::sched_block), ui.px(190));
  if (const auto block = choice_list(ui, "sched_block", model_.blocks().at(model_.block()),
                                     model_.blocks(), model_.block())) {
    model_.choose_block(*block);
    model_.choose_scheduler(scheduler_);
    step_ = 0;
  }
  place_list(tr(Text::sched_scheduler), ui.px(180));
  std::vector<std::string> names;
  for (const sched::SchedulerInfo& info : sched::schedulers())
    names.emplace_back(info.name);
  const auto now = std::find(names.begin(), names.end(), scheduler_) - names.begin();
  if (const auto taken =
          choice_list(ui, "sched_scheduler", scheduler_, names, static_cast<std::size_t>(now),
                      [](std::size_t i) { return scheduler_title(sched::schedulers()[i]); })) {
    scheduler_ = names[*taken];
    model_.choose_scheduler(scheduler_);
    step_ = 0;
    apply(runs);
  }
  draw_scope(ui, lines, runs);
  const Rect place = lines.take(button_width(ui, tr(Text::sched_apply)), ui.px(8));
  if (text_button(ui, "apply", tr(Text::sched_apply),
                  {place.left, place.top + ui.px(1), place.right, place.bottom - ui.px(1)}))
    apply(runs);
  const Rect rest = lines.rest();
  const std::string& words = problem_.empty() ? model_.inexact() : problem_;
  draw_label(ui.canvas, rest,
             elided(ui.canvas, words, Face::text, ui.style.sizes.small, rest.width()), Face::text,
             ui.style.sizes.small, problem_.empty() ? ui.colours().text_dim : ui.colours().bad,
             Align::left);
  if (!words.empty() && touch("sched_remark", rest).hovered)
    tooltip(ui, words);
}

/// The choice between this block alone and all blocks.
void SchedulePanel::draw_scope(Ui& ui, Lines& lines, Comparison& runs) {
  if (model_.blocks().size() < 2)
    return;
  const auto choice = [&](const char* id, Text words, Text tip, bool all, float gap) {
    const Rect place = lines.take(button_width(ui, tr(words)), ui.px(gap));
    if (!text_button(ui, id, tr(words),
                     {place.left, place.top + ui.px(1), place.right, place.bottom - ui.px(1)},
                     tr(tip), all_blocks_ == all ? Weight::chosen : Weight::normal) ||
        all_blocks_ == all)
      return;
    all_blocks_ = all;
    apply(runs);
  };
  choice("scope_block", Text::sched_this_block, Text::sched_this_block_tip, false, 4);
  choice("scope_all", Text::sched_all_blocks, Text::sched_all_blocks_tip, true, 18);
}

std::string SchedulePanel::block_in_words() const {
  const std::size_t count = model_.blocks().size();
  const std::string& name = model_.blocks().at(model_.block());
  if (count < 2)
    return fmt::format("{} {}", tr(Text::sched_block), name);
  std::string words = tr(Text::sched_block_of,
                         {fmt::format("{}", model_.block() + 1), fmt::format("{}", count), name});
  words += " · ";
  if (!all_blocks_)
    words += tr(Text::sched_others_stay);
  else if (model_.all() && *model_.all())
    words += tr(Text::sched_all_done,
                {fmt::format("{}", (*model_.all())->changed), fmt::format("{}", count)});
  else
    words += tr(model_.scheduling_all() ? Text::sched_all_running : Text::sched_all_blocks_tip);
  return words;
}

/// The transformations before scheduling; each result is shown as run B.
void SchedulePanel::draw_transformations(Ui& ui, Lines& lines) {
  const Palette& c = ui.colours();
  Transformation what = model_.transformation();
  const auto button = [&](const std::string& id, const std::string& label, Text tip, bool chosen,
                          bool enabled = true) {
    const Rect at = lines.take(button_width(ui, label), ui.px(4));
    const Rect place{at.left, at.top + ui.px(1), at.right, at.bottom - ui.px(1)};
    return text_button(ui, id, label, place, tr(tip), chosen ? Weight::chosen : Weight::normal,
                       enabled);
  };
  const float words =
      ui.canvas.text_width(tr(Text::sched_unroll), Face::text, ui.style.sizes.body) + 1;
  draw_label(ui.canvas, lines.take(words, ui.px(8)), tr(Text::sched_unroll), Face::text,
             ui.style.sizes.body, c.text_dim, Align::left);
  for (const unsigned factor : {1U, 2U, 4U, 8U})
    if (button(fmt::format("unroll_{}", factor), fmt::format("×{}", factor), Text::sched_unroll_tip,
               what.unroll == factor))
      what.unroll = factor;
  lines.x += ui.px(10);
  if (button("rename", tr(Text::sched_rename), Text::sched_rename_tip, what.rename))
    what.rename = !what.rename;
  if (button("pipeline", tr(Text::sched_software_pipeline), Text::sched_pipeline_tip,
             what.pipeline))
    what.pipeline = !what.pipeline;
  if (button("optimal", tr(Text::sched_find_optimal), Text::sched_optimal_tip, model_.searching(),
             !model_.searching() && !model_.is_kernel())) {
    model_.find_optimal();
    found_optimal_ = applies_ = true;
  }
  if (what != model_.transformation()) {
    model_.transform(what);
    found_optimal_ = false;
    applies_ = true;
  }
  std::string notes;
  for (const TransformNote& note : model_.notes())
    notes += (notes.empty() ? "" : " · ") + note.words();
  if (model_.transforming() || model_.searching())
    notes = tr(model_.searching() ? Text::searching : Text::sched_transforming);
  const Rect rest = lines.rest();
  draw_label(ui.canvas, rest,
             elided(ui.canvas, notes, Face::text, ui.style.sizes.body, rest.width()), Face::text,
             ui.style.sizes.body, c.text, Align::left);
  if (!notes.empty() && touch("transform_notes", rest).hovered)
    tooltip(ui, notes);
}

Result<std::string> SchedulePanel::exported(const Style& /*style*/, Comparison& /*runs*/,
                                            ExportFormat format) {
  return export_graph(model_, format);
}

} // namespace stallscope::gui
