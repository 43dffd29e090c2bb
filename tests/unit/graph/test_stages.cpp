#include "graph/differentiate/differentiate.hpp"
#include "graph/distribute/stages.hpp"
#include "graph_text.hpp"

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
