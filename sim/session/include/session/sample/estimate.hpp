#pragma once

#include <cstdint>
#include <span>

namespace stallscope::session {

/// A value estimated from a sample: with the requested confidence it lies from low to high.
struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;

  [[nodiscard]] double half_width() const { return (high - low) / 2; }
  [[nodiscard]] bool contains(double other) const { return low <= other && other <= high; }
};

/// The contribution of one sampled unit to a ratio: cycles and instructions, or lost slots and
/// slots.
struct RatioTerm {
  double numerator = 0;
  double denominator = 0;
};

/// The quantile of Student's t distribution with `degrees` of freedom at `probability` (0.5 <
/// probability < 1): Hill, "Algorithm 396", CACM 1970, accurate to more than six digits from 3
/// degrees on, exact for 1 and 2. For very many degrees, the quantile of the normal distribution.
[[nodiscard]] double student_t_quantile(double probability, double degrees);

/// The ratio of the sums over a population of `population` units, from a sample of them: the ratio
/// estimator with the variance of its residuals, the finite population correction and the t
/// quantile (Cochran, "Sampling Techniques", 3rd edition, sections 2.11 and 6.4). Units are
/// clusters of instructions, so that the covariance within a unit is included. For a complete
/// sample the interval is the value. For an incomplete sample of fewer than two units the interval
/// is unbounded above. `resolution`: the maximum error of the numerator at each end of a unit; the
/// variance of two uniform errors of this size, 2 x resolution^2 / 3, is added, so that a sample of
/// equal units does not give an interval of width 0.
[[nodiscard]] Interval estimate_ratio(std::span<const RatioTerm> sample, std::uint64_t population,
                                      double confidence, double resolution = 0);

/// The number of units, at most `population`, that gives an interval of half the width `error` x
/// value, assuming residuals with the variance of this sample.
[[nodiscard]] std::uint64_t units_needed(std::span<const RatioTerm> sample,
                                         std::uint64_t population, double confidence, double error,
                                         double resolution = 0);

} // namespace stallscope::session
