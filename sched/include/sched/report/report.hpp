#pragma once

#include "sched/schedule.hpp"

#include <string>

namespace stallscope::sched {

/// The instructions of a block with their numbers and what stays behind each.
[[nodiscard]] std::string graph_text(const DependenceGraph& graph);
/// The graph in the language of Graphviz.
[[nodiscard]] std::string graph_dot(const DependenceGraph& graph);
/// The graph drawn in layers: an instruction stands below all it depends on. Edges carry location
/// and latency; those of the critical path are thick. A whole SVG document.
[[nodiscard]] std::string graph_svg(const DependenceGraph& graph);

/// The decisions of a scheduler, a line a cycle.
[[nodiscard]] std::string steps_text(const Block& block, const Schedule& schedule);

} // namespace stallscope::sched
