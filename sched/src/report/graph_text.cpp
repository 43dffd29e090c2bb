#include "base/dot.hpp"
#include "sched/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::sched {

namespace {

std::string digits_wide(std::uint32_t count) {
  return fmt::format("{}", std::max(9U, count));
}

/// "RAW t0, 3 cycles", after an arrow.
std::string edge_words(const DependenceGraph& graph, const Edge& edge) {
  const std::string location = graph.location(edge);
  return fmt::format("{} {}{}{} +{}", edge.to + 1, name(edge.kind), location.empty() ? "" : " ",
                     location, edge.latency);
}

/// "2 RAW t0 +3 (next iteration)"
std::string carried_words(const DependenceGraph& graph, const Edge& edge) {
  return edge_words(graph, edge) + (edge.distance == 1
                                        ? " (next iteration)"
                                        : fmt::format(" ({} iterations on)", edge.distance));
}

} // namespace

std::string graph_text(const DependenceGraph& graph) {
  const std::size_t digits = digits_wide(graph.size()).size();
  std::size_t widest = 0;
  for (Node node = 0; node < graph.size(); ++node)
    widest = std::max(widest, graph.block.text(node).size());
  const GraphMeasures measures = measure(graph);
  std::string out;
  for (Node node = 0; node < graph.size(); ++node) {
    std::string behind;
    for (std::uint32_t i = graph.first_out[node]; i < graph.first_out[node + 1]; ++i)
      behind +=
          (behind.empty() ? "-> " : ", ") + edge_words(graph, graph.edges[graph.out_edges[i]]);
    for (const Edge& edge : graph.carried)
      if (edge.from == node)
        behind += (behind.empty() ? "-> " : ", ") + carried_words(graph, edge);
    std::string line = fmt::format("  {:>{}}  {:<{}}  slack {:<3} {}", node + 1, digits,
                                   graph.block.text(node), widest, measures.slack[node], behind);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string graph_dot(const DependenceGraph& graph) {
  const GraphMeasures measures = measure(graph);
  const auto critical = [&measures](Node node) {
    return std::find(measures.critical_path.begin(), measures.critical_path.end(), node) !=
           measures.critical_path.end();
  };
  std::string out = fmt::format("digraph \"{}\" {{\n  node [shape=box, fontname=monospace];\n",
                                dot_escaped(graph.block.label));
  for (Node node = 0; node < graph.size(); ++node)
    out += fmt::format("  n{} [label=\"{}: {}\"{}];\n", node + 1, node + 1,
                       dot_escaped(graph.block.text(node)), critical(node) ? ", penwidth=2" : "");
  for (const Edge& edge : graph.edges) {
    const std::string location = graph.location(edge);
    const char* style = edge.kind == DependenceKind::raw ? "" : ", style=dashed";
    out += fmt::format("  n{} -> n{} [label=\"{}{}{} {}\"{}];\n", edge.from + 1, edge.to + 1,
                       name(edge.kind), location.empty() ? "" : " ", dot_escaped(location),
                       edge.latency, style);
  }
  for (const Edge& edge : graph.carried) {
    const std::string location = graph.location(edge);
    out += fmt::format("  n{} -> n{} [label=\"{}{}{} {}, distance {}\", constraint=false, "
                       "color=\"#a33\", fontcolor=\"#a33\"{}];\n",
                       edge.from + 1, edge.to + 1, name(edge.kind), location.empty() ? "" : " ",
                       dot_escaped(location), edge.latency, edge.distance,
                       edge.kind == DependenceKind::raw ? "" : ", style=dashed");
  }
  return out + "}\n";
}

std::string steps_text(const Block& block, const Schedule& schedule) {
  std::size_t widest = 9;
  std::vector<std::string> lists;
  for (const Step& step : schedule.steps) {
    std::string list;
    for (const Candidate& c : step.available)
      list += fmt::format("{}{}({}{})", list.empty() ? "" : " ", c.node + 1, c.earliest,
                          c.free ? "" : "*");
    widest = std::min<std::size_t>(48, std::max(widest, list.size()));
    lists.push_back(std::move(list));
  }
  std::string out =
      fmt::format("  {:>5}  {:<{}}  {:>4}  why\n", "cycle", "available", widest, "take");
  bool waiting = false;
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    const Step& step = schedule.steps[i];
    out += fmt::format("  {:>5}  {:<{}}  {:>4}  {}\n", step.cycle, lists[i], widest,
                       step.chosen == kNoNode ? "-" : fmt::format("{}", step.chosen + 1),
                       step.why.text());
    waiting |= std::any_of(step.available.begin(), step.available.end(),
                           [](const Candidate& c) { return !c.free; });
  }
  if (waiting)
    out += "  (in brackets the earliest cycle; * still stands behind one that is not taken)\n";
  std::string order;
  for (const Node node : schedule.order)
    order += fmt::format("  {:>5}  {}\n", node + 1, block.text(node));
  return out + "  order:\n" + order;
}

} // namespace stallscope::sched
