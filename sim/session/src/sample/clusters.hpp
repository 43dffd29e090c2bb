#pragma once

#include "sample/block_vectors.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stallscope::session {

/// A partition of intervals into clusters of similar intervals.
struct Clustering {
  std::vector<std::size_t> cluster_of; ///< index of the cluster, by interval
  std::vector<BlockVectors::Vector> centres;
  double squares = 0; ///< sum of squared distances to the centres
  double bic = 0;     ///< Bayesian information criterion; larger is better
};

/// k-means (Lloyd) from centres chosen by k-means++ (Arthur and Vassilvitskii, SODA 2007), the best
/// of several starts.
[[nodiscard]] Clustering k_means(std::span<const BlockVectors::Vector> vectors, std::size_t count,
                                 std::uint64_t seed);

/// Clusterings into 1 to `most` clusters; returns the one with the fewest clusters whose BIC
/// (Pelleg and Moore, "X-means", ICML 2000) reaches 90 % of the range from the smallest to the
/// largest, the choice of SimPoint.
[[nodiscard]] Clustering choose_clusters(std::span<const BlockVectors::Vector> vectors,
                                         std::size_t most, std::uint64_t seed);

/// The interval that represents each cluster: the one nearest to its centre. kNobody: a cluster
/// without intervals.
inline constexpr std::size_t kNobody = ~std::size_t{0};
[[nodiscard]] std::vector<std::size_t>
representatives(std::span<const BlockVectors::Vector> vectors, const Clustering& clustering);

} // namespace stallscope::session
