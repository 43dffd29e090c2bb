#pragma once

#include "view/widgets/widgets.hpp"
#include "view/window/panel.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace stallscope::gui {

/// Explains the element under the pointer, otherwise the focused one, otherwise the active panel.
class WhatIs {
public:
  void toggle() { on_ = !on_; }
  /// Ends explanations; false: they were off.
  bool end() { return std::exchange(on_, false); }
  [[nodiscard]] bool on() const { return on_; }
  /// Call in every frame, after all other elements. `panel`: the active one.
  void draw(Ui& ui, PanelId panel, const Shared& shared) const;

private:
  bool on_ = false;
};

/// The explanation of an element by its name: "scrub", "2/table_a"; empty if there is none.
[[nodiscard]] std::string what_is(std::string_view name);

} // namespace stallscope::gui
