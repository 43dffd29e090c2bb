#pragma once

#include "isa/executor.hpp"
#include "session/memory_limit.hpp"
#include "session/runner.hpp"

#include <chrono>
#include <functional>

namespace stallscope::session {

/// Calls the progress callback of a run at intervals: from the runner after some cycles, and during
/// system calls of the guest, which can take long. System calls are also checked against the memory
/// limit.
class ProgressLimit final : public isa::CallLimit {
public:
  ProgressLimit(const std::function<bool(const Progress&)>& progress, const MemoryLimit& memory,
                const isa::Program& program)
      : progress_(progress), memory_(memory), program_(program), start_(Clock::now()) {}

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }
  /// Calls the callback.
  bool may_go_on(std::uint64_t cycle, std::uint64_t instructions) {
    last_ = {cycle, instructions, seconds()};
    ended_ = ended_ || (progress_ && !progress_(last_));
    return !ended_;
  }
  /// Calls the callback if the last call was long ago; during a system call the present progress is
  /// not known.
  bool may_go_on() override {
    constexpr double kAskEverySeconds = 0.1;
    if (ended_ || memory_reached_ || !progress_ ||
        seconds() - last_.host_seconds < kAskEverySeconds)
      return !ended_ && !memory_reached_;
    return may_go_on(last_.cycle, last_.instructions);
  }
  /// The callback has returned false: the run counts as interrupted, however it ends.
  [[nodiscard]] bool ended() const { return ended_; }
  bool may_take(const isa::ArchState& state, std::uint64_t bytes) override {
    memory_reached_ = memory_reached_ || memory_.is_passed(program_, state, bytes);
    return !memory_reached_;
  }
  /// A system call would have exceeded the memory limit, which ends the run.
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
