// Sampling by representative intervals (SimPoint).
#include "sample/block_vectors.hpp"
#include "sample/clusters.hpp"
#include "sample/functional_pass.hpp"
#include "sample/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace stallscope::session {

namespace {

/// Default number of intervals of a program: large enough to separate its phases.
constexpr std::uint64_t kIntervals = 1000;
constexpr std::uint64_t kShortestInterval = 1000; ///< in instructions

} // namespace

/// Executes the program once for the basic-block vectors of its intervals, and chooses the
/// representative intervals; false when interrupted.
bool Sampling::find_representatives() {
  BlockVectors vectors(options_.seed);
  FunctionalPass functional(program_, machine_, environment_);
  functional.collect(&vectors);
  for (std::uint64_t end = 0; end < result_.instructions;) {
    end = std::min(end + result_.unit, result_.instructions);
    if (!functional.advance(end))
      end = result_.instructions; // the last instruction has ended the program
    vectors.end_interval();
    if (!may_go_on(functional.cycle(), functional.arch().instructions))
      return false;
  }
  const Clustering clustering =
      choose_clusters(vectors.vectors(), options_.most_clusters, options_.seed);
  const std::vector<std::size_t> chosen = representatives(vectors.vectors(), clustering);
  const std::vector<std::uint64_t>& lengths = vectors.lengths();
  std::vector<double> instructions(chosen.size(), 0);
  for (std::size_t i = 0; i < lengths.size(); ++i)
    instructions[clustering.cluster_of[i]] += static_cast<double>(lengths[i]);
  const double all = std::accumulate(instructions.begin(), instructions.end(), 0.0);
  for (std::size_t cluster = 0; cluster < chosen.size(); ++cluster)
    if (const std::size_t i = chosen[cluster]; i != kNobody)
      result_.points.push_back({i, i * result_.unit, lengths[i], instructions[cluster] / all});
  std::sort(result_.points.begin(), result_.points.end(),
            [](const SimulationPoint& a, const SimulationPoint& b) { return a.first < b.first; });
  return true;
}

void Sampling::sample_representatives() {
  result_.unit = options_.unit != 0
                     ? options_.unit
                     : std::max(kShortestInterval, result_.instructions / kIntervals);
  result_.population = (result_.instructions - 1) / result_.unit + 1;
  if (result_.population < 2)
    return simulate_whole(fmt::format("the program has {} instructions, and an interval {}",
                                      result_.instructions, result_.unit));
  if (!find_representatives())
    return;
  if (is_most_of_it(result_.points.size()))
    return simulate_whole(
        fmt::format("{} intervals of {} + {} instructions are most of a program of {} instructions",
                    result_.points.size(), options_.warmup, result_.unit, result_.instructions));
  std::vector<std::uint64_t> units;
  for (const SimulationPoint& point : result_.points) {
    units.push_back(point.interval);
    weights_.push_back(point.weight);
  }
  if (!pass(units))
    return;
  result_.has_intervals = false;
  estimate();
}

} // namespace stallscope::session
