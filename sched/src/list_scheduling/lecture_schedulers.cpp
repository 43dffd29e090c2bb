#include "list_scheduling/list_schedulers.hpp"
#include "sched/target/latency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace stallscope::sched {

namespace {

/// The lecture's list scheduler: one instruction per cycle, and a list of candidates with their
/// earliest cycles. As in the lecture's notation an instruction enters the list when its first
/// predecessor has been scheduled, and can be chosen after the last one.
class LectureList {
public:
  LectureList(const Problem& problem, LectureRule rule, bool steps)
      : problem_(problem), graph_(problem.graph()), rule_(rule), keep_steps_(steps) {
    const std::uint32_t n = graph_.size();
    earliest_.assign(n, 0);
    in_front_.assign(n, 0);
    seen_.assign(n, false);
    LatencyTable& latencies = problem.target().latencies();
    for (const Edge& edge : graph_.edges)
      ++in_front_[edge.to];
    for (Node node = 0; node < n; ++node)
      if (in_front_[node] == 0)
        make_free(node);
    // Every true dependence has the same latency in the lecture's graph.
    for (const Edge& edge : graph_.edges) {
      Edge as_raw = edge;
      const bool is_register = edge.location == LocationKind::reg;
      if (is_register)
        as_raw.kind = DependenceKind::raw;
      weights_.push_back(is_register && graph_.block.micro_op(edge.from).write_count > 0
                             ? latencies.latency(graph_.block, as_raw)
                             : edge.latency);
    }
  }

  Decided run() {
    while (decided_.order.size() < graph_.size())
      step();
    return std::move(decided_);
  }

private:
  using Key = std::tuple<std::uint64_t, std::uint64_t, Node>; ///< the smallest is chosen

  Key key(Node node) const {
    const std::uint64_t few = ~std::uint64_t{problem_.measures().dependents[node]};
    switch (rule_) {
    case LectureRule::most_dependents:
    case LectureRule::combined:
      return {few, 0, node};
    case LectureRule::weighted:
      return {earliest_[node], 0, node};
    case LectureRule::non_interfering:
      break;
    }
    return {0, 0, node};
  }

  void make_free(Node node) {
    if (!seen_[node])
      list_.insert(node);
    seen_[node] = true;
    waiting_.insert({earliest_[node], node});
  }

  /// Moves instructions that can start in this cycle to `ready_`.
  void wake() {
    while (!waiting_.empty() && waiting_.begin()->first <= cycle_) {
      const Node node = waiting_.begin()->second;
      waiting_.erase(waiting_.begin());
      ready_.insert(key(node));
    }
  }

  /// The candidate with the highest priority among those whose earliest cycle has not come.
  Node best_waiting() const {
    Node best = kNoNode;
    for (const auto& [cycle, node] : waiting_)
      if (best == kNoNode || key(node) < key(best))
        best = node;
    return best;
  }

  Step* new_step() {
    if (!keep_steps_)
      return nullptr;
    Step step;
    step.cycle = cycle_;
    for (const Node node : list_)
      step.available.push_back({node, earliest_[node], in_front_[node] == 0});
    decided_.steps.push_back(std::move(step));
    return &decided_.steps.back();
  }

  void step() {
    wake();
    Node chosen = ready_.empty() ? kNoNode : std::get<Node>(*ready_.begin());
    // Rules with a single criterion ignore time: the first instruction by that criterion is chosen,
    // even if it has to stall.
    if (rule_ == LectureRule::most_dependents && !waiting_.empty()) {
      const Node waiting = best_waiting();
      chosen = chosen == kNoNode || key(waiting) < key(chosen) ? waiting : chosen;
    } else if (rule_ == LectureRule::non_interfering && chosen == kNoNode) {
      chosen = best_waiting();
    }
    if (chosen != kNoNode && earliest_[chosen] > cycle_) {
      wait_until(earliest_[chosen]);
      wake();
    } else if (chosen == kNoNode) {
      wait_until(waiting_.begin()->first);
      return;
    }
    take(chosen);
  }

  void wait_until(std::uint32_t cycle) {
    for (; cycle_ < cycle; ++cycle_)
      if (Step* step = new_step())
        step->why = MessageId::nothing_starts;
  }

  Message reason(Node chosen) const {
    const auto rivals = static_cast<std::size_t>(
        std::count_if(ready_.begin(), ready_.end(),
                      [chosen](const Key& k) { return std::get<Node>(k) != chosen; }));
    if (rivals == 0)
      return MessageId::only_one;
    switch (rule_) {
    case LectureRule::most_dependents:
    case LectureRule::combined:
      return {MessageId::most_dependents,
              {fmt::format("{}", problem_.measures().dependents[chosen])}};
    case LectureRule::weighted:
      return MessageId::earliest;
    case LectureRule::non_interfering:
      break;
    }
    return MessageId::interlock_free;
  }

  void take(Node node) {
    Step* step = new_step();
    if (step != nullptr) {
      step->chosen = node;
      step->why = reason(node);
    }
    ready_.erase(key(node));
    list_.erase(node);
    decided_.order.push_back(node);
    std::vector<Candidate> fresh;
    std::vector<Candidate> moved;
    for (std::uint32_t i = graph_.first_out[node]; i < graph_.first_out[node + 1]; ++i) {
      const std::uint32_t e = graph_.out_edges[i];
      const Node to = graph_.edges[e].to;
      const std::uint32_t start = cycle_ + weights_[e];
      const bool known = seen_[to];
      note(known ? moved : fresh, to, known && start <= earliest_[to] ? 0 : start);
      earliest_[to] = std::max(earliest_[to], start);
      --in_front_[to];
    }
    for (const std::vector<Candidate>* group : {&fresh, &moved})
      for (const Candidate& c : *group) {
        list_.insert(c.node);
        seen_[c.node] = true;
        if (in_front_[c.node] == 0)
          make_free(c.node);
      }
    if (step != nullptr)
      describe_changes(*step, fresh, moved);
    ++cycle_;
  }

  /// Adds a node once, with its latest start.
  static void note(std::vector<Candidate>& candidates, Node node, std::uint32_t start) {
    for (Candidate& c : candidates)
      if (c.node == node) {
        c.earliest = std::max(c.earliest, start);
        return;
      }
    candidates.push_back({node, start, false});
  }

  void describe_changes(Step& step, std::vector<Candidate>& fresh,
                        std::vector<Candidate>& moved) const {
    std::erase_if(moved, [](const Candidate& c) { return c.earliest == 0; });
    for (std::vector<Candidate>* group : {&fresh, &moved})
      for (Candidate& c : *group) {
        c.free = in_front_[c.node] == 0;
        step.changed.push_back(c);
      }
    while (!fresh.empty()) { // candidates of one cycle in one sentence
      std::vector<Candidate> same;
      for (const Candidate& c : fresh)
        if (c.earliest == fresh.front().earliest)
          same.push_back(c);
      std::vector<std::string> values{fmt::format("{}", same.front().earliest)};
      for (const Candidate& c : same)
        values.push_back(fmt::format("{}", c.node + 1));
      step.why.add(same.size() == 1 ? MessageId::one_becomes_available
                                    : MessageId::some_become_available,
                   std::move(values));
      std::erase_if(fresh,
                    [&same](const Candidate& c) { return c.earliest == same.front().earliest; });
    }
    for (const Candidate& c : moved)
      step.why.add(MessageId::moves_to,
                   {fmt::format("{}", c.node + 1), fmt::format("{}", c.earliest)});
  }

  const Problem& problem_;
  const DependenceGraph& graph_;
  LectureRule rule_;
  bool keep_steps_;
  std::vector<std::uint32_t> weights_;
  std::vector<std::uint32_t> earliest_;
  std::vector<std::uint32_t> in_front_; ///< number of unscheduled predecessors (edges)
  std::vector<bool> seen_;
  std::set<Node> list_;                              ///< the candidate list as displayed
  std::set<std::pair<std::uint32_t, Node>> waiting_; ///< without unscheduled predecessors, by
                                                     ///< earliest cycle
  std::set<Key> ready_;                              ///< without unscheduled predecessors, and can
                                                     ///< start
  std::uint32_t cycle_ = 0;
  Decided decided_;
};

} // namespace

Decided lecture_list(const Problem& problem, LectureRule rule, bool steps) {
  return LectureList(problem, rule, steps).run();
}

/// A topological order that ignores the pipeline: depth first, newly available instructions come
/// next. The order starts with the shortest chain; isolated instructions come last.
Decided topological_order(const Problem& problem) {
  const DependenceGraph& graph = problem.graph();
  const std::uint32_t n = graph.size();
  std::vector<std::uint32_t> height(n, 0); // in edges
  std::vector<std::uint32_t> in_front(n, 0);
  for (std::size_t e = graph.edges.size(); e-- > 0;) {
    const Edge& edge = graph.edges[e];
    height[edge.from] = std::max(height[edge.from], height[edge.to] + 1);
    ++in_front[edge.to];
  }
  std::vector<Node> stack;
  for (Node node = 0; node < n; ++node)
    if (in_front[node] == 0)
      stack.push_back(node);
  const auto rank = [&height](Node node) {
    return std::pair{height[node] == 0 ? ~0U : height[node], node};
  };
  std::sort(stack.begin(), stack.end(), [&rank](Node a, Node b) { return rank(b) < rank(a); });
  Decided decided;
  while (!stack.empty()) {
    const Node node = stack.back();
    stack.pop_back();
    decided.order.push_back(node);
    for (std::uint32_t i = graph.first_out[node + 1]; i-- > graph.first_out[node];)
      if (const Node to = graph.edges[graph.out_edges[i]].to; --in_front[to] == 0)
        stack.push_back(to);
  }
  return decided;
}

} // namespace stallscope::sched
