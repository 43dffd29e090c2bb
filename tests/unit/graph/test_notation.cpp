#include "graph/differentiate/differentiate.hpp"
#include "graph/notation/examples.hpp"
#include "graph/notation/npy.hpp"
#include "graph_text.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cmath>
#include <string>

using namespace stallscope;
using namespace stallscope::graph;

TEST_CASE("graph notation: two declarations on a line, operators, calls", "[graph]") {
  const Graph g = graph_of("param W_h: f32[20,20]      input prev_h: f32[1,20]\n"
                           "param i2h: f32[20,1]\n"
                           "h2h = matmul(W_h, transpose(prev_h))\n"
                           "loss = sum(tanh(h2h + i2h))\n");
  CHECK(g.operation_count() == 5); // transpose, matmul, add, tanh, sum
  CHECK(g.at(g.find("h2h")).shape == Shape{20, 1});
  CHECK(g.at(g.find("loss")).shape.empty());
  CHECK(g.at(g.find("loss")).type == Type::f32);
  REQUIRE(g.outputs.size() == 1);
  CHECK(g.outputs[0].name == "loss");
}

TEST_CASE("graph notation: shapes are stretched from the last dimension", "[graph]") {
  const Graph g = graph_of("input a: f64[4,1,3] input b: f64[5,1]\nc = a + b\nd = c * 2\n");
  CHECK(g.at(g.find("c")).shape == Shape{4, 5, 3});
  CHECK(g.at(g.find("d")).shape == Shape{4, 5, 3});
}

TEST_CASE("graph notation: numbers that no double holds are errors", "[graph]") {
  CHECK(problems_of("input x: f64[2] = [1e999, 2]\n")
            .find("test.graph:1:20: error: no number of 64 bits is as large or small as 1e999") !=
        std::string::npos);
  CHECK(problems_of("input x: f64[2]\ny = x * 1e-999\n").find("test.graph:2:9: error") !=
        std::string::npos);
}

TEST_CASE("graph notation: all problems at once, with places and suggestions", "[graph]") {
  const std::string text = problems_of("input x: f64[2,3] = [[1,2,3],[4,5]]\n"
                                       "input y: f46[2]\n"
                                       "input z: f64[4]\n"
                                       "a = exo(z)\n"
                                       "b = z + w\n"
                                       "c = a + z\n"
                                       "d = sum(z, axis=2)\n");
  CHECK(text.find("test.graph:1:30: error: rows of different shapes: [3] and [2]") !=
        std::string::npos);
  CHECK(text.find("test.graph:2:10: error: unknown type 'f46'; expected f64, f32, f16 or i32; did "
                  "you mean 'f64'?") != std::string::npos);
  CHECK(text.find("test.graph:4:5: error: unknown operator 'exo'") != std::string::npos);
  CHECK(text.find("did you mean 'exp'?") != std::string::npos);
  CHECK(text.find("test.graph:5:9: error: unknown name 'w'") != std::string::npos);
  CHECK(text.find("test.graph:6") == std::string::npos); // follows from line 4
  CHECK(text.find("test.graph:7:5: error: there is no axis 2: z is f64[4] (line 3)") !=
        std::string::npos);
}

TEST_CASE("graph notation: both shapes and both lines of a mismatch", "[graph]") {
  CHECK(problems_of("input a: f32[2,3]\ninput b: f32[4,5]\nc = matmul(a, b)\n")
            .find("test.graph:3:5: error: inner sizes of matmul differ, 3 and 4: a is f32[2,3] "
                  "(line 1), b is f32[4,5] (line 2)") != std::string::npos);
  CHECK(problems_of("input a: f32[2]\ninput b: f64[2]\nc = a + b\n")
            .find("types of add differ: a is f32[2] (line 1), b is f64[2] (line 2); expected "
                  "cast(b, f32)") != std::string::npos);
}

TEST_CASE("graph notation: cycles are named", "[graph]") {
  CHECK(problems_of("a = b + 1\nb = c * 2\nc = a - 1\n")
            .find("a cycle: a needs b, which needs c, which needs a") != std::string::npos);
  CHECK(problems_of("a = a + 1\n").find("'a' needs itself: a cycle") != std::string::npos);
  CHECK(problems_of("input x: f64[]\na = b + x\nb = x * 2\n")
            .find("'b' is used before line 3, where it is defined") != std::string::npos);
}

TEST_CASE("graph notation: repeat unrolls, the last result has the name", "[graph]") {
  const Graph g = graph_of("input h: f64[2]\nrepeat 3 { h = tanh(h) }\ny = sum(h)\n");
  CHECK(g.operation_count() == 4);
  CHECK(g.find("h#1") != kNoNode);
  CHECK(g.find("h#3") != kNoNode); // the input, and two results
  CHECK(g.at(g.find("y")).inputs[0] == g.find("h"));
}

TEST_CASE("graph notation: functions are inlined, and have names of their own", "[graph]") {
  const Graph g = graph_of("def cell(W, h) { t = W * h return tanh(t) }\n"
                           "input W: f64[] = 2 input h: f64[] = 3\n"
                           "a = cell(W, h)\nb = cell(W, a)\n");
  CHECK(g.operation_count() == 4);
  CHECK(g.find("cell1.t") != kNoNode);
  CHECK(g.find("cell2.t") != kNoNode);
  CHECK(problems_of("def f(x) { return f(x) }\ny = f(1)\n")
            .find("test.graph:1:19: error: function 'f' calls itself") != std::string::npos);
}

TEST_CASE("graph notation: numbers take the type of what stands beside them", "[graph]") {
  const Graph g = graph_of("def scaled(x, s) { return x * s }\ninput x: f32[2]\n"
                           "a = scaled(x, 0.5)\nb = 2 * x + 1\nc = prelu(x, 0.25)\n");
  for (const char* name : {"a", "b", "c"})
    CHECK(g.at(g.find(name)).type == Type::f32);
}

TEST_CASE("graph notation: branches of if are chosen by where", "[graph]") {
  const Graph g = graph_of("input x: f64[] = -2\n"
                           "if x > 0 { y = x * 2 } else { y = x * 3 }\nz = y + 1\n");
  const Node& y = g.at(g.find("y"));
  CHECK(y.op == Op::where);
  CHECK(y.chooses);
  CHECK(g.at(y.inputs[1]).condition == y.inputs[0]);
  CHECK_FALSE(g.at(y.inputs[2]).condition_holds);
}

TEST_CASE("graph notation: names of branches within branches, in functions and beside others",
          "[graph]") {
  const Graph g = graph_of("def f(x) { r = x if x > 1 { r = x * 2 } return r }\n"
                           "input x: f64[] = 3 input y: f64[] = 4\n"
                           "a = x b = y\n"
                           "if x > 0 {\n"
                           "  only = a + 1\n"
                           "  if y > 0 { a = f(b) } else { b = a }\n"
                           "} else { a = b only = b }\n"
                           "z = a + b + only\n");
  // In the inner branches a and b differ, in the outer ones a, b and only; in f r.
  std::size_t chosen = 0;
  for (const Node& node : g.nodes)
    chosen += node.chooses ? 1U : 0U;
  CHECK(chosen == 6);
  CHECK(problems_of("input x: f64[]\nif x > 0 { y = x }\nz = y\n").find("unknown name 'y'") !=
        std::string::npos);
}

TEST_CASE("graph notation: a text of problems costs little", "[graph]") {
  const auto repeated = [](std::size_t count, const auto& part) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
      text += part(i);
    return text;
  };
  // 4 million problems, each of which would keep its line; a line is looked for from the beginning.
  std::string line(8190, '$');
  line += '\n';
  const Result<Graph> dollars =
      parse_graph(repeated(500, [&](std::size_t) { return line; }), "test.graph");
  CHECK(dollars.diagnostics().size() == 200);
  CHECK(problems_of(repeated(1'000'000, [](std::size_t) {
          return "$\n";
        })).find("... and 180 more problems") != std::string::npos);
  // Many names to be near to, and many wrong ones.
  const std::string names =
      repeated(8'000, [](std::size_t i) { return fmt::format("abcdefghij{} = 1.0\n", i); });
  CHECK(problems_of(
            names +
            repeated(8'000, [](std::size_t i) { return fmt::format("output zbcdefghij{}\n", i); }))
            .find("did you mean 'abcdefghij0'?") != std::string::npos);
  CHECK(problems_of(
            names + "y = exp(" +
            repeated(8'000, [](std::size_t i) { return fmt::format("zbcdefghij{}, ", i); }) + "1)")
            .find("did you mean 'abcdefghij0'?") != std::string::npos);
  // The search for a cycle goes through each name once: there are 2^60 ways.
  CHECK(problems_of("x = a0\n" + repeated(60,
                                          [](std::size_t i) {
                                            return fmt::format(
                                                "a{0} = a{1} + b{1}\nb{0} = a{1} + b{1}\n", i,
                                                i + 1);
                                          }))
            .find("'a0' is used before line 2") != std::string::npos);
  // Many definitions in a line.
  CHECK_FALSE(problems_of(repeated(300'000, [](std::size_t) { return "a="; }) + "1").empty());
  CHECK(parse_graph(repeated(50'000, [](std::size_t i) { return fmt::format("a{0}=1.0 ", i); }),
                    "test.graph")
            .ok());
  // Many branches behind many names.
  CHECK(
      parse_graph("input c: f64[] = 1\n" +
                      repeated(100'000, [](std::size_t i) { return fmt::format("a{}=1.0\n", i); }) +
                      repeated(50'000, [](std::size_t) { return "if c { }\n"; }),
                  "test.graph")
          .ok());
}

TEST_CASE("graph notation: repetitions and calls are counted, also those of nothing", "[graph]") {
  CHECK(problems_of("repeat 100000 { repeat 100000 { } }\n")
            .find("test.graph:1:24: error: more than 1000000 statements are executed") !=
        std::string::npos);
  const auto calls = [](const char* body) {
    std::string text = "def f40(x) { return x }\n";
    for (int i = 39; i >= 0; --i)
      text +=
          fmt::format("def f{} (x) {{ return {} }}\n", i,
                      fmt::format(fmt::runtime(body), fmt::arg("f", fmt::format("f{}", i + 1))));
    return problems_of(text + "input x: f64[] = 1\ny = f0(x)\n");
  };
  CHECK(calls("{f}({f}(x))").find("more than 1000000 statements are executed") !=
        std::string::npos);
  CHECK(calls("{f}(x) * {f}(x)").find("the graph has more than 200000 nodes") != std::string::npos);
}

TEST_CASE("graph notation: what is shipped is right", "[graph]") {
  for (const ExampleInfo& example : examples()) {
    INFO(example.name);
    CHECK(problems_of(example.text).empty());
  }
}

TEST_CASE("npy: what is written is read again", "[graph]") {
  for (const Type type : {Type::f64, Type::f32, Type::f16, Type::i32}) {
    Tensor tensor = random_tensor(type, {3, 4}, 7);
    tensor.values[0] = type == Type::i32 ? -5 : 0.5;
    const Result<Tensor> again = read_npy(write_npy(tensor), "x.npy");
    REQUIRE(again.ok());
    CHECK(*again == tensor);
  }
}

TEST_CASE("npy: claims about sizes are checked", "[graph]") {
  std::string file = write_npy(filled(Type::f64, {2, 2}, 1));
  CHECK_FALSE(read_npy(file.substr(0, file.size() - 1), "x").ok());
  CHECK_FALSE(read_npy(file.substr(0, 20), "x").ok());
  CHECK_FALSE(read_npy("", "x").ok());
  file.replace(file.find("(2,2,)"), 6, "(9999)");
  const Result<Tensor> wrong = read_npy(file, "x.npy");
  REQUIRE_FALSE(wrong.ok());
  CHECK(wrong.diagnostics()[0].message.find("32 bytes of elements, where 9999 elements") !=
        std::string::npos);
}

TEST_CASE("types: half precision rounds to even, and has subnormal numbers", "[graph]") {
  CHECK(rounded(1.0 + 0x1p-11, Type::f16) == 1.0); // half of the last place: to even
  CHECK(rounded(1.0 + 3 * 0x1p-11, Type::f16) == 1.0 + 2 * 0x1p-10);
  CHECK(rounded(0x1p-24, Type::f16) == 0x1p-24);
  CHECK(rounded(0x1p-26, Type::f16) == 0.0);
  CHECK(rounded(65504.0, Type::f16) == 65504.0);
  CHECK(rounded(65520.0, Type::f16) > 65504.0);
  CHECK(rounded(0.1, Type::f32) == static_cast<double>(0.1F));
  CHECK(rounded(-2.7, Type::i32) == -2.0);
}

// p is x, then the h of the round before: 1, 2, 4. The last name is the plain one.
TEST_CASE("graph notation: a name that is bound to another result means that one", "[graph]") {
  const auto last_of = [](const Graph& g, std::string_view name) {
    const auto values = evaluate(g);
    REQUIRE(values.ok());
    std::vector<double> found;
    for (NodeId id = 0; id < g.nodes.size(); ++id)
      if (g.at(id).named && g.at(id).name == name)
        found.push_back((*values)[id]->values[0]);
    for (const Output& alias : g.aliases)
      if (alias.name == name)
        found.push_back((*values)[alias.node]->values[0]);
    REQUIRE(found.size() == 1);
    return found[0];
  };
  const Graph g = graph_of("input x: f64[] = 1\nh = x\np = x\n"
                           "repeat 3 {\n p = h\n h = h * 2\n}\noutput p, h\n");
  CHECK(last_of(g, "p") == 4);
  CHECK(last_of(g, "h") == 8);
  CHECK(last_of(g, "x") == 1);
  const Graph q = graph_of("input y: f64[] = 3\nrepeat 3 { q = y y = y + 1 }\noutput q\n");
  CHECK(last_of(q, "q") == 5);
  const Graph b = graph_of("input x: f64[] = 2 input y: f64[] = 7\nz = exp(x)\n"
                           "if x > 3 { a = y } else { a = x }\n"
                           "if x > 3 { z = y } else { z = y }\nw = z + a\noutput w\n");
  CHECK(last_of(b, "a") == 2);
  CHECK(last_of(b, "z") == 7); // the same in both branches
  CHECK(last_of(b, "w") == 9);
}

// The condition of the inner branch is computed outside; neither 1 / z nor what follows from it is
// asked for.
TEST_CASE("graph notation: errors of branches that are not taken are none", "[graph]") {
  const std::string head = "input x: f64[] = 2 input z: f64[] = 0\n";
  const auto value = [&](const std::string& text) {
    const Graph g = graph_of(head + text + "output y\n");
    const auto values = evaluate(g);
    INFO(format(values.diagnostics()));
    REQUIRE(values.ok());
    return (*values)[g.outputs[0].node]->values[0];
  };
  CHECK(value("if x > 0 { y = exp(x) } else { y = 1 / z }\n") == Approx(std::exp(2.0)));
  CHECK(value("c = x > 1\nif x < 0 { if c { y = 1 / z } else { y = z } y = y * 2 } "
              "else { y = x }\n") == 2);
  const Graph taken = graph_of(head + "if x < 0 { y = exp(x) } else { y = 1 / z }\n");
  CHECK_FALSE(evaluate(taken).ok());
  // dy/dx of exp(x); z is read only by the other branch
  const Graph g = graph_of(head + "if x > 0 { y = exp(x) } else { y = x / z }\nr = y * 3\n");
  for (const Mode mode : {Mode::reverse, Mode::forward, Mode::numeric}) {
    const auto found = gradients(g, g.find("r"), {g.find("x"), g.find("z")}, mode);
    INFO(format(found.diagnostics()));
    REQUIRE(found.ok());
    CHECK(found->values[0].values[0] == Approx(3 * std::exp(2.0)).epsilon(1e-6));
    CHECK(found->values[1].values[0] == 0);
  }
}

TEST_CASE("graph notation: operators of numbers are numbers", "[graph]") {
  const Graph g = graph_of("input x: f32[4]\na = 1/2 * x\nb = x / sqrt(16)\nc = 2^3 * x\n");
  for (const char* name : {"a", "b", "c"})
    CHECK(g.at(g.find(name)).type == Type::f32);
  CHECK(g.operation_count() == 3);
  CHECK(g.at(g.at(g.find("b")).inputs[1]).value->values[0] == 4);
  CHECK_FALSE(evaluate(graph_of("input x: f64[]\ny = x + 1 / 0\n")).ok());
  CHECK(problems_of("input x: i32[2]\ny = 1/2 * x\n")
            .find("test.graph:2:6: error: 0.5 is no whole number, and stands beside i32") !=
        std::string::npos);
}

TEST_CASE("graph notation: wrong outputs and keywords beside other problems", "[graph]") {
  const std::string text = problems_of("input x: f64[4]\ny = foo(x)\nz = sum(x, stride=2)\n"
                                       "w = sum(x, axi=0)\noutput nope, y\n");
  CHECK(text.find("test.graph:2:5: error: unknown operator 'foo'") != std::string::npos);
  CHECK(text.find("test.graph:5:8: error: there is no 'nope' to put out") != std::string::npos);
  CHECK(text.find("'y' to put out") == std::string::npos);
  CHECK(text.find("did you mean 'stride'") == std::string::npos);
  CHECK(text.find("did you mean 'axis'?") != std::string::npos);
}

TEST_CASE("graph notation: attributes and decimals that are given twice", "[graph]") {
  const auto told = [](const std::string& statement, const char* what) {
    return problems_of("input x: f64[2,3]\n" + statement).find(what) != std::string::npos;
  };
  CHECK(told("y = sum(x, axis=0, axis=1)", "2:20: error: 'axis' is given twice"));
  CHECK(told("y = sum(x, axes=[0], axis=1)", "2:22: error: 'axis' is given twice"));
  CHECK(told("y = softmax(x, axis=0, axis=0)", "'axis' is given twice"));
  CHECK(told("round 2\nround 3\ny = exp(x)", "3:7: error: results are rounded to 2 decimals"));
  CHECK(problems_of("round 2\ninput x: f64[2,3]\ny = sum(x, axis=0, keep=1)").empty());
}

TEST_CASE("notation: values that their type does not hold", "[graph]") {
  CHECK(problems_of("input x: i32[3] = [1, 2.5, 3]\ny = x * 2\n")
            .find("test.graph:1:19: error: element 1 of the value is 2.5, which i32 does not "
                  "hold") == 0);
  CHECK(problems_of("input x: i32[] = 3000000000\ny = x * 2\n").find("1:18") != std::string::npos);
  CHECK(problems_of("input x: f32[2] = 1e39\ny = relu(-x)\n").find("1:19") != std::string::npos);
  CHECK(problems_of("input x: f32[2,2] = [1,2,3,4]\ny = relu(-x)\n").empty());
}

// numpy.save of a comparison, and of whole numbers of one and two bytes.
TEST_CASE("npy: truth values and small whole numbers", "[graph]") {
  const auto file = [](const std::string& type, const std::string& bytes) {
    std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (2,), }\n";
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header +
           bytes;
  };
  const auto values = [&](const std::string& type, const std::string& bytes) {
    const auto tensor = read_npy(file(type, bytes), "x.npy");
    INFO(format(tensor.diagnostics()));
    REQUIRE(tensor.ok());
    CHECK(tensor->type == Type::i32);
    return tensor->values;
  };
  CHECK(values("|b1", std::string("\x01\x00", 2)) == std::vector<double>{1, 0});
  CHECK(values("|u1", std::string("\xff\x02", 2)) == std::vector<double>{255, 2});
  CHECK(values("|i1", std::string("\xff\x02", 2)) == std::vector<double>{-1, 2});
  CHECK(values("<i2", std::string("\xfe\xff\x03\x00", 4)) == std::vector<double>{-2, 3});
  CHECK(values(">u2", std::string("\xff\xfe\x00\x03", 4)) == std::vector<double>{65534, 3});
  CHECK_FALSE(read_npy(file("|f4", std::string(8, '\0')), "x.npy").ok());
}

// PyTorch refuses mean and softmax of whole numbers; exp of them is of floating point there, which
// a cast says here.
TEST_CASE("graph notation: whole numbers have no exponential, mean or softmax", "[graph]") {
  for (const char* op :
       {"exp", "log", "sqrt", "tanh", "sigmoid", "gelu", "erf", "mean", "softmax", "layer_norm"}) {
    const std::string problems =
        problems_of(std::string("input x: i32[3] = [1,2,4]\ny = ") + op + "(x)\n");
    CHECK(problems.find(std::string("test.graph:2:5: error: ") + op +
                        " is not of whole numbers: x is i32[3] (line 1); expected cast(x, f64)") !=
          std::string::npos);
  }
  CHECK(problems_of("input x: i32[3] = [1,2,4]\ny = sum(x) + max(x) * abs(x) - relu(x) / 2 ^ x\n"
                    "z = exp(cast(x, f64))\n")
            .empty());
}
