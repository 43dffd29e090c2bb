#include "sample/clusters.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace stallscope::session {

namespace {

using BlockVector = BlockVectors::Vector;

double squared_distance(const BlockVector& a, const BlockVector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

double uniform(std::mt19937_64& random) {
  return static_cast<double>(random() >> 11) * 0x1p-53;
}

/// k-means++: each further centre is an interval chosen with a probability that grows with its
/// distance from the centres so far.
std::vector<BlockVector> first_centres(std::span<const BlockVector> vectors, std::size_t count,
                                       std::mt19937_64& random) {
  std::vector<BlockVector> centres{vectors[random() % vectors.size()]};
  std::vector<double> nearest(vectors.size(), std::numeric_limits<double>::infinity());
  while (centres.size() < count) {
    double sum = 0;
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      nearest[i] = std::min(nearest[i], squared_distance(vectors[i], centres.back()));
      sum += nearest[i];
    }
    double chosen = uniform(random) * sum;
    std::size_t i = 0;
    while (i + 1 < vectors.size() && chosen >= nearest[i])
      chosen -= nearest[i++];
    centres.push_back(vectors[i]);
  }
  return centres;
}

/// Assigns every interval to its nearest centre; true when an assignment has changed.
bool assign(std::span<const BlockVector> vectors, Clustering& clustering) {
  bool moved = false;
  clustering.squares = 0;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < clustering.centres.size(); ++c)
      if (const double d = squared_distance(vectors[i], clustering.centres[c]); d < least) {
        least = d;
        best = c;
      }
    moved = moved || clustering.cluster_of[i] != best;
    clustering.cluster_of[i] = best;
    clustering.squares += least;
  }
  return moved;
}

void move_centres(std::span<const BlockVector> vectors, Clustering& clustering) {
  std::vector<std::size_t> sizes(clustering.centres.size(), 0);
  std::vector<double> sums(clustering.centres.size() * BlockVectors::kDimensions, 0);
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    const std::size_t c = clustering.cluster_of[i];
    ++sizes[c];
    for (std::size_t d = 0; d < BlockVectors::kDimensions; ++d)
      sums[c * BlockVectors::kDimensions + d] += vectors[i][d];
  }
  for (std::size_t c = 0; c < sizes.size(); ++c)
    if (sizes[c] != 0)
      for (std::size_t d = 0; d < BlockVectors::kDimensions; ++d)
        clustering.centres[c][d] =
            sums[c * BlockVectors::kDimensions + d] / static_cast<double>(sizes[c]);
}

/// Log-likelihood of spherical normal clusters with one variance, less half the logarithm of the
/// number of intervals for each parameter.
double bic_of(std::span<const BlockVector> vectors, const Clustering& clustering) {
  const auto points = static_cast<double>(vectors.size());
  const auto clusters = static_cast<double>(clustering.centres.size());
  const auto dimensions = static_cast<double>(BlockVectors::kDimensions);
  constexpr double kLeastVariance = 1e-10; // lower limit of the variance, for equal intervals
  const double variance = std::max(
      kLeastVariance, clustering.squares / (dimensions * std::max(points - clusters, 1.0)));
  std::vector<double> sizes(clustering.centres.size(), 0);
  for (const std::size_t cluster : clustering.cluster_of)
    ++sizes[cluster];
  double likelihood = 0;
  for (const double size : sizes)
    if (size > 0)
      likelihood += size * std::log(size / points);
  likelihood -= points * dimensions / 2 * std::log(2 * std::numbers::pi * variance) +
                clustering.squares / (2 * variance);
  const double parameters = clusters * (dimensions + 1);
  return likelihood - parameters / 2 * std::log(points);
}

} // namespace

Clustering k_means(std::span<const BlockVector> vectors, std::size_t count, std::uint64_t seed) {
  constexpr unsigned kBeginnings = 5;
  constexpr unsigned kMostRounds = 100;
  std::mt19937_64 random(seed);
  Clustering best;
  for (unsigned beginning = 0; beginning < kBeginnings; ++beginning) {
    Clustering clustering;
    clustering.centres = first_centres(vectors, count, random);
    clustering.cluster_of.assign(vectors.size(), 0);
    (void)assign(vectors, clustering);
    for (unsigned round = 0; round < kMostRounds; ++round) {
      move_centres(vectors, clustering);
      if (!assign(vectors, clustering))
        break;
    }
    if (beginning == 0 || clustering.squares < best.squares)
      best = std::move(clustering);
  }
  best.bic = bic_of(vectors, best);
  return best;
}

Clustering choose_clusters(std::span<const BlockVector> vectors, std::size_t most,
                           std::uint64_t seed) {
  std::vector<Clustering> all;
  for (std::size_t count = 1; count <= std::min(most, vectors.size()); ++count)
    all.push_back(k_means(vectors, count, seed + count));
  const auto [least, greatest] =
      std::minmax_element(all.begin(), all.end(),
                          [](const Clustering& a, const Clustering& b) { return a.bic < b.bic; });
  const double enough = least->bic + 0.9 * (greatest->bic - least->bic);
  return *std::find_if(all.begin(), all.end(),
                       [enough](const Clustering& one) { return one.bic >= enough; });
}

std::vector<std::size_t> representatives(std::span<const BlockVector> vectors,
                                         const Clustering& clustering) {
  std::vector<std::size_t> nearest(clustering.centres.size(), kNobody);
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    const std::size_t cluster = clustering.cluster_of[i];
    const BlockVector& centre = clustering.centres[cluster];
    if (nearest[cluster] == kNobody ||
        squared_distance(vectors[i], centre) < squared_distance(vectors[nearest[cluster]], centre))
      nearest[cluster] = i;
  }
  return nearest;
}

} // namespace stallscope::session
