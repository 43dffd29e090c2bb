#include "graph/differentiate/differentiate.hpp"
#include "graph/distribute/distribute.hpp"
#include "graph/execute/execute.hpp"
#include "graph/memory/lifetimes.hpp"
#include "graph/passes/passes.hpp"
#include "graph_text.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

constexpr const char* kMlp = "input x: f64[6,8] param A: f64[8,12] param B: f64[12,8]\n"
                             "h = gelu(matmul(x, A))\ny = matmul(h, B)\nloss = mean(y * y)\n";

Distributed split(const Graph& g, std::uint32_t devices,
                  const std::vector<std::pair<const char*, std::int64_t>>& what) {
  std::vector<SplitRequest> requests;
  for (const auto& [name, axis] : what)
    requests.push_back({g.find(name), axis});
  const auto out = distribute(g, devices, requests);
  INFO(format(out.diagnostics()));
  REQUIRE(out.ok());
  CHECK(largest_difference(g, out->graph, 2, 11) < 1e-12);
  ExecuteOptions options;
  options.devices = devices;
  const auto run = execute(out->graph, options, {});
  REQUIRE(run.ok());
  CHECK(run_record(out->graph, *run, options, true).ledger.balanced());
  return *out;
}

std::size_t operators_in(const Graph& g, Op op) {
  return static_cast<std::size_t>(std::count_if(g.nodes.begin(), g.nodes.end(),
                                                [op](const Node& node) { return node.op == op; }));
}

} // namespace

// Megatron: A by columns, gelu where its parts are, B by rows: one all-reduce forward.
TEST_CASE("distribution: an MLP by columns and rows needs one all-reduce", "[graph]") {
  for (const std::uint32_t devices : {2U, 3U, 4U}) {
    const Distributed d = split(graph_of(kMlp), devices, {{"A", 1}, {"B", 0}});
    CHECK(d.collectives == 1);
    CHECK(operators_in(d.graph, Op::all_reduce) == 1);
    CHECK(operators_in(d.graph, Op::gelu) == devices);
  }
}

// By columns only: what B's product needs is split where it is summed, so that B is sliced.
TEST_CASE("distribution: data parallel gradients are added by all", "[graph]") {
  const Graph g = graph_of(kMlp);
  const Graph both = reverse(g, g.find("loss"), {g.find("A"), g.find("B")}).graph;
  const Distributed d = split(both, 2, {{"x", 0}});
  // The loss, and the gradients of A and B.
  CHECK(operators_in(d.graph, Op::all_reduce) == 3);
  CHECK(operators_in(d.graph, Op::all_gather) == 0);
}

TEST_CASE("distribution: what cannot be split is gathered", "[graph]") {
  const Graph g = graph_of("input x: f64[4,6]\nh = tanh(x)\ny = reshape(h, [24])\nz = max(h)\n");
  const Distributed d = split(g, 2, {{"x", 1}});
  CHECK(operators_in(d.graph, Op::all_gather) == 1); // once, for both
  split(graph_of("input x: f64[5,7] input w: f64[7,5]\ny = softmax(matmul(x, w), axis=0)\n"), 3,
        {{"w", 1}}); // parts of unequal size
}

TEST_CASE("distribution: wrong requests", "[graph]") {
  const Graph g = graph_of(kMlp);
  CHECK_FALSE(distribute(g, 2, {{g.find("h"), 0}}).ok());
  CHECK_FALSE(distribute(g, 2, {{g.find("A"), 2}}).ok());
  CHECK_FALSE(distribute(g, 9, {{g.find("A"), 0}}).ok());
}

// All-reduce of 800 bytes by 4 devices on a ring of 100 bytes a tick: 2 x 3 steps of 200 bytes.
TEST_CASE("distribution: collectives take what sim/training says", "[graph]") {
  DeviceModel model;
  model.link_bytes_per_tick = 100;
  CHECK(collective_ticks(Op::all_reduce, 800, 4, model) == 12);
  CHECK(collective_ticks(Op::all_gather, 800, 4, model) == 6);
}

// x[4,8] whole, A[8,16] by columns and B[16,8] by rows: 256 + 512 + 512 bytes of f64 on each
// device.
TEST_CASE("distribution: a device stores its part of a param", "[graph]") {
  const Graph g = graph_of("input x: f64[4,8] param A: f64[8,16] param B: f64[16,8]\n"
                           "y = matmul(gelu(matmul(x, A)), B)\n");
  const Distributed d = split(g, 2, {{"A", 1}, {"B", 0}});
  ExecuteOptions options;
  options.devices = 2;
  const auto run = execute(d.graph, options, {});
  REQUIRE(run.ok());
  std::uint64_t of_sources = 0;
  for (const StorageBlock& block : memory_curve(d.graph, *run, {true, false}).blocks)
    if (is_source(d.graph.at(block.node).op))
      of_sources += block.bytes;
  CHECK(of_sources == 2 * (256 + 512 + 512));
}
