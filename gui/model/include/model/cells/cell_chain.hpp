#pragma once

#include "model/cells/table_model.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::gui {

/// A link of the chain from a cell to the root of what is in it.
struct ChainLinkView {
  std::string words;       ///< "instruction 1 (add $t2, $t0, $t1) executes in ALU"
  std::string where;       ///< "cycles 2 to 3"; empty where a moment follows another at once
  std::uint64_t begin = 0; ///< cycles [begin, end) are what it contributes
  std::uint64_t end = 0;
  TableCellId cell; ///< its last; lane kNoLane: it stands nowhere
};

/// Why a cell is as it is, in words.
struct CellChainView {
  bool loading = false;             ///< it is being found out, and comes with a later frame
  std::string behind;               ///< "and behind that: it waits for ..."; empty: nothing is
  std::uint64_t cycles = 0;         ///< of the cell's stretch: those of all links
  std::vector<ChainLinkView> links; ///< the last before the stretch ends first, the root at the end
};

/// What is behind the reason of a cell; with its chain when that is wanted.
[[nodiscard]] CellChainView cell_chain(Run& run, const TableCellId& cell, bool with_chain);

} // namespace stallscope::gui
