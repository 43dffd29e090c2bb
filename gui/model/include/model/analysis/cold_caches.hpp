#pragma once

#include "model/run/run.hpp"

#include <optional>

namespace stallscope::gui {

/// Share of lost slots above which a run is reported to wait mostly for cold caches.
inline constexpr double kMostlyCold = 0.5;

/// The share of slots that a short run loses to misses in the initially cold caches; nothing for
/// long runs, and for machines without caches.
[[nodiscard]] std::optional<double> cold_share(const Run& run);
/// The specification requests warm caches.
[[nodiscard]] bool asks_for_warm(const RunSpec& spec);
/// The specification with warm caches, or with cold ones.
[[nodiscard]] RunSpec with_warm(RunSpec spec, bool warm);

} // namespace stallscope::gui
