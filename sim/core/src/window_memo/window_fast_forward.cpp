#include "core/memo/window_fast_forward.hpp"

#include "base/check.hpp"
#include "memo/margin.hpp"
#include "window_memo/engine.hpp"

#include <algorithm>

namespace stallscope::core {

WindowFastForward::Engine::Engine(const OutOfOrderCore& core, Limits limits)
    : core_(core), limits_(limits),
      is_supported_(core.environment().commits == nullptr && !core.environment().delay_slots),
      origins_(core), explorer_(core) {}

void WindowFastForward::Engine::step_to(OutOfOrderState& s, std::uint64_t cycle) {
  const std::uint64_t before = s.cycle;
  trace::NullSink nothing;
  core_.run(s, nothing, cycle);
  statistics_.stepped_cycles += s.cycle - before;
}

void WindowFastForward::Engine::run(OutOfOrderState& state, std::uint64_t until_cycle) {
  const std::uint64_t from = state.cycle;
  if (!is_supported_ || state.stop != StopReason::running ||
      until_cycle - from <= limits_.worth_cycles) {
    step_to(state, until_cycle);
  } else {
    run_with_growing_margin(
        state, until_cycle, limits_.margin_cycles,
        [&](std::uint64_t margin) { return run_with_margin(state, until_cycle, margin); }, [] {},
        [&] { step_to(state, until_cycle); });
  }
  statistics_.cycles += state.cycle - from;
  statistics_.bytes = memo_.bytes();
  statistics_.states = memo_.states();
}

/// No micro-op that was in flight at the last unpacking is visible: neither in flight, nor where
/// one in flight has its value or an operand from, nor in the events of this cycle.
bool WindowFastForward::Engine::is_followed(const OutOfOrderState& s) const {
  const auto is_old = [this](OpId id) { return id && id <= unfollowed_; };
  for (std::uint64_t at = s.rob.oldest; at < s.rob.end; ++at) {
    const WindowOp& op = s.at(at);
    const bool is_dispatched = op.progress != Progress::fetched;
    if (is_old(op.id) || (is_dispatched && op.planned->is_load && is_old(op.store.writer)) ||
        (is_dispatched && op.late_operand != kNoOperand && is_old(op.late_from)))
      return false;
  }
  for (std::uint64_t at = s.store_buffer.oldest; at < s.store_buffer.end; ++at)
    if (is_old(s.store_buffer.at(at).id))
      return false;
  for (const BranchEntry& entry : s.branch_queue.entries)
    if (entry.released_at == s.cycle && is_old(entry.id))
      return false;
  for (unsigned i = 0; s.branch_queue.flushed.cycle == s.cycle && i < s.branch_queue.flushed.count;
       ++i)
    if (is_old(s.branch_queue.flushed.ids[i]))
      return false;
  return true;
}

/// False when micro-ops with unknown values could be left at the end.
bool WindowFastForward::Engine::run_with_margin(OutOfOrderState& s, std::uint64_t until_cycle,
                                                std::uint64_t margin) {
  if (until_cycle < s.cycle + margin) {
    step_to(s, until_cycle);
    return true;
  }
  unfollowed_ = kNoOp;
  node_ = nullptr;
  go_on(s, until_cycle - margin);
  bring_up_to_date(s);
  if (s.stop == StopReason::running)
    step_to(s, until_cycle);
  if (s.stop == StopReason::no_progress)
    return false;
  return is_followed(s);
}

namespace {

// Cycles.
constexpr std::uint64_t kMeasuredCycles = std::uint64_t{1} << 16; ///< between two measurements of
                                                                  ///< whether memoization pays
constexpr std::uint64_t kShortestStepping = std::uint64_t{1} << 12;
constexpr std::uint64_t kLongestStepping = std::uint64_t{1} << 18;

} // namespace

/// Measures whether memoization pays. Unless nearly everything was replayed, the program is stepped
/// for a while for comparison; when stepping is faster, for longer each time.
void WindowFastForward::Engine::measure(OutOfOrderState& s, std::uint64_t until_cycle) {
  const std::uint64_t cycles = s.cycle - measured_from_.cycle;
  if (cycles < kMeasuredCycles ||
      until_cycle - s.cycle < kShortestStepping) // too short to be measured
    return;
  if (limits_.gives_up && statistics_.stepped_cycles - measured_from_.stepped_cycles > cycles / 4) {
    using Nanoseconds = std::chrono::duration<double, std::nano>;
    const std::chrono::nanoseconds now = limits_.clock();
    const std::uint64_t from = s.cycle;
    const std::uint64_t to = s.cycle + stepping_cycles_;
    step_to(s, std::min(until_cycle, to));
    const double stepping =
        Nanoseconds(limits_.clock() - now).count() / static_cast<double>(s.cycle - from);
    const double lately =
        Nanoseconds(now - measured_from_.time).count() / static_cast<double>(cycles);
    const bool steps = lately > stepping;
    stepping_left_ = steps && s.cycle < to ? to - s.cycle : 0;
    stepping_cycles_ = steps ? std::min(2 * stepping_cycles_, kLongestStepping)
                             : std::max(stepping_cycles_ / 2, kShortestStepping);
    node_ = nullptr;
  }
  measured_from_ = sample(s);
}

WindowFastForward::Engine::Sample
WindowFastForward::Engine::sample(const OutOfOrderState& s) const {
  return {s.cycle, statistics_.stepped_cycles, limits_.clock()};
}

/// A run continues a previous one, perhaps of another state: the time in between is excluded. Short
/// runs in succession are thus measured like a long one.
void WindowFastForward::Engine::resume(const OutOfOrderState& s) {
  const Sample now = sample(s);
  measured_from_.cycle += now.cycle - paused_at_.cycle;
  measured_from_.stepped_cycles += now.stepped_cycles - paused_at_.stepped_cycles;
  measured_from_.time += now.time - paused_at_.time;
}

/// The rest of a stepping phase that the end of a run has interrupted.
void WindowFastForward::Engine::step_out(OutOfOrderState& s, std::uint64_t until_cycle) {
  const std::uint64_t from = s.cycle;
  step_to(s, std::min(until_cycle, s.cycle + stepping_left_));
  stepping_left_ -= std::min(stepping_left_, s.cycle - from);
  measured_from_ = sample(s);
}

void WindowFastForward::Engine::go_on(OutOfOrderState& s, std::uint64_t until_cycle) {
  resume(s);
  if (stepping_left_ > 0)
    step_out(s, until_cycle);
  while (s.stop == StopReason::running && s.cycle < until_cycle) {
    measure(s, until_cycle);
    const std::uint64_t measured_next = measured_from_.cycle + kMeasuredCycles;
    const std::uint64_t next =
        s.cycle < measured_next ? std::min(until_cycle, measured_next) : until_cycle;
    if (s.stop != StopReason::running || s.cycle >= next)
      continue;
    if (node_ == nullptr) {
      step_to_known(s, next);
      continue;
    }
    if (node_->first != nullptr)
      replay(s, next);
    if (s.cycle < next)
      explore(s);
  }
  paused_at_ = sample(s);
}

WindowFastForward::WindowFastForward(const OutOfOrderCore& core, Limits limits)
    : engine_(std::make_unique<Engine>(core, limits)) {}
WindowFastForward::~WindowFastForward() = default;

void WindowFastForward::run(OutOfOrderState& state, std::uint64_t until_cycle) {
  engine_->run(state, until_cycle);
}

const WindowFastForward::Statistics& WindowFastForward::statistics() const {
  return engine_->statistics();
}

} // namespace stallscope::core
