#include "base/dot.hpp"

#include "graph/report/dot.hpp"

#include <fmt/format.h>

namespace stallscope::graph {

std::string dot_of(const Graph& graph) {
  std::string out =
      fmt::format("digraph \"{}\" {{\n  node [fontname=\"sans\"];\n", dot_escaped(graph.name));
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    const std::string what =
        is_source(node.op)
            ? text_of(graph, id)
            : fmt::format("{} = {}\\n{}{}", dot_escaped(node.name), dot_escaped(text_of(graph, id)),
                          name(node.type), text_of(node.shape));
    out += fmt::format("  n{} [label=\"{}\", shape={}{}];\n", id,
                       is_source(node.op) ? dot_escaped(what) : what,
                       is_source(node.op) ? "ellipse" : "box",
                       node.backward ? ", style=filled, fillcolor=\"#f6dcc0\"" : "");
  }
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    for (const NodeId from : graph.nodes[id].inputs)
      out += fmt::format("  n{} -> n{};\n", from, id);
  for (const Output& output : graph.outputs)
    out += fmt::format("  n{} [peripheries=2];\n", output.node);
  return out + "}\n";
}

std::string text_of(const Graph& graph) {
  std::string out;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    if (node.op == Op::param || node.op == Op::input)
      out += fmt::format("{}\n", text_of(graph, id));
    else if (!is_source(node.op))
      out += fmt::format("{}{} = {}\n", info(node.op).in_notation ? "" : "# ", node.name,
                         text_of(graph, id));
  }
  return out;
}

} // namespace stallscope::graph
