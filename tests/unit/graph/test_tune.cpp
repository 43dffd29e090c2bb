#include "graph/tune/tune.hpp"
#include "graph_text.hpp"
#include "machine/machine_file.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

using namespace stallscope;
using namespace stallscope::graph;

TEST_CASE("tuning: every kind of schedule computes the product", "[graph]") {
  const MatmulSize size{8, 4, 12};
  const Tensor a = random_tensor(Type::f64, {8, 12}, 1);
  const Tensor b = random_tensor(Type::f64, {12, 4}, 2);
  const auto machine = machine::load_machine("ooo-4");
  REQUIRE(machine.ok());
  for (const MatmulSchedule& schedule :
       {naive_schedule(size), MatmulSchedule{{8, 4, 12}, 4, 4, 2, {'i', 'j', 'k'}, true},
        MatmulSchedule{{4, 2, 6}, 2, 1, 3, {'k', 'j', 'i'}, false},
        MatmulSchedule{{8, 4, 4}, 8, 2, 4, {'j', 'k', 'i'}, true},
        MatmulSchedule{{2, 4, 12}, 1, 4, 1, {'k', 'i', 'j'}, false}}) {
    const auto point = measure(size, schedule, *machine, a, b);
    INFO(text_of(schedule) << format(point.diagnostics()));
    REQUIRE(point.ok()); // the product in memory has been compared
    CHECK(point->cycles > cycle_bound(size, *machine));
  }
}

// ooo-4 has two units for fused multiply-adds: 16 x 16 x 16 / 2.
TEST_CASE("tuning: the search beats the naive loops, and nothing the bound", "[graph]") {
  const Graph g = graph_of("input a: f64[16,16] input b: f64[16,16]\nc = matmul(a, b)\n");
  const auto machine = machine::load_machine("ooo-4");
  for (const Search search : {Search::grid, Search::random, Search::evolutionary}) {
    TuneOptions options;
    options.search = search;
    options.budget = 16;
    const auto tuned = tune(g, g.find("c"), *machine, options);
    REQUIRE(tuned.ok());
    CHECK(tuned->bound == 2048);
    CHECK(tuned->points.size() == 16);
    CHECK(tuned->points[tuned->best].cycles < tuned->naive.cycles);
    CHECK(tuned->points[tuned->best].cycles > tuned->bound);
  }
  const Graph other = graph_of("input a: f64[16]\nc = exp(a)\n");
  CHECK_FALSE(tune(other, other.find("c"), *machine, {}).ok());
}

TEST_CASE("tuning: which points are tried does not depend on who measures them", "[graph]") {
  const Graph g = graph_of("input a: f64[8,8] input b: f64[8,8]\nc = matmul(a, b)\n");
  const auto machine = machine::load_machine("ooo-4");
  TuneOptions options;
  options.budget = 24;
  const auto here = tune(g, g.find("c"), *machine, options);
  REQUIRE(here.ok());
  std::size_t asked = 0;
  const MeasurePoints backwards = [&](const TuneSubject& subject, auto schedules) {
    asked += schedules.size();
    CHECK(subject.space == here->space);
    std::reverse(schedules.begin(), schedules.end());
    auto points = measured_here()(subject, schedules);
    std::reverse(points->begin(), points->end());
    return points;
  };
  const auto other = tune(g, g.find("c"), *machine, options, backwards);
  REQUIRE(other.ok());
  CHECK(asked == 1 + 24); // the naive loops and the budget: nothing twice
  REQUIRE(other->points.size() == here->points.size());
  for (std::size_t i = 0; i < here->points.size(); ++i) {
    CHECK(other->points[i].schedule == here->points[i].schedule);
    CHECK(other->points[i].cycles == here->points[i].cycles);
  }
}

TEST_CASE("tuning: a search that is ended has what was measured by then", "[graph]") {
  const Graph g = graph_of("input a: f64[8,8] input b: f64[8,8]\nc = matmul(a, b)\n");
  const auto machine = machine::load_machine("ooo-4");
  unsigned left = 4;
  const auto some = tune(g, g.find("c"), *machine, {}, measured_here([&] { return left-- > 0; }));
  REQUIRE(some.ok());
  CHECK(some->points.size() == 3);
  const auto none = tune(g, g.find("c"), *machine, {}, measured_here([] { return false; }));
  CHECK_FALSE(none.ok());
}

// 64 x 64 x 64 on ooo-4: the bound is 64^3 / 2 = 131072. What the search finds with 200 points: B
// is packed, as its columns of 512 bytes a row would fall into an eighth of the sets of the first
// cache.
TEST_CASE("tuning: a product of 64 x 64 is at a quarter above the bound", "[graph]") {
  const MatmulSize size{64, 64, 64};
  const Tensor a = random_tensor(Type::f64, {64, 64}, 1);
  const Tensor b = random_tensor(Type::f64, {64, 64}, 2);
  const auto machine = machine::load_machine("ooo-4");
  const auto naive = measure(size, naive_schedule(size), *machine, a, b);
  const auto best = measure(size, {{64, 2, 64}, 8, 2, 4, {'k', 'i', 'j'}, true}, *machine, a, b);
  REQUIRE(naive.ok());
  REQUIRE(best.ok());
  CHECK(cycle_bound(size, *machine) == 131072);
  CHECK(best->cycles * 4 <= naive->cycles);
  CHECK(best->cycles * 4 <= cycle_bound(size, *machine) * 5);
}

TEST_CASE("tuning: a convolution is the product of its weights and its windows", "[graph]") {
  const Graph g = graph_of("input x: f64[1,2,4,4] input w: f64[4,2,2,2]\ny = conv2d(x, w)\n");
  const auto machine = machine::load_machine("ooo-4");
  TuneOptions options;
  options.budget = 8;
  const auto tuned = tune(g, g.find("y"), *machine, options);
  REQUIRE(tuned.ok());
  CHECK(tuned->size.m == 4); // channels out
  CHECK(tuned->size.n == 9); // windows
  CHECK(tuned->size.k == 8); // channels in x 2 x 2
  CHECK(tuned->points[tuned->best].cycles < tuned->naive.cycles);
}

TEST_CASE("tuning: a loop over a whole size starts at 0", "[graph]") {
  const MatmulSize size{4, 8, 16};
  CHECK(loop_nest(size, {{4, 8, 8}, 4, 1, 2, {'j', 'k', 'i'}, false}) ==
        "for k0 in 0..16 step 8:\n"
        "  for i in 0..4 step 4:\n"
        "    for j in 0..8 step 1:\n"
        "      for k in k0..k0+8 unrolled 2:\n"
        "        C[i..i+4,j..j+1] += A[i..i+4,k] * B[k,j..j+1]  # in registers\n");
}

TEST_CASE("tuning: the product behind a name, and each of a batch", "[graph]") {
  const auto machine = machine::load_machine("ooo-4");
  TuneOptions options;
  options.budget = 2;
  const auto size_of = [&](const char* text, const char* name) {
    const Graph g = graph_of(text);
    const auto tuned = tune(g, g.find(name), *machine, options);
    INFO(format(tuned.diagnostics()));
    REQUIRE(tuned.ok());
    return std::array<std::uint32_t, 3>{tuned->size.m, tuned->size.n, tuned->size.k};
  };
  using Sizes = std::array<std::uint32_t, 3>;
  CHECK(size_of("input x: f64[4,8] param A: f64[8,6]\nh = gelu(matmul(x, A)) * 2\n", "h") ==
        Sizes{4, 6, 8});
  CHECK(size_of("input q: f64[3,4,8] input k: f64[3,8,6]\ns = matmul(q, k)\n", "s") ==
        Sizes{4, 6, 8});
  const Graph two = graph_of("input x: f64[4,8] param A: f64[8,6] param B: f64[8,6]\n"
                             "a = matmul(x, A)\nb = matmul(x, B)\ny = a + b\n");
  const auto both = tune(two, two.find("y"), *machine, options);
  REQUIRE_FALSE(both.ok());
  CHECK(format(both.diagnostics()).find("y is made of 2 products; expected one of a, b") !=
        std::string::npos);
}
