#include "session/sample/estimate.hpp"

#include "base/check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace stallscope::session {

namespace {

/// Sums of a sample: its ratio, and the variance of the residuals relative to the mean
/// denominator.
struct RatioSums {
  double ratio = 0;
  double relative_variance = 0; ///< s^2 / (mean denominator)^2
};

RatioSums sums_of(std::span<const RatioTerm> sample, double resolution) {
  double numerator = 0;
  double denominator = 0;
  for (const RatioTerm& term : sample) {
    numerator += term.numerator;
    denominator += term.denominator;
  }
  RatioSums sums;
  if (denominator <= 0)
    return sums;
  sums.ratio = numerator / denominator;
  double squares = 0;
  for (const RatioTerm& term : sample) {
    const double residual = term.numerator - sums.ratio * term.denominator;
    squares += residual * residual;
  }
  const auto count = static_cast<double>(sample.size());
  const double mean = denominator / count;
  if (count > 1)
    sums.relative_variance =
        (squares / (count - 1) + 2 * resolution * resolution / 3) / (mean * mean);
  return sums;
}

double two_sided(double confidence, std::size_t units) {
  return student_t_quantile(0.5 + confidence / 2, static_cast<double>(units) - 1);
}

/// The quantile of the normal distribution, by Newton's method on its distribution function.
double normal_quantile(double probability) {
  double x = 0;
  for (int i = 0; i < 60; ++i) {
    const double below = 0.5 * std::erfc(-x / std::numbers::sqrt2);
    const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
    const double step = std::clamp((below - probability) / density, -0.5, 0.5);
    x -= step;
    if (std::abs(step) < 1e-14)
      break;
  }
  return x;
}

} // namespace

double student_t_quantile(double probability, double degrees) {
  STALLSCOPE_CHECK(probability > 0.5 && probability < 1 && degrees >= 1,
                   "a quantile above the median, of at least one degree of freedom");
  const double p = 2 * (1 - probability); // probability of both tails
  const double half_pi = std::numbers::pi / 2;
  if (degrees == 1)
    return std::cos(p * half_pi) / std::sin(p * half_pi);
  if (degrees == 2)
    return std::sqrt(2 / (p * (2 - p)) - 2);
  const double a = 1 / (degrees - 0.5);
  const double b = 48 / (a * a);
  double c = ((20700 * a / b - 98) * a - 16) * a + 96.36;
  const double d = ((94.5 / (b + c) - 3) / b + 1) * std::sqrt(a * half_pi) * degrees;
  double y = std::pow(d * p, 2 / degrees);
  if (y > 0.05 + a) {
    const double x = -normal_quantile(1 - p / 2);
    y = x * x;
    if (degrees < 5)
      c += 0.3 * (degrees - 4.5) * (x + 0.6);
    c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c;
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
    y = std::expm1(a * y * y);
  } else {
    y = ((1 / (((degrees + 6) / (degrees * y) - 0.089 * d - 0.822) * (degrees + 2) * 3) +
          0.5 / (degrees + 4)) *
             y -
         1) *
            (degrees + 1) / (degrees + 2) +
        1 / y;
  }
  return std::sqrt(degrees * y);
}

Interval estimate_ratio(std::span<const RatioTerm> sample, std::uint64_t population,
                        double confidence, double resolution) {
  const RatioSums sums = sums_of(sample, resolution);
  if (sample.size() >= population)
    return {sums.ratio, sums.ratio, sums.ratio};
  if (sample.size() < 2)
    return {sums.ratio, 0, std::numeric_limits<double>::infinity()};
  const auto count = static_cast<double>(sample.size());
  const double left_out = 1 - count / static_cast<double>(population);
  const double half =
      two_sided(confidence, sample.size()) * std::sqrt(left_out * sums.relative_variance / count);
  return {sums.ratio, std::max(0.0, sums.ratio - half), sums.ratio + half};
}

std::uint64_t units_needed(std::span<const RatioTerm> sample, std::uint64_t population,
                           double confidence, double error, double resolution) {
  const RatioSums sums = sums_of(sample, resolution);
  if (sample.size() < 2 || sums.ratio <= 0)
    return population;
  const double quantile = two_sided(confidence, sample.size());
  const double half = error * sums.ratio;
  const double without_end = quantile * quantile * sums.relative_variance / (half * half);
  const double needed = without_end / (1 + without_end / static_cast<double>(population));
  return std::min(population, static_cast<std::uint64_t>(std::ceil(needed)));
}

} // namespace stallscope::session
