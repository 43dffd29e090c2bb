// The steps of every collective with every algorithm.
#include "base/check.hpp"
#include "collectives/patterns.hpp"
#include "training/collectives/collective.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::training {

namespace {

/// The nodes of recursive halving and doubling: a power of two, and those beyond it, of which node
/// i is folded onto node i of the front, whose part is both.
struct Folded {
  Nodes front;
  Nodes beyond;
  Parts parts; ///< of the front
};

Folded fold(const Nodes& nodes, const Parts& parts) {
  const std::uint32_t power = std::bit_floor(size_of(nodes));
  Folded out;
  out.front.assign(nodes.begin(), nodes.begin() + power);
  out.beyond.assign(nodes.begin() + power, nodes.end());
  out.parts.assign(parts.begin(), parts.begin() + power);
  for (std::uint32_t i = power; i < size_of(nodes); ++i)
    append(out.parts[i - power], parts[i]);
  return out;
}

/// One step: the nodes beyond send their partners blocks. No step if there are none.
template <class BlocksOf> Steps fold_in(const Folded& f, bool added, const BlocksOf& blocks_of) {
  CollectiveStep step;
  for (std::uint32_t i = 0; i < size_of(f.beyond); ++i)
    step.push_back({f.beyond[i], f.front[i], added, blocks_of(f.beyond[i])});
  return step.empty() ? Steps() : Steps{std::move(step)};
}

/// One step: the nodes beyond receive blocks from their partners.
template <class BlocksOf> Steps fold_out(const Folded& f, const BlocksOf& blocks_of) {
  CollectiveStep step;
  for (std::uint32_t i = 0; i < size_of(f.beyond); ++i)
    step.push_back({f.front[i], f.beyond[i], false, blocks_of(f.beyond[i])});
  return step.empty() ? Steps() : Steps{std::move(step)};
}

/// Nodes beyond the largest power of two first add their data to a partner's, and receive the
/// result at the end.
Steps folded_all_reduce(const Nodes& nodes, const Parts& parts) {
  const std::uint32_t n = size_of(nodes);
  const Folded f = fold(nodes, parts);
  const std::uint32_t power = size_of(f.front);
  Parts even(power); // shares of about the same size, since no node keeps a part of its own
  for (std::uint32_t block = 0; block < n; ++block)
    even[std::uint64_t{block} * power / n].push_back(block);
  const Blocks all = all_of(parts);
  const auto whole = [&all](std::uint32_t) { return all; };
  return then(then(fold_in(f, true, whole), then(halving(f.front, even), doubling(f.front, even))),
              fold_out(f, whole));
}

/// The all-to-all blocks from each node in `from` to each node in `to`.
Blocks pairs(const Nodes& from, const Nodes& to, std::uint32_t nodes) {
  Blocks out;
  for (const std::uint32_t i : from)
    for (const std::uint32_t j : to)
      out.push_back(i * nodes + j);
  return out;
}

/// In step k the node at place i of the ring sends its block for the one at place i + k.
Steps rotated_all_to_all(const Nodes& nodes) {
  const std::uint32_t n = size_of(nodes);
  Steps steps(n - 1);
  for (std::uint32_t k = 1; k < n; ++k)
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t to = nodes[(i + k) % n];
      steps[k - 1].push_back({nodes[i], to, false, {nodes[i] * n + to}});
    }
  return steps;
}

/// The blocks of all other nodes for a node, or of a node for all others.
Blocks blocks_for(std::uint32_t to, std::uint32_t n) {
  Blocks out;
  for (std::uint32_t from = 0; from < n; ++from)
    if (from != to)
      out.push_back(from * n + to);
  return out;
}
Blocks blocks_from(std::uint32_t from, std::uint32_t n) {
  Blocks out;
  for (std::uint32_t to = 0; to < n; ++to)
    if (from != to)
      out.push_back(from * n + to);
  return out;
}

/// All blocks to the root, from which every node receives its own.
Steps tree_all_to_all(const Nodes& nodes) {
  Parts sent;
  Parts received;
  for (const std::uint32_t node : nodes) {
    sent.push_back(blocks_from(node, size_of(nodes)));
    received.push_back(blocks_for(node, size_of(nodes)));
  }
  return then(binomial(Tree::gather, nodes, sent), binomial(Tree::scatter, nodes, received));
}

/// In the round of distance d every node of the front sends all blocks whose destination is on the
/// partner's side.
Steps exchanged_all_to_all(const Nodes& nodes, const Parts& parts) {
  const std::uint32_t n = size_of(nodes);
  const Folded f = fold(nodes, parts);
  const std::uint32_t power = size_of(f.front);
  Steps steps = fold_in(f, false, [n](std::uint32_t node) { return blocks_from(node, n); });
  for (std::uint32_t d = 1; d < power; d *= 2) {
    CollectiveStep step;
    for (std::uint32_t i = 0; i < power; ++i) {
      Message message{i, i ^ d, false, {}};
      // At this point node i has the blocks of sources that differ from i only in lower bits, for
      // destinations that agree with i in the lower bits.
      for (std::uint32_t source = 0; source < power; ++source)
        for (std::uint32_t to = 0; to < power; ++to)
          if ((source & ~(d - 1)) == (i & ~(d - 1)) && ((to ^ i) & (d - 1)) == 0 &&
              ((to ^ i) & d) != 0)
            append(message.blocks, pairs(f.parts[source], f.parts[to], n));
      step.push_back(std::move(message));
    }
    steps.push_back(std::move(step));
  }
  return then(std::move(steps), fold_out(f, [n](std::uint32_t to) { return blocks_for(to, n); }));
}

/// All nodes in rank order, starting with the root.
Nodes from_root(const CollectiveTask& task) {
  Nodes nodes(task.nodes);
  for (std::uint32_t i = 0; i < task.nodes; ++i)
    nodes[i] = (i + (has_root(task.collective) ? task.root : 0)) % task.nodes;
  return nodes;
}

/// All nodes in the order of the ring, starting with the root.
Nodes ring_from_root(const CollectiveTask& task) {
  if (task.ring.empty())
    return from_root(task);
  Nodes nodes = task.ring;
  const std::uint32_t root = has_root(task.collective) ? task.root : 0;
  std::rotate(nodes.begin(), std::find(nodes.begin(), nodes.end(), root), nodes.end());
  return nodes;
}

/// The block of each node as its part.
Parts own_parts(const Nodes& nodes) {
  Parts parts;
  for (const std::uint32_t node : nodes)
    parts.push_back({node});
  return parts;
}

Steps ring_steps(const CollectiveTask& task) {
  const Nodes nodes = ring_from_root(task);
  const Parts parts = own_parts(nodes);
  switch (task.collective) {
  case Collective::broadcast:
    return chain(nodes, parts, false);
  case Collective::reduce:
    return chain(nodes, parts, true);
  case Collective::scatter:
    return chain_scatter(nodes, parts);
  case Collective::gather:
    return chain_gather(nodes, parts);
  case Collective::all_gather:
    return ring_all_gather(nodes, parts);
  case Collective::reduce_scatter:
    return ring_reduce_scatter(nodes, parts);
  case Collective::all_reduce:
    return then(ring_reduce_scatter(nodes, parts), ring_all_gather(nodes, parts));
  case Collective::all_to_all:
    return rotated_all_to_all(nodes);
  }
  return {};
}

Steps tree_steps(const CollectiveTask& task) {
  const Nodes nodes = from_root(task);
  const Parts parts = own_parts(nodes);
  switch (task.collective) {
  case Collective::broadcast:
    return binomial(Tree::broadcast, nodes, parts);
  case Collective::reduce:
    return binomial(Tree::reduce, nodes, parts);
  case Collective::scatter:
    return binomial(Tree::scatter, nodes, parts);
  case Collective::gather:
    return binomial(Tree::gather, nodes, parts);
  case Collective::all_gather:
    return then(binomial(Tree::gather, nodes, parts), binomial(Tree::broadcast, nodes, parts));
  case Collective::reduce_scatter:
    return then(binomial(Tree::reduce, nodes, parts), binomial(Tree::scatter, nodes, parts));
  case Collective::all_reduce:
    return then(binomial(Tree::reduce, nodes, parts), binomial(Tree::broadcast, nodes, parts));
  case Collective::all_to_all:
    return tree_all_to_all(nodes);
  }
  return {};
}

Steps halving_doubling_steps(const CollectiveTask& task) {
  const Nodes nodes = from_root(task);
  const Parts parts = own_parts(nodes);
  const Folded f = fold(nodes, parts);
  const Blocks all = all_of(parts);
  const auto whole = [&all](std::uint32_t) { return all; };
  const auto own = [](std::uint32_t node) { return Blocks{node}; };
  const auto others = [&all](std::uint32_t node) {
    Blocks blocks = all;
    std::erase(blocks, node);
    return blocks;
  };
  switch (task.collective) {
  case Collective::broadcast: // scatter, then all-gather
    return then(then(binomial(Tree::scatter, f.front, f.parts), doubling(f.front, f.parts)),
                fold_out(f, whole));
  case Collective::reduce: // reduce-scatter, then gather
    return then(then(fold_in(f, true, whole), halving(f.front, f.parts)),
                binomial(Tree::gather, f.front, f.parts));
  case Collective::scatter:
    return binomial(Tree::scatter, nodes, parts);
  case Collective::gather:
    return binomial(Tree::gather, nodes, parts);
  case Collective::all_gather:
    return then(then(fold_in(f, false, own), doubling(f.front, f.parts)), fold_out(f, others));
  case Collective::reduce_scatter:
    return then(then(fold_in(f, true, whole), halving(f.front, f.parts)), fold_out(f, own));
  case Collective::all_reduce:
    return folded_all_reduce(nodes, parts);
  case Collective::all_to_all:
    return exchanged_all_to_all(nodes, parts);
  }
  return {};
}

/// Groups of consecutive nodes, and for each position within a group the nodes at that position.
struct Hierarchy {
  std::vector<Nodes> groups;
  std::vector<Nodes> across;
};

/// Groups and positions are numbered from the root: the root is the first node of the first group.
Hierarchy hierarchy_of(const CollectiveTask& task) {
  const std::uint32_t size = task.group_size;
  const std::uint32_t count = task.nodes / size;
  const std::uint32_t root = has_root(task.collective) ? task.root : 0;
  Hierarchy out;
  out.groups.resize(count);
  out.across.resize(size);
  for (std::uint32_t g = 0; g < count; ++g)
    for (std::uint32_t i = 0; i < size; ++i) {
      const std::uint32_t node = (g + root / size) % count * size + (i + root % size) % size;
      out.groups[g].push_back(node);
      out.across[i].push_back(node);
    }
  return out;
}

/// Parts within a group: part i has the blocks of the nodes at position i in all groups.
Parts parts_by_place(const Hierarchy& h) {
  return {h.across.begin(), h.across.end()};
}

/// Parts between groups: part g has the blocks of the nodes of group g.
Parts parts_by_group(const Hierarchy& h) {
  return {h.groups.begin(), h.groups.end()};
}

/// Runs a pattern on each list of nodes concurrently.
template <class Pattern> Steps in_each(const std::vector<Nodes>& lists, const Pattern& pattern) {
  Steps steps;
  for (std::size_t i = 0; i < lists.size(); ++i)
    beside(steps, pattern(lists[i], i));
  return steps;
}

/// Two phases: each node sends all blocks for position i to the node at position i of its own
/// group, which forwards them to the destination groups.
Steps hierarchical_all_to_all(const CollectiveTask& task, const Hierarchy& h) {
  const std::uint32_t n = task.nodes;
  const auto rotate = [](const Nodes& nodes, const auto& blocks_for) {
    const std::uint32_t count = size_of(nodes);
    Steps steps(count - 1);
    for (std::uint32_t k = 1; k < count; ++k)
      for (std::uint32_t i = 0; i < count; ++i)
        steps[k - 1].push_back(
            {nodes[i], nodes[(i + k) % count], false, blocks_for(i, (i + k) % count)});
    return steps;
  };
  Steps inside = in_each(h.groups, [&](const Nodes& group, std::size_t) {
    return rotate(group, [&](std::uint32_t i, std::uint32_t to) {
      return pairs({group[i]}, h.across[to], n);
    });
  });
  Steps between = in_each(h.across, [&](const Nodes& place, std::size_t) {
    return rotate(place, [&](std::uint32_t g, std::uint32_t to) {
      return pairs(h.groups[g], {place[to]}, n);
    });
  });
  return then(std::move(inside), std::move(between));
}

Steps hierarchical_steps(const CollectiveTask& task) {
  const Hierarchy h = hierarchy_of(task);
  const Parts by_place = parts_by_place(h);
  const Parts by_group = parts_by_group(h);
  const Nodes& leaders = h.across.front();
  const auto inside = [&](Tree kind) {
    return in_each(h.groups, [&](const Nodes& group, std::size_t) {
      return binomial(kind, group,
                      kind == Tree::scatter || kind == Tree::gather ? own_parts(group) : by_place);
    });
  };
  // Between groups, the nodes at each position work on their own share of the data.
  const auto shares = [&](std::size_t place) { return own_parts(h.across[place]); };
  const auto reduce_scatter = [&] {
    return then(in_each(h.groups, [&](const Nodes& g,
                                      std::size_t) { return ring_reduce_scatter(g, by_place); }),
                in_each(h.across, [&](const Nodes& a, std::size_t place) {
                  return ring_reduce_scatter(a, shares(place));
                }));
  };
  const auto all_gather = [&] {
    return then(
        in_each(h.across, [&](const Nodes& a,
                              std::size_t place) { return ring_all_gather(a, shares(place)); }),
        in_each(h.groups,
                [&](const Nodes& g, std::size_t) { return ring_all_gather(g, by_place); }));
  };
  switch (task.collective) {
  case Collective::broadcast:
    return then(binomial(Tree::broadcast, leaders, by_group), inside(Tree::broadcast));
  case Collective::reduce:
    return then(inside(Tree::reduce), binomial(Tree::reduce, leaders, by_group));
  case Collective::scatter:
    return then(binomial(Tree::scatter, leaders, by_group), inside(Tree::scatter));
  case Collective::gather:
    return then(inside(Tree::gather), binomial(Tree::gather, leaders, by_group));
  case Collective::all_gather:
    return all_gather();
  case Collective::reduce_scatter:
    return reduce_scatter();
  case Collective::all_reduce:
    return then(reduce_scatter(), all_gather());
  case Collective::all_to_all:
    return hierarchical_all_to_all(task, h);
  }
  return {};
}

} // namespace

std::vector<CollectiveStep> steps_of(const CollectiveTask& task) {
  STALLSCOPE_CHECK(!refusal(task), "the steps of a collective that is refused");
  if (task.nodes == 1)
    return {};
  switch (task.algorithm) {
  case Algorithm::ring:
    return ring_steps(task);
  case Algorithm::tree:
    return tree_steps(task);
  case Algorithm::halving_doubling:
    return halving_doubling_steps(task);
  case Algorithm::hierarchical:
    return hierarchical_steps(task);
  }
  return {};
}

} // namespace stallscope::training
