#pragma once

// Fast forward through unknown states: steps a stretch and stores its effects.

#include "base/check.hpp"
#include "memo/engine.hpp"
#include "memo/ledger_growth.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace stallscope::core::memo {

/// Steps the stretch after node_ and, if it is to be stored, stores the parts not stored yet.
template <class P> void Engine<P>::explore(State& s) {
  if (table_.bytes() + policy_.bytes() > limits_.max_bytes) {
    clear_table(s);
    ++statistics_.forgotten;
  }
  before_ = {s.counters, s.ledger};
  const std::uint64_t from_cycle = s.cycle;
  const OpId from_op = s.next_op;
  const std::uint64_t from_pc = s.arch.pc;
  const bool scripted = policy_.has_script();
  policy_.explore(s);
  statistics_.stepped_cycles += s.cycle - from_cycle;
  if (scripted)
    unfollowed_ = OpId{s.next_op.value - 1};
  Node* const from = std::exchange(node_, nullptr);
  if (from == nullptr || !remembers_ || !policy_.can_pack(s))
    return;
  if (policy_.changes_code(s))
    return clear_table(s);
  statistics_.explored += s.cycle - from_cycle;
  const std::string_view packed = policy_.pack(s, packing_);
  const std::uint64_t hash = table_.hash_of(packed);
  Node* node = table_.find(packed, hash);
  const bool is_known = node != nullptr && node->first != nullptr;
  if (node == nullptr)
    node = &table_.add(packed, hash);
  Part& last = remember(*from);
  if (policy_.is_whole())
    last.ending = &make_ending(s, from_cycle, from_op, *node);
  // At the beginning of each loop iteration, checks whether storing still pays.
  if (is_known || limits_.everything || s.arch.pc >= from_pc || met_before(hash))
    enter_node(*node);
}

template <class P>
Ending<P>& Engine<P>::make_ending(const State& s, std::uint64_t from_cycle, OpId from_op,
                                  Node& next) {
  Ending& ending = table_.template make<Ending>();
  ending.next = &next;
  ending.cycles = static_cast<std::uint32_t>(s.cycle - from_cycle);
  ending.operations = static_cast<std::uint32_t>(s.next_op.value - from_op.value);
  ending.more = policy_.addition(s);
  std::vector<typename Ending::Count> counts;
  const auto add = [&](std::size_t index, std::uint64_t count) {
    constexpr std::uint64_t kMost = 0xffff;
    for (; count != 0; count -= std::min(count, kMost))
      counts.push_back(
          {static_cast<std::uint16_t>(index), static_cast<std::uint16_t>(std::min(count, kMost))});
  };
  for_each_growth(before_.ledger, s.ledger, add);
  for (std::size_t i = 0; i < P::kCounters.size(); ++i)
    add(kLedgerNumbers + i, s.counters.*P::kCounters[i] - before_.counters.*P::kCounters[i]);
  ending.counts = static_cast<std::uint16_t>(counts.size());
  ending.count = table_.template keep<typename Ending::Count>(counts);
  return ending;
}

/// Appends the explored parts behind the outcome open_, in place of stepped_, or at the beginning
/// of the stretch. Returns the last part.
template <class P> Part<P>& Engine<P>::remember(Node& from) {
  Part* instead = std::exchange(stepped_, nullptr);
  Part** place = open_ != nullptr ? &open_->then : &from.first;
  STALLSCOPE_CHECK(instead != nullptr || *place == nullptr, "a stretch is explored once");
  if (instead != nullptr)
    place = &instead;
  const std::size_t complete = policy_.complete_parts();
  for (std::size_t i = 0; i < complete; ++i) {
    *place = &policy_.store_part(table_, i, *place);
    place = &add_edge(**place, policy_.key(i)).then;
  }
  *place = &policy_.store_part(table_, complete, *place);
  return **place;
}

template <class P> Edge<P>& Engine<P>::add_edge(Part& part, std::uint64_t key) {
  if (part.edge.key == kNoKey) {
    part.edge.key = key;
    return part.edge;
  }
  Edge& edge = table_.template make<Edge>();
  edge = {key, nullptr, std::exchange(part.edge.other, &edge)};
  return edge;
}

/// Clears the memo table; a stretch that is being replayed is then not stored.
template <class P> void Engine<P>::clear_table(State& s) {
  bring_up_to_date(s);
  table_.clear();
  policy_.forget();
  node_ = nullptr;
  open_ = nullptr;
  stepped_ = nullptr;
}

} // namespace stallscope::core::memo
