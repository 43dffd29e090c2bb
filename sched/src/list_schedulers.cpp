#include "list_schedulers.hpp"

#include "base/check.hpp"
#include "register_pressure.hpp"
#include "timeline/reservation_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace stallscope::sched {

namespace {

/// With so many values alive, instructions that end some go first: about what the notations with
/// real registers have.
constexpr std::uint32_t kManyValues = 24;
/// Of one class so many of the most urgent are compared for the values they end.
constexpr unsigned kLookedAt = 8;

/// What an instruction takes of the machine when it issues: a place in the issue width, its unit,
/// the pairing rules that count it, and a way out of the units.
class Resources {
public:
  explicit Resources(const PipelineModel& model) : machine_(model.machine()) {
    copies_.push_back(machine_.width);
    for (const machine::Unit& unit : machine_.units)
      copies_.push_back(unit.count);
    for (const machine::PairingLimit& rule : machine_.pairing_limits)
      copies_.push_back(rule.limit);
    const auto join = static_cast<std::uint32_t>(copies_.size());
    copies_.push_back(machine_.width);
    for (std::size_t c = 0; c < machine::kOpClassCount; ++c) {
      const auto op_class = static_cast<isa::OpClass>(c);
      const unsigned unit = model.unit_of(op_class);
      const std::uint32_t latency = model.latency_of(op_class);
      auto& uses = uses_.at(c);
      uses.push_back({0, 0, 1});
      uses.push_back({1 + unit, 0, machine_.units[unit].pipelined ? 1U : latency});
      for (std::size_t r = 0; r < machine_.pairing_limits.size(); ++r)
        if (machine_.pairing_limits[r].classes[c])
          uses.push_back({static_cast<std::uint32_t>(1 + machine_.units.size() + r), 0, 1});
      uses.push_back({join, latency, 1});
    }
  }

  [[nodiscard]] const std::vector<std::uint32_t>& copies() const { return copies_; }
  [[nodiscard]] const std::vector<ReservationTable::Use>& of(isa::OpClass c) const {
    return uses_[static_cast<std::size_t>(c)];
  }
  /// A rule keeps `second` from issuing behind `first` in one cycle.
  [[nodiscard]] bool banned(isa::OpClass first, isa::OpClass second) const {
    return std::any_of(machine_.pairing_bans.begin(), machine_.pairing_bans.end(),
                       [&](const machine::PairingBan& ban) {
                         return ban.first[static_cast<std::size_t>(first)] &&
                                ban.second[static_cast<std::size_t>(second)];
                       });
  }

private:
  const machine::Machine& machine_;
  std::vector<std::uint32_t> copies_;
  std::array<std::vector<ReservationTable::Use>, machine::kOpClassCount> uses_;
};

/// One end of the block, from which instructions are taken: cycle by cycle from the start, or
/// backwards from the end.
class Zone {
public:
  Zone(const Problem& problem, const Resources& resources, bool backward)
      : problem_(problem), graph_(problem.graph()), resources_(resources), backward_(backward),
        table_(resources.copies()), in_front_(graph_.size(), 0), earliest_(graph_.size(), 0),
        gone_(graph_.size(), false) {
    for (const Edge& edge : graph_.edges)
      ++in_front_[backward ? edge.from : edge.to];
    for (Node node = 0; node < graph_.size(); ++node)
      if (in_front_[node] == 0)
        waiting_.insert({0, node});
  }

  /// What could be taken in the present cycle: the most urgent of each class that the machine has
  /// room for. Goes on to the first cycle in which there is something.
  const std::vector<Node>& candidates() {
    for (found_.clear(); found_.empty();) {
      wake();
      for (const auto& [op_class, nodes] : ready_) {
        if (!fits(op_class))
          continue;
        unsigned count = 0;
        for (const Key& key : nodes) {
          found_.push_back(std::get<3>(key));
          if (++count == kLookedAt)
            break;
        }
      }
      if (found_.empty())
        advance();
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
      earliest_[next] = std::max(earliest_[next], cycle_ + edge.latency);
      if (--in_front_[next] == 0 && !gone_[next])
        waiting_.insert({earliest_[next], next});
    }
  }
  /// It has been taken from this end or the other.
  void remove(Node node) {
    gone_[node] = true;
    waiting_.erase({earliest_[node], node});
    if (const auto own = ready_.find(class_of(node)); own != ready_.end()) {
      own->second.erase(key(node));
      if (own->second.empty())
        ready_.erase(own);
    }
  }

  [[nodiscard]] std::uint32_t cycle() const { return cycle_; }
  [[nodiscard]] const std::vector<Node>& order() const { return order_; }
  /// How long the way is that this instruction begins, seen from this end.
  [[nodiscard]] std::uint32_t urgency(Node node) const {
    return backward_ ? problem_.measures().depth[node] : problem_.measures().height[node];
  }
  [[nodiscard]] std::vector<Candidate> shown() const {
    std::vector<Candidate> list;
    for (const auto& [earliest, node] : waiting_)
      list.push_back({node, earliest, true});
    for (const auto& [op_class, nodes] : ready_)
      for (const Key& key : nodes)
        list.push_back({std::get<3>(key), earliest_[std::get<3>(key)], true});
    std::sort(list.begin(), list.end(),
              [](const Candidate& a, const Candidate& b) { return a.node < b.node; });
    return list;
  }

private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, Node, Node>; ///< the smallest goes first

  [[nodiscard]] isa::OpClass class_of(Node node) const {
    return graph_.block.instruction(node).op_class;
  }
  [[nodiscard]] Key key(Node node) const {
    return {~urgency(node), ~problem_.measures().dependents[node], backward_ ? ~node : node, node};
  }
  [[nodiscard]] bool fits(isa::OpClass c) const {
    const bool banned = std::any_of(in_cycle_.begin(), in_cycle_.end(), [&](isa::OpClass other) {
      return backward_ ? resources_.banned(c, other) : resources_.banned(other, c);
    });
    return !banned && table_.fits(resources_.of(c), cycle_);
  }
  void wake() {
    while (!waiting_.empty() && waiting_.begin()->first <= cycle_) {
      const Node node = waiting_.begin()->second;
      waiting_.erase(waiting_.begin());
      ready_[class_of(node)].insert(key(node));
    }
  }
  void advance() {
    STALLSCOPE_CHECK(!ready_.empty() || !waiting_.empty(), "nothing is left to schedule");
    cycle_ = ready_.empty() ? std::max(cycle_ + 1, waiting_.begin()->first) : cycle_ + 1;
    in_cycle_.clear();
  }

  const Problem& problem_;
  const DependenceGraph& graph_;
  const Resources& resources_;
  bool backward_;
  ReservationTable table_;
  std::vector<std::uint32_t> in_front_; ///< edges from what has not been taken
  std::vector<std::uint32_t> earliest_;
  std::vector<bool> gone_;
  std::set<std::pair<std::uint32_t, Node>> waiting_; ///< free, by earliest cycle
  std::map<isa::OpClass, std::set<Key>> ready_;      ///< may start, by urgency
  std::vector<isa::OpClass> in_cycle_;
  std::vector<Node> found_;
  std::vector<Node> order_;
  std::uint32_t cycle_ = 0;
};

/// How many values are alive between the two ends.
class Pressure {
public:
  explicit Pressure(const Block& block)
      : values_(block), left_(values_.readers), needed_(values_.readers.size(), false),
        live_top_(values_.live_in) {
    for (std::size_t v = 0; v < values_.lives_on.size(); ++v)
      if (values_.lives_on[v]) {
        needed_[v] = true;
        ++live_bottom_;
      }
  }

  /// Values that begin to live minus those that end when an instruction comes next at one end.
  [[nodiscard]] int change(Node node, bool backward) const {
    int change = 0;
    if (backward) {
      for (const std::uint32_t v : values_.uses[node])
        change += needed_[v] ? 0 : 1;
      for (const std::uint32_t v : values_.defs[node])
        change -= needed_[v] ? 1 : 0;
      return change;
    }
    for (const std::uint32_t v : values_.uses[node])
      change -= left_[v] == 1 && !values_.lives_on[v] ? 1 : 0;
    for (const std::uint32_t v : values_.defs[node])
      change += left_[v] > 0 || values_.lives_on[v] ? 1 : 0;
    return change;
  }
  [[nodiscard]] bool high(bool backward) const {
    return (backward ? live_bottom_ : live_top_) >= static_cast<int>(kManyValues);
  }
  void take(Node node, bool backward) {
    (backward ? live_bottom_ : live_top_) += change(node, backward);
    for (const std::uint32_t v : values_.uses[node]) {
      --left_[v];
      needed_[v] = needed_[v] || backward;
    }
  }

private:
  LiveValues values_;
  std::vector<std::uint32_t> left_; ///< readers that have not been taken
  std::vector<bool> needed_;        ///< below: read there, or alive at the end
  int live_top_ = 0;
  int live_bottom_ = 0;
};

class ListScheduler {
public:
  ListScheduler(const Problem& problem, Direction direction, bool pressure_aware, bool steps)
      : problem_(problem), model_(problem.machine()), resources_(model_), direction_(direction),
        pressure_aware_(pressure_aware), keep_steps_(steps), pressure_(problem.block()),
        top_(problem, resources_, false), bottom_(problem, resources_, true) {}

  Decided run() {
    for (std::uint32_t taken = 0; taken < problem_.graph().size(); ++taken) {
      bool backward = direction_ == Direction::backward;
      Node node = backward ? best(bottom_, true) : best(top_, false);
      if (direction_ == Direction::both) {
        const Node other = best(bottom_, true);
        // The end whose choice is the more urgent, and of equals the one that ends more values.
        const auto rank = [this](Node n, bool from_below) {
          const int change = pressure_.change(n, from_below);
          return std::tuple{pressure_.high(from_below) ? change : 0, problem_.measures().slack[n],
                            change};
        };
        backward = rank(other, true) < rank(node, false);
        node = backward ? other : node;
      }
      note(node, backward);
      pressure_.take(node, backward);
      (backward ? bottom_ : top_).take(node);
      (backward ? top_ : bottom_).remove(node);
    }
    decided_.order = top_.order();
    decided_.order.insert(decided_.order.end(), bottom_.order().rbegin(), bottom_.order().rend());
    return std::move(decided_);
  }

private:
  Node best(Zone& zone, bool backward) const {
    const bool high = pressure_aware_ && pressure_.high(backward);
    const auto rank = [&](Node node) {
      return std::tuple{high ? pressure_.change(node, backward) : 0, ~zone.urgency(node),
                        ~problem_.measures().dependents[node], backward ? ~node : node};
    };
    const std::vector<Node>& found = zone.candidates();
    return *std::min_element(found.begin(), found.end(),
                             [&](Node a, Node b) { return rank(a) < rank(b); });
  }

  void note(Node node, bool backward) {
    if (!keep_steps_)
      return;
    const Zone& zone = backward ? bottom_ : top_;
    Step step;
    step.cycle = zone.cycle();
    step.available = zone.shown();
    step.chosen = node;
    const bool high = pressure_aware_ && pressure_.high(backward);
    step.why = fmt::format(
        "{}: longest way {} {} cycle{}{}", backward ? "from the end" : "from the start",
        backward ? "in front of it" : "behind it", zone.urgency(node),
        zone.urgency(node) == 1 ? "" : "s", high ? ", among those that end most values" : "");
    decided_.steps.push_back(std::move(step));
  }

  const Problem& problem_;
  PipelineModel model_;
  Resources resources_;
  Direction direction_;
  bool pressure_aware_;
  bool keep_steps_;
  Pressure pressure_;
  Zone top_;
  Zone bottom_;
  Decided decided_;
};

} // namespace

Decided list_schedule(const Problem& problem, Direction direction, bool pressure_aware,
                      bool steps) {
  return ListScheduler(problem, direction, pressure_aware, steps).run();
}

} // namespace stallscope::sched
