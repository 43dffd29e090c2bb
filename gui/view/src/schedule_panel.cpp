#include "view/schedule_panel.hpp"

#include "model/strings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stallscope::gui {

Colour SchedulePanel::colour_of(const Ui& ui, sched::Node node) const {
  return ui.style.operation(OpId{node + 1ULL});
}

std::string SchedulePanel::text_of(sched::Node node) const {
  return model_.layout().boxes.at(node).text;
}

void SchedulePanel::refresh(Comparison& runs) {
  model_.update();
  if (model_.take_result()) { // a button's doing: before is run A, behind it is run B
    if (!model_.is_kernel() && scheduler_ != "optimal" && !found_optimal_)
      model_.choose_scheduler(scheduler_);
    found_optimal_ = false;
    step_ = 0;
    if (std::exchange(applies_, false))
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
  if (run.version() == version_ || run.program() == nullptr || run.machine() == nullptr)
    return;
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

void SchedulePanel::run_in_b(Comparison& runs, const std::string& text) {
  RunSpec spec = runs.run(Side::a).spec();
  spec.program.isa = notation_of(spec.program);
  spec.program.text = text;
  spec.scheduler.clear();
  runs.open_b(std::move(spec));
}

/// Controls beside each other, in the next line when one has no room left.
struct SchedulePanel::Lines {
  Rect area;
  float height = 0;
  float between = 0; ///< lines
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
  /// Of this line.
  [[nodiscard]] Rect rest() const { return {std::min(x, area.right), y, area.right, y + height}; }
};

void SchedulePanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  refresh(runs);
  if (!model_.empty() && !shared.wanted_cycle && runs.run(Side::a).version() == version_)
    take_wishes(shared);
  if (model_.empty()) {
    plate(ui, area);
    draw_run_state(ui, area, runs.run(Side::a));
    return;
  }
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
  if (area.height() >= 10 * line) { // else they would take what they are about from sight
    controls.next_line();
    draw_transformations(ui, controls);
  }
  const Rect below{area.left, controls.y + line + ui.px(8), area.right, area.bottom};
  // The graph and the lists beside it; where that is too narrow, below it if there is room.
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
  draw_bounds(ui, {inside.left, inside.top, inside.right, inside.top + line});
  draw_step_buttons(ui, {inside.left, inside.top + line, inside.right, inside.top + 3 * line},
                    step);
  const float top = inside.top + 3 * line + ui.px(6);
  const float middle = inside.left + inside.width() * 0.54F;
  draw_available(ui, {inside.left, top, middle - pad / 2, inside.bottom}, step);
  draw_order(ui, {middle + pad / 2, top, inside.right, inside.bottom}, step, runs, shared);
}

void SchedulePanel::draw_choices(Ui& ui, Lines& lines, Comparison& runs) {
  const auto combo = [&](const char* id, const char* label, const std::string& preview,
                         float width) {
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
    return ImGui::BeginCombo(id, preview.c_str());
  };
  if (combo("##block", tr(Text::sched_block), model_.blocks().at(model_.block()), ui.px(190))) {
    for (std::size_t i = 0; i < model_.blocks().size(); ++i)
      if (ImGui::Selectable(fmt::format("{}##{}", model_.blocks()[i], i).c_str(),
                            i == model_.block())) {
        model_.choose_block(i);
        model_.choose_scheduler(scheduler_);
        step_ = 0;
      }
    ImGui::EndCombo();
  }
  if (combo("##scheduler", tr(Text::sched_scheduler), scheduler_, ui.px(180))) {
    for (const sched::SchedulerInfo& info : sched::schedulers()) {
      if (ImGui::Selectable(std::string(info.name).c_str(), info.name == scheduler_)) {
        scheduler_ = info.name;
        model_.choose_scheduler(scheduler_);
        step_ = 0;
        apply(runs);
      }
      if (ImGui::IsItemHovered())
        tooltip(ui, scheduler_title(info));
    }
    ImGui::EndCombo();
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

/// Whether this block alone is put in order, or all of them.
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

/// What is done to the program first; each shows at once as run B.
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

void SchedulePanel::draw_bounds(Ui& ui, const Rect& line) {
  const Palette& c = ui.colours();
  float x = line.left;
  const auto say = [&](const std::string& words, Face face, float size, Colour colour) {
    const float width = ui.canvas.text_width(words, face, size);
    draw_label(ui.canvas, {x, line.top, std::min(x + width + 1, line.right), line.bottom}, words,
               face, size, colour, Align::left);
    x += width + ui.px(16);
  };
  const sched::Schedule& schedule = model_.schedule();
  say(fmt::format("{} {}", schedule.cycles, tr(Text::cycles)), Face::bold, ui.style.sizes.large,
      c.text);
  say(model_.proven() ? std::string(tr(Text::sched_optimal))
                      : tr(Text::sched_gap, {fmt::format("{}", model_.gap())}),
      Face::bold, ui.style.sizes.body, model_.proven() ? c.good : c.warning);
  say(fmt::format("{}: {}", tr(Text::as_written), model_.source().cycles), Face::text,
      ui.style.sizes.body, c.text_dim);
  say(tr(Text::sched_lower_bound, {fmt::format("{}", model_.lower_bound())}), Face::text,
      ui.style.sizes.body, c.text_dim);
}

void SchedulePanel::draw_graph_part(Ui& ui, const Rect& area, const StepView& step,
                                    Shared& shared) {
  plate(ui, area);
  const float keys = row_height(ui);
  const Rect title{area.left + ui.px(14), area.top + ui.px(8), area.right - ui.px(14),
                   area.top + ui.px(8) + keys};
  draw_section_title(
      ui, title,
      elided(ui.canvas, block_in_words(), Face::bold, ui.style.sizes.body, title.width()));
  const Rect room{area.left, title.bottom, area.right, area.bottom - keys};
  const GraphPlace place = fitted(model_.layout(), room, ui.style);
  const Touch state = touch("graph", room);
  GraphFrame frame;
  frame.colour = [&](sched::Node node) { return colour_of(ui, node); };
  frame.taken = [&](sched::Node node) {
    return std::find(step.order.begin(), step.order.end(), node) != step.order.end();
  };
  frame.available = [&](sched::Node node) {
    return std::any_of(
        step.available.begin(), step.available.end(),
        [node](const AvailableLine& line) { return line.node == node && line.free; });
  };
  for (const AvailableLine& line : step.available)
    if (line.chosen)
      frame.chosen = line.node;
  if (state.hovered)
    for (const GraphBox& box : model_.layout().boxes)
      if (place.box(box).contains(state.pointer)) {
        frame.hovered = box.node;
        shared.sentence = box.text;
        for (const GraphEdge& edge : model_.layout().edges)
          if (edge.from == box.node || edge.to == box.node)
            shared.sentence +=
                fmt::format("   {} → {}: {}", edge.from + 1, edge.to + 1, edge.label);
      }
  ui.canvas.push_clip(room);
  draw_graph(ui.canvas, ui.style, model_.layout(), place, frame);
  ui.canvas.pop_clip();
  draw_edge_keys(ui, {area.left + ui.px(14), room.bottom, area.right - ui.px(14), area.bottom});
}

void SchedulePanel::draw_edge_keys(Ui& ui, const Rect& line) const {
  float x = line.left;
  const float y = line.centre().y;
  const std::array<std::pair<sched::DependenceKind, Text>, 4> kinds{
      {{sched::DependenceKind::raw, Text::graph_raw},
       {sched::DependenceKind::war, Text::graph_war},
       {sched::DependenceKind::waw, Text::graph_waw},
       {sched::DependenceKind::control, Text::graph_control}}};
  for (const auto& [kind, words] : kinds) {
    const float width = ui.canvas.text_width(tr(words), Face::text, ui.style.sizes.small);
    if (x + ui.px(33) + width > line.right)
      return;
    ui.canvas.line({x, y}, {x + ui.px(26), y}, edge_colour(ui.style, kind), ui.px(2.2F),
                   edge_dash(kind));
    x += ui.px(33);
    draw_label(ui.canvas, {x, line.top, x + width + 1, line.bottom}, tr(words), Face::text,
               ui.style.sizes.small, ui.colours().text_dim, Align::left);
    x += width + ui.px(18);
  }
}

void SchedulePanel::draw_step_buttons(Ui& ui, const Rect& line, const StepView& step) {
  const float side = row_height(ui) - ui.px(2);
  float x = line.left;
  const auto button = [&](const char* id, Icon icon, Text tip, bool enabled) {
    const bool clicked = icon_button(ui, id, icon, {x, line.top, x + side, line.top + side},
                                     tr(tip), Weight::normal, enabled);
    x += side + ui.px(4);
    return clicked;
  };
  const std::size_t count = model_.step_count();
  const std::size_t now = step.number;
  if (button("step_first", Icon::to_start, Text::transport_start, now > 1))
    step_ = 1;
  if (button("step_before", Icon::step_back, Text::transport_step_back, now > 1))
    step_ = now - 1;
  if (button("step_next", Icon::step, Text::transport_step, now < count))
    step_ = now + 1;
  if (button("step_last", Icon::to_end, Text::transport_end, now < count))
    step_ = count;
  x += ui.px(8);
  if (count == 0)
    return;
  std::string head = tr(Text::sched_step, {fmt::format("{}", now), fmt::format("{}", count)});
  if (x + ui.canvas.text_width(head, Face::bold, ui.style.sizes.body) > line.right)
    head = fmt::format("{} / {}", now, count);
  const float width = ui.canvas.text_width(head, Face::bold, ui.style.sizes.body);
  draw_label(ui.canvas, {x, line.top, x + width + 1, line.top + side}, head, Face::bold,
             ui.style.sizes.body, ui.colours().text, Align::left);
  draw_label(ui.canvas, {line.left, line.top + side, line.right, line.bottom},
             fmt::format("{} {}: {}", tr(Text::cycle), step.cycle, step.why), Face::text,
             ui.style.sizes.body, ui.colours().text, Align::left);
}

/// The height of a line of an instruction and the size of its letters: larger where all of the
/// block have room then.
std::pair<float, float> SchedulePanel::list_row(const Ui& ui, float room) const {
  const float least = row_height(ui);
  const auto count = static_cast<float>(std::max<std::size_t>(model_.problem().block().count, 1));
  const float height = std::clamp(room / count, least, least * 1.5F);
  return {height, height >= ui.style.sizes.large * 2 ? ui.style.sizes.large : ui.style.sizes.body};
}

void SchedulePanel::draw_available(Ui& ui, const Rect& area, const StepView& step) const {
  const Palette& c = ui.colours();
  const float title = row_height(ui);
  draw_section_title(ui, {area.left, area.top, area.right, area.top + title},
                     tr(Text::sched_available));
  const auto [height, size] = list_row(ui, area.height() - title);
  float y = area.top + title;
  for (const AvailableLine& one : step.available) {
    if (y + height > area.bottom)
      break;
    const Rect row{area.left, y, area.right, y + height - ui.px(3)};
    const Colour colour = colour_of(ui, one.node);
    ui.canvas.fill(row, one.chosen ? colour : mixed(c.surface, colour, one.free ? 0.2F : 0.08F),
                   ui.px(5));
    if (one.moved)
      ui.canvas.outline(row, c.warning, ui.style.stroke_strong, ui.px(5));
    const Colour ink = one.chosen ? ink_on(colour) : one.free ? c.text : c.text_dim;
    const std::string when = one.free ? tr(Text::sched_earliest, {fmt::format("{}", one.earliest)})
                                      : std::string(tr(Text::sched_waiting));
    float width = ui.canvas.text_width(when, Face::text, ui.style.sizes.small);
    if (width > row.width() * 0.5F)
      width = -ui.px(8); // no room for both
    else
      draw_label(ui.canvas,
                 {row.right - width - ui.px(9), row.top, row.right - ui.px(8), row.bottom}, when,
                 Face::text, ui.style.sizes.small, ink, Align::right);
    draw_label(ui.canvas, {row.left + ui.px(8), row.top, row.right - width - ui.px(16), row.bottom},
               text_of(one.node), one.chosen ? Face::bold : Face::text, size, ink, Align::left);
    y += height;
  }
}

void SchedulePanel::draw_order(Ui& ui, const Rect& area, const StepView& step, Comparison& runs,
                               Shared& shared) {
  const Palette& c = ui.colours();
  const float title = row_height(ui);
  draw_section_title(ui, {area.left, area.top, area.right, area.top + title},
                     tr(Text::sched_order));
  const Rect list{area.left, area.top + title, area.right, area.bottom};
  const auto [height, size] = list_row(ui, list.height());
  keep_place("order_row", {list.left, list.top, list.right, list.top + height});
  // All of the order when the last step is shown; on the way there only what has been chosen.
  const bool whole = step.number == model_.step_count();
  const std::vector<sched::Node>& order = whole ? model_.schedule().order : step.order;
  ui.canvas.push_clip(list);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const float y = list.top + height * static_cast<float>(i);
    const Rect row{list.left, y, list.right, y + height - ui.px(3)};
    const Colour colour = colour_of(ui, order[i]);
    const bool moving = dragged_ == order[i];
    ui.canvas.fill(row, moving ? mixed(c.surface, colour, 0.35F) : colour, ui.px(5));
    const Colour ink = moving ? c.text : ink_on(colour);
    const float cycle = whole ? ui.px(40) : ui.px(6);
    draw_label(ui.canvas, {row.left + ui.px(8), row.top, row.right - cycle, row.bottom},
               text_of(order[i]), Face::text, size, ink, Align::left);
    const auto& cycles = model_.schedule().issue_cycles;
    if (whole && i < cycles.size())
      draw_label(ui.canvas, {row.right - ui.px(60), row.top, row.right - ui.px(8), row.bottom},
                 fmt::format("{}", cycles[i]), Face::bold, size, ink, Align::right);
  }
  if (whole)
    drag(ui, list, height, order, runs, shared);
  ui.canvas.pop_clip();
}

void SchedulePanel::drag(Ui& ui, const Rect& list, float row, const std::vector<sched::Node>& order,
                         Comparison& runs, Shared& shared) {
  const Touch state = touch("order", list);
  const auto slot = static_cast<std::size_t>(std::max(0.0F, (state.pointer.y - list.top) / row));
  if (state.hovered && shared.sentence.empty() && !dragged_)
    shared.sentence = tr(Text::sched_drag_hint);
  if (state.pressed && slot < order.size()) {
    dragged_ = order[slot];
    places_ = model_.places_for(*dragged_);
  }
  if (!dragged_)
    return;
  const std::size_t from =
      static_cast<std::size_t>(std::find(order.begin(), order.end(), *dragged_) - order.begin());
  const DropPlace* nearest = nullptr;
  float least = 1e9F;
  for (const DropPlace& place : places_) {
    // Positions count without the instruction itself.
    const std::size_t line = place.position <= from ? place.position : place.position + 1;
    const float y = list.top + row * static_cast<float>(line) - ui.px(1.5F);
    ui.canvas.fill({list.left, y - ui.px(2), list.right, y + ui.px(2)},
                   (place.legal ? ui.colours().good : ui.colours().bad).faded(0.7F), ui.px(2));
    if (std::abs(state.pointer.y - y) < least) {
      least = std::abs(state.pointer.y - y);
      nearest = &place;
    }
  }
  if (nearest != nullptr && !nearest->legal)
    shared.sentence = nearest->breaks;
  const float y = state.pointer.y;
  const Rect held{list.left + ui.px(10), y - row / 2, list.right + ui.px(10),
                  y + row / 2 - ui.px(3)};
  ui.canvas.fill(held, colour_of(ui, *dragged_), ui.px(5));
  draw_label(ui.canvas, held.inset(ui.px(6)), text_of(*dragged_), Face::bold, ui.style.sizes.body,
             ink_on(colour_of(ui, *dragged_)), Align::left);
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left))
    return;
  if (nearest != nullptr && nearest->legal && model_.drop(*dragged_, nearest->position)) {
    step_ = 0;
    apply(runs);
  } else if (nearest != nullptr && !nearest->legal) {
    shared.pinned_sentence = nearest->breaks;
  }
  dragged_.reset();
}

Result<std::string> SchedulePanel::exported(const Style& /*style*/, Comparison& /*runs*/,
                                            ExportFormat format) {
  return export_graph(model_, format);
}

} // namespace stallscope::gui
