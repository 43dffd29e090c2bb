#pragma once

#include "training/collectives/run.hpp"

#include <string>

namespace stallscope::cli {

/// Limit of nodes shown step by step, with one column per node.
inline constexpr std::uint32_t kMostShownNodes = 16;

/// Content of the report on a collective.
struct CollectiveReport {
  training::CollectiveTask task;
  training::TopologyOptions links;
  const training::Topology& topology;
  const training::CollectiveRun& run;
  bool steps = false;
};

[[nodiscard]] std::string collective_text(const CollectiveReport& report);
[[nodiscard]] std::string collective_json(const CollectiveReport& report);
/// Nodes as columns, steps as rows, blocks as cells, messages as arrows between rows.
[[nodiscard]] std::string collective_svg(const CollectiveReport& report);

/// A node's value of a block: "b" and the nodes whose contributions it sums, "b0+1"; "b*": all
/// nodes; for all-to-all source and destination, "0>3"; "-": none.
[[nodiscard]] std::string block_text(const training::CollectiveTask& task,
                                     const training::HeldBlock& held, std::uint32_t block);

} // namespace stallscope::cli
