#include "trace/retirements.hpp"

#include <algorithm>

namespace stallscope::trace {

std::uint32_t Retirements::number_of(std::string_view text, const OpFacts& facts) {
  const auto [found, added] =
      numbers_.try_emplace({std::string(text), std::string(facts.file), facts.line},
                           static_cast<std::uint32_t>(instructions_.size()));
  if (added)
    instructions_.push_back(found->first);
  return found->second;
}

void Retirements::begin(Cycle, OpId op, const OpFacts& facts) {
  const auto [at, added] = ops_.try_emplace(op);
  if (!added)
    return;
  Op& begun = at->second;
  begun.part = facts.part;
  begun.fused = facts.fused;
  const std::size_t end = facts.fused ? facts.text.find("; ") : std::string_view::npos;
  begun.instruction = number_of(facts.text.substr(0, end), facts);
  if (facts.fused)
    begun.second = number_of(
        end == std::string_view::npos ? std::string_view() : facts.text.substr(end + 2), facts);
}

void Retirements::close_hold(Op& op, Cycle cycle) {
  if (op.held != Reason::none && cycle > op.held_since)
    held_[static_cast<std::size_t>(op.held)] += cycle - op.held_since;
  op.held = Reason::none;
}

void Retirements::enter(Cycle cycle, OpId op, LaneId) {
  leave(cycle, op);
}

void Retirements::leave(Cycle cycle, OpId op) {
  if (const auto at = ops_.find(op); at != ops_.end() && !at->second.ended)
    close_hold(at->second, cycle);
}

void Retirements::hold(Cycle cycle, OpId op, const Cause& cause) {
  const auto at = ops_.find(op);
  if (at == ops_.end() || at->second.ended)
    return;
  close_hold(at->second, cycle);
  at->second.held = cause.why;
  at->second.held_since = cycle;
}

void Retirements::end(Cycle cycle, OpId op, Ending ending, OpId) {
  const auto at = ops_.find(op);
  if (at == ops_.end() || at->second.ended)
    return;
  close_hold(at->second, cycle);
  at->second.ended = true;
  at->second.retired = ending == Ending::retired;
  at->second.cycle = cycle - first_;
  settle();
}

/// Retires ended operations without older ones in flight.
void Retirements::settle() {
  while (!ops_.empty() && ops_.begin()->second.ended) {
    const Op& op = ops_.begin()->second;
    if (op.retired && op.part > 0 && open_) {
      last_.cycle = std::max(last_.cycle, op.cycle);
    } else if (op.retired) {
      if (open_)
        ready_.push_back(last_);
      last_ = {op.instruction, op.cycle};
      open_ = true;
      if (op.fused) {
        ready_.push_back(last_);
        last_.instruction = op.second;
      }
    }
    ops_.erase(ops_.begin());
  }
}

void Retirements::finish(Cycle end) {
  for (auto& [id, op] : ops_) {
    if (!op.ended)
      close_hold(op, end);
    op.retired = op.retired && op.ended;
    op.ended = true;
  }
  settle();
  if (open_)
    ready_.push_back(last_);
  open_ = false;
  cycles_ = end - first_;
}

} // namespace stallscope::trace
