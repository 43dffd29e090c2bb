#pragma once

#include "core/in_order/in_order_core.hpp"
#include "core/out_of_order/out_of_order_core.hpp"
#include "trace/sinks.hpp"

#include <chrono>
#include <concepts>
#include <cstdint>
#include <memory>

namespace stallscope::core {

namespace memo {
template <class Core> class FastForwardEngine;
}

/// Fast forward of a core by memoization: many times faster than stepping, with the same result in
/// every cycle.
///
/// The timing depends only on what is in flight and on outcomes: branch targets and predictions,
/// operand-dependent cycles, responses of caches, which addresses overlap. Each stretch of cycles
/// is stepped once for each sequence of outcomes. What it adds to ledger and counters, the state
/// behind it and its effects outside the timing are stored, and replayed whenever the same state
/// meets the same outcomes (after Schnarr and Larus, "Fast Out-Of-Order Processor Simulation Using
/// Memoization", ASPLOS 1998). The stepping code stays the only description of the machine.
///
/// In order, a stretch goes from one instruction with an outcome to the next, and events can be
/// replayed as well. Dynamically scheduled, it is a cycle and the idle ones behind it; predictor
/// and caches work as when stepping.
///
/// Belongs to one core and one thread; may be used for any number of states of that core.
template <class Core> class FastForward {
  static constexpr bool kInOrder = std::same_as<Core, InOrderCore>;

public:
  using State = typename Core::State;

  struct Limits {
    /// Maximum size of the memo table in bytes; a larger table is cleared.
    std::uint64_t max_bytes = (kInOrder ? 128ULL : 512ULL) << 20;
    std::uint64_t worth_cycles = kInOrder ? 1000 : 20'000; ///< runs shorter than this number of
                                                           ///< cycles are stepped
    /// The last cycles of a run are stepped, so that all values of operations in flight at the end
    /// are known; when this margin is too short, more cycles are stepped. At least 1 for in-order
    /// cores, at least 2 for dynamically scheduled ones.
    std::uint64_t margin_cycles = kInOrder ? 300 : 4096;
    /// Programs for which memoization is slower than stepping, measured with the host's clock, are
    /// stepped for some time. False: memoization is always used.
    bool gives_up = true;
    /// The host's clock.
    std::chrono::nanoseconds (*clock)() = [] {
      return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch());
    };
    /// True: a state is stored when it is met for the first time. False: when it is met for the
    /// second time.
    bool everything = kInOrder;
    bool records = false; ///< the run is recorded, so that events are memoized as well; in-order
                          ///< cores only
  };

  explicit FastForward(const Core& core) : FastForward(core, Limits{}) {}
  FastForward(const Core& core, Limits limits);
  ~FastForward();
  FastForward(const FastForward&) = delete;
  FastForward& operator=(const FastForward&) = delete;

  /// As the core's run with a NullSink: until `until_cycle` (inclusive) is done or the run stops.
  void run(State& state, std::uint64_t until_cycle) { advance(state, until_cycle, nullptr); }

  /// The same with a RecordingSink, for Limits::records.
  void run(State& state, std::uint64_t until_cycle,
           trace::RecordingSink& recorder) requires kInOrder {
    advance(state, until_cycle, &recorder);
  }

  struct Statistics {
    std::uint64_t cycles = 0;         ///< number of cycles advanced, by replay or by stepping
    std::uint64_t stepped_cycles = 0; ///< of these, the cycles stepped
    std::uint64_t explored = 0;       ///< of the stepped cycles, those that were stored
    std::uint64_t missed = 0;         ///< number of times that replay reached an unknown state or
                                      ///< outcome
    std::uint64_t states = 0;         ///< states in the table
    std::uint64_t forgotten = 0;      ///< number of times the table was cleared because it had
                                      ///< reached max_bytes
    std::uint64_t bytes = 0;          ///< size of the table in bytes
  };
  [[nodiscard]] const Statistics& statistics() const;

private:
  void advance(State& state, std::uint64_t until_cycle, trace::RecordingSink* recorder);

  std::unique_ptr<memo::FastForwardEngine<Core>> engine_;
};

using InOrderFastForward = FastForward<InOrderCore>;
using OutOfOrderFastForward = FastForward<OutOfOrderCore>;

extern template class FastForward<InOrderCore>;
extern template class FastForward<OutOfOrderCore>;

} // namespace stallscope::core
