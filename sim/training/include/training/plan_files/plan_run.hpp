#pragma once

#include "trace/run_record.hpp"
#include "training/memory/activations.hpp"
#include "training/plan_files/load_plan.hpp"
#include "training/simulation/record.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::training {

/// A plan and the results of its simulation.
struct TrainRun {
  TrainPlan plan;
  Execution execution;
  Ticks until = 0; ///< end of the simulated time that is shown
  std::vector<DeviceAccount> accounts;
  std::vector<ActivationPeak> peaks;
  std::vector<BytesPeak> byte_peaks;    ///< for jobs only
  std::vector<WeightVersions> versions; ///< by stage; empty: weights are updated at the end only
};

/// Simulates a plan up to a tick. After a deadlock, or when it was interrupted, only `execution` is
/// filled in.
[[nodiscard]] TrainRun run_plan(TrainPlan plan, Ticks limit = kNotYet, const GoOn& go_on = {});

/// The first allocation, in time, that exceeds device memory. None for plans without a job, which
/// have no bytes.
[[nodiscard]] std::optional<OutOfMemory> out_of_memory(const TrainRun& run);

/// An exact number in lowest terms.
struct Rational {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;

  Rational(std::uint64_t n, std::uint64_t d);
  [[nodiscard]] double as_double() const {
    return static_cast<double>(numerator) / static_cast<double>(denominator);
  }
  /// "3", "3/8".
  [[nodiscard]] std::string text() const;
};

/// The three definitions of the pipeline bubble, and their terms.
struct Bubble {
  Ticks ideal = 0;        ///< busy time of the busiest device
  Ticks longest_span = 0; ///< longest time of a device from its first to its last operation
  Rational idle_over_makespan{0, 1};
  Rational idle_over_ideal{0, 1}; ///< (makespan - ideal) / ideal
  Rational of_longest_span{0, 1}; ///< 1 - ideal / longest span
};
[[nodiscard]] Bubble bubble_of(const TrainRun& run);

/// Adds the statistics of a run to its record.
void add_statistics(trace::RunRecord& record, const TrainRun& run);

} // namespace stallscope::training
