#include "order_graph.hpp"
#include "order_moves.hpp"
#include "order_state.hpp"
#include "training/simulation/simulate.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <unordered_map>

namespace stallscope::training {

namespace {

/// Branch and bound over the next operation. Operations are started in the order of their start
/// times, so that every active schedule is generated once (Giffler and Thompson, 1960): the
/// operation with the earliest possible end determines a device and a time, and the search branches
/// over the operations that can start on the device before this time. States with identical futures
/// are expanded once.
class OrderSearch {
public:
  OrderSearch(const OrderProblem& problem, BestOrder& best, double seconds,
              const std::function<bool()>& stop)
      : problem_(problem), best_(best), stop_(stop), state_(problem),
        end_(Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {
    const Plan& plan = problem.plan;
    tail_.assign(plan.stages.size(), 0);
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
      // Minimum time after a stage's input gradient: input gradients of the previous stages.
      tail_[s] = s == 0
                     ? 0
                     : tail_[s - 1] + plan.stages[s - 1].durations.input_gradient +
                           (plan.stages[s].device != plan.stages[s - 1].device ? plan.transfer : 0);
    }
  }

  /// Runs the search; false if it was stopped early.
  bool run() { return visit(); }

private:
  using Clock = std::chrono::steady_clock;

  struct Choice {
    StageId stage = 0;
    Step step = Step::forward;
    Ticks start = 0;
  };

  /// Lower bound of the makespan of any completion of this state.
  [[nodiscard]] Ticks bound() const {
    const Plan& plan = problem_.plan;
    const std::uint32_t m = plan.micro_batches;
    Ticks most = 0;
    for (std::uint32_t device = 0; device < plan.devices; ++device) {
      Ticks left = 0;
      for (const StageId s : state_.stages_on(device)) {
        left += (m - state_.begun(s, Step::forward)) * state_.duration(s, Step::forward);
        left += (m - state_.begun(s, Step::input)) * state_.duration(s, Step::input);
        left += (m - state_.begun(s, Step::weight)) * state_.duration(s, Step::weight);
      }
      most = std::max(most, state_.free_at(device) + left);
      for (const StageId s : state_.stages_on(device)) {
        // After the last input gradient of a stage, those of all previous stages follow.
        const Ticks gradients =
            (m - state_.begun(s, Step::input)) * state_.duration(s, Step::input);
        if (gradients > 0)
          most = std::max(most, state_.free_at(device) + gradients + tail_[s] +
                                    plan.stages[0].durations.weight_gradient);
      }
    }
    return most;
  }

  /// The state relative to the earliest possible start of an operation: operation counts, and the
  /// times of devices and results that lie after it. The future depends on nothing else.
  void describe(std::string& key, Ticks now) const {
    const auto add = [&key](std::uint64_t value) {
      key.append(reinterpret_cast<const char*>(&value), 4);
    };
    const auto add_time = [&](Ticks time) { add(time > now ? time - now : 0); };
    key.clear();
    for (std::uint32_t device = 0; device < state_.devices(); ++device)
      add_time(state_.free_at(device));
    for (StageId s = 0; s < state_.stages(); ++s) {
      for (const Step step : {Step::forward, Step::input, Step::weight})
        add(state_.begun(s, step));
      for (const Step step : {Step::forward, Step::input}) {
        const std::vector<Ticks>& ends = state_.ends(s, step);
        std::uint32_t open = 0;
        for (std::size_t i = ends.size(); i-- > 0 && ends[i] + problem_.plan.transfer > now; ++open)
          add_time(ends[i] + problem_.plan.transfer);
        add(open);
      }
    }
  }

  bool visit() {
    if ((++best_.states & 1023U) == 0 && (Clock::now() > end_ || (stop_ && stop_())))
      return false;
    if (state_.complete()) {
      if (state_.makespan() < best_.order.makespan)
        best_.order = {"branch and bound", state_.plan(), state_.makespan(), 0};
      return true;
    }
    if (bound() >= best_.order.makespan)
      return true;
    std::vector<Choice> choices;
    Ticks now = kNotYet;
    if (!conflict_set(choices, now))
      return true; // deadlock: the order cannot be completed
    std::string key;
    describe(key, now);
    if (seen_.size() < kMostSeen) {
      const auto [known, added] = seen_.try_emplace(key, now);
      if (!added) {
        if (known->second <= now)
          return true;
        known->second = now;
      }
    }
    for (const Choice& choice : choices) {
      state_.begin(choice.stage, choice.step);
      const bool complete = visit();
      state_.undo();
      if (!complete)
        return false;
      if (best_.order.makespan <= best_.bound.ticks)
        return true;
    }
    return true;
  }

  /// The operations that can start on the device of the earliest possible end, before this end, by
  /// start. `now`: the earliest possible start on any device.
  bool conflict_set(std::vector<Choice>& choices, Ticks& now) const {
    Ticks first_end = kNotYet;
    std::uint32_t device = 0;
    for (std::uint32_t d = 0; d < state_.devices(); ++d)
      each_ready(d, [&](const Choice& choice) {
        const Ticks end = choice.start + state_.duration(choice.stage, choice.step);
        now = std::min(now, choice.start);
        if (end < first_end) {
          first_end = end;
          device = d;
        }
      });
    if (first_end == kNotYet)
      return false;
    each_ready(device, [&](const Choice& choice) {
      if (choice.start < first_end || state_.duration(choice.stage, choice.step) == 0)
        choices.push_back(choice);
    });
    std::stable_sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
      return a.start != b.start ? a.start < b.start : rank(a.step) < rank(b.step);
    });
    return true;
  }

  static int rank(Step step) { return step == Step::input ? 0 : step == Step::forward ? 1 : 2; }

  template <class Take> void each_ready(std::uint32_t device, const Take& take) const {
    for (const StageId stage : state_.stages_on(device))
      for (const Step step : {Step::forward, Step::input, Step::weight})
        if (const Ticks ready = state_.ready_at(stage, step); ready != kNotYet)
          take(Choice{stage, step, std::max(ready, state_.free_at(device))});
  }

  static constexpr std::size_t kMostSeen = 4'000'000;

  const OrderProblem& problem_;
  BestOrder& best_;
  const std::function<bool()>& stop_;
  OrderState state_;
  Clock::time_point end_;
  std::vector<Ticks> tail_; ///< by stage
  std::unordered_map<std::string, Ticks> seen_;
};

/// Moves of the tabu search, and the share of the time that it takes at most.
constexpr std::uint64_t kMoves = 20'000;
constexpr double kShareOfMoves = 0.3;

/// Improves the best order by moves, in at most a share of the seconds; the seconds that it took.
double improve(const OrderProblem& problem, BestOrder& best, double share, double seconds,
               const std::function<bool()>& stop) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const auto taken = [start] {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  const OrderGraph graph(problem);
  best.order = OrderMoves(problem, graph).improve(best.order, best.bound.ticks, kMoves, [&] {
    return taken() < share * seconds && !(stop && stop());
  });
  return taken();
}

} // namespace

BestOrder optimal_order(const OrderProblem& problem, double seconds,
                        const std::function<bool()>& stop) {
  BestOrder best;
  best.bound = lower_bound(problem);
  best.order = list_order(problem);
  for (FoundOrder& named : named_orders(problem))
    if (best.order.makespan == 0 ||
        named.cost(problem.objective) < best.order.cost(problem.objective))
      best.order = std::move(named);
  if (problem.objective == Objective::longest_span) {
    if (best.order.makespan != 0 && best.order.longest_span > best.bound.ticks && seconds > 0 &&
        has_order_graph(problem))
      (void)improve(problem, best, 1.0, seconds, stop);
    best.proven = best.order.makespan != 0 && best.order.longest_span == best.bound.ticks;
    return best;
  }
  if (best.order.makespan == 0)
    best.order.makespan = kNotYet;
  if (best.order.makespan > best.bound.ticks && seconds > 0) {
    const double taken = best.order.makespan == kNotYet || !has_order_graph(problem)
                             ? 0
                             : improve(problem, best, kShareOfMoves, seconds, stop);
    if (best.order.makespan > best.bound.ticks)
      best.complete = OrderSearch(problem, best, seconds - taken, stop).run();
  }
  if (best.order.makespan == kNotYet)
    best.order.makespan = 0;
  // With a memory limit and several chunks, delaying a ready pass in favour of another chunk can be
  // better, which the search does not cover.
  if (problem.most_chunks != 0 && problem.plan.chunks > 1)
    best.untried = "with a memory limit, those in which a pass waits for one of another chunk";
  else if (problem.most_chunks != 0 && !problem.held.whole())
    best.untried = "where input gradients free a part of the memory, those in which a pass waits "
                   "for what another one frees";
  best.complete = best.complete && best.untried.empty();
  best.proven =
      best.order.makespan == best.bound.ticks || (best.complete && best.order.makespan != 0);
  if (best.complete && best.order.makespan != 0)
    best.bound = {best.order.makespan,
                  problem.plan.transfer > 0 && problem.plan.links != LinkSharing::unlimited
                      ? "every other order was looked at, as if no transfer waited for a link"
                      : "every other order was looked at"};
  return best;
}

} // namespace stallscope::training
