#include "graph/notation/npy.hpp"
#include "graph/study/study.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

constexpr const char* kText = "input x: f64[2,2]\ninput n: i32[6]\nparam w: f32[2] = 3\n"
                              "const c: f64[] = 2\ny = sqrt(x) * c\nz = n * 2\nv = w * 1\n";

/// A study of kText with these values, and files beside it.
Result<GraphRun> given(const std::vector<std::string>& inputs,
                       const std::map<std::string, std::string>& files = {}) {
  StudyOptions options;
  options.inputs = inputs;
  const auto read = [&files](const std::string& name, std::size_t,
                             std::string_view) -> Result<std::string> {
    if (name == "t.graph")
      return std::string(kText);
    const auto found = files.find(name);
    if (found != files.end())
      return found->second;
    Diagnostic none;
    none.file = name;
    none.message = "there is no such file";
    return none;
  };
  return study("t.graph", options, read, {});
}

std::vector<double> value(const Result<GraphRun>& run, const char* name) {
  INFO(format(run.diagnostics()));
  REQUIRE(run.ok());
  return run->values[run->graph.find(name)]->values;
}

std::string problem(const std::vector<std::string>& inputs,
                    const std::map<std::string, std::string>& files = {}) {
  const auto run = given(inputs, files);
  CHECK_FALSE(run.ok());
  return format(run.diagnostics());
}

} // namespace

// Random values of x are in [-1, 1): roots of them do not exist.
TEST_CASE("values of inputs: a number, a range, a file", "[graph]") {
  CHECK_FALSE(given({}).ok());
  CHECK(value(given({"x=4"}), "y") == std::vector<double>(4, 4.0));
  const std::vector<double> in_range = value(given({"x=4:9"}), "y");
  for (const double y : in_range) // 2 sqrt(4) to 2 sqrt(9)
    CHECK((y >= 4 && y < 6));
  CHECK(std::count(in_range.begin(), in_range.end(), in_range[0]) == 1);
  CHECK(value(given({"x=4:9"}), "y") == in_range); // the same each time
  const Tensor tensor{Type::f64, {2, 2}, {1, 4, 9, 16}};
  CHECK(value(given({"x=v.npy"}, {{"v.npy", write_npy(tensor)}}), "y") ==
        std::vector<double>{2, 4, 6, 8});
  CHECK(value(given({"x=1", "w=0.1"}), "v")[0] == static_cast<double>(0.1F)); // of f32
}

TEST_CASE("values of inputs: whole numbers are from low to high", "[graph]") {
  for (const char* range : {"n=3:4", "n=2.5:4.5"})
    for (const double z : value(given({"x=1", range}), "z"))
      CHECK((z == 6 || z == 8));
}

TEST_CASE("values of inputs: what is wrong is said", "[graph]") {
  CHECK(problem({"q=1"}).find("--input: there is no 'q'") != std::string::npos);
  CHECK(problem({"c=1"}).find("c is a constant") != std::string::npos);
  CHECK(problem({"y=1"}).find("y is a result") != std::string::npos);
  CHECK(problem({"x"}).find("'' is no value of x") != std::string::npos);
  CHECK(problem({"x=2:1"}).find("'2:1' is no value of x") != std::string::npos);
  CHECK(problem({"x=inf"}).find("x") != std::string::npos);
  CHECK(problem({"x=no.npy"}).find("no such file") != std::string::npos);
  CHECK(problem({"x=1", "n=0.2:0.8"}).find("'0.2:0.8' is no value of n") != std::string::npos);
  CHECK(problem({"x=2", "x=3"}).find("x has two values") != std::string::npos);
  const Tensor row{Type::f64, {4}, {1, 2, 3, 4}};
  CHECK(problem({"x=v.npy"}, {{"v.npy", write_npy(row)}}).find("has shape [4], and [2,2]") !=
        std::string::npos);
  CHECK(problem({"w=1e300"}).find("is 1e+300, which f32 does not hold") != std::string::npos);
  const std::string two = problem({"q=1", "c=1"}); // all at once
  CHECK(two.find("'q'") != std::string::npos);
  CHECK(two.find("c is a constant") != std::string::npos);
}

// f = (e^x1 + x2)(x2 + 1) at (3, 2): along x1 the tangent of a = e^x1 is 20.086, of y 20.086 x 3;
// along (1, 1) of y 60.258 + 25.086 = 85.344.
TEST_CASE("forward mode: tangents of the pass that is shown", "[graph]") {
  const auto tangent = [](const std::vector<std::string>& inputs, const char* name) {
    StudyOptions options;
    options.differentiate = "y";
    options.mode = "forward";
    options.inputs = inputs;
    const auto run = study("chain_rule", options, {}, {});
    INFO(format(run.diagnostics()));
    REQUIRE(run.ok());
    CHECK(run->derivatives[0].asked().values[0].values[0] == 60.258); // whatever is shown
    return value(run, name)[0];
  };
  CHECK(tangent({}, "dot.x1") == 1);
  CHECK(tangent({}, "dot.x2") == 0);
  CHECK(tangent({}, "dot.a") == 20.086);
  CHECK(tangent({}, "dot.y") == 60.258);
  CHECK(tangent({"dot.x2=1"}, "dot.y") == 25.086);
  CHECK(tangent({"dot.x1=1", "dot.x2=1"}, "dot.y") == 85.344);
  StudyOptions reverse;
  reverse.differentiate = "y";
  reverse.inputs = {"dot.x1=1"};
  CHECK_FALSE(study("chain_rule", reverse, {}, {}).ok());
}
