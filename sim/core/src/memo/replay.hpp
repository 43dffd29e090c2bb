#pragma once

// Fast forward along stored stretches.

#include "memo/engine.hpp"
#include "memo/ledger_growth.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace stallscope::core::memo {

/// Replays stored stretches until a given cycle is reached, or a state or outcome is unknown.
template <class P> void Engine<P>::replay(State& s, std::uint64_t until_cycle) {
  policy_.begin_replay(s);
  remembers_ = true;
  bool known = true;
  const std::uint64_t from_cycle = s.cycle;
  Part* first = node_->first;
  do {
    policy_.begin_stretch(s);
    open_ = nullptr;
    known = first != nullptr && replay_stretch(s, first);
  } while (known && s.cycle < until_cycle);
  if (known)
    policy_.begin_stretch(s);
  else
    ++statistics_.missed;
  // Minimum length of a replay that pays: unpacking takes host time in proportion to the micro-ops
  // in flight.
  constexpr std::uint64_t kPays = 16; // cycles
  constexpr std::uint64_t kPerCycle = 8;
  constexpr unsigned kMost = 10;
  const bool is_short = s.cycle - from_cycle < kPays + policy_.in_flight(s) / kPerCycle;
  short_runs_ = is_short ? std::min(short_runs_ + 1, kMost) : short_runs_ / 2;
  if constexpr (P::kUnpacksCounts)
    bring_up_to_date(s);
  policy_.unpack(s, node_->packed);
  unfollowed_ = OpId{s.next_op.value - 1};
}

/// Replays one stretch from its part `first`, which is set to the first part of the next stretch.
/// False when an outcome is unknown or a part must be stepped: the script contains what has been
/// replayed.
template <class P> bool Engine<P>::replay_stretch(State& s, Part*& first) {
  typename P::Stretch stretch;
  Part* part = first;
  while (true) {
    std::uint64_t key = 0;
    switch (policy_.replay(s, *part, stretch, key)) {
    case Replayed::outcome: {
      Part* const next = follow(*part, key);
      if (next == nullptr) [[unlikely]] {
        policy_.stop(*part, stretch);
        return false;
      }
      part = next;
      break;
    }
    case Replayed::ended:
      first = end_stretch(s, *part->ending, stretch);
      return true;
    case Replayed::left:
      remembers_ = false;
      return false;
    case Replayed::step:
      remembers_ = P::kRetriesSteps;
      stepped_ = part;
      return false;
    }
  }
}

/// The continuation of a part for an outcome; null when the outcome is unknown or its continuation
/// is not stored.
template <class P>
[[gnu::always_inline]] inline Part<P>* Engine<P>::follow(Part& part, std::uint64_t key) {
  policy_.note(part, key);
  Edge* edge = &part.edge;
  while (edge != nullptr && edge->key != key)
    edge = edge->other;
  if (edge == nullptr || edge->then == nullptr) [[unlikely]] {
    remembers_ = key != kNoKey && (edge != nullptr || limits_.everything);
    open_ = edge == nullptr && key != kNoKey ? &add_edge(part, key) : edge;
    return nullptr;
  }
  if (edge != &part.edge) {
    std::swap(edge->key, part.edge.key);
    std::swap(edge->then, part.edge.then);
  }
  return part.edge.then;
}

/// Ends a stretch. Returns the first part of the next one.
template <class P>
[[gnu::always_inline]] inline Part<P>* Engine<P>::end_stretch(State& s, Ending& ending,
                                                              typename P::Stretch& stretch) {
  if (ending.times++ == 0)
    pending_.push_back(&ending);
  policy_.end_stretch(s, ending, stretch);
  s.cycle += ending.cycles;
  s.next_op.value += ending.operations;
  node_ = ending.next;
  if (ending.first == nullptr)
    ending.first = node_->first;
  return ending.first;
}

/// Adds the counts of the stretches replayed since the last update to the state.
template <class P> void Engine<P>::bring_up_to_date(State& s) {
  constexpr std::size_t kAhead = 8; // number of endings prefetched into the host's cache
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    if (i + 2 * kAhead < pending_.size()) {
      __builtin_prefetch(pending_[i + 2 * kAhead]);
      __builtin_prefetch(pending_[i + kAhead]->count);
    }
    Ending* const ending = pending_[i];
    const std::uint64_t n = ending->times;
    ending->times = 0;
    for (const typename Ending::Count& count : std::span(ending->count, ending->counts)) {
      std::uint64_t& number = count.index < kLedgerNumbers
                                  ? ledger_number(s.ledger, count.index)
                                  : s.counters.*P::kCounters[count.index - kLedgerNumbers];
      number += n * count.count;
    }
    policy_.add(s, *ending, n * ending->cycles);
  }
  pending_.clear();
  s.ledger.cycles = s.cycle;
}

} // namespace stallscope::core::memo
