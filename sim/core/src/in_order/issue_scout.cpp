#include "in_order/cycle.hpp"
#include "trace/sinks.hpp"

#include <memory>

namespace stallscope::core {

/// Runs a copy of the pipeline from the middle of a fetch on. In a separate file and with a
/// separate sink, so that the pipeline's functions keep their single caller in the other
/// instantiations and are inlined there.
class IssueScout {
public:
  IssueScout(const InOrderCore& core, const InOrderState& state, const CycleFacts& facts)
      : core_(core), state_(std::make_unique<InOrderState>(state)), ahead_(core, *state_, sink_) {
    static_cast<CycleFacts&>(ahead_) = facts;
  }

  std::uint64_t cycle_of(std::uint32_t index) {
    const std::uint64_t fetched_in = state_->cycle;
    const std::uint64_t pc = state_->arch.pc;
    Executed executed;
    executed.effect = execute(core_.program(), state_->arch, core_.environment(), fetched_in);
    const OpId id = state_->next_op;
    const unsigned slot = ahead_.enter_fetched(pc, index, executed, false);
    state_->fetch.stopped = true;
    state_->pending_stop = StopReason::end;
    ahead_.fetch_gap_ = {Reason::drain};
    ahead_.set_gap(0, ahead_.free_in(0) > 0 ? ahead_.fetch_gap_ : Cause{});
    ahead_.finish_cycle();
    const InFlightOp& op = state_->ops[slot];
    while (state_->stop == StopReason::running && op.id == id && op.issued_at == 0)
      ahead_.cycle();
    return op.id == id && op.issued_at != 0 ? op.issued_at : fetched_in;
  }

private:
  struct ScoutSink : trace::NullSink {};

  const InOrderCore& core_;
  std::unique_ptr<InOrderState> state_;
  ScoutSink sink_;
  Pipeline<ScoutSink> ahead_;
};

std::uint64_t cycle_of_issue(const InOrderCore& core, const InOrderState& state,
                             const CycleFacts& facts, std::uint32_t index) {
  return IssueScout(core, state, facts).cycle_of(index);
}

} // namespace stallscope::core
