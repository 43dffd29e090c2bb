#pragma once

#include "graph/study/study.hpp"

#include <string>
#include <vector>

namespace stallscope::graph {

/// Gives params and inputs values, as in StudyOptions::inputs. False, with all errors in
/// `problems`, on failure.
bool set_source_values(Graph& graph, const std::vector<std::string>& words,
                       const ReadGraphFile& read, Diagnostics& problems);

/// The words that give tangents a value ("dot.x1=1") and not a source of the graph.
[[nodiscard]] std::vector<std::string> tangents_in(const Graph& graph,
                                                   const std::vector<std::string>& words);

} // namespace stallscope::graph
