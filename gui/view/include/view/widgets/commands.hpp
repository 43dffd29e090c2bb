#pragma once

#include "model/language/strings.hpp"
#include "view/widgets/widgets.hpp"

#include <functional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// Something the interface can do, by name and perhaps by key.
struct Command {
  std::string title; ///< in the language at hand
  std::string keys;  ///< "Shift →"; empty: none
  std::function<void()> run;
  Text group = Text::menu_run; ///< what it is about: the heading of those with keys
};

/// Every command by a part of its name (Ctrl P), and all that have keys on one page (?).
class CommandPalette {
public:
  void open() { opening_ = true; }
  void open_cheat_sheet() { opening_sheet_ = true; }
  /// One of them is open, or opens now.
  [[nodiscard]] bool is_open() const;
  /// In every frame in which it is; runs what is chosen.
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
