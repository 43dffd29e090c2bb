#include "graph/evaluate/evaluate.hpp"
#include "graph/fx/read.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

using Sizes = std::map<std::string, std::int64_t>;

Graph fx_graph(std::string_view text, const Sizes& sizes) {
  const Result<Graph> graph = read_fx(text, "test.fx", sizes);
  INFO(format(graph.diagnostics()));
  REQUIRE(graph.ok());
  return *graph;
}
std::string fx_problems(std::string_view text, const Sizes& sizes) {
  const Result<Graph> graph = read_fx(text, "test.fx", sizes);
  return graph.ok() ? std::string() : format(graph.diagnostics());
}
bool told(const std::string& problems, std::string_view what) {
  INFO(problems);
  return problems.find(what) != std::string::npos;
}

// relu(linear(x, w, b)) times 2, and its sum along the last dimension, as torch.fx prints it.
constexpr const char* kLayer = R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %w : [num_users=1] = get_attr[target=layer.weight]
    %b : torch.Tensor [num_users=1] = get_attr[target=layer.bias]
    %linear : [num_users=1] = call_function[target=torch.nn.functional.linear](args = (%x, %w, %b), kwargs = {})
    %relu : [num_users=2] = call_method[target=relu](args = (%linear,), kwargs = {})
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%relu, 2), kwargs = {})
    %sum_1 : [num_users=1] = call_function[target=torch.sum](args = (%mul,), kwargs = {dim: -1, keepdim: True})
    return (relu, sum_1)
)";
const Sizes kLayerSizes{{"x.0", 2}, {"x.1", 3}, {"w.0", 4}, {"w.1", 3}, {"b.0", 4}};

} // namespace

TEST_CASE("fx: a printed layer is computed", "[graph]") {
  CHECK(is_fx(kLayer));
  CHECK(is_fx("graph(x):\n"));
  CHECK_FALSE(is_fx("input x: f32[2]\n"));
  const Graph g = fx_graph(kLayer, kLayerSizes);
  CHECK(g.at(g.find("x")).op == Op::input);
  CHECK(g.at(g.find("w")).op == Op::param);
  REQUIRE(g.outputs.size() == 2);
  CHECK(g.outputs[1].name == "sum_1");
  CHECK(g.at(g.outputs[1].node).shape == Shape{2, 1});
  const Result<Values> values = evaluate(g);
  REQUIRE(values.ok());
  const auto& x = (*values)[g.find("x")]->values;
  const auto& w = (*values)[g.find("w")]->values;
  const auto& b = (*values)[g.find("b")]->values;
  for (std::size_t row = 0; row < 2; ++row) {
    double sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      double h = b[k];
      for (std::size_t i = 0; i < 3; ++i)
        h += x[row * 3 + i] * w[k * 3 + i];
      sum += 2 * std::max(h, 0.0);
    }
    CHECK((*values)[g.outputs[1].node]->values[row] == Approx(sum).margin(1e-6));
  }
}

TEST_CASE("fx: functions, methods and aten", "[graph]") {
  const auto shape = [](const std::string& target, const std::string& arguments,
                        const std::string& keywords = "") {
    const std::string text = "graph():\n    %x : [num_users=1] = placeholder[target=x]\n"
                             "    %y : [num_users=1] = " +
                             target + "(args = (" + arguments + "), kwargs = {" + keywords +
                             "})\n    return y\n";
    const Graph g = fx_graph(text, {{"x.0", 2}, {"x.1", 3}, {"x.2", 4}});
    CHECK(g.at(g.outputs[0].node).op != Op::unknown);
    CHECK(evaluate(g).ok());
    return g.at(g.outputs[0].node).shape;
  };
  CHECK(shape("call_function[target=torch.ops.aten.add.Tensor]", "%x, %x") == Shape{2, 3, 4});
  CHECK(shape("call_method[target=add_]", "%x, 1.5e-05") == Shape{2, 3, 4});
  CHECK(shape("call_method[target=transpose]", "%x, -1, 0") == Shape{4, 3, 2});
  CHECK(shape("call_method[target=permute]", "%x, 2, 0, 1") == Shape{4, 2, 3});
  CHECK(shape("call_function[target=torch.permute]", "%x, (2, 0, 1)") == Shape{4, 2, 3});
  CHECK(shape("call_method[target=view]", "%x, -1, 4") == Shape{6, 4});
  CHECK(shape("call_function[target=torch.ops.aten.view.default]", "%x, [6, 4]") == Shape{6, 4});
  CHECK(shape("call_function[target=torch.flatten]", "%x, 1") == Shape{2, 12});
  CHECK(shape("call_function[target=torch.cat]", "[%x, %x]", "dim: 1") == Shape{2, 6, 4});
  CHECK(shape("call_method[target=unsqueeze]", "%x, -1") == Shape{2, 3, 4, 1});
  CHECK(shape("call_function[target=torch.softmax]", "%x", "dim: -1") == Shape{2, 3, 4});
  CHECK(shape("call_method[target=mean]", "%x, [0, 1]") == Shape{4});
  CHECK(shape("call_function[target=torch.nn.functional.layer_norm]",
              "%x, (4,), None, None, 1e-05") == Shape{2, 3, 4});
}

TEST_CASE("fx: what is not known is named, with a shape from outside", "[graph]") {
  const std::string text = "graph():\n    %x : [num_users=1] = placeholder[target=x]\n"
                           "    %cos : [num_users=1] = call_function[target=torch.cos](args = "
                           "(%x,), kwargs = {})\n    %pool : [num_users=1] = "
                           "call_module[target=pool](args = (%cos,), kwargs = {})\n"
                           "    return pool\n";
  const std::string problems = fx_problems(text, {{"x.0", 4}});
  CHECK(told(problems, "test.fx:3:49: error: torch.cos is not known, and the shape of 'cos' is not "
                       "in the text; expected --dimensions cos.0=8"));
  CHECK(told(fx_problems(text, {}), "test.fx:2:45: error: the shape of 'x' is not in the text"));
  const Graph g = fx_graph(text, {{"x.0", 4}, {"cos.0", 4}, {"pool.0", 2}});
  CHECK(g.at(g.find("pool")).op == Op::unknown);
  CHECK(operator_name(g.at(g.find("cos"))) == "torch.cos");
  CHECK(not_computed(g)[g.find("pool")]);
}

TEST_CASE("fx: problems have places, all at once", "[graph]") {
  const auto line = [](const std::string& text) {
    return fx_problems("graph():\n    %x : [num_users=1] = placeholder[target=x]\n" + text,
                       {{"x.0", 2}, {"x.1", 3}});
  };
  const auto call = [&](const std::string& rest) {
    return line("    %y : [num_users=1] = call_function[target=torch." + rest + "\n    return y\n");
  };
  CHECK(
      told(call("mm](args = (%x, %x), kwargs = {})"), "3:47: error: inner sizes of matmul differ"));
  CHECK(told(call("exp](args = (%z,), kwargs = {})"), "there is no 'z' above"));
  CHECK(told(call("exp](args = (), kwargs = {})"), "torch.exp lacks an operand"));
  CHECK(told(call("tahn](args = (%x,), kwargs = {})"), "did you mean 'tanh'?"));
  CHECK(told(call("exp](args = (%x,), kwargs = {}"), "the line ends; expected )"));
  CHECK(told(call("exp](args = (%x,) kwargs = {})"), "unexpected 'k'; expected ,"));
  CHECK(told(call("exp](args = (" + std::string(60, '(') + "), kwargs = {})"), "fewer lists"));
  CHECK(told(line("    return q\n"), "there is no 'q' above"));
  CHECK(told(line(""), "the graph returns nothing"));
  const std::string both = line("    %y : [num_users=1] = call_function[target=torch.mm](args = "
                                "(%x, %x), kwargs = {})\n    return (y, q)\n");
  CHECK(told(both, "inner sizes"));
  CHECK(told(both, "'q'"));
  CHECK_FALSE(told(both, "'y'")); // told where it failed
}
