#include "list_scheduling/list_schedulers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace stallscope::sched {

namespace {

/// Scheduler of Hennessy and Gross: of the instructions that can issue without an interlock,
/// prefers an instruction after which another can issue without an interlock in the next cycle
/// (look-ahead of one), then the instruction with most interlocking successors, then the longest
/// path to the end. Anti-dependences are edges of the graph, so that reused temporaries cannot
/// cause deadlock. Source: "Postpass Code Optimization of Pipeline Constraints", ACM TOPLAS 5(3),
/// 1983.
class Reorganiser {
public:
  Reorganiser(const Problem& problem, bool steps)
      : problem_(problem), graph_(problem.graph()), keep_steps_(steps) {
    earliest_.assign(graph_.size(), 0);
    in_front_.assign(graph_.size(), 0);
    interlocks_.assign(graph_.size(), 0);
    for (const Edge& edge : graph_.edges) {
      ++in_front_[edge.to];
      interlocks_[edge.from] += edge.latency > 1 ? 1 : 0;
    }
    for (Node node = 0; node < graph_.size(); ++node)
      if (in_front_[node] == 0)
        free_.push_back(node);
  }

  Decided run() {
    while (!free_.empty())
      choose();
    return std::move(decided_);
  }

private:
  /// Limit of candidates compared: more do not change the choice.
  static constexpr std::size_t kWindow = 64;

  /// Some instruction can follow `node` in the next cycle without an interlock.
  bool leaves_one(Node node) const {
    for (std::size_t i = 0; i < std::min(free_.size(), kWindow); ++i)
      if (free_[i] != node && earliest_[free_[i]] <= cycle_ + 1)
        return true;
    for (std::uint32_t i = graph_.first_out[node]; i < graph_.first_out[node + 1]; ++i) {
      const Edge& edge = graph_.edges[graph_.out_edges[i]];
      if (in_front_[edge.to] == 1 && edge.latency <= 1 && earliest_[edge.to] <= cycle_ + 1)
        return true;
    }
    return graph_.size() == decided_.order.size() + 1;
  }

  void choose() {
    const auto rank = [this](Node node) {
      const bool stalls = earliest_[node] > cycle_;
      return std::tuple{stalls,
                        stalls ? earliest_[node] : 0U,
                        !stalls && !leaves_one(node),
                        ~interlocks_[node],
                        ~problem_.measures().height[node],
                        node};
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < std::min(free_.size(), kWindow); ++i)
      if (rank(free_[i]) < rank(free_[best]))
        best = i;
    const Node node = free_[best];
    const bool leaves = leaves_one(node);
    if (keep_steps_) {
      Step step;
      for (const Node n : free_)
        step.available.push_back({n, earliest_[n], true});
      std::sort(step.available.begin(), step.available.end(),
                [](const Candidate& a, const Candidate& b) { return a.node < b.node; });
      step.cycle = cycle_;
      step.chosen = node;
      if (earliest_[node] > cycle_) {
        step.why = {MessageId::each_interlocks, {fmt::format("{}", earliest_[node])}};
      } else {
        step.why = MessageId::no_interlock;
        if (leaves)
          step.why.add(MessageId::leaves_one);
      }
      decided_.steps.push_back(std::move(step));
    }
    cycle_ = std::max(cycle_, earliest_[node]);
    free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(best));
    decided_.order.push_back(node);
    for (std::uint32_t i = graph_.first_out[node]; i < graph_.first_out[node + 1]; ++i) {
      const Edge& edge = graph_.edges[graph_.out_edges[i]];
      earliest_[edge.to] = std::max(earliest_[edge.to], cycle_ + edge.latency);
      if (--in_front_[edge.to] == 0) {
        free_.insert(std::lower_bound(free_.begin(), free_.end(), edge.to), edge.to);
        if (keep_steps_)
          decided_.steps.back().changed.push_back({edge.to, earliest_[edge.to], true});
      }
    }
    ++cycle_;
  }

  const Problem& problem_;
  const DependenceGraph& graph_;
  bool keep_steps_;
  std::vector<std::uint32_t> earliest_;
  std::vector<std::uint32_t> in_front_;
  std::vector<std::uint32_t> interlocks_; ///< successors with an interlock
  std::vector<Node> free_;                ///< ready instructions, by number
  std::uint32_t cycle_ = 0;
  Decided decided_;
};

} // namespace

Decided hennessy_gross(const Problem& problem, bool steps) {
  return Reorganiser(problem, steps).run();
}

} // namespace stallscope::sched
