#include "model/graph/graph_model.hpp"

#include "base/number.hpp"
#include "model/language/strings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

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
  unfolded_.reset();
  layout_ = {};
  nodes_.clear();
  if (const graph::GraphRun* of = graph_of(run))
    build(*of);
}

void GraphModel::unfold(const Run& run, sched::Node node) {
  const graph::GraphRun* of = graph_of(run);
  if (of == nullptr || node >= nodes_.size() || !is_folded())
    return;
  std::size_t place = 0; // of the box's first node among all
  for (sched::Node before = 0; before < node; ++before)
    place += std::max<std::size_t>(1, nodes_[before].folded.size());
  const bool folded = !nodes_[node].folded.empty();
  unfolded_ = folded ? std::optional(place / fold_) : std::nullopt;
  build(*of);
}

/// The boxes of the nodes: single ones, or runs of `fold_` nodes.
void GraphModel::add_views(const graph::GraphRun& of, const std::vector<graph::NodeId>& drawn) {
  const graph::Graph& g = of.graph;
  std::string last;
  if (of.optimized && !of.optimized->rewrites.empty()) {
    const std::string& what = of.optimized->rewrites.back().what;
    last = what.substr(0, what.find(' '));
  }
  const auto single = [&](graph::NodeId id) {
    const graph::Node& node = g.at(id);
    nodes_.push_back({id,
                      {},
                      color_in_picture(node),
                      graph::is_source(node.op),
                      !last.empty() && node.name == last});
  };
  for (std::size_t begin = 0; begin < drawn.size(); begin += fold_) {
    const std::size_t end = std::min(begin + fold_, drawn.size());
    if (fold_ == 1 || unfolded_ == begin / fold_) {
      for (std::size_t i = begin; i < end; ++i)
        single(drawn[i]);
      continue;
    }
    GraphNodeView box;
    box.folded.assign(drawn.begin() + static_cast<std::ptrdiff_t>(begin),
                      drawn.begin() + static_cast<std::ptrdiff_t>(end));
    box.id = box.folded.back();
    box.color = color_in_picture(g.at(box.id));
    for (const graph::NodeId id : box.folded)
      box.changed = box.changed || (!last.empty() && g.at(id).name == last);
    nodes_.push_back(std::move(box));
  }
}

void GraphModel::build(const graph::GraphRun& of) {
  const graph::Graph& g = of.graph;
  nodes_.clear();
  std::vector<graph::NodeId> drawn;
  for (graph::NodeId id = 0; id < g.nodes.size(); ++id)
    if (g.at(id).named || !graph::is_source(g.at(id).op))
      drawn.push_back(id); // others are shown in the text of their users
  fold_ = drawn.size() <= kMostBoxes ? 1 : (drawn.size() + kFoldedBoxes - 1) / kFoldedBoxes;
  add_views(of, drawn);
  std::map<graph::NodeId, sched::Node> number;
  std::vector<std::string> texts;
  for (sched::Node node = 0; node < nodes_.size(); ++node) {
    const GraphNodeView& view = nodes_[node];
    texts.push_back(view.folded.empty()
                        ? box_text(of, view.id)
                        : fmt::format("{} … {} ({})", g.at(view.folded.front()).name,
                                      g.at(view.id).name, view.folded.size()));
    if (view.folded.empty())
      number[view.id] = node;
    for (const graph::NodeId id : view.folded)
      number[id] = node;
  }
  sched::DependenceGraph edges;
  edges.block.count = static_cast<std::uint32_t>(nodes_.size());
  std::set<std::pair<sched::Node, sched::Node>> known;
  for (const auto& [id, to] : number)
    for (const graph::NodeId in : g.at(id).inputs) {
      const auto from = number.find(in);
      if (from == number.end() || from->second == to || !known.emplace(from->second, to).second)
        continue;
      sched::Edge edge;
      edge.from = from->second;
      edge.to = to;
      edges.edges.push_back(edge);
    }
  edges.index();
  layout_ = layered(edges, texts);
}

std::string GraphModel::words_of(const Run& run, sched::Node node) const {
  const graph::GraphRun* of = graph_of(run);
  if (of == nullptr || node >= nodes_.size())
    return {};
  const GraphNodeView& view = nodes_[node];
  if (!view.folded.empty()) {
    std::map<std::string_view, std::size_t> counts;
    for (const graph::NodeId each : view.folded)
      ++counts[graph::operator_name(of->graph.at(each))];
    std::string list;
    for (const auto& [op, count] : counts)
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, op);
    return tr(Text::graph_folded, {fmt::format("{}", view.folded.size()), list});
  }
  const graph::NodeId id = view.id;
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
  const auto begun = [&](graph::NodeId id) {
    const graph::TaskIndex task = of->execution.kernel_of[id];
    return task == graph::kNoTask || of->execution.tasks[task].start < cycle;
  };
  const GraphNodeView& view = nodes_[node];
  return view.folded.empty() ? begun(view.id)
                             : std::any_of(view.folded.begin(), view.folded.end(), begun);
}

bool GraphModel::ended(const Run& run, sched::Node node, std::uint64_t cycle) const {
  const graph::GraphRun* of = graph_of(run);
  if (of == nullptr || node >= nodes_.size())
    return false;
  const auto ended = [&](graph::NodeId id) {
    const graph::TaskIndex task = of->execution.kernel_of[id];
    return task == graph::kNoTask || of->execution.tasks[task].end <= cycle;
  };
  const GraphNodeView& view = nodes_[node];
  return view.folded.empty() ? ended(view.id)
                             : std::all_of(view.folded.begin(), view.folded.end(), ended);
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
