// Steps a stretch of an in-order core under the explorer.

#include "in_order/interface/step.hpp"
#include "memo/in_order/in_order_memo.hpp"
#include "memo/in_order/packed_state.hpp"

namespace stallscope::core::memo {

/// Steps to the next state that can be packed after an instruction with an outcome. Such a state
/// may not exist: a loop of one jump can have a wrong path in flight in every cycle.
void InOrderMemo::explore(InOrderState& s) {
  // Limit, in instructions and in cycles, for a stretch without outcomes.
  constexpr std::size_t kLongStretch = 64;
  constexpr std::uint64_t kGiveUp = 1024; // limit in cycles for a stretch without an end
  const std::uint64_t cycle = s.cycle;
  const OpId next_op = s.next_op;
  explorer_.begin();
  CycleStepper<Explorer> stepper(core_, s, explorer_);
  const auto is_over = [&] {
    return explorer_.script_is_done() &&
           (!explorer_.facts.empty() || explorer_.sure_facts ||
            explorer_.steps.size() >= kLongStretch || s.cycle - cycle >= kLongStretch) &&
           is_clean(core_, s);
  };
  do
    stepper.step();
  while (s.stop == StopReason::running && !is_over() &&
         (s.cycle - cycle < kGiveUp || !explorer_.script_is_done()));
  if (recorder_ != nullptr) {
    explored_events_ = block_of(explorer_.events.log(), Cycle{cycle}, next_op);
    recorder_->append(explored_events_, Cycle{cycle}, next_op);
  }
}

} // namespace stallscope::core::memo
