#include "train/train_planner_report.hpp"

#include "base/csv.hpp"
#include "train/train_job_report.hpp"
#include "training/schedules/schedules.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace stallscope::cli {

namespace {

using PlannerJson = nlohmann::ordered_json;
using training::PlanOutcome;
using training::PlanPoint;
using training::PlanSpace;

std::string plan_line(const PlanPoint& p, const PlanOutcome& o) {
  return fmt::format("{:>5}{:>5}{:>5}{:>4}{:>5}{:>7}  {:<17}{:<10}{:>4}{:>12}{:>10.2f}{:>8.2f}\n",
                     p.data_parallel, p.tensor_parallel, p.pipeline, p.chunks, p.micro_batch,
                     p.micro_batches, p.schedule, training::name(p.recompute), p.zero,
                     time_words(o.makespan), static_cast<double>(o.peak) / (1024.0 * 1024 * 1024),
                     100 * o.mfu);
}

std::string options_of(const PlanSpace& space, const PlanPoint& p) {
  const training::ScheduleInfo* info = training::find_schedule(p.schedule);
  std::string out =
      fmt::format("stallscope train --model {} --cluster {}x{} --schedule {} --devices {} "
                  "--micro-batches {} --micro-batch-size {}",
                  space.job.model.name, space.job.cluster.name, space.job.cluster.devices,
                  p.schedule, p.pipeline, p.micro_batches, p.micro_batch);
  if (info != nullptr && info->least_chunks != info->most_chunks)
    out += fmt::format(" --chunks {}", p.chunks);
  if (p.data_parallel > 1)
    out += fmt::format(" --data-parallel {}", p.data_parallel);
  if (p.tensor_parallel > 1)
    out += fmt::format(" --tensor-parallel {}{}", p.tensor_parallel,
                       space.sequence_parallel ? " --sequence-parallel" : "");
  if (p.zero > 0)
    out += fmt::format(" --zero {}", p.zero);
  if (p.recompute != training::Recompute::none)
    out += fmt::format(" --recompute {}", training::name(p.recompute));
  return out;
}

constexpr const char* kPlanHead = "    d    t    p   v    b      m  schedule         recompute "
                                  "zero        step  peak GiB   MFU %\n";

std::uint64_t count_of(const PlannerResult& run, PlanOutcome::Status status) {
  return static_cast<std::uint64_t>(
      std::count_if(run.outcomes.begin(), run.outcomes.end(),
                    [status](const PlanOutcome& o) { return o.status == status; }));
}

std::vector<std::size_t> fastest(const PlannerResult& run, std::uint64_t most) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < run.outcomes.size(); ++i)
    if (run.outcomes[i].status == PlanOutcome::Status::fits)
      order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return run.outcomes[a].makespan < run.outcomes[b].makespan;
  });
  order.resize(std::min<std::size_t>(order.size(), most));
  return order;
}

PlannerJson entry_json(const PlannerResult& run, std::size_t i) {
  const PlanOutcome& o = run.outcomes[i];
  PlannerJson entry = {{"point", i + 1}};
  entry.update(plan_point_json(run.points[i]));
  entry["status"] = o.status == PlanOutcome::Status::fits        ? "fits"
                    : o.status == PlanOutcome::Status::too_large ? "too_large"
                                                                 : "refused";
  const bool fits = o.status == PlanOutcome::Status::fits;
  entry["makespan"] = fits ? PlannerJson(o.makespan) : PlannerJson(nullptr);
  entry["peak_bytes"] = o.peak;
  entry["mfu"] = o.mfu;
  entry["tokens_per_second"] = o.tokens_per_second;
  entry["samples_per_second"] = o.samples_per_second;
  entry["why"] = o.why;
  return entry;
}

} // namespace

nlohmann::ordered_json plan_point_json(const training::PlanPoint& p) {
  return {{"data_parallel", p.data_parallel},
          {"tensor_parallel", p.tensor_parallel},
          {"pipeline", p.pipeline},
          {"chunks", p.chunks},
          {"micro_batch", p.micro_batch},
          {"micro_batches", p.micro_batches},
          {"schedule", p.schedule},
          {"recompute", training::name(p.recompute)},
          {"zero", p.zero}};
}

std::string planner_text(const PlannerResult& run, const TrainPlannerArguments& a) {
  const auto front = training::pareto_front(run.outcomes);
  const training::Job& job = run.space.job;
  std::string out = fmt::format(
      "{} on {} devices of {}, {} samples a step: {} choices, {} fit, {} are too large\n"
      "Passes take {} % of a device's published FLOP/s{}\n\n",
      job.model.name, job.cluster.devices, job.cluster.name, run.space.samples, run.points.size(),
      count_of(run, PlanOutcome::Status::fits), count_of(run, PlanOutcome::Status::too_large),
      job.cluster.reached_percent,
      // Narayanan et al., 2021: 44 to 52 % of an A100's, of models of 1.7 to 1008 billion
      // parameters
      job.cluster.reached_percent == 100
          ? "; programs reach less (--reached-percent), Megatron 44 to 52 on A100"
          : "");
  if (front.empty())
    return out + "Nothing fits; expected more devices, or smaller micro-batches\n";
  out += std::string("Pareto front: no other takes less time and less memory\n") + kPlanHead;
  for (const std::size_t i : front)
    out += plan_line(run.points[i], run.outcomes[i]);
  if (a.top > 0) {
    out += fmt::format("\nFastest\n{}", kPlanHead);
    for (const std::size_t i : fastest(run, a.top))
      out += plan_line(run.points[i], run.outcomes[i]);
  }
  return out + "\nThe first one in full:\n  " + options_of(run.space, run.points[front[0]]) + "\n";
}

std::string planner_json(const PlannerResult& run) {
  PlannerJson plans = PlannerJson::array();
  for (std::size_t i = 0; i < run.points.size(); ++i)
    plans.push_back(entry_json(run, i));
  PlannerJson front = PlannerJson::array();
  for (const std::size_t i : training::pareto_front(run.outcomes))
    front.push_back(entry_json(run, i));
  const PlannerJson out = {{"schema", "stallscope.train_plan/1"},
                           {"model", run.space.job.model.name},
                           {"cluster", run.space.job.cluster.name},
                           {"devices", run.space.job.cluster.devices},
                           {"samples", run.space.samples},
                           {"tried", run.ran},
                           {"fit", count_of(run, PlanOutcome::Status::fits)},
                           {"pareto", std::move(front)},
                           {"plans", std::move(plans)}};
  return out.dump(2) + "\n";
}

std::string planner_csv(const PlannerResult& run) {
  std::string out = "point,data_parallel,tensor_parallel,pipeline,chunks,micro_batch,micro_batches,"
                    "schedule,recompute,zero,status,makespan,peak_bytes,mfu,tokens_per_second,"
                    "pareto\n";
  const auto front = training::pareto_front(run.outcomes);
  for (std::size_t i = 0; i < run.points.size(); ++i) {
    const PlannerJson e = entry_json(run, i);
    const PlanPoint& p = run.points[i];
    const PlanOutcome& o = run.outcomes[i];
    out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", i + 1, p.data_parallel,
                       p.tensor_parallel, p.pipeline, p.chunks, p.micro_batch, p.micro_batches,
                       csv_field(p.schedule), training::name(p.recompute), p.zero,
                       e.at("status").get<std::string>(),
                       o.makespan > 0 ? std::to_string(o.makespan) : std::string(), o.peak, o.mfu,
                       o.tokens_per_second,
                       std::find(front.begin(), front.end(), i) != front.end() ? 1 : 0);
  }
  return out;
}

std::string planner_dry_text(const PlannerResult& run) {
  std::string out = fmt::format("{} choices\n", run.points.size());
  for (std::size_t i = 0; i < run.points.size(); ++i)
    out += fmt::format("{:>7}  {}\n", i + 1, options_of(run.space, run.points[i]));
  return out;
}

} // namespace stallscope::cli
