#include "view/window/overlay.hpp"

#include "view/teaching/quiz_panel.hpp"
#include "view/window/interface.hpp"

#include <algorithm>
#include <utility>

namespace stallscope::gui {

const std::vector<std::string>& overlay_names() {
  static const std::vector<std::string> names{"palette", "help",   "chooser", "open",
                                              "save",    "export", "go_to",   "quiz",
                                              "reason",  "tour",   "what_is", "chain"};
  return names; // by OverlayId
}

std::optional<OverlayId> overlay_named(std::string_view name) {
  const auto& names = overlay_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    return std::nullopt;
  return static_cast<OverlayId>(found - names.begin());
}

void Interface::follow_overlay() {
  if (!overlay_wish_ || !runs_known())
    return;
  switch (*std::exchange(overlay_wish_, std::nullopt)) {
  case OverlayId::palette:
    palette_.open();
    break;
  case OverlayId::help:
    palette_.open_cheat_sheet();
    break;
  case OverlayId::chooser:
    shared.chooser.open(Side::a, place_of("choose_a"));
    break;
  case OverlayId::open:
    shared.file_wish = FileWish::open;
    break;
  case OverlayId::save:
    shared.file_wish = FileWish::save_as;
    break;
  case OverlayId::exports:
    export_opening_ = true;
    break;
  case OverlayId::go_to:
    go_to_.open();
    break;
  case OverlayId::quiz:
    ask(QuizModel::Kind::next_cycle, runs_, shared);
    break;
  case OverlayId::reason:
    ask(QuizModel::Kind::reason, runs_, shared);
    break;
  case OverlayId::tour:
    start_tour();
    break;
  case OverlayId::what_is:
    toggle_what_is();
    break;
  case OverlayId::chain:
    toggle_chain();
    break;
  }
}

} // namespace stallscope::gui
