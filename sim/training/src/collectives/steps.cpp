// The steps of every collective by every algorithm. All are made of a few patterns, which work on a
// list of nodes and the parts of the data that belong to each.
#include "base/check.hpp"
#include "training/collectives/collective.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

namespace stallscope::training {

namespace {

using Steps = std::vector<CollectiveStep>;
using Nodes = std::vector<std::uint32_t>;
using Blocks = std::vector<std::uint32_t>;
using Parts = std::vector<Blocks>; ///< by place in the list of nodes: its blocks

std::uint32_t size_of(const Nodes& nodes) {
  return static_cast<std::uint32_t>(nodes.size());
}

void append(Blocks& to, const Blocks& more) {
  to.insert(to.end(), more.begin(), more.end());
}

Blocks all_of(const Parts& parts) {
  Blocks out;
  for (const Blocks& part : parts)
    append(out, part);
  return out;
}

/// One behind the other.
Steps then(Steps first, Steps second) {
  std::move(second.begin(), second.end(), std::back_inserter(first));
  return first;
}

/// At the same time.
void beside(Steps& steps, Steps others) {
  if (steps.size() < others.size())
    steps.resize(others.size());
  for (std::size_t i = 0; i < others.size(); ++i)
    std::move(others[i].begin(), others[i].end(), std::back_inserter(steps[i]));
}

/// Round the ring: in step k, node i sends part i + first - k.
Steps ring_rounds(const Nodes& nodes, const Parts& parts, std::uint32_t first, bool added) {
  const std::uint32_t n = size_of(nodes);
  Steps steps(n - 1);
  for (std::uint32_t k = 0; k + 1 < n; ++k)
    for (std::uint32_t i = 0; i < n; ++i)
      steps[k].push_back({nodes[i], nodes[(i + 1) % n], added, parts[(i + first + 2 * n - k) % n]});
  return steps;
}

/// Part i of the sum ends on node i: it starts its way round behind it.
Steps ring_reduce_scatter(const Nodes& nodes, const Parts& parts) {
  return ring_rounds(nodes, parts, size_of(nodes) - 1, true);
}

/// Part i starts on node i.
Steps ring_all_gather(const Nodes& nodes, const Parts& parts) {
  return ring_rounds(nodes, parts, 0, false);
}

/// Down a chain, part by part: the next part starts when the one before has left. The first node
/// has all parts; `added` turns it round: they are summed up on the way to the first node.
Steps chain(const Nodes& nodes, const Parts& parts, bool added) {
  const std::uint32_t n = size_of(nodes);
  if (n == 1)
    return {};
  const auto count = static_cast<std::uint32_t>(parts.size());
  Steps steps(n - 2 + count);
  for (std::uint32_t part = 0; part < count; ++part)
    for (std::uint32_t hop = 0; hop + 1 < n; ++hop)
      steps[part + hop].push_back(
          added ? Message{nodes[n - 1 - hop], nodes[n - 2 - hop], true, parts[part]}
                : Message{nodes[hop], nodes[hop + 1], false, parts[part]});
  return steps;
}

/// Along a chain the part of the farthest node first, so that all arrive in the same step.
Steps chain_scatter(const Nodes& nodes, const Parts& parts) {
  const std::uint32_t n = size_of(nodes);
  Steps steps(n - 1);
  for (std::uint32_t to = 1; to < n; ++to)
    for (std::uint32_t hop = 0; hop < to; ++hop)
      steps[n - 1 - to + hop].push_back({nodes[hop], nodes[hop + 1], false, parts[to]});
  return steps;
}

/// Its mirror image: every node sends its own part, then those from behind it.
Steps chain_gather(const Nodes& nodes, const Parts& parts) {
  const std::uint32_t n = size_of(nodes);
  Steps steps(n - 1);
  for (std::uint32_t from = 1; from < n; ++from)
    for (std::uint32_t hop = 0; hop < from; ++hop)
      steps[hop].push_back({nodes[from - hop], nodes[from - hop - 1], false, parts[from]});
  return steps;
}

enum class Tree : std::uint8_t { broadcast, scatter, gather, reduce };

/// Binomial tree from the first node, by halving distances: in the round of distance d every 2d-th
/// node i serves node i + d, and with it the subtree [i + d, i + 2d).
Steps binomial(Tree kind, const Nodes& nodes, const Parts& parts) {
  const std::uint32_t n = size_of(nodes);
  const std::uint32_t span = std::bit_ceil(n);
  const bool by_part = kind == Tree::scatter || kind == Tree::gather;
  const bool outward = kind == Tree::broadcast || kind == Tree::scatter;
  Steps steps;
  for (std::uint32_t d = span / 2; d > 0; d /= 2) {
    CollectiveStep step;
    for (std::uint32_t i = 0; i + d < n; i += 2 * d) {
      Blocks blocks;
      if (!by_part)
        blocks = all_of(parts);
      for (std::uint32_t k = i + d; by_part && k < std::min(i + 2 * d, n); ++k)
        append(blocks, parts[k]);
      step.push_back(
          outward ? Message{nodes[i], nodes[i + d], false, std::move(blocks)}
                  : Message{nodes[i + d], nodes[i], kind == Tree::reduce, std::move(blocks)});
    }
    steps.push_back(std::move(step));
  }
  if (!outward)
    std::reverse(steps.begin(), steps.end());
  return steps;
}

/// Parts of the nodes [begin, begin + count).
Blocks parts_of_range(const Parts& parts, std::uint32_t begin, std::uint32_t count) {
  Blocks out;
  for (std::uint32_t i = begin; i < begin + count; ++i)
    append(out, parts[i]);
  return out;
}

/// Halving: in the round of distance d each node gives its partner the half of the data that is the
/// partner's, and adds what it gets to its own. The number of nodes is a power of two.
Steps halving(const Nodes& nodes, const Parts& parts) {
  const std::uint32_t n = size_of(nodes);
  Steps steps;
  for (std::uint32_t d = n / 2; d > 0; d /= 2) {
    CollectiveStep step;
    for (std::uint32_t i = 0; i < n; ++i)
      step.push_back({nodes[i], nodes[i ^ d], true, parts_of_range(parts, (i ^ d) / d * d, d)});
    steps.push_back(std::move(step));
  }
  return steps;
}

/// Doubling: each node gives its partner all that it has.
Steps doubling(const Nodes& nodes, const Parts& parts) {
  const std::uint32_t n = size_of(nodes);
  Steps steps;
  for (std::uint32_t d = 1; d < n; d *= 2) {
    CollectiveStep step;
    for (std::uint32_t i = 0; i < n; ++i)
      step.push_back({nodes[i], nodes[i ^ d], false, parts_of_range(parts, i / d * d, d)});
    steps.push_back(std::move(step));
  }
  return steps;
}

/// Nodes beyond a power of two first add their data to a partner's, and get the result at the end.
Steps folded_all_reduce(const Nodes& nodes) {
  const std::uint32_t n = size_of(nodes);
  const std::uint32_t power = std::bit_floor(n);
  const Nodes front(nodes.begin(), nodes.begin() + power);
  Parts parts(power);
  Blocks all;
  for (std::uint32_t block = 0; block < n; ++block) {
    parts[std::uint64_t{block} * power / n].push_back(block);
    all.push_back(block);
  }
  Steps steps = then(halving(front, parts), doubling(front, parts));
  if (power == n)
    return steps;
  CollectiveStep fold;
  CollectiveStep unfold;
  for (std::uint32_t i = power; i < n; ++i) {
    fold.push_back({nodes[i], nodes[i - power], true, all});
    unfold.push_back({nodes[i - power], nodes[i], false, all});
  }
  steps.insert(steps.begin(), std::move(fold));
  steps.push_back(std::move(unfold));
  return steps;
}

/// Blocks from every node of some to every node of others.
Blocks pairs(const Nodes& from, const Nodes& to, std::uint32_t nodes) {
  Blocks out;
  for (const std::uint32_t i : from)
    for (const std::uint32_t j : to)
      out.push_back(i * nodes + j);
  return out;
}

/// In step k node i sends to node i + k what is for it.
Steps rotated_all_to_all(std::uint32_t n) {
  Steps steps(n - 1);
  for (std::uint32_t k = 1; k < n; ++k)
    for (std::uint32_t i = 0; i < n; ++i)
      steps[k - 1].push_back({i, (i + k) % n, false, {i * n + (i + k) % n}});
  return steps;
}

/// In the round of distance d every node hands over all it has for nodes on the partner's side.
Steps exchanged_all_to_all(std::uint32_t n) {
  Steps steps;
  for (std::uint32_t d = 1; d < n; d *= 2) {
    CollectiveStep step;
    for (std::uint32_t i = 0; i < n; ++i) {
      Message message{i, i ^ d, false, {}};
      // By now node i has the blocks of sources that differ from it in lower bits, for
      // destinations that agree with it in them.
      for (std::uint32_t source = 0; source < n; ++source)
        for (std::uint32_t to = 0; to < n; ++to)
          if ((source & ~(d - 1)) == (i & ~(d - 1)) && ((to ^ i) & (d - 1)) == 0 &&
              ((to ^ i) & d) != 0)
            message.blocks.push_back(source * n + to);
      step.push_back(std::move(message));
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

/// All nodes, the root first.
Nodes from_root(const CollectiveTask& task) {
  Nodes nodes(task.nodes);
  for (std::uint32_t i = 0; i < task.nodes; ++i)
    nodes[i] = (i + (has_root(task.collective) ? task.root : 0)) % task.nodes;
  return nodes;
}

/// The block of each node.
Parts own_parts(const Nodes& nodes) {
  Parts parts;
  for (const std::uint32_t node : nodes)
    parts.push_back({node});
  return parts;
}

Steps ring_steps(const CollectiveTask& task) {
  const Nodes nodes = from_root(task);
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
    return rotated_all_to_all(task.nodes);
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
    break;
  }
  STALLSCOPE_CHECK(false, "an all-to-all along a tree");
  return {};
}

Steps halving_doubling_steps(const CollectiveTask& task) {
  const Nodes nodes = from_root(task);
  const Parts parts = own_parts(nodes);
  switch (task.collective) {
  case Collective::broadcast: // scatter, then all-gather
    return then(binomial(Tree::scatter, nodes, parts), doubling(nodes, parts));
  case Collective::reduce: // reduce-scatter, then gather
    return then(halving(nodes, parts), binomial(Tree::gather, nodes, parts));
  case Collective::scatter:
    return binomial(Tree::scatter, nodes, parts);
  case Collective::gather:
    return binomial(Tree::gather, nodes, parts);
  case Collective::all_gather:
    return doubling(nodes, parts);
  case Collective::reduce_scatter:
    return halving(nodes, parts);
  case Collective::all_reduce:
    return folded_all_reduce(nodes);
  case Collective::all_to_all:
    return exchanged_all_to_all(task.nodes);
  }
  return {};
}

/// Groups of consecutive nodes, and for each place in a group the nodes of that place.
struct Hierarchy {
  std::vector<Nodes> groups;
  std::vector<Nodes> across;
};

/// Groups and places are counted from those of the root: it is the first of its group, and its
/// group the first one.
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

/// Of a group: part i is what belongs to the nodes of place i in all groups.
Parts parts_by_place(const Hierarchy& h) {
  return {h.across.begin(), h.across.end()};
}

/// Between groups: part g is what belongs to the nodes of group g.
Parts parts_by_group(const Hierarchy& h) {
  return {h.groups.begin(), h.groups.end()};
}

/// The pattern in every one of the lists of nodes, at the same time.
template <class Pattern> Steps in_each(const std::vector<Nodes>& lists, const Pattern& pattern) {
  Steps steps;
  for (std::size_t i = 0; i < lists.size(); ++i)
    beside(steps, pattern(lists[i], i));
  return steps;
}

/// First everything for nodes of another place goes to the neighbour of that place, then from there
/// to its group.
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
  // Between groups every place works on its own share of the data.
  const auto shares = [&](std::size_t place) {
    Parts parts;
    for (const std::uint32_t node : h.across[place])
      parts.push_back({node});
    return parts;
  };
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
