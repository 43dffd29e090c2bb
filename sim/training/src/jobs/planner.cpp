#include "training/jobs/planner.hpp"

#include "training/schedules/schedules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::training {

namespace {

/// Limit of cached orders.
constexpr std::size_t kMostOrders = 64;

std::vector<std::uint64_t> divisors(std::uint64_t number) {
  std::vector<std::uint64_t> list;
  for (std::uint64_t d = 1; d <= number; ++d)
    if (number % d == 0)
      list.push_back(d);
  return list;
}

std::uint64_t layers_of_model(const Model& model) {
  return model.is_transformer() ? model.transformer.layers : model.layers.size();
}

/// Enumerates points, one coordinate after the other.
class PointList {
public:
  explicit PointList(const PlanSpace& space)
      : space_(space), layers_(layers_of_model(space.job.model)) {}

  std::vector<PlanPoint> all() {
    const Model& model = space_.job.model;
    for (const std::uint64_t t : space_.tensor_parallel) {
      if (t > 1 && (!model.is_transformer() || model.transformer.heads % t != 0))
        continue;
      for (const std::uint64_t p : space_.pipeline) {
        const std::uint64_t both = t * p;
        if (p > layers_ || p > kMostDevices || space_.job.cluster.devices % both != 0)
          continue;
        PlanPoint point;
        point.tensor_parallel = t;
        point.pipeline = static_cast<std::uint32_t>(p);
        point.data_parallel = space_.job.cluster.devices / both;
        with_batches(point);
      }
    }
    return std::move(points_);
  }

private:
  void with_batches(PlanPoint point) {
    for (const std::uint64_t b : space_.micro_batch) {
      const std::uint64_t at_once = point.data_parallel * b;
      if (space_.samples % at_once != 0 || space_.samples / at_once > kMostMicroBatches)
        continue;
      point.micro_batch = b;
      point.micro_batches = static_cast<std::uint32_t>(space_.samples / at_once);
      with_schedules(point);
    }
  }

  void with_schedules(PlanPoint point) {
    for (const std::string& name : space_.schedules) {
      const ScheduleInfo* info = find_schedule(name);
      if (info == nullptr || (point.pipeline == 1 && name != space_.schedules.front()))
        continue; // with one device all schedules have the same order
      point.schedule = name;
      std::vector<std::uint32_t> chunks{info->default_chunks};
      if (info->least_chunks != info->most_chunks)
        chunks = space_.chunks;
      for (const std::uint32_t v : chunks) {
        const std::uint64_t parts = std::uint64_t{point.pipeline} * v;
        if (v < info->default_chunks || v > info->most_chunks || parts > layers_)
          continue;
        point.chunks = v;
        with_memory(point);
      }
    }
  }

  void with_memory(PlanPoint point) {
    for (const Recompute recompute : space_.recompute) {
      if (recompute != Recompute::none && !space_.job.model.is_transformer())
        continue;
      point.recompute = recompute;
      for (const unsigned zero : space_.zero) {
        if (zero > 0 && point.data_parallel == 1)
          continue;
        point.zero = zero;
        points_.push_back(point);
      }
    }
  }

  const PlanSpace& space_;
  std::uint64_t layers_;
  std::vector<PlanPoint> points_;
};

} // namespace

PlanSpace default_space(const Job& job, std::uint64_t samples) {
  PlanSpace space;
  space.job = job;
  space.samples = samples;
  for (const std::uint64_t t : divisors(job.cluster.devices_per_node))
    if (job.cluster.devices % t == 0)
      space.tensor_parallel.push_back(t); // keeps all-reduces of layers within a node
  for (const std::uint64_t p : divisors(job.cluster.devices))
    if (p <= layers_of_model(job.model))
      space.pipeline.push_back(p);
  space.micro_batch = {1, 2, 4, 8};
  space.chunks = {2, 4};
  space.schedules = {"1f1b", "interleaved-1f1b", "zb-h1", "zb-v", "v-half"};
  space.recompute = {Recompute::none, Recompute::selective, Recompute::full};
  space.zero = {0, 1, 2, 3};
  return space;
}

std::vector<PlanPoint> plan_points(const PlanSpace& space) {
  return PointList(space).all();
}

Job Planner::job_of(const PlanPoint& point) const {
  Job job = space_.job;
  job.model.micro_batch = point.micro_batch;
  job.spread.data_parallel = point.data_parallel;
  job.spread.tensor_parallel = point.tensor_parallel;
  job.spread.pipeline = point.pipeline;
  job.spread.sequence_parallel = space_.sequence_parallel && point.tensor_parallel > 1;
  job.spread.zero = point.zero;
  job.spread.recompute = point.recompute;
  return job;
}

const Plan* Planner::order_of(const PlanPoint& point, std::string& why) {
  const std::string key =
      fmt::format("{} {} {} {}", point.schedule, point.pipeline, point.micro_batches, point.chunks);
  if (const auto found = orders_.find(key); found != orders_.end())
    return &found->second;
  Result<Plan> made =
      make_plan(point.schedule, {point.pipeline, point.micro_batches, point.chunks});
  if (!made) {
    why = made.diagnostics().front().message + "; expected " + made.diagnostics().front().expected;
    return nullptr;
  }
  if (orders_.size() >= kMostOrders)
    orders_.clear();
  return &orders_.emplace(key, std::move(made).value()).first->second;
}

PlanOutcome Planner::evaluate(const PlanPoint& point) {
  PlanOutcome out;
  const Plan* order = order_of(point, out.why);
  if (order == nullptr)
    return out;
  const Job job = job_of(point);
  Plan plan = *order;
  const Result<JobCosts> costs = apply_job(job, plan);
  if (!costs) {
    out.why = costs.diagnostics().front().message;
    return out;
  }
  for (const BytesPeak& peak : byte_peaks(plan, costs->bytes))
    out.peak = std::max(out.peak, peak.bytes.all());
  if (out.peak > job.cluster.memory) {
    out.status = PlanOutcome::Status::too_large;
    return out;
  }
  const Execution run = simulate(plan, verify(plan));
  out.status = PlanOutcome::Status::fits;
  out.makespan = run.makespan;
  const JobRates rates = job_rates(job, plan, *costs, run.makespan);
  out.mfu = rates.mfu;
  out.tokens_per_second = rates.tokens_per_second;
  out.samples_per_second = rates.samples_per_second;
  return out;
}

std::vector<std::size_t> pareto_front(const std::vector<PlanOutcome>& outcomes) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (outcomes[i].status == PlanOutcome::Status::fits)
      order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const PlanOutcome& x = outcomes[a];
    const PlanOutcome& y = outcomes[b];
    return x.makespan != y.makespan ? x.makespan < y.makespan : x.peak < y.peak;
  });
  std::vector<std::size_t> front;
  for (const std::size_t i : order)
    if (front.empty() || outcomes[i].peak < outcomes[front.back()].peak)
      front.push_back(i);
  return front;
}

} // namespace stallscope::training
