#include "trace/event_feed.hpp"

#include <algorithm>
#include <numeric>

namespace stallscope::trace {

void EventFeed::start(const std::vector<Lane>& lanes,
                      const std::vector<std::string>& register_names, Cycle first) {
  for (std::size_t i = 0; i < lanes.size(); ++i)
    to_.lane(static_cast<LaneId>(i), lanes[i]);
  leads_.clear();
  for (const Lane& lane : lanes)
    leads_.push_back({lane.lead, lane.lead_cycles});
  for (std::size_t i = 0; i < register_names.size(); ++i)
    if (!register_names[i].empty())
      to_.name_register(static_cast<RegId>(i), register_names[i]);
  first_ = first;
  to_.start(first);
}

void EventFeed::take_in(const EventChunk& chunk) {
  for (const Event& event : chunk.events) {
    const auto what = static_cast<What>(event.what);
    if (what == What::empty || what == What::lose || what == What::late || what == What::resolve)
      continue;
    Fact& fact = waiting_.emplace_back();
    fact.cycle = chunk.cycle_of(event);
    fact.event = event;
    fact.op = chunk.op_of(event);
    if (what != What::begin)
      fact.other = chunk.other_of(event);
    if (what == What::forward && fact.cycle < first_) {
      waiting_.pop_back();
      continue;
    }
    if (what == What::retire)
      ++fact.cycle; // retire events report the last cycle; the operation leaves in the next
    fact.reported_at = fact.cycle;
    fact.cycle = std::max(fact.cycle, first_); // operations in flight before the first cycle are
                                               // reported in it
  }
}

/// Moves operations whose lead has ended before this cycle onto their lane.
void EventFeed::go_on_before(Cycle cycle) {
  std::size_t gone = 0;
  for (; gone < led_.size() && led_[gone].until < cycle; ++gone)
    to_.enter(led_[gone].until, led_[gone].op, led_[gone].lane);
  led_.erase(led_.begin(), led_.begin() + static_cast<std::ptrdiff_t>(gone));
}

/// Cancels the lead of an operation.
void EventFeed::leave_lead(OpId op) {
  std::erase_if(led_, [op](const Led& led) { return led.op == op; });
}

void EventFeed::enter(const Fact& fact) {
  leave_lead(fact.op);
  const auto lane = lane_of(fact.event);
  const Lead lead = lane < leads_.size() ? leads_[lane] : Lead{};
  const Cycle until =
      fact.reported_at + (lead.cycles - std::min<std::uint64_t>(lead.cycles, fact.event.slot));
  if (lead.lane == kNoLane || until <= fact.cycle)
    return to_.enter(fact.cycle, fact.op, lane);
  to_.enter(fact.cycle, fact.op, lead.lane);
  const auto later = std::upper_bound(led_.begin(), led_.end(), until,
                                      [](Cycle c, const Led& led) { return c < led.until; });
  led_.insert(later, {until, fact.op, lane});
}

void EventFeed::add(const EventLog& log, Cycle complete) {
  for (const EventChunk& chunk : log.chunks)
    take_in(chunk);
  emit_before(complete);
}

void EventFeed::finish(Cycle end) {
  emit_before(end + 1); // operations that retire in the last cycle leave after it
  go_on_before(end);
  led_.clear();
  waiting_.clear();
  to_.finish(end);
}

/// Cores report some events of later cycles before others of the present one.
void EventFeed::sort_waiting() {
  order_.resize(waiting_.size());
  const auto earlier = [](const Fact& a, const Fact& b) { return a.cycle < b.cycle; };
  const auto [first, last] = std::minmax_element(waiting_.begin(), waiting_.end(), earlier);
  const Cycle begin = first->cycle;
  const std::uint64_t cycles = last->cycle - begin + 1;
  // Sorting counts cycles, except for long ranges with few events.
  if (cycles > 8 * waiting_.size() + 4096) {
    std::iota(order_.begin(), order_.end(), 0U);
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return earlier(waiting_[a], waiting_[b]);
    });
    return;
  }
  count_.assign(cycles + 1, 0);
  for (const Fact& fact : waiting_)
    ++count_[fact.cycle - begin + 1];
  std::partial_sum(count_.begin(), count_.end(), count_.begin());
  for (std::uint32_t i = 0; i < waiting_.size(); ++i)
    order_[count_[waiting_[i].cycle - begin]++] = i;
}

void EventFeed::emit_before(Cycle end) {
  if (waiting_.empty())
    return;
  sort_waiting();
  std::size_t emitted = 0;
  for (; emitted < order_.size() && waiting_[order_[emitted]].cycle < end; ++emitted) {
    go_on_before(waiting_[order_[emitted]].cycle);
    emit(waiting_[order_[emitted]]);
  }
  std::vector<Fact> left;
  for (std::size_t i = emitted; i < order_.size(); ++i)
    left.push_back(waiting_[order_[i]]);
  std::copy(left.begin(), left.end(), waiting_.begin());
  waiting_.resize(left.size());
}

const StaticFacts& EventFeed::facts(std::uint32_t instruction) {
  if (instruction >= known_.size()) {
    known_.resize(instruction + std::size_t{1});
    asked_.resize(known_.size(), false);
  }
  if (!asked_[instruction]) {
    known_[instruction] = facts_of_(instruction);
    asked_[instruction] = true;
  }
  return known_[instruction];
}

void EventFeed::begin(const Fact& fact) {
  const auto instruction = static_cast<std::uint32_t>(fact.event.other);
  const bool fused = fact.event.why != 0;
  // Done before taking the reference below, which the call may invalidate.
  if (fused)
    (void)facts(instruction + 1);
  const StaticFacts& known = facts(instruction);
  OpFacts op_facts;
  op_facts.part = static_cast<std::uint8_t>(fact.event.slot >> 1);
  op_facts.wrong_path = (fact.event.slot & 1U) != 0;
  op_facts.fused = fused;
  op_facts.instruction = InstructionIndex{instruction};
  op_facts.pc = known.pc;
  op_facts.line = known.line;
  op_facts.file = known.file;
  op_facts.text = known.text;
  if (fused)
    op_facts.text = text_ = known.text + "; " + facts(instruction + 1).text;
  else if (op_facts.part > 0 && op_facts.part < known.parts.size())
    op_facts.text = text_ = known.text + ": " + known.parts[op_facts.part].text;
  to_.begin(fact.cycle, fact.op, op_facts);
}

void EventFeed::emit(const Fact& fact) {
  const Event& event = fact.event;
  switch (static_cast<What>(event.what)) {
  case What::begin:
    begin(fact);
    break;
  case What::enter:
    enter(fact);
    break;
  case What::hold:
    to_.hold(fact.cycle, fact.op,
             event.why == 0 ? Cause{}
                            : Cause{static_cast<Reason>(event.why), static_cast<RegId>(event.reg),
                                    fact.other});
    break;
  case What::forward:
    to_.take(fact.cycle, fact.op,
             {fact.cycle, fact.other, fact.op, static_cast<RegId>(event.reg), lane_of(event)});
    break;
  case What::retire:
    ++retired_;
    leave_lead(fact.op);
    to_.end(fact.cycle, fact.op, Ending::retired, kNoOp);
    break;
  case What::flush:
    leave_lead(fact.op);
    to_.end(fact.cycle, fact.op, Ending::flushed, fact.other);
    break;
  case What::empty:
  case What::lose:
  case What::late:
  case What::resolve:
    break;
  }
}

} // namespace stallscope::trace
