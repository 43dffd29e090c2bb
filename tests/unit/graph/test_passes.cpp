#include "graph/differentiate/differentiate.hpp"
#include "graph/distribute/distribute.hpp"
#include "graph/evaluate/evaluate.hpp"
#include "graph/execute/execute.hpp"
#include "graph/memory/checkpoint.hpp"
#include "graph/memory/lifetimes.hpp"
#include "graph/notation/examples.hpp"
#include "graph/passes/passes.hpp"
#include "graph_text.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

Optimized after(std::string_view text, const std::vector<std::string>& names) {
  const Result<Optimized> out = optimize(graph_of(text), names, shipped_rules());
  INFO(format(out.diagnostics()));
  REQUIRE(out.ok());
  for (const PassResult& pass : out->passes)
    CHECK(pass.largest_difference < 1e-12);
  return *out;
}

std::size_t operations_after(std::string_view text, const std::vector<std::string>& names) {
  return after(text, names).graph.operation_count();
}

std::size_t count(const Graph& graph, Op op) {
  std::size_t sum = 0;
  for (const Node& node : graph.nodes)
    sum += node.op == op ? 1 : 0;
  return sum;
}

} // namespace

TEST_CASE("passes: each alone", "[graph]") {
  CHECK(operations_after("const c: f64[2] = [1,2]\ninput x: f64[2]\ny = x * exp(c + 1)\n",
                         {"fold"}) == 1);
  CHECK(operations_after("input x: f64[2]\na = exp(x)\nb = exp(x)\ny = a * b\n", {"cse"}) == 2);
  CHECK(operations_after("input x: f64[2]\ny = (x + 0) * 1 + x * 0\n", {"algebra"}) == 0);
  CHECK(operations_after("input x: f64[2]\na = exp(x)\ny = x + 1\noutput y\n", {"dce"}) == 1);
  CHECK(operations_after("input x: f64[2,3] input w: f64[2,4]\ny = matmul(transpose(x), w)\n",
                         {"matmul-transpose"}) == 1);
  CHECK(operations_after("input x: f32[2]\ny = cast(cast(x, f64), f32)\n", {"views"}) == 0);
  CHECK(operations_after("input x: f64[2]\ny = cast(cast(x, f32), f64)\n", {"views"}) ==
        2); // loses
  CHECK(operations_after("input x: f64[2,6]\ny = reshape(reshape(x, [3,4]), [12])\n", {"views"}) ==
        1);
}

TEST_CASE("passes: the chapter's rules", "[graph]") {
  // Add(c1, Add(x, c2)), with folding behind it
  CHECK(operations_after("input x: f64[2]\ny = 3 + (x + 4)\n", {"rules", "fold"}) == 1);
  // Conv2D(c1 x, c2)
  CHECK(operations_after("input x: f64[1,1,4,4] const c: f64[1,1,2,2] = [1,2,3,4]\n"
                         "y = conv2d(2 * x, c)\n",
                         {"rules", "fold"}) == 1);
  // Concat of constants
  CHECK(operations_after("const a: f64[2] = [1,2] const b: f64[2] = [3,4] input x: f64[2]\n"
                         "y = concat(a, b, x)\n",
                         {"views", "fold"}) == 1);
  // AddN(x a, b x, d x)
  const Optimized n = after("input x: f64[2] input a: f64[2] input b: f64[2] input d: f64[2]\n"
                            "y = addn(x * a, b * x, d * x)\n",
                            {"rules"});
  CHECK(count(n.graph, Op::mul) == 1);
  CHECK(count(n.graph, Op::addn) == 1);
  // (m1 + s1) + (m2 + s2): one sum of matrices less
  const Optimized m =
      after("input m1: f64[4,4] input m2: f64[4,4] input s1: f64[] input s2: f64[]\n"
            "y = (m1 + s1) + (m2 + s2)\n",
            {"rules"});
  CHECK(m.passes[0].before.flop == 48);
  CHECK(m.passes[0].after.flop == 33);
}

TEST_CASE("passes: rules of one's own, and wrong ones", "[graph]") {
  const auto rules = parse_rules("double: add(x, x) => mul(x, 2)\n", "own.rules");
  REQUIRE(rules.ok());
  const auto out =
      optimize(graph_of("input x: f64[2]\ny = exp(x) + exp(x)\n"), {"cse", "rules"}, *rules);
  REQUIRE(out.ok());
  CHECK(count(out->graph, Op::mul) == 1);
  CHECK(out->rewrites.back().pass == "double");
  const auto wrong = parse_rules("a: ad(x, 0) => x\nb: mul(x, 1) => y\nc\n", "own.rules");
  REQUIRE_FALSE(wrong.ok());
  const std::string text = format(wrong.diagnostics());
  CHECK(text.find("own.rules:1:4: error: unknown operator 'ad'") != std::string::npos);
  CHECK(text.find("own.rules:2:17: error: 'y' is not on the left side") != std::string::npos);
  CHECK(text.find("own.rules:3:1: error: not a rule") != std::string::npos);
}

TEST_CASE("passes: vertical fusion saves kernels and memory traffic", "[graph]") {
  const Optimized out =
      after("input x: f64[8] input b: f64[8]\ny = tanh(exp(x) + b) * 2\n", {"fuse-vertical"});
  CHECK(out.graph.operation_count() == 1);
  CHECK(out.passes[0].before.kernels == 4);
  CHECK(out.passes[0].before.bytes == 64 * 8 + 64 + 8); // each result written and read again
  CHECK(out.passes[0].after.bytes == 3 * 64 + 8);
  CHECK(out.passes[0].before.flop == out.passes[0].after.flop);
}

// A kernel has 32 steps: 20,000 = 625 x 32. What a full kernel leaves begins the next one.
TEST_CASE("passes: a long chain becomes kernels of 32 steps, in time linear in it", "[graph]") {
  std::string text = "input x: f64[4]\ny0 = tanh(x)\n";
  for (int i = 1; i < 20'000; ++i)
    text += fmt::format("y{} = tanh(y{})\n", i, i - 1);
  const Optimized out = after(text + "output y19999\n", {"fuse-vertical"});
  CHECK(out.graph.operation_count() == 625);
  CHECK(count(out.graph, Op::tanh) == 0);
  for (const Node& node : out.graph.nodes)
    if (node.op == Op::fused)
      REQUIRE(node.steps.size() == 32);
}

// Whether a reshape copies was asked twice of each reshape before it: 2^60 questions.
TEST_CASE("passes: reshapes of reshapes take no time", "[graph]") {
  std::string text = "input x: f64[2,2]\ny0 = transpose(x)\n";
  for (int i = 0; i < 60; ++i)
    text += fmt::format("y{} = reshape(y{}, [{}])\n", i + 1, i, i % 2 == 0 ? "4" : "2,2");
  const Graph graph = graph_of(text + "output y60\n");
  CHECK(totals(graph).kernels == 1); // the first reshape, which copies what was transposed
  CHECK_FALSE(launches_nothing(graph, graph.find("y1")));
  CHECK(launches_nothing(graph, graph.find("y2")));
}

// Pairs of products, each pair of a left operand of its own: every pair becomes one product.
TEST_CASE("passes: many products are grouped in time linear in them", "[graph]") {
  std::string text = "param a: f64[1,1] param b: f64[1,1]\ninput y0: f64[1,1]\n";
  for (int i = 0; i < 10'000; ++i)
    text += fmt::format("p{0} = matmul(y{0}, a)\nq{0} = matmul(y{0}, b)\ny{1} = p{0} + q{0}\n", i,
                        i + 1);
  const Optimized out = after(text + "output y10000\n", {"fuse-horizontal"});
  CHECK(count(out.graph, Op::matmul) == 10'000);
  // One right operand: nothing to group.
  text = "param a: f64[1,1]\ninput y0: f64[1,1]\n";
  for (int i = 0; i < 20'000; ++i)
    text += fmt::format("y{1} = matmul(y{0}, a)\n", i, i + 1);
  CHECK(count(after(text + "output y20000\n", {"fuse-horizontal"}).graph, Op::matmul) == 20'000);
}

// b joins y, which then reads a once: a joins, too, and is computed once in the one kernel that is
// left. When a is an output, its kernel stays.
TEST_CASE("passes: a value with several users is computed once", "[graph]") {
  const std::string text = "input x: f64[8]\na = exp(x)\nb = tanh(a)\ny = sqrt(a * a + b * b)\n";
  const Optimized out = after(text, {"fuse-vertical"});
  REQUIRE(out.graph.operation_count() == 1);
  const std::vector<FusedStep>& steps = out.graph.at(out.graph.find("y")).steps;
  CHECK(std::count_if(steps.begin(), steps.end(),
                      [](const FusedStep& step) { return step.op == Op::exp; }) == 1);
  CHECK(steps.size() == 6);
  CHECK(count(after(text + "output a, y\n", {"fuse-vertical"}).graph, Op::exp) == 1);
}

// (x a) b with a matrix x, whose product with a is larger than a b: 2 x 8 x 2 x 8 + 2 x 8 x 8 x 2
// FLOP against 2 x 2 x 8 x 2 + 2 x 8 x 2 x 2. No rule of the greedy order turns products round.
TEST_CASE("passes: equality saturation finds what no order of rules does", "[graph]") {
  const char* text = "input x: f64[8,2] input a: f64[2,8] input b: f64[8,2]\n"
                     "y = matmul(matmul(x, a), b)\n";
  CHECK(after(text, {"all"}).graph.operation_count() == 2);
  CHECK(totals(after(text, {"all"}).graph).flop == 512);
  CHECK(totals(after(text, {"saturate"}).graph).flop == 128);
  // x 2 / 2: the greedy order has no rule, as 2 / 2 never stands there.
  const char* halves = "input x: f64[4]\ny = x * 2 / 2\n";
  CHECK(after(halves, {"all"}).graph.operation_count() > 0);
  CHECK(after(halves, {"saturate"}).graph.operation_count() == 0);
  // x y + x z
  CHECK(after("input x: f64[4] input y: f64[4] input z: f64[4]\nr = x * y + z * x\n", {"saturate"})
            .graph.operation_count() == 2);
}

TEST_CASE("passes: products of one operand become one, attention one kernel", "[graph]") {
  const char* text = "input x: f64[4,6] param q: f64[6,2] param k: f64[6,2] param v: f64[6,3]\n"
                     "y = matmul(softmax(matmul(matmul(x, q), transpose(matmul(x, k))) * 0.5), "
                     "matmul(x, v))\n";
  const Optimized h = after(text, {"fuse-horizontal"});
  CHECK(count(h.graph, Op::matmul) == 3); // one for x, and two of the attention
  CHECK(count(h.graph, Op::concat) == 1);
  const Optimized a = after(text, {"attention"});
  CHECK(count(a.graph, Op::attention) == 1);
  CHECK(count(a.graph, Op::softmax) == 0);
  CHECK(a.passes[0].after.bytes < a.passes[0].before.bytes);
}

// 8 queries of 16 x 8 bytes: with 1 KiB blocks of 2, so that keys and values (1024 bytes each) are
// read 4 times.
TEST_CASE("passes: bytes of attention against fast memory", "[graph]") {
  const char* text = "input q: f64[8,16] input k: f64[8,16] input v: f64[8,16]\n"
                     "y = matmul(softmax(matmul(q, transpose(k)) * 0.25), v)\n";
  Optimized out = after(text, {"attention"});
  const NodeId y = out.graph.find("y");
  CHECK(bytes_of(out.graph, y) == 4 * 1024);
  tile_attention(out.graph, 1024);
  CHECK(bytes_of(out.graph, y) == 2 * 1024 + 4 * 2 * 1024);
  tile_attention(out.graph, 1 << 20);
  CHECK(bytes_of(out.graph, y) == 4 * 1024);
}

TEST_CASE("passes: a name that there is not", "[graph]") {
  const auto out = optimize(graph_of("input x: f64[]\ny = exp(x)\n"), {"fould"}, shipped_rules());
  REQUIRE_FALSE(out.ok());
  CHECK(format(out.diagnostics()).find("did you mean 'fold'?") != std::string::npos);
}

// 1/2 is 0 in whole numbers, so that x / k is not x (1/k): [1,2,3,7] / 2 / 2 is [0,0,0,1].
TEST_CASE("passes: rules of real numbers are not tried on whole ones", "[graph]") {
  for (const char* text : {"input x: i32[4] = [1,2,3,7]\ny = x / 2\nz = y / 2\noutput z\n",
                           "input x: i32[4] = [1,2,3,7]\nz = x / 2 * 2\noutput z\n"}) {
    const Optimized out = after(text, {"saturate", "all"});
    const auto before = evaluate(graph_of(text));
    const auto values = evaluate(out.graph);
    REQUIRE(before.ok());
    REQUIRE(values.ok());
    CHECK((*values)[out.graph.outputs[0].node]->values ==
          (*before)[graph_of(text).outputs[0].node]->values);
  }
}

// 0.006 + 3.14 is 3.15 to two decimals, and 0.01 + 3.15 is 3.16; 0.012 + 3.14 would be 3.15.
TEST_CASE("passes: with rounded results no equality of numbers is taken for one", "[graph]") {
  const char* text = "round 2\ninput x: f64[] = 3.14\nconst a: f64[] = 0.006\n"
                     "const b: f64[] = 0.006\nc = a * 1\ny = c + (x + b)\noutput y\n";
  const Optimized out = after(text, {"all", "saturate"});
  const auto values = evaluate(out.graph);
  REQUIRE(values.ok());
  CHECK((*values)[out.graph.outputs[0].node]->values[0] == Approx(3.16).epsilon(1e-12));
  for (const PassResult& pass : out.passes)
    CHECK((pass.note.find("rounded to 2 decimals") != std::string::npos) ==
          (pass.name == "rules" || pass.name == "saturate" || pass.name == "attention"));
}

TEST_CASE("passes: a rule that changes values ends with an error", "[graph]") {
  const auto problem = [](const char* rules, const char* text, const char* pass) {
    const auto own = parse_rules(rules, "bad.rules");
    REQUIRE(own.ok());
    const auto out = optimize(graph_of(text), {pass}, *own);
    return out.ok() ? std::string() : format(out.diagnostics());
  };
  const char* bad = "good: add(x, y) => add(y, x)\nbad: mul(x, 2) => mul(x, 3)\n";
  const char* text = "input x: f64[] = 5\ninput z: f64[] = 1\nh = exp(z)\ny = x * 2\noutput h, y\n";
  CHECK(problem(bad, text, "rules")
            .find("bad.rules:2:1: error: the rule 'bad' of pass 'rules' changes values: y is 10 "
                  "before it and 15 behind it (test.graph:4:7: y = mul(x, ") == 0);
  CHECK(
      problem("bad: exp(x) => x\n", text, "saturate")
          .find("bad.rules:1:1: error: the rule 'bad' of pass 'saturate' changes values: h is ") ==
      0);
  // It holds for the graph's own values, not for others.
  CHECK(problem("bad: abs(x) => x\n", "input x: f64[4] = [1,2,3,4]\ny = abs(x)\n", "rules")
            .find(", for random inputs") != std::string::npos);
  // In its own type: 3 / 2 2 is 2 in whole numbers.
  CHECK(problem("bad: mul(div(x, k), k) => x\n", "input x: i32[] = 3\ny = x / 2 * 2\n", "rules")
            .find("y is 2 before it and 3 behind it") != std::string::npos);
}

TEST_CASE("passes: rules without an end say so", "[graph]") {
  const auto turned = parse_rules("loop: add(x, y) => add(y, x)\n", "own.rules");
  REQUIRE(turned.ok());
  const auto out =
      optimize(graph_of("input x: f64[] input z: f64[]\ny = x + z\n"), {"rules"}, *turned);
  REQUIRE(out.ok());
  CHECK(out->rounds == 1000);
  CHECK(out->passes[0].note.find(
            "no fixed point after 1000 rounds; the last replacement: loop: ") == 0);
  const auto ends =
      optimize(graph_of("input x: f64[] input z: f64[]\ny = x + z\n"), {"all"}, shipped_rules());
  REQUIRE(ends.ok());
  for (const PassResult& pass : ends->passes)
    CHECK(pass.note.empty());
}

TEST_CASE("passes: a division by zero is not folded away", "[graph]") {
  for (const char* pass : {"all", "saturate"}) {
    const auto out =
        optimize(graph_of("const a: f64[] = 1 const b: f64[] = 0 input x: f64[]\ny = a / b + x\n"),
                 {pass}, shipped_rules());
    REQUIRE(out.ok());
    CHECK_FALSE(evaluate(out->graph).ok());
  }
}

// Lecture's cell: one right operand. Rows of the product are its results, without a copy.
TEST_CASE("passes: products of one right operand become one", "[graph]") {
  const Optimized out = after("param W_i: f64[4,6] param W_f: f64[5,6] param W_o: f64[4,6]\n"
                              "input x: f64[6,1]\n"
                              "i = sigmoid(W_i @ x)\nf = tanh(W_f @ x)\no = sigmoid(W_o @ x)\n",
                              {"fuse-horizontal"});
  CHECK(count(out.graph, Op::matmul) == 1);
  CHECK(out.passes[0].before.kernels == 6);
  CHECK(out.passes[0].after.kernels == 4);
  // x (48 bytes) is read once, not three times.
  CHECK(out.passes[0].before.bytes - out.passes[0].after.bytes == 2 * 48);
}

// A reshape of columns would copy them: 3 x 2 x 8 x 16 x 8 bytes, more than x saves.
TEST_CASE("passes: products are not fused where that moves more bytes", "[graph]") {
  const char* text = "input x: f64[8,16] param q: f64[16,16] param k: f64[16,16]\n"
                     "a = reshape(x @ q, [8,4,4])\nb = reshape(x @ k, [8,4,4])\ny = a + b\n";
  CHECK(count(after(text, {"fuse-horizontal"}).graph, Op::matmul) == 2);
  const Optimized heads = after(text, {"all"});
  CHECK(totals(heads.graph).bytes <= totals(graph_of(text)).bytes);
  for (const ExampleInfo& example : examples()) {
    INFO(example.name);
    const auto out = optimize(graph_of(example.text), {"all"}, shipped_rules());
    REQUIRE(out.ok());
    CHECK(totals(out->graph).bytes <= totals(graph_of(example.text)).bytes);
    CHECK(totals(out->graph).kernels <= totals(graph_of(example.text)).kernels);
  }
}

// Heads by reshape: keys [s,h,d], of which q reads [h,d,s].
TEST_CASE("passes: attention of heads that are made by reshape", "[graph]") {
  const Optimized out = after("input q: f64[2,5,3] input K: f64[5,2,3] input v: f64[2,5,3]\n"
                              "y = softmax((q @ transpose(K, [1,2,0])) * 0.5) @ v\n",
                              {"attention"});
  CHECK(count(out.graph, Op::attention) == 1);
  // All sizes equal: another transposition is another product.
  const Optimized other = after("input q: f64[3,3,3] input K: f64[3,3,3] input v: f64[3,3,3]\n"
                                "y = softmax(q @ transpose(K, [2,1,0])) @ v\n",
                                {"attention"});
  CHECK(other.passes[0].largest_difference < 1e-12);
}

// A stored 8 x 8 tensor of twos would be 512 bytes to read, its one number is 8.
TEST_CASE("passes: folding stores no repetitions", "[graph]") {
  const Optimized out = after("const c: f64[] = 1\ninput x: f64[8,8]\n"
                              "y = x * broadcast(c + 1, [8,8])\n",
                              {"fold"});
  CHECK(totals(out.graph).kernels == 1);
  CHECK(totals(out.graph).bytes == 512 + 8 + 512);
  const Optimized sum = after("const c: f64[] = 2\ny = sum(broadcast(c, [8,8]))\n", {"fold"});
  CHECK(totals(sum.graph).kernels == 0);
}

// A and B lie beside each other, and A is read by itself, too.
TEST_CASE("passes: a param of a common storage that another node reads", "[graph]") {
  const Graph g = graph_of("input x: f32[2,2]\nparam A: f32[2,2]\nparam B: f32[2,2]\n"
                           "q = matmul(x, A)\nk = matmul(x, B)\ny = q * k + A\n");
  const auto out = optimize(g, {"fuse-horizontal"}, shipped_rules());
  REQUIRE(out.ok());
  CHECK(out->passes[0].applied == 2); // both products
  const auto run = execute(out->graph, {}, {});
  REQUIRE(run.ok());
  std::uint64_t resident = 0;
  for (const StorageBlock& block : memory_curve(out->graph, *run, {true, false}).blocks)
    resident += block.resident ? block.bytes : 0;
  CHECK(resident == 3 * 16);
  const auto views = storage_views(out->graph);
  const StorageView& b = views[out->graph.find("B")];
  CHECK(b.storage == views[out->graph.find("A")].storage);
  CHECK(b.offset == 2); // columns beside each other: rows of A | B
  CHECK(b.strides == std::vector<std::int64_t>{4, 1});
}

// (A B^T) C is A (B^T C): a rule of plain products says nothing about it.
TEST_CASE("passes: rules of several products are about plain ones", "[graph]") {
  const char* text = "input A: f64[2,2]\ninput B: f64[2,2]\ninput C: f64[2,1]\n"
                     "y = matmul(matmul(A, transpose(B)), C)\noutput y\n";
  (void)after(text, {"matmul-transpose", "saturate"});
  const auto own = parse_rules("assoc: matmul(matmul(x, y), z) => matmul(x, matmul(y, z))\n"
                               "sums: sum(sum(x)) => sum(x)\n",
                               "own.rules");
  REQUIRE(own.ok());
  for (const char* graph :
       {text, "input x: f64[2,3]\ny = sum(sum(x, axis=0, keep=1), axis=1)\noutput y\n"}) {
    const auto out = optimize(graph_of(graph), {"matmul-transpose", "rules"}, *own);
    INFO(format(out.diagnostics()));
    CHECK(out.ok());
  }
}

// Each way to write p q + p r.
TEST_CASE("passes: operators that commute match in every order", "[graph]") {
  const std::string sources = "input p: f64[4]\ninput q: f64[4]\ninput r: f64[4]\n"
                              "input s: f64[4]\n";
  for (const char* a : {"p * q", "q * p"})
    for (const char* b : {"p * r", "r * p"}) {
      const std::string sum = std::string("y = ") + a + " + " + b + "\n";
      INFO(sum);
      CHECK(after(sources + sum, {"rules"}).passes[0].applied == 1);
      for (const char* c : {"p * s", "s * p"})
        CHECK(after(sources + "y = addn(" + a + ", " + b + ", " + c + ")\n", {"rules"})
                  .passes[0]
                  .applied == 1);
    }
}

TEST_CASE("passes: an own rule that is not applied is told", "[graph]") {
  const auto own = parse_rules("grows: gelu(x) => mul(x, sigmoid(x))\n", "own.rules");
  REQUIRE(own.ok());
  const auto out = optimize(graph_of("input x: f64[4]\ny = gelu(x)\n"), {"rules"}, *own);
  REQUIRE(out.ok());
  CHECK(out->passes[0].note == "the rule 'grows' is not applied to y (test.graph:2:5), and so not "
                               "verified: it makes 2 operations of 1");
  const auto shape = parse_rules("whole: sum(x) => x\n", "own.rules");
  const auto other = optimize(graph_of("input x: f64[4]\ny = sum(x)\n"), {"rules"}, *shape);
  REQUIRE(other.ok());
  CHECK(other->passes[0].note.find("its result is f64[4], and f64[] is needed") !=
        std::string::npos);
}

// The cheapest forms mix what forward and backward graph have made; checkpoints take both apart.
TEST_CASE("passes: a saturated graph still has a forward and a backward part", "[graph]") {
  for (const char* text :
       {"input x: f64[100]\nh = x\nrepeat 16 { h = tanh(h) }\ny = sum(h)\n",
        "param x: f64[] = 0.3\ny = 4 * x * (1 - x)\nrepeat 3 { y = 4 * y * (1 - y) }\n"}) {
    const Graph g = graph_of(text);
    const NodeId y = g.outputs.front().node;
    const Graph both = reverse(g, y, {g.find("x")}).graph;
    const auto out = optimize(both, {"saturate"}, shipped_rules());
    REQUIRE(out.ok());
    for (const Node& node : out->graph.nodes)
      for (const NodeId in : node.inputs)
        CHECK((node.backward || !out->graph.at(in).backward));
    CHECK(largest_difference(both, checkpoint_sqrt(out->graph).graph, 1, 3) < 1e-9);
  }
}

// Sums in another order round to another decimal.
TEST_CASE("passes: rounding to decimals is no change of values", "[graph]") {
  Graph g = graph_of("input x: f32[8,16] param A: f32[16,16] param B: f32[16,16]\n"
                     "y = softmax(matmul(matmul(x, A), transpose(matmul(x, B))))\n");
  g.decimals = 6;
  const Graph both = reverse(without_composites(g), g.find("y"), {g.find("x"), g.find("A")}).graph;
  const auto out = optimize(both, {"matmul-transpose"}, shipped_rules());
  INFO(format(out.diagnostics()));
  CHECK(out.ok());
}

// Each decoder has a mask. 4 queries, 6 keys of 8 elements: scores of 24 elements, 24 additions
// more.
TEST_CASE("passes: attention with a mask is one kernel", "[graph]") {
  for (const char* scores : {"matmul(q, transpose(k)) * 0.5 + m", "m + matmul(q, transpose(k))"})
    for (const char* mask : {"f64[4,6]", "f64[6]", "f64[4,1]"}) {
      const std::string text =
          std::string("input q: f64[4,8] input k: f64[6,8] input v: f64[6,8]\n") +
          "input m: " + mask + "\ny = matmul(softmax(" + scores + "), v)\n";
      INFO(text);
      const Graph g = graph_of(text);
      const auto out = optimize(g, {"attention"}, shipped_rules());
      REQUIRE(out.ok());
      CHECK(out->passes[0].applied == 1);
      CHECK(totals(out->graph).kernels == 1);
      CHECK(out->graph.at(out->graph.find("y")).inputs.size() == 4);
      CHECK(totals(out->graph).flop == totals(g).flop);
      CHECK(largest_difference(g, without_composites(out->graph), 2, 5) < 1e-12);
      for (const char* name : {"q", "v", "m"}) {
        const NodeId source = out->graph.find(name);
        if (out->graph.at(source).shape[0] < 2)
          continue;
        const auto split = distribute(out->graph, 2, {{source, 0}});
        REQUIRE(split.ok());
        CHECK_FALSE(compare(out->graph, split->graph, 3).beyond);
      }
    }
  // A mask larger than the scores makes another result.
  const auto wide = optimize(graph_of("input q: f64[4,8] input k: f64[6,8] input v: f64[2,6,8]\n"
                                      "input m: f64[2,4,6]\n"
                                      "y = matmul(softmax(matmul(q, transpose(k)) + m), v)\n"),
                             {"attention"}, shipped_rules());
  REQUIRE(wide.ok());
  CHECK(wide->passes[0].applied == 0);
}

TEST_CASE("passes: constants of an e-graph are the same bit by bit", "[graph]") {
  const Graph g = graph_of("const a: f64[3] = [1,2,3]\nconst b: f64[3] = [1,2,3]\n"
                           "input x: f64[3]\ny = (x + a) * (x + b)\n");
  const auto out = optimize(g, {"saturate"}, shipped_rules());
  REQUIRE(out.ok());
  CHECK(totals(out->graph).kernels == 2); // x + a once, and its square
}
