#pragma once

#include "model/run/run.hpp"

#include <optional>

namespace stallscope::gui {

/// From this share of its slots on a run is said to wait mostly for cold caches.
inline constexpr double kMostlyCold = 0.5;

/// The share of slots that a short run loses to misses, where caches are cold at its start; nothing
/// for long runs, and for machines without caches.
[[nodiscard]] std::optional<double> cold_share(const Run& run);
/// The specification asks for warm caches.
[[nodiscard]] bool asks_for_warm(const RunSpec& spec);
/// The same run with warm caches, or with cold ones.
[[nodiscard]] RunSpec with_warm(RunSpec spec, bool warm);

} // namespace stallscope::gui
