#include "training/jobs/job.hpp"

#include "base/check.hpp"
#include "training/memory/activations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::training {

namespace {

Diagnostic job_problem(std::string message, std::string expected) {
  Diagnostic problem;
  problem.message = std::move(message);
  problem.expected = std::move(expected);
  return problem;
}

bool is_gradient(Kind kind) {
  return kind == Kind::backward || kind == Kind::input_gradient;
}

/// Adds a job's operations to the orders of a plan.
class OrderCompletion {
public:
  OrderCompletion(Plan& plan, bool recomputes, bool reduces, bool updates)
      : plan_(plan), recomputes_(recomputes), reduces_(reduces), updates_(updates) {
    out_.reserve(plan.operations.size() * (recomputes ? 2 : 1) + 2 * plan.stages.size());
    done_.resize(plan.stages.size(), 0);
    reduced_.resize(plan.stages.size(), false);
    updated_.resize(plan.stages.size(), false);
    for (const Operation& op : plan.operations) {
      if (op.kind == Kind::reduce_gradient)
        reduced_[op.stage] = true;
      if (op.kind == Kind::optimizer_step)
        updated_[op.stage] = true;
    }
  }

  void run() {
    std::vector<OperationIndex> first{0};
    for (std::uint32_t device = 0; device < plan_.devices; ++device) {
      for (OperationIndex i = plan_.first_operation[device]; i < plan_.first_operation[device + 1];
           ++i)
        add(i);
      if (updates_ && plan_.update == WeightUpdate::flush)
        update_all(device);
      first.push_back(static_cast<OperationIndex>(out_.size()));
    }
    plan_.operations = std::move(out_);
    plan_.first_operation = std::move(first);
  }

private:
  void add(OperationIndex i) {
    const Operation& op = plan_.operations[i];
    const bool second = i > 0 && plan_.operations[i - 1].overlaps_next;
    if (recomputes_ && !second) {
      if (is_gradient(op.kind))
        recompute(i, op);
      else if (op.overlaps_next && is_gradient(plan_.operations[i + 1].kind))
        recompute(i, plan_.operations[i + 1]);
    }
    if (op.kind == Kind::optimizer_step && reduces_ && !reduced_[op.stage])
      out_.push_back({Kind::reduce_gradient, false, op.stage, 0});
    out_.push_back(op);
    const bool ends = op.kind == Kind::backward || op.kind == Kind::weight_gradient;
    if (!updates_ || plan_.update == WeightUpdate::flush || !ends || op.overlaps_next)
      return;
    // Weights are updated after every backward pass, or after every `accumulation` of them.
    const std::uint32_t every =
        plan_.update == WeightUpdate::stashing ? 1 : std::max(plan_.accumulation, 1U);
    if (++done_[op.stage] % every == 0)
      update(op.stage);
  }

  /// Adds R of a gradient in front of operation `i`, unless the order has it there.
  void recompute(OperationIndex i, const Operation& gradient) {
    const Operation again{Kind::recompute, false, gradient.stage, gradient.micro_batch};
    if (i == 0 || plan_.operations[i - 1] != again)
      out_.push_back(again);
  }

  void update(StageId stage) {
    if (updated_[stage])
      return;
    if (reduces_ && !reduced_[stage])
      out_.push_back({Kind::reduce_gradient, false, stage, 0});
    out_.push_back({Kind::optimizer_step, false, stage, 0});
  }

  /// Adds optimizer steps in the order in which the stages of the device complete.
  void update_all(std::uint32_t device) {
    std::vector<StageId> ended;
    const std::span<const Operation> order = plan_.order_of(device);
    for (std::size_t i = order.size(); i-- > 0;)
      if (std::find(ended.begin(), ended.end(), order[i].stage) == ended.end())
        ended.push_back(order[i].stage);
    std::reverse(ended.begin(), ended.end());
    for (const StageId stage : ended)
      update(stage);
  }

  Plan& plan_;
  bool recomputes_;
  bool reduces_;
  bool updates_;
  std::vector<Operation> out_;
  std::vector<std::uint32_t> done_; ///< number of backward passes, by stage
  std::vector<bool> reduced_;       ///< by stage: the order has its reductions of gradients
  std::vector<bool> updated_;       ///< and its optimizer steps
};

/// The sum of all operations' durations fits in 64 bits.
bool time_fits(const std::vector<PartCosts>& parts, const Plan& plan) {
  long double batch = 0;
  for (const PartCosts& part : parts)
    for (const Ticks ticks :
         {part.forward.ticks, part.backward.ticks, part.input_gradient.ticks,
          part.weight_gradient.ticks, part.recompute.ticks, part.exposed_reduction, part.optimizer})
      batch += static_cast<long double>(ticks);
  constexpr long double kMostTime = 4e18L;
  return batch * (plan.micro_batches + 1.0L) * static_cast<long double>(plan.replicas()) <=
         kMostTime;
}

/// Limit of the bytes of a transfer: times of transfers fit in 64 bits.
constexpr std::uint64_t kMostSent = 1'000'000'000'000'000;

/// Bytes of a micro-batch that a part of the model sends to the next one, each way: the hidden
/// state of a transformer; of a list of layers what its last layer keeps, which is its output.
std::uint64_t sent_bytes(const Job& job, std::uint64_t part, std::uint64_t parts) {
  if (!job.model.is_transformer()) {
    const std::uint64_t layers = job.model.layers.size();
    const std::uint64_t behind = (part + 1) * (layers / parts) + std::min(part + 1, layers % parts);
    const std::uint64_t kept =
        behind == 0 ? 0 : job.model.layers[std::min(behind, layers) - 1].activation_bytes;
    const Checked all = Checked(kept) * Checked(job.model.micro_batch);
    return all.overflow ? ~std::uint64_t{0} : all.value;
  }
  const Transformer& t = job.model.transformer;
  const Checked all =
      Checked(2) * Checked(t.sequence) * Checked(job.model.micro_batch) * Checked(t.hidden);
  return job.spread.sequence_parallel ? all.value / job.spread.tensor_parallel : all.value;
}

/// On islands every device has a port inside its node and one between nodes: links of pipeline
/// devices, each of which stands for ranks that do the same at once.
std::vector<std::uint32_t> island_links(const Job& job, std::uint64_t from, std::uint64_t to) {
  const std::uint64_t block = job.spread.tensor_parallel * job.spread.data_parallel;
  const std::uint64_t first = std::min(from, to) * block;
  const std::uint64_t last = std::max(from, to) * block + block - 1;
  const std::uint64_t a_node = job.cluster.devices_per_node;
  const std::uint64_t port = first / a_node == last / a_node ? 0 : 2;
  return {static_cast<std::uint32_t>(4 * from + port),
          static_cast<std::uint32_t>(4 * to + port + (job.cluster.half_duplex ? 0 : 1))};
}

/// The links that the transfers of the stages take.
void set_ways(const Job& job, Plan& plan) {
  plan.ways.assign(plan.stages.size(), {});
  std::vector<std::pair<std::uint32_t, std::uint32_t>> transfers;
  std::vector<std::vector<std::uint32_t>*> ways;
  const auto add = [&](std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& way) {
    if (from == to)
      return;
    if (job.cluster.topology == TopologyKind::islands) {
      way = island_links(job, from, to);
      return;
    }
    transfers.emplace_back(from, to);
    ways.push_back(&way);
  };
  for (StageId stage = 0; stage < plan.stages.size(); ++stage) {
    const std::uint32_t here = plan.stages[stage].device;
    if (!plan.is_last(stage))
      add(here, plan.stages[stage + 1U].device, plan.ways[stage].forward);
    if (!plan.is_first(stage))
      add(here, plan.stages[stage - 1U].device, plan.ways[stage].backward);
  }
  if (transfers.empty())
    return;
  std::vector<std::vector<std::uint32_t>> links =
      transfer_links(job.cluster, layout_of(job.spread, plan.devices), transfers);
  for (std::size_t i = 0; i < links.size(); ++i)
    *ways[i] = std::move(links[i]);
}

/// Transfer times between the groups of ranks that two pipeline devices represent; the bytes of the
/// largest transfer.
std::uint64_t set_transfers(const Job& job, Plan& plan) {
  std::uint64_t most = 0;
  const std::uint64_t block = job.spread.tensor_parallel * job.spread.data_parallel;
  plan.transfers.assign(plan.stages.size(), 0);
  plan.transfer = 0;
  for (std::size_t s = 0; s + 1 < plan.stages.size(); ++s) {
    const std::uint64_t a = plan.stages[s].device;
    const std::uint64_t b = plan.stages[s + 1].device;
    if (plan.is_last(static_cast<StageId>(s)))
      continue;
    const Stage& stage = plan.stages[s];
    // Parts lie in the order of the pipeline, whichever way it goes.
    const std::uint64_t bytes = sent_bytes(job, stage.part, plan.pipelines[stage.pipeline].stages);
    most = std::max(most, bytes);
    if (a == b)
      continue;
    const SharedLink way = job.cluster.topology == TopologyKind::islands
                               ? SharedLink{link_between(job.cluster, std::min(a, b) * block,
                                                         std::max(a, b) * block + block - 1)}
                               : pipeline_link(job.cluster, layout_of(job.spread, plan.devices),
                                               plan.stages[s].device, plan.stages[s + 1].device);
    const Ticks ns =
        way.link.latency_ns + nanoseconds(bytes * way.sharers, way.link.bytes_per_second);
    plan.transfers[s] = ns / job.tick + (ns % job.tick == 0 ? 0 : 1);
    plan.transfer = std::max(plan.transfer, plan.transfers[s]);
  }
  plan.links = job.cluster.half_duplex ? LinkSharing::half_duplex : LinkSharing::full_duplex;
  set_ways(job, plan);
  return most;
}

/// Whole ticks of a part's operations in which devices wait.
std::array<Waits, kKindCount> waits_of(const PartCosts& part, std::uint64_t tick) {
  std::array<Waits, kKindCount> waits{};
  const auto of = [&](Kind kind) -> Waits& { return waits[static_cast<std::size_t>(kind)]; };
  for (const auto& [kind, pass] : {std::pair{Kind::forward, &part.forward},
                                   {Kind::backward, &part.backward},
                                   {Kind::input_gradient, &part.input_gradient},
                                   {Kind::weight_gradient, &part.weight_gradient},
                                   {Kind::recompute, &part.recompute}})
    of(kind) = {(pass->tensor_parallel + pass->gather + pass->reduction) / tick, pass->swap / tick};
  of(Kind::reduce_gradient).barrier =
      part.exposed_reduction / tick + (part.exposed_reduction % tick == 0 ? 0 : 1);
  of(Kind::optimizer_step) = {part.optimizer_gather / tick, part.optimizer_host / tick};
  return waits;
}

} // namespace

std::vector<SpreadProblem> problems_of(const Job& job, const Plan& plan) {
  Spread spread = job.spread;
  spread.pipeline = plan.pipelines[0].stages;
  std::vector<SpreadProblem> problems = problems_of(job.model, spread);
  const std::uint64_t all = spread.data_parallel * spread.tensor_parallel * plan.devices;
  if (job.cluster.devices != 0 && all != job.cluster.devices)
    problems.push_back(
        {"devices",
         fmt::format("{} data parallel x {} tensor parallel x {} pipeline devices are {}, and "
                     "the cluster has {}",
                     spread.data_parallel, spread.tensor_parallel, plan.devices, all,
                     job.cluster.devices),
         "as many as the cluster has"});
  if (job.cluster.topology != TopologyKind::islands &&
      std::max(all, job.cluster.devices) > kMostNetworkDevices)
    problems.push_back({"topology",
                        fmt::format("a {} of {} devices", name(job.cluster.topology),
                                    std::max(all, job.cluster.devices)),
                        fmt::format("at most {}, or islands", kMostNetworkDevices)});
  return problems;
}

Result<JobCosts> apply_job(const Job& job, Plan& plan) {
  Diagnostics problems;
  for (SpreadProblem& problem : problems_of(job, plan))
    problems.push_back(job_problem(std::move(problem.message), std::move(problem.expected)));
  if (!problems.empty())
    return problems;
  CostOptions options;
  options.devices = plan.devices;
  options.parts = plan.pipelines[0].stages;
  options.replicas = static_cast<std::uint32_t>(plan.replicas());
  options.split = std::any_of(plan.operations.begin(), plan.operations.end(),
                              [](const Operation& op) { return op.kind == Kind::input_gradient; });
  options.overlap_gradients = job.overlap_gradients;
  std::string problem;
  JobCosts out;
  out.parts = part_costs(job.model, job.cluster, job.spread, job.state_bytes, options, problem);
  if (problem.empty() && !time_fits(out.parts, plan))
    problem = "a step takes more ns than 64 bits count";
  if (!problem.empty())
    return job_problem(job.model.name + ": " + problem, "a smaller model or micro-batch");
  for (Stage& stage : plan.stages) {
    const PartCosts& part = out.parts[stage.part];
    const auto whole = [&job](Ticks ns) { return ns / job.tick + (ns % job.tick == 0 ? 0 : 1); };
    stage.durations = {whole(part.forward.ticks),
                       whole(part.backward.ticks),
                       whole(part.input_gradient.ticks),
                       whole(part.weight_gradient.ticks),
                       whole(part.recompute.ticks),
                       0,
                       whole(part.exposed_reduction),
                       whole(part.optimizer),
                       0,
                       waits_of(part, job.tick)};
    out.bytes.stages.push_back(part.bytes);
  }
  if (plan.update != WeightUpdate::flush)
    for (const WeightVersions& versions : weight_versions(plan))
      out.bytes.versions.push_back(versions.kept);
  plan.ticks_per_unit = 1;
  plan.timed_reduction = job.spread.data_parallel * plan.replicas() > 1;
  out.transfer_bytes = set_transfers(job, plan);
  if (out.transfer_bytes > kMostSent)
    return job_problem(job.model.name + ": a stage sends more than 10^15 bytes of a micro-batch",
                       "a smaller model or micro-batch");
  OrderCompletion(plan, job.spread.recompute != Recompute::none, plan.timed_reduction, true).run();
  return out;
}

void add_recomputation(Plan& plan) {
  OrderCompletion(plan, true, false, false).run();
}

JobRates job_rates(const Job& job, const Plan& plan, const JobCosts& costs, Ticks makespan) {
  JobRates rates;
  rates.devices = job.spread.data_parallel * job.spread.tensor_parallel * plan.devices;
  rates.samples = job.spread.data_parallel * plan.micro_batches * job.model.micro_batch;
  if (job.model.is_transformer())
    rates.tokens = rates.samples * job.model.transformer.sequence;
  rates.seconds = static_cast<double>(makespan) * static_cast<double>(job.tick) / 1e9;
  if (makespan == 0)
    return rates;
  rates.samples_per_second = static_cast<double>(rates.samples) / rates.seconds;
  rates.tokens_per_second = static_cast<double>(rates.tokens) / rates.seconds;
  double flop = 0;
  double again = 0;
  for (const PartCosts& part : costs.parts) {
    flop += 3 * static_cast<double>(part.forward_flop.value);
    again += static_cast<double>(part.recompute_flop.value);
  }
  const double batches =
      static_cast<double>(job.spread.data_parallel) * static_cast<double>(plan.micro_batches);
  const double possible = static_cast<double>(rates.devices) *
                          static_cast<double>(job.cluster.flop_per_second) * rates.seconds;
  rates.mfu = flop * batches / possible;
  rates.hfu = (flop + again) * batches / possible;
  return rates;
}

} // namespace stallscope::training
