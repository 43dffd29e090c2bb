// Steps a cycle of a dynamically scheduled core under the explorer.

#include "memo/out_of_order/out_of_order_memo.hpp"
#include "out_of_order/interface/step.hpp"

namespace stallscope::core::memo {

void OutOfOrderMemo::explore(OutOfOrderState& s) {
  explorer_.begin(s, script_);
  step_cycle(core_, s, explorer_, limits_.margin_cycles / 2);
  STALLSCOPE_CHECK(!explorer_.is_scripted(), "a stepped cycle is shorter than its script");
}

} // namespace stallscope::core::memo
