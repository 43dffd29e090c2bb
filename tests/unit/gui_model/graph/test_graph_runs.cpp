// Graphs are runs like those of programs: recorded, asked, changed.
#include "graph/notation/examples.hpp"
#include "model/graph/graph_model.hpp"
#include "model/graph/graph_options.hpp"
#include "unit/gui_model/model_testing.hpp"

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

TEST_CASE("a graph is a run: host, streams, memory", "[gui_model]") {
  for (const graph::ExampleInfo& example : graph::examples()) {
    INFO(example.name);
    OpenRun opened(course_spec(Subject::graph, std::string(example.name)));
    CHECK(opened.run.last_cycle() > 0);
    REQUIRE(opened.run.course()->graph() != nullptr);
    CHECK(opened.run.summary().ledger.balanced());
    const MemoryCurves& memory = opened.run.course()->memory();
    REQUIRE(memory.devices.size() == 1);
    CHECK(memory.devices[0].peak == opened.run.course()->graph()->memory.released.peak);
    GraphModel model;
    model.open(opened.run);
    REQUIRE(model.layout().boxes.size() == model.nodes().size());
    for (const GraphBox& box : model.layout().boxes)
      CHECK_FALSE(model.words_of(opened.run, box.node).empty());
  }
}

// 1,500 operations: each of 24 boxes stands for nodes that follow each other.
TEST_CASE("a large graph is folded to boxes, one of which can be unfolded", "[gui_model]") {
  RunSpec spec = course_spec(Subject::graph, "large.graph");
  spec.program.text = "input x: f64[2]\ny = x\nrepeat 500 { y = tanh(y) + 0.1 * x }\noutput y\n";
  OpenRun opened(spec);
  GraphModel model;
  model.open(opened.run);
  CHECK(model.is_folded());
  CHECK(model.nodes().size() <= GraphModel::kFoldedBoxes);
  const auto shown = [&model] {
    std::size_t sum = 0;
    for (const GraphNodeView& view : model.nodes())
      sum += std::max<std::size_t>(1, view.folded.size());
    return sum;
  };
  CHECK(shown() == 1501);
  const std::vector<graph::NodeId> inside = model.nodes()[12].folded;
  REQUIRE(inside.size() > 1);
  CHECK_FALSE(model.words_of(opened.run, 12).empty());
  model.unfold(opened.run, 12);
  CHECK(shown() == 1501);
  for (std::size_t i = 0; i < inside.size(); ++i) {
    CHECK(model.nodes()[12 + i].folded.empty());
    CHECK(model.nodes()[12 + i].id == inside[i]);
  }
  // Another box, behind the open one.
  const auto next = static_cast<sched::Node>(12 + inside.size());
  const std::vector<graph::NodeId> other = model.nodes()[next].folded;
  model.unfold(opened.run, next);
  CHECK(model.nodes()[13].id == other.front());
  model.unfold(opened.run, 13); // a single node folds all again
  CHECK(model.nodes()[13].folded == other);
  for (const GraphEdge& edge : model.layout().edges)
    CHECK(edge.from < edge.to);
}

TEST_CASE("a tuned product's points, lists of passes and other keys of a graph", "[gui_model]") {
  OpenRun tuned(course_spec(Subject::graph, "mlp", {{"tune", "y"}, {"budget", "5"}}));
  REQUIRE(tuned.run.course()->graph()->tuned);
  CHECK(tuned.run.course()->graph()->tuned->points.size() == 5);
  OpenRun listed(
      course_spec(Subject::graph, "mlp", {{"differentiate", "loss"}, {"passes", "fold,cse"}}));
  CHECK(listed.run.course()->graph()->optimized->passes.size() == 2);
  OpenRun fast(
      course_spec(Subject::graph, "attention", {{"passes", "attention"}, {"fast_memory", "256"}}));
  CHECK(graph::totals(fast.run.course()->graph()->graph).bytes == 15360);
  CHECK(failure(course_spec(Subject::graph, "mlp", {{"passes", "fold,fuse"}})).find("cse") !=
        std::string::npos);
}

TEST_CASE("passes are stepped through one rewrite at a time, forwards and backwards",
          "[gui_model]") {
  RunSpec spec = course_spec(Subject::graph, "mlp", {{"differentiate", "loss"}, {"passes", "all"}});
  OpenRun all(spec);
  const std::size_t count = all.run.course()->graph()->optimized->rewrites.size();
  REQUIRE(count > 0);
  CHECK_FALSE(GraphModel::with_rewrites(all.run, 1));
  spec.settings.push_back({"rewrites", "0"});
  for (std::size_t done = 0; done < count; ++done) {
    OpenRun step(spec);
    const auto& rewrites = step.run.course()->graph()->optimized->rewrites;
    REQUIRE(rewrites.size() == done);
    for (std::size_t i = 0; i < done; ++i) // a prefix of all
      CHECK(rewrites[i].what == all.run.course()->graph()->optimized->rewrites[i].what);
    const auto next = GraphModel::with_rewrites(step.run, 1);
    REQUIRE(next);
    spec = *next;
  }
}

TEST_CASE("an unknown key or value of a graph is an error with what is expected", "[gui_model]") {
  CHECK(failure(course_spec(Subject::graph, "mlp", {{"stream", "2"}})).find("streams") !=
        std::string::npos);
  CHECK(failure(course_spec(Subject::graph, "mlp", {{"streams", "x"}})).find("a whole number") !=
        std::string::npos);
  CHECK(failure(course_spec(Subject::graph, "mpl")).find("mlp") != std::string::npos);
}
