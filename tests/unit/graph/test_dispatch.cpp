#include "graph/execute/dispatch.hpp"
#include "graph_text.hpp"

using namespace stallscope;
using namespace stallscope::graph;

TEST_CASE("graph dispatch: the most special entry of measured times", "[graph]") {
  Graph g = graph_of("input a: f32[8,8]\ninput b: f16[8,8]\nx = a @ a\ny = b @ b\nz = relu(b)\n"
                     "t = transpose(a)\n");
  DeviceModel model;
  CHECK(choose_kernel(g, g.find("t"), model).kind == KernelChoice::Kind::view);
  CHECK(choose_kernel(g, g.find("x"), model).kind == KernelChoice::Kind::compute); // 1,024 FLOP
  CHECK(choose_kernel(g, g.find("z"), model).kind ==
        KernelChoice::Kind::memory); // 64 FLOP, 256 bytes
  model.measured = {{"matmul", 10}, {"matmul:f16", 20}, {"matmul:f16@1", 30}, {"x", 40}};
  CHECK(choose_kernel(g, g.find("x"), model).key == "x");
  CHECK(kernel_ticks(g, g.find("y"), model) == 20);
  g.nodes[g.find("y")].device = 1;
  CHECK(kernel_ticks(g, g.find("y"), model) == 30);
  g.nodes[g.find("y")].device = 0;
  CHECK(kernel_ticks(g, g.find("y"), model) == 20);
  g.nodes[g.find("x")].name = "other";
  CHECK(choose_kernel(g, g.find("other"), model).key == "matmul");
}

TEST_CASE("graph dispatch: a row for each operator, device and type", "[graph]") {
  const Graph g = graph_of("input a: f32[8,8]\nx = relu(a)\ny = relu(x)\nz = cast(y, f16)\n"
                           "w = relu(z)\n");
  const ExecuteOptions options;
  const Result<Execution> run = execute(g, options, {});
  REQUIRE(run.ok());
  const std::vector<DispatchRow> rows = dispatch_table(g, *run, options.model);
  REQUIRE(rows.size() == 3); // cast, relu of f32, relu of f16
  CHECK(rows[1].op == "relu");
  CHECK(rows[1].type == Type::f32);
  CHECK(rows[1].uses == 2);
  CHECK(rows[1].ticks == 2);
  CHECK(rows[2].type == Type::f16);
}
