#pragma once

#include "view/widgets/commands.hpp"

#include <vector>

namespace stallscope::gui {

/// A page with all keyboard commands by topic, in as many columns as fit.
class KeySheet {
public:
  /// `room`: maximum size of the page.
  KeySheet(const Ui& ui, const std::vector<Command>& commands, Point room);

  /// Size of the page in pixels.
  [[nodiscard]] Point size() const { return size_; }
  void draw(Ui& ui, Point at) const;

private:
  struct Line {
    Point at; ///< upper left corner on the page
    const Command* command = nullptr;
    Text heading = Text::panel_help; ///< heading, for lines without a command
  };
  float line_height_;
  float keys_width_; ///< width of the keys before the titles
  float column_width_ = 0;
  Point size_;
  std::vector<Line> lines_;
};

} // namespace stallscope::gui
