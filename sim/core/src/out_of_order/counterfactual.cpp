#include "core/counterfactual.hpp"

#include "out_of_order/counterfactual.hpp"
#include "out_of_order/out_of_order_pipeline.hpp"

namespace stallscope::core {

namespace {

/// A sink that records the events of one micro-op.
struct Watch {
  static constexpr bool kActive = true;
  static constexpr bool kWatchesOutlook = true;
  OpId watched;
  std::uint64_t cycle = 0;
  Outlook seen;

  void report(trace::What what, Cycle at, OpId op, OpId /*other*/, const Cause& cause,
              LaneId /*lane*/, unsigned /*slot*/) {
    if (op != watched || at.value != cycle)
      return;
    if (what == trace::What::enter || what == trace::What::retire || what == trace::What::flush)
      seen = {true, {}};
    else if (what == trace::What::hold) // possibly in the lane entered in the same cycle
      seen = {false, cause};
  }
  void begin(Cycle, OpId, InstructionIndex, bool, unsigned = 0, bool = false) {}
  void late(Cycle, OpId, LaneId, const trace::LateArrival&) {}
  [[nodiscard]] static bool is_narrow() { return false; }
  [[nodiscard]] static bool explains(OpId) { return true; }
};

} // namespace

namespace {

bool has(const OutOfOrderState& state, OpId id) {
  for (std::uint64_t at = state.rob.oldest; at < state.rob.end; ++at)
    if (state.at(at).id == id)
      return true;
  return false;
}

/// The state one cycle later, with what is fetched in that cycle.
std::unique_ptr<OutOfOrderState> stepped(const OutOfOrderCore& core, const OutOfOrderState& state) {
  auto next = std::make_unique<OutOfOrderState>(state);
  Watch watch;
  OutOfOrderPipeline<Watch, GeneralPolicies>(core, *next, watch).step(0);
  return next;
}

} // namespace

bool remove_obstacle(const OutOfOrderCore& core, OutOfOrderState& state, OpId op,
                     const Cause& cause) {
  core.materialise_deferred(state);
  const auto next = has(state, op) ? nullptr : stepped(core, state);
  Watch watch;
  CycleContext<Watch, GeneralPolicies> cycle(core, state, watch);
  return Counterfactual<CycleContext<Watch, GeneralPolicies>>::remove_obstacle(
      cycle, next != nullptr ? *next : state, op, cause);
}

Outlook outlook(const OutOfOrderCore& core, const OutOfOrderState& state, OpId id) {
  auto next = std::make_unique<OutOfOrderState>(state);
  core.materialise_deferred(*next);
  if (has(state, id)) // otherwise it is fetched in the cycle in which it is held
    next->fetch.stopped = true;
  Watch watch;
  watch.watched = id;
  watch.cycle = state.cycle + 1;
  for (std::uint64_t at = next->rob.oldest; at < next->rob.end; ++at)
    if (const WindowOp& op = next->at(at); op.id == id) {
      if (op.progress == Progress::written && op.written_at == state.cycle)
        watch.seen.moves = true; // the micro-op has moved to the lane in which it waits to retire
      else
        watch.seen.cause = wait_of(core, *next, op);
    }
  OutOfOrderPipeline<Watch, GeneralPolicies>(core, *next, watch).step(0);
  return watch.seen;
}

} // namespace stallscope::core
