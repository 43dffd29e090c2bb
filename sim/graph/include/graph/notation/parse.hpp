#pragma once

#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace stallscope::graph {

inline constexpr std::size_t kMostGraphText = std::size_t{4} << 20;     ///< bytes of a .graph file
inline constexpr std::size_t kMostGraphValues = std::size_t{256} << 20; ///< bytes of an .npy file

/// Gives the bytes of a file that the text names, as it is named there.
using ReadNamedFile = std::function<Result<std::string>(const std::string& name)>;

/// A graph in the notation of docs/graphs.md, shapes and types inferred and checked; or all
/// problems of the text. Without a reader, npy("...") is an error.
[[nodiscard]] Result<Graph> parse_graph(std::string_view text, std::string_view file,
                                        const ReadNamedFile& read = {});

} // namespace stallscope::graph
