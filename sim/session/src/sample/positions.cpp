#include "sample/positions.hpp"

#include "base/check.hpp"

#include <random>

namespace stallscope::session {

std::vector<std::uint64_t> sampled_units(std::uint64_t population, std::uint64_t count,
                                         std::uint64_t seed) {
  STALLSCOPE_CHECK(count <= population, "no more units are sampled than there are");
  std::mt19937_64 random(seed);
  // The first stratum of unit j: j * population / count, without a product that overflows.
  const auto first = [&](std::uint64_t j) {
    return population / count * j + population % count * j / count;
  };
  std::vector<std::uint64_t> units;
  units.reserve(count);
  for (std::uint64_t j = 0; j < count; ++j)
    units.push_back(first(j) + random() % (first(j + 1) - first(j)));
  return units;
}

} // namespace stallscope::session
