#include "graph/differentiate/differentiate.hpp"
#include "graph/distribute/stages.hpp"
#include "graph_text.hpp"

#include <algorithm>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

/// Two products of 10 x 10 x 10 (2,000 FLOP) and a relu and a sum between and behind them.
const char* const kLayers = "param a: f64[10,10]\nparam b: f64[10,10]\ninput x: f64[10,10]\n"
                            "h = x @ a\nr = relu(h)\ny = r @ b\nloss = sum(y)\n";

DeviceModel slow() {
  DeviceModel model;
  model.flop_per_tick = 100; // products take 20 ticks, relu and sum 1 each
  model.bytes_per_tick = 1'000'000;
  model.link_bytes_per_tick = 100; // a matrix of 800 bytes: 8 ticks
  return model;
}

} // namespace

TEST_CASE("graph stages: the longest takes the fewest ticks", "[graph]") {
  Graph g = graph_of(kLayers);
  REQUIRE(cut_into_stages(g, 2, slow()));
  // 20 1 | 20 1: any other cut has a stage of at least 22.
  CHECK(g.at(g.find("h")).stage == 0);
  CHECK(g.at(g.find("r")).stage == 0);
  CHECK(g.at(g.find("y")).stage == 1);
  CHECK(g.at(g.find("loss")).stage == 1);
  CHECK_FALSE(cut_into_stages(g, 5, slow())); // four kernels
  REQUIRE(cut_into_stages(g, 4, slow()));
  CHECK(g.at(g.find("r")).stage == 1);
  CHECK(g.at(g.find("loss")).stage == 3);
}

TEST_CASE("graph stages: times of forward, input and weight gradients", "[graph]") {
  Graph g = graph_of(kLayers);
  REQUIRE(cut_into_stages(g, 2, slow()));
  const std::vector<NodeId> wrt{g.find("a"), g.find("b"), g.find("x")};
  const Graph both = reverse(g, g.find("loss"), wrt).graph;
  ExecuteOptions options;
  options.model = slow();
  const Result<Execution> run = execute(both, options, {});
  REQUIRE(run.ok());
  const StageTimes times = stage_times(both, *run, 2, options.model);
  CHECK(times.forward == std::vector<Ticks>{21, 21});
  // Stage 1: dr = dy b^T (20 ticks) is waited for, db = r^T dy is not; dy is a view of the seed.
  // Stage 0: dx = dh a^T, behind dh of relu, which is a comparison and a product of 100 elements: 1
  // tick each; da = x^T dh.
  CHECK(times.input_gradient == std::vector<Ticks>{22, 20});
  CHECK(times.weight_gradient == std::vector<Ticks>{20, 20});
  CHECK(times.transfer == 8);
  CHECK(train_plan(times, "layers.graph") ==
        "# Kernels of layers.graph in ticks, in stages behind each other, for 'stallscope train'.\n"
        "# stage 0: h, r\n# stage 1: y, loss\ndevices = 2\nforward = [21, 21]\n"
        "input_gradient = [22, 20]\nweight_gradient = [20, 20]\ntransfer = 8\n");
}

// gelu is one tick forward and many backward. Of all cuts of the five kernels into three stages the
// one with the shortest longest stage is found; the forward ticks alone give a longer one.
TEST_CASE("graph stages: the backward pass counts", "[graph]") {
  const Graph g = graph_of("input x: f32[4,8]\nparam A: f32[8,16]\nparam B: f32[16,8]\n"
                           "h = gelu(matmul(x, A))\ny = matmul(h, B)\nloss = mean(y * y)\n");
  const DeviceModel model;
  const auto longest = [&](const Graph& cut) {
    const Graph both =
        reverse(cut, cut.find("loss"), {cut.find("x"), cut.find("A"), cut.find("B")}).graph;
    const auto run = execute(both, {}, {});
    REQUIRE(run.ok());
    const StageTimes times = stage_times(both, *run, 3, model);
    Ticks most = 0;
    for (std::size_t s = 0; s < 3; ++s)
      most = std::max(most, times.forward[s] + times.input_gradient[s] + times.weight_gradient[s]);
    return most;
  };
  std::vector<NodeId> kernels;
  for (NodeId id = 0; id < g.nodes.size(); ++id)
    if (!is_source(g.at(id).op))
      kernels.push_back(id);
  REQUIRE(kernels.size() == 5);
  Ticks shortest = ~Ticks{0};
  for (std::size_t first = 1; first < 4; ++first)
    for (std::size_t second = first + 1; second < 5; ++second) {
      Graph cut = g;
      for (std::size_t k = 0; k < 5; ++k)
        cut.nodes[kernels[k]].stage = (k >= first ? 1 : 0) + (k >= second ? 1 : 0);
      shortest = std::min(shortest, longest(cut));
    }
  Graph by_all = g;
  REQUIRE(cut_into_stages(by_all, 3, model, backward_ticks(g, "loss", {"x", "A", "B"}, model)));
  CHECK(longest(by_all) == shortest);
  Graph by_forward = g;
  REQUIRE(cut_into_stages(by_forward, 3, model));
  CHECK(longest(by_forward) > shortest);
}
