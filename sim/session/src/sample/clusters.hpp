#pragma once

#include "sample/block_vectors.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stallscope::session {

/// Intervals that are alike.
struct Clustering {
  std::vector<std::size_t> cluster_of; ///< by interval
  std::vector<BlockVectors::Vector> centres;
  double squares = 0; ///< sum of squared distances to the centres
  double bic = 0;     ///< Bayesian information criterion; more is better
};

/// k-means (Lloyd) from centres chosen by k-means++ (Arthur and Vassilvitskii, SODA 2007), the best
/// of several beginnings.
[[nodiscard]] Clustering k_means(std::span<const BlockVectors::Vector> vectors, std::size_t count,
                                 std::uint64_t seed);

/// For 1 to `most` clusters; the fewest whose BIC (Pelleg and Moore, "X-means", ICML 2000) reaches
/// 90 % of the way from the least to the greatest, as SimPoint chooses.
[[nodiscard]] Clustering choose_clusters(std::span<const BlockVectors::Vector> vectors,
                                         std::size_t most, std::uint64_t seed);

/// The interval that stands for each cluster: the one nearest to its centre. kNobody: a cluster
/// without intervals.
inline constexpr std::size_t kNobody = ~std::size_t{0};
[[nodiscard]] std::vector<std::size_t>
representatives(std::span<const BlockVectors::Vector> vectors, const Clustering& clustering);

} // namespace stallscope::session
