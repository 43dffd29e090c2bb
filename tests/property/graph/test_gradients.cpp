#include "graph/differentiate/differentiate.hpp"
#include "graph/notation/parse.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <random>
#include <set>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

/// An operator with random shapes: declarations, and an expression of them.
struct Sample {
  std::string text;
  std::string expression;
};

class SampleWriter {
public:
  explicit SampleWriter(unsigned seed) : random_(seed) {}

  Sample of(std::string_view op) {
    text_.clear();
    count_ = 0;
    std::string e = expression(op);
    return {text_, std::move(e)};
  }

private:
  int number(int from, int to) { return std::uniform_int_distribution<>(from, to)(random_); }

  std::string input(const Shape& shape) {
    const std::string name = fmt::format("x{}", count_++);
    text_ += fmt::format("input {}: f64{} = seed({})\n", name, text_of(shape), random_() % 100000);
    return name;
  }
  Shape shape(std::size_t least = 0) {
    Shape out(least + static_cast<std::size_t>(number(0, 2)));
    for (std::int64_t& size : out)
      size = number(1, 4);
    return out;
  }
  /// A shape that is stretched to another.
  Shape stretchable(Shape of) {
    for (std::int64_t& size : of)
      size = number(0, 2) == 0 ? 1 : size;
    if (!of.empty() && number(0, 2) == 0)
      of.erase(of.begin());
    return of;
  }

  std::string expression(std::string_view op) {
    static const std::set<std::string_view> kBinary{"add",     "sub",     "mul",  "maximum",
                                                    "minimum", "greater", "equal"};
    if (kBinary.contains(op)) {
      const Shape s = shape();
      return fmt::format("{}({}, {})", op, input(stretchable(s)), input(s));
    }
    if (op == "div" || op == "pow" || op == "prelu") {
      const Shape s = shape();
      const std::string a = input(s);
      const std::string b = input(stretchable(s));
      return op == "div"   ? fmt::format("{} / ({} * {} + 0.5)", a, b, b)
             : op == "pow" ? fmt::format("({} * {} + 0.3) ^ {}", a, a, b)
                           : fmt::format("prelu({}, {})", a, b);
    }
    if (op == "where") {
      const Shape s = shape();
      return fmt::format("where({} > 0, {}, {})", input(s), input(stretchable(s)), input(s));
    }
    if (op == "log" || op == "sqrt") {
      const std::string a = input(shape());
      return fmt::format("{}({} * {} + 0.2)", op, a, a);
    }
    if (op == "addn") {
      const Shape s = shape();
      return fmt::format("addn({}, {}, {})", input(s), input(stretchable(s)), input(s));
    }
    if (op == "cast")
      return fmt::format("cast({}, f64)", input(shape()));
    return structured(op);
  }

  std::string structured(std::string_view op) {
    if (op == "matmul") {
      const int m = number(1, 4), k = number(1, 4), n = number(1, 4), batch = number(1, 3);
      const bool ta = number(0, 1) == 1, tb = number(0, 1) == 1;
      Shape a = ta ? Shape{k, m} : Shape{m, k};
      Shape b = tb ? Shape{n, k} : Shape{k, n};
      if (number(0, 1) == 1)
        a.insert(a.begin(), batch);
      if (number(0, 1) == 1)
        b.insert(b.begin(), number(0, 1) == 1 ? batch : 1);
      return fmt::format("matmul({}, {}, transpose_a={}, transpose_b={})", input(a), input(b),
                         ta ? 1 : 0, tb ? 1 : 0);
    }
    if (op == "conv2d") {
      const int c = number(1, 3);
      return fmt::format("conv2d({}, {}, stride={}, padding={})",
                         input({number(1, 2), c, number(3, 6), number(3, 6)}),
                         input({number(1, 3), c, number(1, 3), number(1, 3)}), number(1, 2),
                         number(0, 2));
    }
    if (op == "layer_norm" || op == "batch_norm") {
      const Shape s = shape(2);
      const std::int64_t features = op == "layer_norm" ? s.back() : s[1];
      const std::string x = input(s);
      return fmt::format("{}({}, {}, {}, epsilon=0.1)", op, x, input({features}),
                         input({features}));
    }
    const Shape s = shape(op == "transpose" ? 2 : 1);
    const int axis = number(0, static_cast<int>(s.size()) - 1);
    const std::string x = input(s);
    const std::int64_t size = s[static_cast<std::size_t>(axis)];
    if (op == "sum" || op == "mean" || op == "max")
      return fmt::format("{}({}, axis={}, keep={})", op, x, axis, number(0, 1));
    if (op == "softmax")
      return fmt::format("softmax({}, axis={})", x, axis);
    if (op == "reshape")
      return fmt::format("reshape({}, [-1])", x);
    if (op == "broadcast")
      return fmt::format("broadcast({}, [2,{}])", x, fmt::join(s, ","));
    if (op == "slice")
      return fmt::format("slice({}, {}, {}, axis={})", x, size - 1, size, axis);
    if (op == "pad")
      return fmt::format("pad({}, {}, {}, axis={})", x, number(0, 2), number(0, 2), axis);
    if (op == "concat") {
      Shape other = s;
      other[static_cast<std::size_t>(axis)] = number(1, 3);
      return fmt::format("concat({}, {}, {}, axis={})", x, input(other), x, axis);
    }
    return fmt::format("{}({})", op, x); // of one operand
  }

  std::mt19937 random_;
  std::string text_;
  unsigned count_ = 0;
};

} // namespace

TEST_CASE("graph gradients: of every operator, on random shapes, in three modes", "[graph]") {
  unsigned seed = 0;
  for (const std::string_view op : operator_names())
    for (unsigned round = 0; round < 12; ++round) {
      const Sample sample = SampleWriter(++seed).of(op);
      const std::string text =
          sample.text + "r = " + sample.expression + "\ny = sum(r * r * 0.5 + r)\n";
      INFO(text);
      const Result<Graph> parsed = parse_graph(text, "random.graph");
      INFO(format(parsed.diagnostics()));
      REQUIRE(parsed.ok());
      const Graph g = without_composites(*parsed);
      std::vector<NodeId> wrt;
      for (NodeId id = 0; id < g.nodes.size(); ++id)
        if (g.at(id).op == Op::input)
          wrt.push_back(id);
      const auto reverse_mode = gradients(g, g.find("y"), wrt, Mode::reverse);
      const auto forward_mode = gradients(g, g.find("y"), wrt, Mode::forward);
      const auto numeric_mode = gradients(g, g.find("y"), wrt, Mode::numeric, true);
      REQUIRE(reverse_mode.ok());
      REQUIRE(forward_mode.ok());
      REQUIRE(numeric_mode.ok());
      CHECK(largest_error(*reverse_mode, *forward_mode) < 1e-11);
      if (op != "sign" && op != "equal" &&
          op != "greater") // whose steps are not seen by automatic ones
        CHECK(largest_error(*reverse_mode, *numeric_mode) < 1e-6);
      // What a composite means is what its operators compute.
      const auto whole = evaluate(*parsed);
      const auto parts = evaluate(g);
      REQUIRE(whole.ok());
      REQUIRE(parts.ok());
      CHECK((*whole)[parsed->find("y")]->values[0] ==
            Approx((*parts)[g.find("y")]->values[0]).epsilon(1e-12));
    }
}

TEST_CASE("graph gradients: of gradients, against differences of gradients", "[graph]") {
  const char* text = "input x: f64[1,2,4,4] = seed(3) param w: f64[2,2,3,3] = seed(4)\n"
                     "h = tanh(conv2d(x, w, padding=1))\ny = sum(h * h)\n";
  const Result<Graph> parsed = parse_graph(text, "t.graph");
  REQUIRE(parsed.ok());
  const Differentiated first = reverse(*parsed, parsed->find("y"), {parsed->find("w")});
  Graph g = first.graph;
  Attributes all;
  const NodeId norm =
      append(g, Op::sum, {append(g, Op::mul, {first.gradients[0], first.gradients[0]})}, all);
  const std::vector<NodeId> wrt{g.find("x"), g.find("w")};
  const auto second = gradients(g, norm, wrt, Mode::reverse);
  const auto numeric = gradients(g, norm, wrt, Mode::numeric, true);
  REQUIRE(second.ok());
  REQUIRE(numeric.ok());
  CHECK(largest_error(*second, *numeric) < 1e-6);
}
