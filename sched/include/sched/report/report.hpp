#pragma once

#include "sched/schedule.hpp"

#include <string>

namespace stallscope::sched {

/// The instructions of a block with their numbers and their dependents.
[[nodiscard]] std::string graph_text(const DependenceGraph& graph);
/// The graph in Graphviz DOT.
[[nodiscard]] std::string graph_dot(const DependenceGraph& graph);
/// The graph drawn in layers: an instruction is below all its predecessors. Edges show location and
/// latency; the critical path is thick. A complete SVG document.
[[nodiscard]] std::string graph_svg(const DependenceGraph& graph);

/// The decisions of a scheduler, one line for each cycle.
[[nodiscard]] std::string steps_text(const Block& block, const Schedule& schedule);

} // namespace stallscope::sched
