#include "gap_order.hpp"
#include "order_graph.hpp"
#include "order_state.hpp"
#include "training/memory/activations.hpp"
#include "training/schedules/schedules.hpp"
#include "training/simulation/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace stallscope::training {

namespace {

/// Priorities of a device's operations, and the limit of activations it holds.
struct ListRule {
  std::array<Step, kSteps> preference; ///< highest priority first
  std::uint32_t slope = 0; ///< limit of device s of p: slope x (p - s) + more activations; 0: the
                           ///< memory limit only
  std::uint32_t more = 0;
  bool by_gradient = false; ///< that limit is of forward passes whose I has not begun; memory may
                            ///< also be held for weight gradients
  bool patient = false; ///< delays a weight gradient if another operation becomes ready before it
                        ///< would end

  [[nodiscard]] std::string name() const {
    std::string text = "list ";
    for (const Step step : preference)
      text += step == Step::forward ? 'F' : step == Step::input ? 'I' : 'W';
    if (slope != 0)
      text += fmt::format(", {}(p-s)+{} {}", slope, more,
                          by_gradient ? "without gradient" : "in flight");
    if (patient)
      text += ", patient";
    return text;
  }
};

/// One run with a rule; nothing if the memory limit causes a deadlock.
class ListScheduler {
public:
  ListScheduler(const OrderProblem& problem, const ListRule& rule)
      : problem_(problem), rule_(rule), state_(problem) {}

  std::optional<FoundOrder> run() {
    while (!state_.complete()) {
      const auto next = choose();
      if (!next)
        return std::nullopt;
      state_.begin(next->stage, next->step);
    }
    return FoundOrder{rule_.name(), state_.plan(), state_.makespan(), 0};
  }

private:
  struct Choice {
    StageId stage = 0;
    Step step = Step::forward;
    Ticks start = kNotYet;
    std::uint32_t rank = 0;
  };

  /// The device whose next operation starts first, with the operation that the rule prefers among
  /// those that can start then.
  [[nodiscard]] std::optional<Choice> choose() const {
    std::optional<Choice> best;
    for (std::uint32_t device = 0; device < state_.devices(); ++device) {
      const auto own = choose_on(device);
      if (own && (!best || own->start < best->start))
        best = own;
    }
    return best;
  }

  [[nodiscard]] bool may_take(StageId stage, std::uint32_t device) const {
    const std::uint32_t chunks = problem_.plan.chunks;
    // A pass must leave room for the later stages of its device, otherwise a deadlock is possible.
    const auto& stages = state_.stages_on(device);
    const auto behind = static_cast<std::uint32_t>(
        std::count_if(stages.begin(), stages.end(), [stage](StageId s) { return s > stage; }));
    const std::uint64_t all = problem_.held.all;
    if (problem_.most_chunks != 0 && state_.held(device) + (behind + 1) * all > problem_.room())
      return false;
    std::uint64_t counted = rule_.by_gradient ? 0 : state_.held(device);
    if (rule_.by_gradient)
      for (const StageId s : stages)
        counted += all * (state_.begun(s, Step::forward) - state_.begun(s, Step::input));
    return rule_.slope == 0 ||
           counted < all * chunks * (rule_.slope * (problem_.plan.devices - device) + rule_.more);
  }

  [[nodiscard]] std::optional<Choice> choose_on(std::uint32_t device) const {
    std::optional<Choice> best;
    Ticks better_at = kNotYet; // earliest start of an operation other than W
    for (const StageId stage : state_.stages_on(device))
      for (std::uint32_t rank = 0; rank < kSteps; ++rank) {
        const Step step = rule_.preference[rank];
        if (step == Step::forward && !may_take(stage, device))
          continue;
        const Ticks ready = state_.ready_at(stage, step);
        if (ready == kNotYet)
          continue;
        const Ticks start = std::max(ready, state_.free_at(device));
        if (step != Step::weight)
          better_at = std::min(better_at, start);
        // With equal priority, the later stage frees memory earlier.
        if (!best || start < best->start ||
            (start == best->start &&
             (rank < best->rank ||
              (rank == best->rank && step != Step::weight && stage > best->stage))))
          best = Choice{stage, step, start, rank};
      }
    if (best && rule_.patient && best->step == Step::weight && better_at != kNotYet &&
        better_at < best->start + state_.duration(best->stage, Step::weight))
      return better(device, better_at);
    return best;
  }

  /// The preferred operation other than W that can start at `time`.
  [[nodiscard]] std::optional<Choice> better(std::uint32_t device, Ticks time) const {
    for (const Step step : rule_.preference)
      for (const StageId stage : state_.stages_on(device)) {
        if (step == Step::weight || (step == Step::forward && !may_take(stage, device)))
          continue;
        const Ticks ready = state_.ready_at(stage, step);
        if (ready != kNotYet && std::max(ready, state_.free_at(device)) == time)
          return Choice{stage, step, time, 0};
      }
    return std::nullopt;
  }

  const OrderProblem& problem_;
  const ListRule& rule_;
  OrderState state_;
};

std::vector<ListRule> rules(const OrderProblem& problem) {
  std::vector<ListRule> list;
  constexpr std::array<std::array<Step, kSteps>, 3> kPreferences{
      {{Step::input, Step::forward, Step::weight},
       {Step::forward, Step::input, Step::weight},
       {Step::input, Step::weight, Step::forward}}};
  for (const auto& preference : kPreferences)
    for (const bool patient : {false, true}) {
      list.push_back({preference, 0, 0, false, patient});
      for (const std::uint32_t slope : {1U, 2U})
        for (std::uint32_t more = 0; more <= std::min(problem.plan.devices, 4U); ++more)
          list.push_back({preference, slope, more, false, patient});
      for (const std::uint32_t more : {0U, 1U})
        list.push_back({preference, 1, more, true, patient});
    }
  return list;
}

} // namespace

std::uint64_t peak_parts(const Plan& plan, HeldParts held) {
  std::uint64_t peak = 0;
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    std::uint64_t now = 0;
    for (const Operation& op : plan.order_of(device)) {
      if (op.kind == Kind::forward)
        peak = std::max(peak, now += held.all);
      else if (op.kind == Kind::input_gradient)
        now -= held.all - held.kept;
      else if (op.kind == Kind::weight_gradient)
        now -= held.kept;
      else if (op.kind == Kind::backward)
        now -= held.all;
    }
  }
  return peak;
}

Ticks longest_span(const Plan& plan, const Execution& run) {
  Ticks longest = 0;
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    Ticks first = kNotYet;
    Ticks last = 0;
    for (OperationIndex i = plan.first_operation[device]; i < plan.first_operation[device + 1]; ++i)
      if (occupies(plan, plan.operations[i])) {
        first = std::min(first, run.start[i]);
        last = std::max(last, run.end[i]);
      }
    if (first != kNotYet)
      longest = std::max(longest, last - first);
  }
  return longest;
}

FoundOrder list_order(const OrderProblem& problem) {
  FoundOrder best;
  for (const ListRule& rule : rules(problem)) {
    auto found = ListScheduler(problem, rule).run();
    if (!found)
      continue;
    if (problem.objective == Objective::longest_span)
      found->longest_span = longest_span(found->plan, simulate(found->plan, verify(found->plan)));
    if (best.makespan == 0 || found->cost(problem.objective) < best.cost(problem.objective))
      best = std::move(*found);
  }
  for (FoundOrder& found : gap_orders(problem))
    if (best.makespan == 0 || found.cost(problem.objective) < best.cost(problem.objective))
      best = std::move(found);
  return best;
}

std::vector<FoundOrder> named_orders(const OrderProblem& problem) {
  std::vector<FoundOrder> list;
  const Plan& wanted = problem.plan;
  for (const ScheduleInfo& info : schedules()) {
    Result<Plan> made = make_plan(
        info.name, {wanted.devices, wanted.micro_batches,
                    info.most_chunks > info.least_chunks ? std::max(wanted.chunks, 2U) : 0});
    if (!made || made->stages.size() != wanted.stages.size() || made->pipelines.size() != 1)
      continue;
    Plan plan = std::move(made).value();
    bool same = true;
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
      same = same && plan.stages[s].device == wanted.stages[s].device;
      Durations& d = plan.stages[s].durations;
      d = wanted.stages[s].durations;
      d.backward = d.input_gradient + d.weight_gradient;
    }
    plan.transfer = wanted.transfer;
    plan.links = wanted.links;
    plan.ways = wanted.ways;
    if (!same || (problem.most_chunks != 0 && peak_parts(plan, problem.held) > problem.room()))
      continue;
    const Verified verified = verify(plan);
    const Execution run = simulate(plan, verified);
    if (run.deadlock)
      continue;
    const Ticks span = longest_span(plan, run);
    list.push_back({std::string(info.name), std::move(plan), run.makespan, span});
  }
  std::stable_sort(list.begin(), list.end(), [&](const FoundOrder& a, const FoundOrder& b) {
    return a.cost(problem.objective) < b.cost(problem.objective);
  });
  return list;
}

namespace {

/// Minimum time from the end of a stage's forward pass to the start of its input gradient.
std::vector<Ticks> rounds(const Plan& plan) {
  std::vector<Ticks> round(plan.stages.size(), 0);
  for (std::size_t s = plan.stages.size() - 1; s-- > 0;)
    round[s] = round[s + 1] + plan.stages[s + 1].durations.forward +
               plan.stages[s + 1].durations.input_gradient +
               (plan.stages[s].device != plan.stages[s + 1].device ? 2 * plan.transfer : 0);
  return round;
}

/// Minimum of parts x time for which a micro-batch holds activations of a stage.
std::uint64_t held_for(const OrderProblem& problem, const Durations& d, Ticks round) {
  return (d.forward + round + d.input_gradient) * problem.held.all +
         d.weight_gradient * problem.held.kept;
}

std::string holding_words(const OrderProblem& problem, std::uint32_t device, std::uint64_t total) {
  return fmt::format("device {} holds activations for {}{} in all, {} at once", device,
                     total / problem.held.all, problem.held.whole() ? "" : " (less what I frees)",
                     problem.most_chunks);
}

LowerBound bound_of_span(const OrderProblem& problem) {
  const Plan& plan = problem.plan;
  const std::uint64_t m = plan.micro_batches;
  const std::vector<Ticks> round = rounds(plan);
  LowerBound best;
  const auto take = [&best](Ticks ticks, std::string why) {
    if (ticks > best.ticks)
      best = {ticks, std::move(why)};
  };
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    Ticks work = 0;
    Ticks hold = 0; // minimum time for which a micro-batch holds activations on the device
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
      if (plan.stages[s].device != device)
        continue;
      const Durations& d = plan.stages[s].durations;
      const Ticks passes = d.forward + d.input_gradient + d.weight_gradient;
      work += m * passes;
      hold += held_for(problem, d, round[s]);
      take(passes + round[s], "the way of one micro-batch");
      if (plan.chunks > 1)
        continue;
      // Until its first gradient comes, a device has forward passes only, for as many micro-batches
      // as it may hold.
      const std::uint64_t ahead =
          (problem.most_chunks == 0 ? m : std::min<std::uint64_t>(problem.most_chunks, m)) - 1;
      if (round[s] > ahead * d.forward)
        take(m * passes + round[s] - ahead * d.forward,
             fmt::format("work {} of device {}, and {} without work until its first gradient",
                         m * passes, device, round[s] - ahead * d.forward));
    }
    take(work, fmt::format("work {} of device {}", work, device));
    if (problem.most_chunks != 0)
      take((m * hold + problem.room() - 1) / problem.room(),
           holding_words(problem, device, m * hold));
  }
  return best;
}

} // namespace

LowerBound lower_bound(const OrderProblem& problem) {
  if (problem.objective == Objective::longest_span)
    return bound_of_span(problem);
  const Plan& plan = problem.plan;
  const std::size_t stages = plan.stages.size();
  const auto hop = [&](std::size_t a, std::size_t b) {
    return plan.stages[a].device != plan.stages[b].device ? plan.transfer : 0;
  };
  std::vector<Ticks> head(stages, 0); // earliest start of a stage's first forward pass
  for (std::size_t s = 1; s < stages; ++s)
    head[s] = head[s - 1] + plan.stages[s - 1].durations.forward + hop(s - 1, s);
  const std::vector<Ticks> round = rounds(plan);
  LowerBound best;
  const auto take = [&best](Ticks ticks, std::string why) {
    if (ticks > best.ticks)
      best = {ticks, std::move(why)};
  };
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    Ticks work = 0;
    Ticks first = kNotYet;
    Ticks hold = 0; // minimum time for which a micro-batch holds activations on the device
    for (std::size_t s = 0; s < stages; ++s) {
      if (plan.stages[s].device != device)
        continue;
      const Durations& d = plan.stages[s].durations;
      work += plan.micro_batches * (d.forward + d.input_gradient + d.weight_gradient);
      first = std::min(first, head[s]);
      hold += held_for(problem, d, round[s]);
    }
    take(first + work,
         fmt::format("work {} of device {}, which begins at {}", work, device, first));
    if (problem.most_chunks != 0) {
      const Ticks total = plan.micro_batches * hold;
      take(first + (total + problem.room() - 1) / problem.room(),
           holding_words(problem, device, total));
    }
  }
  if (has_order_graph(problem)) {
    const OrderGraph graph(problem);
    for (std::uint32_t device = 0; device < plan.devices; ++device)
      take(preemptive_makespan(graph, device),
           fmt::format("device {}, with what comes before and after each of its operations",
                       device));
  }
  // Critical path of the first micro-batch, with W of the first stage at its end.
  const Durations& d = plan.stages[0].durations;
  take(d.forward + round[0] + d.input_gradient + d.weight_gradient, "the way of one micro-batch");
  return best;
}

} // namespace stallscope::training
