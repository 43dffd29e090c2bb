#pragma once

// The policies of both cores that serve the memoizing fast forward: what a cycle does outside the
// timing (DirectEffects), and the run-time facts that the timing of a pipeline depends on
// (DirectOutcomes), are taken directly, or by an explorer of memo/, which also records them.

#include <type_traits>

namespace stallscope::core {

/// The sink is an explorer: it records the outcomes that the timing depends on, and may have been
/// given the first part of what it steps.
template <class Sink> inline constexpr bool kRecordsMemo = requires {
  Sink::kIsExplorer;
};

template <class Sink, class Direct>
using EffectsOf = std::conditional_t<kRecordsMemo<Sink>, Sink&, Direct>;

template <class Direct, class Sink, class... Arguments>
EffectsOf<Sink, Direct> effects_of(Sink& sink, Arguments&... arguments) {
  if constexpr (kRecordsMemo<Sink>)
    return sink;
  else
    return Direct(arguments...);
}

} // namespace stallscope::core
