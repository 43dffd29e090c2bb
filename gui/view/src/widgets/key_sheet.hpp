#pragma once

#include "view/widgets/commands.hpp"

#include <vector>

namespace stallscope::gui {

/// All commands that have keys on one page, by what they are about, in as many columns as there is
/// room for.
class KeySheet {
public:
  /// `room`: what the page may take at most.
  KeySheet(const Ui& ui, const std::vector<Command>& commands, Point room);

  /// Of the page, in pixels.
  [[nodiscard]] Point size() const { return size_; }
  void draw(Ui& ui, Point at) const;

private:
  struct Line {
    Point at; ///< of its left upper end, on the page
    const Command* command = nullptr;
    Text heading = Text::panel_help; ///< of lines without a command
  };
  float line_height_;
  float keys_width_; ///< of the keys in front of what they do
  float column_width_ = 0;
  Point size_;
  std::vector<Line> lines_;
};

} // namespace stallscope::gui
