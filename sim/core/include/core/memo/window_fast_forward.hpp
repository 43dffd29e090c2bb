#pragma once

#include "core/out_of_order/out_of_order_core.hpp"

#include <chrono>
#include <cstdint>
#include <memory>

namespace stallscope::core {

/// Fast-forward of a dynamically scheduled core by memoization, for runs without a record: many
/// times faster than stepping, with the same result in every cycle.
///
/// What such a core does in a cycle depends on the micro-ops in flight and on outcomes: branch
/// targets and predictions, responses of caches, and which addresses overlap. Every sequence of
/// outcomes of a cycle is stepped once. Its timing, and the updates of predictor, caches and
/// address queues that it makes, are stored and replayed (after Schnarr and Larus, "Fast
/// Out-Of-Order Processor Simulation Using Memoization", ASPLOS 1998). Predictor and caches are
/// simulated as when stepping. The stepping code stays the only description of the machine.
///
/// Belongs to one core and one thread; may be used for any number of states of that core.
class WindowFastForward {
public:
  struct Limits {
    std::uint64_t max_bytes = 512ULL << 20; ///< size of the memo table; it is cleared when larger
    std::uint64_t worth_cycles = 20'000;    ///< shorter runs are stepped
    /// The last cycles of a run are stepped, so that the values of everything in flight at the end
    /// are known; more cycles are stepped when these were too few. At least 2.
    std::uint64_t margin_cycles = 4096;
    /// Programs for which the host's clock shows that memoization is slower than stepping are
    /// stepped for some time. False: never.
    bool gives_up = true;
    /// The host's clock.
    std::chrono::nanoseconds (*clock)() = [] {
      return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch());
    };
    /// A state is stored when it is first met; otherwise when it is met for the second time.
    bool everything = false;
  };

  explicit WindowFastForward(const OutOfOrderCore& core) : WindowFastForward(core, Limits{}) {}
  WindowFastForward(const OutOfOrderCore& core, Limits limits);
  ~WindowFastForward();
  WindowFastForward(const WindowFastForward&) = delete;
  WindowFastForward& operator=(const WindowFastForward&) = delete;

  /// As OutOfOrderCore::run with a NullSink: until `until_cycle` (inclusive) is done or the run
  /// stops.
  void run(OutOfOrderState& state, std::uint64_t until_cycle);

  struct Statistics {
    std::uint64_t cycles = 0;         ///< advanced in all
    std::uint64_t stepped_cycles = 0; ///< of these, by stepping
    std::uint64_t explored = 0;       ///< of the stepped cycles, those that were stored
    std::uint64_t missed = 0;         ///< times that replay met an unknown state or outcome
    std::uint64_t states = 0;         ///< states in the table now
    std::uint64_t forgotten = 0;      ///< times the table was cleared because it reached max_bytes
    std::uint64_t bytes = 0;          ///< size of the table now
  };
  [[nodiscard]] const Statistics& statistics() const;

private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

} // namespace stallscope::core
