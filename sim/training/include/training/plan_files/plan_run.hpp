#pragma once

#include "trace/run_record.hpp"
#include "training/memory/activations.hpp"
#include "training/plan_files/load_plan.hpp"
#include "training/simulation/record.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::training {

/// A plan with what came of it.
struct TrainRun {
  TrainPlan plan;
  Execution execution;
  Ticks until = 0; ///< all that is shown lies in front of it
  std::vector<DeviceAccount> accounts;
  std::vector<ActivationPeak> peaks;
  std::vector<BytesPeak> byte_peaks;    ///< of a job
  std::vector<WeightVersions> versions; ///< by stage; empty: weights change at the end
};

/// Simulates a plan up to a tick. After a deadlock there is an execution and nothing else.
[[nodiscard]] TrainRun run_plan(TrainPlan plan, Ticks limit = kNotYet);

/// The first allocation, in time, of which a device of a job has no room. Plans without a job have
/// no bytes.
[[nodiscard]] std::optional<OutOfMemory> out_of_memory(const TrainRun& run);

/// An exact number in lowest terms.
struct Rational {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;

  Rational(std::uint64_t n, std::uint64_t d);
  /// "3", "3/8".
  [[nodiscard]] std::string text() const;
};

/// The three conventions of a bubble, and what they are made of.
struct Bubble {
  Ticks ideal = 0;        ///< the work of the busiest device
  Ticks longest_span = 0; ///< of a device, from its first to its last operation
  Rational idle_over_makespan{0, 1};
  Rational idle_over_ideal{0, 1}; ///< (makespan - ideal) / ideal
  Rational of_longest_span{0, 1}; ///< 1 - ideal / longest span
};
[[nodiscard]] Bubble bubble_of(const TrainRun& run);

/// The numbers of a run among those of its record.
void add_statistics(trace::RunRecord& record, const TrainRun& run);

} // namespace stallscope::training
