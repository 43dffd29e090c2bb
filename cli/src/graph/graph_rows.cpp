#include "graph/graph_rows.hpp"

#include "base/csv.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace stallscope::cli {

GraphRow row_of(std::string label, const GraphRun& run) {
  const graph::Totals all = graph::totals(run.graph);
  return {std::move(label),
          all.operations,
          all.kernels,
          all.flop,
          all.bytes,
          run.execution.launches,
          run.execution.makespan,
          run.memory.released.peak};
}

std::string rows_text(const std::vector<GraphRow>& rows) {
  std::size_t width = 3;
  for (const GraphRow& row : rows)
    width = std::max(width, cells(clean(row.run)));
  std::string out =
      fmt::format("{:<{}} {:>10} {:>8} {:>12} {:>12} {:>9} {:>9} {:>11}\n", "run", width,
                  "operations", "kernels", "FLOP", "bytes", "launches", "ticks", "peak bytes");
  for (const GraphRow& row : rows)
    out += fmt::format("{:<{}} {:>10} {:>8} {:>12} {:>12} {:>9} {:>9} {:>11}\n", clean(row.run),
                       width, row.operations, row.kernels, row.flop, row.bytes, row.launches,
                       row.ticks, row.peak_bytes);
  return out;
}

std::string rows_csv(const std::vector<GraphRow>& rows) {
  std::string out = "run,operations,kernels,flop,bytes,launches,ticks,peak_bytes\n";
  for (const GraphRow& row : rows)
    out += fmt::format("{},{},{},{},{},{},{},{}\n", csv_field(row.run), row.operations, row.kernels,
                       row.flop, row.bytes, row.launches, row.ticks, row.peak_bytes);
  return out;
}

std::string rows_json(const std::vector<GraphRow>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const GraphRow& row : rows)
    list.push_back({{"run", row.run},
                    {"operations", row.operations},
                    {"kernels", row.kernels},
                    {"flop", row.flop},
                    {"bytes", row.bytes},
                    {"launches", row.launches},
                    {"ticks", row.ticks},
                    {"peak_bytes", row.peak_bytes}});
  return list.dump();
}

} // namespace stallscope::cli
