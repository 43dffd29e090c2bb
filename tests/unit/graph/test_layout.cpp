#include "graph/execute/execute.hpp"
#include "graph/passes/passes.hpp"
#include "graph_text.hpp"

using namespace stallscope;
using namespace stallscope::graph;

namespace {

Optimized laid_out(const Graph& g, std::uint32_t lanes) {
  const Result<Optimized> found = optimize(g, {"layout"}, {}, {lanes});
  REQUIRE(found.ok());
  CHECK(found->passes[0].largest_difference == 0);
  return *found;
}

std::size_t count_of(const Graph& g, Op op, bool channels_last = false) {
  std::size_t count = 0;
  for (const Node& node : g.nodes)
    count += node.op == op && node.attributes.channels_last == channels_last;
  return count;
}

/// Images of 8 x 8 with 32 channels: along the width a vector of 32 lanes is filled to a quarter,
/// along the channels wholly.
const char* const kDeep =
    "input x: f32[1,32,8,8]\nparam v: f32[32,32,3,3]\nparam w: f32[32,32,3,3]\n"
    "param b: f32[32,1,1]\n"
    "h = relu(conv2d(x, v, padding=1) + b)\ny = conv2d(h, w, padding=1)\n";

} // namespace

TEST_CASE("layout: deep and narrow images get channels last, with one copy in and one out",
          "[graph]") {
  const Graph g = graph_of(kDeep);
  const Optimized found = laid_out(g, 32);
  CHECK(count_of(found.graph, Op::conv2d, true) == 2);
  CHECK(count_of(found.graph, Op::conv2d) == 0);
  CHECK(count_of(found.graph, Op::contiguous) == 2);
  CHECK(found.graph.at(found.graph.find("y")).shape == Shape{1, 32, 8, 8});
  // 2 x 32 x 32 x 9 x 64 FLOP each; four times as many lanes with channels first.
  ExecuteOptions options;
  options.model.vector_lanes = 32;
  options.model.bytes_per_tick = 1'000'000'000;
  const Graph& after = found.graph;
  for (NodeId id = 0; id < after.nodes.size(); ++id)
    if (after.at(id).op == Op::conv2d)
      CHECK(kernel_ticks(after, id, options.model) == 1180); // 1,179,648 FLOP
  CHECK(kernel_ticks(g, g.find("y"), options.model) == 4719);
}

TEST_CASE("layout: where lanes are full, or copies cost more, nothing changes", "[graph]") {
  CHECK(laid_out(graph_of(kDeep), 1).passes[0].applied == 0);
  // Width 32 fills the lanes, three channels do not.
  const Graph wide = graph_of("input x: f32[1,3,32,32]\nparam w: f32[3,3,3,3]\n"
                              "y = conv2d(x, w, padding=1)\n");
  CHECK(laid_out(wide, 32).passes[0].applied == 0);
  // A window of one element of one channel: 2 x 32 x 64 = 4,096 FLOP, 16,384 in lanes; the copies
  // of x (512 bytes) and y (16,384) cost more than is saved.
  const Graph thin = graph_of("input x: f32[1,1,8,8]\nparam w: f32[32,1,1,1]\ny = conv2d(x, w)\n");
  CHECK(laid_out(thin, 32).passes[0].applied == 0);
}

TEST_CASE("layout: a cut goes between layers that want different layouts", "[graph]") {
  // The first layer has full width, and 3 channels out; the second, behind a stride of 4, 8 x 8
  // and 32.
  const Graph g = graph_of("input x: f32[1,3,32,32]\nparam v: f32[3,3,3,3]\n"
                           "param u: f32[32,3,4,4]\nparam w: f32[32,32,3,3]\n"
                           "a = relu(conv2d(x, v, padding=1))\nb = conv2d(a, u, stride=4)\n"
                           "y = conv2d(relu(b), w, padding=1)\n");
  const Optimized found = laid_out(g, 32);
  CHECK(count_of(found.graph, Op::conv2d, true) == 2);
  CHECK(count_of(found.graph, Op::conv2d) == 1);
  CHECK(count_of(found.graph, Op::contiguous) == 2);
}
