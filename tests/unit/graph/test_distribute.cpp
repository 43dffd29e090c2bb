#include "graph/differentiate/differentiate.hpp"
#include "graph/distribute/distribute.hpp"
#include "graph/execute/execute.hpp"
#include "graph/memory/lifetimes.hpp"
#include "graph/notation/examples.hpp"
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
  CHECK(largest_difference(g, with_whole_outputs(*out), 2, 11) < 1e-12);
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

namespace {

/// The collectives of a graph whose `of` is derived by `wrt`, with x split along axis 0.
std::pair<std::size_t, std::size_t> data_parallel(const std::string& text, std::uint32_t devices,
                                                  const char* of,
                                                  const std::vector<const char*>& wrt) {
  const Graph g = without_composites(graph_of(text));
  std::vector<NodeId> params;
  for (const char* name : wrt)
    params.push_back(g.find(name));
  const Graph both = reverse(g, g.find(of), params).graph;
  const Distributed d = split(both, devices, {{"x", 0}});
  return {operators_in(d.graph, Op::all_reduce), operators_in(d.graph, Op::all_gather)};
}

} // namespace

// Gradients of weights are partial sums over images: an all-reduce each, and one of the loss.
TEST_CASE("distribution: convolutions are data parallel, forward and backward", "[graph]") {
  const char* text = "input x: f64[4,3,8,8]\nparam w1: f64[4,3,3,3]\nparam w2: f64[2,4,3,3]\n"
                     "h = relu(conv2d(x, w1, padding=1))\ny = relu(conv2d(h, w2, stride=2))\n"
                     "loss = mean(y)\n";
  for (const std::uint32_t devices : {2U, 4U})
    CHECK(data_parallel(text, devices, "loss", {"w1", "w2"}) ==
          std::pair<std::size_t, std::size_t>(3, 0));
  // By channels of the result, then by channels of the input: as an MLP's columns and rows.
  const Distributed d = split(graph_of(text), 2, {{"w1", 0}, {"w2", 1}});
  CHECK(d.collectives == 1);
}

TEST_CASE("distribution: layer_norm and its derivative are data parallel", "[graph]") {
  const std::string text = "input x: f64[4,8]\nparam A: f64[8,6]\nparam g: f64[6]\n"
                           "param b: f64[6]\nh = layer_norm(matmul(x, A), g, b)\n"
                           "loss = mean(h * h)\n";
  CHECK(split(graph_of(text), 2, {{"x", 0}}).collectives == 1); // the loss
  CHECK(data_parallel(text, 2, "loss", {"A", "g", "b"}) ==
        std::pair<std::size_t, std::size_t>(4, 0));
}

TEST_CASE("distribution: changes of shape keep what is split along axis 0", "[graph]") {
  for (const char* step :
       {"max(x, axis=1)", "reshape(x, [4,2,4])", "reshape(x, [2,2,8])", "reshape(x, [32])",
        "concat(x, exp(x), axis=1)", "slice(x, 1, 4, axis=1)", "broadcast(x, [3,4,8])",
        "softmax(x, axis=1)", "sum(x, axis=1)", "transpose(x)"}) {
    const Graph g =
        graph_of(std::string("input x: f64[4,8]\ny = tanh(") + step + ")\nloss = sum(y)\n");
    INFO(step);
    CHECK(operators_in(split(g, 2, {{"x", 0}}).graph, Op::all_gather) == 0);
    const Graph both = reverse(g, g.find("loss"), {g.find("x")}).graph;
    // The gradient itself stays in the parts of x.
    const Distributed d = split(both, 2, {{"x", 0}});
    CHECK(operators_in(d.graph, Op::all_gather) == 0);
    CHECK(d.outputs.back().name == "grad.x");
    CHECK(d.outputs.back().nodes.size() == 2);
  }
}

// Megatron: heads are columns of Wq, Wk and Wv; Wo by rows: one all-reduce.
TEST_CASE("distribution: attention with heads needs one all-reduce", "[graph]") {
  const auto block = std::find_if(examples().begin(), examples().end(), [](const auto& example) {
    return example.name == "attention_block";
  });
  REQUIRE(block != examples().end());
  std::string text(block->text); // in f64, so that the outputs are equal but for its roundings
  for (std::size_t at = text.find("f32"); at != std::string::npos; at = text.find("f32"))
    text.replace(at, 3, "f64");
  const Graph g = graph_of(text);
  for (const std::uint32_t devices : {2U, 4U}) {
    const Distributed d = split(g, devices, {{"Wq", 1}, {"Wk", 1}, {"Wv", 1}, {"Wo", 0}});
    CHECK(d.collectives == 1);
    CHECK(operators_in(d.graph, Op::all_reduce) == 1);
    CHECK(operators_in(d.graph, Op::softmax) == devices);
  }
  // 4 heads do not lie in 3 parts of columns: 16 / 3 is no whole number of heads.
  CHECK(split(g, 3, {{"Wq", 1}, {"Wk", 1}, {"Wv", 1}, {"Wo", 0}}).collectives > 1);
}

// x is a batch of sequences, the weights a matrix.
TEST_CASE("distribution: products of a batch and a matrix", "[graph]") {
  const char* text = "input x: f64[4,3,8]\nparam A: f64[8,6]\nparam B: f64[6,8]\n"
                     "y = matmul(relu(matmul(x, A)), B)\nloss = mean(y)\n";
  CHECK(data_parallel(text, 2, "loss", {"A", "B"}) == std::pair<std::size_t, std::size_t>(3, 0));
  CHECK(split(graph_of("input x: f64[4,3,8]\nparam A: f64[8,6]\nparam B: f64[6,8]\n"
                       "y = matmul(relu(matmul(x, A)), B)\n"),
              2, {{"A", 1}, {"B", 0}})
            .collectives == 1);
}

// Megatron's block: an all-reduce forward (g) and one backward (f, of the gradient of h). Gradients
// of A, ba and B lie in the parts of A, ba and B: nothing gathers them. Those of params that are
// whole are whole.
TEST_CASE("distribution: the gradient of a split param stays in its parts", "[graph]") {
  const Graph g = without_composites(
      graph_of("input x: f64[8,16] param g1: f64[16] param b1: f64[16]\n"
               "param A: f64[16,64] param ba: f64[64] param B: f64[64,16] param bb: f64[16]\n"
               "h = layer_norm(x, g1, b1)\ny = x + gelu(h @ A + ba) @ B + bb\n"
               "loss = mean(y * y)\n"));
  std::vector<NodeId> params;
  for (const char* name : {"A", "ba", "B", "bb", "g1"})
    params.push_back(g.find(name));
  const Graph both = reverse(g, g.find("loss"), params).graph;
  const Distributed d = split(both, 2, {{"A", 1}, {"ba", 0}, {"B", 0}});
  CHECK(operators_in(d.graph, Op::all_gather) == 0);
  CHECK(d.collectives == 2);
  std::size_t in_parts = 0;
  for (const DistributedOutput& output : d.outputs)
    in_parts += output.nodes.size() == 2;
  CHECK(in_parts == 3);
  const auto is_output = [&d](std::string_view name) {
    return std::any_of(d.graph.outputs.begin(), d.graph.outputs.end(),
                       [name](const Output& output) { return output.name == name; });
  };
  CHECK(is_output("grad.A@1"));
  CHECK(is_output("grad.bb"));
  CHECK_FALSE(is_output("grad.A"));
}

// A device that stores a part of a param gets the others from their devices: FSDP and ZeRO-3. 64 x
// 64 of f32 in two parts at 500 bytes a tick: 16,384 / 2 / 500 = 17 ticks.
TEST_CASE("distribution: a split param that is needed whole is gathered", "[graph]") {
  const Graph g = graph_of("input x: f32[64,64]\nparam A: f32[64,64]\ny = matmul(x, A)\n");
  for (const std::int64_t axis : {0, 1}) {
    const auto d = distribute(g, 2, {{g.find("x"), 0}, {g.find("A"), axis}});
    REQUIRE(d.ok());
    CHECK(operators_in(d->graph, Op::all_gather) == 2); // of A, and of the output
    ExecuteOptions options;
    options.devices = 2;
    const auto run = execute(d->graph, options, {});
    REQUIRE(run.ok());
    const auto first = std::find_if(run->tasks.begin(), run->tasks.end(), [](const Task& task) {
      return task.kind == TaskKind::collective;
    });
    REQUIRE(first != run->tasks.end());
    CHECK(first->end - first->start == 17);
    for (NodeId id = 0; id < d->graph.nodes.size(); ++id)
      CHECK(d->graph.find(d->graph.at(id).name) == id); // each name once
  }
}

// By columns twice: h is gathered, and no row of B is needed by another device.
TEST_CASE("distribution: the rule that moves the least is taken", "[graph]") {
  const Graph g = graph_of(kMlp);
  const Distributed d = split(g, 2, {{"A", 1}, {"B", 1}});
  for (const Node& node : d.graph.nodes)
    if (node.op == Op::all_gather)
      CHECK(node.name == "h");
  CHECK(operators_in(d.graph, Op::all_gather) == 1);
  CHECK(operators_in(d.graph, Op::all_reduce) == 1); // the loss
}

// The gradient of a weight that is used twice is a sum of two partial sums.
TEST_CASE("distribution: partial sums are added before they are combined", "[graph]") {
  const char* text = "input x: f64[4,6]\nparam A: f64[6,6]\n"
                     "loss = sum(tanh(matmul(tanh(matmul(x, A)), A)))\n";
  CHECK(data_parallel(text, 2, "loss", {"A"}) == std::pair<std::size_t, std::size_t>(2, 0));
}

TEST_CASE("distribution: what cannot be split is gathered", "[graph]") {
  const Graph g = graph_of("input x: f64[4,6]\nh = tanh(x)\ny = reshape(h, [24])\n"
                           "z = exp(slice(h, 1, 5, axis=1))\n");
  const Distributed d = split(g, 2, {{"x", 1}});
  CHECK(operators_in(d.graph, Op::all_gather) == 1); // once, for both
  // The maximum of each part, instead of the parts.
  const Distributed m = split(graph_of("input x: f64[4,6]\ny = max(x, axis=1)\n"), 2, {{"x", 1}});
  REQUIRE(operators_in(m.graph, Op::all_gather) == 1);
  for (const Node& node : m.graph.nodes)
    if (node.op == Op::all_gather)
      CHECK(node.shape == Shape{4, 2});
  split(graph_of("input x: f64[5,7] input w: f64[7,5]\ny = softmax(matmul(x, w), axis=0)\n"), 3,
        {{"w", 1}}); // parts of unequal size
}

TEST_CASE("distribution: wrong requests", "[graph]") {
  const Graph g = graph_of(kMlp);
  CHECK_FALSE(distribute(g, 2, {{g.find("h"), 0}}).ok());
  CHECK_FALSE(distribute(g, 2, {{g.find("A"), 2}}).ok());
  CHECK_FALSE(distribute(g, 9, {{g.find("A"), 0}}).ok());
  CHECK_FALSE(distribute(g, 2, {{g.find("A"), 0}, {g.find("A"), 1}}).ok());
  CHECK(distribute(g, 2, {{g.find("A"), 0}, {g.find("A"), 0}}).ok());
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

// As above, with 256 bytes of partial results at most beside 256 + 512 + 512 of sources on a
// device; whole params would be 256 + 1024 + 1024.
TEST_CASE("distribution: the limit of memory counts a device's part of a param", "[graph]") {
  const Graph g = graph_of("input x: f64[4,8] param A: f64[8,16] param B: f64[16,8]\n"
                           "y = matmul(gelu(matmul(x, A)), B)\n");
  const Distributed d = split(g, 2, {{"A", 1}, {"B", 0}});
  ExecuteOptions options;
  options.devices = 2;
  options.memory_limit = 1280 + 2 * 256;
  CHECK(execute(d.graph, options, {}).ok());
  options.memory_limit = 1280 + 256;
  CHECK_FALSE(execute(d.graph, options, {}).ok());
  CHECK_FALSE(execute(g, options, {}).ok());
}

TEST_CASE("distribution: with results rounded to decimals", "[graph]") {
  for (const int decimals : {2, 3, 6}) {
    Graph g = graph_of(kMlp);
    g.decimals = decimals;
    const auto d = distribute(g, 2, {{g.find("A"), 0}});
    REQUIRE(d.ok());
    const Difference found = compare(g, with_whole_outputs(*d), 1);
    INFO(decimals << " " << text_of(found));
    CHECK_FALSE(found.beyond);
  }
}
