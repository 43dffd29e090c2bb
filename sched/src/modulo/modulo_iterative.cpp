#include "modulo/modulo_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::sched {

std::uint32_t ModuloSchedule::stages() const {
  std::uint32_t last = 0;
  for (const std::int32_t time : times)
    last = std::max(last, static_cast<std::uint32_t>(time));
  return interval == 0 ? 0 : last / interval + 1;
}

namespace {

/// One attempt to schedule with a given interval.
class IterativeTry {
public:
  IterativeTry(const ModuloProblem& problem, std::uint32_t interval, const ModuloOptions& options,
               std::vector<ModuloStep>& steps)
      : problem_(problem), interval_(interval), options_(options), steps_(steps),
        table_(problem, interval), heights_(modulo_heights(problem, interval)),
        before_(problem.size, kNever) {}

  bool run() {
    if (table_.impossible())
      return give_up("the branch alone needs a longer interval");
    for (std::uint32_t left = options_.budget * problem_.size; left > 0; --left) {
      const Node node = next();
      if (node == kNoNode)
        return true;
      if (!place(node))
        return give_up(fmt::format("{} is in the branch's way in every row", node + 1));
    }
    return next() == kNoNode || give_up(fmt::format("not everything had its place after {} "
                                                    "placements",
                                                    options_.budget * problem_.size));
  }
  [[nodiscard]] std::vector<std::int32_t> times() const { return table_.normal_times(); }

private:
  static constexpr std::int32_t kNever = INT32_MIN;

  bool give_up(std::string why) {
    if (options_.steps) {
      ModuloStep step;
      step.interval = interval_;
      step.why = std::move(why);
      steps_.push_back(std::move(step));
    }
    return false;
  }

  /// The unscheduled operation with the largest height; ties: the first one.
  [[nodiscard]] Node next() const {
    Node best = kNoNode;
    for (Node node = 0; node < problem_.size; ++node)
      if (!table_.placed(node) && (best == kNoNode || heights_[node] > heights_[best]))
        best = node;
    return best;
  }

  bool place(Node node) {
    bool bounded = false;
    const auto earliest = static_cast<std::int32_t>(
        std::max<std::int64_t>(0, earliest_time(problem_, table_, interval_, node, bounded)));
    const std::int32_t latest = earliest + static_cast<std::int32_t>(interval_) - 1;
    ModuloStep step;
    step.interval = interval_;
    step.node = node;
    step.earliest = earliest;
    step.latest = latest;
    for (std::int32_t time = earliest; time <= latest && !step.time; ++time)
      if (table_.fits(node, time))
        step.time = time;
    step.why = fmt::format("height {}", heights_[node]);
    if (!step.time) {
      force(node, earliest, step);
      if (!step.time)
        return false;
    } else if (*step.time > earliest) {
      step.why += fmt::format(", nothing free before {}", *step.time);
    }
    table_.place(node, *step.time);
    before_[node] = *step.time;
    displace_successors(node, step);
    if (options_.steps)
      steps_.push_back(std::move(step));
    return true;
  }

  /// Forces a placement at the earliest time, or one cycle after the operation's previous
  /// placement; conflicting operations are unscheduled.
  void force(Node node, std::int32_t earliest, ModuloStep& step) {
    const std::int32_t from =
        before_[node] == kNever || earliest > before_[node] ? earliest : before_[node] + 1;
    const ModuloTable with_branch(problem_, interval_);
    for (std::int32_t time = from; time < from + static_cast<std::int32_t>(interval_) && !step.time;
         ++time)
      if (with_branch.fits(node, time))
        step.time = time;
    if (!step.time)
      return;
    step.why += ", no slot is free, takes one";
    std::vector<Node> in_the_way = table_.in_the_way(node, *step.time);
    std::stable_sort(in_the_way.begin(), in_the_way.end(),
                     [this](Node a, Node b) { return heights_[a] < heights_[b]; });
    for (const Node other : in_the_way)
      if (!table_.fits(node, *step.time)) {
        table_.remove(other);
        step.displaced.push_back(other);
      }
  }

  /// Unschedules successors that are now too early.
  void displace_successors(Node node, ModuloStep& step) {
    for (const Edge& edge : problem_.edges)
      if (edge.from == node && edge.to != node && table_.placed(edge.to) &&
          table_.time(edge.to) + static_cast<std::int64_t>(edge.distance) * interval_ <
              static_cast<std::int64_t>(table_.time(node)) + edge.latency) {
        table_.remove(edge.to);
        step.displaced.push_back(edge.to);
      }
  }

  const ModuloProblem& problem_;
  std::uint32_t interval_;
  const ModuloOptions& options_;
  std::vector<ModuloStep>& steps_;
  ModuloTable table_;
  std::vector<std::int64_t> heights_;
  std::vector<std::int32_t> before_; ///< previous time of each operation
};

} // namespace

ModuloSchedule schedule_iterative(const ModuloProblem& problem, const ModuloOptions& options) {
  ModuloSchedule schedule;
  schedule.method = "iterative";
  const std::uint32_t last = std::max(options.least_interval, longest_interval(problem));
  for (std::uint32_t interval =
           std::max(options.least_interval, minimum_interval(problem).interval());
       interval <= last; ++interval) {
    ++schedule.tried;
    IterativeTry attempt(problem, interval, options, schedule.steps);
    if (!attempt.run())
      continue;
    schedule.interval = interval;
    schedule.times = attempt.times();
    break;
  }
  return schedule;
}

} // namespace stallscope::sched
