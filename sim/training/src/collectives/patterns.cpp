#include "collectives/patterns.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

namespace stallscope::training {

namespace {

/// Ring: in step k, node i sends part i + first - k to node i + 1.
Steps ring_rounds(const Nodes& nodes, const Parts& parts, std::uint32_t first, bool added) {
  const std::uint32_t n = size_of(nodes);
  Steps steps(n - 1);
  for (std::uint32_t k = 0; k + 1 < n; ++k)
    for (std::uint32_t i = 0; i < n; ++i)
      steps[k].push_back({nodes[i], nodes[(i + 1) % n], added, parts[(i + first + 2 * n - k) % n]});
  return steps;
}

/// Blocks of the nodes [begin, begin + count).
Blocks parts_of_range(const Parts& parts, std::uint32_t begin, std::uint32_t count) {
  Blocks out;
  for (std::uint32_t i = begin; i < begin + count; ++i)
    append(out, parts[i]);
  return out;
}

} // namespace

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

Steps then(Steps first, Steps second) {
  std::move(second.begin(), second.end(), std::back_inserter(first));
  return first;
}

void beside(Steps& steps, Steps others) {
  if (steps.size() < others.size())
    steps.resize(others.size());
  for (std::size_t i = 0; i < others.size(); ++i)
    std::move(others[i].begin(), others[i].end(), std::back_inserter(steps[i]));
}

Steps ring_reduce_scatter(const Nodes& nodes, const Parts& parts) {
  return ring_rounds(nodes, parts, size_of(nodes) - 1, true);
}

Steps ring_all_gather(const Nodes& nodes, const Parts& parts) {
  return ring_rounds(nodes, parts, 0, false);
}

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

Steps chain_scatter(const Nodes& nodes, const Parts& parts) {
  const std::uint32_t n = size_of(nodes);
  Steps steps(n - 1);
  for (std::uint32_t to = 1; to < n; ++to)
    for (std::uint32_t hop = 0; hop < to; ++hop)
      steps[n - 1 - to + hop].push_back({nodes[hop], nodes[hop + 1], false, parts[to]});
  return steps;
}

Steps chain_gather(const Nodes& nodes, const Parts& parts) {
  const std::uint32_t n = size_of(nodes);
  Steps steps(n - 1);
  for (std::uint32_t from = 1; from < n; ++from)
    for (std::uint32_t hop = 0; hop < from; ++hop)
      steps[hop].push_back({nodes[from - hop], nodes[from - hop - 1], false, parts[from]});
  return steps;
}

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

} // namespace stallscope::training
