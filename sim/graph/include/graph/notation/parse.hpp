#pragma once

#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace stallscope::graph {

/// Gives the bytes of a file that the text names, as it is named there; they last as long as the
/// reader.
using ReadNamedFile = std::function<Result<std::string_view>(const std::string& name)>;

/// A graph in the notation of docs/graphs.md, shapes and types inferred and checked; or all
/// problems of the text. Without a reader, npy("...") is an error.
[[nodiscard]] Result<Graph> parse_graph(std::string_view text, std::string_view file,
                                        const ReadNamedFile& read = {});

} // namespace stallscope::graph
