#pragma once

// The main loop of fast forward.

#include "base/check.hpp"
#include "memo/engine.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace stallscope::core::memo {

template <class P> void Engine<P>::step_to(State& s, std::uint64_t cycle) {
  const std::uint64_t before = s.cycle;
  policy_.step_to(s, cycle);
  statistics_.stepped_cycles += s.cycle - before;
}

/// The last cycles, the margin, are stepped, so that all values visible at the end are known. When
/// the margin was too short, the run is repeated from its beginning with a larger margin; the last
/// attempt, and a run that has stopped making progress, are stepped entirely.
template <class P> void Engine<P>::run(State& state, std::uint64_t until_cycle) {
  const std::uint64_t from = state.cycle;
  const auto run_in_parts = [&] {
    const auto start = std::make_unique<State>(state);
    const auto mark = policy_.mark();
    for (std::uint64_t margin = std::max<std::uint64_t>(limits_.margin_cycles, 1);
         !run_with_margin(state, until_cycle, margin); margin *= 16) {
      // The dump of a core without progress shows everything in flight.
      const bool is_stuck = state.stop == StopReason::no_progress;
      state = *start;
      policy_.go_back(mark);
      if (is_stuck || margin > until_cycle - from)
        return step_to(state, until_cycle);
    }
  };
  if (policy_.is_supported() && state.stop == StopReason::running &&
      until_cycle > from + limits_.worth_cycles)
    run_in_parts();
  else
    step_to(state, until_cycle);
  statistics_.cycles += state.cycle - from;
  statistics_.bytes = table_.bytes() + policy_.bytes();
  statistics_.states = table_.states();
}

/// Returns false when operations with unknown values could remain at the end.
template <class P>
bool Engine<P>::run_with_margin(State& s, std::uint64_t until_cycle, std::uint64_t margin) {
  if (until_cycle < s.cycle + margin) {
    step_to(s, until_cycle);
    return true;
  }
  unfollowed_ = kNoOp;
  node_ = nullptr;
  go_on(s, until_cycle - margin);
  bring_up_to_date(s);
  // A stretch was longer than the margin: only the step after its last cycle detects the end of
  // the run.
  if (s.cycle > until_cycle || (s.cycle == until_cycle && s.stop != StopReason::running))
    return false;
  if (s.stop == StopReason::running)
    step_to(s, until_cycle);
  return s.stop != StopReason::no_progress && policy_.is_followed(s, unfollowed_);
}

// Number of cycles
inline constexpr std::uint64_t kMeasuredCycles = std::uint64_t{1}
                                                 << 16; ///< between two measurements of whether
                                                        ///< memoization pays
inline constexpr std::uint64_t kShortestStepping = std::uint64_t{1} << 12;
inline constexpr std::uint64_t kLongestStepping = std::uint64_t{1} << 18;

/// Measures whether memoization pays. Unless nearly all cycles were replayed, the program is
/// stepped for some time for comparison; when stepping is faster, for a longer time after each
/// measurement.
template <class P> void Engine<P>::measure(State& s, std::uint64_t until_cycle) {
  const std::uint64_t cycles = s.cycle - measured_from_.cycle;
  if (cycles < kMeasuredCycles ||
      until_cycle - s.cycle < kShortestStepping) // the remaining run is too short to be measured
    return;
  if (limits_.gives_up && statistics_.stepped_cycles - measured_from_.stepped_cycles > cycles / 4) {
    using Nanoseconds = std::chrono::duration<double, std::nano>;
    const std::chrono::nanoseconds now = limits_.clock();
    const std::uint64_t from = s.cycle;
    const std::uint64_t to = s.cycle + stepping_cycles_;
    step_to(s, std::min(until_cycle, to));
    const double stepping =
        Nanoseconds(limits_.clock() - now).count() / static_cast<double>(s.cycle - from);
    const double lately =
        Nanoseconds(now - measured_from_.time).count() / static_cast<double>(cycles);
    const bool steps = lately > stepping;
    stepping_left_ = steps && s.cycle < to ? to - s.cycle : 0;
    stepping_cycles_ = steps ? std::min(2 * stepping_cycles_, kLongestStepping)
                             : std::max(stepping_cycles_ / 2, kShortestStepping);
    node_ = nullptr;
  }
  measured_from_ = sample(s);
}

template <class P> typename Engine<P>::Sample Engine<P>::sample(const State& s) const {
  return {s.cycle, statistics_.stepped_cycles, limits_.clock()};
}

/// Begins a run that continues a previous one, perhaps of another state: the host time in between
/// is excluded, so that a sequence of short runs is measured like one long run.
template <class P> void Engine<P>::resume(const State& s) {
  const Sample now = sample(s);
  measured_from_.cycle += now.cycle - paused_at_.cycle;
  measured_from_.stepped_cycles += now.stepped_cycles - paused_at_.stepped_cycles;
  measured_from_.time += now.time - paused_at_.time;
}

/// Steps the rest of a stepping phase that the end of a run has interrupted.
template <class P> void Engine<P>::step_out(State& s, std::uint64_t until_cycle) {
  const std::uint64_t from = s.cycle;
  step_to(s, std::min(until_cycle, s.cycle + stepping_left_));
  stepping_left_ -= std::min(stepping_left_, s.cycle - from);
  measured_from_ = sample(s);
}

template <class P> void Engine<P>::go_on(State& s, std::uint64_t until_cycle) {
  resume(s);
  if (stepping_left_ > 0)
    step_out(s, until_cycle);
  while (s.stop == StopReason::running && s.cycle < until_cycle) {
    measure(s, until_cycle);
    const std::uint64_t measured_next = measured_from_.cycle + kMeasuredCycles;
    const std::uint64_t next =
        s.cycle < measured_next ? std::min(until_cycle, measured_next) : until_cycle;
    if (s.stop != StopReason::running || s.cycle >= next)
      continue;
    if (node_ == nullptr) {
      step_to_known(s, next);
      continue;
    }
    if (node_->first != nullptr)
      replay(s, next);
    if (s.cycle < next)
      explore(s);
  }
  paused_at_ = sample(s);
}

template <class P> void Engine<P>::enter_node(Node& node) {
  node_ = &node;
  open_ = nullptr;
  stepped_ = nullptr;
  remembers_ = true;
  policy_.clear_script();
}

/// Whether a state with this hash has been seen before (a hint, because hashes can collide); marks
/// the hash as seen.
template <class P> bool Engine<P>::met_before(std::uint64_t hash) {
  constexpr std::size_t kTags = std::size_t{1} << 18; // 1 MiB
  if (met_.empty())
    met_.resize(kTags);
  const auto tag = static_cast<std::uint32_t>(hash >> 32 | 1);
  return std::exchange(met_[hash % kTags], tag) == tag;
}

/// Steps to a state that is stored, or that has been seen before and is worth storing: node_.
template <class P> void Engine<P>::step_to_known(State& s, std::uint64_t until_cycle) {
  constexpr unsigned kPatience = 4;
  if (short_runs_ > kPatience) // 16 to 512 cycles
    step_to(s, std::min(until_cycle, s.cycle + (std::uint64_t{8} << (short_runs_ - kPatience))));
  const std::uint64_t from_cycle = s.cycle;
  while (node_ == nullptr && s.stop == StopReason::running && s.cycle < until_cycle) {
    policy_.step_to_candidate(s, until_cycle);
    if (!policy_.can_pack(s) || (!limits_.everything && !met_before(policy_.features_of(s))))
      continue;
    if (policy_.changes_code(s))
      clear_table(s);
    const std::string_view packed = policy_.pack(s, packing_);
    const std::uint64_t hash = table_.hash_of(packed);
    Node* node = table_.find(packed, hash);
    if (node == nullptr && (limits_.everything || met_before(hash)))
      node = &table_.add(packed, hash);
    if (node != nullptr)
      enter_node(*node);
  }
  statistics_.stepped_cycles += s.cycle - from_cycle;
}

} // namespace stallscope::core::memo
