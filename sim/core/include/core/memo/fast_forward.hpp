#pragma once

#include "core/in_order/in_order_core.hpp"
#include "trace/sinks.hpp"

#include <cstdint>
#include <memory>

namespace stallscope::core {

/// Runs an in-order core many times faster than stepping it, with the same result cycle for cycle,
/// and the same record event for event.
///
/// What a pipeline does between two instructions with an outcome depends only on what is in flight
/// and on the outcome. Each such stretch is stepped once; how many cycles it took, what it adds to
/// the ledger and what is in flight behind it are remembered, and used again whenever the same
/// pipeline meets the same outcome (Schnarr and Larus, "Fast Out-Of-Order Processor Simulation
/// Using Memoization", ASPLOS 1998, for the idea). So there is one description of the machine: the
/// stepping code.
///
/// Belongs to one core and one thread; may be used for any number of states of that core.
class FastForward {
public:
  struct Limits {
    std::uint64_t max_bytes = 128ULL << 20; ///< of what is remembered; above, all is forgotten
    std::uint64_t worth_cycles = 1000;      ///< shorter runs are stepped
    /// The last cycles of a run are stepped, so that everything in flight at the end has been
    /// followed from its fetch and has its values; more when that was not enough.
    std::uint64_t margin_cycles = 300;
    bool records = false; ///< runs are recorded: what sinks are told is remembered as well
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
    std::uint64_t explored = 0;       ///< stretches stepped
    std::uint64_t forgotten = 0;      ///< times max_bytes was reached
    std::uint64_t bytes = 0;          ///< remembered now
  };
  [[nodiscard]] const Statistics& statistics() const;

private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

} // namespace stallscope::core
