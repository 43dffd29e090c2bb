#pragma once

#include "list_scheduling/list_schedulers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace stallscope::sched {

/// List scheduling behind register allocation, cycle by cycle: of the instructions whose
/// predecessors have been scheduled one that issues without an interlock, if there is one, or else
/// the one that interlocks for the fewest cycles. Of several a rule chooses, then the longest path
/// to the end. Anti-dependences are edges of the graph, so that reused temporaries cannot cause
/// deadlock.
///
/// A rule has `rank(pass, node, stalls)`, a tuple of which the smallest is chosen, and
/// `explain(pass, node, why)`, which adds to "no interlock".
class PostPass {
public:
  /// Limit of candidates compared: more do not change the choice.
  static constexpr std::size_t kWindow = 64;

  PostPass(const Problem& problem, bool steps)
      : problem_(problem), graph_(problem.graph()), keep_steps_(steps), earliest_(graph_.size(), 0),
        in_front_(graph_.size(), 0), interlocks_(graph_.size(), 0) {
    for (const Edge& edge : graph_.edges) {
      ++in_front_[edge.to];
      interlocks_[edge.from] += edge.latency > 1 ? 1 : 0;
    }
    for (Node node = 0; node < graph_.size(); ++node)
      if (in_front_[node] == 0)
        free_.push_back(node);
  }

  template <class Rule> Decided run(const Rule& rule) {
    while (!free_.empty())
      choose(rule);
    return std::move(decided_);
  }

  [[nodiscard]] const DependenceGraph& graph() const { return graph_; }
  /// The number of an instruction's dependences with which its successor would interlock.
  [[nodiscard]] std::uint32_t interlocks(Node node) const { return interlocks_[node]; }
  /// Some instruction can follow `node` in the next cycle without an interlock.
  [[nodiscard]] bool leaves_one(Node node) const {
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

private:
  template <class Rule> void choose(const Rule& rule) {
    const auto rank = [&](Node node) {
      const bool stalls = earliest_[node] > cycle_;
      return std::tuple_cat(std::tuple{stalls, stalls ? earliest_[node] : 0U},
                            rule.rank(*this, node, stalls),
                            std::tuple{~problem_.measures().height[node], node});
    };
    const auto end = free_.begin() + static_cast<std::ptrdiff_t>(std::min(free_.size(), kWindow));
    const auto best =
        std::min_element(free_.begin(), end, [&](Node a, Node b) { return rank(a) < rank(b); });
    const Node node = *best;
    if (keep_steps_)
      note(rule, node);
    cycle_ = std::max(cycle_, earliest_[node]);
    free_.erase(best);
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

  template <class Rule> void note(const Rule& rule, Node node) {
    Step step;
    for (const Node n : free_)
      step.available.push_back({n, earliest_[n], true});
    step.cycle = cycle_;
    step.chosen = node;
    if (earliest_[node] > cycle_) {
      step.why = {MessageId::each_interlocks, {fmt::format("{}", earliest_[node])}};
    } else {
      step.why = MessageId::no_interlock;
      rule.explain(*this, node, step.why);
    }
    decided_.steps.push_back(std::move(step));
  }

  const Problem& problem_;
  const DependenceGraph& graph_;
  bool keep_steps_;
  std::vector<std::uint32_t> earliest_;
  std::vector<std::uint32_t> in_front_;
  std::vector<std::uint32_t> interlocks_;
  std::vector<Node> free_; ///< ready instructions, by number
  std::uint32_t cycle_ = 0;
  Decided decided_;
};

} // namespace stallscope::sched
