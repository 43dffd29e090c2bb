#pragma once

#include <cstdint>
#include <span>

namespace stallscope::session {

/// A number that is known from a sample: with the confidence asked for it lies from low to high.
struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;

  [[nodiscard]] double half_width() const { return (high - low) / 2; }
  [[nodiscard]] bool contains(double other) const { return low <= other && other <= high; }
};

/// What one sampled unit has of a ratio: cycles and instructions, or lost slots and slots.
struct RatioTerm {
  double numerator = 0;
  double denominator = 0;
};

/// The quantile of Student's t distribution with `degrees` of freedom below which a share
/// `probability` of it lies (0.5 < probability < 1): Hill, "Algorithm 396", CACM 1970, of better
/// than six digits from 3 degrees on, exact for 1 and 2. The normal distribution's for very many.
[[nodiscard]] double student_t_quantile(double probability, double degrees);

/// The ratio of the sums over a population of `population` units, from a sample of them: the ratio
/// estimator with the variance of its residuals, the finite population correction and the t
/// quantile (Cochran, "Sampling Techniques", 3rd edition, sections 2.11 and 6.4). Units are
/// clusters of instructions, so that their covariance within a unit is part of it. Of a complete
/// sample the interval is the value. Fewer than two units that are not all: the interval is
/// unbounded above. `resolution`: of the numerator, how exactly each of a unit's two ends is known;
/// the variance of two uniform errors of so much either way, 2 x resolution^2 / 3, is added, so
/// that units that happen to be all alike are not taken to be the whole program.
[[nodiscard]] Interval estimate_ratio(std::span<const RatioTerm> sample, std::uint64_t population,
                                      double confidence, double resolution = 0);

/// So many units give an interval of half the width `error` x value, when their residuals vary as
/// those of this sample do: at most `population`.
[[nodiscard]] std::uint64_t units_needed(std::span<const RatioTerm> sample,
                                         std::uint64_t population, double confidence, double error,
                                         double resolution = 0);

} // namespace stallscope::session
