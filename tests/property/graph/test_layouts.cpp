#include "graph/passes/passes.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <random>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

constexpr std::uint32_t kLanes = 8;

/// Convolutions, relus and sums of images of 4 x 4 with 1 to 16 channels.
class ImageGraph {
public:
  explicit ImageGraph(unsigned seed) : random_(seed) {
    graph.name = fmt::format("images {}", seed);
    images_.push_back(source({1, channels(), 4, 4}));
    while (steps_.size() < 9)
      step();
    const auto users = graph.users();
    for (const NodeId id : steps_)
      if (users[id].empty()) {
        graph.nodes[id].named = true;
        graph.nodes[id].name = fmt::format("y{}", id);
        graph.outputs.push_back({graph.nodes[id].name, id});
      }
  }

  /// Of a choice for each step, a bit each: lanes of convolutions, and copies, one for each value
  /// that is read in the other layout.
  [[nodiscard]] std::uint64_t cost_of(std::uint64_t last) const {
    std::uint64_t cost = 0;
    std::vector<bool> is_last(graph.nodes.size(), false);
    for (std::size_t i = 0; i < steps_.size(); ++i)
      is_last[steps_[i]] = (last >> i & 1U) != 0;
    std::vector<bool> copied(graph.nodes.size(), false);
    for (const NodeId id : steps_) {
      const Node& node = graph.at(id);
      if (node.op == Op::conv2d)
        cost += flop_with_lanes(flop_of(graph, id), node.shape[is_last[id] ? 1 : 3], kLanes);
      for (const NodeId in : node.inputs)
        if (std::find(images_.begin(), images_.end(), in) != images_.end())
          copied[in] = copied[in] || is_last[in] != is_last[id];
    }
    for (const Output& output : graph.outputs)
      copied[output.node] = copied[output.node] || is_last[output.node];
    for (NodeId id = 0; id < graph.nodes.size(); ++id)
      cost += copied[id] ? 2 * result_bytes(graph.at(id)) : 0;
    return cost;
  }
  [[nodiscard]] std::size_t steps() const { return steps_.size(); }

  Graph graph;

private:
  std::int64_t channels() { return std::int64_t{1} << (random_() % 5); }

  NodeId source(Shape shape) {
    Node node;
    node.op = Op::input;
    node.type = Type::f32;
    node.shape = shape;
    node.name = fmt::format("s{}", graph.nodes.size());
    node.named = true;
    node.value = std::make_shared<const Tensor>(random_tensor(Type::f32, shape, random_()));
    return append(graph, std::move(node));
  }

  void step() {
    const NodeId x = images_[random_() % images_.size()];
    const NodeId other = images_[random_() % images_.size()];
    NodeId made = kNoNode;
    const std::int64_t size = random_() % 2 == 0 ? 1 : 3;
    Attributes how;
    switch (random_() % 4) {
    case 0:
      made = append(graph, Op::tanh, {x});
      break;
    case 1:
      if (graph.at(x).shape != graph.at(other).shape)
        return;
      made = append(graph, Op::add, {x, other});
      break;
    default:
      how.padding = size / 2;
      made = append(graph, Op::conv2d, {x, source({channels(), graph.at(x).shape[1], size, size})},
                    how);
    }
    steps_.push_back(made);
    images_.push_back(made);
  }

  std::mt19937 random_;
  std::vector<NodeId> images_;
  std::vector<NodeId> steps_;
};

} // namespace

TEST_CASE("random images: no choice of layouts costs less than the pass's, and values stay",
          "[graph]") {
  std::size_t changed = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const ImageGraph images(seed);
    INFO(images.graph.name);
    const auto found = optimize(images.graph, {"layout"}, {}, {kLanes});
    REQUIRE(found.ok());
    CHECK(largest_difference(images.graph, found->graph, 2, seed) == 0);
    std::uint64_t cost = 0;
    for (NodeId id = 0; id < found->graph.nodes.size(); ++id) {
      const Node& node = found->graph.at(id);
      if (node.op == Op::conv2d)
        cost += flop_with_lanes(flop_of(found->graph, id), node.shape[3], kLanes);
      else if (node.op == Op::contiguous)
        cost += bytes_of(found->graph, id);
    }
    std::uint64_t least = images.cost_of(0);
    for (std::uint64_t choice = 1; choice < std::uint64_t{1} << images.steps(); ++choice)
      least = std::min(least, images.cost_of(choice));
    CHECK(cost == least);
    changed += found->passes[0].applied > 0;
  }
  CHECK(changed > 10);
}
