#include "sched/optimal/optimal.hpp"

#include "optimal/bounds.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>
#include <unordered_map>

namespace stallscope::sched {

namespace {

using Clock = std::chrono::steady_clock;

/// Key of a search state; with 128 bits collisions are negligible.
struct StateKey {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  bool operator==(const StateKey&) const = default;

  void mix(std::uint64_t value) {
    low = (low ^ value) * 0x9e3779b97f4a7c15ULL;
    low ^= low >> 29;
    high = (high + value) * 0xc2b2ae3d27d4eb4fULL;
    high ^= high >> 31;
  }
};
struct StateHash {
  std::size_t operator()(const StateKey& key) const { return key.low ^ (key.high << 1); }
};

/// Limit of memoized states: the next power of two would take some hundred MB.
constexpr std::size_t kMaxStates = 2'000'000;

class Search {
public:
  Search(const Problem& problem, Clock::time_point deadline,
         const std::function<bool()>& keep_going)
      : problem_(problem), graph_(problem.graph()), model_(problem.target().model()),
        bounds_(graph_, problem.least_distances(), model_), deadline_(deadline),
        keep_going_(keep_going), in_front_(graph_.size(), 0), placed_(graph_.size(), false),
        twin_(graph_.size(), kNoNode),
        releases_(1, std::vector<std::int32_t>(graph_.size(), bounds_.first_issue())) {
    for (const Edge& edge : graph_.edges)
      ++in_front_[edge.to];
    std::mt19937_64 random(0x5c4ed);
    for (Node node = 0; node < graph_.size(); ++node)
      names_.push_back({random(), random()});
    for (const machine::LatencyRule& rule : model_.machine().latency_rules)
      longest_rule_ = std::max(longest_rule_, static_cast<std::int32_t>(rule.stall_cycles));
    find_twins();
  }

  enum class Outcome : std::uint8_t { found, none, stopped };

  /// Searches for an order of at most `target` cycles.
  Outcome within(std::int32_t target) {
    target_ = target;
    stopped_ = false;
    seen_.clear();
    order_.clear();
    set_ = {};
    model_.start(problem_.ops());
    if (go_on(0))
      return Outcome::found;
    while (model_.size() > 0)
      take_back();
    return stopped_ ? Outcome::stopped : Outcome::none;
  }

  void set_deadline(Clock::time_point deadline) { deadline_ = deadline; }
  [[nodiscard]] const std::vector<Node>& order() const { return order_; }
  [[nodiscard]] std::uint64_t visited() const { return visited_; }
  [[nodiscard]] std::int32_t root_bound() const { return bounds_.root_length(); }

  /// Resets the result for another search.
  void reset() {
    while (model_.size() > 0)
      take_back();
  }

private:
  /// Symmetry: instructions that are equal except for their number are taken in order.
  void find_twins() {
    const auto same = [this](Node a, Node b) {
      const PipelineOp& first = problem_.ops()[a];
      const PipelineOp& second = problem_.ops()[b];
      const auto ins = graph_.first_in[a + 1] - graph_.first_in[a];
      const auto outs = graph_.first_out[a + 1] - graph_.first_out[a];
      if (first.op_class != second.op_class || first.producers != second.producers ||
          first.roles != second.roles || first.by_order != second.by_order ||
          (first.by_order != 0 && first.registers != second.registers) || first.moves_base ||
          second.moves_base || first.read_count != second.read_count ||
          first.write_count != second.write_count ||
          ins != graph_.first_in[b + 1] - graph_.first_in[b] ||
          outs != graph_.first_out[b + 1] - graph_.first_out[b])
        return false;
      for (std::uint32_t i = 0; i < ins; ++i) {
        const Edge& x = graph_.edges[graph_.first_in[a] + i];
        const Edge& y = graph_.edges[graph_.first_in[b] + i];
        if (x.from != y.from || x.kind != y.kind || x.latency != y.latency)
          return false;
      }
      for (std::uint32_t i = 0; i < outs; ++i) {
        const Edge& x = graph_.edges[graph_.out_edges[graph_.first_out[a] + i]];
        const Edge& y = graph_.edges[graph_.out_edges[graph_.first_out[b] + i]];
        if (x.to != y.to || x.kind != y.kind || x.latency != y.latency)
          return false;
      }
      // Their consumers differ in the operand they read, which does not affect timing.
      return true;
    };
    for (Node node = 0; node < graph_.size(); ++node)
      for (Node earlier = node; earlier-- > 0 && node - earlier < 64;)
        if (same(earlier, node)) {
          twin_[node] = earlier;
          break;
        }
  }

  void place(Node node) {
    model_.place(node);
    placed_[node] = true;
    order_.push_back(node);
    set_.low ^= names_[node].low;
    set_.high ^= names_[node].high;
    for (std::uint32_t i = graph_.first_out[node]; i < graph_.first_out[node + 1]; ++i)
      --in_front_[graph_.edges[graph_.out_edges[i]].to];
  }
  void take_back() {
    const Node node = order_.back();
    order_.pop_back();
    model_.take_back();
    placed_[node] = false;
    set_.low ^= names_[node].low;
    set_.high ^= names_[node].high;
    for (std::uint32_t i = graph_.first_out[node]; i < graph_.first_out[node + 1]; ++i)
      ++in_front_[graph_.edges[graph_.out_edges[i]].to];
  }

  [[nodiscard]] bool has_followers_left(Node node) const {
    for (std::uint32_t i = graph_.first_out[node]; i < graph_.first_out[node + 1]; ++i)
      if (!placed_[graph_.edges[graph_.out_edges[i]].to])
        return true;
    return false;
  }

  /// The state that determines the remaining timing, with cycles relative to the last issue.
  [[nodiscard]] StateKey state() const {
    StateKey key = set_;
    const std::size_t n = model_.size();
    const std::int32_t base = model_.placed(n - 1).issue;
    std::size_t first = model_.placed(n - 1).first_live;
    first = std::min(first, n - std::min<std::size_t>(n, model_.machine().width));
    if (longest_rule_ > 0)
      while (first > 0 && model_.placed(first - 1).issue + longest_rule_ >= base)
        --first;
    const auto stages = static_cast<unsigned>(model_.machine().stages.size());
    for (std::size_t i = first; i < n; ++i) {
      const PipelineModel::Placed& p = model_.placed(i);
      key.mix(p.op.moves_base || has_followers_left(p.node) ? p.node + 1U : 0U);
      key.mix(static_cast<std::uint64_t>(problem_.ops()[p.node].op_class) | (p.late ? 0x100U : 0U) |
              (problem_.ops()[p.node].write_count > 0 ? 0x200U : 0U));
      const auto mix_time = [&](std::int32_t cycle) {
        key.mix(static_cast<std::uint64_t>(static_cast<std::int64_t>(cycle) - base));
      };
      for (unsigned s = 0; s < stages; ++s)
        mix_time(p.enters.at(s));
      mix_time(p.leave);
      mix_time(p.written);
      mix_time(p.last);
      for (const std::int32_t step : p.steps)
        mix_time(step);
    }
    return key;
  }

  /// Dominated: another order reached the same state at the same cycle or earlier.
  [[nodiscard]] bool seen_before() {
    const StateKey key = state();
    const std::int32_t base = model_.placed(model_.size() - 1).issue;
    const auto found = seen_.find(key);
    if (found != seen_.end()) {
      if (found->second <= base)
        return true;
      found->second = base;
    } else if (seen_.size() < kMaxStates) {
      seen_.emplace(key, base);
    }
    return false;
  }

  /// Earliest issues of the remaining instructions; false when one cannot end in time.
  [[nodiscard]] bool releases(std::vector<std::int32_t>& release) const {
    std::int32_t first = bounds_.first_issue();
    if (const std::size_t n = model_.size(); n > 0) {
      first = model_.placed(n - 1).issue;
      std::size_t same = 1;
      while (same < n && model_.placed(n - 1 - same).issue == first)
        ++same;
      first += same >= model_.machine().width ? 1 : 0;
    }
    for (Node node = 0; node < graph_.size(); ++node) {
      if (placed_[node])
        continue;
      std::int32_t cycle = first;
      for (std::uint32_t e = graph_.first_in[node]; e < graph_.first_in[node + 1]; ++e) {
        const Node from = graph_.edges[e].from;
        const std::int32_t issue = placed_[from] ? model_.of(from).issue : release[from];
        cycle = std::max(cycle, issue + static_cast<std::int32_t>(bounds_.distances()[e]));
      }
      release[node] = cycle;
      if (cycle + bounds_.tails()[node] > target_)
        return false;
    }
    return true;
  }

  [[nodiscard]] bool out_of_time() {
    ++visited_;
    if (visited_ % 64 == 0 && (Clock::now() >= deadline_ || (keep_going_ && !keep_going_())))
      stopped_ = true;
    return stopped_;
  }

  bool go_on(std::size_t depth) {
    if (order_.size() == graph_.size())
      return true;
    if (out_of_time())
      return false;
    if (releases_.size() <= depth)
      releases_.push_back(std::vector<std::int32_t>(graph_.size(), 0));
    std::vector<std::int32_t>& release = releases_[depth];
    if (!releases(release) || bounds_.length(release, placed_) > target_)
      return false;
    std::vector<Node> free;
    for (Node node = 0; node < graph_.size(); ++node)
      if (!placed_[node] && in_front_[node] == 0 &&
          (twin_[node] == kNoNode || placed_[twin_[node]]))
        free.push_back(node);
    std::sort(free.begin(), free.end(), [&](Node a, Node b) {
      return std::tuple{release[a], -bounds_.tails()[a], a} <
             std::tuple{release[b], -bounds_.tails()[b], b};
    });
    for (const Node node : free) {
      place(node);
      if (model_.cycles() <= target_ && !seen_before() && go_on(depth + 1))
        return true;
      take_back();
      if (stopped_)
        return false;
    }
    return false;
  }

  const Problem& problem_;
  const DependenceGraph& graph_;
  PipelineModel model_;
  Bounds bounds_;
  Clock::time_point deadline_;
  const std::function<bool()>& keep_going_;
  std::int32_t target_ = 0;
  bool stopped_ = false;
  std::uint64_t visited_ = 0;
  std::int32_t longest_rule_ = 0;
  std::vector<std::uint32_t> in_front_;
  std::vector<bool> placed_;
  std::vector<Node> twin_; ///< the previous equal instruction
  std::vector<StateKey> names_;
  std::vector<Node> order_;
  StateKey set_;                                    ///< set of the placed instructions
  std::vector<std::vector<std::int32_t>> releases_; ///< by depth
  std::unordered_map<StateKey, std::int32_t, StateHash> seen_;
};

} // namespace

SearchResult search_optimal(const Problem& problem, const std::vector<std::vector<Node>>& known,
                            double seconds, const std::function<bool()>& keep_going) {
  const auto begin = Clock::now();
  const auto after = [begin](double s) {
    return begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s));
  };
  // Not Problem::evaluate: it can run in parallel with other users of the problem.
  PipelineModel model = problem.target().model();
  const auto cycles_of = [&](const std::vector<Node>& order) {
    model.start(problem.ops());
    for (const Node node : order)
      (void)model.place(node);
    return static_cast<std::uint32_t>(model.cycles());
  };
  SearchResult result;
  std::uint32_t best = ~0U;
  for (const std::vector<Node>& order : known)
    if (const std::uint32_t cycles = cycles_of(order); cycles < best) {
      best = cycles;
      result.order = order;
    }
  Search search(problem, after(seconds * 0.7), keep_going);
  result.lower_bound = std::min(best, static_cast<std::uint32_t>(std::max(0, search.root_bound())));
  // Iterative deepening from the lower bound: an infeasible length raises the bound, the first
  // feasible one is optimal.
  bool stopped = false;
  while (result.lower_bound < best && !stopped) {
    const auto outcome = search.within(static_cast<std::int32_t>(result.lower_bound));
    if (outcome == Search::Outcome::found) {
      result.order = search.order();
      best = result.lower_bound;
    } else if (outcome == Search::Outcome::none) {
      ++result.lower_bound;
    } else {
      stopped = true;
    }
  }
  // Timeout: uses the remaining time for an improvement of the upper bound.
  search.set_deadline(after(seconds));
  while (stopped && result.lower_bound < best) {
    search.reset();
    const auto outcome = search.within(static_cast<std::int32_t>(best) - 1);
    if (outcome == Search::Outcome::found) {
      result.order = search.order();
      best = cycles_of(result.order);
      continue;
    }
    if (outcome == Search::Outcome::none)
      result.lower_bound = best;
    break;
  }
  result.proven = result.lower_bound == best;
  result.visited = search.visited();
  return result;
}

} // namespace stallscope::sched
