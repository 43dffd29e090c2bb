#pragma once

// Fetch control of every core: the wrong path, redirects, and why a run is over.

#include "base/ids.hpp"
#include "timeline/reason.hpp"

#include <cstdint>

namespace stallscope::core {

inline constexpr std::uint64_t kNowhere = ~std::uint64_t{0}; ///< no address of code

/// Wrong-path fetch behind a mispredicted control operation.
struct Speculation {
  bool active = false;             ///< operations that are fetched are on the wrong path
  bool armed = false;              ///< wrong-path fetch begins behind the delay slot that is still
                                   ///< to be fetched
  OpId branch;                     ///< the oldest mispredicted control operation
  Reason why = Reason::mispredict; ///< `redirect` when the prediction is right and only the target
                                   ///< comes late
};

/// A redirect decided at the end of a cycle; it takes effect in the next one.
struct Redirect {
  bool pending = false;
  OpId branch;           ///< the oldest operation that requests it
  std::uint8_t slot = 0; ///< in order: index of that operation in InOrderState::ops
  std::uint64_t pc = 0;
  bool taken = false; ///< in order: as InFlightOp::actual_taken
};

/// Why a run is over.
enum class StopReason : std::uint8_t { running, end, exit, breakpoint, fault, no_progress };

} // namespace stallscope::core
