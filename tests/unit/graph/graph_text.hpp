#pragma once

#include "graph/notation/parse.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

namespace stallscope::graph {

/// A graph of a text that has no problems.
inline Graph graph_of(std::string_view text) {
  const Result<Graph> graph = parse_graph(text, "test.graph");
  INFO(format(graph.diagnostics()));
  REQUIRE(graph.ok());
  return *graph;
}

/// The problems of a text, as they are printed.
inline std::string problems_of(std::string_view text) {
  const Result<Graph> graph = parse_graph(text, "test.graph");
  return graph.ok() ? std::string() : format(graph.diagnostics());
}

} // namespace stallscope::graph
