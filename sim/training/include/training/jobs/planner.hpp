#pragma once

#include "training/jobs/job.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace stallscope::training {

/// What a planner may choose from.
struct PlanSpace {
  Job job; ///< the model, the cluster with its number of devices, bytes a parameter
  std::uint64_t samples = 0; ///< of a step, all copies together
  std::vector<std::uint64_t> tensor_parallel;
  std::vector<std::uint64_t> pipeline;
  std::vector<std::uint64_t> micro_batch;
  std::vector<std::uint32_t> chunks; ///< of schedules that have several
  std::vector<std::string> schedules;
  std::vector<Recompute> recompute;
  std::vector<unsigned> zero;
  bool sequence_parallel = true; ///< wherever there is tensor parallelism
};
/// Divisors and powers of two, and schedules without staleness.
[[nodiscard]] PlanSpace default_space(const Job& job, std::uint64_t samples);

/// A choice.
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
/// All that go together, in a fixed order: d x t x p are the cluster's devices, d x b divides the
/// samples, t the heads, every stage has a layer; ZeRO only with copies.
[[nodiscard]] std::vector<PlanPoint> plan_points(const PlanSpace& space);

/// What comes of a choice.
struct PlanOutcome {
  enum class Status : std::uint8_t {
    fits,
    too_large, ///< for the devices' memory
    refused,   ///< its schedule is not for such sizes
  };
  Status status = Status::refused;
  std::string why;        ///< refused
  Ticks makespan = 0;     ///< of those that fit
  std::uint64_t peak = 0; ///< bytes of the fullest device; of states alone where they are too large
  double mfu = 0;
  double tokens_per_second = 0;
  double samples_per_second = 0;
};

/// Simulates choices one after the other; orders that several have in common are made once.
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

/// Those that no other beats in both time and memory, by time: indices.
[[nodiscard]] std::vector<std::size_t> pareto_front(const std::vector<PlanOutcome>& outcomes);

} // namespace stallscope::training
