#pragma once

#include "model/language/strings.hpp"
#include "view/widgets/widgets.hpp"

#include <functional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// A command of the interface with its name, and its key if it has one.
struct Command {
  std::string title; ///< in the current language
  std::string keys;  ///< "Shift →"; empty: none
  std::function<void()> run;
  Text group = Text::menu_run; ///< topic: the heading in the list of keys
};

/// The list of all commands, searched by parts of their names (Ctrl P), and the page of all
/// keyboard commands (?).
class CommandPalette {
public:
  void open() { opening_ = true; }
  void open_cheat_sheet() { opening_sheet_ = true; }
  /// One of the two is open, or opens in this frame.
  [[nodiscard]] bool is_open() const;
  /// Call in every frame while open; runs the chosen command.
  void draw(Ui& ui, const std::vector<Command>& commands);

private:
  void draw_list(Ui& ui, const std::vector<Command>& commands);
  void draw_sheet(Ui& ui, const std::vector<Command>& commands) const;

  bool opening_ = false;
  bool opening_sheet_ = false;
  std::string filter_;
  std::size_t chosen_ = 0;
};

} // namespace stallscope::gui
