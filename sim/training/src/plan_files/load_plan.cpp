#include "training/plan_files/load_plan.hpp"

#include "base/input_limits.hpp"
#include "machine/toml_reader.hpp"
#include "training/clusters/cluster.hpp"
#include "training/memory/activations.hpp"
#include "training/models/model_file.hpp"
#include "training/plan_files/plan_run.hpp"
#include "training/schedules/schedules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace stallscope::training {

namespace {

void complain(Diagnostics& problems, std::string message, std::string expected) {
  Diagnostic problem;
  problem.message = std::move(message);
  problem.expected = std::move(expected);
  problems.push_back(std::move(problem));
}

void append(Diagnostics& to, const Diagnostics& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// Reports a problem at the plan file's value of `key`, if the value comes from the plan file. A
/// problem of a whole file that the key names is reported there, too.
void complain(Diagnostics& problems, const PlanInput& input, std::string_view key,
              Diagnostic problem) {
  if (const auto place = input.places.find(key);
      place != input.places.end() && (problem.file.empty() || problem.line == 0)) {
    if (!problem.file.empty())
      problem.message = fmt::format("{}: {}", problem.file, problem.message);
    problem.file = place->second.file;
    problem.line = place->second.line;
    problem.column = place->second.column;
    problem.length = place->second.length;
    problem.source_line = place->second.source_line;
  }
  problems.push_back(std::move(problem));
}

void complain(Diagnostics& problems, const PlanInput& input, std::string_view key,
              std::string message, std::string expected) {
  Diagnostic problem;
  problem.message = std::move(message);
  problem.expected = std::move(expected);
  complain(problems, input, key, std::move(problem));
}

/// The key was set; otherwise its value is the default.
bool said(const PlanInput& input, std::string_view key) {
  return input.places.contains(key) || input.settings.contains(key);
}

void append(Diagnostics& to, const PlanInput& input, std::string_view key,
            const Diagnostics& more) {
  for (const Diagnostic& problem : more)
    complain(to, input, key, problem);
}

/// Kind of file that a key may name: a user's setting may name a pipe, a plan file only a regular
/// file.
Streams streams_of(const PlanSource& source, std::string_view key) {
  const bool asked = std::any_of(source.settings.begin(), source.settings.end(),
                                 [key](const PlanSetting& setting) { return setting.key == key; });
  return asked ? Streams::wait : Streams::refuse;
}

/// A plan with orders from a file or a generator.
std::optional<Plan> order_plan(const PlanInput& input, const FileReader& read_file, Streams streams,
                               std::optional<OrderFile>& order, std::string& order_text,
                               Diagnostics& problems) {
  if (input.order.empty()) {
    ScheduleSize size;
    size.devices = static_cast<std::uint32_t>(input.devices.value_or(4));
    size.micro_batches = static_cast<std::uint32_t>(input.micro_batches.value_or(8));
    size.chunks = static_cast<std::uint32_t>(input.chunks.value_or(0));
    const ScheduleInfo* info = find_schedule(input.schedule);
    for (SizeProblem& wrong :
         info == nullptr ? std::vector<SizeProblem>() : problems_of(*info, size)) {
      complain(problems, input, said(input, wrong.key) ? wrong.key : "schedule",
               std::move(wrong.problem));
    }
    if (!problems.empty())
      return std::nullopt;
    auto made = make_plan(input.schedule, size);
    append(problems, made.diagnostics());
    return made ? std::optional(std::move(made).value()) : std::nullopt;
  }
  auto text = read_file(input.order, InputLimits::order_file, "an order file", streams);
  append(problems, input, "order", text.diagnostics());
  if (!text)
    return std::nullopt;
  order_text = std::move(text).value();
  auto read = read_order_file(order_text, input.order,
                              input.older_order ? OrderNotation::older : OrderNotation::current);
  append(problems, read.diagnostics());
  if (!read)
    return std::nullopt;
  order = std::move(read).value();
  const Plan& plan = order->plan;
  for (const auto& [key, what, given, found] :
       {std::tuple{"devices", "devices", input.devices, plan.devices},
        {"micro_batches", "micro-batches", input.micro_batches, plan.micro_batches},
        {"chunks", "chunks", input.chunks, plan.chunks}})
    if (given && *given != found) {
      complain(problems, input, key,
               fmt::format("{}: it has {} {}, not {}", input.order, found, what, *given),
               "the number of the order file, or none");
      return std::nullopt;
    }
  return plan;
}

/// Expands one value to all parts of the model.
bool spread(const PlanInput& input, const char* key, const std::vector<Ticks>& values,
            std::size_t parts, std::vector<Ticks>& out, Diagnostics& problems) {
  if (values.size() != 1 && values.size() != parts) {
    complain(problems, input, key,
             fmt::format("{}: {} durations for {} stages", key, values.size(), parts),
             fmt::format("one, or {}", parts));
    return false;
  }
  out.resize(parts);
  for (std::size_t i = 0; i < parts; ++i)
    out[i] = values.size() == 1 ? values[0] : values[i];
  return true;
}

/// The given durations, by part of the model, in ticks of which a time unit has `unit`: two where a
/// half of a backward pass is not whole.
bool part_durations(const PlanInput& input, bool split, std::size_t parts,
                    std::vector<Durations>& out, Ticks& unit, Diagnostics& problems) {
  const bool no_parts = input.input_gradient.empty() && input.weight_gradient.empty();
  std::vector<Ticks> forward;
  std::vector<Ticks> backward;
  std::vector<Ticks> gradient;
  std::vector<Ticks> weight;
  std::vector<Ticks> overlapped;
  const auto or_one = [](const std::vector<Ticks>& list, Ticks value) {
    return list.empty() ? std::vector<Ticks>{value} : list;
  };
  if (!spread(input, "forward", input.forward, parts, forward, problems) ||
      !spread(input, "backward", or_one(input.backward, 0), parts, backward, problems) ||
      !spread(input, "input_gradient", or_one(input.input_gradient, 1), parts, gradient,
              problems) ||
      !spread(input, "weight_gradient", or_one(input.weight_gradient, 1), parts, weight,
              problems) ||
      !spread(input, "overlapped", or_one(input.overlapped, 0), parts, overlapped, problems))
    return false;
  const bool odd =
      std::any_of(backward.begin(), backward.end(), [](Ticks t) { return t % 2 != 0; });
  if (split && no_parts && !input.backward.empty() && odd) {
    unit = 2;
    for (std::vector<Ticks>* list : {&forward, &backward, &overlapped})
      for (Ticks& ticks : *list)
        ticks *= unit;
  }
  for (std::size_t i = 0; i < parts; ++i) {
    if (input.backward.empty()) {
      backward[i] = gradient[i] + weight[i];
    } else if (no_parts) {
      gradient[i] = backward[i] - backward[i] / 2;
      weight[i] = backward[i] / 2;
    } else if (input.input_gradient.empty() || input.weight_gradient.empty()) {
      Ticks& missing = input.weight_gradient.empty() ? weight[i] : gradient[i];
      const Ticks given = input.weight_gradient.empty() ? gradient[i] : weight[i];
      if (given > backward[i]) {
        complain(problems, input,
                 input.weight_gradient.empty() ? "input_gradient" : "weight_gradient",
                 fmt::format("a part of {} of a backward pass of {}", given, backward[i]),
                 "no more than the whole");
        return false;
      }
      missing = backward[i] - given;
    }
    out.push_back({forward[i], backward[i], gradient[i], weight[i], forward[i], overlapped[i]});
  }
  return true;
}

/// Divides the durations of a device among its chunks; a time unit becomes several ticks if a share
/// is not a whole number.
void share_among_chunks(Plan& plan) {
  const Ticks v = plan.chunks;
  const auto all = [&plan](const auto& act) {
    for (Stage& stage : plan.stages)
      for (Ticks* ticks :
           {&stage.durations.forward, &stage.durations.backward, &stage.durations.input_gradient,
            &stage.durations.weight_gradient, &stage.durations.overlapped,
            &stage.durations.recompute, &stage.durations.unshard, &stage.durations.reduce_gradient,
            &stage.durations.optimizer_step})
        act(*ticks);
  };
  bool whole_shares = true;
  all([&](Ticks ticks) { whole_shares = whole_shares && ticks % v == 0; });
  if (whole_shares) {
    all([v](Ticks& ticks) { ticks /= v; });
    return;
  }
  plan.ticks_per_unit *= v;
  plan.transfer *= v;
}

/// All sums of durations fit in 64 bits.
bool fits(const Plan& plan, const PlanInput& input, Diagnostics& problems) {
  long double work = 0;
  for (const Stage& stage : plan.stages) {
    const Durations& d = stage.durations;
    work += static_cast<long double>(d.forward) + static_cast<long double>(d.backward) +
            static_cast<long double>(d.input_gradient) +
            static_cast<long double>(d.weight_gradient) + static_cast<long double>(d.overlapped) +
            static_cast<long double>(d.recompute) + static_cast<long double>(d.reduce_gradient) +
            static_cast<long double>(d.optimizer_step) + static_cast<long double>(d.unshard) +
            2 * static_cast<long double>(plan.transfer);
  }
  constexpr long double kMost = 4e18L;
  const long double most = work * plan.micro_batches * plan.devices;
  if (most > kMost)
    complain(problems, input, input.model.empty() ? "forward" : "model",
             "the durations of all operations on all devices are more than 64 bits hold",
             "shorter durations");
  return most <= kMost;
}

/// Sets the durations of operations that concern a whole stage: only an order that has them uses
/// them.
bool set_stage_durations(const PlanInput& input, Plan& plan, Diagnostics& problems) {
  struct OfStage {
    const char* key;
    const std::vector<Ticks>& list;
    Ticks Durations::*member;
    Kind kind;
  };
  const std::size_t parts = plan.pipelines[0].stages;
  bool good = true;
  for (const OfStage& one : {OfStage{"unshard", input.unshard, &Durations::unshard, Kind::unshard},
                             OfStage{"reduce_gradient", input.reduce_gradient,
                                     &Durations::reduce_gradient, Kind::reduce_gradient},
                             OfStage{"optimizer_step", input.optimizer_step,
                                     &Durations::optimizer_step, Kind::optimizer_step}}) {
    if (one.list.empty())
      continue;
    const bool used = std::any_of(plan.operations.begin(), plan.operations.end(),
                                  [&one](const Operation& op) { return op.kind == one.kind; });
    std::vector<Ticks> ticks;
    if (!used)
      complain(problems, input, one.key,
               fmt::format("{} without {} in the order", one.key, info(one.kind).letter),
               "an order file that has it");
    good = used && spread(input, one.key, one.list, parts, ticks, problems) && good;
    if (!good)
      continue;
    for (Stage& stage : plan.stages)
      stage.durations.*one.member = ticks[stage.part] * plan.ticks_per_unit;
  }
  plan.timed_gathering = !input.unshard.empty();
  plan.timed_reduction = !input.reduce_gradient.empty();
  return good;
}

/// Sets the durations given by keys.
bool set_durations(const PlanInput& input, bool split, Plan& plan, Diagnostics& problems) {
  if (input.accumulation && plan.update != WeightUpdate::buffered) {
    complain(problems, input, "accumulation",
             fmt::format("accumulation with {}, which updates weights otherwise", plan.schedule),
             "pipedream-2bw");
    return false;
  }
  if (input.accumulation)
    plan.accumulation = static_cast<std::uint32_t>(*input.accumulation);
  std::vector<Durations> parts;
  if (!part_durations(input, split, plan.pipelines[0].stages, parts, plan.ticks_per_unit, problems))
    return false;
  for (Stage& stage : plan.stages)
    stage.durations = parts[stage.part];
  plan.transfer = input.transfer * plan.ticks_per_unit;
  plan.links = input.links;
  if (input.devices_per_node)
    link_nodes(plan, static_cast<std::uint32_t>(*input.devices_per_node));
  if (!set_stage_durations(input, plan, problems))
    return false;
  if (input.per_chunk && plan.chunks > 1)
    share_among_chunks(plan);
  return fits(plan, input, problems);
}

/// A share of a speed, rounded down, at least 1; the largest number if it does not fit.
std::uint64_t scaled(std::uint64_t speed, std::uint64_t percent) {
  if (speed / 100 > ~0ULL / percent - 1)
    return ~0ULL;
  return std::max<std::uint64_t>(speed / 100 * percent + speed % 100 * percent / 100, 1);
}

/// All transfers between different devices take the given time, instead of what their links give.
void set_transfer(Ticks transfer, Plan& plan) {
  plan.transfer = transfer;
  for (Ticks& ticks : plan.transfers)
    if (ticks > 0)
      ticks = transfer;
}

/// Adds the durations and bytes of a model on a cluster. False, with all errors in `problems`, on
/// failure.
bool add_job(const PlanInput& input, const PlanSource& source, const FileReader& read_file,
             TrainPlan& out, Diagnostics& problems) {
  if (input.has_durations || input.per_chunk) {
    complain(problems, input, "model", "durations beside a model",
             "a model, whose durations follow, or durations");
    return false;
  }
  const auto model = load_model(input.model, streams_of(source, "model"), read_file);
  const auto cluster = load_cluster(input.cluster, streams_of(source, "cluster"), read_file);
  append(problems, input, "model", model.diagnostics());
  append(problems, input, "cluster", cluster.diagnostics());
  if (!model || !cluster)
    return false;
  Job job{*model,
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
  if (input.topology)
    job.cluster.topology = *input.topology;
  if (input.oversubscription)
    job.cluster.oversubscription = *input.oversubscription;
  out.link_percent = input.link_percent.value_or(100);
  if (input.link_percent)
    for (LinkSpeed* link : {&job.cluster.inside, &job.cluster.between})
      link->bytes_per_second = scaled(link->bytes_per_second, *input.link_percent);
  out.without_job = out.plan;
  for (SpreadProblem& wrong : problems_of(job, out.plan)) {
    complain(problems, input, said(input, wrong.key) ? wrong.key : "model",
             std::move(wrong.message), std::move(wrong.expected));
  }
  if (!problems.empty())
    return false;
  auto costs = apply_job(job, out.plan);
  append(problems, input, "model", costs.diagnostics());
  if (!costs)
    return false;
  if (said(input, "links")) // otherwise the cluster's
    out.plan.links = input.links;
  if (said(input, "transfer"))
    set_transfer(input.transfer, out.plan);
  if (!fits(out.plan, input, problems))
    return false;
  out.costs = std::move(costs).value();
  out.job = std::move(job);
  out.verified = verify(out.plan);
  return true;
}

/// Reports keys that exclude each other, or have no effect without a model.
void check_keys(const PlanInput& input, bool order_counts, Diagnostics& problems) {
  if (!input.order.empty() && said(input, "schedule"))
    complain(problems, input, "schedule", "a schedule beside an order file", "one of the two");
  if (!input.model.empty() && input.devices_per_node)
    complain(problems, input, "devices_per_node", "devices_per_node beside a model",
             "a cluster with such nodes (--cluster)");
  if (input.model.empty())
    for (const std::string_view key : given_model_keys(input))
      complain(problems, input, key,
               key == "recompute" ? "recompute: selective without a model"
                                  : fmt::format("{} without a model", key),
               key == "recompute" ? "full, or a model (--model)" : "a model (--model)");
  if (!order_counts && input.spread.recompute != Recompute::none)
    complain(problems, input, "recompute", "an order is searched for passes without recomputation",
             "none");
}

bool within_memory(const Plan& plan, const PlanInput& input, Diagnostics& problems) {
  const std::uint64_t limit = *input.activation_limit;
  const std::vector<ActivationPeak> peaks = activation_peaks(plan);
  bool good = true;
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    const std::uint64_t parts = peaks[device].parts;
    const std::uint32_t all = plan.held.all;
    if (parts <= limit * activation_parts(plan))
      continue;
    good = false;
    complain(problems, input, "activation_limit",
             fmt::format("out of memory: device {} holds {} activations{} with {}", device,
                         Rational(parts, all).text(), plan.chunks > 1 ? " of chunks" : "",
                         name(plan.operations[peaks[device].operation])),
             fmt::format("at most {}", limit * plan.chunks));
  }
  return good;
}

/// Reports the first problems found by the verifier, and their number.
void tell_problems(const Verified& verified, const std::optional<OrderFile>& order,
                   const std::string& text, const std::string& file, Diagnostics& problems) {
  if (!order) { // the orders of generators are valid
    for (const PlanProblem& problem : verified.problems)
      complain(problems, problem.message, problem.expected);
    return;
  }
  Diagnostics found = placed(verified, *order, text, file);
  if (found.size() > kMaxDiagnosticsShown)
    found.resize(kMaxDiagnosticsShown);
  append(problems, found);
  if (verified.problem_count > found.size())
    complain(problems, fmt::format("{}: {} problems in all", file, verified.problem_count), {});
}

Diagnostics interrupted() {
  Diagnostics problems;
  complain(problems, kInterrupted, {});
  return problems;
}

} // namespace

Result<TrainPlan> load_plan(const PlanSource& source, const FileReader& read_file) {
  PlanInput input;
  Diagnostics problems;
  if (!source.file.empty()) {
    const auto text = read_file(source.file, machine::kMaxFileBytes, "a plan file", Streams::wait);
    append(problems, text ? take_plan_text(*text, source.file, input) : text.diagnostics());
  }
  append(problems, take_plan_settings(source.settings, input));
  if (problems.empty())
    check_keys(input, source.order_counts, problems);
  if (!problems.empty())
    return problems;
  std::optional<OrderFile> order;
  std::string order_text;
  std::optional<Plan> plan =
      order_plan(input, read_file, streams_of(source, "order"), order, order_text, problems);
  if (!plan)
    return problems;
  if (is_stopped(source.go_on))
    return interrupted();
  const bool split = !source.order_counts ||
                     std::any_of(plan->operations.begin(), plan->operations.end(),
                                 [](const auto& op) { return op.kind == Kind::input_gradient; });
  if (!set_durations(input, split, *plan, problems))
    return problems;
  TrainPlan out;
  out.plan = std::move(*plan);
  out.plan.held = input.held;
  out.verified = verify(out.plan);
  if (out.verified.problem_count > 0) {
    tell_problems(out.verified, order, order_text, input.order, problems);
    return problems;
  }
  if (is_stopped(source.go_on))
    return interrupted();
  if (input.activation_limit)
    out.most_chunks = static_cast<std::uint32_t>(*input.activation_limit) * out.plan.chunks;
  if (source.order_counts && input.activation_limit && !within_memory(out.plan, input, problems))
    return problems;
  out.show_out_of_memory = input.show_out_of_memory;
  for (const char* key : {"model", "cluster"}) // the cluster's location is preferred, since the
                                               // cluster sets the memory size
    if (const auto place = input.places.find(key); place != input.places.end())
      out.memory_place = place->second;
  if (!input.model.empty() && !add_job(input, source, read_file, out, problems))
    return problems;
  if (input.model.empty() && input.spread.recompute == Recompute::full) {
    add_recomputation(out.plan);
    out.verified = verify(out.plan);
  }
  return {std::move(out), std::move(problems)};
}

} // namespace stallscope::training
