#pragma once

#include "train/train_plan.hpp"
#include "training/memory/activations.hpp"
#include "training/simulation/record.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::cli {

/// A plan with what came of it.
struct TrainRun {
  TrainPlan plan;
  training::Execution execution;
  training::Ticks until = 0; ///< all that is shown lies in front of it
  std::vector<training::DeviceAccount> accounts;
  std::vector<training::ActivationPeak> peaks;
  std::vector<training::BytesPeak> byte_peaks;    ///< of a job
  std::vector<training::WeightVersions> versions; ///< by stage; empty: weights change at the end
};

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
  training::Ticks ideal = 0;        ///< the work of the busiest device
  training::Ticks longest_span = 0; ///< of a device, from its first to its last operation
  Rational idle_over_makespan{0, 1};
  Rational idle_over_ideal{0, 1}; ///< (makespan - ideal) / ideal
  Rational of_longest_span{0, 1}; ///< 1 - ideal / longest span
};
[[nodiscard]] Bubble bubble_of(const TrainRun& run);

/// Which parts a report has.
struct TrainView {
  bool memory = false;
  bool operations = false;
};

/// The numbers of a run, and a line a device.
[[nodiscard]] std::string train_text(const TrainRun& run, const TrainView& view);
/// Documented in cli/README.md. `record`: JSON of the table and diagram, empty: none.
[[nodiscard]] std::string train_json(const TrainRun& run, const TrainView& view,
                                     const std::string& record);
[[nodiscard]] std::string train_comparison_json(const std::string& a, const std::string& b,
                                                const TrainRun& run_a, const TrainRun& run_b);
/// A line a device.
[[nodiscard]] std::string train_csv(const TrainRun& run);
/// The numbers of a run among those of its record.
void add_statistics(trace::RunRecord& record, const TrainRun& run);
/// JSON of a plan that came to no end.
[[nodiscard]] std::string deadlock_json(const TrainPlan& plan, const training::Deadlock& deadlock);

} // namespace stallscope::cli
