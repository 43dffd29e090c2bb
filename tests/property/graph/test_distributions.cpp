#include "graph/differentiate/differentiate.hpp"
#include "graph/distribute/distribute.hpp"
#include "graph/notation/parse.hpp"
#include "graph/passes/passes.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <random>
#include <string>
#include <vector>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

/// Operators on tensors [4,6,8] that give such tensors again, with params of their own (PARAM is
/// replaced by a name).
const std::vector<std::string> kSteps{
    "tanh({0})",
    "{0} + {1}",
    "{0} * PARAM[8]",
    "{0} - PARAM[6,1]",
    "tanh(matmul({0}, PARAM[8,8]))",
    "tanh(matmul(PARAM[6,6], {0}))",
    "softmax(matmul({0}, transpose({1}, [0,2,1])), axis=2) @ {0}",
    "reshape(tanh(reshape({0}, [4,48])), [4,6,8])",
    "reshape(tanh(reshape({0}, [24,8])), [4,6,8])",
    "reshape(transpose(reshape({0}, [4,6,2,4]), [0,1,3,2]), [4,6,8])",
    "reshape(transpose({0}, [2,0,1]), [4,6,8])",
    "transpose(tanh(transpose({0}, [2,0,1])), [1,2,0])",
    "concat(slice({0}, 1, 4, axis=1), slice({1}, 0, 3, axis=1), axis=1)",
    "concat(slice({0}, 2, 4, axis=0), slice({1}, 0, 2, axis=0), axis=0)",
    "{0} - max({0}, axis=2, keep=1)",
    "{0} - max({0}, axis=[0,1], keep=1)",
    "{0} - mean({0}, axis=0, keep=1)",
    "{0} * sum({1}, axis=1, keep=1) * 0.1",
    "broadcast(max({0}, axis=1, keep=1), [4,6,8]) + {1}",
    "layer_norm({0}, PARAM[8], PARAM[8])",
    "batch_norm({0}, PARAM[6], PARAM[6])",
    "reshape(conv2d(reshape({0}, [4,2,3,8]), PARAM[2,2,3,3], padding=1), [4,6,8])",
    "softmax({0}, axis=0)",
    "tanh(sum({0}) * 0.01 + mean({1})) * {0}",
};

struct Written {
  std::string text;
  std::vector<std::string> sources; ///< with rank
  std::vector<int> ranks;
};

Written random_text(unsigned seed) {
  std::mt19937 random(seed);
  Written out;
  std::vector<std::string> names{"x", "z"};
  out.text = "input x: f64[4,6,8]\ninput z: f64[4,6,8]\n";
  out.sources = names;
  out.ranks = {3, 3};
  for (unsigned i = 0; i < 2 + seed % 5; ++i) {
    std::string step = kSteps[random() % kSteps.size()];
    for (std::size_t at = step.find("PARAM["); at != std::string::npos; at = step.find("PARAM[")) {
      const std::size_t end = step.find(']', at) + 1;
      const std::string shape = step.substr(at + 5, end - at - 5);
      const std::string name = fmt::format("p{}", out.sources.size());
      out.text += fmt::format("param {}: f64{}\n", name, shape);
      out.sources.push_back(name);
      out.ranks.push_back(1 + static_cast<int>(std::count(shape.begin(), shape.end(), ',')));
      step.replace(at, end - at, name);
    }
    const std::string name = fmt::format("y{}", i);
    out.text += name + " = " +
                fmt::format(fmt::runtime(step), names[random() % names.size()], names.back()) +
                "\n";
    names.push_back(name);
  }
  out.text += fmt::format("loss = mean({0} * {0})\noutput loss, {0}\n", names.back());
  return out;
}

} // namespace

// Derivatives, too: their operators get what the forward pass has split.
TEST_CASE("random distributions: changes of shape, norms and products keep the values", "[graph]") {
  std::size_t collectives = 0;
  std::size_t in_parts = 0;
  std::size_t gradients_in_parts = 0;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    const Written written = random_text(seed);
    INFO(written.text);
    const auto parsed = parse_graph(written.text, "random.graph");
    INFO(format(parsed.diagnostics()));
    REQUIRE(parsed.ok());
    Graph g = seed % 3 == 0 ? *parsed : without_composites(*parsed);
    std::vector<NodeId> wrt;
    std::vector<SplitRequest> requests;
    std::mt19937 random(seed);
    const std::uint32_t devices = 2 + seed % 3;
    for (std::size_t i = 0; i < written.sources.size(); ++i) {
      const NodeId id = g.find(written.sources[i]);
      wrt.push_back(id);
      const auto axis = static_cast<std::int64_t>(seed % 4 == 0 ? 0 : random() % written.ranks[i]);
      if (g.at(id).shape[axis] >= devices && random() % 3 != 0)
        requests.push_back({id, axis});
    }
    if (seed % 3 != 0)
      g = reverse(g, g.find("loss"), wrt).graph;
    const auto split = distribute(g, devices, requests);
    INFO(format(split.diagnostics()));
    REQUIRE(split.ok());
    const Graph whole = with_whole_outputs(*split);
    const Difference found = compare(g, whole, seed);
    INFO(text_of(found));
    CHECK(found.compared);
    CHECK_FALSE(found.beyond);
    REQUIRE(whole.outputs.size() == g.outputs.size());
    for (std::size_t i = 0; i < g.outputs.size(); ++i) {
      CHECK(whole.outputs[i].name == g.outputs[i].name);
      CHECK(whole.at(whole.outputs[i].node).shape == g.at(g.outputs[i].node).shape);
      gradients_in_parts += split->outputs[i].nodes.size() > 1;
    }
    collectives += split->collectives;
    for (const std::string& sentence : split->log)
      in_parts += sentence.find("is computed in parts") != std::string::npos;
  }
  CHECK(collectives > 150);
  CHECK(in_parts > 1000);
  CHECK(gradients_in_parts > 20);
}
