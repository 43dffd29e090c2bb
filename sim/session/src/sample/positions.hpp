#pragma once

#include <cstdint>
#include <vector>

namespace stallscope::session {

/// The sampled units of a population, ascending: the population is divided into `count` strata of
/// equal length (up to one unit), and one unit of each is chosen at random. As with systematic
/// sampling each part of the program is represented; unlike with one offset for all strata, the
/// units cannot be in phase with a loop of the program.
[[nodiscard]] std::vector<std::uint64_t> sampled_units(std::uint64_t population,
                                                       std::uint64_t count, std::uint64_t seed);

} // namespace stallscope::session
