#include "train/train_plan.hpp"

#include "base/input_limits.hpp"
#include "base/read_file.hpp"
#include "input_output/console.hpp"
#include "training/clusters/cluster.hpp"
#include "training/memory/activations.hpp"
#include "training/models/model_file.hpp"
#include "training/schedules/schedules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace stallscope::cli {

namespace {

using training::Ticks;

void complain(std::string message, std::string expected) {
  Diagnostic problem;
  problem.message = std::move(message);
  problem.expected = std::move(expected);
  print({problem});
}

/// The orders, from a file or a generator.
std::optional<training::Plan> order_plan(const PlanInput& input,
                                         std::optional<training::OrderFile>& order,
                                         std::string& order_text) {
  if (input.order.empty()) {
    training::ScheduleSize size;
    size.devices = static_cast<std::uint32_t>(input.devices.value_or(4));
    size.micro_batches = static_cast<std::uint32_t>(input.micro_batches.value_or(8));
    size.chunks = static_cast<std::uint32_t>(input.chunks.value_or(0));
    auto made = training::make_plan(input.schedule, size);
    print(made.diagnostics());
    return made ? std::optional(std::move(made).value()) : std::nullopt;
  }
  auto text = input.order == "-"
                  ? Result<std::string>(standard_input())
                  : read_file(input.order, InputLimits::program, "an order file", Streams::wait);
  print(text.diagnostics());
  if (!text)
    return std::nullopt;
  order_text = std::move(text).value();
  auto read = training::read_order_file(order_text, input.order,
                                        input.older_order ? training::OrderNotation::older
                                                          : training::OrderNotation::current);
  print(read.diagnostics());
  if (!read)
    return std::nullopt;
  order = std::move(read).value();
  const training::Plan& plan = order->plan;
  for (const auto& [what, given, found] :
       {std::tuple{"devices", input.devices, plan.devices},
        {"micro-batches", input.micro_batches, plan.micro_batches},
        {"chunks", input.chunks, plan.chunks}})
    if (given && *given != found) {
      complain(fmt::format("{}: it has {} {}, not {}", input.order, found, what, *given),
               "the number of the order file, or none");
      return std::nullopt;
    }
  return plan;
}

/// One value for every part of the model.
bool spread(const char* key, const std::vector<Ticks>& values, std::size_t parts,
            std::vector<Ticks>& out) {
  if (values.size() != 1 && values.size() != parts) {
    complain(fmt::format("{}: {} durations for {} stages", key, values.size(), parts),
             fmt::format("one, or {}", parts));
    return false;
  }
  out.resize(parts);
  for (std::size_t i = 0; i < parts; ++i)
    out[i] = values.size() == 1 ? values[0] : values[i];
  return true;
}

/// The durations of the parts of the model, as given.
bool part_durations(const PlanInput& input, bool split, std::size_t parts,
                    std::vector<training::Durations>& out) {
  const bool no_parts = input.input_gradient.empty() && input.weight_gradient.empty();
  std::vector<Ticks> forward;
  std::vector<Ticks> backward;
  std::vector<Ticks> gradient;
  std::vector<Ticks> weight;
  std::vector<Ticks> overlapped;
  const auto or_one = [](const std::vector<Ticks>& list, Ticks value) {
    return list.empty() ? std::vector<Ticks>{value} : list;
  };
  if (!spread("forward", input.forward, parts, forward) ||
      !spread("backward", or_one(input.backward, 0), parts, backward) ||
      !spread("input_gradient", or_one(input.input_gradient, 1), parts, gradient) ||
      !spread("weight_gradient", or_one(input.weight_gradient, 1), parts, weight) ||
      !spread("overlapped", or_one(input.overlapped, 0), parts, overlapped))
    return false;
  for (std::size_t i = 0; i < parts; ++i) {
    if (input.backward.empty()) {
      backward[i] = gradient[i] + weight[i];
    } else if (no_parts) {
      if (split && backward[i] % 2 != 0) {
        complain(fmt::format("a backward pass of {} is split, and has no half", backward[i]),
                 "input_gradient and weight_gradient (--input-grad, --weight-grad)");
        return false;
      }
      gradient[i] = backward[i] - backward[i] / 2;
      weight[i] = backward[i] / 2;
    } else if (input.input_gradient.empty() || input.weight_gradient.empty()) {
      Ticks& missing = input.weight_gradient.empty() ? weight[i] : gradient[i];
      const Ticks given = input.weight_gradient.empty() ? gradient[i] : weight[i];
      if (given > backward[i]) {
        complain(fmt::format("a part of {} of a backward pass of {}", given, backward[i]),
                 "no more than the whole");
        return false;
      }
      missing = backward[i] - given;
    }
    out.push_back({forward[i], backward[i], gradient[i], weight[i], 0, overlapped[i]});
  }
  return true;
}

/// Chunks take their share of the durations of a device; a unit becomes several ticks where that is
/// no whole number.
void share_among_chunks(training::Plan& plan) {
  const Ticks v = plan.chunks;
  const auto all = [&plan](const auto& act) {
    for (training::Stage& stage : plan.stages)
      for (Ticks* ticks :
           {&stage.durations.forward, &stage.durations.backward, &stage.durations.input_gradient,
            &stage.durations.weight_gradient, &stage.durations.overlapped})
        act(*ticks);
  };
  bool whole_shares = true;
  all([&](Ticks ticks) { whole_shares = whole_shares && ticks % v == 0; });
  if (whole_shares) {
    all([v](Ticks& ticks) { ticks /= v; });
    return;
  }
  plan.ticks_per_unit = v;
  plan.transfer *= v;
}

/// Everything fits in 64 bits.
bool fits(const training::Plan& plan) {
  long double work = 0;
  for (const training::Stage& stage : plan.stages) {
    const training::Durations& d = stage.durations;
    work += static_cast<long double>(d.forward) + static_cast<long double>(d.backward) +
            static_cast<long double>(d.input_gradient) +
            static_cast<long double>(d.weight_gradient) + static_cast<long double>(d.overlapped) +
            static_cast<long double>(d.recompute) + static_cast<long double>(d.reduce_gradient) +
            static_cast<long double>(d.optimizer_step) +
            2 * static_cast<long double>(plan.transfer);
  }
  constexpr long double kMost = 4e18L;
  const long double most = work * plan.micro_batches * plan.devices;
  if (most > kMost)
    complain("the durations of all operations on all devices are more than 64 bits hold",
             "shorter durations");
  return most <= kMost;
}

/// The durations that the keys give.
bool set_durations(const PlanInput& input, bool split, training::Plan& plan) {
  if (input.accumulation && plan.update == training::WeightUpdate::buffered)
    plan.accumulation = static_cast<std::uint32_t>(*input.accumulation);
  std::vector<training::Durations> parts;
  if (!part_durations(input, split, plan.pipelines[0].stages, parts))
    return false;
  for (training::Stage& stage : plan.stages)
    stage.durations = parts[stage.part];
  plan.transfer = input.transfer;
  plan.links = input.links;
  if (input.per_chunk && plan.chunks > 1)
    share_among_chunks(plan);
  return fits(plan);
}

/// The durations and bytes of a model on a cluster. False, with everything wrong printed.
bool add_job(const PlanInput& input, TrainPlan& out) {
  if (input.has_durations || input.per_chunk) {
    complain("durations beside a model", "a model, whose durations follow, or durations");
    return false;
  }
  const auto model = training::load_model(input.model);
  const auto cluster = training::load_cluster(input.cluster);
  print_all(model.diagnostics());
  print_all(cluster.diagnostics());
  if (!model || !cluster)
    return false;
  training::Job job{*model,
                    *cluster,
                    input.spread,
                    input.state_bytes,
                    input.overlap_gradients,
                    input.tick.value_or(1)};
  job.spread.pipeline = out.plan.devices;
  if (input.micro_batch_size)
    job.model.micro_batch = *input.micro_batch_size;
  if (input.reached_percent)
    job.cluster.reached_percent = *input.reached_percent;
  out.without_job = out.plan;
  auto costs = training::apply_job(job, out.plan);
  print_all(costs.diagnostics());
  if (!costs || !fits(out.plan))
    return false;
  out.costs = std::move(costs).value();
  out.job = std::move(job);
  out.verified = training::verify(out.plan);
  return true;
}

bool within_memory(const training::Plan& plan, std::uint64_t limit) {
  const std::vector<training::ActivationPeak> peaks = training::activation_peaks(plan);
  bool good = true;
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    if (peaks[device].chunks <= limit * plan.chunks)
      continue;
    good = false;
    complain(fmt::format("out of memory: device {} holds {} activations{} with {}", device,
                         peaks[device].chunks, plan.chunks > 1 ? " of chunks" : "",
                         training::name(plan.operations[peaks[device].operation])),
             fmt::format("at most {}", limit * plan.chunks));
  }
  return good;
}

} // namespace

std::optional<TrainPlan> load_plan(const std::string& file,
                                   const std::vector<PlanSetting>& settings, bool order_counts) {
  PlanInput input;
  const bool file_good = file.empty() || take_plan_file(file, input);
  if (!take_plan_settings(settings, input) || !file_good)
    return std::nullopt;
  std::optional<training::OrderFile> order;
  std::string order_text;
  std::optional<training::Plan> plan = order_plan(input, order, order_text);
  if (!plan)
    return std::nullopt;
  const bool split =
      !order_counts ||
      std::any_of(plan->operations.begin(), plan->operations.end(),
                  [](const auto& op) { return op.kind == training::Kind::input_gradient; });
  if (!set_durations(input, split, *plan))
    return std::nullopt;
  TrainPlan out;
  out.plan = std::move(*plan);
  out.verified = training::verify(out.plan);
  if (out.verified.problem_count > 0) {
    if (order) {
      print(training::placed(out.verified, *order, order_text, input.order));
      if (out.verified.problem_count > out.verified.problems.size())
        print_error(fmt::format("{}: {} problems in all", input.order, out.verified.problem_count));
    } else { // a generator's orders are good
      for (const training::PlanProblem& problem : out.verified.problems)
        complain(problem.message, problem.expected);
    }
    return std::nullopt;
  }
  if (input.activation_limit)
    out.most_chunks = static_cast<std::uint32_t>(*input.activation_limit) * out.plan.chunks;
  if (order_counts && input.activation_limit && !within_memory(out.plan, *input.activation_limit))
    return std::nullopt;
  out.show_out_of_memory = input.show_out_of_memory;
  if (!input.model.empty() && !add_job(input, out))
    return std::nullopt;
  return out;
}

} // namespace stallscope::cli
