#pragma once

#include "graph/study/study.hpp"

#include <string>
#include <vector>

namespace stallscope::graph {

/// Gives params and inputs values, as in StudyOptions::inputs. False, with all errors in
/// `problems`, on failure.
bool set_source_values(Graph& graph, const std::vector<std::string>& words,
                       const ReadGraphFile& read, Diagnostics& problems);

} // namespace stallscope::graph
