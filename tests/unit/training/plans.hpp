#pragma once

#include "training/formats/order_file.hpp"
#include "training/memory/activations.hpp"
#include "training/schedules/schedules.hpp"
#include "training/simulation/simulate.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// A plan that has run.
struct Ran {
  Plan plan;
  Verified verified;
  Execution run;
  std::vector<DeviceAccount> accounts;

  [[nodiscard]] Ticks makespan() const { return run.makespan; }
  [[nodiscard]] Ticks longest_span() const {
    Ticks longest = 0;
    for (const DeviceAccount& account : accounts)
      longest = std::max(longest, account.span());
    return longest;
  }
  [[nodiscard]] Ticks most_idle_in_span() const {
    Ticks most = 0;
    for (const DeviceAccount& account : accounts)
      most = std::max(most, account.span() - account.busy);
    return most;
  }
  [[nodiscard]] Ticks idle(std::uint32_t device, Reason why) const {
    return accounts[device].idle_by_reason[static_cast<std::size_t>(why)];
  }
  [[nodiscard]] std::uint64_t peak_chunks() const {
    std::uint64_t most = 0;
    for (const ActivationPeak& peak : activation_peaks(plan))
      most = std::max(most, peak.parts);
    return most;
  }
};

inline Ran run_of(Plan plan) {
  Ran ran{std::move(plan), {}, {}, {}};
  ran.verified = verify(ran.plan);
  for (const PlanProblem& problem : ran.verified.problems)
    UNSCOPED_INFO(problem.message);
  REQUIRE(ran.verified.problem_count == 0);
  ran.run = simulate(ran.plan, ran.verified);
  REQUIRE_FALSE(ran.run.deadlock);
  ran.accounts = device_accounts(ran.plan, ran.verified, ran.run);
  return ran;
}

/// F, I and W of every stage; B = I + W.
inline void set_durations(Plan& plan, Ticks forward, Ticks input, Ticks weight) {
  for (Stage& stage : plan.stages)
    stage.durations = {forward, input + weight, input, weight, 0, 0};
}

inline Plan plan_of(std::string_view schedule, std::uint32_t devices, std::uint32_t batches,
                    std::uint32_t chunks = 0) {
  Result<Plan> made = make_plan(schedule, {devices, batches, chunks});
  for (const Diagnostic& problem : made.diagnostics())
    UNSCOPED_INFO(format(problem));
  REQUIRE(made.ok());
  return std::move(made).value();
}

inline Ran ran(std::string_view schedule, std::uint32_t devices, std::uint32_t batches,
               std::uint32_t chunks = 0, Ticks forward = 1, Ticks input = 1, Ticks weight = 1) {
  Plan plan = plan_of(schedule, devices, batches, chunks);
  set_durations(plan, forward, input, weight);
  return run_of(std::move(plan));
}

/// A plan whose order is given as the text of an order file.
inline Plan plan_from(std::string_view text, OrderNotation notation = OrderNotation::current) {
  Result<OrderFile> read = read_order_file(text, "order.csv", notation);
  for (const Diagnostic& problem : read.diagnostics())
    UNSCOPED_INFO(format(problem));
  REQUIRE(read.ok());
  return std::move(read).value().plan;
}

/// A line a device, a cell a tick: the operation in its first tick, = while it goes on, . where the
/// device is idle.
inline std::string drawn(const Ran& ran) {
  std::string out;
  for (std::uint32_t device = 0; device < ran.plan.devices; ++device) {
    std::vector<std::string> cells(ran.run.makespan, ".");
    for (OperationIndex i = ran.plan.first_operation[device];
         i < ran.plan.first_operation[device + 1]; ++i) {
      const Operation& op = ran.plan.operations[i];
      std::string label = ran.plan.stages.size() > ran.plan.devices
                              ? name(op)
                              : std::string(info(op.kind).letter) + std::to_string(op.micro_batch);
      const bool second =
          i > ran.plan.first_operation[device] && ran.plan.operations[i - 1].overlaps_next;
      if (second) {
        cells[ran.run.start[i]] += "&" + label;
        continue;
      }
      cells[ran.run.start[i]] = label;
      for (Ticks t = ran.run.start[i] + 1; t < ran.run.end[i]; ++t)
        cells[t] = "=";
    }
    for (std::size_t t = 0; t < cells.size(); ++t)
      out += (t > 0 ? " " : "") + cells[t];
    out += '\n';
  }
  return out;
}

} // namespace stallscope::training
