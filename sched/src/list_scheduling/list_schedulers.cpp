#include "list_scheduling/list_schedulers.hpp"

#include "base/check.hpp"
#include "data_flow/register_pressure.hpp"
#include "target/issue_resources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
#include <optional>
#include <span>
#include <tuple>

namespace stallscope::sched {

namespace {

/// Register pressure from which on instructions that end lifetimes are preferred: about the number
/// of registers of the notations with real registers.
constexpr std::uint32_t kManyValues = 24;
/// In each class this many instructions of the highest priority are compared for lifetimes.
constexpr unsigned kCompared = 8;

/// Ready list of list scheduling: instructions that can start, by rank, highest priority first.
class ReadyList {
public:
  explicit ReadyList(std::pmr::memory_resource* memory) : ranks_(memory) {}
  void insert(std::uint32_t rank) {
    ranks_.insert(std::lower_bound(ranks_.begin() + first_, ranks_.end(), rank), rank);
  }
  /// Skips entries at the front for which `gone` is true.
  template <class Gone> void drop(Gone&& gone) {
    while (first_ < static_cast<std::ptrdiff_t>(ranks_.size()) && gone(ranks_[at(first_)]))
      ++first_;
  }
  [[nodiscard]] bool empty() const { return at(first_) == ranks_.size(); }
  [[nodiscard]] std::span<const std::uint32_t> ranks() const {
    return std::span(ranks_).subspan(at(first_));
  }

private:
  static std::size_t at(std::ptrdiff_t index) { return static_cast<std::size_t>(index); }

  std::pmr::vector<std::uint32_t> ranks_; ///< ascending from first_ on
  std::ptrdiff_t first_ = 0;
};

/// The scheduling frontier at one end of the block: cycle by cycle from the start, or backwards
/// from the end. List scheduling priority: the length of the longest path of dependences from an
/// instruction to the other end (critical path first), then the number of its dependents.
class SchedulingFrontier {
public:
  /// Its working data is allocated from `memory`.
  SchedulingFrontier(const Problem& problem, bool backward, std::pmr::memory_resource* memory)
      : problem_(problem), graph_(problem.graph()), resources_(problem.target().issue_resources()),
        backward_(backward), table_(resources_.copies()), memory_(memory),
        nodes_(graph_.size(), memory), by_rank_(graph_.size(), memory), waiting_(memory),
        lists_(memory), in_cycle_(memory), found_(memory) {
    order_.reserve(graph_.size());
    list_of_.fill(kNoList);
    for (const Edge& edge : graph_.edges)
      ++nodes_[backward ? edge.from : edge.to].in_front;
    for (Node node = 0; node < graph_.size(); ++node)
      by_rank_[node] = node;
    std::sort(by_rank_.begin(), by_rank_.end(), [this](Node a, Node b) { return key(a) < key(b); });
    for (std::uint32_t rank = 0; rank < graph_.size(); ++rank)
      nodes_[by_rank_[rank]].rank = rank;
    for (Node node = 0; node < graph_.size(); ++node)
      if (nodes_[node].in_front == 0)
        wait(node);
  }

  /// Candidates in the current cycle: the highest priority of each class that still has a free
  /// unit. Advances to the first cycle with a candidate.
  const std::pmr::vector<Node>& candidates() {
    for (found_.clear(); found_.empty();) {
      wake();
      bool any = false;
      for (ClassList& own : lists_) {
        own.ready.drop([this](std::uint32_t rank) { return nodes_[by_rank_[rank]].gone; });
        any |= !own.ready.empty();
        if (own.ready.empty() || !fits(own.op_class))
          continue;
        unsigned count = 0;
        for (const std::uint32_t rank : own.ready.ranks())
          if (!nodes_[by_rank_[rank]].gone) {
            found_.push_back(by_rank_[rank]);
            if (++count == kCompared)
              break;
          }
      }
      if (found_.empty())
        advance(any);
    }
    return found_;
  }

  void take(Node node) {
    const isa::OpClass c = class_of(node);
    table_.take(resources_.of(c), cycle_);
    in_cycle_.push_back(c);
    remove(node);
    order_.push_back(node);
    const auto& first = backward_ ? graph_.first_in : graph_.first_out;
    for (std::uint32_t i = first[node]; i < first[node + 1]; ++i) {
      const Edge& edge = graph_.edges[backward_ ? i : graph_.out_edges[i]];
      const Node next = backward_ ? edge.from : edge.to;
      nodes_[next].earliest = std::max(nodes_[next].earliest, cycle_ + edge.latency);
      if (--nodes_[next].in_front == 0 && !nodes_[next].gone)
        wait(next);
    }
  }
  /// Removes an instruction scheduled from either end.
  void remove(Node node) { nodes_[node].gone = true; }

  [[nodiscard]] std::uint32_t cycle() const { return cycle_; }
  [[nodiscard]] const std::vector<Node>& order() const { return order_; }
  /// Length of the longest path of dependences from this instruction to the other end.
  [[nodiscard]] std::uint32_t priority(Node node) const {
    return backward_ ? problem_.measures().depth[node] : problem_.measures().height[node];
  }
  /// Rank in order of priority; 0 is the highest.
  [[nodiscard]] std::uint32_t rank(Node node) const { return nodes_[node].rank; }
  /// Instructions without unscheduled predecessors, for the list of steps.
  [[nodiscard]] std::vector<Candidate> shown() const {
    std::vector<Candidate> list;
    for (Node node = 0; node < graph_.size(); ++node)
      if (nodes_[node].in_front == 0 && !nodes_[node].gone)
        list.push_back({node, nodes_[node].earliest, true});
    return list;
  }

private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, Node>; ///< the smallest is chosen
  static constexpr std::uint8_t kNoList = 0xff;

  struct NodeState {
    std::uint32_t in_front = 0; ///< edges from unscheduled predecessors
    std::uint32_t earliest = 0;
    std::uint32_t rank = 0;
    bool gone = false;
  };
  struct ClassList {
    isa::OpClass op_class{};
    ReadyList ready;
  };
  struct Waiting {
    std::uint32_t earliest = 0;
    Node node = 0;
    /// Heap order: earliest first.
    bool operator<(const Waiting& other) const {
      return std::tie(earliest, node) > std::tie(other.earliest, other.node);
    }
  };

  [[nodiscard]] isa::OpClass class_of(Node node) const {
    return graph_.block.instruction(node).op_class;
  }
  [[nodiscard]] Key key(Node node) const {
    return {~priority(node), ~problem_.measures().dependents[node], backward_ ? ~node : node};
  }
  [[nodiscard]] bool fits(isa::OpClass c) const {
    const bool banned = std::any_of(in_cycle_.begin(), in_cycle_.end(), [&](isa::OpClass other) {
      return backward_ ? resources_.banned(c, other) : resources_.banned(other, c);
    });
    return !banned && table_.fits(resources_.of(c), cycle_);
  }
  void wait(Node node) {
    waiting_.push_back({nodes_[node].earliest, node});
    std::push_heap(waiting_.begin(), waiting_.end());
  }
  void wake() {
    while (!waiting_.empty() && waiting_.front().earliest <= cycle_) {
      const Node node = waiting_.front().node;
      std::pop_heap(waiting_.begin(), waiting_.end());
      waiting_.pop_back();
      std::uint8_t& list = list_of_[static_cast<std::size_t>(class_of(node))];
      if (list == kNoList) {
        list = static_cast<std::uint8_t>(lists_.size());
        lists_.push_back({class_of(node), ReadyList(memory_)});
      }
      lists_[list].ready.insert(nodes_[node].rank);
    }
  }
  void advance(bool any_ready) {
    while (!waiting_.empty() && nodes_[waiting_.front().node].gone) {
      std::pop_heap(waiting_.begin(), waiting_.end());
      waiting_.pop_back();
    }
    STALLSCOPE_CHECK(any_ready || !waiting_.empty(), "nothing is left to schedule");
    cycle_ = any_ready ? cycle_ + 1 : std::max(cycle_ + 1, waiting_.front().earliest);
    in_cycle_.clear();
  }

  const Problem& problem_;
  const DependenceGraph& graph_;
  const IssueResources& resources_;
  bool backward_;
  ReservationTable table_;
  std::pmr::memory_resource* memory_;
  std::pmr::vector<NodeState> nodes_;
  std::pmr::vector<Node> by_rank_;    ///< highest priority first
  std::pmr::vector<Waiting> waiting_; ///< without unscheduled predecessors, a heap by earliest
                                      ///< cycle
  std::pmr::vector<ClassList> lists_; ///< can start
  std::array<std::uint8_t, machine::kOpClassCount> list_of_{};
  std::pmr::vector<isa::OpClass> in_cycle_;
  std::pmr::vector<Node> found_;
  std::vector<Node> order_;
  std::uint32_t cycle_ = 0;
};

/// Register pressure between the two ends.
class Pressure {
public:
  explicit Pressure(const LiveValues& values)
      : values_(values), left_(values_.readers), needed_(values_.readers.size(), 0),
        live_top_(values_.live_in) {
    for (std::size_t v = 0; v < values_.lives_on.size(); ++v)
      if (values_.lives_on[v] != 0) {
        needed_[v] = 1;
        ++live_bottom_;
      }
  }

  /// Change of the register pressure when an instruction is scheduled next at one end: values that
  /// become live minus those that die.
  [[nodiscard]] int change(Node node, bool backward) const {
    int change = 0;
    if (backward) {
      for (const std::uint32_t v : values_.uses(node))
        change += needed_[v] != 0 ? 0 : 1;
      for (const std::uint32_t v : values_.defs(node))
        change -= needed_[v] != 0 ? 1 : 0;
      return change;
    }
    for (const std::uint32_t v : values_.uses(node))
      change -= left_[v] == 1 && values_.lives_on[v] == 0 ? 1 : 0;
    for (const std::uint32_t v : values_.defs(node))
      change += left_[v] > 0 || values_.lives_on[v] != 0 ? 1 : 0;
    return change;
  }
  [[nodiscard]] bool high(bool backward) const {
    return (backward ? live_bottom_ : live_top_) >= static_cast<int>(kManyValues);
  }
  void take(Node node, bool backward) {
    (backward ? live_bottom_ : live_top_) += change(node, backward);
    for (const std::uint32_t v : values_.uses(node)) {
      --left_[v];
      needed_[v] |= backward ? 1U : 0U;
    }
  }

private:
  const LiveValues& values_;
  std::vector<std::uint32_t> left_;  ///< unscheduled readers
  std::vector<std::uint8_t> needed_; ///< bottom end: already read there, or live at the block's end
  int live_top_ = 0;
  int live_bottom_ = 0;
};

class ListScheduler {
public:
  ListScheduler(const Problem& problem, Direction direction, bool pressure_aware, bool steps)
      : problem_(problem), direction_(direction), pressure_aware_(pressure_aware),
        keep_steps_(steps) {
    if (pressure_aware || direction == Direction::both)
      pressure_.emplace(problem.live_values());
    if (direction != Direction::backward)
      top_.emplace(problem, false, &memory_);
    if (direction != Direction::forward)
      bottom_.emplace(problem, true, &memory_);
  }

  Decided run() {
    for (std::uint32_t taken = 0; taken < problem_.graph().size(); ++taken) {
      bool backward = direction_ == Direction::backward;
      Node node = backward ? best(*bottom_, true) : best(*top_, false);
      if (direction_ == Direction::both) {
        const Node other = best(*bottom_, true);
        // The end whose candidate has less slack; ties: the candidate that reduces register
        // pressure.
        const auto rank = [this](Node n, bool from_below) {
          const int change = pressure_->change(n, from_below);
          return std::tuple{pressure_->high(from_below) ? change : 0, problem_.measures().slack[n],
                            change};
        };
        backward = rank(other, true) < rank(node, false);
        node = backward ? other : node;
      }
      note(node, backward);
      if (pressure_)
        pressure_->take(node, backward);
      (backward ? bottom_ : top_)->take(node);
      if (std::optional<SchedulingFrontier>& other = backward ? top_ : bottom_)
        other->remove(node);
    }
    if (top_)
      decided_.order = top_->order();
    if (bottom_)
      decided_.order.insert(decided_.order.end(), bottom_->order().rbegin(),
                            bottom_->order().rend());
    return std::move(decided_);
  }

private:
  Node best(SchedulingFrontier& frontier, bool backward) const {
    const bool high = pressure_aware_ && pressure_->high(backward);
    const auto rank = [&](Node node) {
      return std::pair{high ? pressure_->change(node, backward) : 0, frontier.rank(node)};
    };
    const std::pmr::vector<Node>& found = frontier.candidates();
    return *std::min_element(found.begin(), found.end(),
                             [&](Node a, Node b) { return rank(a) < rank(b); });
  }

  void note(Node node, bool backward) {
    if (!keep_steps_)
      return;
    const SchedulingFrontier& frontier = backward ? *bottom_ : *top_;
    Step step;
    step.cycle = frontier.cycle();
    step.available = frontier.shown();
    step.chosen = node;
    const bool high = pressure_aware_ && pressure_->high(backward);
    step.why = {backward ? MessageId::from_end : MessageId::from_start,
                {fmt::format("{}", frontier.priority(node))}};
    if (high)
      step.why.add(MessageId::ends_most_values);
    decided_.steps.push_back(std::move(step));
  }

  const Problem& problem_;
  Direction direction_;
  bool pressure_aware_;
  bool keep_steps_;
  std::optional<Pressure> pressure_;         ///< only for orders that depend on it
  std::array<std::byte, 8192> first_memory_; ///< large enough for short blocks
  std::pmr::monotonic_buffer_resource memory_{first_memory_.data(), first_memory_.size()};
  std::optional<SchedulingFrontier> top_;    ///< frontier from the block's start
  std::optional<SchedulingFrontier> bottom_; ///< frontier from the block's end
  Decided decided_;
};

} // namespace

Decided list_schedule(const Problem& problem, Direction direction, bool pressure_aware,
                      bool steps) {
  return ListScheduler(problem, direction, pressure_aware, steps).run();
}

} // namespace stallscope::sched
