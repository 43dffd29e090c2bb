#pragma once

#include "graph/graph_run.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::cli {

/// A run as a row of a table.
struct GraphRow {
  std::string run; ///< what distinguishes it
  std::uint64_t operations = 0;
  std::uint64_t kernels = 0;
  std::uint64_t flop = 0;
  std::uint64_t bytes = 0;
  std::uint64_t launches = 0;
  std::uint64_t ticks = 0;
  std::uint64_t peak_bytes = 0;
};
[[nodiscard]] GraphRow row_of(std::string label, const GraphRun& run);

[[nodiscard]] std::string rows_text(const std::vector<GraphRow>& rows);
[[nodiscard]] std::string rows_csv(const std::vector<GraphRow>& rows);
/// A JSON array.
[[nodiscard]] std::string rows_json(const std::vector<GraphRow>& rows);

} // namespace stallscope::cli
