// Estimates from samples, against numbers derived by hand.

#include "sample/positions.hpp"
#include "session/sample/estimate.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <set>
#include <vector>

using namespace stallscope::session;

TEST_CASE("estimates: quantiles of Student's t are those of the tables") {
  // Abramowitz and Stegun, table 26.10; the last: of the normal distribution.
  CHECK(student_t_quantile(0.975, 1) == Approx(12.7062).epsilon(1e-5));
  CHECK(student_t_quantile(0.975, 2) == Approx(4.30265).epsilon(1e-5));
  CHECK(student_t_quantile(0.975, 3) == Approx(3.18245).epsilon(1e-5));
  CHECK(student_t_quantile(0.975, 10) == Approx(2.22814).epsilon(1e-5));
  CHECK(student_t_quantile(0.995, 30) == Approx(2.75000).epsilon(1e-5));
  CHECK(student_t_quantile(0.9995, 5) == Approx(6.86883).epsilon(1e-5));
  CHECK(student_t_quantile(0.9985, 1e7) == Approx(2.96774).epsilon(1e-5));
}

TEST_CASE("estimates: the interval of a ratio is derived by hand") {
  // The ratio is 40 / 40 = 1; residuals 0, 2, -2, 0; s^2 = 8 / 3; mean denominator 10; 4 of 16
  // units: sqrt((1 - 4/16) x 8/3 / 10^2 / 4) = 0.0707107; t(0.975; 3) = 3.182446.
  const std::vector<RatioTerm> sample{{10, 10}, {12, 10}, {8, 10}, {10, 10}};
  const Interval interval = estimate_ratio(sample, 16, 0.95);
  CHECK(interval.value == Approx(1));
  CHECK(interval.low == Approx(1 - 0.225033).epsilon(1e-5));
  CHECK(interval.high == Approx(1 + 0.225033).epsilon(1e-5));
  // Half as wide an interval: t^2 x 0.0266667 / 0.1125165^2 = 21.333 units of an endless
  // population, 21.333 / (1 + 21.333 / 16) = 9.14 of this one.
  CHECK(units_needed(sample, 16, 0.95, 0.1125165) == 10);
}

TEST_CASE("estimates: units that are all alike are known as exactly as their ends") {
  // No residuals: sqrt((1 - 4/1000) x (2/3) / 600^2 / 4) = 0.000679; t(0.975; 3) = 3.182446.
  const std::vector<RatioTerm> sample(4, RatioTerm{800, 600});
  const Interval interval = estimate_ratio(sample, 1000, 0.95, 1);
  CHECK(interval.value == Approx(800.0 / 600));
  CHECK(interval.half_width() == Approx(0.00216105).epsilon(1e-4));
  CHECK(estimate_ratio(sample, 1000, 0.95).half_width() == 0);
}

TEST_CASE("estimates: units of unequal length count by their length") {
  const std::vector<RatioTerm> sample{{6, 3}, {3, 1}};
  CHECK(estimate_ratio(sample, 100, 0.9).value == Approx(9.0 / 4)); // not the mean of 2 and 3
}

TEST_CASE("estimates: a complete sample is exact, one unit says nothing of the rest") {
  const std::vector<RatioTerm> sample{{6, 3}, {3, 1}};
  const Interval complete = estimate_ratio(sample, 2, 0.9);
  CHECK(complete.low == complete.value);
  CHECK(complete.high == complete.value);
  const Interval one = estimate_ratio(std::vector<RatioTerm>{{6, 3}}, 2, 0.9);
  CHECK(one.low == 0);
  CHECK(std::isinf(one.high));
}

TEST_CASE("estimates: of each stratum one unit is sampled, whatever the seed") {
  for (const std::uint64_t seed : {0U, 1U, 99U}) {
    const std::vector<std::uint64_t> units = sampled_units(103, 10, seed);
    REQUIRE(units.size() == 10);
    for (std::uint64_t j = 0; j < 10; ++j) { // 103 * j / 10 to 103 * (j + 1) / 10
      CHECK(units[j] >= 103 * j / 10);
      CHECK(units[j] < 103 * (j + 1) / 10);
    }
  }
  CHECK(sampled_units(103, 10, 1) == sampled_units(103, 10, 1));
  CHECK(sampled_units(103, 10, 1) != sampled_units(103, 10, 2));
  CHECK(sampled_units(7, 7, 5) == std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6});
}
