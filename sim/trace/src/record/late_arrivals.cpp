#include "record/late_arrivals.hpp"

#include <algorithm>
#include <iterator>

namespace stallscope::trace {

namespace {

void close(Passage& passage, Cycle cycle) {
  if (passage.delays.empty() || passage.delays.back().end != kNever)
    return;
  if (passage.delays.back().begin < cycle)
    passage.delays.back().end = cycle;
  else
    passage.delays.pop_back();
}

/// The operand that was missing as soon as the operation was in its station, where it is by a
/// cycle.
const Cause* missing_at_dispatch(const Passage& passage, Cycle cycle) {
  if (passage.dispatched == Cycle{0} || cycle < passage.dispatched)
    return nullptr;
  for (const Delay& delay : passage.delays)
    if (delay.where == Delay::Where::station) {
      const bool is_operand = delay.cause.why == Reason::raw || delay.cause.why == Reason::bypass ||
                              delay.cause.why == Reason::memory_order;
      return is_operand && delay.begin <= passage.dispatched + 1 ? &delay.cause : nullptr;
    }
  return nullptr;
}

/// What has held the operation as soon as it had come through the front end.
const Cause* held_on_arrival(const Passage& passage, Cycle arrives, Cycle cycle) {
  const bool is_held = !passage.delays.empty() &&
                       passage.delays.front().where == Delay::Where::front_end &&
                       passage.delays.front().begin <= std::min(arrives, cycle);
  return is_held ? &passage.delays.front().cause : nullptr;
}

} // namespace

LateArrivals::LateArrivals(const std::vector<Lane>& lanes) {
  for (const Lane& lane : lanes)
    if (lane.is_front && lane.own_cycles != Lane::kNotKnown)
      front_cycles_ += lane.own_cycles;
}

void LateArrivals::begin(Passage& passage, Cycle cycle, bool wrong_path) {
  passage.begin(cycle, last_fetched_);
  if (!wrong_path)
    last_fetched_ = cycle;
}

void LateArrivals::enter(LiveOp& op, Cycle cycle, const Lane& lane) {
  Passage& passage = op.passage;
  close(passage, cycle);
  passage.entered = cycle;
  if (lane.is_front && passage.dispatched != Cycle{0}) {
    passage.delays.clear();
    passage.delays.push_back({passage.dispatched,
                              cycle,
                              {Reason::memory_order, kNoRegister, op.row.op},
                              Delay::Where::front_end});
    passage.dispatched = Cycle{0};
    passage.replayed = true;
    passage.issued = false;
  } else if (!lane.is_front && passage.dispatched == Cycle{0}) {
    // What needs no unit is written in the cycle after its dispatch.
    passage.dispatched = lane.is_queue || lane.is_unit ? cycle : cycle - 1;
  }
  passage.issued = passage.issued || (!lane.is_front && !lane.is_queue);
}

void LateArrivals::hold(Passage& passage, Cycle cycle, const Cause& cause) {
  cycle = std::max(cycle, passage.entered); // what is reported early begins later
  close(passage, cycle);
  if (cause.why != Reason::none)
    passage.delays.push_back({cycle, kNever, cause,
                              passage.dispatched == Cycle{0} ? Delay::Where::front_end
                              : passage.issued               ? Delay::Where::behind_issue
                                                             : Delay::Where::station});
}

void LateArrivals::fetch_loses(Cycle cycle, const Cause& cause) {
  if (!lost_.empty() && lost_.back().begin == cycle) {
    // The operations fetched on the wrong path are the first loss of a cycle.
    if (lost_.back().cause.why != Reason::mispredict)
      lost_.back().cause = cause;
    return;
  }
  lost_.push_back({cycle, cause});
}

/// The cause of the n-th last cycle of [behind, before) in which fetch lost slots.
std::optional<Cause> LateArrivals::lost_at_fetch(Cycle behind, Cycle before,
                                                 std::uint64_t cycles) const {
  auto next = std::partition_point(lost_.begin(), lost_.end(),
                                   [&](const Lost& lost) { return lost.begin < before; });
  for (Cycle end = before; next != lost_.begin() && behind < end;) {
    --next;
    const Cycle begin = std::max(next->begin, behind);
    if (next->cause.why != Reason::none && next->cause.why != Reason::fill) {
      if (cycles <= end - begin)
        return next->cause;
      cycles -= end - begin;
    }
    end = begin;
  }
  return std::nullopt;
}

Cause LateArrivals::cause_of(OpId op, const Passage* passage, const LateArrival& arrival,
                             Cycle since, Cycle cycle) const {
  const Cause own{arrival.own, kNoRegister, op};
  std::uint64_t left = arrival.cycles;
  if (const std::uint64_t elapsed = cycle - since; arrival.approaches) {
    if (left <= elapsed)
      return arrival.slower != Reason::none ? Cause{arrival.slower, kNoRegister, op} : own;
    left -= elapsed;
  }
  if (passage == nullptr)
    return lost_at_fetch(last_fetched_, cycle + 1, left).value_or(own);
  bool before_issue = false;
  std::uint64_t in_front = 0; // cycles with a cause there
  for (auto delay = passage->delays.rbegin(); delay != passage->delays.rend(); ++delay) {
    if (delay->begin > cycle)
      continue;
    if (!before_issue && delay->where != Delay::Where::behind_issue) {
      before_issue = true;
      if (left <= arrival.slower_by)
        return {arrival.slower, kNoRegister, op};
      left -= arrival.slower_by;
    }
    const std::uint64_t cycles = std::min(delay->end, cycle + 1) - delay->begin;
    if (left <= cycles) {
      const Cause* const operand = delay->where == Delay::Where::front_end && !passage->replayed
                                       ? missing_at_dispatch(*passage, cycle)
                                       : nullptr;
      return operand != nullptr ? *operand : delay->cause;
    }
    left -= cycles;
    in_front += delay->where == Delay::Where::front_end ? cycles : 0;
  }
  if (!before_issue) {
    if (left <= arrival.slower_by)
      return {arrival.slower, kNoRegister, op};
    left -= arrival.slower_by;
  }
  const Cycle arrives = passage->fetched + front_cycles_;
  // An operation that moves does not stand in line in this cycle.
  const Cycle passed = cycle + (arrival.approaches ? 0 : 1);
  const Cycle leaves =
      passage->dispatched != Cycle{0} ? std::min(passage->dispatched, passed) : passed;
  const bool stood_in_line = arrives + in_front < leaves;
  if (passage->replayed || stood_in_line)
    return own;
  if (const auto lost = lost_at_fetch(passage->behind, passage->fetched, left)) {
    const Cause* binding = missing_at_dispatch(*passage, cycle);
    if (binding == nullptr)
      binding = held_on_arrival(*passage, arrives, cycle);
    return binding != nullptr ? *binding : *lost;
  }
  return own;
}

} // namespace stallscope::trace
