#pragma once

#include "machine/caches.hpp"
#include "machine/description.hpp"
#include "machine/dynamic.hpp"
#include "property/generators/random.hpp"

namespace stallscope::property {

/// A dynamically scheduled machine with random widths, sizes, latencies and conventions that runs
/// every program.
[[nodiscard]] machine::Dynamic random_dynamic(Random& random);

/// None on half of the machines; else small caches on either side or both, with or without a second
/// level and TLBs.
[[nodiscard]] machine::Caches random_caches(Random& random);

/// One of the dynamically scheduled presets on a fifth of the draws, else a random machine with any
/// predictor; with random_dynamic() and random_caches().
[[nodiscard]] machine::Machine random_dynamic_machine(Random& random);

/// Ports for everything, four micro-ops wide, with a reorder buffer of 128.
[[nodiscard]] machine::Dynamic wide_machine();

} // namespace stallscope::property
