#include "training/collectives/topology.hpp"

#include <algorithm>
#include <array>

namespace stallscope::training {

namespace {

constexpr std::array<std::string_view, kTopologyCount> kTopologyNames{"full-mesh", "ring", "torus",
                                                                      "fat-tree", "islands"};

bool has_groups(TopologyKind kind) {
  return kind == TopologyKind::fat_tree || kind == TopologyKind::islands;
}

/// Index of an unordered pair of nodes among all pairs.
std::uint32_t pair_number(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t low = std::min(a, b);
  const std::uint32_t high = std::max(a, b);
  return high * (high - 1) / 2 + low;
}

} // namespace

std::string_view name(TopologyKind kind) {
  return kTopologyNames[static_cast<std::size_t>(kind)];
}

std::optional<TopologyKind> topology_called(std::string_view name) {
  const auto found = std::find(kTopologyNames.begin(), kTopologyNames.end(), name);
  if (found == kTopologyNames.end())
    return std::nullopt;
  return static_cast<TopologyKind>(found - kTopologyNames.begin());
}

std::vector<std::string_view> topology_names() {
  return {kTopologyNames.begin(), kTopologyNames.end()};
}

std::string problem_of(const TopologyOptions& o) {
  if (o.link.bytes_per_second == 0 ||
      (o.kind == TopologyKind::islands && o.outer.bytes_per_second == 0))
    return "a link carries no bytes a second";
  if (has_groups(o.kind) && (o.group_size < 1 || o.nodes % o.group_size != 0))
    return std::string(name(o.kind)) + ": " + std::to_string(o.nodes) +
           " nodes make no whole groups of " + std::to_string(o.group_size);
  if (o.kind == TopologyKind::fat_tree &&
      (o.oversubscription < 1 || o.link.bytes_per_second > ~0ULL / o.group_size))
    return "the uplinks of a leaf have no such bandwidth";
  return {};
}

Topology::Topology(const TopologyOptions& options) : options_(options) {
  const std::uint32_t n = options.nodes;
  switch (options.kind) {
  case TopologyKind::full_mesh:
    add_wires(n * (n - 1) / 2, options.link);
    break;
  case TopologyKind::ring:
    columns_ = n;
    add_wires(n, options.link);
    break;
  case TopologyKind::torus:
    for (std::uint32_t rows = 1; rows * rows <= n; ++rows)
      if (n % rows == 0)
        rows_ = rows;
    columns_ = n / rows_;
    add_wires(2 * n, options.link); // to the right, then down
    break;
  case TopologyKind::fat_tree: {
    add_wires(n, options.link);
    LinkSpeed up = options.link; // all uplinks of a leaf as one link
    up.bytes_per_second = std::max<std::uint64_t>(1, up.bytes_per_second * options.group_size /
                                                         options.oversubscription);
    add_wires(n / options.group_size, up);
    break;
  }
  case TopologyKind::islands:
    add_wires(n, options.link);
    add_wires(n, options.outer);
    break;
  }
}

void Topology::add_wires(std::uint32_t count, const LinkSpeed& speed) {
  speeds_.insert(speeds_.end(), std::size_t{count} * (options_.half_duplex ? 1 : 2), speed);
}

/// Routes along a ring (a row or column of a torus) in the shorter direction; if both are equal, in
/// ascending order.
void Topology::along(std::uint32_t line, std::uint32_t& at, std::uint32_t to, bool by_column,
                     std::vector<std::uint32_t>& links) const {
  const std::uint32_t size = by_column ? rows_ : columns_;
  const std::uint32_t ahead = (to + size - at) % size;
  const bool back = ahead > size - ahead;
  while (at != to) {
    const std::uint32_t next = back ? (at + size - 1) % size : (at + 1) % size;
    const std::uint32_t low = back ? next : at; // the wire belongs to its lower node
    const std::uint32_t node = by_column ? low * columns_ + line : line * columns_ + low;
    links.push_back(directed(by_column ? options_.nodes + node : node, back));
    at = next;
  }
}

void Topology::route(std::uint32_t from, std::uint32_t to,
                     std::vector<std::uint32_t>& links) const {
  if (from == to)
    return;
  const std::uint32_t n = options_.nodes;
  switch (options_.kind) {
  case TopologyKind::full_mesh:
    links.push_back(directed(pair_number(from, to), from > to));
    break;
  case TopologyKind::ring:
  case TopologyKind::torus: { // rows first, then columns
    std::uint32_t row = from / columns_;
    std::uint32_t column = from % columns_;
    along(row, column, to % columns_, false, links);
    along(column, row, to / columns_, true, links);
    break;
  }
  case TopologyKind::fat_tree:
    links.push_back(directed(from, false));
    if (from / options_.group_size != to / options_.group_size) {
      links.push_back(directed(n + from / options_.group_size, false));
      links.push_back(directed(n + to / options_.group_size, true));
    }
    links.push_back(directed(to, true));
    break;
  case TopologyKind::islands: {
    const bool inside = from / options_.group_size == to / options_.group_size;
    links.push_back(directed((inside ? 0 : n) + from, false));
    links.push_back(directed((inside ? 0 : n) + to, true));
    break;
  }
  }
}

std::uint64_t Topology::latency_ns(const std::vector<std::uint32_t>& links) const {
  std::uint64_t sum = 0;
  for (const std::uint32_t link : links)
    sum += speed(link).latency_ns;
  return has_groups(options_.kind) && !links.empty() ? speed(links.front()).latency_ns : sum;
}

/// Line by line of a torus, round each in either direction, so that it ends beside where it began:
/// one place back if forwards, one ahead if backwards. An even number of lines alternates and is
/// where it began; of an odd number as many lines as one has nodes go forwards first.
std::vector<std::uint32_t> Topology::ring_order() const {
  std::vector<std::uint32_t> order;
  if (options_.kind != TopologyKind::torus) {
    for (std::uint32_t node = 0; node < options_.nodes; ++node)
      order.push_back(node);
    return order;
  }
  const bool by_row = rows_ % 2 == 0;
  const std::uint32_t lines = by_row ? rows_ : columns_;
  const std::uint32_t length = by_row ? columns_ : rows_;
  const std::uint32_t forwards = lines % 2 == 0 ? 0 : length;
  std::uint32_t at = 0;
  for (std::uint32_t line = 0; line < lines; ++line) {
    const bool ahead = line < forwards || (line - forwards) % 2 == 0;
    for (std::uint32_t i = 0; i < length; ++i) {
      order.push_back(by_row ? line * columns_ + at : at * columns_ + line);
      if (i + 1 < length)
        at = (at + (ahead ? 1 : length - 1)) % length;
    }
  }
  return order;
}

std::string Topology::link_name(std::uint32_t link) const {
  const std::uint32_t n = options_.nodes;
  const std::uint32_t wire = options_.half_duplex ? link : link / 2;
  const std::string way = options_.half_duplex ? "" : link % 2 == 0 ? " out" : " back";
  const auto numbered = [&](const char* what, std::uint32_t i) {
    return what + std::to_string(i) + way;
  };
  switch (options_.kind) {
  case TopologyKind::full_mesh: {
    std::uint32_t high = 1;
    while (high * (high + 1) / 2 <= wire)
      ++high;
    return "link " + std::to_string(wire - high * (high - 1) / 2) + "-" + std::to_string(high) +
           way;
  }
  case TopologyKind::ring:
    return numbered("link behind node ", wire);
  case TopologyKind::torus:
    return wire < n ? numbered("row link of node ", wire)
                    : numbered("column link of node ", wire - n);
  case TopologyKind::fat_tree:
    return wire < n ? numbered("link of node ", wire) : numbered("uplinks of leaf ", wire - n);
  case TopologyKind::islands:
    return wire < n ? numbered("island link of node ", wire)
                    : numbered("network link of node ", wire - n);
  }
  return {};
}

} // namespace stallscope::training
