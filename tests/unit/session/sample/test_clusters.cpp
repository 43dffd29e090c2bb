// Intervals that are alike are found, and weighted.

#include "sample/clusters.hpp"
#include "session/sample/sample.hpp"
#include "unit/session/session_testing.hpp"

#include <numeric>
#include <random>
#include <set>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

TEST_CASE("simpoint: an interval's vector is the mean of its blocks, whatever its length") {
  BlockVectors vectors(1);
  vectors.add(0x100, 30);
  vectors.add(0x200, 10);
  vectors.end_interval();
  vectors.add(0x200, 100);
  vectors.add(0x100, 300);
  vectors.end_interval();
  vectors.add(0x300, 40);
  vectors.end_interval();
  vectors.end_interval(); // nothing was executed: no interval
  REQUIRE(vectors.vectors().size() == 3);
  CHECK(vectors.lengths() == std::vector<std::uint64_t>{40, 400, 40});
  for (std::size_t i = 0; i < BlockVectors::kDimensions; ++i)
    CHECK(vectors.vectors()[0][i] == Approx(vectors.vectors()[1][i]));
  CHECK(vectors.vectors()[0] != vectors.vectors()[2]);
}

TEST_CASE("simpoint: as many clusters as there are kinds of intervals, one representative each") {
  std::mt19937 random(5);
  std::vector<BlockVectors::Vector> vectors;
  for (int i = 0; i < 120; ++i) { // three kinds, one after the other, with a little noise
    BlockVectors::Vector one{};
    for (double& part : one)
      part = (i / 40) * 0.5 + static_cast<double>(random() % 1000) * 1e-5;
    vectors.push_back(one);
  }
  const Clustering clustering = choose_clusters(vectors, 10, 1);
  REQUIRE(clustering.centres.size() == 3);
  for (std::size_t i = 0; i < vectors.size(); ++i)
    CHECK(clustering.cluster_of[i] == clustering.cluster_of[i / 40 * 40]);
  std::set<std::size_t> kinds;
  for (const std::size_t interval : representatives(vectors, clustering))
    kinds.insert(interval / 40);
  CHECK(kinds == std::set<std::size_t>{0, 1, 2});
}

TEST_CASE("simpoint: intervals that are all equal are one cluster") {
  const std::vector<BlockVectors::Vector> vectors(20, BlockVectors::Vector{0.25});
  CHECK(choose_clusters(vectors, 5, 1).centres.size() == 1);
}

TEST_CASE("simpoint: two phases are found, and the CPI of both is near that of the whole run") {
  const isa::Program program = assembled(isa::Isa::riscv, R"(
main:   li   t0, 20000
adds:   addi t1, t1, 1
        addi t2, t2, 1
        addi t0, t0, -1
        bnez t0, adds
        li   t0, 10000
muls:   mul  t3, t3, t0
        mul  t3, t3, t0
        addi t0, t0, -1
        bnez t0, muls
        li   a7, 93
        ecall
)");
  const machine::Machine machine = preset("ooo-4");
  const trace::RunRecord run = run_program(program, machine, {});
  SampleOptions options;
  options.method = SampleMethod::simpoint;
  options.unit = 1000;
  options.warmup = 500;
  const SampleResult result = sample_program(program, machine, options);
  CHECK(result.whole.empty());
  CHECK_FALSE(result.has_intervals);
  REQUIRE(result.points.size() >= 2);
  const double weights =
      std::accumulate(result.points.begin(), result.points.end(), 0.0,
                      [](double sum, const SimulationPoint& point) { return sum + point.weight; });
  CHECK(weights == Approx(1));
  const double cpi = static_cast<double>(run.cycles) / static_cast<double>(run.instructions);
  CHECK(result.cpi.value == Approx(cpi).epsilon(0.02));
}
