#pragma once

#include "base/result.hpp"
#include "training/jobs/part_costs.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::training {

/// A model on a cluster with its parallelism; Spread::pipeline is the number of pipeline devices.
struct Job {
  Model model;
  Cluster cluster;
  Spread spread;
  StateBytes state_bytes;
  bool overlap_gradients = true;
  std::uint64_t tick = 1; ///< ns; durations are rounded up to a multiple of it
};

/// Costs of a plan whose stages are parts of a job's model.
struct JobCosts {
  std::vector<PartCosts> parts;     ///< by part of the model
  std::uint64_t transfer_bytes = 0; ///< of the largest transfer between stages
  PlanBytes bytes;
};

/// Conflicts between a job's options and a plan.
[[nodiscard]] std::vector<SpreadProblem> problems_of(const Job& job, const Plan& plan);

/// Sets the stage durations of a plan to those of a job in ticks, and adds operations that the job
/// needs: R before backward passes, reduction of gradients and optimizer steps where weights
/// change. Rank order: tensor parallel, then data parallel, then pipeline. Errors have no source
/// location.
[[nodiscard]] Result<JobCosts> apply_job(const Job& job, Plan& plan);

/// Adds R in front of the backward passes of a plan without a job.
void add_recomputation(Plan& plan);

/// Rates of a job, all over one training step: the makespan of its plan.
struct JobRates {
  std::uint64_t devices = 0; ///< d x t x p
  std::uint64_t samples = 0; ///< per step: d x m x b
  std::uint64_t tokens = 0;  ///< tokens of transformers
  double seconds = 0;        ///< duration of a step
  double samples_per_second = 0;
  double tokens_per_second = 0;
  /// Model FLOP utilisation: FLOP of three forward passes over the peak FLOP of the devices
  /// (Chowdhery et al., PaLM, 2022). Recomputation is counted only in the hardware FLOP
  /// utilisation.
  double mfu = 0;
  double hfu = 0;
};
[[nodiscard]] JobRates job_rates(const Job& job, const Plan& plan, const JobCosts& costs,
                                 Ticks makespan);

/// A change with which a job fits into memory, and its simulated cost.
struct Remedy {
  std::string change; ///< "--recompute selective"
  Ticks makespan = 0;
  std::uint64_t peak = 0; ///< bytes of the device with the largest peak
};
/// Remedies for a plan that exceeds device memory, fastest first, each simulated. `schedule`,
/// micro-batches and chunks are the plan's. Orders read from a file are kept.
[[nodiscard]] std::vector<Remedy> find_remedies(const Job& job, const Plan& plan, std::size_t most);

} // namespace stallscope::training
