#include "base/check.hpp"
#include "memo/engine.hpp"
#include "memo/margin.hpp"
#include "memo/packed_state.hpp"

#include <algorithm>

namespace stallscope::core {

namespace {

/// Environment of instructions with memoized outcomes: a data access that takes longer because it
/// crosses a boundary stops them, and is stepped.
isa::Environment smooth_environment(const InOrderCore& core) {
  isa::Environment environment = core.environment();
  if (core.plan().splits_accesses)
    environment.misaligned = isa::Misaligned::fault;
  return environment;
}

/// Predictor tables and caches decide on the future timing, and their states rarely recur: machines
/// with them are stepped. So are x86 programs: their returns load the target, and the facts
/// recorded of a wrong path do not contain everything its timing depends on.
bool timing_is_remembered(const InOrderCore& core) {
  return core.program().isa != isa::Isa::x86 && core.predictor().is_static() &&
         core.machine().caches.levels.empty();
}

} // namespace

FastForward::Engine::Engine(const InOrderCore& core, Limits limits)
    : core_(core), limits_(limits),
      explorer_(core.program(), core.machine(), core.plan(), limits.records) {
  if (timing_is_remembered(core) && isa::ThreadedCode::is_supported(core.environment()))
    code_ = std::make_unique<isa::ThreadedCode>(core.program(), smooth_environment(core));
}

void FastForward::Engine::step_to(InOrderState& s, std::uint64_t cycle) {
  const std::uint64_t before = s.cycle;
  if (recorder_ != nullptr) {
    core_.run(s, *recorder_, cycle);
  } else {
    trace::NullSink nothing;
    core_.run(s, nothing, cycle);
  }
  statistics_.stepped_cycles += s.cycle - before;
}

void FastForward::Engine::run(InOrderState& state, std::uint64_t until_cycle,
                              trace::RecordingSink* recorder) {
  STALLSCOPE_CHECK((recorder != nullptr) == limits_.records, "recorded or not, as was agreed");
  recorder_ = recorder;
  const std::uint64_t from = state.cycle;
  if (code_ == nullptr || state.stop != StopReason::running ||
      until_cycle <= from + limits_.worth_cycles) {
    step_to(state, until_cycle);
  } else {
    const auto mark = recorder != nullptr ? recorder->mark() : trace::RecordingSink::Mark{};
    run_with_growing_margin(
        state, until_cycle, std::max<std::uint64_t>(limits_.margin_cycles, 1),
        [&](std::uint64_t margin) { return run_with_margin(state, until_cycle, margin); },
        [&] {
          if (recorder != nullptr)
            recorder->go_back(mark);
        },
        [&] { step_to(state, until_cycle); });
  }
  statistics_.cycles += state.cycle - from;
  statistics_.bytes = table_.bytes() + (code_ != nullptr ? code_->bytes() : 0);
}

/// False when operations whose values are unknown could be in flight at the end.
bool FastForward::Engine::run_with_margin(InOrderState& s, std::uint64_t until_cycle,
                                          std::uint64_t margin) {
  if (until_cycle < s.cycle + margin || !step_until_clean(s, until_cycle - margin)) {
    step_to(s, until_cycle);
    return true;
  }
  do {
    enter_node(s);
    replay(s, until_cycle - margin);
  } while (s.stop == StopReason::running && s.cycle < until_cycle - margin &&
           step_until_clean(s, until_cycle - margin));
  // Longer than one stretch beyond the margin: only the step after its last cycle detects the end
  // of the run.
  if (s.cycle > until_cycle || (s.cycle == until_cycle && s.stop != StopReason::running))
    return false;
  if (s.stop != StopReason::running) // everything in flight has completed, except when there is no
                                     // progress
    return s.stop != StopReason::no_progress;
  const OpId unfollowed{s.next_op.value - 1};
  step_to(s, until_cycle);
  for (const LaneContent& lane : s.lanes)
    for (unsigned i = 0; i < lane.count; ++i)
      if (s.ops[lane.slots[i]].id <= unfollowed)
        return false;
  return s.stop != StopReason::no_progress;
}

/// Steps to a state that can be packed; false when there is none before a cycle.
bool FastForward::Engine::step_until_clean(InOrderState& s, std::uint64_t before_cycle) {
  while (!is_clean(core_, s)) {
    if (s.stop != StopReason::running || s.cycle >= before_cycle)
      return false;
    step_to(s, s.cycle + 1);
  }
  return true;
}

FastForward::FastForward(const InOrderCore& core, Limits limits)
    : engine_(std::make_unique<Engine>(core, limits)) {}
FastForward::~FastForward() = default;

void FastForward::run(InOrderState& state, std::uint64_t until_cycle) {
  engine_->run(state, until_cycle, nullptr);
}

void FastForward::run(InOrderState& state, std::uint64_t until_cycle,
                      trace::RecordingSink& recorder) {
  engine_->run(state, until_cycle, &recorder);
}

const FastForward::Statistics& FastForward::statistics() const {
  return engine_->statistics();
}

} // namespace stallscope::core
