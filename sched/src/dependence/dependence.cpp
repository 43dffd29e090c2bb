#include "sched/dependence/dependence.hpp"

#include "base/check.hpp"
#include "data_flow/registers_named.hpp"
#include "dependence/memory_places.hpp"
#include "sched/target/latency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <memory_resource>
#include <tuple>
#include <utility>

namespace stallscope::sched {

std::string_view name(DependenceKind kind) {
  switch (kind) {
  case DependenceKind::raw:
    return "RAW";
  case DependenceKind::war:
    return "WAR";
  case DependenceKind::waw:
    return "WAW";
  case DependenceKind::control:
    return "control";
  case DependenceKind::side_effect:
    return "side effect";
  }
  return "";
}

namespace {

/// Number of accesses from which on transitive dependences are omitted.
constexpr std::size_t kManyAccesses = 64;

/// Lists of instructions by register, latest first, in one vector.
class NodesByRegister {
public:
  NodesByRegister(std::size_t registers, std::pmr::memory_resource* memory)
      : heads_(registers, kEnd, memory), entries_(memory) {}
  void add(RegId reg, Node node) {
    entries_.push_back({node, heads_[reg]});
    heads_[reg] = static_cast<std::uint32_t>(entries_.size() - 1);
  }
  [[nodiscard]] bool last_is(RegId reg, Node node) const {
    return heads_[reg] != kEnd && entries_[heads_[reg]].node == node;
  }
  template <class F> void take_all(RegId reg, F&& f) {
    for (std::uint32_t i = std::exchange(heads_[reg], kEnd); i != kEnd; i = entries_[i].next)
      f(entries_[i].node);
  }

private:
  static constexpr std::uint32_t kEnd = ~0U;
  struct Entry {
    Node node = 0;
    std::uint32_t next = kEnd;
  };
  std::pmr::vector<std::uint32_t> heads_; ///< by register
  std::pmr::vector<Entry> entries_;
};

/// Builds the dependences in one pass over a block.
class Finder {
public:
  Finder(const Block& block, const AliasHints& hints, const Folding& folding)
      : block_(block), folding_(folding), places_(memory_places(block, hints)),
        registers_(registers_named(block)), writer_(registers_, kNoNode, &memory_),
        maker_(folding.empty() ? 0 : registers_, kNoNode, &memory_),
        accesses_of_(maker_.size(), &memory_), readers_(registers_, &memory_) {}

  std::vector<Edge> find() {
    edges_.reserve(std::size_t{3} * block_.count);
    for (Node node = 0; node < block_.count; ++node) {
      registers(node);
      memory(node);
      order(node);
    }
    return std::move(edges_);
  }

private:
  void add(Node from, Node to, DependenceKind kind, LocationKind location,
           RegId reg = kNoRegister) {
    if (from == to)
      return;
    edges_.push_back({from, to, kind, location, reg, 0, 0});
    has_successor_[from] = 1;
  }

  void registers(Node node) {
    const isa::MicroOp& micro_op = block_.micro_op(node);
    for (const isa::RegisterRead& read : micro_op.sources()) {
      if (folding_.access(node) && read.reg == block_.instruction(node).rs1) {
        if (maker_[read.reg] != kNoNode)
          add(maker_[read.reg], node, DependenceKind::raw, LocationKind::reg, read.reg);
        accesses_of_.add(read.reg, node);
        continue;
      }
      if (writer_[read.reg] != kNoNode)
        add(writer_[read.reg], node, DependenceKind::raw, LocationKind::reg, read.reg);
      if (!readers_.last_is(read.reg, node))
        readers_.add(read.reg, node);
    }
    for (const RegId reg : micro_op.destinations()) {
      readers_.take_all(reg, [&](Node reader) {
        add(reader, node, DependenceKind::war, LocationKind::reg, reg);
      });
      if (writer_[reg] != kNoNode)
        add(writer_[reg], node, DependenceKind::waw, LocationKind::reg, reg);
      writer_[reg] = node;
      if (folding_.empty() || folding_.increment(node))
        continue;
      accesses_of_.take_all(reg, [&](Node access) {
        add(access, node, DependenceKind::war, LocationKind::reg, reg);
      });
      maker_[reg] = node;
    }
  }

  static DependenceKind kind_between(const Place& first, const Place& second) {
    return !first.writes                    ? DependenceKind::war
           : second.reads && !second.writes ? DependenceKind::raw
                                            : DependenceKind::waw;
  }

  void memory(Node node) {
    const Place& place = places_[node];
    if (!place.accesses())
      return;
    const auto number = static_cast<std::uint32_t>(accesses_.size());
    const bool reduce = number >= kManyAccesses;
    std::uint32_t all_below = 0;       // the access depends on all accesses with a lower number
    std::uint32_t not_behind = number; // the lowest-numbered access without a known dependence of
                                       // this access on it
    for (std::uint32_t i = number; i-- > all_below;) {
      const bool implied = reduce && implied_[i] == number;
      const bool conflict = !implied && covered_[i] == 0 && may_conflict(accesses_[i].place, place);
      if (conflict) {
        add(accesses_[i].node, node, kind_between(accesses_[i].place, place), LocationKind::memory);
        behind_.push_back(i);
      }
      if (!implied && !conflict) {
        not_behind = covered_[i] == 0 ? i : not_behind;
      } else if (reduce) { // the access depends transitively on all their predecessors
        all_below = std::max(all_below, all_below_[i]);
        for (std::uint32_t k = first_behind_[i]; k < first_behind_[i + 1]; ++k)
          implied_[behind_[k]] = number;
      }
    }
    std::pmr::vector<std::uint32_t>& same = same_place_[{place.root, place.offset, place.bytes}];
    if (place.writes) { // an overwritten access precedes every later access that conflicts with it,
                        // so `place` also represents it
      for (const std::uint32_t i : same)
        covered_[i] = 1;
      same.clear();
    }
    same.push_back(number);
    accesses_.push_back({node, place});
    covered_.push_back(0);
    implied_.push_back(number);
    all_below_.push_back(not_behind);
    first_behind_.push_back(static_cast<std::uint32_t>(behind_.size()));
  }

  /// Side effects, and the final branch with its delay slot.
  void order(Node node) {
    const isa::Instruction& instruction = block_.instruction(node);
    const bool control = isa::is_control(instruction.op_class);
    const bool fixed = is_fixed(block_, node);
    if (fixed || control) {
      const DependenceKind kind = fixed ? DependenceKind::side_effect : DependenceKind::control;
      for (Node earlier = fence_ == kNoNode ? 0 : fence_; earlier < node; ++earlier)
        if (has_successor_[earlier] == 0)
          add(earlier, node, kind, LocationKind::none);
      fence_ = node;
    } else if (fence_ != kNoNode) {
      add(fence_, node,
          isa::is_control(block_.instruction(fence_).op_class) ? DependenceKind::control
                                                               : DependenceKind::side_effect,
          LocationKind::none);
    }
  }

  const Block& block_;
  const Folding& folding_;
  std::array<std::byte, 8192> first_memory_; ///< large enough for short blocks
  std::pmr::monotonic_buffer_resource memory_{first_memory_.data(), first_memory_.size()};
  std::vector<Place> places_;
  std::size_t registers_;
  std::vector<Edge> edges_;
  // By register, as far as the block uses them.
  std::pmr::vector<Node> writer_;
  std::pmr::vector<Node> maker_; ///< last writer of each register that is not an increment
  NodesByRegister accesses_of_;  ///< accesses through each register that may cross increments
  NodesByRegister readers_;      ///< readers of each register since its last write
  struct Access {
    Node node = 0;
    Place place;
  };
  // By number of the access, in order.
  std::pmr::vector<Access> accesses_{&memory_};
  std::pmr::vector<std::uint8_t> covered_{&memory_};  ///< overwritten by a later access
  std::pmr::vector<std::uint32_t> implied_{&memory_}; ///< a later access that depends on it
                                                      ///< transitively
  std::pmr::vector<std::uint32_t> behind_{&memory_};  ///< direct predecessors of each access
  /// index of the first predecessor of each access
  std::pmr::vector<std::uint32_t> first_behind_{1, 0U, &memory_};
  std::pmr::vector<std::uint32_t> all_below_{&memory_}; ///< each access depends on all accesses
                                                        ///< with a lower number than this
  std::pmr::map<std::tuple<std::uint32_t, std::int64_t, std::uint32_t>,
                std::pmr::vector<std::uint32_t>>
      same_place_{&memory_}; ///< accesses to exactly these bytes: root, offset, size
  std::pmr::vector<std::uint8_t> has_successor_{block_.count, 0, &memory_};
  Node fence_ = kNoNode; ///< the last scheduling barrier
};

} // namespace

namespace {

/// Stable sort by `to`, `from` and kind. Edges found in the order of `to` need only a sort of the
/// few edges into each node.
void sort_edges(std::vector<Edge>& edges) {
  const auto less = [](const Edge& a, const Edge& b) {
    return std::tie(a.to, a.from, a.kind) < std::tie(b.to, b.from, b.kind);
  };
  if (!std::is_sorted(edges.begin(), edges.end(),
                      [](const Edge& a, const Edge& b) { return a.to < b.to; })) {
    std::stable_sort(edges.begin(), edges.end(), less);
    return;
  }
  constexpr std::ptrdiff_t kFew = 16;
  for (auto begin = edges.begin(); begin != edges.end();) {
    auto end = begin;
    while (end != edges.end() && end->to == begin->to)
      ++end;
    if (end - begin > kFew)
      std::stable_sort(begin, end, less);
    else
      for (auto next = begin; next != end; ++next)
        std::rotate(std::upper_bound(begin, next, *next, less), next, next + 1);
    begin = end;
  }
}

} // namespace

void DependenceGraph::index() {
  sort_edges(edges);
  first_in.assign(size() + 1, 0);
  first_out.assign(size() + 1, 0);
  for (const Edge& edge : edges) {
    STALLSCOPE_CHECK(edge.from < edge.to && edge.to < size(), "an edge leads backwards");
    ++first_in[edge.to + 1];
    ++first_out[edge.from + 1];
  }
  for (Node node = 0; node < size(); ++node) {
    first_in[node + 1] += first_in[node];
    first_out[node + 1] += first_out[node];
  }
  out_edges.resize(edges.size());
  std::vector<std::uint32_t> next(first_out.begin(), first_out.end() - 1);
  for (std::uint32_t e = 0; e < edges.size(); ++e)
    out_edges[next[edges[e].from]++] = e;
}

std::string DependenceGraph::location(const Edge& edge) const {
  const isa::Program& program = *block.program;
  if (edge.location == LocationKind::reg)
    return edge.reg < program.register_names.size() && !program.register_names[edge.reg].empty()
               ? program.register_names[edge.reg]
               : fmt::format("r{}", edge.reg);
  return edge.location == LocationKind::memory ? "memory" : "";
}

DependenceGraph dependences(const Block& block, const Target& target, const AliasHints& hints,
                            const Folding& folding) {
  DependenceGraph graph;
  graph.block = block;
  graph.folding = folding;
  graph.edges = Finder(block, hints, folding).find();
  LatencyTable& latencies = target.latencies();
  for (Edge& edge : graph.edges)
    edge.latency = latencies.latency(block, edge);
  graph.index();
  return graph;
}

namespace {

/// Longest paths in cycles of latency from one node over at least one intermediate node.
class Detours {
public:
  explicit Detours(const DependenceGraph& graph)
      : graph_(graph), direct_(graph.size(), kNone), indirect_(graph.size(), kNone) {}

  /// Computes the longest paths from `from` to nodes up to its farthest successor.
  void measure_from(Node from) {
    Node last = from;
    for_each_out(from, [&](const Edge& edge) { last = std::max(last, edge.to); });
    std::fill(direct_.begin() + from, direct_.begin() + last + 1, kNone);
    std::fill(indirect_.begin() + from, indirect_.begin() + last + 1, kNone);
    for_each_out(from, [&](const Edge& edge) {
      direct_[edge.to] = std::max<std::int64_t>(direct_[edge.to], edge.latency);
    });
    for (Node via = from + 1; via < last; ++via) {
      const std::int64_t length = std::max(direct_[via], indirect_[via]);
      if (length != kNone)
        for_each_out(via, [&](const Edge& edge) {
          if (edge.to <= last)
            indirect_[edge.to] = std::max(indirect_[edge.to], length + edge.latency);
        });
    }
  }
  /// Another path is at least as long as this edge.
  [[nodiscard]] bool imply(const Edge& edge) const {
    return indirect_[edge.to] >= static_cast<std::int64_t>(edge.latency);
  }

private:
  static constexpr std::int64_t kNone = -1;

  template <class F> void for_each_out(Node node, F&& f) const {
    for (std::uint32_t i = graph_.first_out[node]; i < graph_.first_out[node + 1]; ++i)
      f(graph_.edges[graph_.out_edges[i]]);
  }

  const DependenceGraph& graph_;
  std::vector<std::int64_t> direct_;
  std::vector<std::int64_t> indirect_;
};

} // namespace

DependenceGraph transitive_reduction(const DependenceGraph& graph) {
  DependenceGraph reduced;
  reduced.block = graph.block;
  reduced.folding = graph.folding;
  reduced.carried = graph.carried;
  Detours detours(graph);
  for (Node from = 0; from < graph.size(); ++from) {
    detours.measure_from(from);
    for (std::uint32_t i = graph.first_out[from]; i < graph.first_out[from + 1]; ++i)
      if (const Edge& edge = graph.edges[graph.out_edges[i]]; !detours.imply(edge))
        reduced.edges.push_back(edge);
  }
  reduced.index();
  return reduced;
}

GraphMeasures measure(const DependenceGraph& graph) {
  const std::uint32_t n = graph.size();
  GraphMeasures m;
  m.depth.assign(n, 0);
  m.height.assign(n, 0);
  m.slack.assign(n, 0);
  m.dependents.assign(n, 0);
  for (const Edge& edge : graph.edges) // sorted by `to`: all edges into edge.from come first
    m.depth[edge.to] = std::max(m.depth[edge.to], m.depth[edge.from] + edge.latency);
  for (std::size_t e = graph.edges.size(); e-- > 0;) {
    const Edge& edge = graph.edges[e];
    m.height[edge.from] = std::max(m.height[edge.from], m.height[edge.to] + edge.latency);
    if (e == 0 || graph.edges[e - 1].from != edge.from || graph.edges[e - 1].to != edge.to)
      ++m.dependents[edge.from];
  }
  for (Node node = 0; node < n; ++node)
    m.critical = std::max(m.critical, m.depth[node] + m.height[node]);
  for (Node node = 0; node < n; ++node)
    m.slack[node] = m.critical - m.depth[node] - m.height[node];
  Node at = kNoNode;
  for (Node node = 0; node < n && at == kNoNode; ++node)
    if (m.slack[node] == 0 && m.depth[node] == 0)
      at = node;
  while (at != kNoNode) {
    m.critical_path.push_back(at);
    Node next = kNoNode;
    for (std::uint32_t i = graph.first_out[at]; i < graph.first_out[at + 1] && next == kNoNode;
         ++i) {
      const Edge& edge = graph.edges[graph.out_edges[i]];
      if (m.height[edge.to] + edge.latency == m.height[at] && m.slack[edge.to] == 0)
        next = edge.to;
    }
    at = next;
  }
  return m;
}

} // namespace stallscope::sched
