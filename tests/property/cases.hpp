#pragma once

#include "isa/program.hpp"
#include "machine/description.hpp"
#include "property/generators/random.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace stallscope::property {

/// A random program on a random machine (or a preset), all from one seed.
struct Case {
  std::uint64_t seed = 0;
  std::string source;
  std::string toml;
  isa::Program program;
  machine::Machine machine;

  /// A description for failure messages, sufficient to reproduce the case.
  [[nodiscard]] std::string described() const;
};

/// Limit of cycles of a case; all end earlier.
inline constexpr std::uint64_t kCaseCycles = 4'000'000;
inline constexpr std::uint64_t kCaseInstructions = 400'000;

/// Generates the case of a seed. Fails the running test when program or machine are rejected.
[[nodiscard]] Case make_case(std::uint64_t seed);

/// The case of a seed for a dynamically scheduled machine, which the test generates: every fourth
/// program is x86.
[[nodiscard]] Case make_dynamic_case(std::uint64_t seed);

/// Calls `test` with random_cases(count) cases of fixed seeds beginning at `first_seed`.
/// STALLSCOPE_PROPERTY_SCALE multiplies the number of cases, STALLSCOPE_PROPERTY_SHIFT is added to
/// their seeds (cases that have not been tried before), STALLSCOPE_PROPERTY_SEED selects the case
/// of a single seed.
void for_each_case(std::uint64_t first_seed, unsigned count,
                   const std::function<void(const Case&)>& test);
void for_each_dynamic_case(std::uint64_t first_seed, unsigned count,
                           const std::function<void(const Case&)>& test);

} // namespace stallscope::property
