#pragma once

#include "training/clusters/cluster.hpp"
#include "training/jobs/rank_groups.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace stallscope::training {

/// Speed of a message that shares its links with concurrent ones: a message of b bytes takes
/// link.latency_ns + b * sharers / link.bytes_per_second.
struct SharedLink {
  LinkSpeed link;
  std::uint64_t sharers = 1; ///< concurrent messages on the busiest link
};

/// Source and destination rank of a message.
using RankPair = std::pair<std::uint64_t, std::uint64_t>;

/// Limit of devices in a network other than islands.
inline constexpr std::uint64_t kMostNetworkDevices = 16'384;

/// Concurrent messages of equal size between ranks of a cluster, and the time until all have
/// arrived: the latency of the longest path, and the transfer time of the most loaded link.
/// Messages within a node use the device's link (Cluster::inside), others the network
/// (Cluster::topology), whose links have the speed of Cluster::between.
[[nodiscard]] SharedLink shared_link(const Cluster& cluster, std::uint64_t ranks,
                                     const std::vector<RankPair>& messages);

/// One step of the rings of all groups along an axis, run concurrently; each rank sends to the next
/// one of its group. `replicas`: copies of every part of the model in the pipeline, on devices s
/// and p - 1 - s, which belong to one group.
[[nodiscard]] SharedLink ring_link(const Cluster& cluster, const RankLayout& layout, Axis3D axis,
                                   std::uint32_t replicas = 1);

/// Concurrent transfers from all ranks of one pipeline device to those of another.
[[nodiscard]] SharedLink pipeline_link(const Cluster& cluster, const RankLayout& layout,
                                       std::uint32_t from, std::uint32_t to);

/// Transfers between pipeline devices, from and to, and the links that each takes, by number: ports
/// of devices, and links of the network between nodes. A link that has bandwidth for any two of the
/// transfers at once is left out.
[[nodiscard]] std::vector<std::vector<std::uint32_t>>
transfer_links(const Cluster& cluster, const RankLayout& layout,
               const std::vector<std::pair<std::uint32_t, std::uint32_t>>& transfers);

} // namespace stallscope::training
