#pragma once

#include "core/in_order/state.hpp"

#include <cstdint>
#include <memory>

namespace stallscope::core {

/// Fast forward steps the last cycles, the margin, so that all that is visible at the end has its
/// values. Where that was not enough, the run is repeated from its beginning with a larger margin;
/// in the end, or when nothing moves any more, by steps alone.
///
/// `run` runs with a margin, and says whether that was enough; `go_back` takes back what has been
/// recorded; `step` steps to the end.
template <class State, class Run, class GoBack, class Step>
void run_with_growing_margin(State& state, std::uint64_t until_cycle, std::uint64_t margin, Run run,
                             GoBack go_back, Step step) {
  const auto start = std::make_unique<State>(state);
  for (; !run(margin); margin *= 16) {
    // The dump of a core without progress shows everything in flight.
    const bool is_stuck = state.stop == StopReason::no_progress;
    state = *start;
    go_back();
    if (is_stuck || margin > until_cycle - state.cycle)
      return step();
  }
}

} // namespace stallscope::core
