#pragma once

#include "arguments/arguments.hpp"
#include "graph/study/study.hpp"

#include <optional>
#include <string>

namespace stallscope::cli {

using graph::GraphCheckpoints;
using graph::GraphDerivatives;
using graph::GraphDistribution;
using graph::GraphMemory;
using graph::GraphRun;

/// Loads and studies a graph as requested; "-" is standard input. Prints problems, and progress
/// unless `quiet`.
[[nodiscard]] std::optional<GraphRun> run_graph(const std::string& file, const GraphArguments& a,
                                                bool quiet);

[[nodiscard]] std::string graph_text(const GraphRun& run, const GraphArguments& a);
/// Documented in cli/JSON.md. `record`: JSON of table and diagram; empty: none.
[[nodiscard]] std::string graph_json(const GraphRun& run, const GraphArguments& a,
                                     const std::string& record);
[[nodiscard]] std::string graph_comparison_json(const std::string& a, const std::string& b,
                                                const GraphRun& run_a, const GraphRun& run_b);
/// One line per operation.
[[nodiscard]] std::string graph_csv(const GraphRun& run);
} // namespace stallscope::cli
