#pragma once

#include "arguments/arguments.hpp"
#include "train/train_report.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace stallscope::cli {

/// An operation of two plans that runs at other times. Times in ticks of each plan's own.
struct OperationDifference {
  training::Operation operation;
  training::Ticks a_start = 0;
  training::Ticks a_end = 0;
  training::Ticks b_start = 0;
  training::Ticks b_end = 0;
};

/// Two runs, aligned by operation: its kind, stage and micro-batch.
struct PlanDifference {
  std::vector<OperationDifference> moved; ///< by start in A
  std::uint64_t both = 0;                 ///< operations of both plans
  std::uint64_t only_a = 0;
  std::uint64_t only_b = 0;
  bool same_ledgers = true;

  [[nodiscard]] bool any() const { return !moved.empty() || only_a + only_b > 0 || !same_ledgers; }
};
[[nodiscard]] PlanDifference difference_of(const TrainRun& a, const TrainRun& b);

/// Which plan is shorter, the first difference, the operations that B ends most earlier or later,
/// at most `top`, and ticks of all devices by kind of work and by reason.
[[nodiscard]] std::string difference_text(const TrainRun& a, const TrainRun& b,
                                          const PlanDifference& difference, std::uint64_t top);
/// `operations`: with all operations that run at other times.
[[nodiscard]] nlohmann::ordered_json difference_json(const TrainRun& a, const TrainRun& b,
                                                     const PlanDifference& difference,
                                                     bool operations);
/// The document of `diff`.
[[nodiscard]] std::string train_difference_json(const TrainRun& a, const TrainRun& b,
                                                const PlanDifference& difference);
[[nodiscard]] std::string difference_csv(const TrainRun& a, const TrainRun& b,
                                         const PlanDifference& difference);

/// `stallscope diff` of two plan files: output and exit code.
int diff_plans(const DiffArguments& arguments);

} // namespace stallscope::cli
