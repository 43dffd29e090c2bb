#include "graph/differentiate/differentiate.hpp"
#include "graph/evaluate/evaluate.hpp"
#include "graph/passes/passes.hpp"
#include "onnx_model.hpp"

#include <cmath>
#include <cstdint>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

/// Relu of x [2,2] times w [2,3], plus b: the layer that the tests below spoil.
OnnxModel layer() {
  OnnxModel model;
  model.input("x", {2, 2});
  model.floats("w", {2, 3}, {1, 2, 3, 4, 5, 6}).floats("b", {3}, {-1, 0, 1});
  model.node("Gemm", {"x", "w", "b"}, {"h"}).node("Relu", {"h"}, {"y"});
  return model.output("y", {2, 3});
}

std::vector<double> value_of(const Graph& g, const char* name) {
  const Result<Values> values = evaluate(g);
  INFO(format(values.diagnostics()));
  REQUIRE(values.ok());
  const NodeId id = g.find(name);
  REQUIRE(id != kNoNode);
  return (*values)[id]->values;
}

} // namespace

TEST_CASE("onnx: a layer becomes operators, its initialisers params", "[graph]") {
  const Graph g = graph_of(layer());
  CHECK(g.at(g.find("w")).op == Op::param);
  CHECK(g.at(g.find("x")).op == Op::input);
  CHECK(g.operation_count() == 3); // matmul, add, relu
  CHECK(g.at(g.find("h")).shape == Shape{2, 3});
  CHECK(g.at(g.find("y")).type == Type::f32);
  REQUIRE(g.outputs.size() == 1);
  CHECK(g.outputs[0].name == "y");
  EvaluateOptions options;
  options.bound.resize(g.nodes.size());
  options.bound[g.find("x")] =
      std::make_shared<const Tensor>(Tensor{Type::f32, {2, 2}, {1, 1, 0, -1}});
  const Result<Values> values = evaluate(g, options);
  REQUIRE(values.ok());
  // [1,1] w = [5,7,9], plus b: [4,7,10]; [0,-1] w + b = [-5,-5,-5].
  CHECK((*values)[g.find("y")]->values == std::vector<double>{4, 7, 10, 0, 0, 0});
}

TEST_CASE("onnx: sizes that operators compute are known before the graph runs", "[graph]") {
  OnnxModel model;
  model.input("x", {2, 6}).integers("zero", {0}).integers("rest", {-1, 3});
  model.node("Shape", {"x"}, {"s"}).node("Gather", {"s", "zero"}, {"rows"});
  model.node("Concat", {"rows", "rest"}, {"to"}, {onnx_integer("axis", 0)});
  model.node("Reshape", {"x", "to"}, {"y"}).output("y", {2, 2, 3});
  const Graph g = graph_of(model);
  CHECK(g.operation_count() == 1); // the reshape alone
  CHECK(g.at(g.find("y")).shape == Shape{2, 2, 3});
}

TEST_CASE("onnx: a convolution in groups with dilation is that of its parts", "[graph]") {
  OnnxModel model;
  model.floats("x", {1, 2, 1, 5}, {1, 2, 3, 4, 5, 10, 20, 30, 40, 50});
  model.floats("w", {2, 1, 1, 2}, {1, 1, 1, -1});
  model.node("Conv", {"x", "w"}, {"y"},
             {onnx_integer("group", 2), onnx_integers("dilations", {1, 2})});
  model.output("y", {1, 2, 1, 3});
  // x[i] + x[i+2] of the first channel, x[i] - x[i+2] of the second.
  CHECK(value_of(graph_of(model), "y") == std::vector<double>{4, 6, 8, -20, -20, -20});
}

TEST_CASE("onnx: an unknown operator has a name and a shape, and no value", "[graph]") {
  OnnxModel model = layer();
  model.node("Mystery", {"y"}, {"m"}).node("Add", {"m", "y"}, {"z"});
  CHECK(problems_of(model).find("node 3 (Mystery): the operator is not known, and the shape of 'm' "
                                "is not in the model") != std::string::npos);
  model.inside("m", {2, 3}).output("z", {2, 3});
  const Graph g = graph_of(model);
  const NodeId m = g.find("m");
  CHECK(g.at(m).op == Op::unknown);
  CHECK(operator_name(g.at(m)) == "Mystery");
  CHECK(text_of(g, m) == "Mystery(y)");
  const std::vector<bool> open = not_computed(g);
  CHECK_FALSE(open[g.find("y")]);
  CHECK(open[m]);
  CHECK(open[g.find("z")]);
  REQUIRE(evaluate(g).ok());
  // It runs, takes part in passes, and has no derivative.
  const Result<Optimized> optimized = optimize(g, {"all", "saturate"}, shipped_rules());
  REQUIRE(optimized.ok());
  for (const PassResult& pass : optimized->passes)
    CHECK(pass.largest_difference < 1e-9);
  CHECK(optimized->graph.find("m") != kNoNode);
  const Result<Gradients> found = gradients(g, g.find("z"), {g.find("w")}, Mode::reverse);
  REQUIRE_FALSE(found.ok());
  CHECK(found.diagnostics()[0].message == "m has no derivative: the operator Mystery is not known");
}

TEST_CASE("onnx: two unknown operators of the same inputs are not one", "[graph]") {
  OnnxModel model = layer();
  model.node("Mystery", {"y"}, {"m"}).node("Mystery", {"y"}, {"n"});
  model.node("Sub", {"m", "n"}, {"z"});
  model.inside("m", {2, 3}).inside("n", {2, 3}).output("z", {2, 3});
  const Result<Optimized> optimized = optimize(graph_of(model), {"all"}, shipped_rules());
  REQUIRE(optimized.ok());
  CHECK(optimized->graph.find("m") != kNoNode);
  CHECK(optimized->graph.find("n") != kNoNode);
}

TEST_CASE("onnx: dimensions with a name get their size from outside", "[graph]") {
  OnnxModel model;
  model.input("x", {-1, 4}).node("Relu", {"x"}, {"y"}).output("y", {-1, 4});
  CHECK(problems_of(model).find(
            "dimension 0 of 'x' has no size; --dimensions batch=1 gives it one") !=
        std::string::npos);
  OnnxOptions options;
  options.dimensions["batch"] = 3;
  CHECK(graph_of(model, options).at(0).shape == Shape{3, 4});
}

TEST_CASE("onnx: claims that do not hold are errors", "[graph]") {
  SECTION("fewer elements than sizes claim") {
    OnnxModel model = layer();
    model.floats("more", {1000, 1000}, {1, 2});
    CHECK(problems_of(model).find(
              "initialiser 'more': 2 elements, where [1000,1000] claims 1000000") !=
          std::string::npos);
  }
  SECTION("a size that is none") {
    OnnxModel model = layer();
    model.floats("huge", {1LL << 40, 1LL << 40}, {});
    CHECK(problems_of(model).find("is too large a shape") != std::string::npos);
  }
  SECTION("another shape than what comes out") {
    OnnxModel model = layer();
    model.inside("h", {2, 4});
    CHECK(
        problems_of(model).find("node 1 (Gemm) makes h of f32[2,3], and the model says f32[2,4]") !=
        std::string::npos);
  }
  SECTION("shapes that do not fit") {
    OnnxModel model = layer();
    model.node("MatMul", {"y", "w"}, {"z"});
    CHECK(problems_of(model).find("node 3 (MatMul): inner sizes of matmul differ, 3 and 2: y is "
                                  "f32[2,3], w is f32[2,3]") != std::string::npos);
  }
}

TEST_CASE("onnx: all problems of names at once, with suggestions", "[graph]") {
  OnnxModel model = layer();
  model.node("Add", {"hh", "y"}, {"a"}).node("Neg", {"c"}, {"d"}).node("Exp", {"d"}, {"c"});
  model.node("Relu", {"x"}, {"y"}).node("Add", {"y"}, {"e"});
  const std::string text = problems_of(model);
  CHECK(text.find("node 3 (Add) takes 'hh', which there is not; expected an input, an initialiser "
                  "or a result; did you mean 'h'?") != std::string::npos);
  CHECK(text.find("node 4 (Neg) takes 'c', which node 5 (Exp) makes: a cycle") !=
        std::string::npos);
  CHECK(text.find("node 6 (Relu) makes 'y', which is there already") != std::string::npos);
  CHECK(text.find("node 7 (Add) has 1 inputs; expected at least 2") != std::string::npos);
}

TEST_CASE("onnx: bytes that are no model", "[graph]") {
  CHECK_FALSE(read_onnx("", "empty.onnx").ok());
  CHECK_FALSE(read_onnx("param x: f32[2]\n", "text.onnx").ok());
  const std::string whole = layer().text();
  CHECK(read_onnx(whole, "whole.onnx").ok());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Result<Graph> cut = read_onnx(std::string_view(whole).substr(0, size), "cut.onnx");
    CHECK(cut.ok() != has_errors(cut.diagnostics()));
  }
}

TEST_CASE("onnx: whole numbers of 64 bits that i32 does not hold", "[graph]") {
  OnnxModel model;
  model.input("x", {4})
      .integers("from", {1})
      .integers("to", {INT64_MAX})
      .integers("big", {1LL << 40});
  model.node("Slice", {"x", "from", "to"}, {"y"}).output("y", {3}); // a size: fine
  CHECK(graph_of(model).at(1).shape == Shape{3});
  model.node("Neg", {"big"}, {"z"}).output("w", {1});
  OnnxModel data;
  data.input("x", {4})
      .integers("big", {1LL << 40})
      .node("Cast", {"x"}, {"c"}, {onnx_integer("to", 7)});
  data.node("Add", {"c", "big"}, {"y"}).output("y", {4});
  CHECK(problems_of(data).find("big has the element 1099511627776, which i32 does not hold") !=
        std::string::npos);
}

TEST_CASE("onnx: values in a file beside the model", "[graph]") {
  OnnxMessage tensor;
  tensor.number(1, 2).number(2, kOnnxFloat).bytes(8, "k").number(14, 1);
  const auto entry = [&tensor](const char* key, const char* value) {
    tensor.message(13, OnnxMessage().bytes(1, key).bytes(2, value));
  };
  entry("location", "weights.bin");
  entry("offset", "4");
  entry("length", "8");
  OnnxModel model;
  model.node("Neg", {"k"}, {"y"}).output("y", {2});
  const std::string bytes =
      model.text() + OnnxMessage().message(7, OnnxMessage().message(5, tensor)).text();
  OnnxOptions options;
  options.read = [](const std::string& name) -> Result<std::string_view> {
    REQUIRE(name == "weights.bin");
    using namespace std::string_view_literals;
    return "????\0\0\x80\x3f\0\0\0\x40"sv; // 1 and 2
  };
  const Result<Graph> graph = read_onnx(bytes, "external.onnx", options);
  INFO(format(graph.diagnostics()));
  REQUIRE(graph.ok());
  CHECK(value_of(*graph, "y") == std::vector<double>{-1, -2});
  CHECK(format(read_onnx(bytes, "external.onnx").diagnostics())
            .find("its values are in another file") != std::string::npos);
}

// Each input is small enough by itself. Nothing is made before all are counted.
TEST_CASE("onnx: inputs that are too large together", "[graph]") {
  OnnxModel model;
  for (int i = 0; i < 5; ++i) {
    const std::string name = "x" + std::to_string(i);
    model.input(name, {33'554'432}).node("Neg", {name}, {"y" + std::to_string(i)});
  }
  model.output("y4", {33'554'432});
  const std::string problems = problems_of(model);
  CHECK(problems.find("all values up to x4 together are too large") != std::string::npos);
  CHECK(problems.find("134217728") != std::string::npos);
  CHECK(std::count(problems.begin(), problems.end(), '\n') <= 1); // nothing else
}

// (5 - 2) / 1 + 1 and (6 - 2) / 1 + 1: windows that overlap; exporters do not write shapes of
// results between.
TEST_CASE("onnx: shapes of operators that stay unknown follow from their operands", "[graph]") {
  const auto shape = [](OnnxModel model, const Shape& out) {
    const Graph g = graph_of(model.output("y", out));
    const Node& node = g.at(g.find("y"));
    CHECK(node.op == Op::unknown);
    return node.shape;
  };
  const auto of = [](const char* op, const Shape& x, const std::vector<OnnxMessage>& attributes) {
    return OnnxModel().input("x", x).node(op, {"x"}, {"m"}, attributes).node("Floor", {"m"}, {"y"});
  };
  CHECK(shape(of("MaxPool", {1, 4, 5, 6}, {onnx_integers("kernel_shape", {2, 2})}), {1, 4, 4, 5}) ==
        Shape{1, 4, 4, 5});
  // ResNet's: (112 + 2 - 3) / 2 + 1.
  CHECK(shape(of("MaxPool", {1, 2, 112, 112},
                 {onnx_integers("kernel_shape", {3, 3}), onnx_integers("strides", {2, 2}),
                  onnx_integers("pads", {1, 1, 1, 1})}),
              {1, 2, 56, 56}) == Shape{1, 2, 56, 56});
  CHECK(shape(of("Sin", {2, 3}, {}), {2, 3}) == Shape{2, 3});
  OnnxModel conv;
  conv.input("x", {1, 1, 5, 5}).floats("w", {1, 1, 2, 2}, {1, 2, 3, 4});
  conv.node("Conv", {"x", "w"}, {"m"}, {onnx_integers("strides", {2, 1})});
  CHECK(shape(conv.node("Floor", {"m"}, {"y"}), {1, 1, 2, 4}) == Shape{1, 1, 2, 4});
  OnnxModel slice; // elements 0, 2, 4
  slice.input("x", {5, 2}).integers("b", {0}).integers("e", {100}).integers("a", {0});
  slice.integers("s", {2}).node("Slice", {"x", "b", "e", "a", "s"}, {"m"});
  CHECK(shape(slice.node("Floor", {"m"}, {"y"}), {3, 2}) == Shape{3, 2});
  // A claim of another shape is still an error.
  CHECK_FALSE(problems_of(of("Sin", {2, 3}, {}).output("y", {3, 3})).empty());
}

// Reductions keep a size of 1, ArgMax and the places of TopK are whole numbers, OneHot has a
// dimension of classes, "ij,kj->ik" is [2,3] by [4,3] to [2,4].
TEST_CASE("onnx: shapes and types of results that are not computed", "[graph]") {
  const auto unknown = [](const OnnxModel& model, std::string_view name) {
    const Graph g = graph_of(model);
    const Node& node = g.at(g.find(name));
    CHECK(node.op == Op::unknown);
    return std::pair(node.shape, node.type);
  };
  using Result = std::pair<Shape, Type>;
  const auto whole = [](OnnxModel model, std::string_view name, const Shape& shape) {
    return model.value(12, name, shape, kOnnxInt64);
  };
  const auto x = [] { return OnnxModel().input("x", {2, 3}); };
  const OnnxMessage along = onnx_integers("axes", {1});
  CHECK(unknown(x().node("ReduceProd", {"x"}, {"y"}, {along}).output("y", {2, 1}), "y") ==
        Result{{2, 1}, Type::f32});
  CHECK(unknown(whole(x().node("ArgMax", {"x"}, {"y"},
                               {onnx_integer("axis", 1), onnx_integer("keepdims", 0)}),
                      "y", {2}),
                "y") == Result{{2}, Type::i32});
  OnnxModel top = x().integers("k", {2}).node("TopK", {"x", "k"}, {"y", "z"});
  top = whole(top.output("y", {2, 2}), "z", {2, 2});
  CHECK(unknown(top, "y") == Result{{2, 2}, Type::f32});
  CHECK(unknown(top, "z") == Result{{2, 2}, Type::i32});
  OnnxModel classes = OnnxModel().integers("i", {0, 2, 1, 1}).integers("d", {3});
  classes.floats("v", {2}, {0, 1}).node("OneHot", {"i", "d", "v"}, {"y"});
  CHECK(unknown(classes.output("y", {4, 3}), "y") == Result{{4, 3}, Type::f32});
  const auto einsum = [&](std::string_view equation) {
    OnnxModel model = x().input("w", {4, 3});
    const OnnxMessage text = OnnxMessage().bytes(1, "equation").number(20, 3).bytes(4, equation);
    model.node("Einsum", {"x", "w"}, {"m"}, {text}).node("Floor", {"m"}, {"y"});
    return model.output("y", {2, 4});
  };
  CHECK(unknown(einsum("ij,kj->ik"), "m").first == Shape{2, 4});
  CHECK(unknown(einsum("ij, kj"), "m").first == Shape{2, 4});
  for (const char* wrong : {"ij,kj->iz", "ij->i", "ij,kj,k->i", "i,kj->k", "...j,kj->k", ""})
    CHECK(problems_of(einsum(wrong)).find("the shape of 'm' is not in the model") !=
          std::string::npos);
}

// (2 - 1) 2 + 3 = 5; factors 2; 4 channels as blocks of 2 x 2; rows 0 and 1 of [2,3]; 2 directions.
TEST_CASE("onnx: shapes of transposed convolutions, other sizes, and recurrent layers", "[graph]") {
  const auto has_shape = [](OnnxModel model, const Shape& shape, const std::string& name = "m") {
    model.node("Floor", {name}, {"y"});
    const Graph g = graph_of(model.output("y", shape));
    return g.at(g.find(name)).shape == shape;
  };
  const OnnxModel image = OnnxModel().input("x", {1, 4, 2, 2});
  OnnxModel up = image;
  up.input("w", {4, 3, 3, 3});
  CHECK(has_shape(up.node("ConvTranspose", {"x", "w"}, {"m"}, {onnx_integers("strides", {2, 2})}),
                  {1, 3, 5, 5}));
  OnnxModel larger = image;
  larger.floats("f", {4}, {1, 1, 2, 2});
  CHECK(has_shape(larger.node("Resize", {"x", "", "f"}, {"m"}), {1, 4, 4, 4}));
  OnnxModel sized = image;
  sized.integers("s", {1, 4, 3, 5});
  CHECK(has_shape(sized.node("Resize", {"x", "", "", "s"}, {"m"}), {1, 4, 3, 5}));
  OnnxModel space = image;
  CHECK(has_shape(space.node("DepthToSpace", {"x"}, {"m"}, {onnx_integer("blocksize", 2)}),
                  {1, 1, 4, 4}));
  OnnxModel depth = image;
  CHECK(has_shape(depth.node("SpaceToDepth", {"x"}, {"m"}, {onnx_integer("blocksize", 2)}),
                  {1, 16, 1, 1}));
  OnnxModel rows = OnnxModel().input("x", {2, 3}).integers("i", {1});
  CHECK(has_shape(rows.node("GatherND", {"x", "i"}, {"m"}), {3}));
  OnnxModel layer = OnnxModel().input("x", {7, 2, 5}).input("w", {2, 12, 5}).input("r", {2, 12, 3});
  const OnnxMessage both =
      OnnxMessage().bytes(1, "direction").number(20, 3).bytes(4, "bidirectional");
  layer.node("LSTM", {"x", "w", "r"}, {"all", "h", "c"}, {onnx_integer("hidden_size", 3), both});
  CHECK(has_shape(layer, {7, 2, 2, 3}, "all"));
  CHECK(has_shape(layer, {2, 2, 3}, "c"));
}

// x[:, 1::2] as exporters write it, with the end 2^63 - 1: columns 1 of 3.
TEST_CASE("onnx: steps with an end beyond all elements", "[graph]") {
  OnnxModel model = OnnxModel().input("x", {2, 3});
  model.integers("b", {1}).integers("e", {INT64_MAX}).integers("a", {1}).integers("s", {2});
  model.node("Slice", {"x", "b", "e", "a", "s"}, {"y"}).output("y", {2, 1});
  CHECK(graph_of(model).at(graph_of(model).find("y")).op == Op::unknown);
}

TEST_CASE("onnx: a value that is no number", "[graph]") {
  for (const char* op : {"Relu", "Sign", "ReduceMax", "Identity"}) {
    OnnxModel model = OnnxModel().floats("x", {2}, {1, std::nanf("")});
    CHECK(problems_of(model.node(op, {"x"}, {"y"})
                          .output("y", std::string_view(op) == "ReduceMax" ? Shape{1} : Shape{2}))
              .find("element 1 of x is nan") != std::string::npos);
  }
}

// Tile: rows and columns again; gelu: 0.5 (1 + tanh(sqrt(2 / pi) 1.044715)) = 0.841192 of 1.
TEST_CASE("onnx: repetitions, diagonals, steps and logarithms of sums", "[graph]") {
  const auto x = [] { return OnnxModel().floats("x", {2, 2}, {1, 2, 3, 4}); };
  CHECK(value_of(
            graph_of(x().integers("r", {2, 2}).node("Tile", {"x", "r"}, {"y"}).output("y", {4, 4})),
            "y") == std::vector<double>{1, 2, 1, 2, 3, 4, 3, 4, 1, 2, 1, 2, 3, 4, 3, 4});
  OnnxModel eye = x().node("EyeLike", {"x"}, {"e"}, {onnx_integer("k", 1)});
  CHECK(value_of(graph_of(eye.node("Add", {"e", "x"}, {"y"}).output("y", {2, 2})), "y") ==
        std::vector<double>{1, 3, 3, 4});
  OnnxModel steps = OnnxModel().integers("a", {1}).integers("b", {6}).integers("c", {2});
  steps.node("Range", {"a", "b", "c"}, {"y"}).value(12, "y", {3}, kOnnxInt64);
  CHECK(value_of(graph_of(steps), "y") == std::vector<double>{1, 3, 5});
  OnnxModel sums = x().node("ReduceLogSumExp", {"x"}, {"y"}, {onnx_integers("axes", {1})});
  const auto logarithms = value_of(graph_of(sums.output("y", {2, 1})), "y");
  CHECK(logarithms[0] == Approx(2.3132617)); // ln(e + e^2)
  CHECK(logarithms[1] == Approx(4.3132617));
  OnnxModel smooth(20);
  smooth.floats("x", {2}, {1, -1});
  const OnnxMessage tanh = OnnxMessage().bytes(1, "approximate").number(20, 3).bytes(4, "tanh");
  const auto gelu =
      value_of(graph_of(smooth.node("Gelu", {"x"}, {"y"}, {tanh}).output("y", {2})), "y");
  CHECK(gelu[0] == Approx(0.841192));
  CHECK(gelu[1] == Approx(-0.158808));
}

TEST_CASE("onnx: strides, dilations and groups below 1", "[graph]") {
  const auto conv = [](const OnnxMessage& attribute) {
    OnnxModel model;
    model.input("x", {1, 2, 4, 4}).floats("w", {1, 2, 1, 1}, {1, 2});
    return problems_of(
        model.node("Conv", {"x", "w"}, {"y"}, {attribute}).output("y", {1, 1, 4, 4}));
  };
  CHECK(conv(onnx_integers("strides", {0, 0})).find("strides of 0; expected from 1") !=
        std::string::npos);
  CHECK(conv(onnx_integers("dilations", {-1, -1})).find("dilations of -1") != std::string::npos);
  CHECK(conv(onnx_integer("group", 0)).find("0 groups") != std::string::npos);
}
