#pragma once

#include "core/out_of_order/out_of_order_core.hpp"

#include <chrono>
#include <cstdint>
#include <memory>

namespace stallscope::core {

/// Runs a dynamically scheduled core without a record many times faster than stepping it, with the
/// same result cycle for cycle.
///
/// What such a core does in a cycle depends on what is in flight, and on what it gets to know:
/// where branches go and are predicted to go, what its caches answer, whether addresses are the
/// same. A cycle is stepped once for every way in which it goes; what follows, and what is to be
/// done then to predictor, caches and queues of addresses, is remembered (Schnarr and Larus, "Fast
/// Out-Of-Order Processor Simulation Using Memoization", ASPLOS 1998, for the idea). Predictor and
/// caches always work as they do when stepping. So there is one description of the machine: the
/// stepping code.
///
/// Belongs to one core and one thread; may be used for any number of states of that core.
class WindowFastForward {
public:
  struct Limits {
    std::uint64_t max_bytes = 512ULL << 20; ///< of what is remembered; above, all is forgotten
    std::uint64_t worth_cycles = 20'000;    ///< shorter runs are stepped
    /// The last cycles of a run are stepped, so that everything in flight at the end has been
    /// followed from its fetch and has its values; more when that was not enough. At least 2.
    std::uint64_t margin_cycles = 4096;
    /// Where fast forward does not pay, as the host's clock says, a program is stepped for some
    /// time. Otherwise never.
    bool gives_up = true;
    /// That clock.
    std::chrono::nanoseconds (*clock)() = [] {
      return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch());
    };
    /// Everything is remembered when it is met for the first time. Otherwise the second time.
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
    std::uint64_t explored = 0;       ///< of these, to remember them
    std::uint64_t missed = 0;         ///< times that replay met what it did not know
    std::uint64_t states = 0;         ///< remembered now
    std::uint64_t forgotten = 0;      ///< times max_bytes was reached
    std::uint64_t bytes = 0;          ///< remembered now
  };
  [[nodiscard]] const Statistics& statistics() const;

private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

} // namespace stallscope::core
