#include "modulo/modulo_table.hpp"

#include <algorithm>

namespace stallscope::sched {

ModuloTable::ModuloTable(const ModuloProblem& problem, std::uint32_t interval)
    : problem_(problem), interval_(interval), table_(problem.copies(), interval),
      times_(problem.size, kNotPlaced) {
  const std::int32_t at = problem.branch_time(interval);
  impossible_ = at < 0 || !fits(problem.branch, at);
  if (!impossible_)
    place(problem.branch, at);
}

std::uint32_t ModuloTable::row(std::int32_t time) const {
  const auto interval = static_cast<std::int32_t>(interval_);
  return static_cast<std::uint32_t>((time % interval + interval) % interval);
}

bool ModuloTable::too_near(Node node, std::int32_t time, Node other) const {
  for (const Separation& s : problem_.separations) {
    const bool reads = s.reader == node && s.advance == other;
    const bool advances = s.advance == node && s.reader == other;
    const std::int32_t way = reads ? time - times_[other] : times_[other] - time;
    if ((reads || advances) && row(way) < s.cycles)
      return true;
  }
  return false;
}

bool ModuloTable::fits(Node node, std::int32_t time) const {
  if (!table_.fits(problem_.uses[node], row(time)))
    return false;
  for (const Separation& s : problem_.separations) {
    const Node other = s.reader == node ? s.advance : s.advance == node ? s.reader : kNoNode;
    if (other != kNoNode && placed(other) && too_near(node, time, other))
      return false;
  }
  return true;
}

void ModuloTable::place(Node node, std::int32_t time) {
  table_.take(problem_.uses[node], row(time));
  times_[node] = time;
}

void ModuloTable::remove(Node node) {
  table_.release(problem_.uses[node], row(times_[node]));
  times_[node] = kNotPlaced;
}

std::vector<Node> ModuloTable::in_the_way(Node node, std::int32_t time) const {
  std::vector<std::uint32_t> wanted(problem_.resources.size() * interval_, 0);
  for_each_cell(node, time, [&wanted](std::size_t cell) { ++wanted[cell]; });
  std::vector<bool> crowded(wanted.size(), false);
  for (std::uint32_t r = 0; r < problem_.resources.size(); ++r)
    for (std::uint32_t at = 0; at < interval_; ++at) {
      const std::uint32_t more = wanted[r * interval_ + at];
      crowded[r * interval_ + at] =
          more > 0 && table_.taken(at, r) + more > problem_.resources[r].copies;
    }
  std::vector<Node> found;
  for (Node other = 0; other < problem_.size; ++other) {
    if (other == node || other == problem_.branch || !placed(other))
      continue;
    bool meets = too_near(node, time, other);
    for_each_cell(other, times_[other], [&](std::size_t cell) { meets = meets || crowded[cell]; });
    if (meets)
      found.push_back(other);
  }
  return found;
}

std::vector<std::int32_t> ModuloTable::normal_times() const {
  const auto interval = static_cast<std::int32_t>(interval_);
  std::int32_t first = INT32_MAX;
  for (Node node = 0; node < problem_.size; ++node)
    if (node != problem_.branch)
      first = std::min(first, times_[node]);
  std::vector<std::int32_t> times = times_;
  if (first == INT32_MAX)
    return times;
  const std::int32_t by = first - static_cast<std::int32_t>(row(first));
  for (Node node = 0; node < problem_.size; ++node)
    if (node != problem_.branch)
      times[node] -= by / interval * interval;
  return times;
}

std::int64_t earliest_time(const ModuloProblem& problem, const ModuloTable& table,
                           std::uint32_t interval, Node node, bool& bounded) {
  std::int64_t earliest = 0;
  bounded = false;
  for (const Edge& edge : problem.edges)
    if (edge.to == node && edge.from != node && table.placed(edge.from)) {
      const std::int64_t at = static_cast<std::int64_t>(table.time(edge.from)) + edge.latency -
                              static_cast<std::int64_t>(edge.distance) * interval;
      earliest = bounded ? std::max(earliest, at) : at;
      bounded = true;
    }
  return earliest;
}

std::int64_t latest_time(const ModuloProblem& problem, const ModuloTable& table,
                         std::uint32_t interval, Node node, bool& bounded) {
  std::int64_t latest = 0;
  bounded = false;
  for (const Edge& edge : problem.edges)
    if (edge.from == node && edge.to != node && table.placed(edge.to)) {
      const std::int64_t at = static_cast<std::int64_t>(table.time(edge.to)) - edge.latency +
                              static_cast<std::int64_t>(edge.distance) * interval;
      latest = bounded ? std::min(latest, at) : at;
      bounded = true;
    }
  return latest;
}

namespace {

/// Longest paths over the edges, forwards or backwards; they converge for intervals without
/// positive cycles.
std::vector<std::int64_t> longest_ways(const ModuloProblem& problem, std::uint32_t interval,
                                       bool backwards) {
  std::vector<std::int64_t> ways(problem.size, 0);
  bool changed = true;
  for (Node round = 0; changed && round <= problem.size; ++round) {
    changed = false;
    for (const Edge& edge : problem.edges) {
      const Node from = backwards ? edge.to : edge.from;
      const Node to = backwards ? edge.from : edge.to;
      const std::int64_t way =
          ways[from] + edge.latency - static_cast<std::int64_t>(edge.distance) * interval;
      if (way > ways[to]) {
        ways[to] = way;
        changed = true;
      }
    }
  }
  return ways;
}

} // namespace

std::vector<std::int64_t> modulo_heights(const ModuloProblem& problem, std::uint32_t interval) {
  return longest_ways(problem, interval, true);
}

std::vector<std::int64_t> modulo_depths(const ModuloProblem& problem, std::uint32_t interval) {
  return longest_ways(problem, interval, false);
}

std::uint32_t longest_interval(const ModuloProblem& problem) {
  std::uint32_t cycles = 1;
  for (const auto& uses : problem.uses)
    for (const ReservationTable::Use& use : uses)
      cycles += use.cycles;
  for (const Edge& edge : problem.edges)
    cycles += edge.latency;
  for (const Separation& separation : problem.separations)
    cycles += separation.cycles;
  return cycles;
}

} // namespace stallscope::sched
