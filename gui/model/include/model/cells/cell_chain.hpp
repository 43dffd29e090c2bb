#pragma once

#include "model/cells/table_model.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::gui {

/// A link of the cause chain from a cell to its root.
struct ChainLinkView {
  std::string words;       ///< "instruction 1 (add $t2, $t0, $t1) executes in ALU"
  std::string where;       ///< "cycles 2 to 3"; empty for events in the same cycle
  std::uint64_t begin = 0; ///< cycles [begin, end) contributed by the link
  std::uint64_t end = 0;
  TableCellId cell; ///< the last cell of the link; lane kNoLane: not on a lane
};

/// The cause chain of a cell, as text.
struct CellChainView {
  bool loading = false;             ///< being computed; available in a later frame
  std::string behind;               ///< next obstacle, "and behind that: it waits for ..."; empty:
                                    ///< none
  bool ticks = false;               ///< times are ticks of a plan or a graph
  std::uint64_t cycles = 0;         ///< length of the cell's interval
  std::vector<ChainLinkView> links; ///< from the end of the interval backwards, root last
  std::size_t within = 0; ///< so many of them lie in the interval, and add up to it; those behind
                          ///< lie before it
};

/// The cause of a cell; with its chain on request.
[[nodiscard]] CellChainView cell_chain(Run& run, const TableCellId& cell, bool with_chain);

} // namespace stallscope::gui
