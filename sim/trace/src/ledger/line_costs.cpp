#include "trace/line_costs.hpp"

#include <algorithm>

namespace stallscope::trace {

Reason longest_hold(const LineCost& cost) {
  const auto first = cost.held.begin() + 1; // behind Reason::none
  const auto most = std::max_element(first, cost.held.end());
  return *most == 0 ? Reason::none : static_cast<Reason>(most - cost.held.begin());
}

std::uint32_t LineAccount::place_of(const OpFacts& facts) {
  const std::uint32_t instruction = facts.instruction.value;
  const bool numbered = facts.instruction != kNoInstruction;
  if (numbered && instruction < by_instruction_.size() && by_instruction_[instruction] != 0)
    return by_instruction_[instruction] - 1;
  const auto [entry, is_new] = numbers_.try_emplace({std::string(facts.file), facts.line},
                                                    static_cast<std::uint32_t>(places_.size()));
  if (is_new) {
    LineCost cost;
    cost.file = facts.file;
    cost.line = facts.line;
    places_.push_back(std::move(cost));
  }
  if (numbered) {
    if (instruction >= by_instruction_.size())
      by_instruction_.resize(std::max<std::size_t>(2 * by_instruction_.size(), instruction + 1));
    by_instruction_[instruction] = entry->second + 1;
  }
  return entry->second;
}

LineAccount::Op* LineAccount::known(OpId op) {
  if (op.value < oldest_ || op.value >= next_ || at(op.value).state != State::in_flight)
    return nullptr;
  return &at(op.value);
}

void LineAccount::begin(Cycle, OpId op, const OpFacts& facts) {
  if (next_ == 0)
    oldest_ = next_ = op.value;
  if (op.value < next_)
    return;
  if (op.value - oldest_ >= ring_.size()) {
    std::vector<Op> larger(ring_.size());
    while (op.value - oldest_ >= larger.size())
      larger.resize(2 * larger.size());
    for (std::uint64_t i = oldest_; i < next_; ++i)
      larger[i & (larger.size() - 1)] = at(i);
    ring_ = std::move(larger);
  }
  for (; next_ < op.value; ++next_) { // skips unused operation numbers
    at(next_) = Op{};
    at(next_).state = State::gone;
  }
  ++next_;
  Op& it = at(op.value);
  it = Op{};
  it.state = State::in_flight;
  it.part = facts.part;
  it.fused = facts.fused;
  it.wrong_path = facts.wrong_path;
  it.place = place_of(facts);
}

void LineAccount::close_hold(Op& op, Cycle cycle) {
  if (op.held != Reason::none && !op.wrong_path)
    places_[op.place].held[static_cast<std::size_t>(op.held)] += cycle.value - op.held_since.value;
  op.held = Reason::none;
}

/// On another lane an operation is not held, until hold() says so.
void LineAccount::enter(Cycle cycle, OpId op, LaneId) {
  leave(cycle, op);
}

void LineAccount::leave(Cycle cycle, OpId op) {
  if (Op* it = known(op))
    close_hold(*it, cycle);
}

void LineAccount::hold(Cycle cycle, OpId op, const Cause& cause) {
  Op* it = known(op);
  if (it == nullptr)
    return;
  close_hold(*it, cycle);
  it->held = cause.why;
  it->held_since = cycle;
}

void LineAccount::end(Cycle cycle, OpId op, Ending ending, OpId) {
  Op* it = known(op);
  if (it == nullptr)
    return;
  close_hold(*it, cycle);
  it->state = ending == Ending::retired ? State::retired : State::gone;
  it->last = cycle.value - first_.value;
  settle();
}

/// Accounts ended operations in program order, up to the first one in flight.
void LineAccount::settle() {
  for (; oldest_ < next_ && at(oldest_).state != State::in_flight; ++oldest_) {
    const Op& op = at(oldest_);
    if (op.state != State::retired)
      continue;
    LineCost& cost = places_[op.place];
    cost.instructions += op.part > 0 ? 0 : op.fused ? 2 : 1;
    const std::uint64_t taken = op.last > retired_by_ ? op.last - retired_by_ : 0;
    cost.cycles += taken;
    retired_by_ += taken;
  }
}

void LineAccount::finish(Cycle end) {
  end_ = end.value - first_.value;
}

LineCosts LineAccount::costs() const {
  LineCosts all;
  all.cycles = end_;
  all.rest = end_ > retired_by_ ? end_ - retired_by_ : 0;
  for (const LineCost& cost : places_)
    if (cost.instructions > 0 || cost.cycles > 0)
      all.lines.push_back(cost);
  std::stable_sort(all.lines.begin(), all.lines.end(), [](const LineCost& a, const LineCost& b) {
    return a.cycles != b.cycles ? a.cycles > b.cycles
           : a.file != b.file   ? a.file < b.file
                                : a.line < b.line;
  });
  return all;
}

} // namespace stallscope::trace
