#include "model/graph/graph_model.hpp"

#include "base/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stallscope::gui {

namespace {

constexpr std::size_t kMostShownValues = 8;

const graph::GraphRun* graph_of(const Run& run) {
  return run.course() == nullptr ? nullptr : run.course()->graph();
}

std::uint8_t color_in_picture(const graph::Node& node) {
  if (node.backward)
    return 1;
  switch (graph::info(node.op).kind) {
  case graph::OpClass::contraction:
    return 0;
  case graph::OpClass::elementwise:
    return 2;
  default:
    return graph::is_source(node.op) ? 7 : 3;
  }
}

std::string value_words(const graph::Tensor& tensor) {
  std::string words;
  for (std::size_t i = 0; i < std::min(tensor.values.size(), kMostShownValues); ++i)
    words += fmt::format("{}{:.6g}", i == 0 ? "" : " ", tensor.values[i]);
  return tensor.values.size() > kMostShownValues ? words + " …" : words;
}

/// Text of a box: the operator, and for scalars the value.
std::string box_text(const graph::GraphRun& run, graph::NodeId id) {
  const graph::Node& node = run.graph.at(id);
  std::string words = graph::is_source(node.op)
                          ? node.name
                          : fmt::format("{} = {}", node.name, graph::info(node.op).name);
  if (id < run.values.size() && run.values[id] != nullptr && run.values[id]->values.size() == 1)
    words += fmt::format(" {:.6g}", run.values[id]->values[0]);
  else
    words += fmt::format(" {}", graph::text_of(node.shape));
  return words;
}

} // namespace

void GraphModel::open(const Run& run) {
  if (of_ == &run && version_ == run.version())
    return;
  of_ = &run;
  version_ = run.version();
  layout_ = {};
  nodes_.clear();
  const graph::GraphRun* of = graph_of(run);
  if (of == nullptr)
    return;
  const graph::Graph& g = of->graph;
  std::string last;
  if (of->optimized && !of->optimized->rewrites.empty()) {
    const std::string& what = of->optimized->rewrites.back().what;
    last = what.substr(0, what.find(' '));
  }
  std::map<graph::NodeId, sched::Node> number;
  std::vector<std::string> texts;
  for (graph::NodeId id = 0; id < g.nodes.size(); ++id) {
    const graph::Node& node = g.at(id);
    if (!node.named && graph::is_source(node.op))
      continue; // shown in the text of its users
    number[id] = static_cast<sched::Node>(nodes_.size());
    nodes_.push_back({id, color_in_picture(node), graph::is_source(node.op),
                      !last.empty() && node.name == last});
    texts.push_back(box_text(*of, id));
  }
  sched::DependenceGraph edges;
  edges.block.count = static_cast<std::uint32_t>(nodes_.size());
  for (const GraphNodeView& node : nodes_)
    for (const graph::NodeId from : g.at(node.id).inputs)
      if (number.contains(from)) {
        sched::Edge edge;
        edge.from = number.at(from);
        edge.to = number.at(node.id);
        edges.edges.push_back(edge);
      }
  edges.index();
  layout_ = layered(edges, texts);
}

std::string GraphModel::words_of(const Run& run, sched::Node node) const {
  const graph::GraphRun* of = graph_of(run);
  if (of == nullptr || node >= nodes_.size())
    return {};
  const graph::NodeId id = nodes_[node].id;
  const graph::Node& what = of->graph.at(id);
  std::string words = fmt::format("{} = {}: {}{}", what.name, graph::text_of(of->graph, id),
                                  graph::name(what.type), graph::text_of(what.shape));
  if (id < of->values.size() && of->values[id] != nullptr)
    words += "; " + value_words(*of->values[id]);
  if (what.place.line > 0)
    words += fmt::format(" (:{}:{})", what.place.line, what.place.column);
  return words;
}

bool GraphModel::begun(const Run& run, sched::Node node, std::uint64_t cycle) const {
  const graph::GraphRun* of = graph_of(run);
  if (of == nullptr || node >= nodes_.size())
    return false;
  const graph::TaskIndex task = of->execution.kernel_of[nodes_[node].id];
  return task == graph::kNoTask || of->execution.tasks[task].start < cycle;
}

bool GraphModel::ended(const Run& run, sched::Node node, std::uint64_t cycle) const {
  const graph::GraphRun* of = graph_of(run);
  if (of == nullptr || node >= nodes_.size())
    return false;
  const graph::TaskIndex task = of->execution.kernel_of[nodes_[node].id];
  return task == graph::kNoTask || of->execution.tasks[task].end <= cycle;
}

std::optional<RunSpec> GraphModel::with_rewrites(const Run& run, int more) {
  const graph::GraphRun* of = graph_of(run);
  if (of == nullptr || !of->optimized)
    return std::nullopt;
  RunSpec spec = run.spec();
  const auto limit =
      std::find_if(spec.settings.begin(), spec.settings.end(),
                   [](const machine::Setting& setting) { return setting.key == "rewrites"; });
  const std::uint64_t done = of->optimized->rewrites.size();
  const bool limited = limit != spec.settings.end() && parse_number(limit->value) == done;
  if ((more < 0 && done == 0) || (more > 0 && !limited))
    return std::nullopt;
  if (limit != spec.settings.end())
    spec.settings.erase(limit);
  spec.settings.push_back({"rewrites", std::to_string(more < 0 ? done - 1 : done + 1)});
  return spec;
}

} // namespace stallscope::gui
