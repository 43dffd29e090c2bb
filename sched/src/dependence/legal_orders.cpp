#include "sched/dependence/dependence.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

// Counting linear extensions is #P-complete (Brightwell and Winkler, 1991). Independent components
// of the block are counted separately; within each, dynamic programming over the sets of
// instructions that can come first.

namespace stallscope::sched {

namespace {

__extension__ using Wide = unsigned __int128;

/// Largest exact count: fits 64 bits with room.
constexpr std::uint64_t kLargest = 4'000'000'000'000'000'000ULL;
/// Limit of memoized sets for one component.
constexpr std::size_t kMaxSets = 400'000;

/// A connected component of the graph, with the direct predecessors of its nodes.
struct Part {
  std::vector<Node> nodes;
  std::vector<std::uint64_t> before; ///< bits of the direct predecessors, by position in `nodes`
};

std::vector<std::vector<Node>> connected(const DependenceGraph& graph) {
  std::vector<Node> leader(graph.size());
  std::iota(leader.begin(), leader.end(), 0U);
  const auto find = [&leader](Node node) {
    while (leader[node] != node)
      node = leader[node] = leader[leader[node]];
    return node;
  };
  for (const Edge& edge : graph.edges)
    leader[std::max(find(edge.from), find(edge.to))] = std::min(find(edge.from), find(edge.to));
  std::vector<std::vector<Node>> parts;
  std::vector<std::size_t> part_of(graph.size());
  for (Node node = 0; node < graph.size(); ++node) {
    if (find(node) == node) {
      part_of[node] = parts.size();
      parts.emplace_back();
    }
    parts[part_of[find(node)]].push_back(node);
  }
  return parts;
}

/// Linear extensions of a component of at most 64 instructions; 0: limit exceeded.
class Counter {
public:
  Counter(const DependenceGraph& graph, const std::vector<Node>& nodes) : before_(nodes.size()) {
    std::unordered_map<Node, unsigned> place;
    for (unsigned i = 0; i < nodes.size(); ++i)
      place[nodes[i]] = i;
    for (unsigned i = 0; i < nodes.size(); ++i)
      for (std::uint32_t e = graph.first_in[nodes[i]]; e < graph.first_in[nodes[i] + 1]; ++e)
        before_[i] |= 1ULL << place[graph.edges[e].from];
    all_ = nodes.size() == 64 ? ~0ULL : (1ULL << nodes.size()) - 1;
  }

  std::uint64_t count() {
    const std::uint64_t orders = rest(0);
    return failed_ ? 0 : orders;
  }

private:
  /// Linear extensions of the instructions not in `done`.
  std::uint64_t rest(std::uint64_t done) {
    if (done == all_)
      return 1;
    if (failed_)
      return 0;
    if (const auto known = known_.find(done); known != known_.end())
      return known->second;
    Wide sum = 0;
    for (std::uint64_t open = all_ & ~done; open != 0; open &= open - 1) {
      const auto i = static_cast<unsigned>(__builtin_ctzll(open));
      if ((before_[i] & ~done) == 0)
        sum += rest(done | (1ULL << i));
    }
    if (sum > kLargest || known_.size() >= kMaxSets) {
      failed_ = true;
      return 0;
    }
    return known_[done] = static_cast<std::uint64_t>(sum);
  }

  std::vector<std::uint64_t> before_;
  std::uint64_t all_ = 0;
  bool failed_ = false;
  std::unordered_map<std::uint64_t, std::uint64_t> known_;
};

double log10_factorial(double n) {
  return std::lgamma(n + 1) / std::log(10.0);
}

/// n! divided by the number of successors of each instruction (itself included): a lower bound,
/// exact for forests. Source: Hammett and Pittel, "How often are two permutations comparable?",
/// 2008.
double log10_at_least(const DependenceGraph& graph) {
  const std::uint32_t n = graph.size();
  double log = log10_factorial(n);
  if (n > 4096) { // upper limit: all later instructions
    for (Node node = 0; node < n; ++node)
      log -= graph.first_out[node] == graph.first_out[node + 1] ? 0 : std::log10(n - node);
    return std::max(0.0, log);
  }
  const std::size_t words = (n + 63) / 64;
  std::vector<std::uint64_t> following(n * words, 0);
  for (Node node = n; node-- > 0;) {
    std::uint64_t* mine = &following[node * words];
    mine[node / 64] |= 1ULL << (node % 64);
    for (std::uint32_t i = graph.first_out[node]; i < graph.first_out[node + 1]; ++i) {
      const std::uint64_t* theirs = &following[graph.edges[graph.out_edges[i]].to * words];
      for (std::size_t w = 0; w < words; ++w)
        mine[w] |= theirs[w];
    }
    int size = 0;
    for (std::size_t w = 0; w < words; ++w)
      size += __builtin_popcountll(mine[w]);
    log -= std::log10(size);
  }
  return std::max(0.0, log);
}

/// Upper bound: only the dependences along disjoint chains.
double log10_at_most(const DependenceGraph& graph) {
  std::vector<bool> in_chain(graph.size(), false);
  double log = log10_factorial(graph.size());
  for (Node node = 0; node < graph.size(); ++node) {
    double length = 0;
    for (Node at = node; at != kNoNode && !in_chain[at];) {
      in_chain[at] = true;
      ++length;
      Node next = kNoNode;
      for (std::uint32_t i = graph.first_out[at]; i < graph.first_out[at + 1]; ++i)
        if (const Node to = graph.edges[graph.out_edges[i]].to; !in_chain[to])
          next = std::min(next, to);
      at = next;
    }
    log -= log10_factorial(length);
  }
  return log;
}

} // namespace

LegalOrders count_legal_orders(const DependenceGraph& graph) {
  LegalOrders orders;
  Wide product = 1;
  std::uint64_t placed = 0;
  bool exact = true;
  for (const std::vector<Node>& part : connected(graph)) {
    const std::uint64_t own = part.size() == 1   ? 1
                              : part.size() > 64 ? 0
                                                 : Counter(graph, part).count();
    exact = exact && own != 0;
    product = exact ? product * own : product;
    // Interleavings with the previous components: the number of ways to choose positions.
    for (std::uint64_t k = 1; exact && k <= part.size(); ++k) {
      ++placed;
      exact = product <= kLargest;
      product = exact ? product * placed / k : product;
    }
    exact = exact && product <= kLargest;
    if (!exact)
      break;
  }
  if (exact) {
    orders.exact = true;
    orders.count = static_cast<std::uint64_t>(product);
    return orders;
  }
  orders.log10_at_least = log10_at_least(graph);
  orders.log10_at_most = std::max(orders.log10_at_least, log10_at_most(graph));
  return orders;
}

} // namespace stallscope::sched
