#pragma once

#include "training/clusters/cluster.hpp"
#include "training/jobs/rank_groups.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace stallscope::training {

/// What a message gets of its way while others are under way: a message of b bytes takes
/// link.latency_ns + b * sharers / link.bytes_per_second.
struct SharedLink {
  LinkSpeed link;
  std::uint64_t sharers = 1; ///< messages on the busiest link at once
};

/// A message from one rank to another.
using RankPair = std::pair<std::uint64_t, std::uint64_t>;

/// The most devices that a network other than islands joins.
inline constexpr std::uint64_t kMostNetworkDevices = 16'384;

/// Messages of equal size under way at once between ranks of a cluster, and what they all have
/// arrived by: the longest way's latency, and the link that takes longest for what it carries.
/// Inside a node they take their device's link there (Cluster::inside), else the network
/// (Cluster::topology), whose links have the speed of Cluster::between.
[[nodiscard]] SharedLink shared_link(const Cluster& cluster, std::uint64_t ranks,
                                     const std::vector<RankPair>& messages);

/// A step of the rings of all groups along an axis at once, each rank sending to the next one of
/// its group. `replicas`: of every part of the model in the pipeline, on devices s and p - 1 - s;
/// their copies are of one group.
[[nodiscard]] SharedLink ring_link(const Cluster& cluster, const RankLayout& layout, Axis3D axis,
                                   std::uint32_t replicas = 1);

/// Transfers of all ranks of a device of the pipeline to those of another at once.
[[nodiscard]] SharedLink pipeline_link(const Cluster& cluster, const RankLayout& layout,
                                       std::uint32_t from, std::uint32_t to);

} // namespace stallscope::training
