#include "graph/differentiate/differentiate.hpp"
#include "graph/differentiate/symbolic.hpp"
#include "graph/notation/examples.hpp"
#include "graph_text.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cmath>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

Graph example_graph(std::string_view name) {
  for (const ExampleInfo& example : examples())
    if (example.name == name)
      return graph_of(example.text);
  FAIL("no such example");
  return {};
}

double value_at(const Graph& g, const Values& values, std::string_view name) {
  NodeId id = g.find(name);
  for (const Output& alias : g.aliases)
    id = id == kNoNode && alias.name == name ? alias.node : id;
  REQUIRE(id != kNoNode);
  return values[id]->values[0];
}

} // namespace

// f(x1, x2) = (e^x1 + x2)(x2 + 1) at (3, 2), as the chapter computes it, three decimals a step:
//   a = e^3 = 20.086          grad.y = 1
//   b = a + 2 = 22.086        grad.b = grad.y c = 3
//   c = 2 + 1 = 3             grad.c = grad.y b = 22.086
//   y = b c = 66.258          grad.a = grad.b = 3
//                             grad.x2 = grad.b + grad.c = 25.086
//                             grad.x1 = grad.a a = 3 x 20.086 = 60.258
// Without rounding y is 66.25661..., and the gradients 60.25661... and 25.08553...
TEST_CASE("gradients: every step of the chapter's example", "[graph]") {
  const Graph g = example_graph("chain_rule");
  const Differentiated d = reverse(g, g.find("y"), {g.find("x1"), g.find("x2")});
  const Result<Values> values = evaluate(d.graph);
  REQUIRE(values.ok());
  const std::vector<std::pair<std::string_view, double>> steps{
      {"a", 20.086}, {"b", 22.086},      {"c", 3},      {"y", 66.258},       {"grad.y", 1},
      {"grad.b", 3}, {"grad.c", 22.086}, {"grad.a", 3}, {"grad.x1", 60.258}, {"grad.x2", 25.086}};
  for (const auto& [name, expected] : steps) {
    INFO(name);
    CHECK(value_at(d.graph, *values, name) == expected);
  }
}

TEST_CASE("gradients: the same without rounding, in all modes", "[graph]") {
  Graph g = example_graph("chain_rule");
  g.decimals = -1;
  const std::vector<NodeId> wrt{g.find("x1"), g.find("x2")};
  const double e3 = std::exp(3.0);
  for (const Mode mode : {Mode::reverse, Mode::forward, Mode::symbolic, Mode::numeric}) {
    INFO(name(mode));
    const Result<Gradients> found = gradients(g, g.find("y"), wrt, mode);
    REQUIRE(found.ok());
    CHECK(found->values[0].values[0] == Approx(3 * e3).epsilon(1e-6));
    CHECK(found->values[1].values[0] == Approx(3 + e3 + 2).epsilon(1e-6));
    // numeric: inputs + 1 evaluations; reverse: the results, and one pass forward
    CHECK(found->passes == (mode == Mode::numeric ? 3U : 2U));
  }
}

// Baydin et al. (JMLR 2018), table 1: iterations of l_n+1 = 4 l_n (1 - l_n), l_1 = x, and their
// derivatives. Simplified they are 1, 4(1 - 2x), 16(1 - 10x + 24x^2 - 16x^3) and
// 64(1 - 42x + 504x^2 - 2640x^3 + 7040x^4 - 9984x^5 + 7168x^6 - 2048x^7).
TEST_CASE("symbolic: the table of the logistic map, with its swell", "[graph]") {
  const Graph g = example_graph("logistic");
  const NodeId x = g.find("x");
  const auto row = [&](NodeId id) {
    auto rows = symbolic(g, id, {x});
    REQUIRE(rows.ok());
    return rows->front();
  };
  const SymbolicRow l1 = row(x);
  const SymbolicRow l2 = row(g.find("l2"));
  const SymbolicRow l3 = row(g.find("l3"));
  const SymbolicRow l4 = row(g.find("l4"));
  CHECK(l1.simplified->text() == "1");
  CHECK(l2.simplified->text() == "4(1 - 2x)");
  CHECK(l3.simplified->text() == "16(1 - 10x + 24x^2 - 16x^3)");
  CHECK(l4.simplified->text() ==
        "64(1 - 42x + 504x^2 - 2640x^3 + 7040x^4 - 9984x^5 + 7168x^6 - 2048x^7)");
  CHECK(text_of(l2.formula) == "4*x*(1 - x)");
  CHECK(text_of(l2.derivative) == "4*(1 - x) + 4*x*(-1)");
  // l_n is written with 4 l_(n-1) (1 - l_(n-1)): its operators double and grow by 3.
  CHECK(l2.formula->operators == 3);
  CHECK(l3.formula->operators == 9);
  CHECK(l4.formula->operators == 21);
  CHECK(l2.derivative->operators < l3.derivative->operators);
  CHECK(l3.derivative->operators < l4.derivative->operators);
  const double at = 0.3;
  const double expected =
      64 * (1 - 42 * at + 504 * std::pow(at, 2) - 2640 * std::pow(at, 3) + 7040 * std::pow(at, 4) -
            9984 * std::pow(at, 5) + 7168 * std::pow(at, 6) - 2048 * std::pow(at, 7));
  CHECK(value_of(l4.derivative, {{"x", at}}) == Approx(expected).epsilon(1e-12));
}

TEST_CASE("symbolic: a formula that is too deep to be derived is refused", "[graph]") {
  const auto chain = [](int length) {
    std::string text = "input x: f64[] = 0.5\na0 = x\n";
    for (int i = 1; i <= length; ++i)
      text += fmt::format("a{} = tanh(a{})\n", i, i - 1);
    return graph_of(text);
  };
  const Graph deep = chain(100'000); // functions that call themselves would run out of stack
  const auto refused = symbolic(deep, deep.find("a100000"), {deep.find("x")});
  REQUIRE(refused.diagnostics().size() == 1);
  CHECK(refused.diagnostics()[0].message ==
        "the formula of a1001 (tanh) has more than 1000 operators within each other");
  CHECK(refused.diagnostics()[0].line == 1003);
  const Graph most = chain(1000);
  const auto taken = symbolic(most, most.find("a1000"), {most.find("x")});
  REQUIRE(taken.ok());
  CHECK(value_of((*taken)[0].derivative, {{"x", 0.5}}) > 0);
}

TEST_CASE("symbolic: what has no formula of scalars is named", "[graph]") {
  const Graph g = graph_of("input x: f64[2,2]\nh = matmul(x, x)\ny = sum(exp(h))\n");
  const auto rows = symbolic(g, g.find("y"), {g.find("x")});
  REQUIRE_FALSE(rows.ok());
  CHECK(format(rows.diagnostics()).find("test.graph:1:7: error: x (input) is [2,2]") !=
        std::string::npos);
}

TEST_CASE("gradients: uses of a value are added", "[graph]") {
  const Graph g = graph_of("input x: f64[] = 5\ny = x * x + x\n");
  const auto found = gradients(g, g.find("y"), {g.find("x")}, Mode::reverse);
  REQUIRE(found.ok());
  CHECK(found->values[0].values[0] == 11);
}

TEST_CASE("gradients: points without a derivative are named", "[graph]") {
  const Graph g = graph_of("input x: f64[3] = [-1, 0, 2]\ny = relu(x)\n");
  const auto values = evaluate(g);
  REQUIRE(values.ok());
  const Diagnostics notes = undifferentiable_points(g, *values);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].message.find("y has no derivative at 0, and 1 of its elements") !=
        std::string::npos);
}

TEST_CASE("values: where a division by zero arose", "[graph]") {
  const Graph g = graph_of("input x: f64[] = 2\na = x - 2\nb = x / a\nc = b + 1\n");
  const auto values = evaluate(g);
  REQUIRE_FALSE(values.ok());
  CHECK(format(values.diagnostics())
            .find("test.graph:3:7: error: division by zero arose in b: it is inf = div of 2, 0") !=
        std::string::npos);
  const Graph h = graph_of("input x: f64[2] = [1, -1]\ny = log(x)\n");
  const auto none = evaluate(h);
  REQUIRE_FALSE(none.ok());
  CHECK(none.diagnostics()[0].message.find("no finite number arose in y: element 1 is") == 0);
}

// y = trunc(x) x: trunc has steps, so that dy/dx = trunc(x) between them.
TEST_CASE("gradients: none go through whole numbers", "[graph]") {
  const Graph g = graph_of("input x: f64[2] = [1.5,2.5]\ny = sum(cast(cast(x, i32), f64) * x)\n");
  for (const Mode mode : {Mode::reverse, Mode::forward, Mode::numeric}) {
    const auto found = gradients(g, g.find("y"), {g.find("x")}, mode);
    REQUIRE(found.ok());
    CHECK(found->values[0].values[0] == Approx(1).epsilon(1e-6));
    CHECK(found->values[0].values[1] == Approx(2).epsilon(1e-6));
  }
  const Graph s = graph_of("input x: f64[] = 1.5\ny = cast(cast(x, i32), f64) * x\n");
  const auto refused = gradients(s, s.find("y"), {s.find("x")}, Mode::symbolic);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.diagnostics()[0].message.find("(cast) is of whole numbers") != std::string::npos);
}

TEST_CASE("values: whole numbers that do not exist are errors", "[graph]") {
  const auto problem = [](const char* text) {
    const auto values = evaluate(graph_of(text));
    return values.ok() ? std::string() : format(values.diagnostics());
  };
  CHECK(problem("input x: i32[] = 3\ny = x / 0\n")
            .find("test.graph:2:7: error: division by zero arose in y") != std::string::npos);
  CHECK(problem("input x: i32[2] = [1, 0]\ny = x / x\n").find("division by zero arose in y") !=
        std::string::npos);
  CHECK(problem("input x: i32[] = 2147483647\ny = x + 1\n")
            .find("test.graph:2:7: error: a number beyond i32 arose in y") != std::string::npos);
  CHECK(problem("input x: i32[] = 2147483646\ny = x + 1\n").empty());
  CHECK(problem("input x: f64[] = 3e9\ny = cast(x, i32)\n").find("beyond i32") !=
        std::string::npos);
}

TEST_CASE("gradients: ties, and the edge of a condition, are named", "[graph]") {
  const auto notes = [](const char* text) {
    const Graph g = graph_of(text);
    const auto values = evaluate(g);
    REQUIRE(values.ok());
    return format(undifferentiable_points(g, *values));
  };
  CHECK(notes("input x: f64[3] = [2,2,0]\ny = max(x)\n")
            .find("test.graph:2:5: warning: y has no derivative where several are the largest, and "
                  "1 of its elements") != std::string::npos);
  CHECK(notes("input x: f64[3] = [2,1,0]\ny = max(x)\n").empty());
  CHECK(notes("input x: f64[] = 0\ny = where(x > 0, x, 2 * x)\n")
            .find("y has no derivative where its condition changes") != std::string::npos);
  CHECK(notes("input x: f64[] = 0\nif x > 0 { y = x } else { y = 2 * x }\n")
            .find("y has no derivative where its condition changes") != std::string::npos);
  CHECK(notes("input x: f64[] = 1\nif x > 0 { y = x } else { y = 2 * x }\n").empty());
}

TEST_CASE("gradients: a root of 0 is named with its place", "[graph]") {
  const auto problem = [](const char* text, Mode mode) {
    const Graph g = graph_of(text);
    const auto found = gradients(g, g.find("y"), {g.find("x")}, mode);
    return found.ok() ? std::string() : format(found.diagnostics());
  };
  for (const Mode mode : {Mode::reverse, Mode::forward}) {
    CHECK(problem("input x: f64[2] = [0,1]\ny = sum(sqrt(x))\n", mode)
              .find("test.graph:2:9: error: sqrt(x) has no derivative at 0, where element 0 is") ==
          0);
    CHECK(
        problem("input x: f64[2] = [1,0]\ny = sum(x ^ 0.5)\n", mode)
            .find("test.graph:2:11: error: pow(x, 0.5) has no derivative at 0, where element 1") ==
        0);
    // What y does not need has no say.
    CHECK(problem("input x: f64[3] = [2,2,0]\ns = sqrt(sum(x) - 4)\ny = sum(x)\n", mode).empty());
  }
}

// A comparison steps where both sides are equal, also outside of where; a number that chooses does
// so at 0.
TEST_CASE("derivatives: comparisons by themselves are named", "[graph]") {
  const auto notes = [](const char* text) {
    const Graph g = graph_of(text);
    return undifferentiable_points(g, evaluate(g).value());
  };
  CHECK(notes("param x: f64[] = 1\ny = (x > 1) * 2 + x\n").size() == 1);
  CHECK(notes("param x: f64[2] = [0.5,2]\ny = sum(equal(x, 2) * 3 * x)\n").size() == 1);
  CHECK(notes("param x: f64[] = 0\ny = where(x, x, 1)\n").size() == 1);
  CHECK(notes("param x: f64[] = 1\ny = where(x > 1, x, 1)\n").size() == 1); // once
  CHECK(notes("param x: f64[] = 1\ny = where(x, x, 1) + (x > 0)\n").empty());
}

// x^0 is 1 for all x (0^0, too), so that its derivative is 0 everywhere; that of x^e at e = (0, 1,
// 2) and x = (0, 0, 3) is (0, 1 0^0 = 1, 2 3 = 6).
TEST_CASE("gradients: an exponent of 0 has a derivative at 0", "[graph]") {
  const auto gradient = [](std::string_view text, Mode mode) {
    const Graph g = graph_of(text);
    const Result<Gradients> found = gradients(g, g.find("y"), {g.find("x")}, mode);
    INFO(format(found.diagnostics()));
    REQUIRE(found.ok());
    return found->values[0].values;
  };
  constexpr auto kZeroth = "input x: f64[3] = [-1,0,2]\ny = sum(x^0)";
  constexpr auto kMixed = "input x: f64[3] = [0,0,3]\nparam e: f64[3] = [0,1,2]\ny = sum(x^e)";
  constexpr auto kFixed = "input x: f64[3] = [0,0,3]\nconst e: f64[3] = [0,1,2]\ny = sum(x^e)";
  for (const Mode mode : {Mode::reverse, Mode::forward}) {
    CHECK(gradient(kZeroth, mode) == std::vector<double>{0, 0, 0});
    CHECK(gradient(kMixed, mode) == std::vector<double>{0, 1, 6});
    CHECK(gradient(kFixed, mode) == std::vector<double>{0, 1, 6});
  }
  CHECK(gradient("input x: f64[] = 0\ny = x^0 + x", Mode::symbolic) == std::vector<double>{1});
}

TEST_CASE("values: whole numbers have one zero", "[graph]") {
  const Graph g = graph_of("input x: i32[3] = [-1,0,2]\na = x / 2\nb = -x\nc = x * -1\n"
                           "d = cast(cast(x, f64) * 0.25, i32)\ne = 0 - x * 0");
  const Result<Values> values = evaluate(g);
  REQUIRE(values.ok());
  for (const Output& output : g.outputs)
    for (const double value : (*values)[output.node]->values)
      CHECK_FALSE((value == 0 && std::signbit(value)));
}
