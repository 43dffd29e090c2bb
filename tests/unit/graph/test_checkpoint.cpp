#include "graph/differentiate/differentiate.hpp"
#include "graph/execute/execute.hpp"
#include "graph/memory/checkpoint.hpp"
#include "graph/memory/lifetimes.hpp"
#include "graph/passes/passes.hpp"
#include "graph/study/study.hpp"
#include "graph_text.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

/// y = tanh applied so many times; its backward pass reads each result.
Graph chain_of(unsigned links) {
  std::string text = "input h: f64[100]\n";
  text += fmt::format("repeat {} {{ h = tanh(h) }}\noutput h\n", links);
  const Graph g = graph_of(text);
  return reverse(g, g.find("h"), {0}).graph;
}

std::uint64_t peak_of(const Graph& g) {
  ExecuteOptions options;
  options.list_order = false;
  const auto run = execute(g, options, {});
  REQUIRE(run.ok());
  return memory_curve(g, *run, {}).peak;
}

} // namespace

// With s slots a chain of n links: none, n(n-1)/2 steps again. One slot in the middle of 4: the
// values 4 and 2 are there; 3 takes a step from 2, and 1 a step from the beginning: 2. As many
// slots as values between: nothing.
TEST_CASE("checkpoints: the fewest steps that are done again", "[graph]") {
  CHECK(least_recomputed(4, 0) == 6);
  CHECK(least_recomputed(4, 1) == 2);
  CHECK(least_recomputed(4, 3) == 0);
  CHECK(least_recomputed(1, 0) == 0);
  for (std::uint32_t links = 2; links < 30; ++links)
    for (std::uint32_t slots = 1; slots < 6; ++slots) {
      CHECK(least_recomputed(links, slots) <= least_recomputed(links, slots - 1));
      CHECK(least_recomputed(links - 1, slots) <= least_recomputed(links, slots));
    }
}

TEST_CASE("checkpoints: the planned graph does what the plan says, and computes the same",
          "[graph]") {
  for (const unsigned links : {4U, 9U, 16U}) {
    const Graph g = chain_of(links);
    for (std::uint32_t slots = 0; slots < 5; ++slots) {
      const auto planned = checkpoint_optimal(g, slots);
      REQUIRE(planned.ok());
      INFO(links << " links, " << slots << " slots");
      CHECK(planned->recomputed == least_recomputed(links, slots));
      CHECK(largest_difference(g, planned->graph, 1, 3) == 0);
      CHECK(peak_of(planned->graph) <= peak_of(g));
    }
  }
}

// 16 links of 800 bytes: each 4th is kept, and 3 between each are computed again: 12.
TEST_CASE("checkpoints: each k-th of any graph", "[graph]") {
  const Graph g = chain_of(16);
  const Checkpointed some = checkpoint_sqrt(g);
  CHECK(some.kept.size() == 4);
  CHECK(some.recomputed == 12);
  CHECK(peak_of(some.graph) < peak_of(g) * 2 / 3);
  CHECK(largest_difference(g, some.graph, 1, 3) == 0);
  const Graph skip = graph_of("input x: f64[8]\na = exp(x)\nb = tanh(a)\nc = sigmoid(b)\n"
                              "d = sqrt(a * a + c * c)\ny = sum(d)\n");
  const Graph both = reverse(skip, skip.find("y"), {0}).graph;
  CHECK(largest_difference(both, checkpoint_sqrt(both).graph, 2, 5) == 0);
  const auto none = checkpoint_optimal(both, 2);
  REQUIRE_FALSE(none.ok());
  CHECK(none.diagnostics()[0].message.find("is no link of a chain") != std::string::npos);
}

// tanh(x) ^ 2 = x' * x' of an equality: each node that saturation makes stands somewhere.
TEST_CASE("checkpoints: what is no link has a place, also behind passes", "[graph]") {
  const Graph g = graph_of("input x: f64[8]\na = exp(x)\nb = tanh(a)\nc = sigmoid(b)\n"
                           "y = sum(c / 4 + a * c + b * c)\n");
  const Graph both = reverse(g, g.find("y"), {0}).graph;
  for (const char* pass : {"all", "saturate", "fuse-vertical", "rules"}) {
    const auto out = optimize(both, {pass}, shipped_rules());
    REQUIRE(out.ok());
    for (const Node& node : out->graph.nodes) {
      INFO(pass << ": " << node.name);
      CHECK((node.place.line > 0 || (is_source(node.op) && !node.named)));
    }
    const auto none = checkpoint_optimal(out->graph, 2);
    REQUIRE_FALSE(none.ok());
    CHECK(none.diagnostics()[0].line > 0);
    CHECK(none.diagnostics()[0].column > 0);
  }
  const auto many = checkpoint_optimal(chain_of(kMostLinks + 1), 2);
  REQUIRE_FALSE(many.ok());
  CHECK(many.diagnostics()[0].line == 2);
}

// The list order has another peak than the program order.
TEST_CASE("checkpoints: before them is the run without them", "[graph]") {
  std::string text = "input h: f64[100]\n";
  text += "repeat 16 { h = tanh(h) }\ny = sum(h)\noutput y\n";
  const auto read = [&](const std::string&, std::size_t, std::string_view) {
    return Result<std::string>(text);
  };
  StudyOptions options;
  options.differentiate = "y";
  const auto plain = study("c.graph", options, read, {});
  REQUIRE(plain.ok());
  options.order = "program";
  const auto program = study("c.graph", options, read, {});
  REQUIRE(program.ok());
  options.order = "list";
  options.checkpoint = "sqrt";
  const auto some = study("c.graph", options, read, {});
  REQUIRE(some.ok());
  CHECK(some->checkpoints->peak_before == plain->memory.released.peak);
  CHECK(some->checkpoints->makespan_before == plain->execution.makespan);
  CHECK(some->checkpoints->peak_in_program_order == program->memory.released.peak);
}
