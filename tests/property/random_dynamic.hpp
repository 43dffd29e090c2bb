#pragma once

#include "machine/dynamic.hpp"
#include "property/random.hpp"

namespace stallscope::property {

/// A dynamically scheduled machine with random widths, sizes, latencies and conventions that runs
/// every program.
[[nodiscard]] machine::Dynamic random_dynamic(Random& random);

} // namespace stallscope::property
