#pragma once

#include <cstdint>
#include <vector>

namespace stallscope::session {

/// The sampled units of a population, ascending: `count` strata of equal length (they differ by one
/// unit at most), and of each a unit at random. As with systematic sampling each part of the
/// program has its share; unlike with one offset for all, the units cannot fall in step with a loop
/// of the program.
[[nodiscard]] std::vector<std::uint64_t> sampled_units(std::uint64_t population,
                                                       std::uint64_t count, std::uint64_t seed);

} // namespace stallscope::session
