#pragma once

#include "model/cells/cell_chain.hpp"
#include "view/widgets/widgets.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// Content of the text box beside a cell.
struct ReasonWordsView {
  std::string reason; ///< drawn in large letters
  CellChainView chain;
  bool unfolded = false; ///< the chain is shown; otherwise the key that shows it
  bool touchable = false;
  Reason why = Reason::none; ///< determines the colour
  std::vector<Rect> path;    ///< cells that the box should not cover, if possible
};

struct ReasonPlate {
  Rect rect;
  std::optional<TableCellId> clicked; ///< the cell of the clicked link
};

/// Draws the cause of a cell, its next obstacle, and its chain, with one line for each link: below
/// the cell, above it, beside it or in a corner of `room`, where it covers least. Registered as
/// "reason_by_cell", its links as "chain_link_0" and so on.
ReasonPlate draw_reason_plate(Ui& ui, const Rect& cell, const Rect& room, const Rect& clip,
                              const ReasonWordsView& words);

} // namespace stallscope::gui
