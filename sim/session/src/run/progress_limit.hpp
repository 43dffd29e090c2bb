#pragma once

#include "isa/executor.hpp"
#include "session/memory_limit.hpp"
#include "session/runner.hpp"

#include <chrono>
#include <functional>

namespace stallscope::session {

/// Asks whoever shows the progress of a run whether it may go on: after some cycles the runner, and
/// in between the calls of the guest, each of which may take long. Calls may not pass the limit of
/// memory either.
class ProgressLimit final : public isa::CallLimit {
public:
  ProgressLimit(const std::function<bool(const Progress&)>& progress, const MemoryLimit& memory,
                const isa::Program& program)
      : progress_(progress), memory_(memory), program_(program), start_(Clock::now()) {}

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }
  /// Asks at once.
  bool may_go_on(std::uint64_t cycle, std::uint64_t instructions) {
    last_ = {cycle, instructions, seconds()};
    ended_ = ended_ || (progress_ && !progress_(last_));
    return !ended_;
  }
  /// Asks when nobody has for a while; how far the run has come is not known before the call ends.
  bool may_go_on() override {
    constexpr double kAskEverySeconds = 0.1;
    if (ended_ || memory_reached_ || !progress_ ||
        seconds() - last_.host_seconds < kAskEverySeconds)
      return !ended_ && !memory_reached_;
    return may_go_on(last_.cycle, last_.instructions);
  }
  /// Somebody has said no: the run has been interrupted, however it seems to have ended since.
  [[nodiscard]] bool ended() const { return ended_; }
  bool may_take(const isa::ArchState& state, std::uint64_t bytes) override {
    memory_reached_ = memory_reached_ || memory_.is_passed(program_, state, bytes);
    return !memory_reached_;
  }
  /// A call would have passed the limit of memory: the run is to end.
  [[nodiscard]] bool memory_reached() const { return memory_reached_; }

private:
  using Clock = std::chrono::steady_clock;

  const std::function<bool(const Progress&)>& progress_;
  const MemoryLimit& memory_;
  const isa::Program& program_;
  Clock::time_point start_;
  Progress last_;
  bool ended_ = false;
  bool memory_reached_ = false;
};

} // namespace stallscope::session
