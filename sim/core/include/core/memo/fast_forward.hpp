#pragma once

#include "core/in_order/in_order_core.hpp"
#include "trace/sinks.hpp"

#include <cstdint>
#include <memory>

namespace stallscope::core {

/// Fast-forward of an in-order core by memoization: many times faster than stepping, with the same
/// result in every cycle and the same record of events.
///
/// The timing between two instructions with an outcome (a branch target, operand-dependent cycles)
/// depends only on the pipeline's content and on the outcome. Each such stretch is stepped once.
/// The cycles it took, its additions to the ledger and the pipeline's content behind it are stored,
/// and replayed whenever the same pipeline state meets the same outcome (after Schnarr and Larus,
/// "Fast Out-Of-Order Processor Simulation Using Memoization", ASPLOS 1998). The stepping code
/// stays the only description of the machine.
///
/// Belongs to one core and one thread; may be used for any number of states of that core.
class FastForward {
public:
  struct Limits {
    std::uint64_t max_bytes = 128ULL << 20; ///< size of the memo table; it is cleared when larger
    std::uint64_t worth_cycles = 1000;      ///< shorter runs are stepped
    /// The last cycles of a run are stepped, so that the values of everything in flight at the end
    /// are known; more cycles are stepped when these were too few.
    std::uint64_t margin_cycles = 300;
    bool records = false; ///< runs are recorded: events are memoized, too
  };

  explicit FastForward(const InOrderCore& core) : FastForward(core, Limits{}) {}
  FastForward(const InOrderCore& core, Limits limits);
  ~FastForward();
  FastForward(const FastForward&) = delete;
  FastForward& operator=(const FastForward&) = delete;

  /// As InOrderCore::run with a NullSink: until `until_cycle` (inclusive) is done or the run stops.
  void run(InOrderState& state, std::uint64_t until_cycle);

  /// The same with a RecordingSink, for Limits::records.
  void run(InOrderState& state, std::uint64_t until_cycle, trace::RecordingSink& recorder);

  struct Statistics {
    std::uint64_t cycles = 0;         ///< advanced in all
    std::uint64_t stepped_cycles = 0; ///< of these, by stepping
    std::uint64_t explored = 0;       ///< stretches stepped and stored
    std::uint64_t forgotten = 0;      ///< times the table was cleared because it reached max_bytes
    std::uint64_t bytes = 0;          ///< size of the table now
  };
  [[nodiscard]] const Statistics& statistics() const;

private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

} // namespace stallscope::core
