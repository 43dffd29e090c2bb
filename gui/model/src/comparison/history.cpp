#include "model/comparison/history.hpp"

#include <algorithm>
#include <utility>

namespace stallscope::gui {

namespace {

bool same_settings(const RunSpec& a, const RunSpec& b) {
  return std::equal(a.settings.begin(), a.settings.end(), b.settings.begin(), b.settings.end(),
                    [](const machine::Setting& one, const machine::Setting& other) {
                      return one.key == other.key && one.value == other.value;
                    });
}

SceneChange change_between(const RunSpec& a, const RunSpec& b) {
  if (a.subject != b.subject || a.program.name != b.program.name)
    return SceneChange::program;
  if (a.order != b.order)
    return SceneChange::order;
  if (a.program.made != b.program.made || a.scheduler != b.scheduler)
    return SceneChange::order;
  if (a.program != b.program)
    return SceneChange::program;
  if (a.machine != b.machine)
    return SceneChange::machine;
  return same_settings(a, b) ? SceneChange::none : SceneChange::options;
}

SceneChange change_to(const Scene& before, const RunSpec& a, const RunSpec* b,
                      const PaneLayout& panes) {
  if (const SceneChange change = change_between(before.a, a); change != SceneChange::none)
    return change;
  if (before.b.has_value() != (b != nullptr))
    return b != nullptr && b->program.made ? SceneChange::order : SceneChange::run_b;
  if (b != nullptr)
    if (const SceneChange change = change_between(*before.b, *b); change != SceneChange::none)
      return change;
  return before.panes == panes ? SceneChange::none : SceneChange::panes;
}

/// The scenes differ only in the text of run A, as after typing.
bool only_text(const Scene& before, const Scene& after) {
  Scene retyped = before;
  retyped.a.program.text = after.a.program.text;
  retyped.a.program.isa = after.a.program.isa;
  return after.a.program.text.has_value() &&
         change_to(retyped, after.a, after.b ? &*after.b : nullptr, after.panes) ==
             SceneChange::none;
}

} // namespace

Scene scene_of(const Comparison& runs, const PaneLayout& panes) {
  Scene scene{runs.run(Side::a).spec(), std::nullopt, panes};
  if (runs.has_b())
    scene.b = runs.run(Side::b).spec();
  return scene;
}

SceneChange change_between(const Scene& before, const Scene& after) {
  return change_to(before, after.a, after.b ? &*after.b : nullptr, after.panes);
}

void History::observe(const Comparison& runs, const PaneLayout& panes, double seconds) {
  since_text_ = std::min(since_text_ + seconds, kTypingSeconds);
  if (!now_) {
    now_ = scene_of(runs, panes);
    return;
  }
  const RunSpec* b = runs.has_b() ? &runs.run(Side::b).spec() : nullptr;
  if (change_to(*now_, runs.run(Side::a).spec(), b, panes) == SceneChange::none)
    return;
  Scene now = scene_of(runs, panes);
  const bool typed = only_text(*now_, now);
  if (!typed || since_text_ >= kTypingSeconds || before_.empty())
    before_.push_back(std::move(*now_));
  since_text_ = typed ? 0 : kTypingSeconds;
  if (before_.size() > kMostSteps)
    before_.erase(before_.begin());
  behind_.clear();
  now_ = std::move(now);
}

void History::accept(const Scene& now) {
  now_ = now;
  since_text_ = kTypingSeconds;
}

std::optional<History::Step> History::move(std::vector<Scene>& from, std::vector<Scene>& to) {
  if (from.empty() || !now_)
    return std::nullopt;
  Step step{std::move(from.back()), SceneChange::none};
  from.pop_back();
  step.change = change_between(step.scene, *now_);
  to.push_back(std::move(*now_));
  now_ = step.scene;
  since_text_ = kTypingSeconds;
  return step;
}

std::optional<History::Step> History::undo() {
  return move(before_, behind_);
}

std::optional<History::Step> History::redo() {
  return move(behind_, before_);
}

void go_to(const Scene& scene, Comparison& runs) {
  if (change_between(runs.run(Side::a).spec(), scene.a) != SceneChange::none)
    runs.open_a(scene.a);
  if (!scene.b)
    runs.close_b();
  else if (!runs.has_b() || change_between(runs.run(Side::b).spec(), *scene.b) != SceneChange::none)
    runs.open_b(*scene.b);
}

} // namespace stallscope::gui
