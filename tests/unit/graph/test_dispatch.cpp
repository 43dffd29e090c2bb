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

// On device 0 the product takes 12 ticks, on device 1 40, as on devices that no entry names.
TEST_CASE("graph dispatch: times of a device steer where a kernel runs", "[graph]") {
  const Graph g = graph_of("input a: f32[8,8]\nx = a @ a\ny = a @ x\n");
  ExecuteOptions options;
  options.model.measured = {{"matmul", 40}, {"matmul:f32@0", 12}};
  for (const std::uint32_t devices : {1U, 2U}) {
    options.devices = devices;
    const Result<Execution> run = execute(g, options, {});
    REQUIRE(run.ok());
    const std::vector<DispatchRow> rows = dispatch_table(g, *run, options.model);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].device == "0");
    CHECK(rows[0].key == "matmul:f32@0");
    CHECK(rows[0].ticks == 24);
  }
  options.model.measured = {{"matmul", 40}, {"matmul@1", 12}};
  const Result<Execution> run = execute(g, options, {});
  REQUIRE(run.ok());
  CHECK(dispatch_table(g, *run, options.model)[0].device == "1");
}

TEST_CASE("graph dispatch: a time of no operator is an error", "[graph]") {
  const Graph g = graph_of("input a: f32[8,8]\nx = a @ a\n");
  ExecuteOptions options;
  options.model.measured = {{"matmul:f32@0", 40}, {"x", 3}, {"softmax", 2}};
  CHECK(unknown_times(g, options).empty());
  options.model.measured = {{"matmull", 40}};
  const Diagnostics problems = unknown_times(g, options);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].suggestion == "matmul");
}

TEST_CASE("graph dispatch: times of no type or no device, and two of one entry", "[graph]") {
  const Graph g = graph_of("input a: f32[8,8]\nx = a @ a\n");
  ExecuteOptions options;
  options.devices = 2;
  const auto problems = [&](std::string_view text) {
    const auto times = read_times(text, "t.csv");
    if (!times)
      return format(times.diagnostics());
    options.model.measured = times->ticks;
    options.model.measured_at = times->at;
    return format(unknown_times(g, options));
  };
  CHECK(problems("matmul:f32@1,4\nmatmul:f16,3\nx,2\n").empty());
  const std::string wrong = problems("matmul,4\n matmul:f99,4\nmatmul@2,4\nmatmul:f32@one,4\n");
  CHECK(wrong.find("t.csv:2:9: error: --times: unknown type 'f99' of 'matmul:f99'") !=
        std::string::npos);
  CHECK(wrong.find("t.csv:3:8: error: --times: there is no device '2' of 'matmul@2'; expected "
                   "devices 0 to 1") != std::string::npos);
  CHECK(wrong.find("t.csv:4:12: error: --times: there is no device 'one'") != std::string::npos);
  CHECK(problems("matmull,4\n").find("t.csv:1:1: error: --times: 'matmull' is no operator") !=
        std::string::npos);
  CHECK(problems("matmul,4\n matmul,5\n")
            .find("t.csv:2:2: error: the time of 'matmul' is said twice, first in line 1") !=
        std::string::npos);
}
