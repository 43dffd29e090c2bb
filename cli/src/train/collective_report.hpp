#pragma once

#include "training/collectives/run.hpp"

#include <string>

namespace stallscope::cli {

/// So many nodes are shown step by step at most: a column a node.
inline constexpr std::uint32_t kMostShownNodes = 16;

/// What is shown of a collective.
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

/// What a node holds of a block: "b" and the nodes whose contributions it is the sum of, "b0+1";
/// "b*" of all; of all-to-all source and destination, "0>3"; "-": nothing.
[[nodiscard]] std::string block_text(const training::CollectiveTask& task,
                                     const training::HeldBlock& held, std::uint32_t block);

} // namespace stallscope::cli
