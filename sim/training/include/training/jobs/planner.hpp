#pragma once

#include "training/jobs/job.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace stallscope::training {

/// The search space of the planner.
struct PlanSpace {
  Job job; ///< the model, the cluster with its number of devices, bytes per parameter
  std::uint64_t samples = 0; ///< samples per step, over all data parallel copies
  std::vector<std::uint64_t> tensor_parallel;
  std::vector<std::uint64_t> pipeline;
  std::vector<std::uint64_t> micro_batch;
  std::vector<std::uint32_t> chunks; ///< chunks to try, for schedules with several stages per
                                     ///< device
  std::vector<std::string> schedules;
  std::vector<Recompute> recompute;
  std::vector<unsigned> zero;
  bool sequence_parallel = true; ///< used with every tensor parallel degree above 1
};
/// Divisors and powers of two of the sizes, and schedules without weight staleness.
[[nodiscard]] PlanSpace default_space(const Job& job, std::uint64_t samples);

/// A point of the search space.
struct PlanPoint {
  std::uint64_t data_parallel = 1;
  std::uint64_t tensor_parallel = 1;
  std::uint32_t pipeline = 1;
  std::uint32_t chunks = 1;
  std::uint64_t micro_batch = 1;
  std::uint32_t micro_batches = 1;
  std::string schedule;
  Recompute recompute = Recompute::none;
  unsigned zero = 0;

  bool operator==(const PlanPoint&) const = default;
};
/// All valid points, in a fixed order: d x t x p equals the number of devices, d x b divides the
/// samples, t divides the heads, every stage has a layer; ZeRO only for d above 1.
[[nodiscard]] std::vector<PlanPoint> plan_points(const PlanSpace& space);

/// Result of simulating a point.
struct PlanOutcome {
  enum class Status : std::uint8_t {
    fits,
    too_large, ///< exceeds device memory
    refused,   ///< the schedule does not support these sizes
  };
  Status status = Status::refused;
  std::string why;        ///< reason, for refused points
  Ticks makespan = 0;     ///< for points that fit
  std::uint64_t peak = 0; ///< bytes of the device with the largest peak; if too large, of the model
                          ///< states only
  double mfu = 0;
  double tokens_per_second = 0;
  double samples_per_second = 0;
};

/// Simulates points one after the other; orders are cached and shared by points of equal schedule
/// and size.
class Planner {
public:
  explicit Planner(const PlanSpace& space) : space_(space) {}
  [[nodiscard]] PlanOutcome evaluate(const PlanPoint& point);
  [[nodiscard]] Job job_of(const PlanPoint& point) const;

private:
  const Plan* order_of(const PlanPoint& point, std::string& why);

  const PlanSpace& space_;
  std::map<std::string, Plan> orders_; ///< by schedule and size
};

/// Indices of the points that no other point beats in both time and memory, by time.
[[nodiscard]] std::vector<std::size_t> pareto_front(const std::vector<PlanOutcome>& outcomes);

} // namespace stallscope::training
