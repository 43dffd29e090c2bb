#pragma once

#include "model/cells/cell_chain.hpp"
#include "view/widgets/widgets.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// What stands beside a cell.
struct ReasonWordsView {
  std::string reason; ///< large
  CellChainView chain;
  bool unfolded = false; ///< the chain is shown, else the key that does
  bool touchable = false;
  Reason why = Reason::none; ///< for the colour
  std::vector<Rect> path;    ///< cells that the plate is not to hide, if there is room
};

struct ReasonPlate {
  Rect rect;
  std::optional<TableCellId> clicked; ///< the cell of a link
};

/// The reason of a cell, what is behind it, and its chain, a line a link: below the cell, above it,
/// to its side or in a corner of `room`, where it hides least. Kept as "reason_by_cell", its links
/// as "chain_link_0" and so on.
ReasonPlate draw_reason_plate(Ui& ui, const Rect& cell, const Rect& room, const Rect& clip,
                              const ReasonWordsView& words);

} // namespace stallscope::gui
