#pragma once

#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace stallscope::graph {

/// The text is a graph that torch.fx has printed: print(module.graph).
[[nodiscard]] bool is_fx(std::string_view text);

/// Imports a printed graph of torch.fx (pytorch.org/docs/stable/fx.html). Placeholders become
/// inputs, attributes params, of f32 and with random values. The text has no shapes: `dimensions`
/// gives them, x.0=8 for the first size of x. Functions and methods of torch, torch.nn.functional
/// and aten become operators; others, and modules, become `Op::unknown` with the shape that
/// `dimensions` gives.
[[nodiscard]] Result<Graph> read_fx(std::string_view text, std::string_view file,
                                    const std::map<std::string, std::int64_t>& dimensions);

} // namespace stallscope::graph
