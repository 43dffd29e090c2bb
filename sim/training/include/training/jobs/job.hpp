#pragma once

#include "base/result.hpp"
#include "training/jobs/part_costs.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::training {

/// A model on a cluster, and how it is spread: Spread::pipeline is the number of pipeline devices.
struct Job {
  Model model;
  Cluster cluster;
  Spread spread;
  StateBytes state_bytes;
  bool overlap_gradients = true;
  std::uint64_t tick = 1; ///< ns; durations are rounded up to whole ticks
};

/// What a plan costs when a job's parts are its stages.
struct JobCosts {
  std::vector<PartCosts> parts;     ///< by part of the model
  std::uint64_t transfer_bytes = 0; ///< of an activation
  PlanBytes bytes;
};

/// What does not go together in a job for a plan.
[[nodiscard]] std::vector<SpreadProblem> problems_of(const Job& job, const Plan& plan);

/// Gives the stages of a plan the durations of a job in ticks, and adds to its orders what the job
/// needs: R in front of backward passes, reduction of gradients and optimizer steps where weights
/// change. Ranks: tensor parallel devices are neighbours, then data parallel ones, then the
/// pipeline's. What is wrong is told as errors without a place.
[[nodiscard]] Result<JobCosts> apply_job(const Job& job, Plan& plan);

/// Rates of a job, all over one step: the makespan of its plan.
struct JobRates {
  std::uint64_t devices = 0; ///< d x t x p
  std::uint64_t samples = 0; ///< of a step: d x m x b
  std::uint64_t tokens = 0;  ///< of transformers
  double seconds = 0;        ///< a step
  double samples_per_second = 0;
  double tokens_per_second = 0;
  /// Model FLOP utilisation: three forward passes' FLOP over what devices could have done
  /// (Chowdhery et al., PaLM, 2022). Recomputation does not count; with it: hardware FLOP
  /// utilisation.
  double mfu = 0;
  double hfu = 0;
};
[[nodiscard]] JobRates job_rates(const Job& job, const Plan& plan, const JobCosts& costs,
                                 Ticks makespan);

/// A change that makes a job fit, measured.
struct Remedy {
  std::string change; ///< "--recompute selective"
  Ticks makespan = 0;
  std::uint64_t peak = 0; ///< bytes of the fullest device
};
/// Remedies for a plan whose devices are too small, cheapest first: every one has been simulated.
/// `schedule`, micro-batches and chunks are the plan's. Orders of a file stay as they are.
[[nodiscard]] std::vector<Remedy> find_remedies(const Job& job, const Plan& plan, std::size_t most);

} // namespace stallscope::training
