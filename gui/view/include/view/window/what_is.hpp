#pragma once

#include "view/widgets/widgets.hpp"
#include "view/window/panel.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace stallscope::gui {

/// Explains what the pointer is on, else what the keyboard is on, else the active panel.
class WhatIs {
public:
  void toggle() { on_ = !on_; }
  /// False: it was off already.
  bool end() { return std::exchange(on_, false); }
  [[nodiscard]] bool on() const { return on_; }
  /// In every frame, over everything. `panel`: the active one.
  void draw(Ui& ui, PanelId panel, const Shared& shared) const;

private:
  bool on_ = false;
};

/// What an element is, by its name: "scrub", "2/table_a"; empty where there is nothing to say.
[[nodiscard]] std::string what_is(std::string_view name);

} // namespace stallscope::gui
