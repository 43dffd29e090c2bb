#include "modulo/modulo_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::sched {

namespace {

using Nodes = std::vector<Node>;

bool contains(const Nodes& nodes, Node node) {
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

/// The order of placement: each operation has, as far as possible, only predecessors or only
/// successors before it.
class SwingOrder {
public:
  SwingOrder(const ModuloProblem& problem, std::uint32_t interval)
      : problem_(problem), depths_(modulo_depths(problem, interval)),
        heights_(modulo_heights(problem, interval)),
        reaches_(problem.size, std::vector<bool>(problem.size, false)) {
    for (Node node = 0; node < problem.size; ++node)
      reach(node);
  }

  Nodes find() {
    for (const Nodes& set : sets())
      order_set(set);
    return std::move(order_);
  }
  [[nodiscard]] std::int64_t depth(Node node) const { return depths_[node]; }

private:
  void reach(Node from) {
    Nodes open{from};
    while (!open.empty()) {
      const Node at = open.back();
      open.pop_back();
      for (const Edge& edge : problem_.edges)
        if (edge.from == at && !reaches_[from][edge.to]) {
          reaches_[from][edge.to] = true;
          open.push_back(edge.to);
        }
    }
  }

  /// Node sets: recurrences by decreasing RecMII, each with the nodes on paths between it and the
  /// previous ones; then the rest.
  [[nodiscard]] std::vector<Nodes> sets() const {
    std::vector<std::pair<std::uint32_t, Nodes>> recurrences;
    std::vector<bool> seen(problem_.size, false);
    for (Node node = 0; node < problem_.size; ++node) {
      Nodes circle;
      for (Node other = node; other < problem_.size && !seen[node]; ++other)
        if (reaches_[node][other] && reaches_[other][node])
          circle.push_back(other);
      for (const Node other : circle)
        seen[other] = true;
      if (!circle.empty())
        recurrences.emplace_back(interval_of(circle), std::move(circle));
    }
    std::stable_sort(recurrences.begin(), recurrences.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Nodes> result;
    Nodes taken;
    const auto take = [&](const Nodes& wanted) {
      Nodes set;
      for (const Node node : wanted)
        if (!contains(taken, node))
          set.push_back(node);
      taken.insert(taken.end(), set.begin(), set.end());
      if (!set.empty())
        result.push_back(std::move(set));
    };
    for (const auto& [interval, circle] : recurrences) {
      Nodes wanted = circle;
      for (Node node = 0; node < problem_.size; ++node)
        if (!contains(wanted, node) && between(node, taken, circle))
          wanted.push_back(node);
      take(wanted);
    }
    Nodes rest;
    for (Node node = 0; node < problem_.size; ++node)
      if (node != problem_.branch)
        rest.push_back(node);
    take(rest);
    return result;
  }
  /// Nodes on paths between the two sets.
  [[nodiscard]] bool between(Node node, const Nodes& taken, const Nodes& circle) const {
    const auto from = [&](const Nodes& set) {
      return std::any_of(set.begin(), set.end(), [&](Node n) { return reaches_[n][node]; });
    };
    const auto to = [&](const Nodes& set) {
      return std::any_of(set.begin(), set.end(), [&](Node n) { return reaches_[node][n]; });
    };
    return (from(taken) && to(circle)) || (from(circle) && to(taken));
  }
  /// RecMII of this set alone.
  [[nodiscard]] std::uint32_t interval_of(const Nodes& circle) const {
    ModuloProblem part;
    part.size = problem_.size;
    for (const Edge& edge : problem_.edges)
      if (contains(circle, edge.from) && contains(circle, edge.to))
        part.edges.push_back(edge);
    return minimum_interval(part).recurrences;
  }

  void order_set(const Nodes& set) {
    const auto waits = [&](Node node) { return !contains(order_, node); };
    while (std::any_of(set.begin(), set.end(), waits)) {
      bool down = false;
      Nodes ready = neighbours(set, false);
      if (ready.empty()) {
        ready = neighbours(set, true);
        down = !ready.empty();
      }
      if (ready.empty()) { // no neighbour is ordered: start with the greatest depth
        Node last = kNoNode;
        for (const Node node : set)
          if (waits(node) && (last == kNoNode || depths_[node] > depths_[last]))
            last = node;
        ready = {last};
      }
      for (; !ready.empty(); down = !down, ready = neighbours(set, down))
        sweep(set, ready, down);
    }
  }
  /// Nodes of a set that are not ordered yet, and successors (predecessors) of an ordered one.
  [[nodiscard]] Nodes neighbours(const Nodes& set, bool behind) const {
    Nodes found;
    for (const Edge& edge : problem_.edges) {
      const Node in = behind ? edge.from : edge.to;
      const Node out = behind ? edge.to : edge.from;
      if (contains(order_, in) && !contains(order_, out) && contains(set, out) &&
          !contains(found, out))
        found.push_back(out);
    }
    return found;
  }
  void sweep(const Nodes& set, Nodes& ready, bool down) {
    const std::vector<std::int64_t>& key = down ? heights_ : depths_;
    while (!ready.empty()) {
      // Ties: the later one, since edges of latency 0 lead from lower to higher numbers.
      const auto best = std::max_element(ready.begin(), ready.end(), [&](Node a, Node b) {
        const std::int64_t number_a = down ? -std::int64_t{a} : std::int64_t{a};
        const std::int64_t number_b = down ? -std::int64_t{b} : std::int64_t{b};
        return std::pair(key[a], number_a) < std::pair(key[b], number_b);
      });
      const Node node = *best;
      ready.erase(best);
      order_.push_back(node);
      for (const Edge& edge : problem_.edges) {
        const Node other = down ? edge.to : edge.from;
        if ((down ? edge.from : edge.to) == node && contains(set, other) &&
            !contains(order_, other) && !contains(ready, other))
          ready.push_back(other);
      }
    }
  }

  const ModuloProblem& problem_;
  std::vector<std::int64_t> depths_;
  std::vector<std::int64_t> heights_;
  std::vector<std::vector<bool>> reaches_;
  Nodes order_;
};

/// Time window of an operation; the end is before the start when scheduling backwards.
struct Window {
  std::int64_t from = 0;
  std::int64_t to = 0;
  const char* why = "";
  int direction = 1; ///< -1: backwards
};

Window window_of(const ModuloProblem& problem, const ModuloTable& table, std::uint32_t interval,
                 Node node, std::int64_t depth) {
  bool behind = false;
  bool before = false;
  const std::int64_t earliest = earliest_time(problem, table, interval, node, behind);
  const std::int64_t latest = latest_time(problem, table, interval, node, before);
  const auto width = static_cast<std::int64_t>(interval) - 1;
  if (behind && before)
    return {earliest, std::min(latest, earliest + width),
            "between those before and behind it, as early as can be"};
  if (before)
    return {latest, latest - width, "those behind it have their places: as late as can be", -1};
  if (behind)
    return {earliest, earliest + width, "those before it have their places: as early as can be"};
  return {depth, depth + width, "nothing it depends on has a place: where its depth puts it"};
}

/// Places an operation next to its neighbours; false when its window has no free slot.
bool place(const ModuloProblem& problem, ModuloTable& table, std::uint32_t interval, Node node,
           std::int64_t depth, ModuloStep& step) {
  const Window window = window_of(problem, table, interval, node, depth);
  for (std::int64_t time = window.from; window.direction * (window.to - time) >= 0 && !step.time;
       time += window.direction)
    if (table.fits(node, static_cast<std::int32_t>(time)))
      step.time = static_cast<std::int32_t>(time);
  step.interval = interval;
  step.node = node;
  step.earliest = static_cast<std::int32_t>(window.from);
  step.latest = static_cast<std::int32_t>(window.to);
  step.why = window.why;
  if (step.time)
    table.place(node, *step.time);
  else
    step.why += "; nothing is free";
  return step.time.has_value();
}

/// One attempt to schedule with a given interval.
bool swing(const ModuloProblem& problem, std::uint32_t interval, const ModuloOptions& options,
           ModuloSchedule& schedule) {
  ModuloTable table(problem, interval);
  SwingOrder swing_order(problem, interval);
  bool done = !table.impossible();
  if (!done && options.steps) {
    ModuloStep step;
    step.interval = interval;
    step.why = "the branch alone needs a longer interval";
    schedule.steps.push_back(std::move(step));
  }
  const Nodes order = swing_order.find();
  for (std::size_t i = 0; i < order.size() && done; ++i) {
    if (table.placed(order[i])) // the branch is placed already
      continue;
    ModuloStep step;
    done = place(problem, table, interval, order[i], swing_order.depth(order[i]), step);
    if (options.steps)
      schedule.steps.push_back(std::move(step));
  }
  if (!done)
    return false;
  schedule.interval = interval;
  schedule.times = table.normal_times();
  return true;
}

} // namespace

ModuloSchedule schedule_swing(const ModuloProblem& problem, const ModuloOptions& options) {
  ModuloSchedule schedule;
  schedule.method = "swing";
  const std::uint32_t last = std::max(options.least_interval, longest_interval(problem));
  for (std::uint32_t interval =
           std::max(options.least_interval, minimum_interval(problem).interval());
       interval <= last; ++interval) {
    ++schedule.tried;
    if (swing(problem, interval, options, schedule))
      break;
  }
  return schedule;
}

} // namespace stallscope::sched
