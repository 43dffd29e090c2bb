#include "modulo/modulo_table.hpp"

#include <algorithm>
#include <numeric>

namespace stallscope::sched {

namespace {

/// Limit of the body's size for the exact search; bodies above the second limit get fewer partial
/// schedules, because each takes longer.
constexpr Node kLargestSearched = 64;
constexpr Node kShortBody = 12;
constexpr std::int64_t kNoWay = INT64_MIN / 4;

/// Assigns operations to rows of the interval. With fixed rows, the distance of two operations is
/// known modulo the interval, so that every longest dependence path can be rounded up; an
/// assignment is feasible when no cycle of rounded paths is positive.
class RowSearch {
public:
  RowSearch(const ModuloProblem& problem, std::uint32_t interval, std::uint64_t limit)
      : problem_(problem), interval_(interval), limit_(limit), table_(problem, interval),
        rows_(problem.size, 0) {
    const std::vector<std::int64_t> heights = modulo_heights(problem, interval);
    for (Node node = 0; node < problem.size; ++node)
      if (node != problem.branch)
        nodes_.push_back(node);
    std::stable_sort(nodes_.begin(), nodes_.end(), [&](Node a, Node b) {
      const bool circle_a = on_circuit(a);
      const bool circle_b = on_circuit(b);
      return circle_a != circle_b ? circle_a : heights[a] > heights[b];
    });
  }

  IntervalProof run() {
    IntervalProof proof;
    if (table_.impossible()) {
      proof.decided = true;
      return proof;
    }
    measure_ways();
    const std::vector<std::int64_t> none(static_cast<std::size_t>(problem_.size) * problem_.size,
                                         kNoWay);
    closures_.assign(nodes_.size() + 1, none);
    const bool found = choose(0);
    proof.visited = visited_;
    proof.decided = found || visited_ < limit_;
    if (found)
      proof.times = times();
    return proof;
  }

private:
  [[nodiscard]] std::size_t at(Node from, Node to) const {
    return static_cast<std::size_t>(from) * problem_.size + to;
  }
  [[nodiscard]] bool on_circuit(Node node) const {
    return std::any_of(problem_.edges.begin(), problem_.edges.end(), [node](const Edge& edge) {
      return edge.distance > 0 && (edge.from == node || edge.to == node);
    });
  }

  /// All-pairs longest paths (Floyd and Warshall).
  void measure_ways() {
    ways_.assign(static_cast<std::size_t>(problem_.size) * problem_.size, kNoWay);
    for (const Edge& edge : problem_.edges)
      ways_[at(edge.from, edge.to)] =
          std::max(ways_[at(edge.from, edge.to)],
                   edge.latency - static_cast<std::int64_t>(edge.distance) * interval_);
    for (Node via = 0; via < problem_.size; ++via)
      for (Node from = 0; from < problem_.size; ++from)
        for (Node to = 0; to < problem_.size; ++to)
          if (ways_[at(from, via)] > kNoWay && ways_[at(via, to)] > kNoWay)
            ways_[at(from, to)] =
                std::max(ways_[at(from, to)], ways_[at(from, via)] + ways_[at(via, to)]);
  }

  /// The smallest distance between two operations that their rows allow.
  [[nodiscard]] std::int64_t rounded(Node from, Node to) const {
    const std::int64_t way = ways_[at(from, to)];
    if (way == kNoWay)
      return kNoWay;
    const auto interval = static_cast<std::int64_t>(interval_);
    const std::int64_t over = way - (rows_[to] - rows_[from]);
    return way + (interval - (over % interval + interval) % interval) % interval;
  }

  /// Adds operation number `depth` to the closure of rounded paths; false: a positive cycle.
  bool close(std::size_t depth) {
    const std::vector<std::int64_t>& old = closures_[depth];
    std::vector<std::int64_t>& now = closures_[depth + 1];
    now = old;
    const Node node = nodes_[depth];
    std::vector<std::int64_t> in(depth, kNoWay);
    std::vector<std::int64_t> out(depth, kNoWay);
    const auto add = [](std::int64_t a, std::int64_t b) {
      return a == kNoWay || b == kNoWay ? kNoWay : a + b;
    };
    for (std::size_t i = 0; i < depth; ++i)
      for (std::size_t k = 0; k < depth; ++k) {
        const std::int64_t there = i == k ? 0 : old[at(nodes_[i], nodes_[k])];
        const std::int64_t back = i == k ? 0 : old[at(nodes_[k], nodes_[i])];
        in[i] = std::max(in[i], add(there, rounded(nodes_[k], node)));
        out[i] = std::max(out[i], add(rounded(node, nodes_[k]), back));
      }
    for (std::size_t i = 0; i < depth; ++i) {
      if (add(in[i], out[i]) > 0)
        return false;
      now[at(nodes_[i], node)] = in[i];
      now[at(node, nodes_[i])] = out[i];
    }
    for (std::size_t i = 0; i < depth; ++i)
      for (std::size_t k = 0; k < depth; ++k) {
        std::int64_t& way = now[at(nodes_[i], nodes_[k])];
        way = std::max(way, add(in[i], out[k]));
      }
    return true;
  }

  bool choose(std::size_t depth) {
    if (depth == nodes_.size())
      return true;
    const Node node = nodes_[depth];
    for (std::uint32_t row = 0; row < interval_; ++row) {
      if (visited_ >= limit_)
        return false;
      ++visited_;
      if (!table_.fits(node, static_cast<std::int32_t>(row)))
        continue;
      rows_[node] = row;
      if (!close(depth))
        continue;
      table_.place(node, static_cast<std::int32_t>(row));
      if (choose(depth + 1))
        return true;
      table_.remove(node);
    }
    return false;
  }

  /// Earliest times for these rows.
  [[nodiscard]] std::vector<std::int32_t> times() const {
    const std::vector<std::int64_t>& ways = closures_.back();
    std::vector<std::int32_t> times(problem_.size, problem_.branch_time(interval_));
    for (const Node node : nodes_) {
      std::int64_t time = rows_[node];
      for (const Node other : nodes_)
        if (other != node && ways[at(other, node)] != kNoWay)
          time = std::max(time, rows_[other] + ways[at(other, node)]);
      times[node] = static_cast<std::int32_t>(time);
    }
    return times;
  }

  const ModuloProblem& problem_;
  std::uint32_t interval_;
  std::uint64_t limit_;
  std::uint64_t visited_ = 0;
  ModuloTable table_;
  std::vector<Node> nodes_; ///< without the branch, in the order of assignment
  std::vector<std::int64_t> rows_;
  std::vector<std::int64_t> ways_;
  std::vector<std::vector<std::int64_t>> closures_; ///< by depth: longest rounded paths between
                                                    ///< assigned operations
};

} // namespace

IntervalProof search_interval(const ModuloProblem& problem, std::uint32_t interval,
                              std::uint64_t limit) {
  const MinimumInterval minimum = minimum_interval(problem);
  IntervalProof proof;
  if (interval < minimum.interval()) {
    proof.decided = true;
    return proof;
  }
  if (problem.size > kLargestSearched)
    return proof;
  const std::uint64_t size = std::max(problem.size, kShortBody);
  return RowSearch(problem, interval, limit * kShortBody * kShortBody / (size * size)).run();
}

} // namespace stallscope::sched
