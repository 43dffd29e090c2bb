#include "training/jobs/network.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace stallscope::training {

namespace {

__extension__ using WideLoad = unsigned __int128; // products of two 64-bit numbers

/// Load of the links in one step.
class NetworkLoad {
public:
  NetworkLoad(const Cluster& cluster, std::uint64_t ranks) : cluster_(cluster) {
    if (cluster.topology != TopologyKind::islands && cluster.topology != TopologyKind::full_mesh)
      topology_.emplace(options_of(cluster, ranks));
  }

  void add(std::uint64_t from, std::uint64_t to) {
    const bool in_node = from / cluster_.devices_per_node == to / cluster_.devices_per_node;
    if (in_node || cluster_.topology == TopologyKind::islands) {
      const LinkSpeed& port = in_node ? cluster_.inside : cluster_.between;
      const auto kind = in_node ? Wire::inside : Wire::port;
      took(port.latency_ns);
      carry(port, {kind, from, 0});
      carry(port, {kind, to, cluster_.half_duplex ? 0 : 1});
    } else if (cluster_.topology == TopologyKind::full_mesh) {
      const bool swapped = cluster_.half_duplex && from > to;
      took(cluster_.between.latency_ns);
      carry(cluster_.between, {Wire::pair, swapped ? to : from, swapped ? from : to});
    } else {
      along(from, to);
    }
  }

  [[nodiscard]] SharedLink busiest() const { return {{latency_, busiest_.first}, busiest_.second}; }

  enum class Wire : std::uint8_t { inside, port, pair, network };
  using WireKey = std::tuple<Wire, std::uint64_t, std::uint64_t>;
  /// Share of a link's bandwidth that the messages take together, at the speed that the busiest
  /// link allows.
  [[nodiscard]] std::map<WireKey, double> shares() const {
    std::map<WireKey, double> shares;
    const double per_byte =
        static_cast<double>(busiest_.second) / static_cast<double>(busiest_.first);
    for (const auto& [wire, sharers] : load_)
      shares[wire] = static_cast<double>(sharers) / static_cast<double>(speed_.at(wire)) / per_byte;
    return shares;
  }

private:
  /// Topology of as many whole nodes as the ranks need; the leaf switches of a fat tree are those
  /// of nodes.
  [[nodiscard]] static TopologyOptions options_of(const Cluster& cluster, std::uint64_t ranks) {
    TopologyOptions options;
    const std::uint64_t a_node = cluster.devices_per_node;
    const std::uint64_t devices = std::max(ranks, cluster.devices);
    options.kind = cluster.topology;
    options.nodes = static_cast<std::uint32_t>((devices + a_node - 1) / a_node * a_node);
    options.group_size = static_cast<std::uint32_t>(a_node);
    options.oversubscription = static_cast<std::uint32_t>(cluster.oversubscription);
    options.link = cluster.between;
    options.half_duplex = cluster.half_duplex;
    return options;
  }

  void along(std::uint64_t from, std::uint64_t to) {
    way_.clear();
    topology_->route(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), way_);
    took(topology_->latency_ns(way_));
    for (const std::uint32_t link : way_)
      carry(topology_->speed(link), {Wire::network, link, 0});
  }

  void took(std::uint64_t latency) { latency_ = std::max(latency_, latency); }

  void carry(const LinkSpeed& link, const WireKey& wire) {
    const std::uint64_t sharers = ++load_[wire];
    speed_[wire] = link.bytes_per_second;
    if (WideLoad{sharers} * busiest_.first > WideLoad{busiest_.second} * link.bytes_per_second)
      busiest_ = {link.bytes_per_second, sharers};
  }

  const Cluster& cluster_;
  std::optional<Topology> topology_;
  std::map<WireKey, std::uint64_t> load_;
  std::map<WireKey, std::uint64_t> speed_;
  std::vector<std::uint32_t> way_;
  std::uint64_t latency_ = 0;
  std::pair<std::uint64_t, std::uint64_t> busiest_{1, 0}; ///< bytes per second, and sharers, of the
                                                          ///< busiest link
};

/// Rank with these coordinates, in the axis order of the layout.
std::uint64_t rank_at(const RankLayout& layout, std::array<std::uint32_t, 3> place) {
  std::uint64_t rank = 0;
  for (std::size_t i = layout.order.size(); i-- > 0;) {
    const auto axis = static_cast<std::size_t>(layout.order[i]);
    rank = rank * layout.sizes[axis] + place[axis];
  }
  return rank;
}

/// For islands: the slowest link between members of a group, as each device has its own port.
SharedLink island_link(const Cluster& cluster, const RankLayout& layout, Axis3D axis) {
  std::uint64_t ranks = 1; // distance from the first to the last rank of a group, plus one
  for (const Axis3D inner : layout.order) {
    ranks *= layout.sizes[static_cast<std::size_t>(inner)];
    if (inner == axis)
      break;
  }
  const std::uint64_t n = cluster.devices_per_node;
  const bool in_node = layout.ranks() <= n || (ranks <= n && n % ranks == 0);
  return {in_node ? cluster.inside : cluster.between,
          cluster.half_duplex ? std::uint64_t{2} : std::uint64_t{1}};
}

constexpr auto kPipelineAxis = static_cast<std::size_t>(Axis3D::pipeline);

} // namespace

SharedLink shared_link(const Cluster& cluster, std::uint64_t ranks,
                       const std::vector<RankPair>& messages) {
  NetworkLoad load(cluster, ranks);
  for (const auto& [from, to] : messages)
    load.add(from, to);
  return load.busiest();
}

SharedLink ring_link(const Cluster& cluster, const RankLayout& layout, Axis3D axis,
                     std::uint32_t replicas) {
  if (cluster.topology == TopologyKind::islands)
    return island_link(cluster, layout, axis);
  std::vector<std::vector<std::uint64_t>> groups = groups_along(layout, axis);
  if (replicas > 1) {
    const std::uint32_t p = layout.sizes[kPipelineAxis];
    std::vector<std::vector<std::uint64_t>> both;
    for (std::vector<std::uint64_t>& group : groups) {
      if (place_of(layout, group.front())[kPipelineAxis] >= p / 2)
        continue;
      const std::size_t count = group.size();
      for (std::size_t i = 0; i < count; ++i) {
        auto place = place_of(layout, group[i]);
        place[kPipelineAxis] = p - 1 - place[kPipelineAxis];
        group.push_back(rank_at(layout, place));
      }
      both.push_back(std::move(group));
    }
    groups = std::move(both);
  }
  std::vector<RankPair> messages;
  for (const std::vector<std::uint64_t>& group : groups)
    for (std::size_t i = 0; group.size() > 1 && i < group.size(); ++i)
      messages.emplace_back(group[i], group[(i + 1) % group.size()]);
  return shared_link(cluster, layout.ranks(), messages);
}

namespace {

std::vector<RankPair> pipeline_messages(const RankLayout& layout, std::uint32_t from,
                                        std::uint32_t to) {
  std::vector<RankPair> messages;
  for (std::uint64_t rank = 0; rank < layout.ranks(); ++rank) {
    auto place = place_of(layout, rank);
    if (place[kPipelineAxis] != from)
      continue;
    place[kPipelineAxis] = to;
    messages.emplace_back(rank, rank_at(layout, place));
  }
  return messages;
}

} // namespace

SharedLink pipeline_link(const Cluster& cluster, const RankLayout& layout, std::uint32_t from,
                         std::uint32_t to) {
  return shared_link(cluster, layout.ranks(), pipeline_messages(layout, from, to));
}

std::vector<std::vector<std::uint32_t>>
transfer_links(const Cluster& cluster, const RankLayout& layout,
               const std::vector<std::pair<std::uint32_t, std::uint32_t>>& transfers) {
  constexpr double kAlone = 1 + 1e-9; // shares are rounded
  std::map<NetworkLoad::WireKey, std::vector<std::pair<std::size_t, double>>> users;
  for (std::size_t i = 0; i < transfers.size(); ++i) {
    NetworkLoad load(cluster, layout.ranks());
    for (const auto& [from, to] :
         pipeline_messages(layout, transfers[i].first, transfers[i].second))
      load.add(from, to);
    for (const auto& [wire, share] : load.shares())
      users[wire].emplace_back(i, share);
  }
  // Links that the same transfers share are one; in a way alone one keeps its transfers in turn.
  std::map<std::vector<std::size_t>, std::uint32_t> numbers;
  std::vector<std::vector<std::uint32_t>> links(transfers.size());
  for (auto& [wire, shares] : users) {
    std::sort(shares.begin(), shares.end(),
              [](const auto& a, const auto& b) { return a.second > b.second; });
    const bool has_room = shares.size() > 1 && shares[0].second + shares[1].second <= kAlone;
    std::vector<std::size_t> sharing;
    for (const auto& [i, share] : shares)
      sharing.push_back(i);
    std::sort(sharing.begin(), sharing.end());
    if (has_room)
      continue;
    const auto [found, added] =
        numbers.try_emplace(sharing, static_cast<std::uint32_t>(numbers.size()));
    if (added)
      for (const std::size_t i : sharing)
        links[i].push_back(found->second);
  }
  return links;
}

} // namespace stallscope::training
