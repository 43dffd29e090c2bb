#pragma once

#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace stallscope::graph {

/// Returns the content of a file named in the text; valid as long as the reader.
using ReadNamedFile = std::function<Result<std::string_view>(const std::string& name)>;

/// Parses a graph in the notation of docs/graphs.md, and infers and checks shapes and types;
/// returns all problems of the text. Without a reader, npy("...") is an error.
[[nodiscard]] Result<Graph> parse_graph(std::string_view text, std::string_view file,
                                        const ReadNamedFile& read = {});

} // namespace stallscope::graph
