#include "training/plan_files/plan_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace stallscope::training {

TrainRun run_plan(TrainPlan plan, Ticks limit, const GoOn& go_on) {
  TrainRun run;
  run.plan = std::move(plan);
  run.execution = simulate(run.plan.plan, run.plan.verified, go_on);
  if (run.execution.deadlock || run.execution.interrupted)
    return run;
  run.until = std::min(limit, run.execution.makespan);
  run.accounts = device_accounts(run.plan.plan, run.plan.verified, run.execution, run.until);
  run.peaks = activation_peaks(run.plan.plan);
  if (run.plan.job)
    run.byte_peaks = byte_peaks(run.plan.plan, run.plan.costs.bytes);
  if (run.plan.plan.update != WeightUpdate::flush)
    run.versions = weight_versions(run.plan.plan);
  return run;
}

std::optional<OutOfMemory> out_of_memory(const TrainRun& run) {
  if (!run.plan.job)
    return std::nullopt;
  return out_of_memory(run.plan.plan, run.plan.costs.bytes, run.execution,
                       run.plan.job->cluster.memory);
}

Rational::Rational(std::uint64_t n, std::uint64_t d) : numerator(n), denominator(d) {
  if (d == 0) {
    denominator = 1;
    return;
  }
  const std::uint64_t common = std::gcd(n, d);
  numerator /= common;
  denominator /= common;
}

std::string Rational::text() const {
  return denominator == 1 ? fmt::format("{}", numerator)
                          : fmt::format("{}/{}", numerator, denominator);
}

Bubble bubble_of(const TrainRun& run) {
  Bubble bubble;
  Ticks idle = 0;
  for (const DeviceAccount& account : run.accounts) {
    bubble.ideal = std::max(bubble.ideal, account.busy);
    bubble.longest_span = std::max(bubble.longest_span, account.span());
    idle += account.idle;
  }
  bubble.idle_over_makespan = {idle, run.plan.plan.devices * run.until};
  bubble.idle_over_ideal = {run.until - bubble.ideal, bubble.ideal};
  bubble.of_longest_span = {bubble.longest_span - bubble.ideal, bubble.longest_span};
  return bubble;
}

void add_statistics(trace::RunRecord& record, const TrainRun& run) {
  const Bubble bubble = bubble_of(run);
  const auto share = [&record](const char* name, const char* label, const Rational& fraction) {
    record.unit_counts.push_back({name, label, 0, fraction.as_double()});
  };
  record.unit_counts.push_back({"ideal", "work of the busiest device", bubble.ideal});
  record.unit_counts.push_back({"longest_span", "longest span of a device", bubble.longest_span});
  share("bubble.idle_over_makespan", "bubble: idle / makespan", bubble.idle_over_makespan);
  share("bubble.idle_over_ideal", "bubble: (makespan - ideal) / ideal", bubble.idle_over_ideal);
  share("bubble.longest_span", "bubble: 1 - ideal / longest span", bubble.of_longest_span);
  const Plan& plan = run.plan.plan;
  const std::string unit = activation_parts(plan) == 1 ? std::string()
                           : plan.held.all == 1
                               ? std::string(", chunks")
                               : fmt::format(", in 1/{} of one", activation_parts(plan));
  for (std::uint32_t device = 0; device < plan.devices; ++device)
    record.unit_counts.push_back({fmt::format("peak_activations.{}", device),
                                  fmt::format("peak activations of device {}{}", device, unit),
                                  run.peaks[device].parts});
}

} // namespace stallscope::training
